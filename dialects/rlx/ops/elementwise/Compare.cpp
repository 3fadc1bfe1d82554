// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of comparison, select and clamping: infer, fold, buildScalar and evaluate, op by op. Folds
// keep every check of sizes: an op that broadcasts is not folded away. The conversion between
// element types is in Cast.cpp.
#include "dialects/rlx/ir/CompareOps.h"
#include "dialects/rlx/reference/RefMath.h"
#include "dialects/rlx/support/ComparePredicates.h"
#include "dialects/rlx/support/ComplexBuilders.h"
#include "dialects/rlx/support/Folds.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/ScalarBuilders.h"

using namespace mlir;
using namespace rlx;

// ---- compare ----

namespace {

arith::CmpIPredicate intPredicate(ComparePredicate predicate, bool isUnsigned) {
  using P = arith::CmpIPredicate;
  switch (predicate) {
  case ComparePredicate::eq:
    return P::eq;
  case ComparePredicate::ne:
    return P::ne;
  case ComparePredicate::lt:
    return isUnsigned ? P::ult : P::slt;
  case ComparePredicate::le:
    return isUnsigned ? P::ule : P::sle;
  case ComparePredicate::gt:
    return isUnsigned ? P::ugt : P::sgt;
  case ComparePredicate::ge:
    return isUnsigned ? P::uge : P::sge;
  }
  llvm_unreachable("every predicate is handled");
}

} // namespace

LogicalResult CompareOp::infer(InferContext &ctx, Adaptor op,
                               SmallVectorImpl<InferredType> &results) {
  bool isEquality =
      op.getPredicate() == ComparePredicate::eq || op.getPredicate() == ComparePredicate::ne;
  if (isComplex(InferContext::elementType(op.getLhs())) && !isEquality) // compare_c3
    return ctx.fail("expects eq or ne for complex numbers, which have no order, but got " +
                    stringifyComparePredicate(op.getPredicate()));
  return inferElementwise(ctx, op.getOperands(), results, // compare_c1, compare_c2
                          IntegerType::get(ctx.getContext(), 1));
}
RLX_BUILD_SCALAR(CompareOp) {
  Type element = operandElement(*this);
  if (isComplex(element)) {
    Value equal = complexEqual(b, loc, v[0], v[1]);
    if (getPredicate() == ComparePredicate::eq)
      return equal;
    return arith::XOrIOp::create(b, loc, equal, intConstant(b, loc, equal, 1)).getResult();
  }
  if (isFloat(element))
    return arith::CmpFOp::create(b, loc, floatPredicate(getPredicate()), v[0], v[1]).getResult();
  return arith::CmpIOp::create(b, loc, intPredicate(getPredicate(), isUnsigned(element)), v[0],
                               v[1])
      .getResult();
}
RLX_EVALUATE(CompareOp) {
  if (in[0].isComplex()) {
    ref::forEachIndex(out[0].shape, [&](ArrayRef<int64_t> index, int64_t i) {
      bool equal = in[0].complexAt(ref::broadcastOffset(in[0].shape, index)) ==
                   in[1].complexAt(ref::broadcastOffset(in[1].shape, index));
      out[0].ints[i] = equal == (getPredicate() == ComparePredicate::eq);
    });
    return llvm::Error::success();
  }
  auto compare = [&](auto x, auto y) { return holds(getPredicate(), x, y); };
  return ref::mapBinary(in, out, compare, compare);
}

// ---- where ----

LogicalResult WhereOp::infer(InferContext &ctx, Adaptor op,
                             SmallVectorImpl<InferredType> &results) {
  Type element = InferContext::elementType(op.getOnTrue());
  Type other = InferContext::elementType(op.getOnFalse());
  if (element != other) { // where_c2
    std::string text;
    llvm::raw_string_ostream(text) << "expects on_true and on_false of one element type, but got "
                                   << element << " and " << other;
    return ctx.fail(text);
  }
  return inferElementwise(ctx, op.getOperands(), results, element, /*mixedTypes=*/true); // where_c1
}
OpFoldResult WhereOp::fold(FoldAdaptor folded) {
  if (getOnTrue() == getOnFalse() || isSplatOf(folded.getCondition(), 1, 0))
    return foldTo(*this, getOnTrue());
  if (isSplatOf(folded.getCondition(), 0, 0))
    return foldTo(*this, getOnFalse());
  return {};
}
RLX_BUILD_SCALAR(WhereOp) {
  return arith::SelectOp::create(b, loc, v[0], v[1], v[2]).getResult();
}
RLX_EVALUATE(WhereOp) {
  ref::forEachIndex(out[0].shape, [&](ArrayRef<int64_t> index, int64_t i) {
    bool condition = in[0].ints[ref::broadcastOffset(in[0].shape, index)];
    const ref::Tensor &chosen = condition ? in[1] : in[2];
    out[0].copyElement(i, chosen, ref::broadcastOffset(chosen.shape, index));
  });
  return llvm::Error::success();
}

// ---- clamp ----

LogicalResult ClampOp::infer(InferContext &ctx, Adaptor op,
                             SmallVectorImpl<InferredType> &results) {
  Type element = InferContext::elementType(op.getInput());
  auto check = [&](StringRef name, TypedAttr bound) -> LogicalResult {
    if (!bound || (isa<FloatAttr, IntegerAttr>(bound) && bound.getType() == element))
      return success();
    std::string text;
    llvm::raw_string_ostream(text) << "expects " << name << " to be a constant of element type "
                                   << element << " like the input, but got " << bound;
    return ctx.fail(text);
  };
  if (failed(check("min", op.getMinAttr())) || failed(check("max", op.getMaxAttr()))) // clamp_c1
    return failure();
  return inferElementwise(ctx, op.getOperands(), results);
}
OpFoldResult ClampOp::fold(FoldAdaptor) {
  return getMinAttr() || getMaxAttr() ? OpFoldResult() : foldTo(*this, getInput());
}
RLX_BUILD_SCALAR(ClampOp) {
  Type element = operandElement(*this);
  Value x = v[0];
  if (TypedAttr bound = getMinAttr())
    x = createArith<arith::MaximumFOp, arith::MaxSIOp, arith::MaxUIOp>(
        b, loc, element, x, constantFromAttr(b, loc, x.getType(), bound));
  if (TypedAttr bound = getMaxAttr())
    x = createArith<arith::MinimumFOp, arith::MinSIOp, arith::MinUIOp>(
        b, loc, element, x, constantFromAttr(b, loc, x.getType(), bound));
  return x;
}
RLX_EVALUATE(ClampOp) {
  auto min = dyn_cast_or_null<FloatAttr>(getMinAttr()),
       max = dyn_cast_or_null<FloatAttr>(getMaxAttr());
  auto intMin = dyn_cast_or_null<IntegerAttr>(getMinAttr()),
       intMax = dyn_cast_or_null<IntegerAttr>(getMaxAttr());
  return ref::mapUnary(
      in, out,
      [&](double x) {
        if (min && x < min.getValueAsDouble())
          x = min.getValueAsDouble();
        return max && x > max.getValueAsDouble() ? max.getValueAsDouble() : x;
      },
      [&](auto x) {
        using T = decltype(x);
        auto bound = [](IntegerAttr attr) {
          return std::is_signed_v<T> ? T(attr.getValue().getSExtValue())
                                     : T(attr.getValue().getZExtValue());
        };
        if (intMin && x < bound(intMin))
          x = bound(intMin);
        return intMax && x > bound(intMax) ? bound(intMax) : x;
      });
}
