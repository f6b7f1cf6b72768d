// What plays a map on a page: a script and a style sheet, which stay files that editors and browsers
// understand.
#ifndef CPLAYER_H
#define CPLAYER_H

#include <stddef.h>

// The bytes of player.js, which are there as long as the program runs, and their number.
const unsigned char *_Nonnull pinfold_player_js(void);
size_t pinfold_player_js_size(void);

// A module that the live map has too: its name, its bytes and their number.
typedef struct {
    const char *_Nonnull name;
    const unsigned char *_Nonnull bytes;
    size_t size;
} PinfoldModule;

// How many there are; none imports one after it.
size_t pinfold_player_module_count(void);

// The module at an index.
PinfoldModule pinfold_player_module(size_t index);

// The bytes of player.css, and their number.
const unsigned char *_Nonnull pinfold_player_css(void);
size_t pinfold_player_css_size(void);

#endif
