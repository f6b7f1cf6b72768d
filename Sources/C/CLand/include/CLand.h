// The land of the earth, for the coast under maps: the file land-110m.json as it is.
//
// It is the land of Natural Earth at 1:110,000,000, dissolved from its countries and rounded to 0.1 degree: a
// JSON list of rings, each a flat list of longitudes and latitudes in turn, closed, cut at ±180 degrees.
// Natural Earth (naturalearthdata.com) is in the public domain.
#ifndef CLAND_H
#define CLAND_H

#include <stddef.h>

// The bytes of the file, which are there as long as the program runs.
const unsigned char *_Nonnull pinfold_land(void);

// Their number.
size_t pinfold_land_size(void);

#endif
