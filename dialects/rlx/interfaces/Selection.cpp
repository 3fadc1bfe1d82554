// The generated code of SelectionInterface.td.
#include "dialects/rlx/interfaces/SelectionInterface.h"

#include "dialects/rlx/interfaces/SelectionInterface.cpp.inc"
