// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Body of matmul: one linalg.generic (MatmulLoops.h), which the targets schedule. A row vector as
// lhs becomes a matrix with one row, for which there are fast paths. Scales and transposes around a
// matmul are folded by passes, not here.
#include "dialects/rlx/ir/MatmulOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "dialects/rlx/ops/matmul/MatmulLoops.h"
#include "dialects/rlx/reference/RefMath.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/OpComposer.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace rlx;

// ---- matmul ----

LogicalResult MatmulOp::infer(InferContext &ctx, Adaptor op,
                              SmallVectorImpl<InferredType> &results) {
  if (failed(expectSameElementType(ctx, op.getOperands()))) // matmul_c4
    return failure();
  // matmul_c1, matmul_c2, matmul_c3
  FailureOr<Dims> shape = inferMatmul(ctx, op.getLhs(), op.getRhs());
  if (failed(shape))
    return failure();
  results.push_back({*shape, InferContext::elementType(op.getLhs())});
  return success();
}

FailureOr<SmallVector<Value>> MatmulOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                      LoweringReason &) {
  Location loc = getLoc();
  Type element = signless(getType().getElementType());
  Value init = filled(b, loc, emptyResult(b, *this, operands, 0, accumulatorType(element)), 0.0);
  Value sum = buildMatmul(b, loc, operands[0], operands[1], {}, init,
                          [](OpBuilder &nested, Location l, ValueRange v, Value accumulator) {
                            return multiplyAccumulate(nested, l, v[0], v[1], accumulator);
                          });
  return SmallVector<Value>{convertElements(b, loc, sum, element)};
}

static bool isVector(Value operand) {
  return cast<ShapedType>(operand.getType()).getRank() == 1;
}

// A row vector times matrices becomes a matrix with one row, for which there are fast paths:
//   rlx.matmul %x, %w : (tensor<k>, ..)  ->  rlx.matmul of tensor<1xk>, reshaped back
LogicalResult MatmulOp::canonicalize(MatmulOp op, PatternRewriter &rewriter) {
  if (!isVector(op.getLhs()) || isVector(op.getRhs()))
    return failure();
  OpComposer c(rewriter, op.getLoc());
  OpFoldResult one = rewriter.getIndexAttr(1);
  Value row = c.reshape(op.getLhs(), {one, tensor::getMixedSize(rewriter, c.loc, op.getLhs(), 0)});
  Value product = c.make<MatmulOp>(row, op.getRhs());
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, c.loc, op.getRhs());
  sizes.erase(sizes.end() - 2);
  SmallVector<Value> dynamic;
  SmallVector<int64_t> constant;
  dispatchIndexOpFoldResults(sizes, dynamic, constant);
  rewriter.replaceOpWithNewOp<ReshapeOp>(op, op.getType(), product, dynamic, constant);
  return success();
}

llvm::Error MatmulOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                               MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor &lhs = in[0], &rhs = in[1];
  int64_t inner = lhs.shape.back(), columns = rhs.rank() == 1 ? 1 : rhs.shape.back();
  forEachMatmulTerm(lhs, rhs, out[0], [&](int64_t i, int64_t, int64_t l, int64_t r) {
    double sum = 0;
    std::complex<double> complexSum = 0;
    uint64_t intSum = 0;
    for (int64_t j = 0; j < inner; ++j) {
      if (lhs.isComplex())
        complexSum += ref::product(lhs.complexAt(l + j), rhs.complexAt(r + j * columns));
      else if (lhs.isFloat())
        sum += lhs.floats[l + j] * rhs.floats[r + j * columns];
      else
        intSum += uint64_t(lhs.ints[l + j]) * uint64_t(rhs.ints[r + j * columns]);
    }
    if (lhs.isComplex())
      out[0].setComplex(i, complexSum);
    else
      lhs.isFloat() ? out[0].set(i, sum) : out[0].setInt(i, int64_t(intSum));
  });
  return llvm::Error::success();
}
