// What Embedded Swift expects of a system, for a module that has none.
#include <stddef.h>
#include <stdint.h>

uintptr_t __stack_chk_guard = 0x5bd1e995;

_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }

// Seeds of hash tables. Results do not depend on them.
void arc4random_buf(void *start, size_t count) {
  for (unsigned char *byte = start; count > 0; count--) *byte++ = 0x9e;
}

// JavaScript sees that a call failed; there is no stream for messages.
int putchar(int character) { return character; }

// The standard library asks for these where it compares texts that are not ASCII. The module compares no such
// text, and the tables of which characters are composed of which would be a fourteenth of it.
uint16_t _swift_stdlib_getNormData(uint32_t scalar) { return 0; }
uint32_t _swift_stdlib_getDecompositionEntry(uint32_t scalar) { return 0; }
uint32_t _swift_stdlib_getComposition(uint32_t first, uint32_t second) { return UINT32_MAX; }
const uint8_t *const _swift_stdlib_nfd_decompositions = 0;

// For sines and cosines of more than a million turns, which a globe does not have.
int __rem_pio2_large(double *angle, double *rest, int exponent, int count, int precision) { __builtin_trap(); }
