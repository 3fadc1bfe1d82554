// The conversion of rlx ops to linalg.
#ifndef RLX_CONVERSIONS_RLX_TO_LINALG_PASSES_TD
#define RLX_CONVERSIONS_RLX_TO_LINALG_PASSES_TD

include "mlir/Pass/PassBase.td"

def LowerToLinalgPass : Pass<"rlx-lower-to-linalg"> {
  let summary = "Lower rlx ops to linalg on tensors through LinalgLowerableOpInterface";
  let description = [{
    Unsigned element types become signless. Every op that is left is reported with the reason its
    lowering gave. Ops that compute in order along some dimensions are cut along the others, into
    slices that take `slice-steps` steps each where they can. Ops with the attribute `lir.workgroup_op` stay.
  }];
  let options = [
    Option<"elements", "elements", "bool", "false",
           "Compute by elements what has such a form (ElementLowerableOpInterface)">,
    Option<"sliceSteps", "slice-steps", "int64_t", "0", "Steps of a slice (0: 16384)">,
    ListOption<"keep", "keep", "std::string", "Names of ops to leave as they are">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect", "::mlir::affine::AffineDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::vector::VectorDialect"
  ];
}

#endif // RLX_CONVERSIONS_RLX_TO_LINALG_PASSES_TD
