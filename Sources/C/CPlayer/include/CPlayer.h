// What plays a map on a page, and the looks of pictures: a page, scripts and style sheets, which stay files
// that editors and browsers understand.
#ifndef CPLAYER_H
#define CPLAYER_H

#include <stddef.h>

// A file: its name, its bytes, which are there as long as the program runs, and their number.
typedef struct {
    const char *_Nonnull name;
    const unsigned char *_Nonnull bytes;
    size_t size;
} PinfoldPlayerFile;

// The page, in which words in braces stand for its parts.
PinfoldPlayerFile pinfold_player_page(void);

// The page's own script and style sheet.
PinfoldPlayerFile pinfold_player_script(void);
PinfoldPlayerFile pinfold_player_sheet(void);

// The part of the style sheet of pictures that is the same in all colors.
PinfoldPlayerFile pinfold_picture_sheet(void);

// How many modules of scripts there are that the live map has too; none imports one after it.
size_t pinfold_player_module_count(void);

// The module at an index.
PinfoldPlayerFile pinfold_player_module(size_t index);

#endif
