// Declarations of the conversions, in pipeline order.
#ifndef RLX_CONVERSIONS_PASSES_TD
#define RLX_CONVERSIONS_PASSES_TD

include "mlir/Pass/PassBase.td"

def LowerToLinalgPass : Pass<"rlx-lower-to-linalg"> {
  let summary = "Lower rlx ops to linalg on tensors through LinalgLowerableOpInterface";
  let description = [{
    Unsigned element types become signless. Every op that is left is reported with the reason its
    lowering gave.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect", "::mlir::affine::AffineDialect"
  ];
}

#endif // RLX_CONVERSIONS_PASSES_TD
