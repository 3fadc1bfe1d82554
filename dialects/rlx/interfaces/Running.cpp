// The generated code of RunningInterface.td.
#include "dialects/rlx/interfaces/RunningInterface.h"

#include "dialects/rlx/interfaces/RunningInterface.cpp.inc"
