#include "CPage.h"

#define SCRIPT "text/javascript; charset=utf-8"

// Each file of the folder `page` stands here as it is, so that it stays a file that editors and browsers
// understand.
static const unsigned char index_html[] = {
#embed "page/index.html"
};
static const unsigned char style_css[] = {
#embed "page/style.css"
};
static const unsigned char icon_svg[] = {
#embed "page/icon.svg"
};
static const unsigned char asker_js[] = {
#embed "page/asker.js"
};
static const unsigned char base_js[] = {
#embed "page/base.js"
};
static const unsigned char camera_js[] = {
#embed "page/camera.js"
};
static const unsigned char controls_js[] = {
#embed "page/controls.js"
};
static const unsigned char copy_js[] = {
#embed "page/copy.js"
};
static const unsigned char details_js[] = {
#embed "page/details.js"
};
static const unsigned char find_js[] = {
#embed "page/find.js"
};
static const unsigned char fragment_js[] = {
#embed "page/fragment.js"
};
static const unsigned char gestures_js[] = {
#embed "page/gestures.js"
};
static const unsigned char main_js[] = {
#embed "page/main.js"
};
static const unsigned char numbers_js[] = {
#embed "page/numbers.js"
};
static const unsigned char painter_js[] = {
#embed "page/painter.js"
};
static const unsigned char palette_js[] = {
#embed "page/palette.js"
};
static const unsigned char pane_js[] = {
#embed "page/pane.js"
};
static const unsigned char player_js[] = {
#embed "page/player.js"
};
static const unsigned char world_js[] = {
#embed "page/world.js"
};
static const unsigned char recorder_js[] = {
#embed "page/recorder.js"
};
static const unsigned char settings_js[] = {
#embed "page/settings.js"
};
static const unsigned char socket_js[] = {
#embed "page/socket.js"
};

static const PinfoldPageFile files[] = {
    {"index.html", "text/html; charset=utf-8", index_html, sizeof index_html},
    {"style.css", "text/css; charset=utf-8", style_css, sizeof style_css},
    {"icon.svg", "image/svg+xml", icon_svg, sizeof icon_svg},
    {"asker.js", SCRIPT, asker_js, sizeof asker_js},
    {"base.js", SCRIPT, base_js, sizeof base_js},
    {"camera.js", SCRIPT, camera_js, sizeof camera_js},
    {"controls.js", SCRIPT, controls_js, sizeof controls_js},
    {"copy.js", SCRIPT, copy_js, sizeof copy_js},
    {"details.js", SCRIPT, details_js, sizeof details_js},
    {"find.js", SCRIPT, find_js, sizeof find_js},
    {"fragment.js", SCRIPT, fragment_js, sizeof fragment_js},
    {"gestures.js", SCRIPT, gestures_js, sizeof gestures_js},
    {"main.js", SCRIPT, main_js, sizeof main_js},
    {"numbers.js", SCRIPT, numbers_js, sizeof numbers_js},
    {"painter.js", SCRIPT, painter_js, sizeof painter_js},
    {"palette.js", SCRIPT, palette_js, sizeof palette_js},
    {"pane.js", SCRIPT, pane_js, sizeof pane_js},
    {"player.js", SCRIPT, player_js, sizeof player_js},
    {"recorder.js", SCRIPT, recorder_js, sizeof recorder_js},
    {"settings.js", SCRIPT, settings_js, sizeof settings_js},
    {"socket.js", SCRIPT, socket_js, sizeof socket_js},
    {"world.js", SCRIPT, world_js, sizeof world_js},
};

size_t pinfold_page_file_count(void) { return sizeof files / sizeof *files; }

PinfoldPageFile pinfold_page_file(size_t index) { return files[index]; }
