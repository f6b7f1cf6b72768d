// The part of wasi-libc that the library calls.
#ifndef WASILIBC_H
#define WASILIBC_H

#include <math.h>

#endif
