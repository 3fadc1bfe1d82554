// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elementwise arithmetic, comparisons, selection and conversions, with the semantics of StableHLO's
// specification. Functions of one operand that rlx has are one line of the table at the end.
#include "importers/stablehlo/Expr.h"
#include "importers/stablehlo/OpTable.h"

#include <limits>

#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::shlo;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

// A handler that emits one rlx op on the operands.
auto direct(llvm::StringLiteral name) {
  return [name](Node &op) { op.set(0, op.emit(name, op.inputs())); };
}

// Booleans add like `or`, and multiply like `and`.
auto arithmetic(llvm::StringLiteral name, llvm::StringLiteral ofBools) {
  return [=](Node &op) {
    Values operands = op.inputs();
    const bool isOfBools = !op.hasFailed() && isBool(elementOf(operands[0]));
    op.set(0, op.emit(isOfBools ? ofBools : name, operands));
  };
}

void importAbs(Node &op) {
  Value x = op.in(0);
  op.set(0, op.emit(x && isComplex(elementOf(x)) ? "rlx.complex_abs" : "rlx.abs", x));
}

// -0 stays -0, NaN stays NaN, and complex numbers become x / |x|.
void importSign(Node &op) {
  Expr x = input(op, 0);
  if (op.hasFailed())
    return;
  if (isComplex(x.type())) {
    Expr size = x.unary("rlx.complex_abs");
    Expr isZero = size == 0;
    return op.set(0, where(isZero, x.number(0), x / where(isZero, 1, size).to(x.type())).value());
  }
  Expr sign = x.unary("rlx.sign");
  op.set(0, (isFloat(x.type()) ? where(x == 0, x, sign) : sign).value());
}

// The cube root by a power and one step of Newton's method, which removes the power's error.
void importCbrt(Node &op) {
  Expr x = input(op, 0);
  if (op.hasFailed())
    return;
  const Type type = x.type();
  x = x.to(computeType(op, type));
  Expr size = abs(x), root = pow(size, x.number(1.0 / 3));
  Expr better = root - (root * root * root - size) / (root * root * 3);
  Expr isSpecial = (size == 0) | !(size < kInf);
  Expr result = where(isSpecial, size, better);
  op.set(0, where(x < 0, -result, where(x == 0, x, result)).to(type).value());
}

// Nearest integral value, halves away from zero.
void importRoundAfz(Node &op) {
  Expr x = input(op, 0);
  if (op.hasFailed())
    return;
  Expr truncated = where(x < 0, x.unary("rlx.ceil"), floor(x));
  Expr isUp = abs(x - truncated) >= 0.5;
  op.set(0, where(isUp, truncated + x.unary("rlx.sign"), truncated).value());
}

void importIsFinite(Node &op) {
  Expr x = input(op, 0);
  op.set(0, (abs(x) < kInf).value());
}

void importPower(Node &op) {
  Expr x = input(op, 0), y = input(op, 1);
  if (op.hasFailed())
    return;
  op.set(0, (isComplex(x.type()) ? exp(log(x) * y) : pow(x, y)).value());
}

// The angle of (x, y) in (-pi, pi], by the quotient of the smaller to the greater coordinate. Signs
// of zeros count, and infinities do as in C's atan2.
void importAtan2(Node &op) {
  Expr y = input(op, 0), x = input(op, 1);
  if (op.hasFailed())
    return;
  if (!isFloat(y.type()))
    return op.unsupported("of complex numbers is not supported");
  const Type type = y.type(), integer = op.integerLike(computeType(op, type));
  y = y.to(computeType(op, type));
  x = x.to(computeType(op, type));
  auto isNegative = [&](Expr v) { return v.as(integer) < 0; }; // -0, too
  Expr size = abs(y), width = abs(x), small = min(size, width), great = max(size, width);
  Expr ratio = where((small == great) & (great != 0), 1, small / great);
  ratio = where(great == 0, 0, ratio);
  constexpr double kPi = 3.141592653589793238462643;
  Expr angle = ratio.unary("rlx.atan");
  angle = where(size > width, kPi / 2 - angle, angle);
  angle = where(isNegative(x), kPi - angle, angle);
  op.set(0, where(isNegative(y), -angle, angle).to(type).value());
}

// ---- comparison and selection ----

std::optional<ComparePredicate> predicateOf(StringRef direction) {
  return llvm::StringSwitch<std::optional<ComparePredicate>>(direction)
      .Case("EQ", ComparePredicate::eq)
      .Case("NE", ComparePredicate::ne)
      .Case("LT", ComparePredicate::lt)
      .Case("LE", ComparePredicate::le)
      .Case("GT", ComparePredicate::gt)
      .Case("GE", ComparePredicate::ge)
      .Default(std::nullopt);
}

void importCompare(Node &op) {
  Expr lhs = input(op, 0), rhs = input(op, 1);
  const std::string direction = op.choice("comparison_direction", "comparison_direction", "");
  const std::string kind = op.choice("compare_type", "comparison_type", "NOTYPE");
  std::optional<ComparePredicate> predicate = predicateOf(direction);
  if (!op.expect(predicate.has_value(),
                 "attribute 'comparison_direction' to be EQ, NE, LT, LE, GT or GE, but got '" +
                     direction + "'"))
    return;
  if (kind == "TOTALORDER" && isFloat(lhs.type())) {
    lhs = totalOrderKey(lhs);
    rhs = totalOrderKey(rhs);
  }
  op.set(0, lhs.compare(*predicate, rhs).value());
}

void importClamp(Node &op) {
  Expr least = input(op, 0), x = input(op, 1), most = input(op, 2);
  op.set(0, min(max(x, least), most).value());
}

// ---- conversions ----

void importConvert(Node &op) {
  Expr x = input(op, 0);
  const Type to = op.resultElement();
  if (op.hasFailed())
    return;
  if (isComplex(x.type()) && !isComplex(to)) {
    if (isBool(to))
      return op.set(0, (x != 0).value());
    x = x.unary("rlx.real");
  }
  op.set(0, x.to(to).value());
}

// An element as `count` narrower ones, the lowest bits first, along a new last dimension.
Value splitBits(Node &op, Expr x, Type to, int64_t count) {
  const Type wide = op.integerLike(x.type(), true), narrow = op.integerLike(to, true);
  Expr bits = x.as(wide);
  IntList column(shapeOf(x.value()));
  column.push_back(1);
  Values parts;
  for (int64_t i = 0; i < count; ++i)
    parts.push_back(
        op.reshape(shiftRight(bits, i * bitWidth(to)).to(narrow).as(to).value(), column));
  return op.concat(parts, column.size() - 1);
}

// The reverse: elements of the last dimension as one wider element.
Value joinBits(Node &op, Expr x, Type to) {
  const Type wide = op.integerLike(to, true), narrow = op.integerLike(x.type(), true);
  const int64_t axis = rankOf(x.value()) - 1, count = shapeOf(x.value()).back();
  IntList sizes(shapeOf(x.value()).drop_back());
  Expr bits = x.as(narrow);
  std::optional<Expr> all;
  for (int64_t i = 0; i < count; ++i) {
    Expr part(op, op.reshape(op.sliceAxis(bits.value(), axis, i, 1), sizes));
    part = shiftLeft(part.to(wide), i * bitWidth(narrow));
    all = all ? *all | part : part;
  }
  return all->as(to).value();
}

void importBitcastConvert(Node &op) {
  Expr x = input(op, 0);
  const Type to = op.resultElement();
  if (op.hasFailed())
    return;
  if (!x.type().isIntOrFloat() || !to.isIntOrFloat())
    return op.unsupported("of complex numbers is not supported");
  const int64_t from = bitWidth(x.type()), width = bitWidth(to);
  if (from == width)
    return op.set(0, x.as(to).value());
  if (from < 8 || width < 8)
    return op.unsupported("between types of " + Twine(from) + " and " + Twine(width) +
                          " bits is not supported");
  if (from > width)
    return op.set(0, splitBits(op, x, to, from / width));
  if (op.expect(rankOf(x.value()) > 0 && shapeOf(x.value()).back() == width / from,
                "an operand whose last dimension has size " + Twine(width / from)))
    op.set(0, joinBits(op, x, to));
}

} // namespace

Expr rlx::shlo::totalOrderKey(Expr x) {
  Node &op = x.op();
  if (op.hasFailed())
    return x;
  Expr bits = x.as(op.integerLike(x.type()));
  // Negative numbers: the greater the magnitude, the smaller.
  const uint64_t magnitude = (uint64_t(1) << (bitWidth(x.type()) - 1)) - 1;
  return where(bits < 0, bits ^ bits.bits(magnitude), bits);
}

static void addFunctionsOfOne(OpTable &table) {
  table.addElementwise("stablehlo.abs", importAbs, 1);
  table.addElementwise("stablehlo.sign", importSign, 1);
  table.addElementwise("stablehlo.cbrt", importCbrt, 1);
  table.addElementwise("stablehlo.round_nearest_afz", importRoundAfz, 1);
  table.addElementwise("stablehlo.is_finite", importIsFinite, 1);
  table.addElementwise("stablehlo.negate", direct("rlx.neg"), 1);
  table.addElementwise("stablehlo.exponential", direct("rlx.exp"), 1);
  table.addElementwise("stablehlo.log", direct("rlx.log"), 1);
  table.addElementwise("stablehlo.sqrt", direct("rlx.sqrt"), 1);
  table.addElementwise("stablehlo.floor", direct("rlx.floor"), 1);
  table.addElementwise("stablehlo.ceil", direct("rlx.ceil"), 1);
  table.addElementwise("stablehlo.round_nearest_even", direct("rlx.round"), 1);
  const std::pair<StringRef, llvm::StringLiteral> ofReals[] = {
      {"stablehlo.exponential_minus_one", "rlx.expm1"},
      {"stablehlo.log_plus_one", "rlx.log1p"},
      {"stablehlo.logistic", "rlx.sigmoid"},
      {"stablehlo.tanh", "rlx.tanh"},
      {"stablehlo.rsqrt", "rlx.rsqrt"},
      {"stablehlo.sine", "rlx.sin"},
      {"stablehlo.cosine", "rlx.cos"},
      {"stablehlo.tan", "rlx.tan"},
      {"chlo.erf", "rlx.erf"},
      {"chlo.acos", "rlx.acos"},
      {"chlo.asin", "rlx.asin"},
      {"chlo.atan", "rlx.atan"},
      {"chlo.acosh", "rlx.acosh"},
      {"chlo.asinh", "rlx.asinh"},
      {"chlo.atanh", "rlx.atanh"},
      {"chlo.cosh", "rlx.cosh"},
      {"chlo.sinh", "rlx.sinh"},
      {"chlo.tan", "rlx.tan"}};
  for (auto [name, rlxName] : ofReals) {
    table.addElementwise(name, direct(rlxName), 1);
    table.limit(name, "complex numbers");
  }
}

void rlx::shlo::addElementwiseOps(OpTable &table) {
  table.addElementwise("stablehlo.add", arithmetic("rlx.add", "rlx.or"), 2);
  table.addElementwise("stablehlo.multiply", arithmetic("rlx.mul", "rlx.and"), 2);
  table.addElementwise("stablehlo.maximum", arithmetic("rlx.max", "rlx.or"), 2);
  table.addElementwise("stablehlo.minimum", arithmetic("rlx.min", "rlx.and"), 2);
  table.addElementwise("stablehlo.subtract", direct("rlx.sub"), 2);
  table.addElementwise("stablehlo.divide", direct("rlx.div"), 2);
  table.addElementwise("stablehlo.remainder", direct("rlx.fmod"), 2);
  table.addElementwise("stablehlo.power", importPower, 2);
  table.addElementwise("stablehlo.atan2", importAtan2, 2);
  table.limit("stablehlo.atan2", "complex numbers");
  addFunctionsOfOne(table);
  table.addElementwise("chlo.is_inf", direct("rlx.is_inf"), 1);
  table.addElementwise("stablehlo.compare", importCompare, 2);
  table.addElementwise("stablehlo.select", direct("rlx.where"), 3);
  table.addElementwise("stablehlo.clamp", importClamp, 3);
  table.addElementwise("stablehlo.convert", importConvert, 1);
  table.addElementwise("stablehlo.bitcast_convert", importBitcastConvert, 1);
  table.limit("stablehlo.bitcast_convert", "complex numbers, and types of 4 and 2 bits");
}
