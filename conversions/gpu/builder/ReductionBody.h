// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The scalar body of reductions that invocations of a workgroup can share.
//
// A combiner with a neutral element joins the accumulator and one more element, so partial results
// may be combined in any order. Rounding may differ from the order of the model.
#ifndef RLX_CONVERSIONS_GPU_BUILDER_REDUCTIONBODY_H
#define RLX_CONVERSIONS_GPU_BUILDER_REDUCTIONBODY_H

#include <optional>

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace rlx {

// ^bb0(%x: f32, %y: f32, %acc: f32):
//   %p = arith.mulf %x, %y          // element
//   %s = arith.addf %acc, %p        // combiner; neutral: 0.0
//   linalg.yield %s
struct Reduction {
  mlir::linalg::LinalgOp op;
  mlir::Operation *combiner; // in the body
  mlir::Value element;       // in the body: what is combined with the accumulator
  mlir::TypedAttr neutral;

  // std::nullopt if the op has no such body, or several results.
  static std::optional<Reduction> find(mlir::linalg::LinalgOp op);

  mlir::Value start(mlir::OpBuilder &b) const;
  mlir::Value combine(mlir::OpBuilder &b, mlir::Value lhs, mlir::Value rhs) const;
  // Combines the accumulator with one more element. A multiplication and an addition become one
  // `math.fma`, rounded once, if both have the flag `contract`.
  mlir::Value accumulate(mlir::OpBuilder &b, mlir::Value sofar, mlir::Value element) const;
};

// Whether elements of the tensor come from a reduction in the same kernel; or elements that the
// body of an op reads by tensor.extract.
bool readsReduction(mlir::Value tensor);
bool bodyReadsReduction(mlir::linalg::LinalgOp op);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_BUILDER_REDUCTIONBODY_H
