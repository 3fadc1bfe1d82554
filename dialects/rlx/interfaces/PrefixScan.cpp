// The generated code of PrefixScanInterface.td.
#include "dialects/rlx/interfaces/PrefixScanInterface.h"

#include "dialects/rlx/interfaces/PrefixScanInterface.cpp.inc"
