// `string.find`, `match`, `gmatch`, `gsub` and `rep`, which can be stopped however long they take.

#define _GNU_SOURCE  // memmem
#include <string.h>

#include "patterns.h"

enum { ITEMS_ON_STACK = 24 };

/// The number of bytes between two looks at whether to stop.
enum { PIECE = 1 << 20 };

/// Converts a position counted from 1, or from the end if negative, to an offset from 0.
static size_t offset(lua_Integer position, size_t length) {
  if (position > 0) return (size_t)position - 1;
  if (position == 0 || position < -(lua_Integer)length) return 0;
  return length - (size_t)-position;
}

// MARK: Captures

static void push_capture(const pattern_match *m, int i, const char *start, const char *end) {
  if (i >= m->pattern->captures) {
    if (i != 0) luaL_error(m->L, "invalid capture index %%%d", i + 1);
    lua_pushlstring(m->L, start, (size_t)(end - start));
  } else if (m->captures[i].is_position) {
    lua_pushinteger(m->L, m->captures[i].start - m->subject + 1);
  } else {
    lua_pushlstring(m->L, m->captures[i].start, (size_t)(m->captures[i].end - m->captures[i].start));
  }
}

/// Pushes all captures, or the whole match if there are none.
static int push_captures(const pattern_match *m, const char *start, const char *end) {
  int count = m->pattern->captures ? m->pattern->captures : 1;
  luaL_checkstack(m->L, count, "too many captures");
  for (int i = 0; i < count; i++) push_capture(m, i, start, end);
  return count;
}

// MARK: find and match

static bool is_plain(const char *text, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (text[i] && strchr("^$*+?.([%-", text[i])) return false;
  return true;
}

static int find_plain(lua_State *L, const char *subject, size_t subject_length, size_t from, const char *text,
                      size_t length) {
  const char *found = length == 0 ? subject + from : NULL, *end = subject + subject_length;
  // Piece by piece, each with as much of the next as a match may take.
  size_t piece = length > PIECE ? length : PIECE;
  for (const char *p = subject + from; !found && length > 0 && (size_t)(end - p) >= length; p += piece) {
    size_t window = piece + length - 1;
    found = memmem(p, window < (size_t)(end - p) ? window : (size_t)(end - p), text, length);
    if ((size_t)(end - p) <= piece) break;
    plua_poll(L);
  }
  if (!found) return 0;
  lua_pushinteger(L, found - subject + 1);
  lua_pushinteger(L, found - subject + (lua_Integer)length);
  return 2;
}

static int search(lua_State *L, bool find) {
  size_t subject_length, length;
  const char *subject = luaL_checklstring(L, 1, &subject_length);
  const char *text = luaL_checklstring(L, 2, &length);
  size_t from = offset(luaL_optinteger(L, 3, 1), subject_length);
  lua_settop(L, 4);
  if (from <= subject_length) {
    if (find && (lua_toboolean(L, 4) || is_plain(text, length))) {
      int results = find_plain(L, subject, subject_length, from, text, length);
      if (results) return results;
    } else {
      pattern_item space[ITEMS_ON_STACK];
      pattern compiled;
      plua_compile(L, &compiled, text, length, true, space, ITEMS_ON_STACK);
      pattern_match m = {.L = L, .pattern = &compiled, .subject = subject,
                         .subject_end = subject + subject_length};
      for (const char *start = subject + from; start <= m.subject_end; start++) {
        const char *end = plua_match(&m, start);
        if (end) {
          if (!find) return push_captures(&m, start, end);
          lua_pushinteger(L, start - subject + 1);
          lua_pushinteger(L, end - subject);
          return 2 + (compiled.captures ? push_captures(&m, start, end) : 0);
        }
        if (compiled.anchored) break;
      }
    }
  }
  lua_pushnil(L);
  return 1;
}

static int find(lua_State *L) { return search(L, true); }
static int match(lua_State *L) { return search(L, false); }

// MARK: gmatch

typedef struct gmatch_state {
  pattern pattern;
  pattern_match match;
  const char *next, *last_end;  // NULL: no match so far
} gmatch_state;

/// upvalues: the subject, the pattern, the state, the items if they are many
static int gmatch_next(lua_State *L) {
  gmatch_state *state = lua_touserdata(L, lua_upvalueindex(3));
  state->match.L = L;
  for (const char *start = state->next; start <= state->match.subject_end; start++) {
    const char *end = plua_match(&state->match, start);
    if (!end || end == state->last_end) continue;
    state->next = state->last_end = end;
    return push_captures(&state->match, start, end);
  }
  state->next = state->match.subject_end + 1;
  return 0;
}

static int gmatch(lua_State *L) {
  size_t subject_length, length;
  const char *subject = luaL_checklstring(L, 1, &subject_length);
  const char *text = luaL_checklstring(L, 2, &length);
  size_t from = offset(luaL_optinteger(L, 3, 1), subject_length);
  if (from > subject_length) from = subject_length + 1;
  lua_settop(L, 2);
  gmatch_state *state = lua_newuserdatauv(L, sizeof *state, 0);
  memset(state, 0, sizeof *state);
  plua_compile(L, &state->pattern, text, length, false, NULL, 0);
  state->match = (pattern_match){.pattern = &state->pattern, .subject = subject,
                                 .subject_end = subject + subject_length};
  state->next = subject + from;
  lua_pushcclosure(L, gmatch_next, 4);
  return 1;
}

// MARK: gsub

static void add_template(const pattern_match *m, luaL_Buffer *out, const char *start, const char *end) {
  size_t length;
  const char *p = lua_tolstring(m->L, 3, &length), *p_end = p + length;
  while (p < p_end) {
    const char *escape = memchr(p, '%', (size_t)(p_end - p));
    luaL_addlstring(out, p, (size_t)((escape ? escape : p_end) - p));
    if (!escape) return;
    char c = escape + 1 < p_end ? escape[1] : 0;
    p = escape + 2;
    if (c == '%') {
      luaL_addchar(out, '%');
    } else if (c == '0') {
      luaL_addlstring(out, start, (size_t)(end - start));
    } else if (c >= '1' && c <= '9') {
      if (c - '1' >= (m->pattern->captures ? m->pattern->captures : 1))
        luaL_error(m->L, "invalid capture index %%%d in replacement string", c - '0');
      push_capture(m, c - '1', start, end);
      luaL_tolstring(m->L, -1, NULL);  // positions are integers
      lua_remove(m->L, -2);
      luaL_addvalue(out);
    } else {
      luaL_error(m->L, "invalid use of '%%' in replacement string");
    }
  }
}

/// Returns whether the match was replaced by something else.
static bool add_replacement(const pattern_match *m, luaL_Buffer *out, const char *start, const char *end) {
  lua_State *L = m->L;
  switch (lua_type(L, 3)) {
  case LUA_TFUNCTION:
    lua_pushvalue(L, 3);
    lua_call(L, push_captures(m, start, end), 1);
    break;
  case LUA_TTABLE:
    push_capture(m, 0, start, end);
    lua_gettable(L, 3);
    break;
  default: add_template(m, out, start, end); return true;
  }
  if (!lua_toboolean(L, -1)) {
    lua_pop(L, 1);
    luaL_addlstring(out, start, (size_t)(end - start));
    return false;
  }
  if (!lua_isstring(L, -1)) luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
  luaL_addvalue(out);
  return true;
}

static int gsub(lua_State *L) {
  size_t subject_length, length;
  const char *subject = luaL_checklstring(L, 1, &subject_length);
  const char *text = luaL_checklstring(L, 2, &length);
  int type = lua_type(L, 3);
  luaL_argexpected(L, type == LUA_TNUMBER || type == LUA_TSTRING || type == LUA_TFUNCTION || type == LUA_TTABLE,
                   3, "string/function/table");
  lua_Integer most = luaL_optinteger(L, 4, (lua_Integer)subject_length + 1), count = 0;
  lua_settop(L, 3);
  pattern_item space[ITEMS_ON_STACK];
  pattern compiled;
  plua_compile(L, &compiled, text, length, true, space, ITEMS_ON_STACK);
  pattern_match m = {.L = L, .pattern = &compiled, .subject = subject,
                     .subject_end = subject + subject_length};
  luaL_Buffer out;
  luaL_buffinit(L, &out);
  const char *s = subject, *last_end = NULL;
  size_t steps = 0, template_length = type == LUA_TNUMBER || type == LUA_TSTRING ? lua_rawlen(L, 3) : 0;
  bool changed = false;
  while (count < most) {
    const char *end = plua_match(&m, s);
    if (end && end != last_end) {
      count++;
      changed |= add_replacement(&m, &out, s, end);
      PLUA_POLL_BYTES(L, steps, template_length + (size_t)(end - s));
      s = last_end = end;
    } else if (s < m.subject_end) {
      luaL_addchar(&out, *s++);
    } else {
      break;
    }
    if (compiled.anchored) break;
  }
  if (changed) {
    luaL_addlstring(&out, s, (size_t)(m.subject_end - s));
    luaL_pushresult(&out);
  } else {
    lua_pushvalue(L, 1);
  }
  lua_pushinteger(L, count);
  return 2;
}

// MARK: rep

static int rep(lua_State *L) {
  size_t length, separator_length;
  const char *text = luaL_checklstring(L, 1, &length);
  lua_Integer count = luaL_checkinteger(L, 2);
  const char *separator = luaL_optlstring(L, 3, "", &separator_length);
  if (count <= 0 || length + separator_length == 0) {
    lua_pushliteral(L, "");
    return 1;
  }
  size_t unit = length + separator_length;
  if (unit < length || unit >= SIZE_MAX / 2 / (size_t)count) return luaL_error(L, "resulting string too large");
  size_t total = unit * (size_t)count - separator_length;
  luaL_Buffer out;
  char *result = luaL_buffinitsize(L, &out, total);
  // One unit, then what is there already, doubled.
  size_t done = unit < total ? unit : total;
  memcpy(result, text, length);
  if (done > length) memcpy(result + length, separator, done - length);
  while (done < total) {
    size_t more = done < total - done ? done : total - done;
    // Whole units up to a piece, so that what follows begins with a unit again.
    size_t most = PIECE > unit ? PIECE / unit * unit : unit;
    if (more > most) more = most;
    memcpy(result + done, result, more);
    done += more;
    if (more > PIECE / 2) plua_poll(L);
  }
  luaL_pushresultsize(&out, total);
  return 1;
}

// MARK: upper, lower and reverse

static char upper_byte(char c) { return c >= 'a' && c <= 'z' ? (char)(c - 32) : c; }
static char lower_byte(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }

/// Only ASCII, whatever the locale.
static int map_bytes(lua_State *L, char (*map)(char)) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  luaL_Buffer out;
  char *result = luaL_buffinitsize(L, &out, length);
  for (size_t i = 0; i < length; i++) {
    result[i] = map(text[i]);
    if (i % PIECE == PIECE - 1) plua_poll(L);
  }
  luaL_pushresultsize(&out, length);
  return 1;
}

static int upper(lua_State *L) { return map_bytes(L, upper_byte); }
static int lower(lua_State *L) { return map_bytes(L, lower_byte); }

static int reverse(lua_State *L) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  luaL_Buffer out;
  char *result = luaL_buffinitsize(L, &out, length);
  for (size_t i = 0; i < length; i++) {
    result[i] = text[length - 1 - i];
    if (i % PIECE == PIECE - 1) plua_poll(L);
  }
  luaL_pushresultsize(&out, length);
  return 1;
}

void plua_add_strings(lua_State *L) {
  static const luaL_Reg functions[] = {
    {"find", find}, {"match", match}, {"gmatch", gmatch}, {"gsub", gsub}, {"rep", rep}, {"upper", upper},
    {"lower", lower}, {"reverse", reverse}, {NULL, NULL},
  };
  luaL_setfuncs(L, functions, 0);
}
