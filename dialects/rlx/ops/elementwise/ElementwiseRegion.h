// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Access to the computation of an rlx.elementwise_region, for code that emits kernels. For example,
// epilogues apply it to the elements of a matmul tile. It works on scalars and on vectors, and
// leaves loops and memory to the caller.
#ifndef RLX_DIALECTS_RLX_OPS_ELEMENTWISE_ELEMENTWISEREGION_H
#define RLX_DIALECTS_RLX_OPS_ELEMENTWISE_ELEMENTWISEREGION_H

#include "dialects/rlx/ir/RLXDialect.h"

namespace rlx {

class ElementwiseRegionOp;

/// Emits the body of `op` on `values`, one per input: scalars of the signless element types, or
/// vectors of them that all have one shape. Returns one value per result. Fails with a reason if an
/// op of the body cannot be built.
llvm::FailureOr<llvm::SmallVector<mlir::Value>>
buildRegionScalars(ElementwiseRegionOp op, mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::ValueRange values, LoweringReason &why);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_ELEMENTWISE_ELEMENTWISEREGION_H
