// Bodies of the contractions.
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "dialects/rlx/ir/InferUtils.h"
#include "dialects/rlx/ir/LinalgBuilders.h"
#include "dialects/rlx/ir/LinalgOps.h"
#include "dialects/rlx/ir/ScalarBuilders.h"

using namespace mlir;
using namespace rlx;

// ---- matmul ----

LogicalResult MatmulOp::infer(InferContext &ctx, Adaptor op,
                              SmallVectorImpl<InferredType> &results) {
  if (failed(expectSameElementType(ctx, op.getOperands()))) // matmul_c4
    return failure();
  Dims lhs = ctx.shape(op.getLhs()), rhs = ctx.shape(op.getRhs());
  if (lhs.size() < 2 || rhs.size() < 2) // matmul_c1
    return ctx.fail("expects operands of rank 2 or more, but got ranks " + Twine(lhs.size()) +
                    " and " + Twine(rhs.size()));
  Dim lhsK = lhs.back(), rhsK = rhs[rhs.size() - 2];
  std::optional<int64_t> l = InferContext::staticValue(lhsK), r = InferContext::staticValue(rhsK);
  if (l && r && *l != *r) // matmul_c2
    return ctx.fail("expects the last size of lhs to equal the second-last size of rhs, but got " +
                    Twine(*l) + " and " + Twine(*r));
  if (lhsK != rhsK)
    ctx.requireEqual(lhsK, rhsK, "the inner sizes of a matmul");
  std::optional<Dims> batch = ctx.broadcast(ArrayRef(lhs).drop_back(2), ArrayRef(rhs).drop_back(2));
  if (!batch) // matmul_c3
    return ctx.fail("expects batch sizes that broadcast, but got " + toString(lhs) + " and " +
                    toString(rhs));
  batch->push_back(lhs[lhs.size() - 2]);
  batch->push_back(rhs.back());
  results.push_back({*batch, InferContext::elementType(op.getLhs())});
  return success();
}

namespace {
// The map of one matmul operand: broadcast batch dimensions, then the two given dimensions.
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
} // namespace

FailureOr<SmallVector<Value>> MatmulOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                      LoweringReason &) {
  Location loc = getLoc();
  auto resultType = cast<RankedTensorType>(getType());
  Type element = signless(resultType.getElementType()), accumulator = accumulatorType(element);
  Value init = filled(b, loc, emptyResult(b, *this, operands, 0, accumulator), 0.0);
  // Dimensions: batch.., m, n, k.
  SmallVector<AffineMap> maps = {
      matmulMap(cast<RankedTensorType>(operands[0].getType()), resultType, 0, 2),
      matmulMap(cast<RankedTensorType>(operands[1].getType()), resultType, 2, 1),
      matmulMap(resultType, resultType, 0, 1)};
  SmallVector<utils::IteratorType> iterators(resultType.getRank(), utils::IteratorType::parallel);
  iterators.push_back(utils::IteratorType::reduction);
  auto sum = linalg::GenericOp::create(
      b, loc, TypeRange{init.getType()}, operands, ValueRange{init}, maps, iterators,
      [&](OpBuilder &nested, Location l, ValueRange v) {
        linalg::YieldOp::create(nested, l, multiplyAccumulate(nested, l, v[0], v[1], v[2]));
      });
  return SmallVector<Value>{convertElements(b, loc, sum.getResult(0), element)};
}

llvm::Error MatmulOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                               MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor &lhs = in[0], &rhs = in[1];
  int64_t k = lhs.shape.back(), m = lhs.shape[lhs.rank() - 2], n = rhs.shape.back();
  ArrayRef<int64_t> lhsBatch = ArrayRef(lhs.shape).drop_back(2),
                    rhsBatch = ArrayRef(rhs.shape).drop_back(2);
  ref::forEachIndex(out[0].shape, [&](ArrayRef<int64_t> index, int64_t i) {
    ArrayRef<int64_t> batch = index.drop_back(2);
    int64_t row = index[index.size() - 2], column = index.back();
    int64_t l = ref::broadcastOffset(lhsBatch, batch) * m * k + row * k;
    int64_t r = ref::broadcastOffset(rhsBatch, batch) * k * n + column;
    double sum = 0;
    uint64_t intSum = 0;
    for (int64_t j = 0; j < k; ++j) {
      if (lhs.isFloat())
        sum += lhs.floats[l + j] * rhs.floats[r + j * n];
      else
        intSum += uint64_t(lhs.ints[l + j]) * uint64_t(rhs.ints[r + j * n]);
    }
    lhs.isFloat() ? out[0].set(i, sum) : out[0].setInt(i, int64_t(intSum));
  });
  return llvm::Error::success();
}
