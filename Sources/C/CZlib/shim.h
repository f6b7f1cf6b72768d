#include <zlib.h>

// inflateInit2 is a macro, which Swift cannot call: 15 window bits, 16 more for the gzip wrapper, negative
// ones for no wrapper.
static inline int pinfold_inflate_init(z_stream *stream, int bits) { return inflateInit2(stream, bits); }

// deflateInit2 is one too: the usual level and memory.
static inline int pinfold_deflate_init(z_stream *stream) {
  return deflateInit2(stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}
