// The generated code of ExpertRoutingInterface.td.
#include "dialects/rlx/interfaces/ExpertRoutingInterface.h"

#include "dialects/rlx/interfaces/ExpertRoutingInterface.cpp.inc"
