// Lua patterns, compiled to a list of items and matched by backtracking.
#ifndef PLUA_PATTERNS_H
#define PLUA_PATTERNS_H

#include "internal.h"

enum { PLUA_MAXIMUM_CAPTURES = 32 };

typedef struct pattern_item {
  enum {
    ITEM_BYTE, ITEM_ANY, ITEM_CLASS, ITEM_SET,  // one byte, may be repeated
    ITEM_FRONTIER, ITEM_BALANCED, ITEM_BACK,
    ITEM_OPEN, ITEM_CLOSE, ITEM_POSITION, ITEM_END,
  } kind;
  char repeat;               // one of * + - ? or 0
  unsigned char a, b;        // the byte, class, delimiters or number of the capture
  const char *set, *set_end; // the part between the brackets; points into the pattern
} pattern_item;

typedef struct pattern {
  const char *text, *text_end;
  pattern_item *items;
  int count, captures;
  bool anchored;
} pattern;

typedef struct pattern_match {
  lua_State *L;
  const pattern *pattern;
  const char *subject, *subject_end;
  struct { const char *start, *end; bool is_position; } captures[PLUA_MAXIMUM_CAPTURES];
  unsigned steps;
} pattern_match;

/// Compiles into `space` if it suffices; otherwise pushes a userdata that holds the items, else nil.
/// Raises if the pattern is malformed.
void plua_compile(lua_State *L, pattern *result, const char *text, size_t length, bool may_anchor,
                  pattern_item *space, size_t space_count);
/// Returns the end of a match that starts at `start`, or NULL. Raises if the run is to stop.
const char *plua_match(pattern_match *match, const char *start);

#endif
