// The lir dialect: a compiled model as a flat program of dispatches over buffers.
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

// Attributes of kernel functions in their buffer form: affine maps from the kernel's dims to the
// grid (three results), the scratch bytes a thread and the estimated single-core nanoseconds.
inline constexpr llvm::StringLiteral kGridAttr = "lir.grid";
inline constexpr llvm::StringLiteral kWorkspaceAttr = "lir.workspace";
inline constexpr llvm::StringLiteral kCostAttr = "lir.cost";
// An affine map from the kernel's dims to 1 where the kernel has work, and to 0 where it has none,
// as another kernel makes its result then.
inline constexpr llvm::StringLiteral kWhenAttr = "lir.when";
// Workspace, status and three coordinates of the workgroup follow the buffers.
inline constexpr unsigned kKernelContextArguments = 5;
// Numbers of arguments, each of which may be the memory of the kernel's one result: for every
// element of the result the kernel reads only the element at the same place there, before it writes
// it, which it does once. Whoever generates a kernel vouches for that.
inline constexpr llvm::StringLiteral kInPlaceAttr = "lir.in_place";
// Marks a function as a kernel.
inline constexpr llvm::StringLiteral kKernelAttr = "lir.kernel";

// The module that holds the kernels of a target is called "kernels_<target>".
inline constexpr llvm::StringLiteral kKernelModulePrefix = "kernels_";
// The same for what names kernels of the user (lir.user_kernel).
inline constexpr llvm::StringLiteral kUserKernelModulePrefix = "user_kernels_";
// Kernels of the user are functions of the CPU, whatever the program is for.
inline constexpr llvm::StringLiteral kHostTarget = "cpu";
inline constexpr llvm::StringLiteral kUserKernelModule = "user_kernels_cpu";
inline constexpr llvm::StringLiteral kHostKernelModule = "kernels_cpu";

} // namespace rlx::lir

#endif // RLX_DIALECTS_LIR_LIRDIALECT_H
