// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-correctly-round-division: quotients and square roots of f32, correctly rounded on devices
// whose own are a few units in the last place off.
//
// If q is near enough to a / b, an fma computes the remainder r = a - q b exactly (Markstein 1990).
// It tells where the quotient lies between two floats. Operands are scaled to near 1 first, where
// nothing is subnormal or overflows. Integer arithmetic restores the exponents.
#include "conversions/spirv/Passes.h"

#include "conversions/gpu/device/ProfileFile.h"
#include "dialects/rlx/ops/elementwise/CorrectlyRoundedOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace rlx {
#define GEN_PASS_DEF_CORRECTLYROUNDDIVISIONPASS
#include "conversions/spirv/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

using P = arith::CmpIPredicate;
using F = arith::CmpFPredicate;

constexpr int64_t kFraction = 23; // bits
constexpr int64_t kFractionMask = 0x7FFFFF, kSign = 0x80000000, kInfinity = 0x7F800000,
                  kOne = 0x3F800000, kLargestExponent = 254;

// Builds arithmetic on f32, and on the i32 with their bits.
class Floats {
public:
  Floats(OpBuilder &b, Location loc) : b(b), loc(loc) {}

  Value integer(int64_t value) {
    return arith::ConstantOp::create(
        b, loc, b.getI32IntegerAttr(static_cast<int32_t>(static_cast<uint32_t>(value))));
  }
  Value real(double value) {
    return arith::ConstantOp::create(b, loc, b.getF32FloatAttr(static_cast<float>(value)));
  }
  Value bits(Value x) { return arith::BitcastOp::create(b, loc, b.getI32Type(), x); }
  Value floatOf(Value x) { return arith::BitcastOp::create(b, loc, b.getF32Type(), x); }
  template <typename Op>
  Value make(Value lhs, Value rhs) {
    return Op::create(b, loc, lhs, rhs);
  }
  template <typename Op>
  Value make(Value lhs, int64_t rhs) {
    return Op::create(b, loc, lhs, integer(rhs));
  }
  Value is(P predicate, Value lhs, int64_t rhs) {
    return arith::CmpIOp::create(b, loc, predicate, lhs, integer(rhs));
  }
  Value is(F predicate, Value lhs, Value rhs) {
    return arith::CmpFOp::create(b, loc, predicate, lhs, rhs);
  }
  Value select(Value condition, Value yes, Value no) {
    return arith::SelectOp::create(b, loc, condition, yes, no);
  }
  Value fma(Value x, Value y, Value z) { return math::FmaOp::create(b, loc, x, y, z); }
  Value minus(Value x) { return arith::NegFOp::create(b, loc, x); }
  Value magnitude(Value x) { return math::AbsFOp::create(b, loc, x); }
  // With the sign as the bit above it, which is 0 for positive numbers.
  Value exponent(Value bits) {
    return make<arith::AndIOp>(make<arith::ShRUIOp>(bits, kFraction), 0xFF);
  }
  Value isNormal(Value exponent) {
    return is(P::ult, make<arith::SubIOp>(exponent, 1), kLargestExponent);
  }
  // The significand of a normal number, in [1, 2).
  Value digits(Value bits) {
    return floatOf(make<arith::OrIOp>(make<arith::AndIOp>(bits, kFractionMask), kOne));
  }

private:
  OpBuilder &b;
  Location loc;
};

// The bits of a / b, rounded to nearest, for numbers in [1, 2). `quotient` may be up to 3 units in
// the last place off.
Value nearestQuotient(Floats &f, Value a, Value b, Value quotient) {
  auto rest = [&](Value q) { return f.fma(f.minus(q), b, a); };
  // 1 / b is within 9% of 1.457 - b / 2. A quarter of a unit of error is left, and half a unit of
  // rounding.
  Value inverse = f.fma(b, f.real(-0.5), f.real(1.457));
  Value near = f.fma(rest(quotient), inverse, quotient), left = rest(near);
  // Both remainders are exact then. The smaller one belongs to the nearer of two adjacent floats.
  Value step = f.select(f.is(F::OLT, left, f.real(0)), f.integer(-1), f.integer(1));
  Value bits = f.bits(near), other = f.make<arith::AddIOp>(bits, step);
  Value isNearer = f.is(F::OLT, f.magnitude(rest(f.floatOf(other))), f.magnitude(left));
  return f.select(isNearer, other, bits);
}

// A positive number with these bits, and an exponent that is larger by `more`. It may be infinite
// or subnormal.
Value scaled(Floats &f, Value bits, Value more) {
  Value exponent = f.make<arith::AddIOp>(f.make<arith::ShRUIOp>(bits, kFraction), more);
  Value moved = f.make<arith::AddIOp>(bits, f.make<arith::ShLIOp>(more, kFraction));
  // Devices that keep subnormal numbers round them a second time.
  constexpr double kSmall = 0x1p-64;
  Value above = f.floatOf(f.make<arith::AddIOp>(moved, int64_t(128) << kFraction));
  Value small = f.make<arith::MulFOp>(f.make<arith::MulFOp>(above, f.real(kSmall)), f.real(kSmall));
  Value large = f.select(f.is(P::sgt, exponent, kLargestExponent), f.integer(kInfinity), moved);
  return f.select(f.is(P::slt, exponent, 1), f.bits(small), large);
}

// Quotients of two normal numbers. All others are left to the device.
struct RoundedQuotient : OpRewritePattern<arith::DivFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::DivFOp op, PatternRewriter &rewriter) const override {
    if (!op->hasAttr(rlx::kRoundedAttr) || !op.getType().isF32())
      return failure();
    Floats f(rewriter, op.getLoc());
    Value lhs = f.bits(op.getLhs()), rhs = f.bits(op.getRhs());
    Value up = f.exponent(lhs), down = f.exponent(rhs);
    Value isUsual = f.make<arith::AndIOp>(f.isNormal(up), f.isNormal(down));
    Value a = f.digits(lhs), b = f.digits(rhs);
    Value quotient =
        f.make<arith::DivFOp>(f.select(isUsual, a, op.getLhs()), f.select(isUsual, b, op.getRhs()));
    Value size = scaled(f, nearestQuotient(f, a, b, quotient), f.make<arith::SubIOp>(up, down));
    Value sign = f.make<arith::AndIOp>(f.make<arith::XOrIOp>(lhs, rhs), kSign);
    Value result = f.floatOf(f.make<arith::OrIOp>(size, sign));
    rewriter.replaceOp(op, f.select(isUsual, result, quotient));
    return success();
  }
};

// Roots of positive normal numbers. All others are left to the device.
struct RoundedRoot : OpRewritePattern<math::SqrtOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::SqrtOp op, PatternRewriter &rewriter) const override {
    if (!op->hasAttr(rlx::kRoundedAttr) || !op.getType().isF32())
      return failure();
    Floats f(rewriter, op.getLoc());
    Value bits = f.bits(op.getOperand()), exponent = f.make<arith::ShRUIOp>(bits, kFraction);
    Value isUsual = f.isNormal(exponent); // a sign bit makes it too large
    // In [1, 4), so that the rest of the exponent is even.
    Value odd = f.make<arith::AndIOp>(f.make<arith::XOrIOp>(exponent, 1), 1);
    Value digits = f.make<arith::OrIOp>(f.make<arith::AndIOp>(bits, kFractionMask), kOne);
    Value x = f.floatOf(f.make<arith::AddIOp>(digits, f.make<arith::ShLIOp>(odd, kFraction)));
    Value root = math::SqrtOp::create(rewriter, op.getLoc(), f.select(isUsual, x, op.getOperand()));
    Value half =
        f.make<arith::ShRSIOp>(f.make<arith::SubIOp>(f.make<arith::SubIOp>(exponent, 127), odd), 1);
    Value result =
        f.make<arith::AddIOp>(nearestRoot(f, x, root), f.make<arith::ShLIOp>(half, kFraction));
    rewriter.replaceOp(op, f.select(isUsual, f.floatOf(result), root));
    return success();
  }

  // The bits of the root of x in [1, 4), rounded to nearest. `root` may be up to 3 units off.
  static Value nearestRoot(Floats &f, Value x, Value root) {
    auto rest = [&](Value s) { return f.fma(f.minus(s), s, x); };
    Value inverse = f.make<arith::DivFOp>(f.real(0.5), root);
    Value near = f.fma(rest(root), inverse, root), left = rest(near);
    // With unit u, the root is nearer to s + u if x > (s + u / 2)^2, that is left > s u + u^2 / 4.
    // The last term is less than the granularity of `left`.
    Value unit = f.make<arith::MulFOp>(near, f.real(0x1p-23));
    Value above = f.select(f.is(F::OGT, left, unit), f.integer(1), f.integer(0));
    Value step = f.select(f.is(F::OLE, left, f.minus(unit)), f.integer(-1), above);
    return f.make<arith::AddIOp>(f.bits(near), step);
  }
};

struct CorrectlyRoundDivision : rlx::impl::CorrectlyRoundDivisionPassBase<CorrectlyRoundDivision> {
  using CorrectlyRoundDivisionPassBase::CorrectlyRoundDivisionPassBase;

  void runOnBody() override {
    FailureOr<rlx::rt::DeviceProfile> profile = rlx::findProfileFor(getOperation(), device);
    if (failed(profile))
      return signalPassFailure();
    if (!profile->has("inexactDivision"))
      return;
    RewritePatternSet patterns(&getContext());
    patterns.add<RoundedQuotient, RoundedRoot>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace
