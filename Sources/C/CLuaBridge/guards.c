// Functions of the standard library that run for as long as an argument demands, in C where no hook runs.
// Sensible arguments pass; those that would take longer than anybody waits are an error.

#include <string.h>

#include "internal.h"

enum { LONGEST_FORMAT = 1 << 16, MOST_ARGUMENTS = 1000, MOST_PADDING = 1 << 24 };

/// upvalue: the standard library's function
static int call_standard(lua_State *L) {
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

void plua_check_format(lua_State *L) {
  luaL_argcheck(L, lua_gettop(L) <= MOST_ARGUMENTS, MOST_ARGUMENTS, "too many arguments");

  if (lua_type(L, 1) == LUA_TSTRING) luaL_argcheck(L, lua_rawlen(L, 1) <= LONGEST_FORMAT, 1, "format too long");
}

/// These take time in proportion to the length of the format, or of the arguments.
static int with_short_format(lua_State *L) {
  plua_check_format(L);
  return call_standard(L);
}

/// `string.pack("c1000000000", "")` writes that many zeros.
static int with_little_padding(lua_State *L) {
  plua_check_format(L);
  const char *p = lua_type(L, 1) == LUA_TSTRING ? lua_tostring(L, 1) : "";
  size_t padding = 0;
  while ((p = strchr(p, 'c'))) {
    size_t size = 0;
    for (p++; *p >= '0' && *p <= '9'; p++) {
      if (size <= MOST_PADDING) size = size * 10 + (size_t)(*p - '0');
    }
    padding += size;
    luaL_argcheck(L, padding <= MOST_PADDING, 1, "too many bytes");
  }
  return call_standard(L);
}

void plua_push_standard(lua_State *L, const char *library, const char *name) {
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_pushfstring(L, "_G.%s", library);
  luaL_getsubtable(L, -2, lua_tostring(L, -1));
  lua_getfield(L, -1, name);
  lua_insert(L, -4);
  lua_pop(L, 3);
}

static void guard(lua_State *L, const char *library, const char *name, lua_CFunction function) {
  lua_getglobal(L, library);
  lua_getfield(L, -1, name);
  // The table in which Lua looks for the name of a function that was called from C, for its messages: "_G."
  // is left out.
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_pushfstring(L, "_G.%s", library);
  luaL_getsubtable(L, -2, lua_tostring(L, -1));
  lua_pushvalue(L, -4);
  lua_setfield(L, -2, name);
  lua_pop(L, 3);
  lua_pushcclosure(L, function, 1);
  lua_setfield(L, -2, name);
  lua_pop(L, 1);
}

void plua_add_guards(lua_State *L) {
  guard(L, LUA_STRLIBNAME, "pack", with_little_padding);
  guard(L, LUA_STRLIBNAME, "packsize", with_short_format);
  guard(L, LUA_STRLIBNAME, "unpack", with_short_format);
  guard(L, LUA_STRLIBNAME, "format", plua_stoppable_format);
  guard(L, LUA_OSLIBNAME, "date", with_short_format);
}
