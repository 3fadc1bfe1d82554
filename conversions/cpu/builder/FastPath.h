// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interface of hand-scheduled CPU kernels.
//
// A fast path turns a kernel of rlx ops on tensors, one root op with elementwise consumers, into
// its buffer form: loops over vectors, with grid, workspace and cost. For example, `matmul_packed +
// relu` becomes register tiles with relu before the store. Fast paths are optional: a kernel that
// none takes goes through linalg, and both routes must compute the same results.
#ifndef RLX_CONVERSIONS_CPU_BUILDER_FASTPATH_H
#define RLX_CONVERSIONS_CPU_BUILDER_FASTPATH_H

#include "conversions/cpu/model/CpuModel.h"
#include "dialects/rlx/interfaces/LoweringReason.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace rlx {

struct FastPath {
  llvm::StringLiteral name;   // in remarks
  llvm::StringLiteral target; // "cpu"
  llvm::StringLiteral rootOp; // name of the root op, "rlx.matmul_packed"
  // Fails with a reason if the path has no code for the element types of the operands.
  llvm::LogicalResult (*takes)(mlir::ValueRange operands, LoweringReason &why);
  // Rewrites the kernel in place, or fails with a reason and leaves it unchanged.
  llvm::LogicalResult (*emit)(mlir::func::FuncOp kernel, const CpuModel &target,
                              LoweringReason &why);
};

// All paths, in the order in which they are tried.
llvm::ArrayRef<FastPath> fastPaths();

// Offers the kernel to every CPU path for its root op. On success the kernel is in buffer form, and
// a `passed` remark names the path. On failure the kernel is unchanged. If a path declined, a
// `missed` remark and `why` give its reason; otherwise `why` stays empty.
llvm::LogicalResult emitCpuFastPath(mlir::func::FuncOp kernel, const CpuModel &target,
                                    LoweringReason &why);

} // namespace rlx

#endif // RLX_CONVERSIONS_CPU_BUILDER_FASTPATH_H
