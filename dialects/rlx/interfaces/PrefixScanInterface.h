// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interface of prefix scans, such as cumulative sums. It is documented in
// PrefixScanInterface.td. GPU schedules use it to compute a row in parallel, and passes to split
// long rows. The CPU uses the op's lowerToLinalg, which scans in order.
#ifndef RLX_DIALECTS_RLX_INTERFACES_PREFIXSCANINTERFACE_H
#define RLX_DIALECTS_RLX_INTERFACES_PREFIXSCANINTERFACE_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"

#include "dialects/rlx/interfaces/PrefixScanInterface.h.inc"

#endif // RLX_DIALECTS_RLX_INTERFACES_PREFIXSCANINTERFACE_H
