// Swift objects that Lua holds: those of userdata, and the boxes of closures.
//
// A finalizer lets each go. But where no further call fits onto the stack, or no more memory is allowed, Lua
// passes over the finalizer and frees the userdata all the same: so they stand in a list too, and those that
// are left go when the state closes.

#include <stdlib.h>

#include "internal.h"

size_t plua_hold(plua_state *S, void *object) {
  size_t slot = S->free_slot;
  if (slot) {
    S->free_slot = S->held[slot - 1].next_free;
  } else {
    if (S->held_count == S->held_capacity) {
      S->held_capacity = S->held_capacity ? 2 * S->held_capacity : 128;
      S->held = realloc(S->held, S->held_capacity * sizeof *S->held);
      if (!S->held) abort();
    }
    slot = ++S->held_count;
  }
  S->held[slot - 1] = (plua_held){.object = object};
  return slot;
}

void plua_let_go(plua_state *S, size_t slot) {
  void *object = S->held[slot - 1].object;
  S->held[slot - 1] = (plua_held){.next_free = S->free_slot};
  S->free_slot = slot;
  bool guest = plua_guest(S);
  plua_set_guest(S, false);  // a deinitializer is Swift code
  S->release(object);
  plua_set_guest(S, guest);
}

void plua_let_all_go(plua_state *S) {
  for (size_t slot = 1; slot <= S->held_count; slot++) {
    if (S->held[slot - 1].object) plua_let_go(S, slot);
  }
  free(S->held);
}
