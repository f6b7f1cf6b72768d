// PROJ, the library of coordinate systems (https://proj.org), loaded where it is installed.
#ifndef CPROJ_H
#define CPROJ_H

#include <stdbool.h>
#include <stddef.h>

// Whether the library is installed.
bool pinfold_proj_is_installed(void);

// Converts coordinates of a system, x and y, to longitudes and latitudes of WGS 84; those outside of the
// system's range become infinite. Nothing is fetched from the network. False, without any change, where the
// library is not installed or does not know the system.
bool pinfold_proj_to_degrees(const char *_Nonnull system, double *_Nullable x, double *_Nullable y, size_t count);

#endif
