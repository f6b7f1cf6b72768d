// What plays a map on a page: a script and a style sheet, which stay files that editors and browsers
// understand.
#ifndef CPLAYER_H
#define CPLAYER_H

#include <stddef.h>

// The bytes of player.js, which are there as long as the program runs, and their number.
const unsigned char *_Nonnull pinfold_player_js(void);
size_t pinfold_player_js_size(void);

// The bytes of ground.js, a module that draws the ground under a map, and their number.
const unsigned char *_Nonnull pinfold_ground_js(void);
size_t pinfold_ground_js_size(void);

// The bytes of player.css, and their number.
const unsigned char *_Nonnull pinfold_player_css(void);
size_t pinfold_player_css_size(void);

#endif
