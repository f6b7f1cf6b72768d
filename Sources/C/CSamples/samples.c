#include "CSamples.h"

static const unsigned char towns[] = {
#embed "towns.csv.gz"
};

const unsigned char *pinfold_towns(void) { return towns; }

static const char geopackage_tables[] = {
#embed "geopackage-tables.sql"
    , 0};

static const char geopackage_triggers[] = {
#embed "geopackage-triggers.sql"
    , 0};

const char *pinfold_geopackage_tables(void) { return geopackage_tables; }

const char *pinfold_geopackage_triggers(void) { return geopackage_triggers; }

size_t pinfold_towns_size(void) { return sizeof towns; }
