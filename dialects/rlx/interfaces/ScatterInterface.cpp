// The generated code of ScatterInterface.td.
#include "dialects/rlx/interfaces/ScatterInterface.h"

#include "dialects/rlx/interfaces/ScatterInterface.cpp.inc"
