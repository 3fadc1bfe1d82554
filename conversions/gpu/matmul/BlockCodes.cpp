// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads blocks by words (see BlockCodes.h). The table of rlx.dequantize_blocks has the layouts.
//
// Blocks of 18 or 210 bytes begin in the middle of a word every other time. Their words are joined
// from two halves, chosen by a select.
#include "conversions/gpu/matmul/BlockCodes.h"

#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace rlx {
namespace {

constexpr int64_t kWord = 4, kHalfWord = 2; // bytes
// A field in each byte of a word.
constexpr int64_t kNibbles = 0x0F0F0F0F, kPairs = 0x03030303;
constexpr int64_t kBit2 = 0x04040404, kBit4 = 0x10101010, kBits45 = 0x30303030;
// The lowest four bits of a word times this are bits 4, 12, 20 and 28, among others.
constexpr int64_t kSpread = 0x02040810;

} // namespace

std::optional<BlockUnits> BlockUnits::of(BlockScheme scheme) {
  switch (scheme) {
  case BlockScheme::Q4_0:
    return BlockUnits{1, 2, 2, 8, false};
  case BlockScheme::Q5_0:
    return BlockUnits{1, 2, 2, 16, false};
  case BlockScheme::Q4_1:
  case BlockScheme::Q5_1:
    return BlockUnits{1, 2, 2, 0, true};
  case BlockScheme::Q8_0:
    return BlockUnits{1, 2, 2, 0, false};
  case BlockScheme::Q2_K:
    return BlockUnits{4, 4, 1, 0, true};
  case BlockScheme::Q3_K:
    return BlockUnits{4, 4, 1, 4, false};
  case BlockScheme::Q4_K:
  case BlockScheme::Q5_K:
    return BlockUnits{4, 4, 2, 0, true};
  case BlockScheme::Q6_K:
    return BlockUnits{4, 4, 1, 32, false};
  case BlockScheme::Q8_K:
    return BlockUnits{4, 4, 2, 0, false};
  case BlockScheme::TQ2_0:
    return BlockUnits{4, 4, 1, 1, false};
  default:
    return std::nullopt;
  }
}

BlockCodes::BlockCodes(WorkgroupBuilder &builder, BlockScheme scheme, Value words, Value block,
                       Value unit)
    : k(builder), scheme(scheme), layout(blockLayout(scheme)), form(*BlockUnits::of(scheme)),
      words(words), unit(unit) {
  if (layout.bytes % kWord == 0) {
    first = k.mul(block, k.constant(layout.bytes / kWord));
  } else {
    Value halves = k.mul(block, k.constant(layout.bytes / kHalfWord));
    first = k.div(halves, k.constant(2));
    odd = arith::CmpIOp::create(k.b, k.loc, arith::CmpIPredicate::ne, k.rem(halves, k.constant(2)),
                                k.constant(0));
  }
  if (form.units == 1)
    return;
  auto bits = [&](Value index) -> Value {
    return arith::IndexCastOp::create(k.b, k.loc, k.b.getI32Type(), index);
  };
  halfOf = k.div(unit, k.constant(2));
  partOf = k.rem(unit, k.constant(2));
  halfBits = bits(halfOf);
  partBits = bits(partOf);
}

// ---- codes ----

CodeWords BlockCodes::codes(int64_t run) {
  CodeWords result;
  auto each = [&](function_ref<Value(size_t)> make) {
    for (size_t i = 0; i < result.size(); ++i)
      result[i] = make(i);
    return result;
  };
  const bool isHigh = form.units == 1 ? run == 1 : run >= 2; // nibbles
  switch (scheme) {
  case BlockScheme::Q8_0:
    return wordsAt(layout.quants + run * kBlockRun, {});
  case BlockScheme::Q8_K:
    return wordsAt(layout.quants + run * kBlockRun, unitWord(form.elements() / kWord));
  case BlockScheme::Q4_0:
  case BlockScheme::Q4_1:
  case BlockScheme::Q5_0:
  case BlockScheme::Q5_1: {
    CodeWords bytes = wordsAt(layout.quants, {});
    return each([&](size_t i) {
      Value low = field(bytes[i], isHigh ? 4 : 0, kNibbles);
      return layout.highBits == BlockLayout::kNone
                 ? low
                 : join(low, fifthBits(run, static_cast<int64_t>(i)));
    });
  }
  case BlockScheme::Q4_K:
  case BlockScheme::Q5_K: {
    CodeWords bytes = wordsAt(layout.quants + run % 2 * kBlockRun, unitWord(8));
    if (scheme == BlockScheme::Q4_K)
      return each([&](size_t i) { return field(bytes[i], isHigh ? 4 : 0, kNibbles); });
    CodeWords high = wordsAt(layout.highBits + run % 2 * kBlockRun, {});
    Value by = arith::IndexCastOp::create(k.b, k.loc, k.b.getI32Type(), k.mul(unit, k.constant(2)));
    return each([&](size_t i) {
      Value bit = bitAnd(shift(shiftRight(high[i], by), isHigh ? 3 : 4), kBit4);
      return join(field(bytes[i], isHigh ? 4 : 0, kNibbles), bit);
    });
  }
  case BlockScheme::Q6_K: {
    Value low = k.add(k.mul(halfOf, k.constant(16)), k.mul(partOf, k.constant(4)));
    Value high = k.mul(unit, k.constant(4));
    CodeWords bytes = wordsAt(layout.quants + run % 2 * 2 * kBlockRun, low);
    CodeWords above = wordsAt(layout.highBits, high);
    return each([&](size_t i) {
      return join(field(bytes[i], isHigh ? 4 : 0, kNibbles),
                  bitAnd(shift(above[i], 4 - 2 * run), kBits45));
    });
  }
  default: { // two bits of each byte
    CodeWords bytes = wordsAt(layout.quants, k.mul(unit, k.constant(4)));
    if (scheme != BlockScheme::Q3_K)
      return each([&](size_t i) { return field(bytes[i], 2 * run, kPairs); });
    CodeWords high = wordsAt(layout.highBits, k.mul(partOf, k.constant(4)));
    Value by = arith::ShLIOp::create(k.b, k.loc, halfBits, constant(2));
    return each([&](size_t i) {
      Value bit = bitAnd(shift(shiftRight(high[i], by), 2 - run), kBit2);
      return join(field(bytes[i], 2 * run, kPairs), bit);
    });
  }
  }
}

// Bit 4 of four elements of q5_0 and q5_1.
Value BlockCodes::fifthBits(int64_t run, int64_t number) {
  Value bits = field(word(layout.highBits), run * kBlockRun + number * 4, 15);
  return bitAnd(arith::MulIOp::create(k.b, k.loc, bits, constant(kSpread)), kBit4);
}

// ---- scales ----

Value BlockCodes::scale(int64_t number) {
  if (!d)
    d = scheme == BlockScheme::Q8_K
            ? arith::BitcastOp::create(k.b, k.loc, k.b.getF32Type(), word(layout.scale)).getResult()
            : half(layout.scale);
  switch (scheme) {
  case BlockScheme::Q4_K:
  case BlockScheme::Q5_K:
    readKScales();
    return times(d, toFloat(field(kScales, 8 * number, 63)));
  case BlockScheme::Q2_K:
    return times(d, toFloat(bitAnd(scaleByte(number), 15)));
  case BlockScheme::Q3_K: {
    Value value = arith::SubIOp::create(k.b, k.loc, bitAnd(scaleByte(number), 63), constant(32));
    return times(d, arith::SIToFPOp::create(k.b, k.loc, k.b.getF32Type(), value));
  }
  case BlockScheme::Q6_K: {
    Value top = arith::ShLIOp::create(k.b, k.loc, scaleByte(number), constant(24));
    Value value = arith::ShRSIOp::create(k.b, k.loc, top, constant(24));
    return times(d, arith::SIToFPOp::create(k.b, k.loc, k.b.getF32Type(), value));
  }
  default:
    return d;
  }
}

Value BlockCodes::minimum(int64_t number) {
  if (!form.hasMinimum)
    return {};
  if (!dMin)
    dMin = half(layout.minimum);
  if (form.units == 1)
    return dMin;
  Value factor;
  if (scheme == BlockScheme::Q2_K) {
    factor = field(scaleByte(number), 4, 15);
  } else {
    readKScales();
    factor = field(kMinima, 8 * number, 63);
  }
  return arith::NegFOp::create(k.b, k.loc, times(dMin, toFloat(factor)));
}

// Scales and minima of both groups of a unit, in the low two bytes of a word each. Units 0 and 1
// have bytes of six bits. The others have nibbles in the third word, and the high bits of these
// bytes.
void BlockCodes::readKScales() {
  if (kScales)
    return;
  Value by = arith::ShLIOp::create(k.b, k.loc, partBits, constant(4));
  std::array<Value, 3> from;
  for (auto [i, each] : llvm::enumerate(from))
    each = shiftRight(word(layout.scales + kWord * static_cast<int64_t>(i)), by);
  auto either = [&](Value six, Value four) -> Value {
    Value joined = join(bitAnd(four, kNibbles), field(six, 2, kBits45));
    Value isLow =
        arith::CmpIOp::create(k.b, k.loc, arith::CmpIPredicate::eq, halfBits, constant(0));
    return arith::SelectOp::create(k.b, k.loc, isLow, six, joined);
  };
  kScales = either(from[0], from[2]);
  kMinima = either(from[1], shift(from[2], -4));
}

// The scale of run `number` is a byte of eight that half a block has: byte 2 * number, or the next.
Value BlockCodes::scaleByte(int64_t number) {
  if (!scaleWords[0]) {
    if (scheme == BlockScheme::Q3_K) {
      readSixBitScales();
    } else {
      Value further = k.mul(halfOf, k.constant(2));
      scaleWords = {word(layout.scales, further), word(layout.scales + kWord, further)};
    }
    Value by = arith::ShLIOp::create(k.b, k.loc, partBits, constant(3));
    for (Value &each : scaleWords)
      each = shiftRight(each, by);
  }
  return field(scaleWords[static_cast<size_t>(number / 2)], number % 2 * 16, 255);
}

// Low nibbles of eight bytes for the first half of a block, and high ones for the second. Two bits
// above these are in the four bytes that follow.
void BlockCodes::readSixBitScales() {
  Value by = arith::ShLIOp::create(k.b, k.loc, halfBits, constant(2));
  Value high = shiftRight(word(layout.scales + 2 * kWord), by);
  for (auto [i, each] : llvm::enumerate(scaleWords)) {
    const auto number = static_cast<int64_t>(i);
    Value low = bitAnd(shiftRight(word(layout.scales + number * kWord), by), kNibbles);
    each = join(low, shift(bitAnd(shift(high, -2 * number), kPairs), 4));
  }
}

// ---- reading ----

Value BlockCodes::unitWord(int64_t count) {
  return k.mul(unit, k.constant(count));
}

Value BlockCodes::loadWord(Value index, int64_t ahead) {
  return k.load(words, k.add(index, k.constant(ahead)));
}

// The word at byte `offset` of the block, and `further` words behind it. A block that begins with a
// word may read half a word of the next block. There is one: the bytes of all blocks are whole
// words, so their number is even.
Value BlockCodes::word(int64_t offset, Value further) {
  Value base = further ? k.add(first, further) : first;
  if (!odd)
    return loadWord(base, offset / kWord);
  const int64_t before = offset / kWord;
  const bool isInside = offset % kWord == 0;
  Value low = loadWord(base, before);
  Value high = loadWord(base, before + 1);
  Value joined = join(shift(low, -16), shift(high, 16));
  return arith::SelectOp::create(k.b, k.loc, odd, isInside ? joined : high,
                                 isInside ? low : joined);
}

CodeWords BlockCodes::wordsAt(int64_t offset, Value further) {
  CodeWords result;
  for (auto [i, each] : llvm::enumerate(result))
    each = word(offset + kWord * static_cast<int64_t>(i), further);
  return result;
}

// The f16 at an even offset, as f32.
Value BlockCodes::half(int64_t offset) {
  Value bits = loadWord(first, offset / kWord);
  const bool isUpper = offset % kWord != 0;
  if (odd) { // it is in the other half of this word, or in the next word
    Value next = isUpper ? loadWord(first, offset / kWord + 1) : bits;
    Value lower = isUpper ? shift(bits, -16) : bits;
    Value upper = isUpper ? next : shift(bits, -16);
    bits = arith::SelectOp::create(k.b, k.loc, odd, upper, lower);
  } else if (isUpper) {
    bits = shift(bits, -16);
  }
  bits = arith::TruncIOp::create(k.b, k.loc, k.b.getI16Type(), bits);
  Value number = arith::BitcastOp::create(k.b, k.loc, k.b.getF16Type(), bits);
  return arith::ExtFOp::create(k.b, k.loc, k.b.getF32Type(), number);
}

// ---- arithmetic ----

Value BlockCodes::constant(int64_t value) {
  return arith::ConstantIntOp::create(k.b, k.loc, static_cast<int32_t>(value), 32);
}

Value BlockCodes::bitAnd(Value value, int64_t mask) {
  return arith::AndIOp::create(k.b, k.loc, value, constant(mask));
}

Value BlockCodes::field(Value value, int64_t by, int64_t mask) {
  return bitAnd(shift(value, -by), mask);
}

Value BlockCodes::join(Value lhs, Value rhs) {
  return arith::OrIOp::create(k.b, k.loc, lhs, rhs);
}

Value BlockCodes::shiftRight(Value value, Value by) {
  return arith::ShRUIOp::create(k.b, k.loc, value, by);
}

Value BlockCodes::shift(Value value, int64_t left) {
  if (left == 0)
    return value;
  if (left > 0)
    return arith::ShLIOp::create(k.b, k.loc, value, constant(left));
  return shiftRight(value, constant(-left));
}

Value BlockCodes::times(Value lhs, Value rhs) {
  return arith::MulFOp::create(k.b, k.loc, lhs, rhs);
}

Value BlockCodes::toFloat(Value value) {
  return arith::SIToFPOp::create(k.b, k.loc, k.b.getF32Type(), value);
}

} // namespace rlx
