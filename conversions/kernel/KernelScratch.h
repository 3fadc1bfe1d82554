// Memory that a kernel on buffers allocates for itself: how much that is at most, over its dims.
#ifndef RLX_CONVERSIONS_KERNEL_KERNELSCRATCH_H
#define RLX_CONVERSIONS_KERNEL_KERNELSCRATCH_H

#include "conversions/kernel/KernelDims.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace rlx {

int64_t scratchElementBytes(mlir::Type element);

// An upper bound; null, and an error at the op, if there is none.
mlir::AffineExpr scratchBytes(mlir::memref::AllocOp op, const KernelDims &dims);

// The value of an expression over the kernel's dims, from its arguments. The last ones are those of
// the context (lir::kKernelContextArguments).
mlir::Value materializeDims(mlir::OpBuilder &builder, mlir::func::FuncOp kernel,
                            const KernelDims &dims, mlir::AffineExpr expr);

// Replaces an allocation by the bytes of `buffer` from `start` on.
void placeScratch(mlir::memref::AllocOp op, mlir::Value buffer, mlir::Value start);

} // namespace rlx

#endif // RLX_CONVERSIONS_KERNEL_KERNELSCRATCH_H
