// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-convert-narrow-int-to-float: narrow integers become f32 by the bits of 2^23, as in an f32 of
// that exponent the fraction is an integer. GPUs convert at a fraction of their rate, but compute
// `or` and subtraction at full rate.
//
// before: %f = arith.sitofp (%x and 15) : i32 to f32
// after:  %b = arith.bitcast ((%x and 15) or 0x4B000000) : i32 to f32    // 2^23 + integer
//         %f = %b - 8388608.0
#include "conversions/gpu/Passes.h"

#include <cmath>

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace rlx {
#define GEN_PASS_DEF_CONVERTNARROWINTTOFLOATPASS
#include "conversions/gpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

constexpr int64_t kLimitBits = 23, kLimit = 1 << kLimitBits; // of the integers
constexpr int32_t kBitsOfLimit = 0x4B000000;                 // 2^23 as a float
constexpr int64_t kByte = 8;

// An upper bound of the value, for simple expressions.
std::optional<int64_t> maxOf(Value value) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return *constant >= 0 ? constant : std::nullopt;
  Operation *op = value.getDefiningOp();
  if (isa_and_nonnull<arith::IndexCastOp, arith::IndexCastUIOp>(op))
    return maxOf(op->getOperand(0));
  std::optional<int64_t> by = op && op->getNumOperands() == 2
                                  ? getConstantIntValue(op->getOperand(1))
                                  : std::optional<int64_t>();
  if (!by || *by <= 0)
    return std::nullopt;
  if (isa<arith::RemUIOp>(op))
    return *by - 1;
  std::optional<int64_t> of = maxOf(op->getOperand(0));
  if (!of || *of >= kLimit || *by >= kLimit)
    return std::nullopt;
  if (isa<arith::DivUIOp>(op))
    return *of / *by;
  return isa<arith::MulIOp>(op) ? std::optional(*of * *by) : std::nullopt;
}

// Some bits of a byte: (byte >> shift) & mask.
struct Bits {
  Value byte, shift; // shift is null for 0
  int64_t mask;

  static std::optional<Bits> of(Value value) {
    auto masked = value.getDefiningOp<arith::AndIOp>();
    std::optional<int64_t> mask =
        masked ? getConstantIntValue(masked.getRhs()) : std::optional<int64_t>();
    if (!mask || *mask < 0 || *mask >= kLimit)
      return std::nullopt;
    Bits bits{masked.getLhs(), {}, *mask};
    if (auto shifted = bits.byte.getDefiningOp<arith::ShRUIOp>()) {
      bits.byte = shifted.getLhs();
      bits.shift = shifted.getRhs();
    }
    return bits;
  }

  int64_t width() const { return llvm::Log2_64_Ceil(static_cast<uint64_t>(mask) + 1); }
  // Whether they are bits of the byte, even if the whole word is shifted.
  bool areInside() const {
    std::optional<int64_t> most = shift ? maxOf(shift) : 0;
    return most && *most + width() <= kByte;
  }
};

// The value bits / 2^shift + offset. `bits` is not negative, and below the limit.
struct SmallInteger {
  Value bits;
  int64_t offset, shift = 0;

  static std::optional<SmallInteger> of(Value value, OpBuilder &b) {
    int64_t offset = 0;
    if (auto sum = value.getDefiningOp<arith::AddIOp>())
      if (std::optional<int64_t> added = getConstantIntValue(sum.getRhs())) {
        offset = *added;
        value = sum.getLhs();
      }
    std::optional<Bits> bits = Bits::of(value);
    if (!bits || offset <= -kLimit || offset >= kLimit)
      return std::nullopt;
    if (std::optional<SmallInteger> inWord = ofWord(*bits, offset, b))
      return inWord;
    return SmallInteger{value, offset};
  }

private:
  // Bits of a byte that is part of a word are masked in the word: one shift of it serves all bytes.
  static std::optional<SmallInteger> ofWord(const Bits &bits, int64_t offset, OpBuilder &b) {
    auto extended = bits.byte.getDefiningOp<arith::ExtUIOp>();
    auto extracted =
        extended ? extended.getIn().getDefiningOp<vector::ExtractOp>() : vector::ExtractOp();
    auto split =
        extracted ? extracted.getSource().getDefiningOp<vector::BitCastOp>() : vector::BitCastOp();
    if (!split || extracted.getStaticPosition().size() != 1 || extracted.hasDynamicPosition() ||
        !extended.getIn().getType().isInteger(kByte) || !bits.areInside())
      return std::nullopt;
    Operation *whole = split.getSource().getDefiningOp();
    if (!isa_and_nonnull<vector::FromElementsOp, vector::BroadcastOp>(whole) ||
        whole->getNumOperands() != 1 || split.getSourceVectorType().getNumElements() != 1)
      return std::nullopt;
    Location loc = extended.getLoc();
    Value word = whole->getOperand(0);
    if (!word.getType().isInteger(16) && !word.getType().isInteger(32))
      return std::nullopt;
    if (word.getType().isInteger(16))
      word = arith::ExtUIOp::create(b, loc, b.getI32Type(), word);
    int64_t shift = extracted.getStaticPosition().front() * kByte;
    if (std::optional<int64_t> known = bits.shift ? getConstantIntValue(bits.shift) : 0)
      shift += *known;
    else
      word = arith::ShRUIOp::create(b, loc, word, bits.shift);
    if (shift + bits.width() > kLimitBits) {
      constexpr int64_t kHalf = 16;
      word = arith::ShRUIOp::create(b, loc, word, arith::ConstantIntOp::create(b, loc, kHalf, 32));
      shift -= kHalf;
    }
    Value mask = arith::ConstantIntOp::create(b, loc, bits.mask << shift, 32);
    return SmallInteger{arith::AndIOp::create(b, loc, word, mask), offset, shift};
  }
};

template <typename Op>
struct ConvertPattern : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    if (!op.getType().isF32() || !op.getIn().getType().isInteger(32))
      return failure();
    std::optional<SmallInteger> integer = SmallInteger::of(op.getIn(), rewriter);
    // A negative value would be another one without a sign.
    if (!integer || (std::is_same_v<Op, arith::UIToFPOp> && integer->offset < 0))
      return failure();
    Location loc = op.getLoc();
    Value limit = arith::ConstantIntOp::create(rewriter, loc, kBitsOfLimit, 32);
    Value bits = arith::OrIOp::create(rewriter, loc, integer->bits, limit);
    Value sum = arith::BitcastOp::create(rewriter, loc, op.getType(), bits);
    auto constant = [&](double value) -> Value {
      return arith::ConstantOp::create(rewriter, loc,
                                       rewriter.getF32FloatAttr(static_cast<float>(value)));
    };
    const double unit = std::ldexp(1.0, static_cast<int>(-integer->shift));
    const double excess = static_cast<double>(kLimit) * unit - static_cast<double>(integer->offset);
    if (integer->shift == 0)
      rewriter.replaceOpWithNewOp<arith::SubFOp>(op, sum, constant(excess));
    else // exact too
      rewriter.replaceOpWithNewOp<math::FmaOp>(op, sum, constant(unit), constant(-excess));
    return success();
  }
};

struct ConvertNarrowIntToFloat
    : rlx::impl::ConvertNarrowIntToFloatPassBase<ConvertNarrowIntToFloat> {
  void runOnBody() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ConvertPattern<arith::SIToFPOp>, ConvertPattern<arith::UIToFPOp>>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace
