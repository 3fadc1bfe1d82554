// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code that converts f32 to fixed point; see FixedPointRows.h.
//
// Adding 1.5 * 2^23 rounds an element to an integer in the low bits of its f32. Byte shuffles then
// gather the digits of a quad into words.
#include "conversions/cpu/quant/FixedPointRows.h"

#include "dialects/rlx/support/ScalarBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace rlx::cpu {
namespace {

constexpr int64_t kLanes = 16;
constexpr int64_t kQuads = FixedPointRows::kGroup / kQuad, kOtherWords = 5; // per group
constexpr int64_t kWordBytes = 4;
// f32: bits of the fraction, bias of the exponent, and the exponent of infinities and NaNs.
constexpr int64_t kFraction = 23, kBias = 127, kNoNumber = 255;
// Adding 1.5 * 2^23 rounds to an integer, which is then in the low bits of the sum.
constexpr double kRounder = 12582912.0;
constexpr int64_t kRounderBits = 0x4B400000;
// The largest integer by the number of digits. Numbers just below 2^22 may round up to one bit
// more, so results are clamped to it.
constexpr int64_t kLargest[] = {0, 127, int64_t{127} * 257, (1 << 22) - 1};
// Digits are bytes in [-128, 127]. With 128 added in each place they are the bytes of the number.
constexpr int64_t kDigitBias[] = {0, 0x80, 0x8080, 0x808080};

} // namespace

FixedPointRows::FixedPointRows(KernelBuilder &builder, int64_t rows, int64_t size,
                               int64_t numDigits, int64_t tileRows)
    : k(builder), groups(size / kGroup), count(numDigits), tileRows(tileRows) {
  auto view = [&](int64_t begin, ArrayRef<int64_t> sizes) {
    auto type = MemRefType::get(sizes, k.b.getI32Type());
    return memref::ViewOp::create(k.b, k.loc, type, k.workspace(), k.c(begin), ValueRange());
  };
  const int64_t tiles = llvm::divideCeil(rows, tileRows);
  digitWords = view(0, {tiles, groups, count, tileRows, kQuads});
  otherWords = view(tiles * tileRows * groups * count * kQuads * kWordBytes,
                    {tiles * tileRows, groups, kOtherWords});
}

int64_t FixedPointRows::workspaceBytes(int64_t rows, int64_t size, int64_t numDigits,
                                       int64_t tileRows) {
  return saturatingProduct({static_cast<int64_t>(llvm::alignTo(rows, tileRows)), size / kGroup,
                            kQuads * numDigits + kOtherWords, kWordBytes});
}

void FixedPointRows::compute(Value matrix, Value numRows, RowOf rowOf, bool wantsHalves,
                             MakeWords makeWords) {
  k.loop(k.c(0), numRows, 1, [&](Value row) {
    Value from = rowOf(row);
    k.loop(k.c(0), k.c(groups), 1,
           [&](Value group) { computeGroup(matrix, from, row, group, wantsHalves, makeWords); });
  });
}

void FixedPointRows::computeGroup(Value matrix, Value from, Value row, Value group,
                                  bool wantsHalves, MakeWords makeWords) {
  OpBuilder &b = k.b;
  Location loc = k.loc;
  auto floats = VectorType::get(kLanes, b.getF32Type()), words = floats.clone(b.getI32Type());
  auto bytes = VectorType::get(kLanes * kWordBytes, b.getI8Type());
  auto constant = [&](Value like, int64_t value) { return intConstant(b, loc, like, value); };
  SmallVector<Value> elements;
  Value largest;
  for (int64_t begin = 0; begin < kGroup; begin += kLanes) {
    Value column = k.add(k.mul(group, kGroup), begin);
    elements.push_back(vector::LoadOp::create(b, loc, floats, matrix, ValueRange{from, column}));
    Value bits = vector::BitCastOp::create(b, loc, words, elements.back());
    bits = arith::AndIOp::create(b, loc, bits, constant(bits, 0x7FFFFFFF));
    largest = largest ? arith::MaxSIOp::create(b, loc, largest, bits).getResult() : bits;
  }
  largest = vector::ReductionOp::create(b, loc, vector::CombiningKind::MAXSI, largest);
  Scaling scaling = scalingFor(largest);
  // Byte j of element i becomes byte i of the digits of that place.
  SmallVector<int64_t> byPlace;
  for (int64_t place = 0; place < kWordBytes; ++place)
    for (int64_t i = 0; i < kLanes; ++i)
      byPlace.push_back(i * kWordBytes + (place < count ? count - 1 - place : count));
  Value rounder = k.splat(floats, kRounder);
  SmallVector<Value> halves;
  for (auto [i, element] : llvm::enumerate(elements)) {
    auto splat = [&](Value scalar) { return vector::BroadcastOp::create(b, loc, floats, scalar); };
    Value scaled = arith::MulFOp::create(b, loc, element, splat(scaling.up[0]));
    scaled = vector::FMAOp::create(b, loc, scaled, splat(scaling.up[1]), rounder);
    Value bits = vector::BitCastOp::create(b, loc, words, scaled);
    if (count == kMaxDigits) { // with fewer, the largest integer is exact
      bits = arith::MinSIOp::create(b, loc, bits, constant(bits, kRounderBits + kLargest[count]));
      bits = arith::MaxSIOp::create(b, loc, bits, constant(bits, kRounderBits - kLargest[count]));
    }
    halves.push_back(bits);
    bits = arith::AddIOp::create(b, loc, bits, constant(bits, kDigitBias[count] - kRounderBits));
    bits = arith::XOrIOp::create(b, loc, bits, constant(bits, kDigitBias[count]));
    Value shuffled = vector::BitCastOp::create(b, loc, bytes, bits);
    shuffled = vector::ShuffleOp::create(b, loc, shuffled, shuffled, byPlace);
    shuffled = vector::BitCastOp::create(b, loc, words, shuffled);
    constexpr int64_t kStored = kLanes / kQuad;
    for (int64_t place = 0; place < count; ++place) {
      Value digits = vector::ExtractStridedSliceOp::create(
          b, loc, shuffled, ArrayRef(place * kStored), ArrayRef(kStored), ArrayRef<int64_t>(1));
      vector::StoreOp::create(b, loc, digits, digitWords,
                              ValueRange{k.div(row, k.c(tileRows)), group, k.c(place),
                                         rowInTile(row), k.c(i * kStored)});
    }
  }
  SmallVector<Value> others = {arith::BitcastOp::create(b, loc, b.getI32Type(), scaling.down)};
  llvm::append_range(others, makeWords(sumsOf(halves, wantsHalves), scaling.down));
  for (auto [i, word] : llvm::enumerate(others))
    memref::StoreOp::create(b, loc, word, otherWords, ValueRange{row, group, k.c(i)});
}

// The sums of the integers, whose bits are given. They wrap around on the way, but the sums fit.
FixedPointRows::Sums FixedPointRows::sumsOf(ArrayRef<Value> halves, bool wantsHalves) {
  auto sumOf = [&](Value bits, int64_t elements) -> Value {
    Value sum = vector::ReductionOp::create(k.b, k.loc, vector::CombiningKind::ADD, bits);
    auto bias = static_cast<int32_t>(static_cast<uint32_t>(kRounderBits * elements));
    return arith::SubIOp::create(k.b, k.loc, sum, intConstant(k.b, k.loc, sum, bias));
  };
  if (wantsHalves)
    return {sumOf(halves[0], kLanes), sumOf(halves[1], kLanes)};
  Value sum = sumOf(arith::AddIOp::create(k.b, k.loc, halves[0], halves[1]), 2 * kLanes);
  return {sum, intConstant(k.b, k.loc, sum, 0)};
}

// The largest element is below 2^(exponent - bias + 1), and its integer must be below 2^22. A power
// of two beyond the range of f32 is written as a product of two. 2^-148 is subnormal, but exact.
// With fewer digits the largest element becomes kLargest: one more factor, computed from its
// integer of 22 bits.
FixedPointRows::Scaling FixedPointRows::scalingFor(Value largestBits) {
  OpBuilder &b = k.b;
  Location loc = k.loc;
  auto constant = [&](int64_t value) { return intConstant(b, loc, largestBits, value); };
  Value exponent = arith::ShRUIOp::create(b, loc, largestBits, constant(kFraction));
  Value shift = arith::SubIOp::create(b, loc, constant(kBias + 21), exponent);
  Value half = arith::ShRSIOp::create(b, loc, shift, constant(1));
  Value rest = arith::SubIOp::create(b, loc, shift, half);
  auto negative = [&](Value value) {
    return arith::SubIOp::create(b, loc, constant(0), value).getResult();
  };
  Value down = arith::MulFOp::create(b, loc, power(negative(half)), power(negative(rest)));
  Value isNumber =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, exponent, constant(kNoNumber));
  Value up[] = {power(half), power(rest)};
  if (count < kMaxDigits) {
    auto times = [&](Value lhs, Value rhs) { return arith::MulFOp::create(b, loc, lhs, rhs); };
    Value largest = arith::BitcastOp::create(b, loc, b.getF32Type(), largestBits);
    largest = times(times(largest, up[0]), up[1]);
    // Not 0, for a group of zeros.
    largest = arith::MaximumFOp::create(b, loc, largest, k.splat(b.getF32Type(), 1));
    Value target = k.splat(b.getF32Type(), static_cast<double>(kLargest[count]));
    up[1] = times(up[1], arith::DivFOp::create(b, loc, target, largest));
    down = times(down, arith::DivFOp::create(b, loc, largest, target));
  }
  Value nan = k.splat(b.getF32Type(), std::numeric_limits<double>::quiet_NaN());
  return {{up[0], up[1]}, arith::SelectOp::create(b, loc, isNumber, down, nan)};
}

Value FixedPointRows::power(Value exponent) {
  OpBuilder &b = k.b;
  Value biased = arith::AddIOp::create(b, k.loc, exponent, intConstant(b, k.loc, exponent, kBias));
  Value bits = arith::ShLIOp::create(b, k.loc, biased, intConstant(b, k.loc, exponent, kFraction));
  return arith::BitcastOp::create(b, k.loc, b.getF32Type(), bits);
}

Value FixedPointRows::broadcastWord(Value memory, ValueRange position) {
  Value word = memref::LoadOp::create(k.b, k.loc, memory, position);
  return vector::BroadcastOp::create(k.b, k.loc, VectorType::get(kLanes, word.getType()), word);
}

Value FixedPointRows::digits(Value row, Value group, int64_t quad, int64_t place) {
  Value word = broadcastWord(
      digitWords, {k.div(row, k.c(tileRows)), group, k.c(place), rowInTile(row), k.c(quad)});
  auto bytes = VectorType::get(kLanes * kWordBytes, k.b.getI8Type());
  return vector::BitCastOp::create(k.b, k.loc, bytes, word);
}

Value FixedPointRows::tileOffset(Value row, Value group, int64_t place) {
  Value number = k.add(k.mul(k.div(row, k.c(tileRows)), groups), group);
  return k.mul(k.add(k.mul(number, count), place), tileRows * kGroup);
}

Value FixedPointRows::rowInTile(Value row) {
  return tileRows == 1 ? k.c(0) : k.rem(row, k.c(tileRows));
}

Value FixedPointRows::scale(Value row, Value group) {
  auto floats = VectorType::get(kLanes, k.b.getF32Type());
  return vector::BitCastOp::create(k.b, k.loc, floats,
                                   broadcastWord(otherWords, {row, group, k.c(0)}));
}

Value FixedPointRows::word(Value row, Value group, int64_t index) {
  return broadcastWord(otherWords, {row, group, k.c(index + 1)});
}

} // namespace rlx::cpu
