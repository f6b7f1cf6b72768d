// Tables in an order that is the same in every process.
//
// Lua seeds its string hash with addresses and the time, so that `pairs` and `next` go through string keys in
// another order each time, and a study would give other results. Here the order is: positive integers, other
// numbers, strings by their bytes, false, true. Keys of other types come last, in an unspecified order.

#include <string.h>

#include "internal.h"

typedef struct key {
  enum { RANK_INDEX, RANK_NUMBER, RANK_STRING, RANK_BOOLEAN, RANK_OTHER } rank;
  bool is_integer;
  int place;  // in the raw order
  union {
    lua_Integer integer;  // or the boolean
    lua_Number number;
    struct { const char *bytes; size_t length; };
  };
} key;

static key key_at(lua_State *L, int index, int place) {
  key result = {.rank = RANK_OTHER, .place = place};
  switch (lua_type(L, index)) {
  case LUA_TNUMBER:
    result.is_integer = lua_isinteger(L, index);
    result.rank = RANK_NUMBER;
    if (result.is_integer) {
      result.integer = lua_tointeger(L, index);
      if (result.integer > 0) result.rank = RANK_INDEX;
    } else {
      result.number = lua_tonumber(L, index);
    }
    break;
  case LUA_TSTRING:
    result.rank = RANK_STRING;
    result.bytes = lua_tolstring(L, index, &result.length);
    break;
  case LUA_TBOOLEAN:
    result.rank = RANK_BOOLEAN;
    result.is_integer = true;
    result.integer = lua_toboolean(L, index);
    break;
  default: break;
  }
  return result;
}

static lua_Number number_of(const key *k) { return k->is_integer ? (lua_Number)k->integer : k->number; }

static int compare(const key *a, const key *b) {
  if (a->rank != b->rank) return a->rank < b->rank ? -1 : 1;
  switch (a->rank) {
  case RANK_STRING: {
    size_t common = a->length < b->length ? a->length : b->length;
    int order = memcmp(a->bytes, b->bytes, common);
    return order ? order : (a->length > b->length) - (a->length < b->length);
  }
  case RANK_OTHER: return (a->place > b->place) - (a->place < b->place);
  default: break;
  }
  if (a->is_integer && b->is_integer) return (a->integer > b->integer) - (a->integer < b->integer);
  lua_Number x = number_of(a), y = number_of(b);
  return (x > y) - (x < y);
}

/// Merges runs of one key, two, four and so on; `space` has room for as many. Returns the sorted keys.
static key *sort_keys(lua_State *L, key *from, key *space, size_t count) {
  unsigned steps = 0;
  for (size_t width = 1; width < count; width *= 2) {
    for (size_t start = 0; start < count; start += 2 * width) {
      size_t middle = start + width < count ? start + width : count;
      size_t end = start + 2 * width < count ? start + 2 * width : count;
      size_t i = start, j = middle;
      for (size_t k = start; k < end; k++) {
        bool left = i < middle && (j == end || compare(&from[i], &from[j]) <= 0);
        space[k] = left ? from[i++] : from[j++];
        PLUA_POLL_EVERY(L, steps);
      }
    }
    key *other = from;
    from = space;
    space = other;
  }
  return from;
}

// MARK: next

/// Pushes the entry of the key on top of the stack, below it the key.
static int push_entry(lua_State *L) {
  lua_pushvalue(L, -1);
  lua_rawget(L, 1);
  return 2;
}

/// One step in the order, without any memory of earlier ones: fast along a list, otherwise a search through
/// the table.
int plua_ordered_next(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  bool from_start = lua_isnil(L, 2);
  key previous = key_at(L, 2, 0);
  if (from_start || (previous.rank == RANK_INDEX && previous.integer < LUA_MAXINTEGER)) {
    lua_Integer i = from_start ? 1 : previous.integer + 1;
    lua_pushinteger(L, i);
    if (lua_rawgeti(L, 1, i) != LUA_TNIL) return 2;
    lua_settop(L, 2);
  }
  unsigned steps = 0;
  if (!from_start && previous.rank == RANK_OTHER) {
    while (lua_next(L, 1)) {
      if (key_at(L, -2, 0).rank == RANK_OTHER) return 2;
      lua_pop(L, 1);
      PLUA_POLL_EVERY(L, steps);
    }
    lua_pushnil(L);
    return 1;
  }
  key best;
  lua_pushnil(L);  // 3: the best so far
  lua_pushnil(L);  // 4: where we are
  for (int place = 0; lua_next(L, 1); place++) {
    lua_pop(L, 1);
    key candidate = key_at(L, 4, place);
    bool later = from_start || compare(&candidate, &previous) > 0;
    if (later && (lua_isnil(L, 3) || compare(&candidate, &best) < 0)) {
      best = candidate;
      lua_copy(L, 4, 3);
    }
    PLUA_POLL_EVERY(L, steps);
  }
  if (lua_isnil(L, 3)) return 1;
  return push_entry(L);
}

// MARK: pairs

/// Replaces the table at 1 by an array of its keys.
int plua_ordered_keys(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  int count = 0;
  unsigned steps = 0;
  for (lua_pushnil(L); lua_next(L, 1); lua_pop(L, 1)) {
    count++;
    PLUA_POLL_EVERY(L, steps);
  }
  key *keys = lua_newuserdatauv(L, 2 * (size_t)count * sizeof *keys, 0);  // 2
  lua_createtable(L, count, 0);                                       // 3: in raw order
  int i = 0;
  for (lua_pushnil(L); lua_next(L, 1); i++) {
    lua_pop(L, 1);
    keys[i] = key_at(L, -1, i);
    lua_pushvalue(L, -1);
    lua_rawseti(L, 3, i + 1);
    PLUA_POLL_EVERY(L, steps);
  }
  keys = sort_keys(L, keys, keys + count, (size_t)count);
  lua_createtable(L, count, 0);
  for (i = 0; i < count; i++) {
    lua_rawgeti(L, 3, keys[i].place + 1);
    lua_rawseti(L, -2, i + 1);
    PLUA_POLL_EVERY(L, steps);
  }
  return 1;
}

/// upvalues: the keys, how many of them are done
static int next_listed(lua_State *L) {
  lua_Integer i = lua_tointeger(L, lua_upvalueindex(2));
  for (;;) {
    lua_settop(L, 1);
    if (lua_rawgeti(L, lua_upvalueindex(1), ++i) == LUA_TNIL) return 1;
    lua_pushvalue(L, -1);
    if (lua_rawget(L, 1) != LUA_TNIL) break;  // else removed meanwhile
  }
  lua_pushinteger(L, i);
  lua_replace(L, lua_upvalueindex(2));
  return 2;
}

/// Whether the table at 1 has no keys but 1, 2, 3, …
static bool is_list(lua_State *L) {
  lua_Integer count = 0, largest = 0;
  unsigned steps = 0;
  for (lua_pushnil(L); lua_next(L, 1); count++) {
    lua_pop(L, 1);
    lua_Integer i = lua_isinteger(L, -1) ? lua_tointeger(L, -1) : 0;
    if (i <= 0) {
      lua_pop(L, 1);
      return false;
    }
    if (i > largest) largest = i;
    PLUA_POLL_EVERY(L, steps);
  }
  return count == largest;
}

int plua_ordered_pairs(lua_State *L) {
  luaL_checkany(L, 1);
  if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
    lua_pushvalue(L, 1);
    lua_call(L, 1, 3);
    return 3;
  }
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  if (is_list(L)) {
    lua_pushcfunction(L, plua_ordered_next);
  } else {
    lua_pushcfunction(L, plua_ordered_keys);
    lua_pushvalue(L, 1);
    lua_call(L, 1, 1);
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, next_listed, 2);
  }
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}
