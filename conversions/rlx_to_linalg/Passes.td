// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The conversion of rlx ops to linalg.
#ifndef RLX_CONVERSIONS_RLX_TO_LINALG_PASSES_TD
#define RLX_CONVERSIONS_RLX_TO_LINALG_PASSES_TD

include "mlir/Pass/PassBase.td"

def LowerToLinalgPass : Pass<"rlx-lower-to-linalg"> {
  let summary = "Lower rlx ops to linalg on tensors through LinalgLowerableOpInterface";
  let description = [{
    Unsigned element types become signless. Each op that cannot be lowered is reported with the
    reason of its lowering. Ops that compute sequentially along some dimensions are cut along the
    other ones into slices of `slice-steps` iterations, if possible. Ops with the attribute
    `lir.workgroup_op` stay.

    For example, `rlx.add` of f32 becomes a linalg.generic with `arith.addf` in its body.
  }];
  let options = [
    Option<"elements", "elements", "bool", "false",
           "Use the lowering that computes each element by itself, if an op has one "
           "(ElementLowerableOpInterface)">,
    Option<"sliceSteps", "slice-steps", "int64_t", "0", "Iterations of a slice (0: 16384)">,
    ListOption<"keep", "keep", "std::string", "Names of ops that stay as they are">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect", "::mlir::affine::AffineDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::vector::VectorDialect"
  ];
}

#endif // RLX_CONVERSIONS_RLX_TO_LINALG_PASSES_TD
