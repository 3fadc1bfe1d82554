// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of rlx.cast and rlx.bitcast. A cast does all conversions between element types, each
// rounded once and defined for all values. arith's conversions leave values out of range undefined,
// and some hosts lack direct conversions, so several go through another type.
#include "dialects/rlx/ir/CompareOps.h"
#include "dialects/rlx/ops/elementwise/NarrowCast.h"
#include "dialects/rlx/reference/Conversion.h"
#include "dialects/rlx/reference/RefMath.h"
#include "dialects/rlx/support/ComplexBuilders.h"
#include "dialects/rlx/support/Folds.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "mlir/Dialect/Complex/IR/Complex.h"

using namespace mlir;
using namespace rlx;

LogicalResult CastOp::infer(InferContext &ctx, Adaptor op, SmallVectorImpl<InferredType> &results) {
  Type from = InferContext::elementType(op.getInput());
  if (isComplex(from) && !isComplex(op.getTo())) { // cast_c1
    std::string text;
    llvm::raw_string_ostream(text)
        << "expects a complex type to convert complex numbers to, but got " << op.getTo()
        << "; real, imag and complex_abs say which number is meant";
    return ctx.fail(text);
  }
  auto expects = [&](StringRef what) {
    std::string text = what.str();
    llvm::raw_string_ostream(text) << ", but got " << from << " and " << op.getTo();
    return ctx.fail(text);
  };
  if (isNarrow(from) && isComplex(op.getTo())) // cast_c2
    return expects("expects no complex type beside a narrow one");
  // A builder infers before defaults are there.
  bool saturates = !op.getSaturateAttr() || op.getSaturate();
  bool roundsUp = !op.getRoundModeAttr() || op.getRoundMode() == RoundMode::Up;
  if (!saturates && (!isNarrowFloat(op.getTo()) || isa<Float4E2M1FNType>(op.getTo()))) // cast_c3
    return expects("expects saturate = false to be for float8 types");
  if (!roundsUp && !isScaleFloat(op.getTo())) // cast_c4
    return expects("expects round_mode to be for f8E8M0FNU");
  return inferElementwise(ctx, op.getOperands(), results, op.getTo());
}

// ---- fold ----

namespace {

// Whether `to` can represent every value of `from`.
bool isLossless(Type from, Type to) {
  if (from == to)
    return true;
  if (isScaleFloat(to)) // has no zero
    return false;
  if (from.isInteger(1))
    return true;
  if (isNarrowFloat(from))
    return isa<FloatType>(to) && !isNarrow(to) && !(isScaleFloat(from) && to.isF16());
  if (auto complex = dyn_cast<ComplexType>(from)) {
    auto other = dyn_cast<ComplexType>(to);
    return other && isLossless(complex.getElementType(), other.getElementType());
  }
  if (auto complex = dyn_cast<ComplexType>(to))
    return isLossless(from, complex.getElementType());
  auto fromFloat = dyn_cast<FloatType>(from), toFloat = dyn_cast<FloatType>(to);
  unsigned fromWidth = from.getIntOrFloatBitWidth(), toWidth = to.getIntOrFloatBitWidth();
  if (fromFloat)
    return toFloat && !isNarrow(to) && fromWidth < toWidth; // f16 and bf16 into f32, all into f64
  unsigned magnitude = fromWidth - (isUnsigned(from) ? 0 : 1);
  if (toFloat)
    return magnitude <= toFloat.getFPMantissaWidth() && (!to.isF16() || fromWidth < 16);
  return isUnsigned(to) ? isUnsigned(from) && fromWidth <= toWidth : magnitude < toWidth;
}

} // namespace

OpFoldResult CastOp::fold(FoldAdaptor) {
  if (OpFoldResult same = foldTo(*this, getInput()))
    return same;
  // A cast through a type that represents every value changes nothing. The exception is an
  // intermediate float type on the way to integers: that saturates, while integer casts wrap.
  auto inner = getInput().getDefiningOp<CastOp>();
  if (!inner || !isLossless(operandElement(inner), inner.getTo()))
    return {};
  Type from = operandElement(inner);
  bool saturates = isa<IntegerType>(from) && isa<FloatType>(inner.getTo()) &&
                   isa<IntegerType>(getTo()) && !getTo().isInteger(1);
  if (saturates && !isLossless(from, getTo()))
    return {};
  // A cast to the same type keeps infinities; one from a wider type saturates them.
  if (from == getTo() && isa<Float8E5M2Type>(from) && getSaturate())
    return {};
  getInputMutable().assign(inner.getInput());
  return getResult();
}

// ---- buildScalar ----

namespace {

// Rounds x (f64) to f32 with "round to odd": the last bit records whether bits were lost. A second
// rounding, to 16 bits, then gives the result of a single rounding. See Boldo and Melquiond,
// "Emulation of FMA and correctly rounded sums" (2008).
Value roundToOdd(OpBuilder &b, Location loc, Value x) {
  Type f32 = withElement(x.getType(), b.getF32Type());
  Value near = arith::TruncFOp::create(b, loc, f32, x);
  Value back = arith::ExtFOp::create(b, loc, x.getType(), near);
  Value bits = arith::BitcastOp::create(b, loc, withElement(x.getType(), b.getI32Type()), near);
  Value isInexact = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::ONE, back, x);
  Value isAbove =
      arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OGT, math::AbsFOp::create(b, loc, back),
                            math::AbsFOp::create(b, loc, x));
  Value one = intConstant(b, loc, bits, 1);
  Value lower = arith::SubIOp::create(b, loc, bits, one);
  Value truncated = arith::SelectOp::create(b, loc, isAbove, lower, bits);
  Value odd = arith::OrIOp::create(b, loc, truncated, one);
  Value result = arith::SelectOp::create(b, loc, isInexact, odd, bits);
  return arith::BitcastOp::create(b, loc, f32, result);
}

Value castFloat(OpBuilder &b, Location loc, Value x, Type to) {
  Type from = getElementTypeOrSelf(x.getType());
  bool isTo16 = to.getIntOrFloatBitWidth() == 16;
  if (isTo16 && from.isF64())
    x = roundToOdd(b, loc, x);
  else if (isTo16 && from != to) // between f16 and bf16
    x = convertFloat(b, loc, x, b.getF32Type());
  return convertFloat(b, loc, x, to);
}

// Float to an integer type whose values are all floats: clamps before the conversion, and converts
// through i32, which has vector instructions.
Value castFloatToNarrowInt(OpBuilder &b, Location loc, Value x, Type to) {
  using P = arith::CmpFPredicate;
  unsigned width = to.getIntOrFloatBitWidth();
  bool isUnsignedTo = isUnsigned(to);
  Value least = scalarConstant(b, loc, x.getType(), isUnsignedTo ? 0 : -std::ldexp(1.0, width - 1));
  Value most =
      scalarConstant(b, loc, x.getType(), std::ldexp(1.0, isUnsignedTo ? width : width - 1) - 1);
  if (!isUnsignedTo) { // otherwise NaN becomes `least`, which is 0
    Value isNumber = arith::CmpFOp::create(b, loc, P::ORD, x, x);
    Value zero = scalarConstant(b, loc, x.getType(), 0);
    x = arith::SelectOp::create(b, loc, isNumber, x, zero);
  }
  x = arith::SelectOp::create(b, loc, arith::CmpFOp::create(b, loc, P::OGT, x, least), x, least);
  x = arith::SelectOp::create(b, loc, arith::CmpFOp::create(b, loc, P::OLT, x, most), x, most);
  Value wide = arith::FPToSIOp::create(b, loc, withElement(x.getType(), b.getI32Type()), x);
  return arith::TruncIOp::create(b, loc, withElement(x.getType(), signless(to)), wide);
}

// Float to integer: toward zero, saturating; NaN gives 0.
Value castFloatToInt(OpBuilder &b, Location loc, Value x, Type to) {
  using P = arith::CmpFPredicate;
  x = convertFloat(b, loc, x, accumulatorType(getElementTypeOrSelf(x.getType())));
  unsigned width = to.getIntOrFloatBitWidth();
  if (width <= 16)
    return castFloatToNarrowInt(b, loc, x, to);
  bool isUnsignedTo = isUnsigned(to);
  Value low = scalarConstant(b, loc, x.getType(), isUnsignedTo ? 0 : -std::ldexp(1.0, width - 1));
  Value high =
      scalarConstant(b, loc, x.getType(), std::ldexp(1.0, isUnsignedTo ? width : width - 1));
  Value zero = scalarConstant(b, loc, x.getType(), 0);
  Value isLow = arith::CmpFOp::create(b, loc, P::OLE, x, low);
  Value isHigh = arith::CmpFOp::create(b, loc, P::OGE, x, high);
  Value isInside = arith::AndIOp::create(b, loc, arith::CmpFOp::create(b, loc, P::OGT, x, low),
                                         arith::CmpFOp::create(b, loc, P::OLT, x, high));
  Value safe = arith::SelectOp::create(b, loc, isInside, x, zero);
  Type type = withElement(x.getType(), signless(to));
  Value result = isUnsignedTo ? arith::FPToUIOp::create(b, loc, type, safe).getResult()
                              : arith::FPToSIOp::create(b, loc, type, safe).getResult();
  int64_t least = isUnsignedTo ? 0 : APInt::getSignedMinValue(width).getSExtValue();
  int64_t most = isUnsignedTo ? -1 : APInt::getSignedMaxValue(width).getSExtValue();
  result = arith::SelectOp::create(b, loc, isLow, intConstant(b, loc, result, least), result);
  return arith::SelectOp::create(b, loc, isHigh, intConstant(b, loc, result, most), result);
}

// A 64-bit integer rounded to 53 bits with "round to odd": the last bit records whether bits were
// lost.
Value roundIntToOdd(OpBuilder &b, Location loc, Value x, bool isUnsignedFrom) {
  using P = arith::CmpIPredicate;
  constexpr int64_t kLimit = int64_t(1) << 53, kLost = (1 << 11) - 1;
  Value isBig;
  if (isUnsignedFrom) {
    isBig = arith::CmpIOp::create(b, loc, P::uge, x, intConstant(b, loc, x, kLimit));
  } else {
    Value shifted = arith::AddIOp::create(b, loc, x, intConstant(b, loc, x, kLimit));
    isBig = arith::CmpIOp::create(b, loc, P::ugt, shifted, intConstant(b, loc, x, 2 * kLimit));
  }
  Value zero = intConstant(b, loc, x, 0);
  Value lost = arith::AndIOp::create(b, loc, x, intConstant(b, loc, x, kLost));
  Value isInexact = arith::CmpIOp::create(b, loc, P::ne, lost, zero);
  Value sticky =
      arith::SelectOp::create(b, loc, isInexact, intConstant(b, loc, x, kLost + 1), zero);
  Value kept = arith::AndIOp::create(b, loc, x, intConstant(b, loc, x, ~kLost));
  Value odd = arith::OrIOp::create(b, loc, kept, sticky);
  return arith::SelectOp::create(b, loc, isBig, odd, x);
}

Value castIntToFloat(OpBuilder &b, Location loc, Value x, Type from, Type to) {
  unsigned width = from.getIntOrFloatBitWidth();
  Type through = to;
  if (to.isF16()) // integers that f32 cannot represent exactly are out of f16's range
    through = b.getF32Type();
  if (to.isBF16())
    through = width < 32 ? Type(b.getF32Type()) : b.getF64Type();
  if (to.isBF16() && width == 64)
    x = roundIntToOdd(b, loc, x, isUnsigned(from));
  Type type = withElement(x.getType(), through);
  Value result = isUnsigned(from) ? arith::UIToFPOp::create(b, loc, type, x).getResult()
                                  : arith::SIToFPOp::create(b, loc, type, x).getResult();
  return castFloat(b, loc, result, to);
}

Value castInt(OpBuilder &b, Location loc, Value x, Type from, Type to) {
  Type type = withElement(x.getType(), signless(to));
  unsigned fromWidth = from.getIntOrFloatBitWidth(), toWidth = to.getIntOrFloatBitWidth();
  if (fromWidth == toWidth)
    return x;
  if (fromWidth > toWidth)
    return arith::TruncIOp::create(b, loc, type, x);
  if (isUnsigned(from))
    return arith::ExtUIOp::create(b, loc, type, x);
  return arith::ExtSIOp::create(b, loc, type, x);
}

} // namespace

namespace {

// An f32 that rounds to a narrow float as `x` does: exact, or with the last bit set.
Value toOddF32(OpBuilder &b, Location loc, Value x, Type from) {
  if (isFloat(from))
    return from.isF64() ? roundToOdd(b, loc, x) : convertFloat(b, loc, x, b.getF32Type());
  const unsigned width = from.getIntOrFloatBitWidth();
  if (width == 64)
    x = roundIntToOdd(b, loc, x, isUnsigned(from));
  Type through = withElement(x.getType(), width < 32 ? b.getF32Type() : Type(b.getF64Type()));
  Value result = isUnsigned(from) ? arith::UIToFPOp::create(b, loc, through, x).getResult()
                                  : arith::SIToFPOp::create(b, loc, through, x).getResult();
  return width < 32 ? result : roundToOdd(b, loc, result);
}

Value castReal(OpBuilder &b, Location loc, Value x, Type from, Type to, NarrowRules rules) {
  if (from == to)
    return x;
  if (isNarrow(from)) {
    x = decodeNarrow(b, loc, x, from);
    from = isFloat(from) ? Type(b.getF32Type()) : b.getI32Type();
    return castReal(b, loc, x, from, to, rules);
  }
  if (isNarrowFloat(to))
    return encodeNarrow(b, loc, toOddF32(b, loc, x, from), cast<FloatType>(to), rules);
  if (isNarrowInt(to)) {
    Value bytes =
        isFloat(from) ? castFloatToInt(b, loc, x, to) : castInt(b, loc, x, from, b.getI8Type());
    return lowBits(b, loc, bytes, to);
  }
  if (to.isInteger(1)) {
    if (isFloat(from))
      return arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNE, x,
                                   scalarConstant(b, loc, x.getType(), 0));
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, x, intConstant(b, loc, x, 0));
  }
  if (isFloat(from))
    return isFloat(to) ? castFloat(b, loc, x, to) : castFloatToInt(b, loc, x, to);
  return isFloat(to) ? castIntToFloat(b, loc, x, from, to) : castInt(b, loc, x, from, to);
}

} // namespace

RLX_BUILD_SCALAR(CastOp) {
  Type from = operandElement(*this), to = getTo();
  const NarrowRules rules{getSaturate(), getRoundMode()};
  auto complex = dyn_cast<ComplexType>(to);
  if (!complex)
    return castReal(b, loc, v[0], from, to, rules);
  Type part = complex.getElementType();
  if (!isComplex(from)) {
    Value re = castReal(b, loc, v[0], from, part, rules);
    return complex::CreateOp::create(b, loc, to, re, scalarConstant(b, loc, part, 0)).getResult();
  }
  Value re = complex::ReOp::create(b, loc, v[0]), im = complex::ImOp::create(b, loc, v[0]);
  return complex::CreateOp::create(b, loc, to, convertFloat(b, loc, re, part),
                                   convertFloat(b, loc, im, part))
      .getResult();
}

// ---- evaluate ----

namespace {

int64_t saturated(double x, unsigned width, bool isUnsignedTo) {
  if (std::isnan(x))
    return 0;
  llvm::APSInt result(width, isUnsignedTo);
  bool isExact;
  llvm::APFloat(x).convertToInteger(result, llvm::APFloat::rmTowardZero, &isExact); // saturates
  return isUnsignedTo ? static_cast<int64_t>(result.getZExtValue()) : result.getSExtValue();
}

double roundedTo(FloatType type, int64_t x, bool isUnsignedFrom) {
  llvm::APFloat result(type.getFloatSemantics());
  result.convertFromAPInt(llvm::APInt(64, static_cast<uint64_t>(x)), !isUnsignedFrom,
                          llvm::APFloat::rmNearestTiesToEven);
  return result.convertToDouble();
}

// An element of a tensor that is not complex.
long double exactly(const ref::Tensor &x, int64_t i) {
  if (x.isFloat())
    return x.floats[i];
  return x.elementType.isUnsignedInteger(64) ? static_cast<long double>(uint64_t(x.ints[i]))
                                             : static_cast<long double>(x.ints[i]);
}

} // namespace

RLX_EVALUATE(CastOp) {
  const ref::Tensor &x = in[0];
  ref::Tensor &result = out[0];
  Type to = getTo();
  if (x.elementType == to) {
    result = x;
    return llvm::Error::success();
  }
  for (int64_t i = 0, e = x.numElements(); i < e; ++i) {
    if (x.isComplex())
      result.setComplex(i, x.complexAt(i));
    else if (result.isComplex())
      result.setComplex(i, x.isFloat() ? x.floats[i]
                                       : roundedTo(cast<FloatType>(result.scalarType()), x.ints[i],
                                                   ref::isUnsigned(x)));
    else if (isNarrowFloat(to))
      result.floats[i] =
          roundedToNarrow(exactly(x, i), cast<FloatType>(to), {getSaturate(), getRoundMode()});
    else if (to.isInteger(1))
      result.ints[i] = x.isFloat() ? x.floats[i] != 0 : x.ints[i] != 0;
    else if (x.isFloat() && result.isFloat())
      result.floats[i] = x.floats[i];
    else if (x.isFloat())
      result.ints[i] = saturated(x.floats[i], to.getIntOrFloatBitWidth(), isUnsigned(to));
    else if (result.isFloat())
      result.floats[i] = roundedTo(cast<FloatType>(to), x.ints[i], ref::isUnsigned(x));
    else
      result.ints[i] = x.ints[i];
  }
  return llvm::Error::success();
}

// ---- bitcast ----

LogicalResult BitcastOp::infer(InferContext &ctx, Adaptor op,
                               SmallVectorImpl<InferredType> &results) {
  Type from = InferContext::elementType(op.getInput());
  if (from.getIntOrFloatBitWidth() != op.getTo().getIntOrFloatBitWidth()) { // bitcast_c1
    std::string text;
    llvm::raw_string_ostream(text)
        << "expects a type as wide as " << from << ", but got " << op.getTo();
    return ctx.fail(text);
  }
  return inferElementwise(ctx, op.getOperands(), results, op.getTo());
}

OpFoldResult BitcastOp::fold(FoldAdaptor) {
  return foldTo(*this, getInput());
}

RLX_BUILD_SCALAR(BitcastOp) {
  Type type = withElement(v[0].getType(), signless(getTo()));
  if (type == v[0].getType())
    return v[0];
  return arith::BitcastOp::create(b, loc, type, v[0]).getResult();
}

RLX_EVALUATE(BitcastOp) {
  llvm::Expected<ref::Tensor> read = ref::fromBytes(in[0].shape, getTo(), ref::toBytes(in[0]));
  if (!read)
    return read.takeError();
  out[0] = std::move(*read);
  return llvm::Error::success();
}
