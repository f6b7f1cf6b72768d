// The matcher behind `string.find` and its kin, after the reference manual (§6.4.1).
//
// Backtracking can take time exponential in the number of `-`, `*` and `+` items, all of it in C where no
// hook runs. This matcher asks now and then whether to stop; that is why it exists. A malformed pattern is an
// error even if matching would not have come to the malformed part.

#include "patterns.h"

#include <string.h>

// MARK: Classes

static bool is_lower(unsigned char c) { return c >= 'a' && c <= 'z'; }
static bool is_upper(unsigned char c) { return c >= 'A' && c <= 'Z'; }
static bool is_digit(unsigned char c) { return c >= '0' && c <= '9'; }
static bool is_letter(unsigned char c) { return is_lower(c | 0x20) && c < 0x80; }
static bool is_graphic(unsigned char c) { return c > ' ' && c < 0x7f; }

/// Only ASCII, whatever the locale.
static bool in_class(unsigned char c, unsigned char class) {
  bool inside;
  switch (class | 0x20) {
  case 'a': inside = is_letter(c); break;
  case 'c': inside = c < ' ' || c == 0x7f; break;
  case 'd': inside = is_digit(c); break;
  case 'g': inside = is_graphic(c); break;
  case 'l': inside = is_lower(c); break;
  case 'p': inside = is_graphic(c) && !is_letter(c) && !is_digit(c); break;
  case 's': inside = c == ' ' || (c >= '\t' && c <= '\r'); break;
  case 'u': inside = is_upper(c); break;
  case 'w': inside = is_letter(c) || is_digit(c); break;
  case 'x': inside = is_digit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f'); break;
  default: return c == class;
  }
  return is_upper(class) ? !inside : inside;
}

static bool is_class(unsigned char c) {
  return is_letter(c) && strchr("acdglpsuwx", c | 0x20) != NULL;
}

static bool in_set(unsigned char c, const char *set, const char *end) {
  bool negated = set < end && *set == '^';
  const char *p = negated ? set + 1 : set;
  while (p < end) {
    if (*p == '%' && p + 1 < end) {
      if (in_class(c, (unsigned char)p[1])) return !negated;
      p += 2;
    } else if (end - p > 2 && p[1] == '-') {
      if ((unsigned char)p[0] <= c && c <= (unsigned char)p[2]) return !negated;
      p += 3;
    } else {
      if ((unsigned char)*p == c) return !negated;
      p++;
    }
  }
  return negated;
}

// MARK: Compiling

/// `p` is after the opening bracket; the result is at the closing one.
static const char *end_of_set(lua_State *L, const char *p, const char *end) {
  if (p < end && *p == '^') p++;
  for (bool first = true; p < end; first = false) {
    if (*p == ']' && !first) return p;
    p += *p == '%' ? 2 : 1;
  }
  luaL_error(L, "malformed pattern (missing ']')");
  return NULL;
}

/// Compiles items that take one byte each, or other things that begin with `%`. Returns the rest.
static const char *compile_escape(lua_State *L, pattern_item *item, const char *p, const char *end,
                                  const bool *closed) {
  if (p == end) luaL_error(L, "malformed pattern (ends with '%%')");
  unsigned char c = (unsigned char)*p++;
  item->a = c;
  if (c == 'b') {
    if (end - p < 2) luaL_error(L, "malformed pattern (missing arguments to '%%b')");
    item->kind = ITEM_BALANCED;
    item->a = (unsigned char)p[0];
    item->b = (unsigned char)p[1];
    return p + 2;
  }
  if (c == 'f') {
    if (p == end || *p != '[') luaL_error(L, "missing '[' after '%%f' in pattern");
    item->kind = ITEM_FRONTIER;
    item->set = p + 1;
    item->set_end = end_of_set(L, p + 1, end);
    return item->set_end + 1;
  }
  if (is_digit(c)) {
    int capture = c - '1';
    if (capture < 0 || !closed[capture]) luaL_error(L, "invalid capture index %%%d in pattern", capture + 1);
    item->kind = ITEM_BACK;
    item->a = (unsigned char)capture;
    return p;
  }
  item->kind = is_class(c) ? ITEM_CLASS : ITEM_BYTE;
  return p;
}

enum { MAXIMUM_REPEATS = 200 };

void plua_compile(lua_State *L, pattern *result, const char *text, size_t length, bool may_anchor,
                  pattern_item *space, size_t space_count) {
  if (length > space_count) {
    space = lua_newuserdatauv(L, length * sizeof *space, 0);
  } else {
    lua_pushnil(L);
  }
  const char *p = text, *end = text + length;
  int count = 0, captures = 0, opened = 0, repeats = 0;
  unsigned char open[PLUA_MAXIMUM_CAPTURES];
  bool closed[PLUA_MAXIMUM_CAPTURES] = {false};
  bool anchored = may_anchor && p < end && *p == '^';
  if (anchored) p++;
  while (p < end) {
    pattern_item *item = &space[count++];
    *item = (pattern_item){.kind = ITEM_BYTE, .a = (unsigned char)*p};
    switch (*p++) {
    case '(':
      if (captures == PLUA_MAXIMUM_CAPTURES) luaL_error(L, "too many captures");
      item->a = (unsigned char)captures++;
      if (p < end && *p == ')') {
        p++;
        item->kind = ITEM_POSITION;
        closed[item->a] = true;
      } else {
        item->kind = ITEM_OPEN;
        open[opened++] = item->a;
      }
      continue;
    case ')':
      if (opened == 0) luaL_error(L, "invalid pattern capture");
      item->kind = ITEM_CLOSE;
      item->a = open[--opened];
      closed[item->a] = true;
      continue;
    case '$':
      if (p == end) item->kind = ITEM_END;
      break;
    case '%': p = compile_escape(L, item, p, end, closed); break;
    case '.': item->kind = ITEM_ANY; break;
    case '[':
      item->kind = ITEM_SET;
      item->set = p;
      item->set_end = end_of_set(L, p, end);
      p = item->set_end + 1;
      break;
    default: break;
    }
    bool repeats_here = item->kind <= ITEM_SET && p < end && memchr("*+-?", *p, 4) != NULL;
    if (!repeats_here) continue;
    item->repeat = *p++;
    if (++repeats > MAXIMUM_REPEATS) luaL_error(L, "pattern too complex");
  }
  if (opened > 0) luaL_error(L, "unfinished capture");
  *result = (pattern){text, end, space, count, captures, anchored};
}

// MARK: Matching

static bool takes(const pattern_item *item, unsigned char c) {
  switch (item->kind) {
  case ITEM_BYTE: return c == item->a;
  case ITEM_ANY: return true;
  case ITEM_CLASS: return in_class(c, item->a);
  default: return in_set(c, item->set, item->set_end);
  }
}

static const char *balanced(pattern_match *m, const pattern_item *item, const char *s) {
  if (s == m->subject_end || (unsigned char)*s != item->a) return NULL;
  size_t depth = 1;
  for (s++; s < m->subject_end; s++) {
    unsigned char c = (unsigned char)*s;
    if (c == item->b) {
      if (--depth == 0) return s + 1;
    } else if (c == item->a) {
      depth++;
    }
    PLUA_POLL_EVERY(m->L, m->steps);
  }
  return NULL;
}

static const char *back_reference(pattern_match *m, int capture, const char *s) {
  // A position capture has no text; the standard library then never matches.
  if (m->captures[capture].is_position) return NULL;
  size_t length = (size_t)(m->captures[capture].end - m->captures[capture].start);
  if ((size_t)(m->subject_end - s) < length) return NULL;
  return memcmp(m->captures[capture].start, s, length) == 0 ? s + length : NULL;
}

static bool at_frontier(const pattern_match *m, const pattern_item *item, const char *s) {
  unsigned char before = s == m->subject ? 0 : (unsigned char)s[-1];
  unsigned char here = s == m->subject_end ? 0 : (unsigned char)*s;
  return !in_set(before, item->set, item->set_end) && in_set(here, item->set, item->set_end);
}

static const char *match_from(pattern_match *m, int index, const char *s);

/// Tries as many as possible first.
static const char *greedy(pattern_match *m, int index, const char *s) {
  const pattern_item *item = &m->pattern->items[index];
  const char *least = item->repeat == '+' ? s + 1 : s, *most = s;
  while (most < m->subject_end && takes(item, (unsigned char)*most)) {
    most++;
    PLUA_POLL_EVERY(m->L, m->steps);
  }
  for (; most >= least; most--) {
    const char *end = match_from(m, index + 1, most);
    if (end) return end;
  }
  return NULL;
}

/// Tries as few as possible first.
static const char *lazy(pattern_match *m, int index, const char *s) {
  const pattern_item *item = &m->pattern->items[index];
  for (;; s++) {
    const char *end = match_from(m, index + 1, s);
    if (end) return end;
    if (s == m->subject_end || !takes(item, (unsigned char)*s)) return NULL;
  }
}

/// Recurses once for each repeated item, so the depth is bounded by the pattern, not by the subject.
static const char *match_from(pattern_match *m, int index, const char *s) {
  PLUA_POLL_EVERY(m->L, m->steps);
  for (; index < m->pattern->count && s; index++) {
    const pattern_item *item = &m->pattern->items[index];
    switch (item->kind) {
    case ITEM_OPEN:
      m->captures[item->a].start = s;
      m->captures[item->a].is_position = false;
      break;
    case ITEM_CLOSE: m->captures[item->a].end = s; break;
    case ITEM_POSITION:
      m->captures[item->a].start = s;
      m->captures[item->a].is_position = true;
      break;
    case ITEM_END: return s == m->subject_end ? s : NULL;
    case ITEM_BALANCED: s = balanced(m, item, s); break;
    case ITEM_BACK: s = back_reference(m, item->a, s); break;
    case ITEM_FRONTIER:
      if (!at_frontier(m, item, s)) return NULL;
      break;
    default: {
      if (item->repeat == '*' || item->repeat == '+') return greedy(m, index, s);
      if (item->repeat == '-') return lazy(m, index, s);
      bool taken = s < m->subject_end && takes(item, (unsigned char)*s);
      if (item->repeat == '?') {
        const char *end = taken ? match_from(m, index + 1, s + 1) : NULL;
        if (end) return end;
      } else if (taken) {
        s++;
      } else {
        return NULL;
      }
    }
    }
  }
  return s;
}

const char *plua_match(pattern_match *match, const char *start) { return match_from(match, 0, start); }
