// One thread for the whole process that looks at the deadlines of all runs.
//
// One thing it cannot stop: a table that is its own `__call`, or a long chain of such, given to the metatable
// after `setmetatable` looked at it. Lua 5.4 goes around it in C, without a hook, until its stack of a
// million values is full, with more work each time: for minutes. A host may choose that whoever does not come
// out of Lua for some time after its deadline ends the process, with a message: better than a hang.
//
// It ticks only while there are runs with a deadline (and a little longer, so that a series of short runs
// does not wake it each time). It signals a late run at every tick, so that no single signal matters.

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "internal.h"

enum { TICK_NANOSECONDS = 5000000, IDLE_TICKS = 200 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;
static pthread_once_t started = PTHREAD_ONCE_INIT;
static plua_state *first;
static bool asleep;

/// A run is stuck after so many ticks in Lua past its deadline, 0: never. Ticks, because the clock goes on
/// while the process is suspended.
static atomic_uint patience;

void plua_end_process_after(double seconds) {
  double ticks = seconds * 1e9 / TICK_NANOSECONDS;
  atomic_store(&patience, ticks > 1e9 ? 1000000000 : ticks > 0 ? (unsigned)ticks + 1 : 0);
}

/// Signals a late run to stop.
static void remind(plua_state *S) {
  plua_signal(S);
  S->late_ticks = plua_guest(S) ? S->late_ticks + 1 : 0;
  unsigned most = atomic_load_explicit(&patience, memory_order_relaxed);
  if (most == 0 || S->late_ticks <= most) return;
  fprintf(stderr,
          "pinfold: %s%stime limit exceeded by code that cannot be stopped, such as a table that is its own '__call'\n",
          S->name ? S->name : "", S->name ? ": " : "");
  _exit(1);
}

static void *watch(void *unused) {
  (void)unused;
  int idle = 0;
  for (;;) {
    pthread_mutex_lock(&lock);
    while (!first && idle >= IDLE_TICKS) {
      asleep = true;
      pthread_cond_wait(&wake, &lock);
      asleep = false;
      idle = 0;
    }
    idle = first ? 0 : idle + 1;
    uint64_t now = plua_now();
    for (plua_state *S = first; S; S = S->next)
      if (now > atomic_load_explicit(&S->deadline, memory_order_relaxed)) remind(S); else S->late_ticks = 0;
    pthread_mutex_unlock(&lock);
    nanosleep(&(struct timespec){.tv_nsec = TICK_NANOSECONDS}, NULL);
  }
  return NULL;
}

static void start(void) {
  // The new thread inherits the mask: signals of the program go to the program's own threads.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  if (pthread_create(&thread, NULL, watch, NULL) != 0) abort();
  pthread_detach(thread);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void plua_watch(plua_state *S) {
  pthread_once(&started, start);
  pthread_mutex_lock(&lock);
  S->watched = true;
  S->late_ticks = 0;
  S->previous = NULL;
  S->next = first;
  if (first) first->previous = S;
  first = S;
  if (asleep) pthread_cond_signal(&wake);
  pthread_mutex_unlock(&lock);
}

void plua_unwatch(plua_state *S) {
  pthread_mutex_lock(&lock);
  S->watched = false;
  if (S->previous) S->previous->next = S->next; else first = S->next;
  if (S->next) S->next->previous = S->previous;
  pthread_mutex_unlock(&lock);
}
