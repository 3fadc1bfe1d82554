// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attributes by which kernels on flat buffers carry their ABI, rt::KernelBindings:
// rlx-flatten-buffers sets them, the conversions to SPIR-V and NVVM read them.
#ifndef RLX_CONVERSIONS_GPU_LOWERING_KERNELABI_H
#define RLX_CONVERSIONS_GPU_LOWERING_KERNELABI_H

#include "conversions/kernel/BufferForm.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"
#include "runtime/device/KernelBindings.h"

namespace rlx {

// On a kernel's function: a dictionary of the members of rt::KernelBindings.
inline constexpr llvm::StringLiteral kKernelAbiAttr = "lir.kernel_abi";
// On an argument of index type: its index among the scalars.
inline constexpr llvm::StringLiteral kScalarAttr = "lir.scalar";
// On an argument of index type: a Coordinate.
inline constexpr llvm::StringLiteral kCoordinateAttr = "lir.coordinate";

// On an argument: a pointer to the tensor map that this lir::TensorMapOp described, as a dictionary
// of its attributes and the number of the `operand`.
inline constexpr llvm::StringLiteral kTensorMapAttr = "lir.tensor_map";

// Coordinates of a kernel's buffer form: the invocation in the dispatch, the invocation in its
// workgroup, and the workgroup in the dispatch. They are linear indices.
enum Coordinate : int64_t { Invocation = 0, Local = 1, Workgroup = 2 };

void setKernelAbi(mlir::Operation *op, const rt::KernelBindings &abi);
// No operands, scalars and flags if there is no attribute.
rt::KernelBindings getKernelAbi(mlir::Operation *op);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_LOWERING_KERNELABI_H
