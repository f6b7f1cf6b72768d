#include <zlib.h>

// inflateInit2 is a macro, which Swift cannot call: 15 window bits, 16 more for the gzip wrapper.
static inline int pinfold_inflate_init(z_stream *stream) { return inflateInit2(stream, 15 + 16); }
