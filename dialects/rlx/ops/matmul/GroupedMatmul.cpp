// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Body of grouped_matmul: each row is multiplied with the matrix that it selects. The outer loop is
// over k, the inner one over the columns, which are contiguous. Rows are computed in their order,
// so equal matrices are not batched.
#include "dialects/rlx/ir/GroupedMatmulOps.h"

#include "dialects/rlx/support/IndexChecks.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "dialects/rlx/support/SequentialLoops.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace rlx;

namespace {

LogicalResult expectEqualSizes(InferContext &ctx, StringRef what, Dim lhs, Dim rhs) {
  std::optional<int64_t> l = InferContext::staticValue(lhs), r = InferContext::staticValue(rhs);
  if (l && r && *l != *r)
    return ctx.fail("expects equal " + what + ", but got " + Twine(*l) + " and " + Twine(*r));
  if (lhs != rhs)
    ctx.requireEqual(lhs, rhs, what);
  return success();
}

} // namespace

LogicalResult GroupedMatmulOp::infer(InferContext &ctx, Adaptor op,
                                     SmallVectorImpl<InferredType> &results) {
  if (failed(expectSameElementType(
          ctx, ValueRange{op.getInput(), op.getWeights()}))) // grouped_matmul_c4
    return failure();
  Dims input = ctx.shape(op.getInput()), weights = ctx.shape(op.getWeights()),
       indices = ctx.shape(op.getIndices());
  if (input.size() != 2 || weights.size() != 3 || indices.size() != 1) // grouped_matmul_c1
    return ctx.fail("expects input, weights and indices of ranks 2, 3 and 1, but got ranks " +
                    Twine(input.size()) + ", " + Twine(weights.size()) + " and " +
                    Twine(indices.size()));
  // grouped_matmul_c2
  if (failed(expectEqualSizes(ctx, "numbers of rows and of indices", input[0], indices[0])) ||
      failed(expectEqualSizes(ctx, "inner sizes of input and weights", input[1], weights[1])))
    return failure();
  if (failed(expectNonNegative(ctx, weights[0] - 1,
                               "expects weights of at least one matrix"))) // grouped_matmul_c3
    return failure();
  results.push_back({{input[0], weights[2]}, InferContext::elementType(op.getInput())});
  return success();
}

namespace {

// The cost of a row element for forEachSlice. It keeps rows so long that the loop over their
// columns is worth vectorizing, whatever the inner size is.
constexpr int64_t kStepsPerElement = 32;

class GroupedLoops {
public:
  GroupedLoops(GroupedMatmulOp op, ValueRange operands)
      : op(op), input(operands[0]), weights(operands[1]), indices(operands[2]) {
    element = getElementTypeOrSelf(input.getType());
    sumType = accumulatorType(element);
  }

  // The rows of one slice of the result, one after the other.
  Value rows(OpBuilder &b, Location loc, const ResultSlice &slice) {
    return inOrder(b, loc, slice.sizes[0], slice.tensors,
                   [&](OpBuilder &n, Location l, ValueRange at, ValueRange carried) {
                     return SmallVector<Value>{row(n, l, slice, at[0], carried[0])};
                   })[0];
  }

private:
  Value row(OpBuilder &b, Location loc, const ResultSlice &slice, Value at, Value result) {
    OpFoldResult zero = b.getIndexAttr(0), one = b.getIndexAttr(1), columns = slice.sizes[1];
    Value m = shifted(b, loc, at, slice.offsets[0])[0];
    Value raw = tensor::ExtractOp::create(b, loc, indices, m);
    Value expert = checkedIndex(b, loc, raw, operandElement(op, 2), sizeOf(b, loc, weights, 0));
    OpFoldResult inner = tensor::getMixedSize(b, loc, weights, 1);
    Value x = part(b, loc, input, {m, zero}, {one, inner}, 1);
    Value w = part(b, loc, weights, {expert, zero, slice.offsets[1]}, {one, inner, columns}, 2);
    Value target = part(b, loc, result, {at, zero}, {one, columns}, 1);
    // An accumulator of another type than the result needs a separate buffer.
    Value init =
        sumType == element ? target : tensor::EmptyOp::create(b, loc, columns, sumType).getResult();
    Value sum = convertElements(b, loc, product(b, loc, x, w, filled(b, loc, init, 0)), element);
    return tensor::InsertSliceOp::create(b, loc, sum, result, ArrayRef<OpFoldResult>{at, zero},
                                         ArrayRef<OpFoldResult>{one, columns},
                                         ArrayRef<OpFoldResult>{one, one});
  }

  // The slice without its leading dimensions of size 1, so that `rank` dimensions remain.
  static Value part(OpBuilder &b, Location loc, Value tensor, ArrayRef<OpFoldResult> offsets,
                    ArrayRef<OpFoldResult> sizes, int64_t rank) {
    SmallVector<OpFoldResult> ones(sizes.size(), b.getIndexAttr(1));
    SmallVector<int64_t> shape;
    for (OpFoldResult size : sizes.take_back(rank))
      shape.push_back(getConstantIntValue(size).value_or(ShapedType::kDynamic));
    auto type = RankedTensorType::get(shape, getElementTypeOrSelf(tensor.getType()));
    return tensor::ExtractSliceOp::create(b, loc, type, tensor, offsets, sizes, ones);
  }

  static Value product(OpBuilder &b, Location loc, Value x, Value w, Value init) {
    AffineExpr k = b.getAffineDimExpr(0), n = b.getAffineDimExpr(1);
    SmallVector<AffineMap> maps = {AffineMap::get(2, 0, k),
                                   AffineMap::get(2, 0, {k, n}, b.getContext()),
                                   AffineMap::get(2, 0, n)};
    return linalg::GenericOp::create(
               b, loc, TypeRange{init.getType()}, ValueRange{x, w}, ValueRange{init}, maps,
               ArrayRef{utils::IteratorType::reduction, utils::IteratorType::parallel},
               [](OpBuilder &nested, Location l, ValueRange v) {
                 linalg::YieldOp::create(nested, l,
                                         multiplyAccumulate(nested, l, v[0], v[1], v[2]));
               })
        .getResult(0);
  }

  GroupedMatmulOp op;
  Value input, weights, indices;
  Type element, sumType;
};

} // namespace

FailureOr<SmallVector<Value>> GroupedMatmulOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                             LoweringReason &) {
  Value init = emptyResult(b, *this, operands);
  // A slice of an empty dimension does not verify.
  if (llvm::is_contained(cast<ShapedType>(operands[0].getType()).getShape(), 0) ||
      llvm::is_contained(cast<ShapedType>(operands[1].getType()).getShape(), 0))
    return SmallVector<Value>{filled(b, getLoc(), init, 0)};
  GroupedLoops loops(*this, operands);
  return forEachSlice(b, getLoc(), init, {0, 1}, kStepsPerElement,
                      [&](OpBuilder &nested, Location l, const ResultSlice &slice) {
                        return SmallVector<Value>{loops.rows(nested, l, slice)};
                      });
}

llvm::Error GroupedMatmulOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                      MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor &x = in[0], &w = in[1];
  int64_t inner = x.shape[1], columns = w.shape[2];
  for (int64_t m = 0; m < x.shape[0]; ++m) {
    llvm::Expected<int64_t> expert = checkedIndex(in[2], m, w.shape[0]);
    if (!expert)
      return expert.takeError();
    for (int64_t n = 0; n < columns; ++n) {
      double sum = 0;
      uint64_t wrapped = 0;
      for (int64_t k = 0; k < inner; ++k) {
        int64_t i = m * inner + k, j = (*expert * inner + k) * columns + n;
        if (x.isFloat())
          sum += x.floats[i] * w.floats[j];
        else
          wrapped += uint64_t(x.ints[i]) * uint64_t(w.ints[j]);
      }
      int64_t at = m * columns + n;
      x.isFloat() ? out[0].set(at, sum) : out[0].setInt(at, int64_t(wrapped));
    }
  }
  return llvm::Error::success();
}
