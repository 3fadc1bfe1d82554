// How kernels on their way to SPIR-V write down the ABI of runtime/vulkan/pipeline/SpirvKernel.h.
#ifndef RLX_CONVERSIONS_SPIRV_SPIRVABI_H
#define RLX_CONVERSIONS_SPIRV_SPIRVABI_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"
#include "runtime/vulkan/pipeline/SpirvKernel.h"

namespace rlx {

// Of a kernel's function: a dictionary of the members below, without the words.
inline constexpr llvm::StringLiteral kSpirvAbiAttr = "lir.spirv_abi";
// Of an argument that is a buffer: the number of its binding.
inline constexpr llvm::StringLiteral kBindingAttr = "lir.binding";
// Of an argument of index type: its number among the scalars.
inline constexpr llvm::StringLiteral kScalarAttr = "lir.scalar";
// Of an argument of index type: the coordinate that it is, a Coordinate.
inline constexpr llvm::StringLiteral kCoordinateAttr = "lir.coordinate";

// What the coordinates of a kernel's buffer form are here: the invocation's number in the dispatch
// and in its workgroup, and the workgroup's in the dispatch.
enum Coordinate : int64_t { Invocation = 0, Local = 1, Workgroup = 2 };

void setSpirvAbi(mlir::Operation *op, const rt::SpirvKernel &kernel);
// What the attribute says; neither name nor words.
rt::SpirvKernel getSpirvAbi(mlir::Operation *op);

} // namespace rlx

#endif // RLX_CONVERSIONS_SPIRV_SPIRVABI_H
