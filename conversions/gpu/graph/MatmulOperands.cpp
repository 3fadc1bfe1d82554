// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The dimensions of both ops (see MatmulOperands.h). rlx.matmul has them by convention,
// rlx.dot_general by attributes. For example, [B, M, K] x [B, K, N] in rlx.matmul has batch = {0},
// and K is dimension 2 of the lhs and 1 of the rhs.
#include "conversions/gpu/graph/MatmulOperands.h"

#include "dialects/rlx/ir/MatmulOps.h"

using namespace mlir;

namespace rlx {
namespace {

std::optional<MatmulOperands> sidesOf(MatmulOp op) {
  auto lhs = cast<RankedTensorType>(op.getLhs().getType()).getShape(),
       rhs = cast<RankedTensorType>(op.getRhs().getType()).getShape();
  const auto left = static_cast<int64_t>(lhs.size()), right = static_cast<int64_t>(rhs.size());
  if (left < 2 || right < 2 ||
      (right != 2 && (left != right || lhs.drop_back(2) != rhs.drop_back(2))))
    return std::nullopt;
  auto batch = llvm::to_vector(llvm::seq<int64_t>(0, right - 2));
  return MatmulOperands{{op.getLhs(), batch, left - 1}, {op.getRhs(), batch, right - 2}};
}

std::optional<MatmulOperands> sidesOf(DotGeneralOp op) {
  if (op.getLhsContract().size() != 1)
    return std::nullopt;
  return MatmulOperands{
      {op.getLhs(), llvm::to_vector(op.getLhsBatch()), op.getLhsContract().front()},
      {op.getRhs(), llvm::to_vector(op.getRhsBatch()), op.getRhsContract().front()}};
}

} // namespace

int64_t MatmulOperand::own() const {
  int64_t count = 1;
  for (int64_t dim = 0; dim < type().getRank(); ++dim)
    if (dim != summed && !llvm::is_contained(batch, dim))
      count *= size(dim);
  return count;
}

std::optional<MatmulOperands> MatmulOperands::of(Operation *op) {
  if (auto matmul = dyn_cast<MatmulOp>(op))
    return sidesOf(matmul);
  if (auto general = dyn_cast<DotGeneralOp>(op))
    return sidesOf(general);
  return std::nullopt;
}

} // namespace rlx
