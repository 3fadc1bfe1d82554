// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Estimates the run time of kernels as an expression over their dynamic sizes (lir.cost).
//
// The runtime runs cheap kernels on one thread. Fast paths estimate their own cost.
#ifndef RLX_CONVERSIONS_KERNEL_KERNELCOST_H
#define RLX_CONVERSIONS_KERNEL_KERNELCOST_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace rlx {

// The size to assume for an unknown dimension.
constexpr int64_t kAssumedSize = 256;

// Sets the kernel's lir.cost: approximate nanoseconds of one thread. The kernel is on tensors and
// not yet tiled.
void estimateCost(mlir::func::FuncOp kernel);

} // namespace rlx

#endif // RLX_CONVERSIONS_KERNEL_KERNELCOST_H
