// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds loads and stores of contiguous elements that could be one access of a vector. For kernels
// on flat memory, whose accesses have one index each. rlx-vectorize-accesses rewrites them; this
// analysis changes nothing.
#ifndef RLX_CONVERSIONS_GPU_LOWERING_CONTIGUOUSACCESSES_H
#define RLX_CONVERSIONS_GPU_LOWERING_CONTIGUOUSACCESSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SmallVector.h"

namespace rlx {

// memref.loads, or memref.stores, of contiguous elements, in the order of memory. The index of the
// first is a multiple of their number. No op between them could tell that they happen at once.
using AccessRun = llvm::SmallVector<mlir::Operation *>;

mlir::Value memoryOf(mlir::Operation *access);
mlir::Value indexOf(mlir::Operation *access);

// Whether it is shared memory of the workgroup, which a schedule has allocated.
bool isShared(mlir::Value memory);

// The runs of at least `minBits` in buffers and in shared memory.
llvm::SmallVector<AccessRun> findContiguousAccesses(mlir::func::FuncOp kernel, int64_t minBits);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_LOWERING_CONTIGUOUSACCESSES_H
