// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The generated code of the op interfaces of this folder. The exceptions are RLXInterfaces, which
// is in RLXDialect.cpp because it needs the dialect, and ControlFlowInterface, which is in
// ControlFlow.cpp with its helpers.
#include "dialects/rlx/interfaces/ExpertRoutingInterface.h"
#include "dialects/rlx/interfaces/PrefixScanInterface.h"
#include "dialects/rlx/interfaces/ReductionInterface.h"
#include "dialects/rlx/interfaces/ScatterInterface.h"
#include "dialects/rlx/interfaces/TopKInterface.h"

#include "dialects/rlx/interfaces/ExpertRoutingInterface.cpp.inc"
#include "dialects/rlx/interfaces/PrefixScanInterface.cpp.inc"
#include "dialects/rlx/interfaces/ReductionInterface.cpp.inc"
#include "dialects/rlx/interfaces/ScatterInterface.cpp.inc"
#include "dialects/rlx/interfaces/TopKInterface.cpp.inc"
