#include "CBuild.h"

#ifndef PINFOLD_COMMIT
#define PINFOLD_COMMIT ""
#endif

const char *pinfold_commit(void) { return PINFOLD_COMMIT; }
