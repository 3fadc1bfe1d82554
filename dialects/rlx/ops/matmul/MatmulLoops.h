// What the matrix products share: the shape of NumPy's matmul, and its loops as linalg.
#ifndef RLX_DIALECTS_RLX_OPS_MATMUL_MATMULLOOPS_H
#define RLX_DIALECTS_RLX_OPS_MATMUL_MATMULLOOPS_H

#include "dialects/rlx/interfaces/Inference.h"
#include "dialects/rlx/reference/RefTensor.h"
#include "mlir/IR/Builders.h"

namespace rlx {

// The shape of lhs [b.., m, k] times rhs [b.., k, n]; an operand of rank 1 has k alone, and the
// result then lacks m or n. Labels of the ops: _c1 rank, _c2 inner sizes, _c3 batch sizes.
mlir::FailureOr<Dims> inferMatmul(InferContext &ctx, mlir::Value lhs, mlir::Value rhs,
                                  unsigned minRank = 1);

// Emits lhs * rhs added to `accumulator`; `values` are the elements of lhs, rhs and the parameters.
using ProductBuilder = llvm::function_ref<mlir::Value(
    mlir::OpBuilder &, mlir::Location, mlir::ValueRange values, mlir::Value accumulator)>;

// The product of `lhs` and `rhs`, summed on `init`, which has the shape of the result. Parameters
// have rank 0, or rank 1 and belong to the columns.
mlir::Value buildMatmul(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value lhs,
                        mlir::Value rhs, mlir::ValueRange parameters, mlir::Value init,
                        ProductBuilder product);

// Calls `body(i, n, l, r)` for every element of the result: its position and column, and the
// positions of lhs [.., m, 0] and rhs [.., 0, n].
void forEachMatmulTerm(const ref::Tensor &lhs, const ref::Tensor &rhs, const ref::Tensor &result,
                       llvm::function_ref<void(int64_t i, int64_t n, int64_t l, int64_t r)> body);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_MATMUL_MATMULLOOPS_H
