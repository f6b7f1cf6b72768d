// `table.insert`, `remove`, `move`, `concat` and `sort`. The number of their steps is up to `__len` or an
// argument, so each looks now and then whether to stop.

#include <limits.h>

#include "internal.h"

static lua_Integer check_list(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TTABLE) {
    if (luaL_getmetafield(L, index, "__index") == LUA_TNIL) luaL_typeerror(L, index, "table");
    lua_pop(L, 1);
  }
  return luaL_len(L, index);
}

static int insert(lua_State *L) {
  lua_Integer end = (lua_Integer)((lua_Unsigned)check_list(L, 1) + 1), position = end;
  int arguments = lua_gettop(L);
  if (arguments == 3) {
    position = luaL_checkinteger(L, 2);
    luaL_argcheck(L, (lua_Unsigned)position - 1 < (lua_Unsigned)end, 2, "position out of bounds");
    unsigned steps = 0;
    for (lua_Integer i = end; i > position; i--) {
      lua_geti(L, 1, i - 1);
      lua_seti(L, 1, i);
      PLUA_POLL_EVERY(L, steps);
    }
  } else if (arguments != 2) {
    return luaL_error(L, "wrong number of arguments to 'insert'");
  }
  lua_seti(L, 1, position);
  return 0;
}

static int take_out(lua_State *L) {
  lua_Integer count = check_list(L, 1), position = luaL_optinteger(L, 2, count);
  if (position != count)
    luaL_argcheck(L, (lua_Unsigned)position - 1 <= (lua_Unsigned)count, 2, "position out of bounds");
  lua_settop(L, 1);
  lua_geti(L, 1, position);
  unsigned steps = 0;
  for (; position < count; position++) {
    lua_geti(L, 1, position + 1);
    lua_seti(L, 1, position);
    PLUA_POLL_EVERY(L, steps);
  }
  lua_pushnil(L);
  lua_seti(L, 1, position);
  return 1;
}

/// `move(from, first, last, target [, to])`
static int move(lua_State *L) {
  lua_Integer first = luaL_checkinteger(L, 2), last = luaL_checkinteger(L, 3);
  lua_Integer target = luaL_checkinteger(L, 4);
  int to = lua_isnoneornil(L, 5) ? 1 : 5;
  check_list(L, 1);
  check_list(L, to);
  if (last >= first) {
    luaL_argcheck(L, first > 0 || last < LUA_MAXINTEGER + first, 3, "too many elements to move");
    lua_Integer count = last - first + 1;
    luaL_argcheck(L, target <= LUA_MAXINTEGER - count + 1, 4, "destination wrap around");
    // From the end if the target overlaps what is yet to be read.
    bool backwards = target > first && target <= last && (to == 1 || lua_compare(L, 1, to, LUA_OPEQ));
    unsigned steps = 0;
    for (lua_Integer i = 0; i < count; i++) {
      lua_Integer k = backwards ? count - 1 - i : i;
      lua_geti(L, 1, first + k);
      lua_seti(L, to, target + k);
      PLUA_POLL_EVERY(L, steps);
    }
  }
  lua_pushvalue(L, to);
  return 1;
}

static int concat(lua_State *L) {
  lua_Integer count = check_list(L, 1);
  size_t length;
  const char *separator = luaL_optlstring(L, 2, "", &length);
  lua_Integer i = luaL_optinteger(L, 3, 1), last = luaL_optinteger(L, 4, count);
  size_t steps = 0, added;
  luaL_Buffer out;
  luaL_buffinit(L, &out);
  for (; i <= last; i++) {
    lua_geti(L, 1, i);
    if (!lua_isstring(L, -1))
      return luaL_error(L, "invalid value (at index %I) in table for 'concat'", (LUAI_UACINT)i);
    lua_tolstring(L, -1, &added);
    luaL_addvalue(&out);
    if (i == last) break;  // which may be the largest integer
    luaL_addlstring(&out, separator, length);
    PLUA_POLL_BYTES(L, steps, added + length);
  }
  luaL_pushresult(&out);
  return 1;
}

// MARK: sort

/// upvalue: the comparison, or nil
static int polled_less(lua_State *L) {
  static _Thread_local unsigned steps;
  PLUA_POLL_EVERY(L, steps);
  if (lua_isnil(L, lua_upvalueindex(1))) {
    lua_pushboolean(L, lua_compare(L, 1, 2, LUA_OPLT));
  } else {
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, 2, 1);
  }
  return 1;
}

/// Sorts this small are done before anybody can ask to stop.
enum { SMALL_SORT = 20000 };

/// upvalue: the standard library's sort
static int sort(lua_State *L) {
  lua_Integer count = check_list(L, 1);
  if (!lua_isnoneornil(L, 2)) luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_settop(L, 2);
  // Hooks run in comparisons written in Lua, not in others.
  if (count > SMALL_SORT && (lua_isnil(L, 2) || lua_iscfunction(L, 2))) lua_pushcclosure(L, polled_less, 1);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, 2, 0);
  return 0;
}

void plua_add_tables(lua_State *L) {
  static const luaL_Reg functions[] = {
    {"insert", insert}, {"remove", take_out}, {"move", move}, {"concat", concat}, {NULL, NULL},
  };
  luaL_setfuncs(L, functions, 0);
  lua_getfield(L, -1, "sort");
  lua_pushcclosure(L, sort, 1);
  lua_setfield(L, -2, "sort");
}
