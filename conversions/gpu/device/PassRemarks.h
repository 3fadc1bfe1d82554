// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Remarks by which passes report a decision about an op, and its reason. `rlx-run --explain` prints
// them. For example, of category rlx-split-k:
//
// rlx.matmul: split-K into 2 partitions
#ifndef RLX_CONVERSIONS_GPU_DEVICE_PASSREMARKS_H
#define RLX_CONVERSIONS_GPU_DEVICE_PASSREMARKS_H

#include "dialects/rlx/interfaces/LoweringReason.h"
#include "mlir/IR/Operation.h"

namespace rlx {

struct PassRemarks {
  llvm::StringLiteral name, category; // of the remarks

  // Reports a rewrite of the op, which has not been erased yet.
  void done(mlir::Operation *op, const llvm::Twine &what) const;
  // Reports why the op was left alone. An empty reason means that the pass is not for such ops:
  // then there is no remark.
  void left(mlir::Operation *op, const LoweringReason &why) const;
};

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_DEVICE_PASSREMARKS_H
