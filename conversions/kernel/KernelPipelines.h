// Passes on kernels that every target runs in the same order. What is a target's own stands between
// them.
#ifndef RLX_CONVERSIONS_KERNEL_KERNELPIPELINES_H
#define RLX_CONVERSIONS_KERNEL_KERNELPIPELINES_H

#include "mlir/Pass/PassManager.h"

namespace rlx {

// All of these take the pass manager of functions.

// Ops become linalg on tensors, each by itself: if asked to, computed by elements where they can
// be; those that compute in order, slices of `sliceSteps` steps, 0 for the pass's own choice. Ops
// of the names `keep` stay.
void addLowerToLinalg(mlir::OpPassManager &kernels, bool elements = false, int64_t sliceSteps = 0,
                      llvm::ArrayRef<std::string> keep = {});
// What is elementwise becomes a part of what reads it.
void addFuseElementwise(mlir::OpPassManager &kernels);
// Sizes of what a kernel computes in between become those of its operands: before it is tiled.
void addResolveSizes(mlir::OpPassManager &kernels);
// Tiled kernels take buffers.
void addBufferizeTiled(mlir::OpPassManager &kernels);

} // namespace rlx

#endif // RLX_CONVERSIONS_KERNEL_KERNELPIPELINES_H
