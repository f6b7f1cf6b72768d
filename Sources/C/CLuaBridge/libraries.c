// The functions that scripts get.

#include "internal.h"

static void remove_fields(lua_State *L, const char *const *names) {
  for (; *names; names++) {
    lua_pushnil(L);
    lua_setfield(L, -2, *names);
  }
}

/// Leaves the global table `name` on the stack.
static void push_library(lua_State *L, const char *name) {
  lua_getglobal(L, name);
  luaL_checktype(L, -1, LUA_TTABLE);
}

/// Replaces the library functions that could not be stopped; every state needs this.
static void make_stoppable(lua_State *L) {
  push_library(L, LUA_COLIBNAME);
  plua_add_coroutines(L);
  push_library(L, LUA_STRLIBNAME);
  plua_add_strings(L);
  push_library(L, LUA_TABLIBNAME);
  plua_add_tables(L);
  plua_add_guards(L);
  lua_settop(L, 0);
}

// MARK: Random numbers

/// upvalues: the standard library's `randomseed`, our seed. Without arguments it would use entropy.
static int random_seed(lua_State *L) {
  if (lua_isnone(L, 1)) {
    lua_settop(L, 0);
    lua_pushvalue(L, lua_upvalueindex(2));
  }
  int arguments = lua_gettop(L);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, arguments, 0);
  return 0;
}

static const char random_seed_key;

/// Not a run, with limits and all: no code of a script is called.
int plua_restart_random(lua_State *L) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &random_seed_key) == LUA_TFUNCTION) return lua_pcall(L, 0, 0, 0);
  lua_pop(L, 1);
  return LUA_OK;
}

static void seed_random(lua_State *L, lua_Integer seed) {
  push_library(L, LUA_MATHLIBNAME);
  lua_getfield(L, -1, "randomseed");
  lua_pushinteger(L, seed);
  lua_pushcclosure(L, random_seed, 2);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &random_seed_key);
  lua_pushvalue(L, -1);
  lua_setfield(L, -3, "randomseed");
  lua_call(L, 0, 0);
  lua_pop(L, 1);
}

// MARK: The sandbox

/// argument: the seed
static int open_sandbox(lua_State *L) {
  static const luaL_Reg libraries[] = {
    {LUA_GNAME, luaopen_base}, {LUA_TABLIBNAME, luaopen_table}, {LUA_STRLIBNAME, luaopen_string},
    {LUA_MATHLIBNAME, luaopen_math}, {LUA_UTF8LIBNAME, luaopen_utf8}, {LUA_COLIBNAME, luaopen_coroutine},
    {LUA_OSLIBNAME, luaopen_os}, {NULL, NULL},
  };
  static const char *const base[] = {"dofile", "loadfile", "warn", NULL};
  static const char *const os[] = {
    "execute", "exit", "getenv", "remove", "rename", "setlocale", "tmpname", NULL,
  };
  static const char *const string[] = {"dump", NULL};
  lua_Integer seed = lua_tointeger(L, 1);
  for (const luaL_Reg *library = libraries; library->func; library++)
    luaL_requiref(L, library->name, library->func, true);
  lua_settop(L, 0);
  make_stoppable(L);
  seed_random(L, seed);

  push_library(L, LUA_STRLIBNAME);
  remove_fields(L, string);
  plua_add_deterministic_format(L);
  push_library(L, LUA_OSLIBNAME);
  remove_fields(L, os);
  lua_pushglobaltable(L);
  remove_fields(L, base);
  lua_getfield(L, -1, "pairs");
  lua_setfield(L, -2, "rawpairs");
  lua_pushcfunction(L, plua_ordered_pairs);
  lua_setfield(L, -2, "pairs");
  plua_add_base(L);

  // All strings share one metatable; no script may change what `("x"):upper()` means.
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  lua_pushboolean(L, false);
  lua_setfield(L, -2, "__metatable");
  return 0;
}

int plua_open_sandbox(lua_State *L, uint64_t seed) {
  lua_pushinteger(L, (lua_Integer)seed);
  return plua_call_c(L, open_sandbox, 1, 0);
}

// MARK: Everything

static int open_all(lua_State *L) {
  luaL_openlibs(L);
  make_stoppable(L);
  return 0;
}

int plua_open_all(lua_State *L) { return plua_call_c(L, open_all, 0, 0); }

/// Without the address.
static int describe_file(lua_State *L) {
  luaL_Stream *file = luaL_checkudata(L, 1, LUA_FILEHANDLE);
  lua_pushstring(L, file->closef ? "file" : "file (closed)");
  return 1;
}

static int io_open(lua_State *L) {
  luaL_requiref(L, LUA_IOLIBNAME, luaopen_io, false);
  luaL_getmetatable(L, LUA_FILEHANDLE);
  lua_pushcfunction(L, describe_file);
  lua_setfield(L, -2, "__tostring");
  lua_pushboolean(L, false);
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 1);
  lua_getfield(L, -1, "open");
  return 1;
}

int plua_push_io_open(lua_State *L) { return plua_call_c(L, io_open, 0, 1); }
