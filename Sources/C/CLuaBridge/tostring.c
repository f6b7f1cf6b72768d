// `tostring` without addresses, which differ from run to run.

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
