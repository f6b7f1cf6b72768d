#include "CPlayer.h"

static const unsigned char script[] = {
#embed "player.js"
};

static const unsigned char ground[] = {
#embed "ground.js"
};

static const unsigned char sheet[] = {
#embed "player.css"
};

const unsigned char *pinfold_player_js(void) { return script; }

size_t pinfold_player_js_size(void) { return sizeof script; }

const unsigned char *pinfold_player_css(void) { return sheet; }

size_t pinfold_player_css_size(void) { return sizeof sheet; }

const unsigned char *pinfold_ground_js(void) { return ground; }

size_t pinfold_ground_js_size(void) { return sizeof ground; }
