// What processors can do and Swift has no word for.
#ifndef CPROCESSOR_H
#define CPROCESSOR_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#ifndef __wasm__
#include <time.h>
#endif

// The compiler has these vectors for every processor, in whatever registers that one has.
typedef uint8_t PinfoldBytes __attribute__((ext_vector_type(64)));
typedef bool PinfoldMarks __attribute__((ext_vector_type(64)));

// Which of 64 bytes are a certain one: a bit for each, the lowest for the first. Swift's vectors get to bits
// one byte at a time.
static inline uint64_t pinfold_marks(const uint8_t *_Nonnull start, uint8_t byte) {
  PinfoldBytes bytes;
  memcpy(&bytes, start, sizeof bytes);
  const PinfoldMarks marks = __builtin_convertvector(bytes == byte, PinfoldMarks);
  return __builtin_bit_cast(uint64_t, marks);
}

// Starts to bring the line of memory at an address into the cache. Nothing waits for it, and an address of
// nothing does no harm.
static inline void pinfold_fetch(const void *_Nonnull address) { __builtin_prefetch(address); }

// The processor time of the calling thread in seconds; 0 in a WebAssembly module, which has no clock for it.
static inline double pinfold_thread_seconds(void) {
#ifdef __wasm__
  return 0;
#else
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
#endif
}

#endif
