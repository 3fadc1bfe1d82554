// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The buffer form of kernels, which all targets share after bufferization.
//
//   func @k(%a: tensor<?xf32>) -> tensor<?xf32>
//   ->
//   func @k(%a: memref<?xf32>, %out: memref<?xf32>,             inputs, then outputs
//           %workspace: memref<?xi8>, %status: memref<1xi32>,
//           %x: index, %y: index, %z: index)                    workgroup coordinates
#ifndef RLX_CONVERSIONS_KERNEL_BUFFERFORM_H
#define RLX_CONVERSIONS_KERNEL_BUFFERFORM_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace rlx {

// On a buffer argument of a kernel on flat buffers: the number of its buffer. Arguments with the
// same number are views of one buffer, with other element types.
inline constexpr llvm::StringLiteral kBindingAttr = "lir.binding";

// Emits an error unless the function maps ranked tensors and sizes to ranked tensors.
llvm::LogicalResult expectTensorForm(mlir::func::FuncOp kernel);

// Gives the kernel the arguments of its buffer form and returns the outputs. The body reads the
// inputs through bufferization.to_tensor. It still returns tensors, and the function type still
// says so.
llvm::SmallVector<mlir::Value> addBufferArguments(mlir::func::FuncOp kernel);

// Emits an error unless the function has one block, these arguments, and no results.
llvm::LogicalResult expectBufferForm(mlir::func::FuncOp kernel);

// Removes the returned values and completes the kernel's type.
void finishBufferForm(mlir::func::FuncOp kernel);

// A view of the output in the shape of `made`, of which `value` is a reshape (see behindReshapes).
mlir::Value outputBehindReshapes(mlir::OpBuilder &b, mlir::Value value, mlir::Value made,
                                 mlir::Value output);

} // namespace rlx

#endif // RLX_CONVERSIONS_KERNEL_BUFFERFORM_H
