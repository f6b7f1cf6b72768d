// Coroutines that report to the bridge which of them runs, because a hook belongs to a single coroutine.

#include "internal.h"

static lua_State *check_coroutine(lua_State *L) {
  lua_State *coroutine = lua_tothread(L, 1);
  luaL_argexpected(L, coroutine, 1, "coroutine");
  return coroutine;
}

static int create(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_State *coroutine = lua_newthread(L);
  lua_pushvalue(L, 1);
  lua_xmove(L, coroutine, 1);
  return 1;
}

/// Resumes with the `arguments` values on top of the stack. Returns the number of results that replace them,
/// or -1 with an error value instead.
static int resume(lua_State *L, lua_State *coroutine, int arguments) {
  plua_state *S = plua_of(L);
  if (lua_status(coroutine) == LUA_OK && lua_gettop(coroutine) == 0) {
    lua_pushliteral(L, "cannot resume dead coroutine");
    return -1;
  }
  if (!lua_checkstack(coroutine, arguments)) {
    lua_pushliteral(L, "too many arguments to resume");
    return -1;
  }
  lua_xmove(L, coroutine, arguments);
  uint32_t depth = S->swift_depth;
  int results;
  plua_switch(S, coroutine);
  int status = lua_resume(coroutine, L, arguments, &results);
  plua_switch(S, L);
  plua_check_depth(S, depth);
  if (status != LUA_OK && status != LUA_YIELD) {
    lua_xmove(coroutine, L, 1);
    return -1;
  }
  if (!lua_checkstack(L, results + 1)) {
    lua_pop(coroutine, results);
    lua_pushliteral(L, "too many results to resume");
    return -1;
  }
  lua_xmove(coroutine, L, results);
  return results;
}

static int coroutine_resume(lua_State *L) {
  lua_State *coroutine = check_coroutine(L);
  int results = resume(L, coroutine, lua_gettop(L) - 1);
  lua_pushboolean(L, results >= 0);
  int values = results >= 0 ? results : 1;
  lua_insert(L, -values - 1);
  return values + 1;
}

/// Coroutines that close one another at a time, about as many as Lua lets resume one another, and the bytes
/// of the C stack that may be in use when another one begins.
enum { DEEPEST_CLOSE = 190, CLOSING_STACK = 1 << 20 };

/// Runs the pending `__close` handlers. These may close other coroutines, and `lua_resetthread` forgets how
/// deep in C its caller was, so that nothing else would keep a chain of them from using up the C stack.
static int close_coroutine(lua_State *L, lua_State *coroutine) {
  plua_state *S = plua_of(L);
  // The address of a local would not do: the address sanitizer keeps those elsewhere.
  uintptr_t here = (uintptr_t)__builtin_frame_address(0);
  if (S->closing_depth == 0) S->closing_base = here;
  if (S->closing_depth >= DEEPEST_CLOSE || S->closing_base - here > CLOSING_STACK)
    return luaL_error(L, "C stack overflow");
  S->closing_depth++;
  plua_switch(S, coroutine);
  int status = lua_resetthread(coroutine);
  plua_switch(S, L);
  S->closing_depth--;
  return status;
}

static int call_wrapped(lua_State *L) {
  lua_State *coroutine = lua_tothread(L, lua_upvalueindex(1));
  int results = resume(L, coroutine, lua_gettop(L));
  if (results >= 0) return results;
  int status = lua_status(coroutine);
  if (status != LUA_OK && status != LUA_YIELD) {
    // The error is on this stack, where closing may replace it by one of its own.
    lua_pushvalue(L, -1);
    lua_xmove(L, coroutine, 1);
    if (close_coroutine(L, coroutine) != LUA_OK) lua_xmove(coroutine, L, 1);
  }
  return lua_error(L);
}

static int wrap(lua_State *L) {
  create(L);
  lua_pushcclosure(L, call_wrapped, 1);
  return 1;
}

static int coroutine_close(lua_State *L) {
  lua_State *coroutine = check_coroutine(L);
  lua_Debug frame;
  bool running = coroutine == L;
  if (running || (lua_status(coroutine) == LUA_OK && lua_getstack(coroutine, 0, &frame)))
    return luaL_error(L, "cannot close a %s coroutine", running ? "running" : "normal");
  if (close_coroutine(L, coroutine) == LUA_OK) {
    lua_pushboolean(L, true);
    return 1;
  }
  lua_pushboolean(L, false);
  lua_xmove(coroutine, L, 1);
  return 2;
}

void plua_add_coroutines(lua_State *L) {
  static const luaL_Reg functions[] = {
    {"create", create}, {"resume", coroutine_resume}, {"wrap", wrap}, {"close", coroutine_close}, {NULL, NULL},
  };
  luaL_setfuncs(L, functions, 0);
}
