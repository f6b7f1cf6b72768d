// `tostring` and `string.format` without addresses, which differ from run to run.

#include <string.h>

#include "internal.h"

/// Like `tostring`, but "table" instead of "table: 0x55d0c3a2f2a0".
int plua_deterministic_tostring(lua_State *L) {
  luaL_checkany(L, 1);
  lua_settop(L, 1);
  switch (lua_type(L, 1)) {
  case LUA_TNIL: case LUA_TBOOLEAN: case LUA_TNUMBER: case LUA_TSTRING: break;
  default:
    if (luaL_getmetafield(L, 1, "__tostring") != LUA_TNIL) break;
    if (luaL_getmetafield(L, 1, "__name") != LUA_TSTRING) lua_pushstring(L, luaL_typename(L, 1));
    return 1;
  }
  luaL_tolstring(L, 1, NULL);
  return 1;
}

/// upvalue: the standard library's format. Arguments of `%s` become strings beforehand.
static int format(lua_State *L) {
  size_t length;
  plua_check_format(L);
  const char *p = luaL_checklstring(L, 1, &length), *end = p + length;
  int argument = 1, arguments = lua_gettop(L);
  while ((p = memchr(p, '%', (size_t)(end - p)))) {
    p++;
    if (p < end && *p == '%') {
      p++;
      continue;
    }
    argument++;
    while (p < end && strchr("-+ #0123456789.", *p) && *p) p++;
    if (p == end) break;
    if (*p == 'p') return luaL_error(L, "'%%p' is not available here: addresses differ from run to run");
    if (*p == 's' && argument <= arguments && lua_type(L, argument) > LUA_TSTRING) {
      lua_pushcfunction(L, plua_deterministic_tostring);
      lua_pushvalue(L, argument);
      lua_call(L, 1, 1);
      lua_replace(L, argument);
    }
  }
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, arguments, 1);
  return 1;
}

void plua_add_guarded_format(lua_State *L) {
  plua_push_standard(L, LUA_STRLIBNAME, "format");
  lua_pushcclosure(L, format, 1);
  lua_setfield(L, -2, "format");
}
