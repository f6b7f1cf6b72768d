#include "CPlayer.h"

static const unsigned char script[] = {
#embed "player.js"
};

static const unsigned char ground[] = {
#embed "ground.js"
};

static const unsigned char graticule[] = {
#embed "graticule.js"
};

static const unsigned char fit[] = {
#embed "fit.js"
};

static const unsigned char dots[] = {
#embed "dots.js"
};

static const unsigned char sheet[] = {
#embed "player.css"
};

static const PinfoldModule modules[] = {
    {"ground.js", ground, sizeof ground},
    {"graticule.js", graticule, sizeof graticule},
    {"fit.js", fit, sizeof fit},
    {"dots.js", dots, sizeof dots},
};

const unsigned char *pinfold_player_js(void) { return script; }

size_t pinfold_player_js_size(void) { return sizeof script; }

const unsigned char *pinfold_player_css(void) { return sheet; }

size_t pinfold_player_css_size(void) { return sizeof sheet; }

size_t pinfold_player_module_count(void) { return sizeof modules / sizeof *modules; }

PinfoldModule pinfold_player_module(size_t index) { return modules[index]; }
