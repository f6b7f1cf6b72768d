// The files of the live map's page.
#ifndef CPAGE_H
#define CPAGE_H

#include <stddef.h>

// A file: its name, the type of its content, and its bytes; of a name that ends in .gz the content is gzip'd.
typedef struct {
  const char *_Nonnull name;
  const char *_Nonnull type;
  const void *_Nonnull bytes;
  size_t size;
} PinfoldPageFile;

// The number of files.
size_t pinfold_page_file_count(void);

// The file at an index below that number.
PinfoldPageFile pinfold_page_file(size_t index);

#endif
