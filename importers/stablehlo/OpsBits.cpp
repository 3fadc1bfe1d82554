// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elementwise ops on bits: logic, shifts, counts of bits, reduce_precision and next_after.
#include "importers/stablehlo/Expr.h"
#include "importers/stablehlo/OpTable.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::shlo;

namespace {

auto logic(llvm::StringLiteral name) {
  return [name](Node &op) { op.set(0, op.emit(name, op.inputs())); };
}

// The operands as integers with or without a sign, which decides the bits that rlx.shift_right
// inserts.
void importShiftRight(Node &op, bool isArithmetic) {
  Expr x = input(op, 0), by = input(op, 1);
  if (op.hasFailed() || !op.expect(x.type().isInteger(), "integers"))
    return;
  const Type type = x.type(), as = op.integerLike(type, !isArithmetic);
  op.set(0, x.as(as).binary("rlx.shift_right", by.as(as)).as(type).value());
}

// The number of ones, by sums of ever wider groups of bits.
Expr onesOf(Expr x) {
  const int64_t width = bitWidth(x.type());
  for (int64_t group = 1; group < width; group *= 2) {
    uint64_t mask = 0;
    for (int64_t bit = 0; bit < width; ++bit)
      mask |= uint64_t(bit / group % 2 == 0) << bit;
    x = (x & x.bits(mask)) + (shiftRight(x, group) & x.bits(mask));
  }
  return x;
}

void importPopcnt(Node &op) {
  Expr x = input(op, 0);
  if (op.hasFailed() || !op.expect(x.type().isInteger(), "integers"))
    return;
  op.set(0, onesOf(x.as(op.integerLike(x.type(), true))).as(x.type()).value());
}

void importCountLeadingZeros(Node &op) {
  Expr x = input(op, 0);
  if (op.hasFailed() || !op.expect(x.type().isInteger(), "integers"))
    return;
  Expr bits = x.as(op.integerLike(x.type(), true));
  for (int64_t by = 1; by < bitWidth(x.type()); by *= 2) // all bits below the highest one
    bits = bits | shiftRight(bits, by);
  op.set(0, onesOf(!bits).as(x.type()).value());
}

// Rounds the mantissa to nearest even, and numbers beyond the range of the exponent to infinity and
// zero.
void importReducePrecision(Node &op) {
  Expr x = input(op, 0);
  const int64_t exponentBits = op.integer("exponent_bits"),
                mantissaBits = op.integer("mantissa_bits");
  if (op.hasFailed() || !op.expect(isFloat(x.type()), "floating-point numbers") ||
      !op.expect(exponentBits >= 1 && mantissaBits >= 0,
                 "at least 1 bit of exponent and 0 of mantissa"))
    return;
  auto type = mlir::cast<FloatType>(x.type());
  const int64_t width = bitWidth(type), mantissa = type.getFPMantissaWidth() - 1,
                exponent = width - 1 - mantissa;
  const Type integer = op.integerLike(type, true);
  const uint64_t sign = uint64_t(1) << (width - 1);
  Expr bits = x.as(integer), rounded = bits;
  if (mantissaBits < mantissa) {
    const int64_t dropped = mantissa - mantissaBits;
    Expr last = shiftRight(bits, dropped) & bits.bits(1);
    rounded = bits + bits.bits((uint64_t(1) << (dropped - 1)) - 1) + last;
    rounded = rounded & bits.bits(~((uint64_t(1) << dropped) - 1));
  }
  if (exponentBits < exponent) {
    const uint64_t bias = (uint64_t(1) << (exponent - 1)) - 1;
    const uint64_t newBias = (uint64_t(1) << (exponentBits - 1)) - 1;
    const uint64_t mask = ((uint64_t(1) << exponent) - 1) << mantissa;
    Expr power = rounded & bits.bits(mask), signs = bits & bits.bits(sign);
    Expr isGreat = power > bits.bits((bias + newBias) << mantissa);
    Expr isSmall = power <= bits.bits((bias - newBias) << mantissa);
    rounded = where(isSmall, signs, where(isGreat, signs | bits.bits(mask), rounded));
  }
  op.set(0, where(x != x, x, rounded.as(type)).value());
}

// The next number from x towards y.
void importNextAfter(Node &op) {
  Expr x = input(op, 0), y = input(op, 1);
  if (op.hasFailed() || !op.expect(isFloat(x.type()), "floating-point numbers"))
    return;
  const Type type = x.type(), integer = op.integerLike(type);
  const uint64_t sign = uint64_t(1) << (bitWidth(type) - 1);
  Expr bits = x.as(integer), one = bits.bits(1);
  Expr isAway = (abs(y) > abs(x)) & ((bits ^ y.as(integer)) >= 0); // from zero
  Expr next = where(isAway, bits + one, bits - one);
  Expr least = (y.as(integer) & bits.bits(sign)) | one; // the smallest number with y's sign
  Expr result = where(x == 0, least, next).as(type);
  result = where(x == y, y, result);
  op.set(0, where((x != x) | (y != y), x + y, result).value());
}

} // namespace

void rlx::shlo::addBitOps(OpTable &table) {
  table.addElementwise("stablehlo.and", logic("rlx.and"), 2);
  table.addElementwise("stablehlo.or", logic("rlx.or"), 2);
  table.addElementwise("stablehlo.xor", logic("rlx.xor"), 2);
  table.addElementwise("stablehlo.not", logic("rlx.not"), 1);
  table.addElementwise("stablehlo.shift_left", logic("rlx.shift_left"), 2);
  table.addElementwise(
      "stablehlo.shift_right_arithmetic", [](Node &op) { importShiftRight(op, true); }, 2);
  table.addElementwise(
      "stablehlo.shift_right_logical", [](Node &op) { importShiftRight(op, false); }, 2);
  table.addElementwise("stablehlo.popcnt", importPopcnt, 1);
  table.addElementwise("stablehlo.count_leading_zeros", importCountLeadingZeros, 1);
  table.addElementwise("stablehlo.reduce_precision", importReducePrecision, 1);
  table.addElementwise("chlo.next_after", importNextAfter, 2);
}
