// A C face for libedit, whose calls are variadic and whose texts are wide. Texts here are UTF-8 whatever the
// locale.
#ifndef CLINEEDITOR_H
#define CLINEEDITOR_H

#include <stdbool.h>
#include <stddef.h>

typedef struct line_editor line_editor;

typedef enum line_outcome {
  LINE_READ,
  LINE_END,          // Ctrl-D on an empty line, or the terminal went away
  LINE_INTERRUPTED,  // Ctrl-C
} line_outcome;

// Keys that the owner handles.
typedef enum line_key { LINE_TAB, LINE_UP, LINE_DOWN, LINE_PREVIOUS, LINE_NEXT } line_key;

// The effect of such a key.
typedef struct line_edit {
  char *text;     // the line as it is from now on, allocated by malloc; NULL leaves it as it is
  size_t cursor;  // in bytes from the line's beginning
  char *note;     // the text to print below the line, allocated by malloc; NULL for nothing
  bool beeps;
} line_edit;

typedef line_edit (*line_key_handler)(void *context, line_key key, const char *text, size_t cursor);

/// Opens an editor on standard input and output; NULL where there is no memory.
///
/// - wake: a pipe that does not block, which signal handlers write to: '!' for Ctrl-C, 'w' for a new size of
///   the window, 'c' after the process was stopped and goes on.
line_editor *line_editor_open(const char *program, int wake, line_key_handler handler, void *context);
void line_editor_close(line_editor *self);

/// Adds a text to those that Ctrl-R finds; it may be of several lines.
void line_editor_remember(line_editor *self, const char *text);

/// Waits for a line. The text, without the line's end, stays until the next call.
line_outcome line_editor_read(line_editor *self, const char *prompt, const char **text);

/// Whether the locale that the environment names writes UTF-8.
bool line_editor_locale_is_utf8(void);

#endif
