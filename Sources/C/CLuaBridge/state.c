// The life of a state, and of references into it.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

static int panic(lua_State *L) {
  const char *message = lua_tostring(L, -1);
  fprintf(stderr, "A Lua error outside of any protected call: %s\n", message ? message : "?");
  abort();
}

plua_state *plua_new(plua_closure_call call, plua_release release) {
  plua_state *S = calloc(1, sizeof *S);
  if (!S) abort();
  S->call = call;
  S->release = release;
  atomic_init(&S->owners, 1);
  pthread_mutex_init(&S->lock, NULL);
  lua_State *L = lua_newstate(plua_allocate, S);
  if (!L) abort();
  *(plua_state **)lua_getextraspace(L) = S;  // coroutines inherit it
  S->main = L;
  S->current = L;
  lua_atpanic(L, panic);
  return S;
}

void plua_close(plua_state *S) {
  S->closing = true;
  lua_close(S->main);
  plua_let_all_go(S);
  S->main = NULL;
  S->current = NULL;
  plua_forget(S);
}

void plua_set_name(plua_state *S, const char *name) {
  free(S->name);
  S->name = name ? strdup(name) : NULL;
}

void plua_retain(plua_state *S) { atomic_fetch_add_explicit(&S->owners, 1, memory_order_relaxed); }

void plua_forget(plua_state *S) {
  if (atomic_fetch_sub_explicit(&S->owners, 1, memory_order_acq_rel) != 1) return;
  pthread_mutex_destroy(&S->lock);
  plua_set_profiling(S, false);
  free(S->dropped);
  free(S->traceback);
  free(S->name);
  free(S);
}

plua_state *plua_state_of(lua_State *L) { return plua_of(L); }
lua_State *plua_current(const plua_state *S) { return S->closing ? NULL : S->current; }

// MARK: References

int plua_reference(lua_State *L) {
  plua_release_dropped(plua_of(L), L);
  return luaL_ref(L, LUA_REGISTRYINDEX);
}

void plua_push_reference(lua_State *L, int reference) { lua_rawgeti(L, LUA_REGISTRYINDEX, reference); }

void plua_drop_reference(plua_state *S, int reference) {
  pthread_mutex_lock(&S->lock);
  if (S->dropped_count == S->dropped_capacity) {
    S->dropped_capacity = S->dropped_capacity ? 2 * S->dropped_capacity : 16;
    S->dropped = realloc(S->dropped, S->dropped_capacity * sizeof *S->dropped);
    if (!S->dropped) abort();
  }
  S->dropped[S->dropped_count++] = reference;
  pthread_mutex_unlock(&S->lock);
}

void plua_release_dropped(plua_state *S, lua_State *L) {
  pthread_mutex_lock(&S->lock);
  while (S->dropped_count > 0) luaL_unref(L, LUA_REGISTRYINDEX, S->dropped[--S->dropped_count]);
  pthread_mutex_unlock(&S->lock);
}
