// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Helpers of all matmul ops (plain, fused, quantized): the result shape of NumPy's matmul, and the
// loops as one linalg.generic, whose body each op supplies. Fast paths and GPU schedules match that
// contraction. Weights that must be decoded have their own loops.
#ifndef RLX_DIALECTS_RLX_OPS_MATMUL_MATMULLOOPS_H
#define RLX_DIALECTS_RLX_OPS_MATMUL_MATMULLOOPS_H

#include "dialects/rlx/interfaces/Inference.h"
#include "dialects/rlx/reference/RefTensor.h"
#include "mlir/IR/Builders.h"

namespace rlx {

/// The shape of lhs [b.., m, k] times rhs [b.., k, n]. An operand of rank 1 has only k, and the
/// result then has no m or n. Labels of the ops: _c1 rank, _c2 inner sizes, _c3 batch sizes. With
/// `transposesRhs`, here and below, an rhs of rank 2 or more is [b.., n, k].
mlir::FailureOr<Dims> inferMatmul(InferContext &ctx, mlir::Value lhs, mlir::Value rhs,
                                  unsigned minRank = 1, bool transposesRhs = false);

/// Emits accumulator + lhs * rhs. `values` are the elements of lhs, rhs and the parameters.
using ProductBuilder = llvm::function_ref<mlir::Value(
    mlir::OpBuilder &, mlir::Location, mlir::ValueRange values, mlir::Value accumulator)>;

/// The matmul of `lhs` and `rhs`, accumulated on `init`, which has the shape of the result.
/// Parameters have rank 0, or have rank 1 and one element per column, for example zero points.
mlir::Value buildMatmul(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value lhs,
                        mlir::Value rhs, mlir::ValueRange parameters, mlir::Value init,
                        ProductBuilder product, bool transposesRhs = false);

/// For the interpreter: calls `body(i, n, l, r)` for every element of the result. i and n are its
/// linear index and its column; l and r are the linear indices of lhs [.., m, 0] and rhs [.., 0,
/// n].
void forEachMatmulTerm(const ref::Tensor &lhs, const ref::Tensor &rhs, const ref::Tensor &result,
                       llvm::function_ref<void(int64_t i, int64_t n, int64_t l, int64_t r)> body);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_MATMUL_MATMULLOOPS_H
