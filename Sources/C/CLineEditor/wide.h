// UTF-8 and wide characters, which are Unicode scalars here, without asking the locale.
#ifndef CLINEEDITOR_WIDE_H
#define CLINEEDITOR_WIDE_H

#include <stddef.h>
#include <wchar.h>

/// The bytes of a sequence that begins with `first`; 0 where none does.
int wide_length(unsigned char first);
/// Decodes one sequence of at most `length` bytes and returns its number of bytes; 0 if there is none.
size_t wide_decode(const char *bytes, size_t length, wchar_t *character);
size_t wide_utf8_length(wchar_t character);

/// Both allocate; `bytes` is the length without the zero at the end.
char *wide_to_utf8(const wchar_t *text, size_t length, size_t *bytes);
wchar_t *wide_from_utf8(const char *text, size_t length);

#endif
