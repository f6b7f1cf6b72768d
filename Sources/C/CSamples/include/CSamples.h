// Real data to try things on: the file towns.csv.gz as it is.
//
// These are the populated places of Natural Earth at 1:10,000,000 (ne_10m_populated_places_simple,
// naturalearthdata.com), which is in the public domain: 7,343 towns, the largest first. The columns are name;
// country (adm0name); lon and lat in degrees, rounded to 0.001; population (pop_max; empty where it is not
// known); and capital: "country", "region" or "province" where the town is the capital of one, else empty.
#ifndef CSAMPLES_H
#define CSAMPLES_H

#include <stddef.h>

// The bytes of the file, which are there as long as the program runs.
const unsigned char *_Nonnull pinfold_towns(void);

// Their number.
size_t pinfold_towns_size(void);

// The SQL that makes a GeoPackage: its tables, and the triggers of the layer `clusters`.
const char *_Nonnull pinfold_geopackage_tables(void);
const char *_Nonnull pinfold_geopackage_triggers(void);

#endif
