// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks of float attributes for `infer` bodies. Each check reports through the context, and fails
// once. For example, a negative eps of a layer norm is reported here: "expects a finite eps of at
// least 0, but got -1". Integer attributes are checked by the ops.
#ifndef RLX_DIALECTS_RLX_SUPPORT_ATTRIBUTECHECKS_H
#define RLX_DIALECTS_RLX_SUPPORT_ATTRIBUTECHECKS_H

#include "dialects/rlx/interfaces/Inference.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/SmallString.h"

namespace rlx {

/// Fails unless `number` is finite and `inRange`. `what` describes the expected value in the
/// message.
inline mlir::LogicalResult expectFinite(InferContext &ctx, const llvm::APFloat &number,
                                        bool inRange, const llvm::Twine &what) {
  if (number.isFinite() && inRange)
    return mlir::success();
  llvm::SmallString<16> text;
  number.toString(text);
  return ctx.fail("expects " + what + ", but got " + text);
}

/// The check of the eps that a normalization adds to the variance.
inline mlir::LogicalResult expectEps(InferContext &ctx, const llvm::APFloat &eps,
                                     llvm::StringRef name = "eps") {
  bool inRange = eps.isZero() || !eps.isNegative();
  return expectFinite(ctx, eps, inRange, "a finite " + name + " of at least 0");
}

} // namespace rlx

#endif // RLX_DIALECTS_RLX_SUPPORT_ATTRIBUTECHECKS_H
