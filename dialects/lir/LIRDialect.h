// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lir dialect: a compiled model as a program of dispatches over buffers, with host control
// flow. The ops are documented in LIROps.td; here are also the names of the attributes and modules
// that connect kernels with the program. Every code generator and the program writer agree on them.
#ifndef RLX_DIALECTS_LIR_LIRDIALECT_H
#define RLX_DIALECTS_LIR_LIRDIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/lir/LIRDialect.h.inc"
#include "dialects/lir/LIREnums.h.inc"

#define GET_OP_CLASSES
#include "dialects/lir/LIROps.h.inc"

namespace rlx::lir {

/// Attributes of kernel functions in their buffer form: affine maps from the kernel's dims to the
/// grid (three results), the workspace in bytes per thread, and the estimated nanoseconds on one
/// core.
inline constexpr llvm::StringLiteral kGridAttr = "lir.grid";
inline constexpr llvm::StringLiteral kWorkspaceAttr = "lir.workspace";
inline constexpr llvm::StringLiteral kCostAttr = "lir.cost";
/// An affine map from the kernel's dims to 1 if the kernel has work, and to 0 if it has none
/// because another kernel computes its result for these dims.
inline constexpr llvm::StringLiteral kWhenAttr = "lir.when";
/// The buffer arguments are followed by workspace, status and the workgroup's three coordinates.
inline constexpr unsigned kKernelContextArguments = 5;
/// Indices of arguments that may share memory with the kernel's only result. For each element of
/// the result the kernel reads only the element at the same index of such an argument, before its
/// single write there. The generator of the kernel guarantees this.
inline constexpr llvm::StringLiteral kInPlaceAttr = "lir.in_place";
/// The index of the argument that is the kernel's only result before the kernel has changed some of
/// its elements. Both have one buffer, so the kernel reads the result's argument instead.
inline constexpr llvm::StringLiteral kUpdatedAttr = "lir.updated";
/// Marks a function as a kernel.
inline constexpr llvm::StringLiteral kKernelAttr = "lir.kernel";

/// The module of a target's kernels is called "kernels_<target>".
inline constexpr llvm::StringLiteral kKernelModulePrefix = "kernels_";
/// The module of a target's user kernels (lir.user_kernel) is called "user_kernels_<target>".
inline constexpr llvm::StringLiteral kUserKernelModulePrefix = "user_kernels_";
inline constexpr llvm::StringLiteral kUserKernelModule = "user_kernels_cpu";
inline constexpr llvm::StringLiteral kHostKernelModule = "kernels_cpu";

} // namespace rlx::lir

#endif // RLX_DIALECTS_LIR_LIRDIALECT_H
