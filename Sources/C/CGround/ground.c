#include "CGround.h"

static const unsigned char ground[] = {
#embed "ground.bin"
};

const unsigned char *pinfold_ground(void) { return ground; }

size_t pinfold_ground_size(void) { return sizeof ground; }
