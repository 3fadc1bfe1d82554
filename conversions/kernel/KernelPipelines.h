// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes on kernels that every target runs in the same order. A target adds its own passes in
// between.
//
// For example, the CPU target tiles between addResolveSizes and addBufferizeTiled. All functions
// take a pass manager for functions.
#ifndef RLX_CONVERSIONS_KERNEL_KERNELPIPELINES_H
#define RLX_CONVERSIONS_KERNEL_KERNELPIPELINES_H

#include "mlir/Pass/PassManager.h"

namespace rlx {

// Lowers ops to linalg on tensors, one by one. `elements` selects elementwise forms where an op has
// one. Ops that compute in order are cut into slices of `sliceSteps` iterations (0: the pass's
// default). Ops named in `keep` stay.
void addLowerToLinalg(mlir::OpPassManager &kernels, bool elements = false, int64_t sliceSteps = 0,
                      llvm::ArrayRef<std::string> keep = {});
// Fuses elementwise ops into their consumers.
void addFuseElementwise(mlir::OpPassManager &kernels);
// Replaces the sizes of intermediate results by those of operands. Runs before tiling.
void addResolveSizes(mlir::OpPassManager &kernels);
// Bufferizes tiled kernels.
void addBufferizeTiled(mlir::OpPassManager &kernels);

} // namespace rlx

#endif // RLX_CONVERSIONS_KERNEL_KERNELPIPELINES_H
