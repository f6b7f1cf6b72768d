#include "CLand.h"

static const unsigned char land[] = {
#embed "land-110m.json"
};

const unsigned char *pinfold_land(void) { return land; }

size_t pinfold_land_size(void) { return sizeof land; }
