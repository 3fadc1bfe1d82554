// A tensor whose sizes somebody else knows: a declaration, or an attribute of the op that it
// replaces.
#ifndef RLX_DIALECTS_RLX_SUPPORT_SHAPECASTS_H
#define RLX_DIALECTS_RLX_SUPPORT_SHAPECASTS_H

#include "dialects/rlx/ir/RLXDialect.h"

namespace rlx {

// `tensor` as one of the type `type`, which the sizes fit; the tensor itself if its type says all.
// That it has the sizes is checked at the start of a run where the types do not tell. Costs nothing
// where one size is open, and a copy where there are more.
mlir::Value withSizes(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value tensor,
                      llvm::ArrayRef<mlir::OpFoldResult> sizes, mlir::RankedTensorType type);

// The same with the sizes that `type` knows, and the tensor's own for the others.
mlir::Value withType(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value tensor,
                     mlir::RankedTensorType type);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_SUPPORT_SHAPECASTS_H
