// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Body of dot_general: one linalg.generic with the loops batch, lhs, rhs and contracted dimensions,
// in this order. It is canonicalized to rlx.matmul where that is equivalent, so that passes and
// targets see fewer forms of a matmul.
#include "dialects/rlx/ir/MatmulOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "dialects/rlx/reference/RefMath.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/OpComposer.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace rlx;

namespace {

// The dimensions of one operand that are neither batch nor contracted, in order.
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

// The element type of the result.
FailureOr<Type> resultElement(InferContext &ctx, Type from, std::optional<Type> to) {
  if (!to || *to == from)
    return from;
  bool isOneKind =
      isa<FloatType>(from) ? isa<FloatType>(*to) : isa<IntegerType>(from) && isa<IntegerType>(*to);
  if (!isOneKind || to->getIntOrFloatBitWidth() <= from.getIntOrFloatBitWidth()) { // dot_general_c6
    std::string text;
    llvm::raw_string_ostream(text) << from << " or a wider type of its kind, but got " << *to;
    return ctx.fail("expects to accumulate in " + text);
  }
  return *to;
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
  FailureOr<Type> element = resultElement(ctx, InferContext::elementType(op.getLhs()), op.getTo());
  if (failed(element))
    return failure();
  results.push_back({shape, *element});
  return success();
}

namespace {

bool isConsecutive(ArrayRef<int64_t> dims, int64_t first) {
  for (auto [i, dim] : llvm::enumerate(dims))
    if (dim != first + int64_t(i))
      return false;
  return true;
}

// Rewrites a dot_general as a matmul of [batch.., rows.., contracted] and
// [batch.., contracted, columns..], with reshapes if dimensions have to be joined:
//   rlx.dot_general %x, %w contract [1] x [0]  ->  rlx.matmul %x, %w
class AsMatmul {
public:
  AsMatmul(DotGeneralOp op, PatternRewriter &rewriter)
      : op(op), c(rewriter, op.getLoc()), lhs(op.getLhs()), rhs(op.getRhs()),
        rows(freeDims(rank(lhs), op.getLhsBatch(), op.getLhsContract())),
        columns(freeDims(rank(rhs), op.getRhsBatch(), op.getRhsContract())),
        batch(op.getLhsBatch().size()) {}

  bool applies() {
    bool keepsType = getElementTypeOrSelf(op.getType()) == getElementTypeOrSelf(lhs.getType());
    if (!keepsType || op.getLhsContract().empty() || columns.empty() || (batch > 0 && rows.empty()))
      return false;
    bool lhsInOrder = isConsecutive(op.getLhsBatch(), 0) && isConsecutive(rows, batch) &&
                      isConsecutive(op.getLhsContract(), batch + rows.size());
    return lhsInOrder && (batch == 0 || rhsInOrder()) && checksStay();
  }

  Value build() {
    SmallVector<OpFoldResult> left = sizesOf(lhs), right = sizesOf(rhs);
    SmallVector<OpFoldResult> batches(ArrayRef(left).take_front(batch));
    auto pick = [](ArrayRef<OpFoldResult> sizes, ArrayRef<int64_t> dims) {
      return llvm::map_to_vector(dims, [&](int64_t dim) { return sizes[dim]; });
    };
    SmallVector<OpFoldResult> rowSizes = pick(left, rows), columnSizes = pick(right, columns);
    SmallVector<OpFoldResult> result(batches);
    llvm::append_range(result, rowSizes);
    llvm::append_range(result, columnSizes);

    Value x = lhs, w = rhs;
    if (!rhsInOrder()) {
      SmallVector<int64_t> order(op.getRhsContract());
      llvm::append_range(order, columns);
      w = c.make<TransposeOp>(w, order);
    }
    // Without batches there may be several row dimensions.
    bool joinRows = batch > 0 ? rows.size() != 1 : rows.empty();
    bool joinInner = op.getLhsContract().size() != 1, joinColumns = columns.size() != 1;
    if (joinRows)
      rowSizes = {product(rowSizes)};
    OpFoldResult inner = product(innerSizes(left, right));
    if (joinRows || joinInner)
      x = c.reshape(x, concat(batches, rowSizes, inner));
    if (joinInner || joinColumns)
      w = c.reshape(w, concat(batches, inner, product(columnSizes)));
    if (!joinRows && !joinColumns)
      return MatmulOp::create(c.builder, c.loc, op.getType(), x, w);
    SmallVector<Value> dynamic;
    SmallVector<int64_t> constant;
    dispatchIndexOpFoldResults(result, dynamic, constant);
    return ReshapeOp::create(c.builder, c.loc, op.getType(), c.make<MatmulOp>(x, w), dynamic,
                             constant);
  }

private:
  static int64_t rank(Value value) { return cast<ShapedType>(value.getType()).getRank(); }
  static int64_t size(Value value, int64_t dim) {
    return cast<ShapedType>(value.getType()).getDimSize(dim);
  }

  bool rhsInOrder() {
    return isConsecutive(op.getRhsBatch(), 0) && isConsecutive(op.getRhsContract(), batch) &&
           isConsecutive(columns, batch + op.getRhsContract().size());
  }

  // Whether no check of dynamic sizes is lost. A matmul lets size 1 broadcast, and checks only the
  // product of contracted sizes.
  bool checksStay() {
    for (auto [l, r] : llvm::zip(op.getLhsBatch(), op.getRhsBatch()))
      if (ShapedType::isDynamic(size(lhs, l)) != ShapedType::isDynamic(size(rhs, r)))
        return false;
    if (op.getLhsContract().size() == 1)
      return true;
    return llvm::all_of(llvm::zip(op.getLhsContract(), op.getRhsContract()), [&](auto pair) {
      return !ShapedType::isDynamic(size(lhs, std::get<0>(pair))) &&
             !ShapedType::isDynamic(size(rhs, std::get<1>(pair)));
    });
  }

  // The contracted sizes, as constants if either operand has them static.
  SmallVector<OpFoldResult> innerSizes(ArrayRef<OpFoldResult> left, ArrayRef<OpFoldResult> right) {
    SmallVector<OpFoldResult> sizes;
    for (auto [l, r] : llvm::zip(op.getLhsContract(), op.getRhsContract()))
      sizes.push_back(getConstantIntValue(right[r]) ? right[r] : left[l]);
    return sizes;
  }
  SmallVector<OpFoldResult> sizesOf(Value value) {
    return tensor::getMixedSizes(c.builder, c.loc, value);
  }
  OpFoldResult product(ArrayRef<OpFoldResult> sizes) {
    AffineExpr expr = c.builder.getAffineConstantExpr(1);
    for (size_t i = 0; i < sizes.size(); ++i)
      expr = expr * c.builder.getAffineSymbolExpr(i);
    return affine::makeComposedFoldedAffineApply(c.builder, c.loc, expr, sizes);
  }
  static SmallVector<OpFoldResult> concat(ArrayRef<OpFoldResult> a, ArrayRef<OpFoldResult> b,
                                          OpFoldResult last) {
    SmallVector<OpFoldResult> all(a);
    llvm::append_range(all, b);
    all.push_back(last);
    return all;
  }

  DotGeneralOp op;
  OpComposer c;
  Value lhs, rhs;
  SmallVector<int64_t> rows, columns; // free dimensions of lhs and of rhs
  int64_t batch;
};

} // namespace

LogicalResult DotGeneralOp::canonicalize(DotGeneralOp op, PatternRewriter &rewriter) {
  AsMatmul matmul(op, rewriter);
  if (!matmul.applies())
    return failure();
  rewriter.replaceOp(op, matmul.build());
  return success();
}

// An integer in a wider type, extended by the signedness of its declared type `from`.
static Value widened(OpBuilder &b, Location loc, Value value, Type from, Type to) {
  if (isa<FloatType>(to) || value.getType() == to)
    return value;
  if (isUnsigned(from))
    return arith::ExtUIOp::create(b, loc, to, value);
  return arith::ExtSIOp::create(b, loc, to, value);
}

FailureOr<SmallVector<Value>> DotGeneralOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                          LoweringReason &) {
  Location loc = getLoc();
  Type from = operandElement(*this), element = signless(getType().getElementType());
  Type compute = accumulatorType(element);
  Value init = filled(b, loc, emptyResult(b, *this, operands, 0, compute), 0.0);
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
        Value x = widened(nested, l, v[0], from, compute);
        Value y = widened(nested, l, v[1], from, compute);
        linalg::YieldOp::create(nested, l, multiplyAccumulate(nested, l, x, y, v[2]));
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
