// Remarks by which passes tell what they decided about an op, and why.
#ifndef RLX_CONVERSIONS_GPU_DEVICE_PASSREMARKS_H
#define RLX_CONVERSIONS_GPU_DEVICE_PASSREMARKS_H

#include "dialects/rlx/interfaces/LoweringReason.h"
#include "mlir/IR/Operation.h"

namespace rlx {

struct PassRemarks {
  llvm::StringLiteral name, category; // of the pass's remarks

  // What was done with the op, which is still there.
  void done(mlir::Operation *op, const llvm::Twine &what) const;
  // Why it was left alone. Without a reason it is nothing that the pass is for, and not told.
  void left(mlir::Operation *op, const LoweringReason &why) const;
};

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_DEVICE_PASSREMARKS_H
