// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Casts of a tensor to sizes that are known from elsewhere: from a declared type, or from an
// attribute of the op that the tensor replaces. Sizes that cannot be proved are checked in the run.
// A cast that proves nothing new is the tensor itself.
#ifndef RLX_DIALECTS_RLX_SUPPORT_SHAPECASTS_H
#define RLX_DIALECTS_RLX_SUPPORT_SHAPECASTS_H

#include "dialects/rlx/ir/RLXDialect.h"

namespace rlx {

/// `tensor` as a value of the type `type`, which `sizes` fit; `tensor` itself if its type is
/// complete. Sizes that the types do not prove are checked at the start of a run. Costs nothing if
/// one size is open, and a copy if there are more.
mlir::Value withSizes(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value tensor,
                      llvm::ArrayRef<mlir::OpFoldResult> sizes, mlir::RankedTensorType type);

/// The same with the static sizes of `type`, and with the tensor's own sizes for the others.
mlir::Value withType(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value tensor,
                     mlir::RankedTensorType type);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_SUPPORT_SHAPECASTS_H
