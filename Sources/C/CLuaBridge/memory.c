// The allocator: counts the memory of a state and refuses more than its limit.
//
// The limit holds only while Lua code runs. While Swift code runs an allocation is never refused, so that
// pushing a value cannot raise an error over a Swift frame: results that exceed the limit are dropped, and
// the call is refused, once Swift has returned (calls.c).

#include <stdio.h>
#include <stdlib.h>

#include "internal.h"

enum { UNTOLD_BYTES = 1 << 18, ALLOWANCE = 1 << 16 };

static bool exceeds_limit(const plua_state *S, size_t more) {
  return S->limit && (more > S->limit || S->used > S->limit - more);
}

/// Whether Lua code may exceed the limit, by an eighth at most, until the collection that this schedules. The
/// emergency collection that precedes a refusal runs no finalizers, so native objects that a script has
/// dropped would still count.
static bool allowed(plua_state *S, size_t new_size, size_t more) {
  size_t most = S->limit + S->limit / 8 + ALLOWANCE;
  if (new_size >= PLUA_TOO_MUCH || S->used > most || more > most - S->used) return false;
  if (S->used + more >= S->next_collection) plua_schedule_collection(S);
  return true;
}

/// Collects, and notes from how many bytes on to do so again: not for each small object of a state that stays
/// full.
static void collect_past_limit(lua_State *L, size_t step) {
  plua_state *S = plua_of(L);
  bool guest = plua_guest(S);
  plua_set_guest(S, false);
  plua_collect(L);
  plua_set_guest(S, guest);
  S->next_collection = S->used > S->limit ? S->used + step : 0;
}

void plua_collect_scheduled(lua_State *L) {
  collect_past_limit(L, ALLOWANCE / 4);
  // Some bytes are left to a script that is about to drop what it holds.
  plua_state *S = plua_of(L);
  if (S->limit && S->used > S->limit + ALLOWANCE) plua_raise_memory(L);
}

void *plua_allocate(void *state, void *block, size_t old_size, size_t new_size) {
  plua_state *S = state;
  size_t held = block ? old_size : 0;  // for a new block the old size is a type tag
  if (new_size == 0) {
    free(block);
    S->used -= held;
    return NULL;
  }
  bool grows = new_size > held;
  bool too_much = new_size >= PLUA_TOO_MUCH || (grows && exceeds_limit(S, new_size - held));
  if (grows && plua_guest(S) && too_much && !allowed(S, new_size, new_size - held)) {
    // Where Lua itself allocates, it has not always saved the line that it is on.
    if (new_size < PLUA_TOO_MUCH) S->error_line = 0;
    return NULL;
  }
  void *result = realloc(block, new_size);
  if (!result) {
    if (!grows) return block;  // Lua relies on it that shrinking works
    if (plua_guest(S)) return NULL;
    fputs("Out of memory\n", stderr);  // in Swift code this is as fatal as any failed allocation
    abort();
  }
  S->used += new_size - held;
  if (S->used > S->peak) S->peak = S->used;
  return result;
}

void plua_set_memory_limit(plua_state *S, size_t bytes) { S->limit = bytes; }
size_t plua_memory_used(const plua_state *S) { return S->used; }
size_t plua_memory_peak(const plua_state *S) { return S->peak; }

/// Twice, because the first collection only finds what to finalize: the second frees it.
void plua_collect(lua_State *L) {
  plua_release_dropped(plua_of(L), L);
  lua_gc(L, LUA_GCCOLLECT);
  lua_gc(L, LUA_GCCOLLECT);
}

bool plua_has_room(lua_State *L, size_t bytes) {
  plua_state *S = plua_of(L);
  if (!exceeds_limit(S, bytes)) return true;
  plua_collect(L);
  return !exceeds_limit(S, bytes);
}

size_t plua_room(lua_State *L) {
  plua_state *S = plua_of(L);
  // Swift reads sizes as signed.
  if (!S->limit) return SIZE_MAX >> 1;
  if (S->used > S->limit / 2) plua_collect(L);
  return S->used < S->limit ? S->limit - S->used : 0;
}

/// Native memory behind a userdata, which Lua sees as a few bytes. The collector must know of it, or a loop
/// that makes columns would fill the memory long before the next collection. It is told of some at a time, as
/// it may go through all that the state holds each time.
void plua_add_native_bytes(lua_State *L, size_t bytes) {
  plua_state *S = plua_of(L);
  S->used += bytes;
  if (S->used > S->peak) S->peak = S->used;
  if (S->used <= S->limit) S->next_collection = 0;
  if (S->limit && S->used > S->limit) {
    // The emergency collection of a refused allocation runs no finalizers and would not free columns. One
    // that freed too little is not repeated for each of many small objects: the call that makes them fails.
    if (S->used < S->next_collection) return;
    collect_past_limit(L, S->limit / 16);
  } else if ((S->untold += bytes) >= UNTOLD_BYTES) {
    size_t kilobytes = S->untold / 1024;
    S->untold = 0;
    lua_gc(L, LUA_GCSTEP, kilobytes > 1 << 20 ? 1 << 20 : (int)kilobytes);
  }
}

void plua_remove_native_bytes(plua_state *S, size_t bytes) { S->used -= bytes; }
