// The C half of the Lua binding.
//
// Lua reports errors with longjmp, which must never leave a Swift frame behind. So Swift never calls any
// function of Lua that may raise, and C never lets an error of Swift's side become a jump before the Swift
// frame is gone:
//
//  * Lua calls Swift through one C function (calls.c). Swift returns a plan, and C raises.
//  * Swift calls Lua through `plua_call` and its kin, all protected.
//  * Swift may push values freely, because the memory limit holds only while Lua code runs (memory.c).
#ifndef PLUA_BRIDGE_H
#define PLUA_BRIDGE_H

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The bridge's own data on one Lua state. Counted: handles that interrupt a state, and references into it,
/// may outlive it.
typedef struct plua_state plua_state;

// MARK: Life (state.c)

/// The outcome of a Swift closure, when it is not a number of results.
enum {
  PLUA_RAISE = -1,     // the error value is on top of the stack
  PLUA_RERAISE = -2,   // likewise; it came from Lua and keeps the traceback that it has
  PLUA_ARGUMENT = -3,  // a message is on top of the stack, *argument is the number of the bad argument
  PLUA_NO_MEMORY = -4, // nothing is on the stack; the error is the one of a refused allocation
};

/// Runs the closure `box`. The result is a number of results or one of the constants above.
typedef int (*plua_closure_call)(lua_State *L, void *box, int *argument);
typedef void (*plua_release)(void *object);

plua_state *plua_new(plua_closure_call call, plua_release release);
/// Closes the Lua state and releases one reference to `S`.
void plua_close(plua_state *S);
void plua_retain(plua_state *S);
void plua_forget(plua_state *S);
plua_state *plua_state_of(lua_State *L);
/// The Lua thread that runs now, the main one when none does; NULL once the state is closing.
lua_State *plua_current(const plua_state *S);

/// Pops the value on top of the stack into the registry.
int plua_reference(lua_State *L);
void plua_push_reference(lua_State *L, int reference);
/// May be called from any thread at any time: the registry is touched later, by the state's own thread.
void plua_drop_reference(plua_state *S, int reference);

// MARK: Memory (memory.c)

void plua_set_memory_limit(plua_state *S, size_t bytes);  // 0: none
size_t plua_memory_used(const plua_state *S);
size_t plua_memory_peak(const plua_state *S);
/// Collects all garbage, finalizers included.
void plua_collect(lua_State *L);
/// The bytes that are left below the limit; `SIZE_MAX` without one.
size_t plua_room(lua_State *L);
/// Whether so many more native bytes stay below the limit, if need be after a collection.
bool plua_has_room(lua_State *L, size_t bytes);

// MARK: Stopping (stopping.c)

typedef enum plua_stop {
  PLUA_RUNNING,
  PLUA_INTERRUPTED,
  PLUA_OUT_OF_TIME,
  PLUA_OUT_OF_INSTRUCTIONS,
} plua_stop;

/// Limits for each outermost run from now on; 0 means none.
void plua_set_time_limit(plua_state *S, double seconds);
void plua_set_processor_limit(plua_state *S, double seconds);
void plua_set_instruction_limit(plua_state *S, uint64_t instructions);
/// Instructions counted so far; counting happens only under an instruction limit.
uint64_t plua_instructions(const plua_state *S);
/// Times each line of Lua code from the next run on; what was timed is forgotten when it ends.
void plua_set_profiling(plua_state *S, bool on);
/// Calls `body` for each line that was run, with the name of its chunk, its seconds and its visits.
void plua_profile_each(
    const plua_state *S, void *context,
    void (*body)(void *context, const char *chunk, int line, double seconds, uint64_t visits));
/// Stops the run under way, or the next one. May be called from any thread and from signal handlers.
void plua_interrupt(plua_state *S);
void plua_clear_interrupt(plua_state *S);
/// From now on a run that stays in Lua for so long past its time limit ends the process with a message and
/// exit code 1; 0: it goes on. For all states.
void plua_end_process_after(double seconds);
/// What that message calls the code of a state; not during a run.
void plua_set_name(plua_state *S, const char *name);
/// Seconds until the deadline of the run under way; infinity where it has none.
double plua_seconds_left(const plua_state *S);
/// Whether a run ought to stop; for long native work, from any thread that works for it.
bool plua_stop_requested(const plua_state *S);
/// Likewise, but on the state's own thread: from then on the run counts as stopped.
bool plua_should_stop(plua_state *S);
/// The reason why the last outermost run was stopped, if it was.
plua_stop plua_stopped(const plua_state *S);

// MARK: Protected calls (calls.c)

/// Like `lua_pcall`; records where an error came from and its traceback.
int plua_call(lua_State *L, int arguments, int results);
/// Compiles text, never bytecode.
int plua_load(lua_State *L, const char *text, size_t length, const char *name);
/// Calls a C function on the `arguments` values on top of the stack.
int plua_call_c(lua_State *L, lua_CFunction function, int arguments, int results);
int plua_get(lua_State *L, int table);              // key -> value
int plua_set(lua_State *L, int table);              // key, value ->
int plua_tostring(lua_State *L, int index);         // -> string, __tostring honoured
int plua_compare(lua_State *L, int operation);      // a, b -> boolean
int plua_keys(lua_State *L, int table);             // -> array of all keys in the order of `pairs`

const char *plua_traceback(const plua_state *S);
/// The first Lua function at the last error: short source and line, 0 when there was none.
int plua_error_line(const plua_state *S, const char **chunk);

void plua_push_closure(lua_State *L, void *box);    // owns box
/// Likewise for the members of classes, which live as long as the state: cheaper to make and to let go.
void plua_push_member(lua_State *L, void *box);

// MARK: Objects (objects.c) and columns (columns.c)

typedef enum plua_cell_type { PLUA_NO_CELLS, PLUA_DOUBLE, PLUA_INT64, PLUA_INT32, PLUA_UINT32 } plua_cell_type;

/// Numbers that Lua code reads without calling Swift.
typedef struct plua_cells {
  const void *base;
  size_t count;
  plua_cell_type type;
} plua_cells;

/// Pushes the metatable of a class, which `key` identifies. A new one is empty but for what all objects
/// share; returns whether it is new.
bool plua_push_class(lua_State *L, const void *key, const char *name, bool cells);
/// Makes the value on top of the stack a method, a getter, a metamethod ("__add"), the fallback for keys that
/// are neither method, getter nor cell, or what is called first for each name. The class is below it and
/// stays.
///
/// An object that the preference returns for the name of a method is called in the method's place.
void plua_add_method(lua_State *L, const char *name);
void plua_add_getter(lua_State *L, const char *name);
void plua_add_metamethod(lua_State *L, const char *name);
void plua_add_fallback(lua_State *L);
void plua_add_preference(lua_State *L);
/// Pops a function that is called with an object and a key that none of its members has.
void plua_set_unknown(lua_State *L);
/// Pushes an object and takes ownership of it; returns false, with nothing pushed and nothing owned, if the
/// class is not known yet. An object with native bytes that Lua code holds already comes back as the same
/// userdata.
bool plua_push_object(lua_State *L, void *object, const void *key, plua_cells cells, size_t bytes);
/// Returns NULL if the value is no such object, or a closed one.
void *plua_object(lua_State *L, int index, const void *key);
bool plua_is_closed(lua_State *L, int index, const void *key);
/// Whether the object on top of the stack has no list of parts yet.
bool plua_lacks_parts(lua_State *L);
/// Pops a table of parts, which the object below it keeps.
void plua_set_parts(lua_State *L);
/// Pushes what stands for memory that several objects share, so that it counts once: the one that an address
/// has already, or else a new one. Takes over the owner, which keeps the memory.
void plua_push_part(lua_State *L, void *owner, const void *address, size_t bytes);
/// Pushes an array of the names of an object's methods and getters, or nil.
void plua_members(lua_State *L, int index);
/// Whether an object has elements by number.
bool plua_has_elements(lua_State *L, int index);
/// Replaces the `count` columns on top of the stack by the three values of `for i, a, b in`.
void plua_push_iterator(lua_State *L, int count);

// MARK: Libraries (libraries.c)

/// Protected; statuses as of `lua_pcall`.
int plua_open_sandbox(lua_State *L, uint64_t seed);
int plua_open_all(lua_State *L);
/// Restarts the sandbox's random numbers.
int plua_restart_random(lua_State *L);
/// Pushes `io.open` of the standard library, without opening the library to anyone else.
int plua_push_io_open(lua_State *L);

// MARK: Macros that Swift cannot see

static inline void plua_pop(lua_State *L, int count) { lua_settop(L, -count - 1); }
static inline void plua_insert(lua_State *L, int index) { lua_rotate(L, index, 1); }
static inline void plua_remove(lua_State *L, int index) {
  lua_rotate(L, index, -1);
  lua_settop(L, -2);
}
static inline void plua_push_globals(lua_State *L) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
}
/// Pops a metatable, which the state keeps by a name.
static inline void plua_keep_metatable(lua_State *L, const char *name) {
  lua_setfield(L, LUA_REGISTRYINDEX, name);
}
/// Pushes the metatable of a name, or nil.
static inline void plua_push_metatable(lua_State *L, const char *name) {
  lua_getfield(L, LUA_REGISTRYINDEX, name);
}

#endif
