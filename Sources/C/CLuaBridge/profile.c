// The processor time of each line of Lua code, by a hook at every line and every return.
//
// The time from one line to the next belongs to the first of them, with the native functions that it calls.
// After a function returns, time belongs to the line of the caller again.

#include <stdlib.h>
#include <string.h>

#include "internal.h"

typedef struct profiled_chunk {
  const char *known;  // the pointer that Lua gave last, which is quicker to compare
  char *name;
  uint64_t *nanoseconds, *visits;  // by line
  int lines;
} profiled_chunk;

struct plua_profile {
  profiled_chunk *chunks;
  int count;
  int chunk, line;  // to which time belongs now, line 0: none
  uint64_t since;
};

void plua_set_profiling(plua_state *S, bool on) {
  if (on == (S->profile != NULL)) return;
  if (on) {
    S->profile = calloc(1, sizeof *S->profile);
    return;
  }
  for (int i = 0; i < S->profile->count; i++) {
    profiled_chunk *chunk = S->profile->chunks + i;
    free(chunk->name);
    free(chunk->nanoseconds);
    free(chunk->visits);
  }
  free(S->profile->chunks);
  free(S->profile);
  S->profile = NULL;
}

static int find_chunk(plua_profile *P, const char *source) {
  for (int i = 0; i < P->count; i++)
    if (P->chunks[i].known == source) return i;
  for (int i = 0; i < P->count; i++) {
    if (strcmp(P->chunks[i].name, source)) continue;
    P->chunks[i].known = source;
    return i;
  }
  P->chunks = realloc(P->chunks, ((size_t)P->count + 1) * sizeof *P->chunks);
  char *name = strdup(source);
  if (!P->chunks || !name) abort();
  P->chunks[P->count] = (profiled_chunk){.known = source, .name = name};
  return P->count++;
}

static void enter(plua_profile *P, const char *source, int line) {
  P->chunk = find_chunk(P, source);
  P->line = line;
  profiled_chunk *chunk = P->chunks + P->chunk;
  if (line < chunk->lines) return;
  int lines = line + 64;
  chunk->nanoseconds = realloc(chunk->nanoseconds, (size_t)lines * sizeof *chunk->nanoseconds);
  chunk->visits = realloc(chunk->visits, (size_t)lines * sizeof *chunk->visits);
  if (!chunk->nanoseconds || !chunk->visits) abort();
  memset(chunk->nanoseconds + chunk->lines, 0, (size_t)(lines - chunk->lines) * sizeof *chunk->nanoseconds);
  memset(chunk->visits + chunk->lines, 0, (size_t)(lines - chunk->lines) * sizeof *chunk->visits);
  chunk->lines = lines;
}

/// Gives the line at hand its time up to now.
static void settle(plua_profile *P) {
  if (P->line > 0) P->chunks[P->chunk].nanoseconds[P->line] += plua_thread_time() - P->since;
}

void plua_profile_begin(plua_state *S) { S->profile->line = 0; }

void plua_profile_end(plua_state *S) {
  settle(S->profile);
  S->profile->line = 0;
}

void plua_profile_event(plua_state *S, lua_State *L, lua_Debug *info) {
  plua_profile *P = S->profile;
  if (info->event == LUA_HOOKLINE) {
    settle(P);
    lua_getinfo(L, "S", info);
    enter(P, info->source, info->currentline);
    P->chunks[P->chunk].visits[P->line]++;
  } else {
    lua_getinfo(L, "S", info);
    if (*info->what == 'C') return;  // its time belongs to the line that called it
    settle(P);
    lua_Debug caller;
    P->line = 0;
    if (lua_getstack(L, 1, &caller) && lua_getinfo(L, "Sl", &caller) && caller.currentline > 0)
      enter(P, caller.source, caller.currentline);
  }
  P->since = plua_thread_time();
}

void plua_profile_each(
    const plua_state *S, void *context,
    void (*body)(void *context, const char *chunk, int line, double seconds, uint64_t visits)) {
  const plua_profile *P = S->profile;
  for (int i = 0; P && i < P->count; i++)
    for (int line = 0; line < P->chunks[i].lines; line++)
      if (P->chunks[i].visits[line])
        body(context, P->chunks[i].name, line, (double)P->chunks[i].nanoseconds[line] * 1e-9, P->chunks[i].visits[line]);
}
