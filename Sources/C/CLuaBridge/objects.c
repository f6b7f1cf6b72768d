// Swift objects as userdata, and the classes that describe them.
//
// A class is a metatable in the registry. Its [1] holds the methods, [2] the getters; `__index` is a C
// function over these, so that finding a method never calls Swift.

#include "internal.h"
#include "userdata.h"

enum { METHODS = 1, GETTERS = 2, FALLBACK = 3, PREFERENCE = 4 };

static void let_go(plua_state *S, plua_userdata *self) {
  if (!self->object) return;
  size_t slot = self->slot;
  plua_remove_native_bytes(S, self->bytes);
  *self = (plua_userdata){.key = self->key};
  plua_let_go(S, slot);
}

/// Both `__gc` and `__close`: a closed object stays as an empty shell.
static int finalize(lua_State *L) {
  let_go(plua_of(L), plua_self(L, 1));
  return 0;
}

static int equal(lua_State *L) {
  // Metamethods are called if either operand has them, the other may be any userdata.
  if (lua_rawlen(L, 1) != sizeof(plua_userdata) || lua_rawlen(L, 2) != sizeof(plua_userdata)) return 0;
  plua_userdata *a = lua_touserdata(L, 1), *b = lua_touserdata(L, 2);
  lua_pushboolean(L, a && b && a->object && a->object == b->object);
  return 1;
}

static int describe(lua_State *L) {
  plua_userdata *self = plua_self(L, 1);
  luaL_getmetafield(L, 1, "__name");
  if (!self->object) {
    lua_pushliteral(L, " (closed)");
    lua_concat(L, 2);
  }
  return 1;
}

/// What is called for a key that no member has, in the registry under this address.
static const char unknown_key;

void plua_set_unknown(lua_State *L) { lua_rawsetp(L, LUA_REGISTRYINDEX, &unknown_key); }

/// Calls the function on top with the object and the key that were asked for.
static void call_with_key(lua_State *L) {
  lua_pushvalue(L, 1);
  lua_pushvalue(L, 2);
  lua_call(L, 2, 1);
}

/// Pushes the table of the registry under an address, whose keys or values are weak as `mode` says.
static void push_weak_table(lua_State *L, const void *address, const char *mode) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, address) == LUA_TTABLE) return;
  lua_pop(L, 1);
  lua_newtable(L);
  lua_createtable(L, 0, 1);
  lua_pushstring(L, mode);
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, address);
}

/// The weak table from values that hide a method of their owner to that method.
static const char hidden_key;

/// `__call` of such values: `owner:name(…)` reads the value, and means the method.
static int call_hidden(lua_State *L) {
  push_weak_table(L, &hidden_key, "k");
  lua_pushvalue(L, 1);
  if (lua_rawget(L, -2) == LUA_TNIL) {
    luaL_getmetafield(L, 1, "__name");
    return luaL_error(L, "attempt to call a %s value", lua_tostring(L, -1));
  }
  lua_replace(L, 1);
  lua_pop(L, 1);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

/// Lets the object below the top stand for the method on top when it is called; pops the method.
static void hide_method(lua_State *L) {
  push_weak_table(L, &hidden_key, "k");
  lua_pushvalue(L, -3);
  lua_pushvalue(L, -3);
  lua_rawset(L, -3);
  lua_pop(L, 2);
  if (!lua_getmetatable(L, -1)) return;
  lua_pushcfunction(L, call_hidden);
  lua_setfield(L, -2, "__call");
  lua_pop(L, 1);
}

/// Pushes what an object prefers to its members for a name; pushes nothing and returns false where that is
/// nothing.
static bool find_preferred(lua_State *L) {
  if (lua_type(L, 2) != LUA_TSTRING || lua_isnil(L, lua_upvalueindex(PREFERENCE))) return false;
  lua_pushvalue(L, lua_upvalueindex(PREFERENCE));
  call_with_key(L);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    return false;
  }
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(METHODS)) == LUA_TNIL || !lua_isuserdata(L, -2)) {
    lua_pop(L, 1);
  } else {
    hide_method(L);
  }
  return true;
}

/// upvalues: methods, getters, fallback, preference
static int find_member(lua_State *L) {
  if (plua_column_index(L)) return 1;
  lua_settop(L, 2);
  if (find_preferred(L)) return 1;
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(METHODS)) != LUA_TNIL) return 1;
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(GETTERS)) == LUA_TNIL) {
    if (!lua_isnil(L, lua_upvalueindex(FALLBACK))) {
      lua_pushvalue(L, lua_upvalueindex(FALLBACK));
      call_with_key(L);
      if (!lua_isnil(L, -1)) return 1;
    }
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &unknown_key) == LUA_TNIL) {
      lua_pushnil(L);
      return 1;
    }
  }
  call_with_key(L);
  return 1;
}

/// Objects are read alone; a class that can be changed has an operation of its own.
static int refuse_change(lua_State *L) {
  const char *name = luaL_getmetafield(L, 1, "__name") == LUA_TSTRING ? lua_tostring(L, -1) : "object";
  if (lua_type(L, 2) == LUA_TSTRING)
    return luaL_error(L, "a value of type %s cannot be changed: no field '%s' can be set", name, lua_tostring(L, 2));
  return luaL_error(L, "a value of type %s cannot be changed", name);
}

bool plua_push_class(lua_State *L, const void *key, const char *name, bool cells) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, key) == LUA_TTABLE) return false;
  lua_pop(L, 1);
  static const luaL_Reg shared[] = {
    {"__gc", finalize}, {"__close", finalize}, {"__eq", equal}, {"__tostring", describe},
    {"__newindex", refuse_change}, {NULL, NULL},
  };
  lua_createtable(L, 2, 12);
  luaL_setfuncs(L, shared, 0);
  lua_pushstring(L, name);
  lua_setfield(L, -2, "__name");
  lua_pushboolean(L, false);
  lua_setfield(L, -2, "__metatable");  // scripts neither see nor change it
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_rawseti(L, -3, METHODS);
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_rawseti(L, -4, GETTERS);
  lua_pushnil(L);
  lua_pushnil(L);
  lua_pushcclosure(L, find_member, 4);
  lua_setfield(L, -2, "__index");
  if (cells) plua_add_column_basics(L);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, key);
  return true;
}

static void add_member(lua_State *L, const char *name, int kind) {
  lua_rawgeti(L, -2, kind);
  lua_insert(L, -2);
  lua_setfield(L, -2, name);
  lua_pop(L, 1);
}

void plua_add_method(lua_State *L, const char *name) { add_member(L, name, METHODS); }
void plua_add_getter(lua_State *L, const char *name) { add_member(L, name, GETTERS); }

void plua_add_metamethod(lua_State *L, const char *name) { lua_setfield(L, -2, name); }

static void set_index_upvalue(lua_State *L, int upvalue) {
  lua_getfield(L, -2, "__index");
  lua_insert(L, -2);
  lua_setupvalue(L, -2, upvalue);
  lua_pop(L, 1);
}

void plua_add_fallback(lua_State *L) { set_index_upvalue(L, FALLBACK); }
void plua_add_preference(lua_State *L) { set_index_upvalue(L, PREFERENCE); }

/// Pushes the weak table from large objects to their userdata: an object that is given to Lua again and again
/// counts once, and is equal to itself as a key of tables.
static void push_large_objects(lua_State *L) {
  static const char table_key;
  push_weak_table(L, &table_key, "v");
}

/// Pushes the userdata that a large object has already; else nothing.
static bool push_known(lua_State *L, void *object) {
  push_large_objects(L);
  // A closed userdata is no longer the object's.
  if (lua_rawgetp(L, -1, object) == LUA_TUSERDATA) {
    const plua_userdata *self = lua_touserdata(L, -1);
    if (self->object == object) {
      lua_remove(L, -2);
      return true;
    }
  }
  lua_pop(L, 2);
  return false;
}

bool plua_push_object(lua_State *L, void *object, const void *key, plua_cells cells, size_t bytes) {
  if (bytes && push_known(L, object)) {
    plua_of(L)->release(object);
    return true;
  }
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, key) != LUA_TTABLE) {
    lua_pop(L, 1);
    return false;
  }
  plua_userdata *self = lua_newuserdatauv(L, sizeof *self, 1);
  *self = (plua_userdata){
    .key = key, .object = object, .slot = plua_hold(plua_of(L), object), .cells = cells, .bytes = bytes};
  lua_insert(L, -2);
  lua_setmetatable(L, -2);
  if (!bytes) return true;
  push_large_objects(L);
  lua_pushvalue(L, -2);
  lua_rawsetp(L, -2, object);
  lua_pop(L, 1);
  plua_add_native_bytes(L, bytes);
  return true;
}

bool plua_lacks_parts(lua_State *L) {
  bool lacks = lua_getiuservalue(L, -1, 1) == LUA_TNIL;
  lua_pop(L, 1);
  return lacks;
}

void plua_set_parts(lua_State *L) { lua_setiuservalue(L, -2, 1); }

void plua_push_part(lua_State *L, void *owner, const void *address, size_t bytes) {
  static const char part_key;
  push_large_objects(L);
  if (lua_rawgetp(L, -1, address) == LUA_TUSERDATA) {
    lua_remove(L, -2);
    plua_of(L)->release(owner);
    return;
  }
  lua_pop(L, 1);
  plua_userdata *self = lua_newuserdatauv(L, sizeof *self, 0);
  *self = (plua_userdata){
    .key = &part_key, .object = owner, .slot = plua_hold(plua_of(L), owner), .bytes = bytes};
  plua_push_class(L, &part_key, "memory", false);
  lua_setmetatable(L, -2);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, -3, address);
  lua_remove(L, -2);
  plua_add_native_bytes(L, bytes);
}

/// No userdata of others has both our size and the address of our class at its start.
static plua_userdata *instance(lua_State *L, int index, const void *key) {
  if (lua_type(L, index) != LUA_TUSERDATA || lua_rawlen(L, index) != sizeof(plua_userdata)) return NULL;
  plua_userdata *self = lua_touserdata(L, index);
  return self->key == key ? self : NULL;
}

void *plua_object(lua_State *L, int index, const void *key) {
  plua_userdata *self = instance(L, index, key);
  return self ? self->object : NULL;
}

bool plua_is_closed(lua_State *L, int index, const void *key) {
  plua_userdata *self = instance(L, index, key);
  return self && !self->object;
}

static int append_keys(lua_State *L, int list, int count) {
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    lua_rawseti(L, list, ++count);
  }
  return count;
}

void plua_members(lua_State *L, int index) {
  bool ours = lua_type(L, index) == LUA_TUSERDATA && lua_rawlen(L, index) == sizeof(plua_userdata);
  if (!ours || !lua_getmetatable(L, index)) {
    lua_pushnil(L);
    return;
  }
  lua_newtable(L);
  int list = lua_gettop(L), count = 0;
  for (int kind = METHODS; kind <= GETTERS; kind++) {
    if (lua_rawgeti(L, list - 1, kind) == LUA_TTABLE) count = append_keys(L, list, count);
    lua_pop(L, 1);
  }
  lua_remove(L, list - 1);
}

bool plua_has_elements(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TUSERDATA || lua_rawlen(L, index) != sizeof(plua_userdata)) return false;
  const plua_userdata *self = lua_touserdata(L, index);
  if (self->cells.type != PLUA_NO_CELLS) return true;
  if (luaL_getmetafield(L, index, "__index") == LUA_TNIL) return false;
  bool has = lua_getupvalue(L, -1, FALLBACK) && !lua_isnil(L, -1);
  lua_pop(L, 2);
  return has;
}
