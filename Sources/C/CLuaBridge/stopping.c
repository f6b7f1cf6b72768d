// Stopping a run: by interrupt, at a deadline, after a number of instructions.
//
// A hook that is always there makes Lua code up to twice as slow. So normally there is none: to stop a run, a
// signal is sent to its thread, and the handler sets a hook (which `lua_sethook` is made for).
// The hook then raises an error at every instruction until the outermost run is left, so that no loop
// around `pcall` survives it. Only an instruction limit needs a hook that counts from the start.

#include <math.h>
#include <signal.h>
#include <string.h>
#include <time.h>

#include "internal.h"

// The thread sanitizer holds signals back until a thread calls the system, which Lua code need not do.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define ALWAYS_COUNT 1
#endif
#endif
#ifndef ALWAYS_COUNT
#define ALWAYS_COUNT 0
#endif

enum { COUNT_INTERVAL = 1000 };

// Ignored unless somebody handles it, and hardly anybody does.
#define STOP_SIGNAL SIGURG

_Static_assert(ATOMIC_BOOL_LOCK_FREE == 2 && ATOMIC_INT_LOCK_FREE == 2, "used in signal handlers");

static _Thread_local plua_state *volatile running_here;

uint64_t plua_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

// MARK: Whether to stop

uint64_t plua_thread_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/// The same at `now`, too late by a tenth of a millisecond at most: to look takes a call of the system, and a
/// frame may have hundreds of runs.
static uint64_t about_thread_time(uint64_t now) {
  static _Thread_local uint64_t looked_at, seen;
  if (!looked_at || now - looked_at > 100000) {
    looked_at = now;
    seen = plua_thread_time();
  }
  return seen + (now - looked_at);
}

/// A thread has no more processor time than the clock on the wall, which is cheaper to read: until that much
/// has passed the thread cannot be late, and then it gets what is left.
static bool is_late(plua_state *S) {
  uint64_t deadline = atomic_load_explicit(&S->deadline, memory_order_relaxed), now;
  if (!deadline || (now = plua_now()) <= deadline) return false;
  uint64_t wall = atomic_load_explicit(&S->wall_deadline, memory_order_relaxed);
  if (!S->thread_deadline || (wall && now > wall)) return true;
  uint64_t spent = plua_thread_time();
  if (spent >= S->thread_deadline) return true;
  deadline = now + (S->thread_deadline - spent);
  if (wall && wall < deadline) deadline = wall;
  atomic_store_explicit(&S->deadline, deadline, memory_order_relaxed);
  return false;
}

/// To be called on the thread of the run.
static plua_stop reason_to_stop(plua_state *S) {
  if (atomic_load_explicit(&S->interrupt, memory_order_relaxed)) return PLUA_INTERRUPTED;
  return is_late(S) ? PLUA_OUT_OF_TIME : PLUA_RUNNING;
}

double plua_seconds_left(const plua_state *S) {
  uint64_t deadline = atomic_load_explicit(&S->wall_deadline, memory_order_relaxed), now = plua_now();
  return deadline == 0 ? INFINITY : deadline > now ? (double)(deadline - now) * 1e-9 : 0;
}

/// From any thread, so by the clock on the wall alone.
bool plua_stop_requested(const plua_state *S) {
  return atomic_load_explicit(&S->interrupt, memory_order_relaxed) || plua_seconds_left(S) <= 0;
}

bool plua_should_stop(plua_state *S) {
  // Between runs there is none to mark as stopped, and the reason of the last stop does not hold any more.
  if (S->run_depth == 0) return plua_stop_requested(S);
  if (!S->stopped) {
    // A run on behalf of another state stops with it.
    for (plua_state *T = S; T && !S->stopped; T = T->outer) S->stopped = reason_to_stop(T);
    if (!S->stopped && S->instruction_limit && S->instructions >= S->instruction_limit)
      S->stopped = PLUA_OUT_OF_INSTRUCTIONS;
  }
  return S->stopped != PLUA_RUNNING;
}

plua_stop plua_stopped(const plua_state *S) { return S->stopped; }

// MARK: The hook

static void hook(lua_State *L, lua_Debug *info);

static void arm(lua_State *L) { lua_sethook(L, hook, LUA_MASKCOUNT, 1); }

/// Resets the hook to that of a run that is not to stop.
static void disarm(lua_State *L, int interval) {
  int mask = (interval ? LUA_MASKCOUNT : 0) | (plua_of(L)->profile ? LUA_MASKLINE | LUA_MASKRET : 0);
  lua_sethook(L, mask ? hook : NULL, mask, interval);
}

static const char *text(plua_stop stop) {
  switch (stop) {
  case PLUA_INTERRUPTED: return "interrupted";
  case PLUA_OUT_OF_TIME: return "time limit exceeded";
  case PLUA_OUT_OF_INSTRUCTIONS: return "instruction limit exceeded";
  default: return "";
  }
}

static void raise_stop(lua_State *L) {
  plua_state *S = plua_of(L);
  arm(L);
  lua_Debug info;
  int line = 0;
  for (int level = 0; line <= 0 && lua_getstack(L, level, &info); level++) {
    lua_getinfo(L, "Sl", &info);
    line = info.currentline;
  }
  plua_set_guest(S, false);  // a state that is out of memory must still learn why it stops
  if (line > 0) {
    lua_pushfstring(L, "%s:%d: %s", info.short_src, line, text(S->stopped));
  } else {
    lua_pushstring(L, text(S->stopped));
  }
  plua_set_guest(S, true);
  lua_error(L);
}

static void hook(lua_State *L, lua_Debug *info) {
  plua_state *S = plua_of(L);
  if (info->event != LUA_HOOKCOUNT) {
    if (S->profile) plua_profile_event(S, L, info);
    return;
  }
  int count = lua_gethookcount(L);
  if (S->interval && count == S->interval) S->instructions += (uint64_t)count;
  if (!S->stopped) {
    // Before looking, or a signal between the look and this would be lost.
    if (count != S->interval) disarm(L, S->interval);
    if (S->collects_soon) {
      S->collects_soon = false;
      plua_collect_scheduled(L);
    }
    if (!plua_should_stop(S)) return;
  }
  raise_stop(L);
}

void plua_poll(lua_State *L) {
  if (plua_should_stop(plua_of(L))) raise_stop(L);
}

void plua_schedule_collection(plua_state *S) {
  S->collects_soon = true;
  if (S->current) arm(S->current);
}

// MARK: Asking for a stop

static void on_signal(int unused) {
  (void)unused;
  for (plua_state *S = running_here; S; S = S->outer) {
    lua_State *L = S->current;
    if (L) arm(L);
  }
}

static void install_handler(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(STOP_SIGNAL, &action, NULL);
}

/// Worker threads of libdispatch, and hence Swift's tasks, block all signals.
static void let_signal_in(void) {
  static pthread_once_t installed = PTHREAD_ONCE_INIT;
  static _Thread_local bool done;
  if (ALWAYS_COUNT || done) return;
  pthread_once(&installed, install_handler);
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, STOP_SIGNAL);
  pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
  done = true;
}

/// Signals the thread of the run under way. The run does not end, and hence the thread exists, while
/// `signallers` is not zero; there is no lock, so that signal handlers can come here.
void plua_signal(plua_state *S) {
  if (ALWAYS_COUNT) return;
  atomic_fetch_add(&S->signallers, 1);
  if (atomic_load(&S->running)) pthread_kill(S->thread, STOP_SIGNAL);
  atomic_fetch_sub(&S->signallers, 1);
}

void plua_interrupt(plua_state *S) {
  atomic_store(&S->interrupt, true);
  plua_signal(S);
}

void plua_clear_interrupt(plua_state *S) { atomic_store(&S->interrupt, false); }

// MARK: Runs

void plua_set_time_limit(plua_state *S, double seconds) { S->time_limit = seconds; }
void plua_set_processor_limit(plua_state *S, double seconds) { S->processor_limit = seconds; }
void plua_set_instruction_limit(plua_state *S, uint64_t instructions) { S->instruction_limit = instructions; }
uint64_t plua_instructions(const plua_state *S) { return S->instructions; }

void plua_switch(plua_state *S, lua_State *L) {
  S->current = L;
  atomic_signal_fence(memory_order_seq_cst);
  if (lua_gethookcount(L) != S->interval) disarm(L, S->interval);
  if (S->stopped || atomic_load_explicit(&S->interrupt, memory_order_relaxed)) arm(L);
}

void plua_begin_run(plua_state *S, lua_State *L) {
  let_signal_in();
  S->stopped = PLUA_RUNNING;
  S->instructions = 0;
  S->interval = ALWAYS_COUNT ? COUNT_INTERVAL : 0;
  if (S->instruction_limit)
    S->interval = S->instruction_limit < COUNT_INTERVAL ? (int)S->instruction_limit : COUNT_INTERVAL;
  if (S->interval == 1) S->interval = 2;  // an interval of one is what an armed hook has
  S->thread = pthread_self();
  S->outer = running_here;
  S->current = L;
  atomic_store(&S->running, true);
  running_here = S;
  if (S->profile) {
    plua_profile_begin(S);
    disarm(L, S->interval);
  }
  if (S->time_limit > 0 || S->processor_limit > 0) {
    uint64_t now = plua_now(), processor = (uint64_t)(S->processor_limit * 1e9);
    uint64_t wall = S->time_limit > 0 ? now + (uint64_t)(S->time_limit * 1e9) : 0;
    S->thread_deadline = processor ? about_thread_time(now) + processor : 0;
    atomic_store(&S->wall_deadline, wall);
    atomic_store(&S->deadline, processor && (!wall || now + processor < wall) ? now + processor : wall);
    plua_watch(S);
  }
}

void plua_end_run(plua_state *S, lua_State *L) {
  if (S->watched) plua_unwatch(S);
  running_here = S->outer;
  if (S->profile) plua_profile_end(S);
  if (atomic_load_explicit(&S->deadline, memory_order_relaxed)) {
    atomic_store(&S->deadline, 0);
    atomic_store(&S->wall_deadline, 0);
  }
  atomic_store(&S->running, false);
  while (atomic_load(&S->signallers) > 0) {}
  // An interrupt is for one run.
  if (S->stopped == PLUA_INTERRUPTED) atomic_store(&S->interrupt, false);
  S->current = S->main;
  if (lua_gethook(L)) lua_sethook(L, NULL, 0, 0);
}
