// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of argmax and argmin. The lowering finds the extreme value, then its first or last index.
// These are two plain reductions, which every target computes in vectors or by many invocations; a
// reduction of values and indices together would be scalar on the CPU. NaN is more extreme than
// every number.
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

// The value that every other one beats or equals.
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

// Whether x is as extreme as `extreme`, which is NaN if any element is.
Value isExtreme(OpBuilder &b, Location loc, Type element, Value x, Value extreme) {
  if (!isFloat(element))
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, x, extreme);
  Value equal = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ, x, extreme);
  Value isNaN = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNO, x, x);
  return arith::OrIOp::create(b, loc, equal, isNaN);
}

// An index that no element has. It isn't the neutral element of a minimum: LLVM folds that one, and
// does not recognize the reduction then.
constexpr int64_t kBehindAll = std::numeric_limits<int64_t>::max() - 1;

template <typename Op>
class ArgReduction {
public:
  ArgReduction(OpBuilder &b, Op op, Value input, bool isMax)
      : b(b), op(op), input(input), isMax(isMax), loc(op.getLoc()), element(operandElement(op)),
        axis(normalizedAxis(op.getAxis(), cast<RankedTensorType>(input.getType()).getRank())),
        loops(b.getContext(), cast<RankedTensorType>(input.getType()).getRank(), axis,
              op.getKeepDims()) {}

  // The extreme value along the axis.
  Value values() {
    Value init = filledWith(b, loc, emptyResult(b, op, {input}, 0, signless(element)),
                            worst(b, element, isMax));
    return reduce(input, init, {loops.input, loops.result}, [&](OpBuilder &n, ValueRange v) {
      return isMax ? createArith<arith::MaximumFOp, arith::MaxSIOp, arith::MaxUIOp>(n, loc, element,
                                                                                    v[1], v[0])
                   : createArith<arith::MinimumFOp, arith::MinSIOp, arith::MinUIOp>(n, loc, element,
                                                                                    v[1], v[0]);
    });
  }

  // The first or last index of the extreme value.
  Value indices(Value extremes) {
    bool last = op.getSelectLast();
    int64_t far = last ? -1 : kBehindAll;
    Value init = filledWith(b, loc, emptyResult(b, op, {input}), b.getI64IntegerAttr(far));
    return reduce({input, extremes}, init, {loops.input, loops.result, loops.result},
                  [&](OpBuilder &n, ValueRange v) {
                    Value here = linalg::IndexOp::create(n, loc, loops.loopOf(axis));
                    here = arith::IndexCastOp::create(n, loc, n.getI64Type(), here);
                    Value none = arith::ConstantIntOp::create(n, loc, far, 64);
                    Value found = isExtreme(n, loc, element, v[0], v[1]);
                    here = arith::SelectOp::create(n, loc, found, here, none);
                    return last ? Value(arith::MaxSIOp::create(n, loc, v[2], here))
                                : Value(arith::MinSIOp::create(n, loc, v[2], here));
                  });
  }

private:
  using Body = llvm::function_ref<Value(OpBuilder &, ValueRange)>;

  Value reduce(ValueRange inputs, Value init, ArrayRef<AffineMap> maps, Body body) {
    return linalg::GenericOp::create(b, loc, init.getType(), inputs, init, maps, loops.iterators,
                                     [&](OpBuilder &nested, Location l, ValueRange v) {
                                       linalg::YieldOp::create(nested, l, body(nested, v));
                                     })
        .getResult(0);
  }

  OpBuilder &b;
  Op op;
  Value input;
  bool isMax;
  Location loc;
  Type element;
  int64_t axis;
  ReductionLoops loops;
};

template <typename Op>
Value buildArgReduction(OpBuilder &b, Op op, Value input, bool isMax) {
  ArgReduction<Op> reduction(b, op, input, isMax);
  return reduction.indices(reduction.values());
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
