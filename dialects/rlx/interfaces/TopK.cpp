// The generated code of TopKInterface.td.
#include "dialects/rlx/interfaces/TopKInterface.h"

#include "dialects/rlx/interfaces/TopKInterface.cpp.inc"
