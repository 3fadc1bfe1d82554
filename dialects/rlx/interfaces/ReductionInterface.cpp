// The generated code of ReductionInterface.td.
#include "dialects/rlx/interfaces/ReductionInterface.h"

#include "dialects/rlx/interfaces/ReductionInterface.cpp.inc"
