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
