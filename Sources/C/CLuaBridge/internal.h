// Declarations that the files of the bridge share.
#ifndef PLUA_INTERNAL_H
#define PLUA_INTERNAL_H

#include <pthread.h>
#include <stdatomic.h>

#include "CLuaBridge.h"

/// A Swift object that Lua holds; NULL in a slot that is free.
typedef struct plua_held {
  void *object;
  size_t next_free;
} plua_held;

typedef struct plua_profile plua_profile;

struct plua_state {
  // Memory: counted for the whole state, limited while `guest` is true.
  size_t used, peak, limit;
  size_t untold;  // native bytes of which the collector does not know yet
  size_t next_collection;  // bytes in use from which to collect again, past the limit
  bool collects_soon;      // at the next instruction of Lua code
  atomic_bool guest;  // Lua code is on top, not Swift code

  // Calls
  uint32_t swift_depth;  // Swift closures under way
  uint32_t run_depth;    // protected calls under way
  uint32_t closing_depth;  // coroutines that are being closed, one by another
  uintptr_t closing_base;  // where the first of them stands on the C stack
  plua_closure_call call;
  plua_release release;
  plua_held *held;  // slots are counted from 1
  size_t held_count, held_capacity, free_slot;
  char *traceback;
  char error_chunk[LUA_IDSIZE];
  int error_line;
  const void *reraised;  // an error value that passes through Swift on its way out

  // Stopping
  double time_limit, processor_limit;
  uint64_t instruction_limit, instructions;
  int interval;  // of the counting hook, 0: no counting
  plua_profile *profile;  // NULL where lines are not timed
  plua_stop stopped;
  atomic_bool interrupt;
  _Atomic uint64_t deadline;  // when to look whether the run under way is late, 0: never
  _Atomic uint64_t wall_deadline;  // when it is, 0: never
  uint64_t thread_deadline;  // when it is by the processor time of its thread, 0: never
  atomic_bool running;
  atomic_int signallers;  // threads about to signal `thread`
  pthread_t thread;
  lua_State *volatile current;
  struct plua_state *outer;             // the state whose Swift code runs this one, on the same thread
  struct plua_state *previous, *next;   // in the watchdog's list
  bool watched;
  unsigned late_ticks;  // of the watchdog, with Lua code on top and the deadline past

  // Life
  char *name;  // of what runs here, for the message that ends the process, or NULL
  lua_State *main;
  bool closing;
  atomic_int owners;
  pthread_mutex_t lock;  // of `dropped`
  int *dropped;
  size_t dropped_count, dropped_capacity;
};

// The watchdog looks at it from its thread, and nothing else hangs on the order: relaxed costs nothing.
static inline bool plua_guest(const plua_state *S) { return atomic_load_explicit(&S->guest, memory_order_relaxed); }
static inline void plua_set_guest(plua_state *S, bool guest) {
  atomic_store_explicit(&S->guest, guest, memory_order_relaxed);
}

static inline plua_state *plua_of(lua_State *L) { return *(plua_state **)lua_getextraspace(L); }

// state.c
void plua_release_dropped(plua_state *S, lua_State *L);

// memory.c

/// More bytes than any machine has: an allocation of so many raises Lua's own memory error.
#define PLUA_TOO_MUCH ((size_t)1 << 46)

void *plua_allocate(void *S, void *block, size_t old_size, size_t new_size);
void plua_add_native_bytes(lua_State *L, size_t bytes);
void plua_remove_native_bytes(plua_state *S, size_t bytes);
/// Does what `plua_schedule_collection` scheduled; raises where too little was freed.
void plua_collect_scheduled(lua_State *L);
/// Raises "not enough memory", and notes where; Lua's own memory errors have no place.
void plua_raise_memory(lua_State *L);

// profile.c
void plua_profile_begin(plua_state *S);
void plua_profile_end(plua_state *S);
void plua_profile_event(plua_state *S, lua_State *L, lua_Debug *info);

// stopping.c
/// The processor time of the thread in nanoseconds.
uint64_t plua_thread_time(void);
void plua_begin_run(plua_state *S, lua_State *L);
void plua_end_run(plua_state *S, lua_State *L);
/// Makes `L` the thread that is stopped when the state is.
void plua_switch(plua_state *S, lua_State *L);
/// Raises if the run is to stop. For loops in C, where no hook runs.
void plua_poll(lua_State *L);
void plua_signal(plua_state *S);
/// Has the thread that runs collect garbage, finalizers included, before its next instruction.
void plua_schedule_collection(plua_state *S);
uint64_t plua_now(void);

/// `plua_poll`, once every few thousand steps.
#define PLUA_POLL_EVERY(L, counter) \
  do { \
    if ((++(counter) & 0xfff) == 0) plua_poll(L); \
  } while (0)

/// Likewise for steps that each go through some bytes.
#define PLUA_POLL_BYTES(L, counter, bytes) \
  do { \
    (counter) += 1 + (bytes) / 256; \
    if ((counter) > 0xfff) { \
      (counter) = 0; \
      plua_poll(L); \
    } \
  } while (0)

// watchdog.c
void plua_watch(plua_state *S);
void plua_unwatch(plua_state *S);

// held.c

/// Takes over a reference to a Swift object, and returns the slot that it is in.
size_t plua_hold(plua_state *S, void *object);
void plua_let_go(plua_state *S, size_t slot);
void plua_let_all_go(plua_state *S);

// calls.c
void plua_check_depth(const plua_state *S, uint32_t depth);

// columns.c
int plua_column_index(lua_State *L);
void plua_add_column_basics(lua_State *L);

// Libraries: each adds its functions to the table on top of the stack and leaves it there.
void plua_add_coroutines(lua_State *L);
void plua_add_strings(lua_State *L);
/// Replaces the `string.format` that can be stopped by one that shows no addresses either.
void plua_add_deterministic_format(lua_State *L);
void plua_add_tables(lua_State *L);
void plua_add_base(lua_State *L);
/// Puts guards before functions in the tables of their own libraries.
void plua_add_guards(lua_State *L);
/// Raises if a function's format or its arguments are more than anybody writes.
void plua_check_format(lua_State *L);
/// Pushes the function that a guard protects.
void plua_push_standard(lua_State *L, const char *library, const char *name);
/// upvalue: the standard library's `string.format`
int plua_stoppable_format(lua_State *L);
int plua_deterministic_tostring(lua_State *L);
int plua_ordered_next(lua_State *L);
int plua_ordered_pairs(lua_State *L);
int plua_ordered_keys(lua_State *L);

#endif
