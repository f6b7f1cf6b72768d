// The functions of the base library that would let code escape a limit.

#include <string.h>

#include "internal.h"

/// Without `__gc`: finalizers run with hooks switched off, so nothing could stop a loop in one. And without a
/// `__call` that is called in turn: the interpreter follows a chain of these, and a ring, with more work at
/// each step. A `__call` that is put there later is beyond this; see watchdog.c.
static int set_metatable(lua_State *L) {
  int type = lua_type(L, 2);
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_argexpected(L, type == LUA_TNIL || type == LUA_TTABLE, 2, "nil or table");
  if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL)
    return luaL_error(L, "cannot change a protected metatable");
  if (type == LUA_TTABLE) {
    lua_pushliteral(L, "__gc");
    if (lua_rawget(L, 2) != LUA_TNIL) return luaL_error(L, "'__gc' is not available here");
    lua_pushliteral(L, "__call");
    int call = lua_rawget(L, 2);
    if (call != LUA_TNIL && call != LUA_TFUNCTION) return luaL_error(L, "'__call' is a function here");
  }
  lua_settop(L, 2);
  lua_setmetatable(L, 1);
  return 1;
}

// MARK: xpcall

/// upvalue: the script's handler. It is not called for a stop, because a handler called out of a hook runs
/// with hooks switched off.
static int call_handler(lua_State *L) {
  if (plua_of(L)->stopped) return 1;
  lua_settop(L, 1);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, 1, LUA_MULTRET);
  return lua_gettop(L);
}

/// Replaces the handler at 1 by whether the call worked.
static int finish_xpcall(lua_State *L, int status, lua_KContext unused) {
  (void)unused;
  lua_pushboolean(L, status == LUA_OK || status == LUA_YIELD);
  lua_replace(L, 1);
  return lua_gettop(L);
}

static int protected_call_with_handler(lua_State *L) {
  luaL_checktype(L, 2, LUA_TFUNCTION);
  int arguments = lua_gettop(L) - 2;
  lua_pushvalue(L, 1);
  lua_pushvalue(L, 2);
  lua_pushcclosure(L, call_handler, 1);
  lua_replace(L, 1);
  lua_replace(L, 2);
  return finish_xpcall(L, lua_pcallk(L, arguments, LUA_MULTRET, 1, 0, finish_xpcall), 0);
}

// MARK: load

static const char *read_piece(lua_State *L, void *unused, size_t *size) {
  (void)unused;
  plua_poll(L);
  luaL_checkstack(L, 2, "too many nested functions");
  lua_pushvalue(L, 1);
  lua_call(L, 0, 1);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    *size = 0;
    return NULL;
  }
  if (!lua_isstring(L, -1)) luaL_error(L, "reader function must return a string");
  lua_replace(L, 5);  // keeps it alive
  return lua_tolstring(L, 5, size);
}

typedef struct text_pieces {
  const char *text;
  size_t left;
} text_pieces;

/// Hands a string to the compiler piece by piece, because no hook runs while it reads.
static const char *next_piece(lua_State *L, void *data, size_t *size) {
  enum { PIECE = 1 << 14 };
  text_pieces *pieces = data;
  plua_poll(L);
  const char *piece = pieces->text;
  *size = pieces->left < PIECE ? pieces->left : PIECE;
  pieces->text += *size;
  pieces->left -= *size;
  return *size ? piece : NULL;
}

/// Text only: bytecode can crash the interpreter.
static int load_text(lua_State *L) {
  bool has_environment = !lua_isnone(L, 4);
  const char *mode = luaL_optstring(L, 3, "t");
  if (!strchr(mode, 't')) {
    lua_pushnil(L);
    lua_pushliteral(L, "only text chunks can be loaded");
    return 2;
  }
  int status;
  if (lua_type(L, 1) == LUA_TSTRING) {
    text_pieces pieces;
    pieces.text = lua_tolstring(L, 1, &pieces.left);
    lua_settop(L, 4);
    status = lua_load(L, next_piece, &pieces, luaL_optstring(L, 2, pieces.text), "t");
  } else {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_settop(L, 5);
    status = lua_load(L, read_piece, NULL, luaL_optstring(L, 2, "=(load)"), "t");
  }
  if (status != LUA_OK) {
    lua_pushnil(L);
    lua_insert(L, -2);
    return 2;
  }
  if (has_environment) {
    lua_pushvalue(L, 4);
    if (!lua_setupvalue(L, -2, 1)) lua_pop(L, 1);
  }
  return 1;
}

static int collect_garbage(lua_State *L) {
  static const char *const options[] = {"collect", "count", NULL};
  if (luaL_checkoption(L, 1, "collect", options) == 0) {
    // In steps, because a whole collection of a large heap is long. The first cycle may have begun before.
    for (int cycles = 0; cycles < 2;) {
      cycles += lua_gc(L, LUA_GCSTEP, 512);
      plua_poll(L);
    }
    lua_pushinteger(L, 0);
  } else {
    lua_pushnumber(L, lua_gc(L, LUA_GCCOUNT) + lua_gc(L, LUA_GCCOUNTB) / 1024.0);
  }
  return 1;
}

void plua_add_base(lua_State *L) {
  static const luaL_Reg functions[] = {
    {"setmetatable", set_metatable},
    {"xpcall", protected_call_with_handler},
    {"load", load_text},
    {"collectgarbage", collect_garbage},
    {"tostring", plua_deterministic_tostring},
    {"next", plua_ordered_next},
    {NULL, NULL},
  };
  luaL_setfuncs(L, functions, 0);
}
