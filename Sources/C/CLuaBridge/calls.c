// Calls between Lua and Swift, in both directions.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

// MARK: From Lua to Swift

/// Stack slots that conversions of Swift values may use without asking.
enum { SLOTS_FOR_SWIFT = 64 };

static int raise_for_swift(lua_State *L, int plan, int argument) {
  // Swift code that was asked to stop throws any error it likes; the reason is the same for all.
  if (plan != PLUA_RERAISE) plua_poll(L);
  switch (plan) {
  case PLUA_ARGUMENT: return luaL_argerror(L, argument, lua_tostring(L, -1));
  case PLUA_RERAISE: plua_of(L)->reraised = lua_topointer(L, -1); break;
  case PLUA_NO_MEMORY: plua_raise_memory(L); break;
  default: break;
  }
  return lua_error(L);
}

/// Whatever jumps, jumps after Swift has returned.
static int call_box(lua_State *L, void *box) {
  plua_state *S = plua_of(L);
  if (!lua_checkstack(L, SLOTS_FOR_SWIFT)) return luaL_error(L, "stack overflow");
  int argument = 0;
  size_t before = S->used;
  plua_set_guest(S, false);
  S->swift_depth++;
  int results = S->call(L, box, &argument);
  if (results >= 0 && S->used > before && !plua_has_room(L, 0)) {
    // Results that do not fit are dropped, so that a script that catches the error can go on.
    lua_settop(L, 0);
    plua_collect(L);
    results = PLUA_NO_MEMORY;
  }
  S->swift_depth--;
  plua_set_guest(S, true);
  // Catches a stop that Swift code noticed and swallowed, and loops in C around Swift closures.
  if (S->stopped || atomic_load_explicit(&S->interrupt, memory_order_relaxed)) plua_switch(S, L);
  return results >= 0 ? results : raise_for_swift(L, results, argument);
}

/// What a userdata holds of a Swift closure.
typedef struct plua_box {
  void *object;
  size_t slot;
} plua_box;

/// Every Swift closure is this C function with the closure's box as its upvalue, or the next one.
static int call_swift(lua_State *L) {
  plua_box *box = lua_touserdata(L, lua_upvalueindex(1));
  return call_box(L, box->object);
}

static int call_member(lua_State *L) { return call_box(L, lua_touserdata(L, lua_upvalueindex(1))); }

/// Runs as a finalizer, perhaps in the midst of Lua code.
static int release_box(lua_State *L) {
  plua_box *box = lua_touserdata(L, 1);
  if (!box || !box->object) return 0;
  box->object = NULL;
  plua_let_go(plua_of(L), box->slot);
  return 0;
}

void plua_push_closure(lua_State *L, void *box) {
  static const char metatable_key;
  plua_box *held = lua_newuserdatauv(L, sizeof *held, 0);
  *held = (plua_box){.object = box, .slot = plua_hold(plua_of(L), box)};
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &metatable_key) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_createtable(L, 0, 1);
    lua_pushcfunction(L, release_box);
    lua_setfield(L, -2, "__gc");
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &metatable_key);
  }
  lua_setmetatable(L, -2);
  lua_pushcclosure(L, call_swift, 1);
}

void plua_push_member(lua_State *L, void *box) {
  plua_hold(plua_of(L), box);  // until the state closes
  lua_pushlightuserdata(L, box);
  lua_pushcclosure(L, call_member, 1);
}

// MARK: From Swift to Lua

/// Notes where Lua code stands, from a level of the stack down.
static void note_place(lua_State *L, int level) {
  plua_state *S = plua_of(L);
  S->error_line = 0;
  lua_Debug info;
  for (; S->error_line <= 0 && lua_getstack(L, level, &info); level++) {
    lua_getinfo(L, "Sl", &info);
    S->error_line = info.currentline;
    memcpy(S->error_chunk, info.short_src, sizeof info.short_src);
  }
}

void plua_raise_memory(lua_State *L) {
  note_place(L, 0);
  lua_newuserdatauv(L, PLUA_TOO_MUCH, 0);
}

/// The message handler: notes where the error happened while the stack is still there.
static int on_error(lua_State *L) {
  plua_state *S = plua_of(L);
  bool seen = S->reraised && S->reraised == lua_topointer(L, 1);
  S->reraised = NULL;
  if (seen) return 1;
  bool guest = plua_guest(S);
  plua_set_guest(S, false);
  if (lua_checkstack(L, LUA_MINSTACK)) {  // luaL_traceback of 5.4.4 needs more than a handler is given
    note_place(L, 1);
    luaL_traceback(L, L, NULL, 1);
    free(S->traceback);
    S->traceback = strdup(lua_tostring(L, -1));
    lua_pop(L, 1);
  }
  plua_set_guest(S, guest);
  return 1;
}

void plua_check_depth(const plua_state *S, uint32_t depth) {
  if (S->swift_depth == depth) return;
  fputs("A Lua error jumped over a Swift frame\n", stderr);
  abort();
}

static int run(lua_State *L, int arguments, int results, bool described) {
  plua_state *S = plua_of(L);
  int function = lua_gettop(L) - arguments;
  if (!lua_checkstack(L, 4)) {
    lua_settop(L, function - 1);
    lua_pushnil(L);
    return LUA_ERRERR;
  }
  if (described) {
    lua_pushcfunction(L, on_error);
    lua_insert(L, function);
  }
  bool outermost = S->run_depth == 0, guest = plua_guest(S);
  uint32_t depth = S->swift_depth;
  lua_State *caller = S->current;
  if (outermost) {
    free(S->traceback);
    S->traceback = NULL;
    S->error_line = 0;
    S->reraised = NULL;
    plua_has_room(L, 0);
    plua_begin_run(S, L);
  }
  plua_switch(S, L);
  S->run_depth++;
  plua_set_guest(S, true);
  int status = lua_pcall(L, arguments, results, described ? function : 0);
  plua_set_guest(S, guest);
  S->run_depth--;
  plua_check_depth(S, depth);
  if (outermost) {
    plua_end_run(S, L);
  } else {
    plua_switch(S, caller);
  }
  if (described) lua_remove(L, function);
  // Emergency collections run no finalizers, so what those would free still fills the memory.
  if (status == LUA_ERRMEM) plua_collect(L);
  return status;
}

int plua_call(lua_State *L, int arguments, int results) { return run(L, arguments, results, true); }

int plua_call_c(lua_State *L, lua_CFunction function, int arguments, int results) {
  lua_pushcfunction(L, function);
  lua_insert(L, -arguments - 1);
  return run(L, arguments, results, true);
}

/// The text is the host's, and is held already: its chunk is not refused. So a user can type what frees
/// memory in a state that is full, and the chunk of a module counts against the call that loads it.
int plua_load(lua_State *L, const char *text, size_t length, const char *name) {
  return luaL_loadbufferx(L, text, length, name, "t");
}

const char *plua_traceback(const plua_state *S) { return S->traceback ? S->traceback : ""; }

int plua_error_line(const plua_state *S, const char **chunk) {
  *chunk = S->error_chunk;
  return S->error_line > 0 ? S->error_line : 0;
}

// MARK: Protected operations

static int get(lua_State *L) {
  lua_gettable(L, 1);
  return 1;
}

static int set(lua_State *L) {
  lua_settable(L, 1);
  return 0;
}

static int compare(lua_State *L) {
  lua_pushboolean(L, lua_compare(L, 1, 2, (int)lua_tointeger(L, 3)));
  return 1;
}

/// Inserts a copy of the value at `index` below the `arguments` values on top.
static void push_below(lua_State *L, int index, int arguments) {
  lua_pushvalue(L, index);
  lua_insert(L, -arguments - 1);
}

int plua_get(lua_State *L, int table) {
  push_below(L, table, 1);
  return plua_call_c(L, get, 2, 1);
}

/// Whether setting the key on top but one cannot fail: no metamethod is called, and while Swift code runs no
/// memory is refused.
static bool sets_plainly(lua_State *L, int table) {
  if (plua_guest(plua_of(L)) || lua_type(L, table) != LUA_TTABLE || lua_type(L, -2) != LUA_TSTRING) return false;
  if (!lua_getmetatable(L, table)) return true;
  lua_pop(L, 1);
  return false;
}

int plua_set(lua_State *L, int table) {
  if (sets_plainly(L, table)) {
    lua_rawset(L, table);
    return LUA_OK;
  }
  push_below(L, table, 2);
  return plua_call_c(L, set, 3, 0);
}

int plua_tostring(lua_State *L, int index) {
  lua_pushvalue(L, index);
  return plua_call_c(L, plua_deterministic_tostring, 1, 1);
}

int plua_compare(lua_State *L, int operation) {
  lua_pushinteger(L, operation);
  return plua_call_c(L, compare, 3, 1);
}

int plua_keys(lua_State *L, int table) {
  lua_pushvalue(L, table);
  return plua_call_c(L, plua_ordered_keys, 1, 1);
}
