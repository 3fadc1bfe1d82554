// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of BlockLayout.h: the table of layouts, and the decoder of runs. A run of 16
// elements shares a scale and contiguous bytes, so it is decoded in one vector. Single elements,
// for GPUs, are decoded in BlockElement.cpp.
#include "dialects/rlx/ops/quant/BlockLayout.h"

#include "dialects/rlx/reference/Codebooks.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace rlx {

namespace {

constexpr int64_t kNone = BlockLayout::kNone;
//                  elements bytes scale min scales high quants
constexpr std::pair<BlockScheme, BlockLayout> kLayouts[] = {
    {BlockScheme::Q4_0, {32, 18, 0, kNone, kNone, kNone, 2}},
    {BlockScheme::Q4_1, {32, 20, 0, 2, kNone, kNone, 4}},
    {BlockScheme::Q5_0, {32, 22, 0, kNone, kNone, 2, 6}},
    {BlockScheme::Q5_1, {32, 24, 0, 2, kNone, 4, 8}},
    {BlockScheme::Q8_0, {32, 34, 0, kNone, kNone, kNone, 2}},
    {BlockScheme::Q2_K, {256, 84, 80, 82, 0, kNone, 16}},
    {BlockScheme::Q3_K, {256, 110, 108, kNone, 96, 0, 32}},
    {BlockScheme::Q4_K, {256, 144, 0, 2, 4, kNone, 16}},
    {BlockScheme::Q5_K, {256, 176, 0, 2, 4, 16, 48}},
    {BlockScheme::Q6_K, {256, 210, 208, kNone, 192, 128, 0}},
    {BlockScheme::Q8_K, {256, 292, 0, kNone, kNone, kNone, 4}},
    {BlockScheme::IQ4_NL, {32, 18, 0, kNone, kNone, kNone, 2}},
    {BlockScheme::IQ4_XS, {256, 136, 0, kNone, 2, kNone, 8}},
    {BlockScheme::MXFP4, {32, 17, 0, kNone, kNone, kNone, 1}},
    {BlockScheme::NVFP4, {64, 36, kNone, kNone, 0, kNone, 4}},
    {BlockScheme::TQ1_0, {256, 54, 52, kNone, kNone, kNone, 0}},
    {BlockScheme::TQ2_0, {256, 66, 64, kNone, kNone, kNone, 0}},
    {BlockScheme::IQ1_S, {256, 50, 0, kNone, 34, kNone, 2}},
    {BlockScheme::IQ1_M, {256, 56, kNone, kNone, 48, 32, 0}},
    {BlockScheme::IQ2_XXS, {256, 66, 0, kNone, kNone, kNone, 2}},
    {BlockScheme::IQ2_XS, {256, 74, 0, kNone, 66, kNone, 2}},
    {BlockScheme::IQ2_S, {256, 82, 0, kNone, 74, 66, 2}},
    {BlockScheme::IQ3_XXS, {256, 98, 0, kNone, 66, kNone, 2}},
    {BlockScheme::IQ3_S, {256, 110, 0, kNone, 106, 66, 2}},
    {BlockScheme::IQ1_C32, {256, 140, 0, kNone, 4, kNone, 12}},
    {BlockScheme::IQ1_C16, {256, 148, 0, kNone, 4, kNone, 20}},
    {BlockScheme::IQ2_C32, {256, 140, 0, kNone, 4, kNone, 12}},
    {BlockScheme::IQ2_C16, {256, 148, 0, kNone, 4, kNone, 20}},
    {BlockScheme::IQ3_XXS_C32, {256, 140, 0, kNone, 4, kNone, 12}},
    {BlockScheme::IQ3_S_C32, {256, 140, 0, kNone, 4, kNone, 12}},
};
static_assert(std::size(kLayouts) == getMaxEnumValForBlockScheme() + 1);

} // namespace

const BlockLayout &blockLayout(BlockScheme scheme) {
  const auto *found =
      llvm::find_if(kLayouts, [&](const auto &layout) { return layout.first == scheme; });
  return found->second;
}

// The bits of an f32; those below 2^-126 are subnormal.
Value halfPower(OpBuilder &b, Location loc, Value exponent) {
  auto constant = [&](int64_t value) { return intConstant(b, loc, exponent, value); };
  Value isSmall = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, exponent, constant(2));
  Value small = arith::ShLIOp::create(b, loc, constant(0x00200000), exponent);
  Value biased = arith::SubIOp::create(b, loc, exponent, constant(1));
  Value bits = arith::SelectOp::create(b, loc, isSmall, small,
                                       arith::ShLIOp::create(b, loc, biased, constant(23)));
  return arith::BitcastOp::create(b, loc, withElement(bits.getType(), b.getF32Type()), bits);
}

// As bits of an f16, whose exponent has another bias, the number is 2^8 too small.
Value halfE4M3(OpBuilder &b, Location loc, Value byte) {
  auto constant = [&](int64_t value) { return intConstant(b, loc, byte, value); };
  Value bits = arith::AndIOp::create(b, loc, byte, constant(127));
  bits = arith::ShLIOp::create(b, loc, bits, constant(7));
  bits = arith::TruncIOp::create(b, loc, withElement(bits.getType(), b.getI16Type()), bits);
  Value half = arith::BitcastOp::create(b, loc, withElement(bits.getType(), b.getF16Type()), bits);
  Value number = arith::ExtFOp::create(b, loc, withElement(half.getType(), b.getF32Type()), half);
  number = arith::MulFOp::create(b, loc, number, scalarConstant(b, loc, number.getType(), 128));
  Value isZero = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, byte, constant(127));
  return arith::SelectOp::create(b, loc, isZero, scalarConstant(b, loc, number.getType(), 0),
                                 number);
}

LogicalResult expectDecodable(BlockScheme scheme, LoweringReason &why) {
  if (!recoding(scheme))
    return success();
  return why.because("its blocks were not recoded (rlx-recode-blocks)");
}

// ---- bytes ----

RowBlock::RowBlock(OpBuilder &b, Location loc, BlockScheme scheme, Value bytes, ValueRange row,
                   Value block)
    : bytes(bytes), row(row) {
  start = arith::MulIOp::create(b, loc, block, indexConstant(b, loc, blockLayout(scheme).bytes));
}

SmallVector<Value> RowBlock::position(OpBuilder &b, Location loc, int64_t offset) {
  SmallVector<Value> result(row);
  result.push_back(arith::AddIOp::create(b, loc, start, indexConstant(b, loc, offset)));
  return result;
}

Value RowBlock::byteAt(OpBuilder &b, Location loc, int64_t offset) {
  return tensor::ExtractOp::create(b, loc, bytes, position(b, loc, offset));
}

Value RowBlock::runAt(OpBuilder &b, Location loc, int64_t offset) {
  auto type = VectorType::get(kBlockRun, b.getI8Type());
  return vector::TransferReadOp::create(b, loc, type, bytes, position(b, loc, offset),
                                        scalarConstant(b, loc, b.getI8Type(), 0),
                                        ArrayRef<bool>{true});
}

BlockDecoder::BlockDecoder(OpBuilder &builder, Location loc, BlockScheme scheme, BlockBytes &bytes)
    : BlockArithmetic(builder, loc, scheme), bytes(bytes) {}

Value BlockDecoder::run(int64_t run) {
  Factors f = factors(run);
  Value q = toFloat(quants(run));
  Value value = times(vector::BroadcastOp::create(b, loc, q.getType(), f.scale), q);
  if (!f.minimum)
    return value;
  Value minimum = vector::BroadcastOp::create(b, loc, q.getType(), f.minimum);
  return arith::AddFOp::create(b, loc, value, minimum);
}

// ---- scales ----

BlockDecoder::Factors BlockDecoder::factors(int64_t run) {
  switch (scheme) {
  case BlockScheme::Q4_0:
  case BlockScheme::Q5_0:
  case BlockScheme::Q8_0:
  case BlockScheme::IQ4_NL:
  case BlockScheme::TQ2_0:
    return {half(layout.scale), {}};
  case BlockScheme::Q4_1:
  case BlockScheme::Q5_1:
    return {half(layout.scale), half(layout.minimum)};
  case BlockScheme::Q2_K: {
    Value packed = byteAt(layout.scales + run);
    Value minimum = times(half(layout.minimum), toFloat(field(packed, 4, 15)));
    return {times(half(layout.scale), toFloat(field(packed, 0, 15))),
            arith::NegFOp::create(b, loc, minimum)};
  }
  case BlockScheme::Q3_K:
    return {times(half(layout.scale), toFloat(plus(sixBitScale(run), -32))), {}};
  case BlockScheme::Q4_K:
  case BlockScheme::Q5_K:
    return packedFactors(run / 2);
  case BlockScheme::Q6_K:
    return {times(half(layout.scale), toFloat(byteAt(layout.scales + run, /*isSigned=*/true))), {}};
  case BlockScheme::Q8_K:
    return {single(layout.scale), {}};
  case BlockScheme::IQ4_XS:
    return {times(half(layout.scale), toFloat(plus(splitScale(run / 2), -32))), {}};
  case BlockScheme::MXFP4:
    return {halfPower(b, loc, byteAt(layout.scale)), {}};
  case BlockScheme::NVFP4:
    return {halfE4M3(b, loc, byteAt(layout.scales + run)), {}};
  default: { // recoded
    const int64_t perScale = runsPerScale(layout);
    Value scale = byteAt(layout.scales + run / perScale, /*isSigned=*/true);
    return {times(single(layout.scale), toFloat(scale)), {}};
  }
  }
}

// Six bits each. The first four are in the low bits of their own bytes. The others are in the
// nibbles of bytes 8 to 11 and the spare high bits of the first eight bytes.
BlockDecoder::Factors BlockDecoder::packedFactors(int64_t group) {
  int64_t packed = layout.scales;
  Value scale, minimum;
  if (group < 4) {
    scale = field(byteAt(packed + group), 0, 63);
    minimum = field(byteAt(packed + group + 4), 0, 63);
  } else {
    Value low = byteAt(packed + group + 4);
    scale = join(field(low, 0, 15), shiftLeft(field(byteAt(packed + group - 4), 6, 3), 4));
    minimum = join(field(low, 4, 15), shiftLeft(field(byteAt(packed + group), 6, 3), 4));
  }
  minimum = times(half(layout.minimum), toFloat(minimum));
  return {times(half(layout.scale), toFloat(scale)), arith::NegFOp::create(b, loc, minimum)};
}

Value BlockDecoder::sixBitScale(int64_t group) {
  Value low = field(byteAt(layout.scales + group % 8), group < 8 ? 0 : 4, 15);
  Value high = field(byteAt(layout.scales + 8 + group % 4), 2 * (group / 4), 3);
  return join(low, shiftLeft(high, 4));
}

// Four bits, then two: h, a u16, and l, a u32, follow each other.
Value BlockDecoder::splitScale(int64_t group) {
  Value low = field(byteAt(layout.scales + 2 + group / 2), group % 2 * 4, 15);
  Value high = field(byteAt(layout.scales + group / 4), group % 4 * 2, 3);
  return join(low, shiftLeft(high, 4));
}

// ---- elements ----

Value BlockDecoder::quants32(int64_t run) {
  if (scheme == BlockScheme::Q8_0)
    return bytesAt(layout.quants + run * kBlockRun, /*isSigned=*/true);
  Value q = field(bytesAt(layout.quants), run == 0 ? 0 : 4, 15);
  if (layout.highBits != BlockLayout::kNone) {
    // Element i of the run has bit i of these two bytes.
    Value bits = join(byteAt(layout.highBits + 2 * run),
                      shiftLeft(byteAt(layout.highBits + 2 * run + 1), 8));
    auto type = cast<VectorType>(q.getType());
    SmallVector<int32_t> lanes = llvm::to_vector(llvm::seq<int32_t>(0, kBlockRun));
    Value lane = arith::ConstantOp::create(b, loc, DenseElementsAttr::get(type, ArrayRef(lanes)));
    Value shifted =
        arith::ShRUIOp::create(b, loc, vector::BroadcastOp::create(b, loc, type, bits), lane);
    q = join(q, shiftLeft(field(shifted, 0, 1), 4));
  }
  if (codeValues(scheme))
    return valueOf(q);
  bool isCentred = layout.minimum == BlockLayout::kNone;
  return isCentred ? plus(q, scheme == BlockScheme::Q4_0 ? -8 : -16) : q;
}

Value BlockDecoder::quants(int64_t run) {
  if (layout.elements == 32)
    return quants32(run);
  int64_t first = (run % 2) * kBlockRun; // within 32 elements
  int64_t half = run / 8;                // of the block
  switch (scheme) {
  case BlockScheme::Q2_K:
    return field(bytesAt(layout.quants + 32 * half + first), 2 * (run % 8 / 2), 3);
  case BlockScheme::Q3_K: {
    Value low = field(bytesAt(layout.quants + 32 * half + first), 2 * (run % 8 / 2), 3);
    Value high = field(bytesAt(layout.highBits + first), run / 2, 1);
    return plus(join(low, shiftLeft(high, 2)), -4);
  }
  case BlockScheme::Q4_K:
  case BlockScheme::Q5_K: {
    Value q = field(bytesAt(layout.quants + 32 * (run / 4) + first), run % 4 < 2 ? 0 : 4, 15);
    if (scheme == BlockScheme::Q4_K)
      return q;
    return join(q, shiftLeft(field(bytesAt(layout.highBits + first), run / 2, 1), 4));
  }
  case BlockScheme::Q6_K: {
    int64_t quarter = run % 8 / 2;
    Value low = field(bytesAt(layout.quants + 64 * half + 32 * (quarter % 2) + first),
                      quarter < 2 ? 0 : 4, 15);
    Value high = field(bytesAt(layout.highBits + 32 * half + first), 2 * quarter, 3);
    return plus(join(low, shiftLeft(high, 4)), -32);
  }
  case BlockScheme::Q8_K:
    return bytesAt(layout.quants + kBlockRun * run, /*isSigned=*/true);
  case BlockScheme::TQ2_0:
    return plus(field(bytesAt(layout.quants + 32 * half + first), 2 * (run % 8 / 2), 3), -1);
  default:
    return valueOf(codes(run));
  }
}

// Two runs share 16 bytes. In nvfp4 each run has eight of them.
Value BlockDecoder::codes(int64_t run) {
  Value read = bytesAt(layout.quants + run / 2 * kBlockRun);
  const int64_t second = run % 2;
  if (scheme != BlockScheme::NVFP4)
    return field(read, 4 * second, 15);
  SmallVector<int64_t> lanes;
  SmallVector<int32_t> shifts;
  for (int64_t i = 0; i < kBlockRun; ++i) {
    lanes.push_back(8 * second + i % 8);
    shifts.push_back(i < 8 ? 0 : 4);
  }
  Value bytes = vector::ShuffleOp::create(b, loc, read, read, lanes);
  auto type = cast<VectorType>(bytes.getType());
  Value by = arith::ConstantOp::create(b, loc, DenseElementsAttr::get(type, ArrayRef(shifts)));
  return field(arith::ShRUIOp::create(b, loc, bytes, by), 0, 15);
}

// A byte is a fraction in base 3, times 256: the first digit of its product with 3^n, without the
// whole part, is digit n. The last run has four digits of four bytes.
Value BlockDecoder::ternaryDigits(int64_t run) {
  constexpr int64_t kDigits = 5, kPowers[] = {1, 3, 9, 27, 81};
  constexpr int64_t kWideRuns = 2 * kDigits, kRuns = 3 * kDigits; // of 32 bytes; of all 48
  SmallVector<int64_t> lanes;
  SmallVector<int32_t> powers;
  for (int64_t i = 0; i < kBlockRun; ++i) {
    const bool isLast = run == kRuns;
    const int64_t digit = isLast ? i / 4 : run < kWideRuns ? run / 2 : run - kWideRuns;
    lanes.push_back(isLast ? kBlockRun - 4 + i % 4 : i);
    powers.push_back(static_cast<int32_t>(kPowers[digit]));
  }
  // The last run's bytes are read as the last ones of a run.
  const int64_t first =
      run == kRuns ? 3 * kBlockRun + 4 - kBlockRun : (run < kWideRuns ? run % 2 : 2) * kBlockRun;
  Value read = bytesAt(layout.quants + first);
  read = vector::ShuffleOp::create(b, loc, read, read, lanes);
  auto type = cast<VectorType>(read.getType());
  Value factors = arith::ConstantOp::create(b, loc, DenseElementsAttr::get(type, ArrayRef(powers)));
  Value fraction = field(arith::MulIOp::create(b, loc, read, factors), 0, 255);
  return field(arith::MulIOp::create(b, loc, fraction, intConstant(b, loc, fraction, 3)), 8, 3);
}

// ---- reading ----

Value BlockDecoder::byteAt(int64_t offset, bool isSigned) {
  Value byte = bytes.byteAt(b, loc, offset);
  if (isSigned)
    return arith::ExtSIOp::create(b, loc, b.getI32Type(), byte);
  return arith::ExtUIOp::create(b, loc, b.getI32Type(), byte);
}

Value BlockArithmetic::half(int64_t offset) {
  Value bits = join(byteAt(offset), shiftLeft(byteAt(offset + 1), 8));
  bits = arith::TruncIOp::create(b, loc, b.getI16Type(), bits);
  Value number = arith::BitcastOp::create(b, loc, b.getF16Type(), bits);
  return arith::ExtFOp::create(b, loc, b.getF32Type(), number);
}

Value BlockArithmetic::single(int64_t offset) {
  Value bits = byteAt(offset);
  for (int64_t i = 1; i < 4; ++i)
    bits = join(bits, shiftLeft(byteAt(offset + i), 8 * i));
  return arith::BitcastOp::create(b, loc, b.getF32Type(), bits);
}

// Selects among four words of four values, and shifts the value to the top of its word.
Value BlockArithmetic::valueOf(Value code) {
  const CodeValues *values = codeValues(scheme);
  if (!values)
    return code;
  auto word = [&](int64_t first) {
    uint32_t bits = 0;
    for (int64_t i = 0; i < 4; ++i)
      bits |= static_cast<uint32_t>(static_cast<uint8_t>((*values)[first + i])) << (8 * i);
    return intConstant(b, loc, code, static_cast<int32_t>(bits));
  };
  auto byBit = [&](int64_t bit, Value low, Value high) -> Value {
    Value isSet = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, field(code, bit, 1),
                                        intConstant(b, loc, code, 0));
    return arith::SelectOp::create(b, loc, isSet, high, low);
  };
  Value all = byBit(3, byBit(2, word(0), word(4)), byBit(2, word(8), word(12)));
  Value up =
      arith::SubIOp::create(b, loc, intConstant(b, loc, code, 24), shiftLeft(field(code, 0, 3), 3));
  return arith::ShRSIOp::create(b, loc, arith::ShLIOp::create(b, loc, all, up),
                                intConstant(b, loc, code, 24));
}

Value BlockDecoder::bytesAt(int64_t offset, bool isSigned) {
  Value read = bytes.runAt(b, loc, offset);
  Type wide = withElement(read.getType(), b.getI32Type());
  if (isSigned)
    return arith::ExtSIOp::create(b, loc, wide, read);
  return arith::ExtUIOp::create(b, loc, wide, read);
}

// ---- arithmetic ----

Value BlockArithmetic::field(Value value, int64_t shift, int64_t mask) {
  if (shift != 0)
    value = arith::ShRUIOp::create(b, loc, value, intConstant(b, loc, value, shift));
  return arith::AndIOp::create(b, loc, value, intConstant(b, loc, value, mask));
}

Value BlockArithmetic::shiftLeft(Value value, int64_t by) {
  return arith::ShLIOp::create(b, loc, value, intConstant(b, loc, value, by));
}

Value BlockArithmetic::join(Value low, Value high) {
  return arith::OrIOp::create(b, loc, low, high);
}

Value BlockArithmetic::plus(Value value, int64_t addend) {
  return arith::AddIOp::create(b, loc, value, intConstant(b, loc, value, addend));
}

Value BlockArithmetic::toFloat(Value value) {
  return arith::SIToFPOp::create(b, loc, withElement(value.getType(), b.getF32Type()), value);
}

Value BlockArithmetic::times(Value lhs, Value rhs) {
  return arith::MulFOp::create(b, loc, lhs, rhs);
}

} // namespace rlx
