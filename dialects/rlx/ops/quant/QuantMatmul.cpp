// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of matmul_integer and q_matmul. q_matmul accumulates like matmul_integer. The
// requantization behind it is elementwise, and becomes part of the same kernel. Zero points are
// subtracted inside the contraction; targets may factor them out.
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/ir/QuantComputeOps.h"
#include "dialects/rlx/ops/matmul/MatmulLoops.h"
#include "dialects/rlx/ops/quant/QuantParameters.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/ScalarBuilders.h"

using namespace mlir;
using namespace rlx;

namespace {

// The shape of the result, after the checks of the operands that both ops have.
template <typename Adaptor>
FailureOr<Dims> inferIntegerMatmul(InferContext &ctx, Adaptor op, bool transposesRhs = false) {
  FailureOr<Dims> shape = inferMatmul(ctx, op.getLhs(), op.getRhs(), /*minRank=*/2, transposesRhs);
  if (failed(shape))
    return failure();
  Value lhsZero = op.getLhsZeroPoint(), rhsZero = op.getRhsZeroPoint();
  if (failed(expectShape(ctx, "lhs_zero_point", lhsZero, {})) ||
      failed(expectScalarOrVector(ctx, "rhs_zero_point", rhsZero, shape->back())) ||
      failed(
          expectElement(ctx, "lhs_zero_point", lhsZero, InferContext::elementType(op.getLhs()))) ||
      failed(expectElement(ctx, "rhs_zero_point", rhsZero, InferContext::elementType(op.getRhs()))))
    return failure();
  return shape;
}

// Element n of a parameter of rank 0 or 1; 0 if it is absent.
int64_t parameterAt(const ref::Tensor *parameter, int64_t n) {
  return parameter ? parameter->ints[parameter->rank() == 0 ? 0 : n] : 0;
}

// The tensor with its last two dimensions exchanged.
ref::Tensor transposedMatrices(const ref::Tensor &tensor) {
  int64_t rows = tensor.shape[tensor.rank() - 2], columns = tensor.shape.back();
  SmallVector<int64_t> shape(tensor.shape);
  std::swap(shape[shape.size() - 2], shape.back());
  ref::Tensor result(shape, tensor.elementType);
  for (int64_t i = 0, e = tensor.numElements(); i < e; ++i) {
    int64_t matrix = i / (rows * columns), row = i / columns % rows, column = i % columns;
    result.ints[(matrix * columns + column) * rows + row] = tensor.ints[i];
  }
  return result;
}

// The sum of one result element; see forEachMatmulTerm.
int32_t integerSum(const ref::Tensor &lhs, const ref::Tensor &rhs, int64_t lhsZero, int64_t rhsZero,
                   int64_t l, int64_t r) {
  int64_t sum = 0;
  for (int64_t j = 0, columns = rhs.shape.back(); j < lhs.shape.back(); ++j)
    sum += (lhs.ints[l + j] - lhsZero) * (rhs.ints[r + j * columns] - rhsZero);
  return static_cast<int32_t>(sum);
}

} // namespace

// ---- matmul_integer ----

LogicalResult MatmulIntegerOp::infer(InferContext &ctx, Adaptor op,
                                     SmallVectorImpl<InferredType> &results) {
  // matmul_integer_c1, matmul_integer_c2, matmul_integer_c3, matmul_integer_c4, matmul_integer_c5
  FailureOr<Dims> shape = inferIntegerMatmul(ctx, op, op.getTransposeRhs());
  if (failed(shape))
    return failure();
  results.push_back({*shape, IntegerType::get(ctx.getContext(), 32)});
  return success();
}

FailureOr<SmallVector<Value>> MatmulIntegerOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                             LoweringReason &) {
  Location loc = getLoc();
  Value init = filled(b, loc, emptyResult(b, *this, operands), 0.0);
  bool hasLhsZero = bool(getLhsZeroPoint()), hasRhsZero = bool(getRhsZeroPoint());
  IntegerProduct product{operandElement(*this, 0), operandElement(*this, 1)};
  return SmallVector<Value>{buildMatmul(
      b, loc, operands[0], operands[1], operands.drop_front(2), init,
      [&](OpBuilder &nested, Location l, ValueRange v, Value accumulator) {
        return product.build(nested, l, v[0], hasLhsZero ? v[2] : Value(), v[1],
                             hasRhsZero ? v.back() : Value(), accumulator);
      },
      getTransposeRhs())};
}

llvm::Error MatmulIntegerOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                      MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor *next = in.data() + 2;
  const ref::Tensor *lhsZero = getLhsZeroPoint() ? next++ : nullptr,
                    *rhsZero = getRhsZeroPoint() ? next++ : nullptr;
  const ref::Tensor rhs = getTransposeRhs() ? transposedMatrices(in[1]) : in[1];
  forEachMatmulTerm(in[0], rhs, out[0], [&](int64_t i, int64_t n, int64_t l, int64_t r) {
    out[0].setInt(i,
                  integerSum(in[0], rhs, parameterAt(lhsZero, 0), parameterAt(rhsZero, n), l, r));
  });
  return llvm::Error::success();
}

// ---- q_matmul ----

LogicalResult QMatmulOp::infer(InferContext &ctx, Adaptor op,
                               SmallVectorImpl<InferredType> &results) {
  // q_matmul_c1, q_matmul_c2, q_matmul_c3, q_matmul_c4, q_matmul_c5
  FailureOr<Dims> shape = inferIntegerMatmul(ctx, op);
  if (failed(shape))
    return failure();
  Requantization how{op.getMultiplier(), op.getResultZeroPoint(), op.getTo(), op.getRounding()};
  if (failed(
          checkRequantization(ctx, how, op.getBias(), shape->back()))) // q_matmul_c4, q_matmul_c5
    return failure();
  results.push_back({*shape, op.getTo()});
  return success();
}

FailureOr<SmallVector<Value>> QMatmulOp::decompose(OpBuilder &b, LoweringReason &) {
  OpComposer c(b, getLoc());
  Value sum = c.make<MatmulIntegerOp>(getLhs(), getRhs(), getLhsZeroPoint(), getRhsZeroPoint());
  if (getBias())
    sum = c.make<AddOp>(sum, getBias());
  Requantization how{getMultiplier(), getResultZeroPoint(), getTo(), getRounding()};
  return SmallVector<Value>{composeRequantized(c, sum, how, getType().getRank() - 1)};
}

llvm::Error QMatmulOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor *next = in.data() + 2;
  const ref::Tensor *bias = getBias() ? next++ : nullptr,
                    *lhsZero = getLhsZeroPoint() ? next++ : nullptr,
                    *rhsZero = getRhsZeroPoint() ? next++ : nullptr;
  const ref::Tensor &multiplier = *next++;
  const ref::Tensor *resultZero = getResultZeroPoint() ? next : nullptr;
  forEachMatmulTerm(in[0], in[1], out[0], [&](int64_t i, int64_t n, int64_t l, int64_t r) {
    int32_t sum = integerSum(in[0], in[1], parameterAt(lhsZero, 0), parameterAt(rhsZero, n), l, r);
    sum = static_cast<int32_t>(int64_t(sum) + parameterAt(bias, n));
    out[0].setInt(i, requantizedReference(sum, multiplier.floats[multiplier.rank() ? n : 0],
                                          parameterAt(resultZero, 0), getTo(), getRounding()));
  });
  return llvm::Error::success();
}
