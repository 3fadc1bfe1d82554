// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that a bufferized kernel allocates for itself: its size, and its place in a buffer.
//
// Sizes are upper bounds over the kernel's dims, so that the runtime can plan memory before it
// runs.
#ifndef RLX_CONVERSIONS_KERNEL_KERNELSCRATCH_H
#define RLX_CONVERSIONS_KERNEL_KERNELSCRATCH_H

#include "conversions/kernel/KernelDims.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace rlx {

int64_t scratchElementBytes(mlir::Type element);

// An upper bound of the bytes. Without one, emits an error at the op and returns null.
mlir::AffineExpr scratchBytes(mlir::memref::AllocOp op, const KernelDims &dims);

// Computes an expression over the kernel's dims from its arguments. The last
// lir::kKernelContextArguments arguments are the context and have no dims.
mlir::Value materializeDims(mlir::OpBuilder &builder, mlir::func::FuncOp kernel,
                            const KernelDims &dims, mlir::AffineExpr expr);

// Replaces an allocation by a view of `buffer` that starts at byte `start`.
void placeScratch(mlir::memref::AllocOp op, mlir::Value buffer, mlir::Value start);

} // namespace rlx

#endif // RLX_CONVERSIONS_KERNEL_KERNELSCRATCH_H
