// Files that are embedded: descriptions of tables, templates of plugins, functions in Lua, and texts.
#ifndef CSCRIPTS_H
#define CSCRIPTS_H

#include <stddef.h>

// The bytes of a file in the folder `lua`, by its name without the ending; null for an unknown name.
const void *_Nullable pinfold_script(const char *_Nonnull name, size_t *_Nonnull size);

#endif
