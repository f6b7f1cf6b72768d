#include "wide.h"

#include <stdlib.h>

int wide_length(unsigned char first) {
  if (first < 0x80) return 1;
  if (first < 0xC2) return 0;
  if (first < 0xE0) return 2;
  if (first < 0xF0) return 3;
  return first < 0xF5 ? 4 : 0;
}

size_t wide_decode(const char *bytes, size_t length, wchar_t *character) {
  if (length == 0) return 0;
  unsigned char first = (unsigned char)bytes[0];
  size_t count = (size_t)wide_length(first);
  if (count == 0 || count > length) return 0;
  unsigned value = count == 1 ? first : first & (0x7Fu >> count);
  for (size_t place = 1; place < count; place++) {
    unsigned char byte = (unsigned char)bytes[place];
    if ((byte & 0xC0) != 0x80) return 0;
    value = value << 6 | (byte & 0x3F);
  }
  *character = (wchar_t)value;
  return count;
}

size_t wide_utf8_length(wchar_t character) {
  unsigned value = (unsigned)character;
  return value < 0x80 ? 1 : value < 0x800 ? 2 : value < 0x10000 ? 3 : 4;
}

char *wide_to_utf8(const wchar_t *text, size_t length, size_t *bytes) {
  char *result = malloc(4 * length + 1);
  if (!result) return NULL;
  size_t end = 0;
  for (size_t place = 0; place < length; place++) {
    unsigned value = (unsigned)text[place];
    size_t count = wide_utf8_length(text[place]);
    for (size_t rest = count - 1; rest > 0; rest--) {
      result[end + rest] = (char)(0x80 | (value & 0x3F));
      value >>= 6;
    }
    static const unsigned char marks[] = {0, 0, 0xC0, 0xE0, 0xF0};
    result[end] = (char)(marks[count] | value);
    end += count;
  }
  result[end] = 0;
  *bytes = end;
  return result;
}

wchar_t *wide_from_utf8(const char *text, size_t length) {
  wchar_t *result = malloc((length + 1) * sizeof *result);
  if (!result) return NULL;
  size_t end = 0;
  for (size_t place = 0; place < length;) {
    size_t count = wide_decode(text + place, length - place, &result[end]);
    if (count > 0) end++;
    place += count > 0 ? count : 1;
  }
  result[end] = 0;
  return result;
}
