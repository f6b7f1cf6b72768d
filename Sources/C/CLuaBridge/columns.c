// Numbers in Swift's memory, read by Lua code without calling Swift.

#include <math.h>

#include "internal.h"
#include "userdata.h"

static void push_cell(lua_State *L, const plua_cells *cells, size_t i) {
  switch (cells->type) {
  case PLUA_DOUBLE: lua_pushnumber(L, ((const double *)cells->base)[i]); break;
  case PLUA_INT64: {
    // The least number stands for a missing one.
    int64_t number = ((const int64_t *)cells->base)[i];
    if (number == INT64_MIN) lua_pushnumber(L, NAN);
    else lua_pushinteger(L, number);
    break;
  }
  case PLUA_INT32: lua_pushinteger(L, ((const int32_t *)cells->base)[i]); break;
  case PLUA_UINT32: lua_pushinteger(L, ((const uint32_t *)cells->base)[i]); break;
  default: lua_pushnil(L); break;
  }
}

/// `column[i]`, from 1, and nil past the end. Pushes nothing and returns 0 if the object has no cells or the
/// key is no whole number from 1.
int plua_column_index(lua_State *L) {
  const plua_cells *cells = &plua_self(L, 1)->cells;
  if (cells->type == PLUA_NO_CELLS || lua_type(L, 2) != LUA_TNUMBER) return 0;
  int is_integer;
  lua_Integer i = lua_tointegerx(L, 2, &is_integer);
  if (!is_integer || i < 1) return 0;
  if ((lua_Unsigned)i <= cells->count) {
    push_cell(L, cells, (size_t)i - 1);
  } else {
    lua_pushnil(L);
  }
  return 1;
}

static int count(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)plua_self(L, 1)->cells.count);
  return 1;
}

static int read_only(lua_State *L) { return luaL_error(L, "columns cannot be changed"); }

static plua_userdata *check_column(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TUSERDATA || lua_rawlen(L, index) != sizeof(plua_userdata))
    luaL_typeerror(L, index, "column");
  plua_userdata *self = lua_touserdata(L, index);
  luaL_argcheck(L, self->object, index, "column is closed");
  luaL_argexpected(L, self->cells.type != PLUA_NO_CELLS, index, "column");
  return self;
}

static int to_table(lua_State *L) {
  plua_userdata *self = check_column(L, 1);
  size_t n = self->cells.count;
  lua_createtable(L, n > INT32_MAX ? INT32_MAX : (int)n, 0);
  unsigned steps = 0;
  for (size_t i = 0; i < n; i++) {
    push_cell(L, &self->cells, i);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
    PLUA_POLL_EVERY(L, steps);
  }
  return 1;
}

// MARK: Iteration

/// `(_, i) -> i + 1, cells...`; upvalues: the columns' pointers, then the columns to keep them alive. A
/// column that is closed on the way has no cells any more.
static int next_cells(lua_State *L) {
  plua_userdata *const *columns = lua_touserdata(L, lua_upvalueindex(1));
  lua_Unsigned i = (lua_Unsigned)lua_tointeger(L, 2);
  int n = 0;
  lua_pushinteger(L, (lua_Integer)i + 1);
  for (; columns[n]; n++) {
    const plua_cells *cells = &columns[n]->cells;
    if (i >= cells->count) return 0;
    push_cell(L, cells, (size_t)i);
  }
  return n + 1;
}

enum { MAXIMUM_COLUMNS = 16 };

void plua_push_iterator(lua_State *L, int count) {
  if (count > MAXIMUM_COLUMNS) {
    lua_pop(L, count - MAXIMUM_COLUMNS);
    count = MAXIMUM_COLUMNS;
  }
  plua_userdata **columns = lua_newuserdatauv(L, (size_t)(count + 1) * sizeof *columns, 0);
  for (int i = 0; i < count; i++) columns[i] = lua_touserdata(L, i - count - 1);
  columns[count] = NULL;
  lua_insert(L, -count - 1);
  lua_pushcclosure(L, next_cells, count + 1);
  lua_pushnil(L);
  lua_pushinteger(L, 0);
}

static int iterate(lua_State *L) {
  int columns = lua_gettop(L);
  luaL_argcheck(L, columns <= MAXIMUM_COLUMNS, MAXIMUM_COLUMNS, "too many columns");
  for (int i = 1; i <= columns || i == 1; i++) check_column(L, i);
  plua_push_iterator(L, columns);
  return 3;
}

static int iterate_one(lua_State *L) {
  lua_settop(L, 1);
  return iterate(L);
}

void plua_add_column_basics(lua_State *L) {
  static const luaL_Reg metamethods[] = {
    {"__len", count}, {"__newindex", read_only}, {"__pairs", iterate_one}, {NULL, NULL},
  };
  luaL_setfuncs(L, metamethods, 0);
  lua_pushcfunction(L, iterate);
  plua_add_method(L, "iter");
  lua_pushcfunction(L, to_table);
  plua_add_method(L, "totable");
}
