// Implementation of what the matrix products share; see MatmulLoops.h.
#include "dialects/rlx/ir/MatmulLoops.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;

namespace rlx {
namespace {

// The map of one operand: broadcast batch dimensions, then the two given dimensions.
AffineMap matmulMap(RankedTensorType type, RankedTensorType resultType, unsigned row,
                    unsigned column) {
  MLIRContext *context = type.getContext();
  int64_t batch = resultType.getRank() - 2, missing = resultType.getRank() - type.getRank();
  SmallVector<AffineExpr> exprs;
  for (int64_t i = 0; i + 2 < type.getRank(); ++i) {
    bool repeats = type.getDimSize(i) == 1 && resultType.getDimSize(i + missing) != 1;
    exprs.push_back(repeats ? getAffineConstantExpr(0, context)
                            : getAffineDimExpr(i + missing, context));
  }
  exprs.push_back(getAffineDimExpr(batch + row, context));
  exprs.push_back(getAffineDimExpr(batch + column, context));
  return AffineMap::get(batch + 3, 0, exprs, context);
}

RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

} // namespace

FailureOr<Dims> inferMatmul(InferContext &ctx, Value left, Value right) {
  Dims lhs = ctx.shape(left), rhs = ctx.shape(right);
  if (lhs.size() < 2 || rhs.size() < 2)
    return ctx.fail("expects operands of rank 2 or more, but got ranks " + Twine(lhs.size()) +
                    " and " + Twine(rhs.size()));
  Dim lhsK = lhs.back(), rhsK = rhs[rhs.size() - 2];
  std::optional<int64_t> l = InferContext::staticValue(lhsK), r = InferContext::staticValue(rhsK);
  if (l && r && *l != *r)
    return ctx.fail("expects the last size of lhs to equal the second-last size of rhs, but got " +
                    Twine(*l) + " and " + Twine(*r));
  if (lhsK != rhsK)
    ctx.requireEqual(lhsK, rhsK, "the inner sizes of a matmul");
  std::optional<Dims> shape = ctx.broadcast(ArrayRef(lhs).drop_back(2), ArrayRef(rhs).drop_back(2));
  if (!shape)
    return ctx.fail("expects batch sizes that broadcast, but got " + toString(lhs) + " and " +
                    toString(rhs));
  shape->push_back(lhs[lhs.size() - 2]);
  shape->push_back(rhs.back());
  return *shape;
}

Value buildMatmul(OpBuilder &b, Location loc, Value lhs, Value rhs, ValueRange parameters,
                  Value init, ProductBuilder product) {
  RankedTensorType resultType = typeOf(init);
  int64_t rank = resultType.getRank();
  // Dimensions: batch.., m, n, k.
  SmallVector<AffineMap> maps = {matmulMap(typeOf(lhs), resultType, 0, 2),
                                 matmulMap(typeOf(rhs), resultType, 2, 1)};
  SmallVector<Value> inputs = {lhs, rhs};
  for (Value parameter : parameters) {
    SmallVector<AffineExpr> at;
    if (typeOf(parameter).getRank() == 1)
      at.push_back(b.getAffineDimExpr(rank - 1));
    maps.push_back(AffineMap::get(rank + 1, 0, at, b.getContext()));
    inputs.push_back(parameter);
  }
  maps.push_back(matmulMap(resultType, resultType, 0, 1));
  SmallVector<utils::IteratorType> iterators(rank, utils::IteratorType::parallel);
  iterators.push_back(utils::IteratorType::reduction);
  return linalg::GenericOp::create(
             b, loc, TypeRange{init.getType()}, inputs, ValueRange{init}, maps, iterators,
             [&](OpBuilder &nested, Location l, ValueRange v) {
               linalg::YieldOp::create(nested, l, product(nested, l, v.drop_back(), v.back()));
             })
      .getResult(0);
}

void forEachProduct(const ref::Tensor &lhs, const ref::Tensor &rhs, const ref::Tensor &result,
                    llvm::function_ref<void(int64_t, int64_t, int64_t, int64_t)> body) {
  int64_t k = lhs.shape.back(), m = lhs.shape[lhs.rank() - 2], n = rhs.shape.back();
  ArrayRef<int64_t> lhsBatch = ArrayRef(lhs.shape).drop_back(2),
                    rhsBatch = ArrayRef(rhs.shape).drop_back(2);
  ref::forEachIndex(result.shape, [&](ArrayRef<int64_t> index, int64_t i) {
    ArrayRef<int64_t> batch = index.drop_back(2);
    int64_t row = index[index.size() - 2], column = index.back();
    body(i, column, ref::broadcastOffset(lhsBatch, batch) * m * k + row * k,
         ref::broadcastOffset(rhsBatch, batch) * k * n + column);
  });
}

} // namespace rlx
