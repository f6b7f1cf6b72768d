// The content of our userdata.
#ifndef PLUA_USERDATA_H
#define PLUA_USERDATA_H

#include "CLuaBridge.h"

typedef struct plua_userdata {
  const void *key;   // of the class
  void *object;      // a Swift object that the userdata owns; NULL once closed
  size_t slot;       // of the object
  plua_cells cells;  // numbers inside that object
  size_t bytes;      // native memory that the collector knows of
} plua_userdata;

/// The receiver of a metamethod. `getmetatable` is locked, but `--unsafe` has `debug.getmetatable`.
static inline plua_userdata *plua_self(lua_State *L, int index) {
  void *data = lua_touserdata(L, index);
  if (!data || lua_rawlen(L, index) != sizeof(plua_userdata)) luaL_argerror(L, index, "object expected");
  return data;
}

#endif
