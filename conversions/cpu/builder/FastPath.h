// Direct code for kernels whose shape the generic route handles less well.
//
// A fast path turns a kernel of rlx ops on tensors (one root op, then elementwise consumers of its
// result) straight into its buffer form: loops over vectors, with grid, workspace and cost. Paths
// are optional: a kernel no path takes goes through linalg, and both routes must agree.
#ifndef RLX_CONVERSIONS_CPU_BUILDER_FASTPATH_H
#define RLX_CONVERSIONS_CPU_BUILDER_FASTPATH_H

#include "conversions/cpu/model/CpuModel.h"
#include "dialects/rlx/interfaces/LoweringReason.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace rlx {

struct FastPath {
  llvm::StringLiteral name;   // in remarks
  llvm::StringLiteral target; // "cpu"
  llvm::StringLiteral rootOp; // the op it makes code for, "rlx.matmul_packed"
  // Fails with a reason for a root op on other element types than the path has code for.
  llvm::LogicalResult (*takes)(mlir::ValueRange operands, LoweringReason &why);
  // Rewrites the kernel in place, or fails with a reason and leaves it as it was.
  llvm::LogicalResult (*emit)(mlir::func::FuncOp kernel, const CpuModel &target,
                              LoweringReason &why);
};

// All paths, in the order they are tried.
llvm::ArrayRef<FastPath> fastPaths();

// Offers the kernel to every path of the CPU whose root op it holds. Success: it is in buffer form
// and a `passed` remark says by which path. Failure: unchanged; if some path declined, a `missed`
// remark and `why` give its reason, otherwise `why` stays empty.
llvm::LogicalResult emitCpuFastPath(mlir::func::FuncOp kernel, const CpuModel &target,
                                    LoweringReason &why);

} // namespace rlx

#endif // RLX_CONVERSIONS_CPU_BUILDER_FASTPATH_H
