// The ground of maps: the file ground.bin, which `make-ground` makes of Natural Earth's data
// (naturalearthdata.com, public domain).
//
// It is a list of whole numbers of which small ones take one byte: seven bits a byte, the lowest first, all
// but the last with the eighth set; 0, -1, 1, -2, 2 are written as 0, 1, 2, 3, 4. In this order it holds
//
// - the side of a tile in degrees, and how many units a degree has;
// - the land at 1:110,000,000, cut at 180 degrees, as parts: their number, and for each part that of its
//   vertices and the steps from one to the next, of longitude and latitude in turn, in units, the first from
//   0, 0;
// - the number of towns, and for each longitude, latitude, ten times the zoom from which it matters, the
//   number of bytes of its name, and these;
// - the number of tiles, and for each its west and south in degrees, the number of its bytes, and these: land
//   and lakes at 1:50,000,000 as rings, coasts and borders as lines, each of the four as parts. Rings reach a
//   little beyond a tile.
#ifndef CGROUND_H
#define CGROUND_H

#include <stddef.h>

// The bytes of the file, which are there as long as the program runs.
const unsigned char *_Nonnull pinfold_ground(void);

// Their number.
size_t pinfold_ground_size(void);

#endif
