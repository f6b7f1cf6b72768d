#include "CPlayer.h"

static const unsigned char page[] = {
#embed "player.html"
};

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

static const unsigned char scale[] = {
#embed "scale.js"
};

static const unsigned char sheet[] = {
#embed "player.css"
};

static const unsigned char picture[] = {
#embed "picture.css"
};

static const PinfoldPlayerFile modules[] = {
    {"ground.js", ground, sizeof ground},
    {"graticule.js", graticule, sizeof graticule},
    {"scale.js", scale, sizeof scale},
    {"fit.js", fit, sizeof fit},
    {"dots.js", dots, sizeof dots},
};

PinfoldPlayerFile pinfold_player_page(void) { return (PinfoldPlayerFile){"player.html", page, sizeof page}; }

PinfoldPlayerFile pinfold_player_script(void) { return (PinfoldPlayerFile){"player.js", script, sizeof script}; }

PinfoldPlayerFile pinfold_player_sheet(void) { return (PinfoldPlayerFile){"player.css", sheet, sizeof sheet}; }

PinfoldPlayerFile pinfold_picture_sheet(void) { return (PinfoldPlayerFile){"picture.css", picture, sizeof picture}; }

size_t pinfold_player_module_count(void) { return sizeof modules / sizeof *modules; }

PinfoldPlayerFile pinfold_player_module(size_t index) { return modules[index]; }
