// The buffer form of kernels: tensors are memref arguments, results are output arguments behind
// them, and last come the workspace, the status word and three coordinates.
#ifndef RLX_CONVERSIONS_KERNEL_BUFFERFORM_H
#define RLX_CONVERSIONS_KERNEL_BUFFERFORM_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace rlx {

// An error at a function that does not make ranked tensors of ranked tensors and sizes.
llvm::LogicalResult expectTensorForm(mlir::func::FuncOp kernel);

// Gives the kernel the arguments of its buffer form and returns the outputs. Its body reads the
// inputs through bufferization.to_tensor; it still returns tensors, and has the type that says so.
llvm::SmallVector<mlir::Value> addBufferArguments(mlir::func::FuncOp kernel);

// An error at a function of one block that has no such arguments, or returns something.
llvm::LogicalResult expectBufferForm(mlir::func::FuncOp kernel);

// Drops what the body returns and completes the kernel's type.
void finishBufferForm(mlir::func::FuncOp kernel);

// The output as what `made` is before reshapes make `value` of it (see behindReshapes).
mlir::Value outputBehindReshapes(mlir::OpBuilder &b, mlir::Value value, mlir::Value made,
                                 mlir::Value output);

} // namespace rlx

#endif // RLX_CONVERSIONS_KERNEL_BUFFERFORM_H
