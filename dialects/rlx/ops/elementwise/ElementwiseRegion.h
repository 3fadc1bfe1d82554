// Access to the computation of an rlx.elementwise_region for whoever emits kernels.
#ifndef RLX_DIALECTS_RLX_OPS_ELEMENTWISE_ELEMENTWISEREGION_H
#define RLX_DIALECTS_RLX_OPS_ELEMENTWISE_ELEMENTWISEREGION_H

#include "dialects/rlx/ir/RLXDialect.h"

namespace rlx {

class ElementwiseRegionOp;

// Emits the body of `op` on `values`, one for each input: scalars of the signless element types, or
// vectors of them that all have one shape. Returns one value for each result. Fails with a reason
// when an op of the body declines.
llvm::FailureOr<llvm::SmallVector<mlir::Value>>
buildRegionScalars(ElementwiseRegionOp op, mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::ValueRange values, LoweringReason &why);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_ELEMENTWISE_ELEMENTWISEREGION_H
