// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of MatmulLoops.h. Batch dimensions of size 1 are read at index 0 in the indexing
// maps, so broadcasting copies nothing. The loops are batch.., m, n, k, and the only reduction is
// k.
#include "dialects/rlx/ops/matmul/MatmulLoops.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;

namespace rlx {
namespace {

RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

// The sizes before those of the matrix or vector.
template <typename Sizes>
auto batchOf(const Sizes &sizes) {
  return ArrayRef(sizes).drop_back(std::min<size_t>(sizes.size(), 2));
}

// The loops: broadcast batch dimensions, then m and n (if the result has them), then k.
struct MatmulMaps {
  MatmulMaps(RankedTensorType lhs, RankedTensorType rhs, RankedTensorType result)
      : result(result), k(result.getRank()), n(k - 1),
        m(result.getRank() - (lhs.getRank() != 1) - (rhs.getRank() != 1)) {}

  MLIRContext *context() const { return result.getContext(); }

  AffineMap operand(RankedTensorType type, unsigned row, unsigned column) const {
    if (type.getRank() == 1)
      return AffineMap::get(k + 1, 0, getAffineDimExpr(k, context()));
    int64_t own = type.getRank() - 2, missing = int64_t(m) - own;
    SmallVector<AffineExpr> exprs;
    for (int64_t i = 0; i < own; ++i) {
      bool repeats = type.getDimSize(i) == 1 && result.getDimSize(i + missing) != 1;
      exprs.push_back(repeats ? getAffineConstantExpr(0, context())
                              : getAffineDimExpr(i + missing, context()));
    }
    exprs.push_back(getAffineDimExpr(row, context()));
    exprs.push_back(getAffineDimExpr(column, context()));
    return AffineMap::get(k + 1, 0, exprs, context());
  }

  RankedTensorType result;
  unsigned k, n, m; // loop numbers; m is also the number of batch loops
};

} // namespace

FailureOr<Dims> inferMatmul(InferContext &ctx, Value left, Value right, unsigned minRank,
                            bool transposesRhs) {
  Dims lhs = ctx.shape(left), rhs = ctx.shape(right);
  if (lhs.size() < minRank || rhs.size() < minRank)
    return ctx.fail("expects operands of rank " + Twine(minRank) + " or more, but got ranks " +
                    Twine(lhs.size()) + " and " + Twine(rhs.size()));
  bool rhsIsVector = rhs.size() == 1;
  if (transposesRhs && !rhsIsVector)
    std::swap(rhs[rhs.size() - 2], rhs.back());
  Dim lhsK = lhs.back(), rhsK = rhsIsVector ? rhs[0] : rhs[rhs.size() - 2];
  std::optional<int64_t> l = InferContext::staticValue(lhsK), r = InferContext::staticValue(rhsK);
  if (l && r && *l != *r)
    return ctx.fail(Twine("expects the last size of lhs to equal the ") +
                    (rhsIsVector     ? "size"
                     : transposesRhs ? "last size"
                                     : "second-last size") +
                    " of rhs, but got " + Twine(*l) + " and " + Twine(*r));
  if (lhsK != rhsK)
    ctx.requireEqual(lhsK, rhsK, "the inner sizes of a matmul");
  std::optional<Dims> shape = ctx.broadcast(batchOf(lhs), batchOf(rhs));
  if (!shape)
    return ctx.fail("expects batch sizes that broadcast, but got " + toString(lhs) + " and " +
                    toString(rhs));
  // The batch sizes of an operand broadcast, the last two do not.
  auto tell = [&](Value operand, ArrayRef<Dim> own) {
    Dims to(*shape);
    to.append(own.end() - std::min<size_t>(own.size(), 2), own.end());
    ctx.broadcasts(operand, ArrayRef<Dim>(to).take_back(own.size()));
  };
  tell(left, lhs);
  tell(right, ctx.shape(right));
  if (lhs.size() > 1)
    shape->push_back(lhs[lhs.size() - 2]);
  if (!rhsIsVector)
    shape->push_back(rhs.back());
  return *shape;
}

Value buildMatmul(OpBuilder &b, Location loc, Value lhs, Value rhs, ValueRange parameters,
                  Value init, ProductBuilder product, bool transposesRhs) {
  RankedTensorType resultType = typeOf(init);
  int64_t rank = resultType.getRank();
  MatmulMaps loops(typeOf(lhs), typeOf(rhs), resultType);
  SmallVector<AffineMap> maps = {loops.operand(typeOf(lhs), loops.m, loops.k),
                                 transposesRhs ? loops.operand(typeOf(rhs), loops.n, loops.k)
                                               : loops.operand(typeOf(rhs), loops.k, loops.n)};
  SmallVector<Value> inputs = {lhs, rhs};
  for (Value parameter : parameters) {
    SmallVector<AffineExpr> at;
    if (typeOf(parameter).getRank() == 1)
      at.push_back(b.getAffineDimExpr(rank - 1));
    maps.push_back(AffineMap::get(rank + 1, 0, at, b.getContext()));
    inputs.push_back(parameter);
  }
  maps.push_back(AffineMap::getMultiDimIdentityMap(rank + 1, b.getContext()).dropResult(rank));
  SmallVector<utils::IteratorType> iterators(rank, utils::IteratorType::parallel);
  iterators.push_back(utils::IteratorType::reduction);
  return linalg::GenericOp::create(
             b, loc, TypeRange{init.getType()}, inputs, ValueRange{init}, maps, iterators,
             [&](OpBuilder &nested, Location l, ValueRange v) {
               linalg::YieldOp::create(nested, l, product(nested, l, v.drop_back(), v.back()));
             })
      .getResult(0);
}

void forEachMatmulTerm(const ref::Tensor &lhs, const ref::Tensor &rhs, const ref::Tensor &result,
                       llvm::function_ref<void(int64_t, int64_t, int64_t, int64_t)> body) {
  int64_t k = lhs.shape.back(), m = lhs.rank() == 1 ? 1 : lhs.shape[lhs.rank() - 2];
  int64_t n = rhs.rank() == 1 ? 1 : rhs.shape.back();
  ref::forEachIndex(result.shape, [&](ArrayRef<int64_t> batch, int64_t i) {
    int64_t row = 0, column = 0;
    if (rhs.rank() > 1) {
      column = batch.back();
      batch = batch.drop_back();
    }
    if (lhs.rank() > 1) {
      row = batch.back();
      batch = batch.drop_back();
    }
    body(i, column, (ref::broadcastOffset(batchOf(lhs.shape), batch) * m + row) * k,
         ref::broadcastOffset(batchOf(rhs.shape), batch) * k * n + column);
  });
}

} // namespace rlx
