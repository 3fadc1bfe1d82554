// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attributes by which kernels on their way to SPIR-V carry the ABI of
// runtime/vulkan/pipeline/SpirvKernel.h: rlx-flatten-buffers sets them, rlx-convert-to-spirv reads
// them.
#ifndef RLX_CONVERSIONS_SPIRV_SPIRVABI_H
#define RLX_CONVERSIONS_SPIRV_SPIRVABI_H

#include "conversions/kernel/BufferForm.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"
#include "runtime/vulkan/pipeline/SpirvKernel.h"

namespace rlx {

// On a kernel's function: a dictionary of the members of rt::SpirvKernel, without name and words.
inline constexpr llvm::StringLiteral kSpirvAbiAttr = "lir.spirv_abi";
// On an argument of index type: its index among the scalars.
inline constexpr llvm::StringLiteral kScalarAttr = "lir.scalar";
// On an argument of index type: a Coordinate.
inline constexpr llvm::StringLiteral kCoordinateAttr = "lir.coordinate";

// Coordinates of a kernel's buffer form: the invocation in the dispatch, the invocation in its
// workgroup, and the workgroup in the dispatch. They are linear indices.
enum Coordinate : int64_t { Invocation = 0, Local = 1, Workgroup = 2 };

// Sets the attribute; neither the kernel's name nor its words are in it.
void setSpirvAbi(mlir::Operation *op, const rt::SpirvKernel &kernel);
// Reads the attribute. Name and words of the result are empty.
rt::SpirvKernel getSpirvAbi(mlir::Operation *op);

} // namespace rlx

#endif // RLX_CONVERSIONS_SPIRV_SPIRVABI_H
