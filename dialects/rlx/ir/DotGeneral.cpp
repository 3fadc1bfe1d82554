// Bodies of dot_general: one linalg.generic whose loops are the batch, lhs, rhs and contracting
// dimensions, in this order.
#include "dialects/rlx/ir/InferUtils.h"
#include "dialects/rlx/ir/LinalgBuilders.h"
#include "dialects/rlx/ir/LinalgOps.h"
#include "dialects/rlx/reference/RefMath.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace rlx;

namespace {

// Dimensions of one operand that are neither batch nor contracting dimensions, in order.
SmallVector<int64_t> freeDims(int64_t rank, ArrayRef<int64_t> batch, ArrayRef<int64_t> contract) {
  SmallVector<int64_t> dims;
  for (int64_t i = 0; i < rank; ++i)
    if (!llvm::is_contained(batch, i) && !llvm::is_contained(contract, i))
      dims.push_back(i);
  return dims;
}

LogicalResult checkDims(InferContext &ctx, StringRef side, int64_t rank, ArrayRef<int64_t> batch,
                        ArrayRef<int64_t> contract) {
  llvm::SmallDenseSet<int64_t> seen;
  for (int64_t dim : llvm::concat<const int64_t>(batch, contract)) {
    if (dim < 0 || dim >= rank) // dot_general_c1
      return ctx.fail("expects " + side + " dimensions in [0, " + Twine(rank) + "), but got " +
                      Twine(dim));
    if (!seen.insert(dim).second) // dot_general_c2
      return ctx.fail("expects distinct " + side + " dimensions, but " + Twine(dim) +
                      " occurs twice");
  }
  return success();
}

LogicalResult checkPairs(InferContext &ctx, StringRef what, ArrayRef<Dim> lhs, ArrayRef<Dim> rhs,
                         ArrayRef<int64_t> lhsDims, ArrayRef<int64_t> rhsDims) {
  if (lhsDims.size() != rhsDims.size()) // dot_general_c3
    return ctx.fail("expects as many " + what + " dimensions of rhs as of lhs, " +
                    Twine(lhsDims.size()) + ", but got " + Twine(rhsDims.size()));
  for (auto [l, r] : llvm::zip(lhsDims, rhsDims)) {
    std::optional<int64_t> left = InferContext::staticValue(lhs[l]),
                           right = InferContext::staticValue(rhs[r]);
    if (left && right && *left != *right) // dot_general_c4
      return ctx.fail("expects " + what + " dimension " + Twine(r) + " of rhs to have size " +
                      Twine(*left) + " like dimension " + Twine(l) + " of lhs, but got " +
                      Twine(*right));
    if (lhs[l] != rhs[r])
      ctx.requireEqual(lhs[l], rhs[r], "the " + what + " sizes of a dot_general");
  }
  return success();
}

} // namespace

LogicalResult DotGeneralOp::infer(InferContext &ctx, Adaptor op,
                                  SmallVectorImpl<InferredType> &results) {
  if (failed(expectSameElementType(ctx, op.getOperands()))) // dot_general_c5
    return failure();
  Dims lhs = ctx.shape(op.getLhs()), rhs = ctx.shape(op.getRhs()), shape;
  ArrayRef<int64_t> lhsBatch = op.getLhsBatch(), rhsBatch = op.getRhsBatch();
  ArrayRef<int64_t> lhsContract = op.getLhsContract(), rhsContract = op.getRhsContract();
  if (failed(checkDims(ctx, "lhs", lhs.size(), lhsBatch, lhsContract)) ||
      failed(checkDims(ctx, "rhs", rhs.size(), rhsBatch, rhsContract)) ||
      failed(checkPairs(ctx, "batch", lhs, rhs, lhsBatch, rhsBatch)) ||
      failed(checkPairs(ctx, "contracting", lhs, rhs, lhsContract, rhsContract)))
    return failure();
  for (auto [l, r] : llvm::zip(lhsBatch, rhsBatch))
    shape.push_back(InferContext::isStatic(rhs[r]) ? rhs[r] : lhs[l]);
  for (int64_t dim : freeDims(lhs.size(), lhsBatch, lhsContract))
    shape.push_back(lhs[dim]);
  for (int64_t dim : freeDims(rhs.size(), rhsBatch, rhsContract))
    shape.push_back(rhs[dim]);
  results.push_back({shape, InferContext::elementType(op.getLhs())});
  return success();
}

FailureOr<SmallVector<Value>> DotGeneralOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                          LoweringReason &) {
  Location loc = getLoc();
  Type element = signless(getType().getElementType());
  Value init = filled(b, loc, emptyResult(b, *this, operands, 0, accumulatorType(element)), 0.0);
  unsigned parallel = getType().getRank(), count = parallel + getLhsContract().size();
  unsigned nextFree = getLhsBatch().size();
  auto operandMap = [&](Value operand, ArrayRef<int64_t> batch, ArrayRef<int64_t> contract) {
    int64_t rank = cast<ShapedType>(operand.getType()).getRank();
    SmallVector<AffineExpr> exprs(rank);
    for (auto [i, dim] : llvm::enumerate(batch))
      exprs[dim] = b.getAffineDimExpr(i);
    for (auto [i, dim] : llvm::enumerate(contract))
      exprs[dim] = b.getAffineDimExpr(parallel + i);
    for (int64_t dim : freeDims(rank, batch, contract))
      exprs[dim] = b.getAffineDimExpr(nextFree++);
    return AffineMap::get(count, 0, exprs, getContext());
  };
  AffineMap lhsMap = operandMap(operands[0], getLhsBatch(), getLhsContract());
  AffineMap rhsMap = operandMap(operands[1], getRhsBatch(), getRhsContract());
  SmallVector<AffineExpr> kept;
  for (unsigned i = 0; i < parallel; ++i)
    kept.push_back(b.getAffineDimExpr(i));
  AffineMap resultMap = AffineMap::get(count, 0, kept, getContext()); // may have no results
  SmallVector<utils::IteratorType> iterators(count, utils::IteratorType::reduction);
  std::fill_n(iterators.begin(), parallel, utils::IteratorType::parallel);
  auto sum = linalg::GenericOp::create(
      b, loc, TypeRange{init.getType()}, operands, ValueRange{init},
      ArrayRef<AffineMap>{lhsMap, rhsMap, resultMap}, iterators,
      [&](OpBuilder &nested, Location l, ValueRange v) {
        linalg::YieldOp::create(nested, l, multiplyAccumulate(nested, l, v[0], v[1], v[2]));
      });
  return SmallVector<Value>{convertElements(b, loc, sum.getResult(0), element)};
}

llvm::Error DotGeneralOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                   MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor &lhs = in[0], &rhs = in[1];
  SmallVector<int64_t> lhsStrides = ref::strides(lhs.shape), rhsStrides = ref::strides(rhs.shape);
  SmallVector<int64_t> contracted;
  for (int64_t dim : getLhsContract())
    contracted.push_back(lhs.shape[dim]);
  SmallVector<int64_t> lhsFree = freeDims(lhs.rank(), getLhsBatch(), getLhsContract());
  SmallVector<int64_t> rhsFree = freeDims(rhs.rank(), getRhsBatch(), getRhsContract());
  ref::forEachIndex(out[0].shape, [&](ArrayRef<int64_t> index, int64_t i) {
    int64_t l = 0, r = 0;
    for (auto [dim, other] : llvm::zip(getLhsBatch(), getRhsBatch())) {
      l += index.front() * lhsStrides[dim];
      r += index.front() * rhsStrides[other];
      index = index.drop_front();
    }
    for (auto [k, dim] : llvm::enumerate(lhsFree))
      l += index[k] * lhsStrides[dim];
    for (auto [k, dim] : llvm::enumerate(rhsFree))
      r += index[lhsFree.size() + k] * rhsStrides[dim];
    double sum = 0;
    std::complex<double> complexSum = 0;
    uint64_t intSum = 0;
    ref::forEachIndex(contracted, [&](ArrayRef<int64_t> position, int64_t) {
      int64_t x = l, y = r;
      for (size_t k = 0; k < position.size(); ++k) {
        x += position[k] * lhsStrides[getLhsContract()[k]];
        y += position[k] * rhsStrides[getRhsContract()[k]];
      }
      if (lhs.isComplex())
        complexSum += ref::product(lhs.complexAt(x), rhs.complexAt(y));
      else if (lhs.isFloat())
        sum += lhs.floats[x] * rhs.floats[y];
      else
        intSum += uint64_t(lhs.ints[x]) * uint64_t(rhs.ints[y]);
    });
    if (lhs.isComplex())
      out[0].setComplex(i, complexSum);
    else
      lhs.isFloat() ? out[0].set(i, sum) : out[0].setInt(i, int64_t(intSum));
  });
  return llvm::Error::success();
}
