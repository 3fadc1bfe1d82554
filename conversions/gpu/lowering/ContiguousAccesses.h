// Loads and stores of a kernel on flat memory that touch neighbouring elements, and could be one of
// a vector.
#ifndef RLX_CONVERSIONS_GPU_LOWERING_CONTIGUOUSACCESSES_H
#define RLX_CONVERSIONS_GPU_LOWERING_CONTIGUOUSACCESSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SmallVector.h"

namespace rlx {

// memref.loads of elements that lie side by side, or memref.stores, in their order in memory. The
// first element is at a multiple of their number. Nothing between them could tell that they happen
// together.
using AccessRun = llvm::SmallVector<mlir::Operation *>;

mlir::Value memoryOf(mlir::Operation *access);
mlir::Value indexOf(mlir::Operation *access);

// Whether it is memory that the workgroup shares, one that schedules allocate.
bool isShared(mlir::Value memory);

// Those in buffers, and in memory that is shared, that have so many bits at least.
llvm::SmallVector<AccessRun> findContiguousAccesses(mlir::func::FuncOp kernel, int64_t minBits);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_LOWERING_CONTIGUOUSACCESSES_H
