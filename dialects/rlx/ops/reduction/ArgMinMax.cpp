// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of argmax and argmin: one linalg.generic that reduces a value and its index together. The
// choice between two candidates does not depend on their order, so the loop can be split. NaN is
// more extreme than every number.
#include "dialects/rlx/ir/GatherOps.h"
#include "dialects/rlx/ops/reduction/ReductionLoops.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace rlx;

namespace {

template <typename Op>
LogicalResult inferArgReduction(InferContext &ctx, Op op, SmallVectorImpl<InferredType> &results) {
  Dims shape = ctx.shape(op.getInput());
  int64_t axis = op.getAxis();
  if (failed(normalizeAxis(ctx, axis, shape.size()))) // argmax_c1, argmin_c1
    return failure();
  if (failed(expectNonNegative(ctx, shape[axis] - 1, // argmax_c2, argmin_c2
                               "expects dimension " + Twine(axis) + " not to be empty")))
    return failure();
  results.push_back(
      {reducedShape(ctx, shape, axis, op.getKeepDims()), IntegerType::get(ctx.getContext(), 64)});
  return success();
}

// Whether candidate x at index i beats the best one so far, y at index j.
Value beats(OpBuilder &b, Location loc, Type element, bool isMax, bool last, Value x, Value i,
            Value y, Value j) {
  using F = arith::CmpFPredicate;
  using I = arith::CmpIPredicate;
  Value better, equal;
  if (isFloat(element)) {
    // "Unordered or better", unless y is the NaN.
    better = arith::CmpFOp::create(b, loc, isMax ? F::UGT : F::ULT, x, y);
    Value yIsNumber = arith::CmpFOp::create(b, loc, F::ORD, y, y);
    better = arith::AndIOp::create(b, loc, better, yIsNumber);
    Value bothNaN = arith::AndIOp::create(b, loc, arith::CmpFOp::create(b, loc, F::UNO, x, x),
                                          arith::CmpFOp::create(b, loc, F::UNO, y, y));
    equal = arith::OrIOp::create(b, loc, arith::CmpFOp::create(b, loc, F::OEQ, x, y), bothNaN);
  } else {
    I predicate = isUnsigned(element) ? (isMax ? I::ugt : I::ult) : (isMax ? I::sgt : I::slt);
    better = arith::CmpIOp::create(b, loc, predicate, x, y);
    equal = arith::CmpIOp::create(b, loc, I::eq, x, y);
  }
  Value nearer = arith::CmpIOp::create(b, loc, last ? I::sgt : I::slt, i, j);
  return arith::OrIOp::create(b, loc, better, arith::AndIOp::create(b, loc, equal, nearer));
}

// The value that every candidate beats or equals; its index loses against all others.
TypedAttr worst(OpBuilder &b, Type element, bool isMax) {
  Type type = signless(element);
  if (isFloat(element)) {
    double infinity = std::numeric_limits<double>::infinity();
    return b.getFloatAttr(type, isMax ? -infinity : infinity);
  }
  unsigned width = type.getIntOrFloatBitWidth();
  if (isUnsigned(element))
    return b.getIntegerAttr(type, isMax ? APInt::getMinValue(width) : APInt::getMaxValue(width));
  return b.getIntegerAttr(type, isMax ? APInt::getSignedMinValue(width)
                                      : APInt::getSignedMaxValue(width));
}

Value filledWith(OpBuilder &b, Location loc, Value empty, TypedAttr value) {
  Value scalar = arith::ConstantOp::create(b, loc, value);
  return linalg::FillOp::create(b, loc, scalar, empty).getResult(0);
}

template <typename Op>
Value buildArgReduction(OpBuilder &b, Op op, Value input, bool isMax) {
  Location loc = op.getLoc();
  Type element = operandElement(op);
  int64_t rank = cast<RankedTensorType>(input.getType()).getRank();
  int64_t axis = normalizedAxis(op.getAxis(), rank);
  bool last = op.getSelectLast();
  ReductionLoops loops(b.getContext(), rank, axis, op.getKeepDims());
  Value positions = emptyResult(b, op, {input});
  Value values = emptyResult(b, op, {input}, 0, signless(element));
  values = filledWith(b, loc, values, worst(b, element, isMax));
  int64_t far = last ? -1 : std::numeric_limits<int64_t>::max();
  positions = filledWith(b, loc, positions, b.getI64IntegerAttr(far));
  return linalg::GenericOp::create(
             b, loc, TypeRange{values.getType(), positions.getType()}, ValueRange{input},
             ValueRange{values, positions},
             ArrayRef<AffineMap>{loops.input, loops.result, loops.result}, loops.iterators,
             [&](OpBuilder &nested, Location l, ValueRange v) {
               Value at = arith::IndexCastOp::create(
                   nested, l, nested.getI64Type(),
                   linalg::IndexOp::create(nested, l, loops.loopOf(axis)));
               Value take = beats(nested, l, element, isMax, last, v[0], at, v[1], v[2]);
               Value value = arith::SelectOp::create(nested, l, take, v[0], v[1]);
               Value position = arith::SelectOp::create(nested, l, take, at, v[2]);
               linalg::YieldOp::create(nested, l, ValueRange{value, position});
             })
      .getResult(1);
}

// Visits the indices along `axis` in order. Ties go to the first one, or to the last one if
// requested.
void findExtremes(const ref::Tensor &in, ref::Tensor &out, int64_t declaredAxis, bool isMax,
                  bool last) {
  int64_t axis = normalizedAxis(declaredAxis, in.rank()), size = in.shape[axis], inner = 1;
  for (int64_t d = axis + 1; d < in.rank(); ++d)
    inner *= in.shape[d];
  auto compare = [&](int64_t l, int64_t r) { // -1, 0, 1; NaN is the most extreme
    if (in.isFloat()) {
      double x = in.floats[l], y = in.floats[r];
      if (std::isnan(x) || std::isnan(y))
        return std::isnan(x) == std::isnan(y) ? 0 : (std::isnan(x) == isMax ? 1 : -1);
      return x < y ? -1 : int(x > y);
    }
    if (in.elementType.isUnsignedInteger(64))
      return uint64_t(in.ints[l]) < uint64_t(in.ints[r]) ? -1 : int(in.ints[l] != in.ints[r]);
    return in.ints[l] < in.ints[r] ? -1 : int(in.ints[l] > in.ints[r]);
  };
  for (int64_t i = 0, count = out.numElements(); i < count; ++i) {
    int64_t base = i / inner * size * inner + i % inner, best = 0;
    for (int64_t k = 1; k < size; ++k) {
      int order = compare(base + k * inner, base + best * inner);
      if (order == (isMax ? 1 : -1) || (order == 0 && last))
        best = k;
    }
    out.ints[i] = best;
  }
}

} // namespace

// ---- argmax ----

LogicalResult ArgMaxOp::infer(InferContext &ctx, Adaptor op,
                              SmallVectorImpl<InferredType> &results) {
  return inferArgReduction(ctx, op, results);
}

FailureOr<SmallVector<Value>> ArgMaxOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                      LoweringReason &) {
  return SmallVector<Value>{buildArgReduction(b, *this, operands[0], /*isMax=*/true)};
}

llvm::Error ArgMaxOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                               MutableArrayRef<ref::Tensor> out) {
  findExtremes(in[0], out[0], getAxis(), /*isMax=*/true, getSelectLast());
  return llvm::Error::success();
}

// ---- argmin ----

LogicalResult ArgMinOp::infer(InferContext &ctx, Adaptor op,
                              SmallVectorImpl<InferredType> &results) {
  return inferArgReduction(ctx, op, results);
}

FailureOr<SmallVector<Value>> ArgMinOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                      LoweringReason &) {
  return SmallVector<Value>{buildArgReduction(b, *this, operands[0], /*isMax=*/false)};
}

llvm::Error ArgMinOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                               MutableArrayRef<ref::Tensor> out) {
  findExtremes(in[0], out[0], getAxis(), /*isMax=*/false, getSelectLast());
  return llvm::Error::success();
}
