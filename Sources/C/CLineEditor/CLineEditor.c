#include "CLineEditor.h"

#include <errno.h>
#include <histedit.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

#include "wide.h"

struct line_editor {
  EditLine *el;
  HistoryW *history;
  locale_t locale;  // of the environment; only the editor uses it, so that Lua's patterns stay as they are
  int wake;
  bool interrupted;
  wchar_t *prompt;
  char *text;
  line_key_handler handler;
  void *context;
};

static line_editor *owner(EditLine *el) {
  line_editor *self = NULL;
  el_wget(el, EL_CLIENTDATA, (void **)&self);
  return self;
}

static wchar_t *prompt(EditLine *el) { return owner(el)->prompt; }

// MARK: Reading

/// Draws the line again, from the beginning of the terminal's line.
static void redraw(EditLine *el) {
  fputs("\r\033[J", stdout);
  el_wset(el, EL_REFRESH);
}

static void take_signals(line_editor *self) {
  char signal;
  while (read(self->wake, &signal, 1) == 1) {
    switch (signal) {
    case '!': self->interrupted = true; break;
    case 'w':
      el_resize(self->el);
      redraw(self->el);
      break;
    case 'c':
      // The shell from which control came back has changed the terminal's mode.
      el_wset(self->el, EL_PREP_TERM, 0);
      el_wset(self->el, EL_PREP_TERM, 1);
      redraw(self->el);
      break;
    }
  }
}

/// Returns the next byte; -1 at the end or after Ctrl-C.
static int next_byte(line_editor *self) {
  while (true) {
    struct pollfd ends[] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = self->wake, .events = POLLIN}};
    if (poll(ends, 2, -1) < 0 && errno != EINTR) return -1;
    if (ends[1].revents) take_signals(self);
    if (self->interrupted) return -1;
    if (!ends[0].revents) continue;
    unsigned char byte;
    ssize_t count = read(STDIN_FILENO, &byte, 1);
    if (count == 1) return byte;
    if (count == 0 || (errno != EINTR && errno != EAGAIN)) return -1;
  }
}

/// Reads UTF-8 in any locale; other bytes are skipped.
static int next_character(EditLine *el, wchar_t *character) {
  line_editor *self = owner(el);
  while (true) {
    int first = next_byte(self);
    if (first < 0) {
      errno = EINTR;
      return self->interrupted ? -1 : 0;
    }
    int length = wide_length((unsigned char)first);
    char bytes[4] = {(char)first};
    for (int place = 1; place < length; place++) {
      int byte = next_byte(self);
      if (byte < 0) return self->interrupted ? -1 : 0;
      bytes[place] = (char)byte;
    }
    if (length > 0 && wide_decode(bytes, (size_t)length, character) == (size_t)length) return 1;
  }
}

// MARK: Keys

/// The screen rows from the cursor to the end of the line, so that a note does not go over them.
static int rows_below(const LineInfoW *line) {
  int rows = 0;
  for (const wchar_t *c = line->cursor; c < line->lastchar; c++) rows += *c == L'\n';
  return rows;
}

static unsigned char perform(EditLine *el, line_key key) {
  line_editor *self = owner(el);
  const LineInfoW *line = el_wline(el);
  size_t cursor, end;
  char *before = wide_to_utf8(line->buffer, (size_t)(line->cursor - line->buffer), &cursor);
  char *text = wide_to_utf8(line->buffer, (size_t)(line->lastchar - line->buffer), &end);
  free(before);
  if (!text) return CC_ERROR;
  line_edit edit = self->handler(self->context, key, text, cursor);
  free(text);
  if (edit.note) {
    for (int row = rows_below(el_wline(el)); row >= 0; row--) fputs("\r\n", stdout);
    fputs(edit.note, stdout);
  }
  line = el_wline(el);
  if (edit.text) {
    int length = (int)(line->lastchar - line->buffer);
    el_cursor(el, (int)(line->lastchar - line->cursor));
    el_wdeletestr(el, length);
    wchar_t *wide = wide_from_utf8(edit.text, strlen(edit.text));
    if (wide && *wide) el_winsertstr(el, wide);
    free(wide);
    line = el_wline(el);
  }
  // The cursor counts bytes of the text as it is now.
  size_t place = 0, bytes = 0;
  while (line->buffer + place < line->lastchar && bytes < edit.cursor) {
    bytes += wide_utf8_length(line->buffer[place++]);
  }
  el_cursor(el, (int)((line->buffer + place) - line->cursor));
  bool noted = edit.note != NULL;
  free(edit.text);
  free(edit.note);
  if (noted) el_wset(el, EL_REFRESH);
  return edit.beeps ? CC_REFRESH_BEEP : CC_REFRESH;
}

static unsigned char on_tab(EditLine *el, wint_t key) { (void)key; return perform(el, LINE_TAB); }
static unsigned char on_up(EditLine *el, wint_t key) { (void)key; return perform(el, LINE_UP); }
static unsigned char on_down(EditLine *el, wint_t key) { (void)key; return perform(el, LINE_DOWN); }
static unsigned char on_previous(EditLine *el, wint_t key) { (void)key; return perform(el, LINE_PREVIOUS); }
static unsigned char on_next(EditLine *el, wint_t key) { (void)key; return perform(el, LINE_NEXT); }

static unsigned char on_newline(EditLine *el, wint_t key) {
  (void)key;
  el_winsertstr(el, L"\n");
  return CC_REFRESH;
}

/// The text between ESC [200~ and ESC [201~ was pasted, and is no keys.
static unsigned char on_paste(EditLine *el, wint_t key) {
  (void)key;
  static const wchar_t end[] = L"\033[201~";
  const size_t end_length = sizeof end / sizeof *end - 1;
  size_t length = 0, capacity = 256;
  wchar_t *text = malloc(capacity * sizeof *text);
  wchar_t character;
  while (text && el_wgetc(el, &character) == 1) {
    if (length + 2 > capacity) {
      wchar_t *larger = realloc(text, (capacity *= 2) * sizeof *text);
      if (!larger) break;
      text = larger;
    }
    text[length++] = character == L'\r' ? L'\n' : character;
    if (length >= end_length && wmemcmp(text + length - end_length, end, end_length) == 0) {
      length -= end_length;
      break;
    }
  }
  if (!text) return CC_ERROR;
  while (length > 0 && text[length - 1] == L'\n') length--;
  text[length] = 0;
  if (length > 0) el_winsertstr(el, text);
  free(text);
  return owner(el)->interrupted ? CC_EOF : CC_REFRESH;
}

static void bind_keys(EditLine *el) {
  typedef unsigned char (*key_function)(EditLine *, wint_t);
  static const struct {
    const wchar_t *name;
    key_function function;
  } functions[] = {
    {L"pinfold-complete", on_tab},  {L"pinfold-up", on_up},           {L"pinfold-down", on_down},
    {L"pinfold-paste", on_paste},   {L"pinfold-newline", on_newline}, {L"pinfold-previous", on_previous},
    {L"pinfold-next", on_next},
  };
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    el_wset(el, EL_ADDFN, functions[i].name, functions[i].name, functions[i].function);
  }
  static const wchar_t *const keys[][2] = {
    {L"^I", L"pinfold-complete"},
    {L"\\e[A", L"pinfold-up"},
    {L"\\eOA", L"pinfold-up"},
    {L"\\e[B", L"pinfold-down"},
    {L"\\eOB", L"pinfold-down"},
    {L"^P", L"pinfold-previous"},
    {L"^N", L"pinfold-next"},
    {L"\\e[200~", L"pinfold-paste"},
    {L"\\e^M", L"pinfold-newline"},
    {L"^R", L"em-inc-search-prev"},
    {L"^W", L"ed-delete-prev-word"},
    {L"\\e[3~", L"ed-delete-next-char"},
    {L"\\e[H", L"ed-move-to-beg"},
    {L"\\e[1~", L"ed-move-to-beg"},
    {L"\\e[F", L"ed-move-to-end"},
    {L"\\e[4~", L"ed-move-to-end"},
    {L"\\e[1;5C", L"em-next-word"},
    {L"\\e[1;5D", L"ed-prev-word"},
  };
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    el_wset(el, EL_BIND, keys[i][0], keys[i][1], NULL);
  }
  // Letters with marks; where the locale does not know them they would be keys with Meta.
  for (wchar_t letter = 0xA0; letter <= 0xFF; letter++) {
    const wchar_t key[] = {letter, 0};
    el_wset(el, EL_BIND, key, L"ed-insert", NULL);
  }
}

// MARK: Life

line_editor *line_editor_open(const char *program, int wake, line_key_handler handler, void *context) {
  line_editor *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  self->wake = wake;
  self->handler = handler;
  self->context = context;
  self->locale = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
  locale_t before = uselocale(self->locale ? self->locale : LC_GLOBAL_LOCALE);
  self->el = el_init(program, stdin, stdout, stderr);
  self->history = history_winit();
  if (self->el && self->history) {
    HistEventW event;
    history_w(self->history, &event, H_SETSIZE, 10000);
    history_w(self->history, &event, H_SETUNIQUE, 1);
    el_wset(self->el, EL_CLIENTDATA, self);
    el_wset(self->el, EL_EDITOR, L"emacs");
    el_wset(self->el, EL_HIST, history_w, self->history);
    el_wset(self->el, EL_PROMPT, prompt);
    el_wset(self->el, EL_GETCFN, next_character);
    el_source(self->el, NULL);  // the user's own keys, in ~/.editrc
    bind_keys(self->el);
  }
  uselocale(before);
  if (self->el && self->history) return self;
  line_editor_close(self);
  return NULL;
}

void line_editor_close(line_editor *self) {
  if (self->el) el_end(self->el);
  if (self->history) history_wend(self->history);
  if (self->locale) freelocale(self->locale);
  free(self->prompt);
  free(self->text);
  free(self);
}

void line_editor_remember(line_editor *self, const char *text) {
  wchar_t *wide = wide_from_utf8(text, strlen(text));
  HistEventW event;
  if (wide) history_w(self->history, &event, H_ENTER, wide);
  free(wide);
}

line_outcome line_editor_read(line_editor *self, const char *prompt_text, const char **text) {
  char stale;
  while (read(self->wake, &stale, 1) == 1) continue;  // meant for what ran before
  self->interrupted = false;
  free(self->prompt);
  self->prompt = wide_from_utf8(prompt_text, strlen(prompt_text));
  if (!self->prompt) return LINE_END;
  locale_t before = uselocale(self->locale ? self->locale : LC_GLOBAL_LOCALE);
  el_resize(self->el);
  // Before the prompt, or the terminal would echo what is typed right after it too.
  el_wset(self->el, EL_PREP_TERM, 1);
  int count = 0;
  fputs("\033[?2004h", stdout);
  const wchar_t *line = el_wgets(self->el, &count);
  fputs("\033[?2004l", stdout);
  fflush(stdout);
  uselocale(before);
  if (self->interrupted) return LINE_INTERRUPTED;
  if (!line || count <= 0) return LINE_END;
  size_t length = (size_t)count;
  if (line[length - 1] == L'\n') length--;
  free(self->text);
  self->text = wide_to_utf8(line, length, &length);
  *text = self->text ? self->text : "";
  return LINE_READ;
}

bool line_editor_locale_is_utf8(void) {
  locale_t locale = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
  if (!locale) return false;
  bool answer = strcmp(nl_langinfo_l(CODESET, locale), "UTF-8") == 0;
  freelocale(locale);
  return answer;
}
