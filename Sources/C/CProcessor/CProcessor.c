// Where its header is needed by no C file, a target has one all the same.
#include "CProcessor.h"
