// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interface of top-k and sort ops. It is documented in TopKInterface.td. GPU passes use it to
// split long rows into parts, and schedules to distribute one row among the invocations of a
// workgroup. The CPU uses the op's lowerToLinalg.
#ifndef RLX_DIALECTS_RLX_INTERFACES_TOPKINTERFACE_H
#define RLX_DIALECTS_RLX_INTERFACES_TOPKINTERFACE_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpDefinition.h"

#include "dialects/rlx/interfaces/TopKInterface.h.inc"

#endif // RLX_DIALECTS_RLX_INTERFACES_TOPKINTERFACE_H
