// What a kernel costs to run, as an expression over its dynamic sizes.
#ifndef RLX_CONVERSIONS_KERNEL_KERNELCOST_H
#define RLX_CONVERSIONS_KERNEL_KERNELCOST_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace rlx {

// What a size is taken for when nobody knows it.
constexpr int64_t kAssumedSize = 256;

// Sets the kernel's lir.cost: nanoseconds of one thread, roughly. The kernel is on tensors, before
// tiling.
void estimateCost(mlir::func::FuncOp kernel);

} // namespace rlx

#endif // RLX_CONVERSIONS_KERNEL_KERNELCOST_H
