#include "CSamples.h"

static const unsigned char towns[] = {
#embed "towns.csv.gz"
};

const unsigned char *pinfold_towns(void) { return towns; }

size_t pinfold_towns_size(void) { return sizeof towns; }
