// `string.format`, which can be stopped, and in the sandbox shows no addresses: these differ from run to run.

#include <stdio.h>
#include <string.h>

#include "internal.h"

/// Quotes a string for `%q` piece by piece: the standard library's goes through any length without a stop.
static void quote(lua_State *L, int index) {
  size_t length, steps = 0;
  const char *text = lua_tolstring(L, index, &length);
  luaL_Buffer out;
  luaL_buffinit(L, &out);
  luaL_addchar(&out, '"');
  for (size_t i = 0; i < length; i++) {
    unsigned char c = (unsigned char)text[i];
    if (c == '"' || c == '\\' || c == '\n') {
      luaL_addchar(&out, '\\');
      luaL_addchar(&out, (char)c);
    } else if (c < 32 || c == 127) {
      // Three digits where another one follows.
      bool before_digit = i + 1 < length && text[i + 1] >= '0' && text[i + 1] <= '9';
      char escape[8];
      luaL_addlstring(&out, escape, (size_t)snprintf(escape, sizeof escape, before_digit ? "\\%03d" : "\\%d", c));
    } else {
      luaL_addchar(&out, (char)c);
    }
    PLUA_POLL_EVERY(L, steps);
  }
  luaL_addchar(&out, '"');
  luaL_pushresult(&out);
  lua_replace(L, index);
}

/// Replaces strings of `%q` by quoted ones and `%q` by `%s`, and calls the standard function.
///
/// upvalue: the standard library's function
static int format(lua_State *L, bool hides_addresses) {
  size_t length;
  plua_check_format(L);
  luaL_checklstring(L, 1, &length);
  int argument = 1, arguments = lua_gettop(L);
  // A copy to change, which lies below the arguments.
  char *copy = lua_newuserdatauv(L, length + 1, 0);
  memcpy(copy, lua_tostring(L, 1), length + 1);
  lua_insert(L, 1);
  char *p = copy, *end = copy + length;
  while ((p = memchr(p, '%', (size_t)(end - p)))) {
    p++;
    if (p < end && *p == '%') {
      p++;
      continue;
    }
    argument++;
    bool is_bare = true;
    for (; p < end && *p && strchr("-+ #0123456789.", *p); p++) is_bare = false;
    if (p == end) break;
    int index = argument + 1;  // behind the copy
    if (*p == 'q' && is_bare && argument <= arguments && lua_type(L, index) == LUA_TSTRING) {
      quote(L, index);
      *p = 's';
    } else if (!hides_addresses) {
      continue;
    } else if (*p == 'p') {
      return luaL_error(L, "'%%p' is not available here: addresses differ from run to run");
    } else if (*p == 's' && argument <= arguments && lua_type(L, index) > LUA_TSTRING) {
      lua_pushcfunction(L, plua_deterministic_tostring);
      lua_pushvalue(L, index);
      lua_call(L, 1, 1);
      lua_replace(L, index);
    }
  }
  lua_pushlstring(L, copy, length);
  lua_replace(L, 2);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_replace(L, 1);
  lua_call(L, arguments, 1);
  return 1;
}

int plua_stoppable_format(lua_State *L) { return format(L, false); }

/// upvalue: the standard library's function
static int deterministic_format(lua_State *L) { return format(L, true); }

void plua_add_deterministic_format(lua_State *L) {
  plua_push_standard(L, LUA_STRLIBNAME, "format");
  lua_pushcclosure(L, deterministic_format, 1);
  lua_setfield(L, -2, "format");
}
