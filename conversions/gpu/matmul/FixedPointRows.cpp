// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code that converts rows to bytes; see FixedPointRows.h.
//
// An invocation converts a run of 16 elements. The next one has the other run of the group, and
// exchanges its largest element by a shuffle.
#include "conversions/gpu/matmul/FixedPointRows.h"

#include "dialects/rlx/ops/quant/RowDigits.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace rlx {
namespace {

constexpr int64_t kWords = kBlockRun / 4; // of a run at one place
constexpr int64_t kWordBytes = 4;
// Adding 1.5 * 2^23 rounds to an integer, which is then in the low bits of the sum.
constexpr double kRounder = 12582912.0;
constexpr int64_t kRounderBits = 0x4B400000;
constexpr int64_t kMagnitude = 0x7FFFFFFF, kInfinity = 0x7F800000; // bits of f32
constexpr int64_t kSmallest = 0x0B000000;                          // 2^-105
constexpr int64_t kFraction = 23, kBias = 127;                     // of f32
// Bits of an integer of three digits, without its sign.
constexpr int64_t kBits = 22;
constexpr int64_t kFourOnes = 0x01010101, kEvenBytes = 0x00FF00FF;
// By the number of digits: the largest integer, and what makes digits unsigned bytes.
constexpr double kLargest[] = {0, 127, 127 * 257};
constexpr int64_t kDigitBias[] = {0, 0x80, 0x8080, 0x808080};

} // namespace

std::optional<FixedPointLayout> FixedPointLayout::of(BlockScheme scheme, RowPrecision precision,
                                                     int64_t terms) {
  std::optional<BlockUnits> form = BlockUnits::of(scheme);
  if (!form)
    return std::nullopt;
  return FixedPointLayout{*form, digitsOf(precision), terms / form->elements()};
}

std::optional<FixedPointLayout> FixedPointLayout::of(lir::QuantizeRowsOp op) {
  auto scheme = symbolizeBlockScheme(op.getScheme());
  auto precision = symbolizeRowPrecision(op.getPrecision());
  if (!scheme || !precision)
    return std::nullopt;
  return of(*scheme, *precision, cast<RankedTensorType>(op.getRows().getType()).getShape().back());
}

int64_t FixedPointLayout::sizeOf(unsigned region) const {
  return units * (region < scales() ? form.runs * kWords : form.scales());
}

int64_t FixedPointLayout::beginOf(unsigned region) const {
  int64_t begin = 0;
  for (unsigned before = 0; before < region; ++before)
    begin += sizeOf(before);
  return begin;
}

int64_t FixedPointLayout::words() const {
  return static_cast<int64_t>(llvm::alignTo(beginOf(sums()) + sizeOf(sums()), kWords));
}

int64_t FixedPointRows::sharedBytes(const BlockUnits &form, int64_t numDigits, int64_t units) {
  const int64_t words = form.runs * kWords * numDigits + 2 * form.scales();
  return units * words * kWordBytes;
}

int64_t FixedPointRows::iterations(const BlockUnits &form, int64_t units, int64_t invocations) {
  return static_cast<int64_t>(llvm::divideCeil(units * form.runs, invocations));
}

FixedPointRows::FixedPointRows(WorkgroupBuilder &builder, const FixedPointLayout &layout,
                               int64_t rows, int64_t subgroup)
    : k(builder), layout(layout), form(layout.form), numDigits(layout.numDigits), rows(rows),
      units(layout.units), subgroup(subgroup) {
  const unsigned regions = needsSums() ? layout.sums() + 1 : layout.sums();
  for (unsigned region = 0; region < regions; ++region)
    shared.push_back(k.shared(isFloat(region) ? Type(k.b.getF32Type()) : k.b.getI32Type(),
                              rows * layout.sizeOf(region)));
}

FixedPointRows::FixedPointRows(WorkgroupBuilder &builder, const FixedPointLayout &layout,
                               int64_t rows, int64_t subgroup, Buffer buffer, Value firstRow)
    : k(builder), layout(layout), form(layout.form), numDigits(layout.numDigits), rows(rows),
      units(layout.units), subgroup(subgroup), buffer(std::move(buffer)), firstRow(firstRow) {}

void FixedPointRows::compute(Value number, int64_t invocations, ElementAt element) {
  const int64_t runs = units * form.runs;
  // All lanes of a subgroup take part in shuffles, which CUDA demands. Those behind the last run
  // compute one again, pairs by pairs.
  const auto steps = static_cast<int64_t>(
      llvm::alignTo(static_cast<uint64_t>(runs), static_cast<uint64_t>(subgroup)));
  k.loop(number, k.constant(steps), k.constant(invocations), {}, [&](Value step, ValueRange) {
    Value run = steps == runs ? step : k.rem(step, k.constant(runs));
    Value first = k.mul(run, k.constant(kBlockRun));
    for (int64_t row = 0; row < rows; ++row) {
      SmallVector<Value> elements;
      for (int64_t i = 0; i < kBlockRun; ++i)
        elements.push_back(element(row, k.add(first, k.constant(i))));
      computeRun(row, run, elements);
    }
    return SmallVector<Value>();
  });
}

void FixedPointRows::computeRun(int64_t row, Value run, ArrayRef<Value> elements) {
  Value largest;
  for (Value element : elements) {
    Value bits = arith::BitcastOp::create(k.b, k.loc, k.b.getI32Type(), element);
    bits = arith::AndIOp::create(k.b, k.loc, bits, constant(kMagnitude));
    largest = largest ? arith::MaxSIOp::create(k.b, k.loc, largest, bits).getResult() : bits;
  }
  largest = arith::MaxSIOp::create(k.b, k.loc, largest, fromPair(largest));
  Scaling scaling = scalingFor(largest);
  SmallVector<Value> numbers;
  for (Value element : elements) {
    Value rounded = math::FmaOp::create(k.b, k.loc, element, scaling.up, number(kRounder));
    Value bits = arith::BitcastOp::create(k.b, k.loc, k.b.getI32Type(), rounded);
    Value bias = constant(kDigitBias[numDigits]);
    bits = arith::AddIOp::create(k.b, k.loc, bits, constant(kDigitBias[numDigits] - kRounderBits));
    numbers.push_back(arith::XOrIOp::create(k.b, k.loc, bits, bias));
  }
  Value sum = storeDigits(row, run, numbers);
  if (form.runsPerScale == 2 && needsSums())
    sum = arith::AddIOp::create(k.b, k.loc, sum, fromPair(sum));
  storeScale(row, run, scaling.down, sum);
}

// The value of the invocation with the other run of the group.
Value FixedPointRows::fromPair(Value value) {
  return gpu::ShuffleOp::create(k.b, k.loc, value, constant(1), constant(subgroup),
                                gpu::ShuffleMode::XOR)
      .getShuffleResult();
}

FixedPointRows::Scaling FixedPointRows::scalingFor(Value largestBits) {
  Value bits = arith::MaxSIOp::create(k.b, k.loc, largestBits, constant(kSmallest));
  Value up, down;
  auto real = [&](Value word) -> Value {
    return arith::BitcastOp::create(k.b, k.loc, k.b.getF32Type(), word);
  };
  if (numDigits == kMaxDigits) {
    // The largest element is below 2^(exponent - bias + 1), and its integer below 2^kBits.
    Value exponent = arith::AndIOp::create(k.b, k.loc, bits, constant(kInfinity));
    up = real(arith::SubIOp::create(k.b, k.loc, constant((2 * kBias + kBits - 1) << kFraction),
                                    exponent));
    down = real(arith::SubIOp::create(k.b, k.loc, exponent, constant((kBits - 1) << kFraction)));
  } else {
    const double most = kLargest[numDigits];
    up = arith::DivFOp::create(k.b, k.loc, number(most), real(bits));
    down = arith::MulFOp::create(k.b, k.loc, real(bits), number(1 / most));
  }
  Value isNumber =
      arith::CmpIOp::create(k.b, k.loc, arith::CmpIPredicate::slt, bits, constant(kInfinity));
  Value nan = number(std::numeric_limits<double>::quiet_NaN());
  return {up, arith::SelectOp::create(k.b, k.loc, isNumber, down, nan)};
}

// Bytes of `numbers` are their digits, the lowest first. Returns the sum of the integers.
Value FixedPointRows::storeDigits(int64_t row, Value run, ArrayRef<Value> numbers) {
  auto [ofUnit, unit] = placeOf(run);
  Value first = k.add(k.mul(ofUnit, k.constant(units)), unit);
  first = k.mul(first, k.constant(kWords));
  Value sum;
  for (int64_t place = 0; place < numDigits; ++place) {
    if (sum)
      sum = arith::ShLIOp::create(k.b, k.loc, sum, constant(8));
    for (int64_t word = 0; word < kWords; ++word) {
      Value packed =
          packed4(numbers.slice(static_cast<size_t>(word * 4), 4), numDigits - 1 - place);
      store(packed, static_cast<unsigned>(place), row, k.add(first, k.constant(word)));
      Value four =
          lir::DotBytesOp::create(k.b, k.loc, k.b.getI32Type(), packed, constant(kFourOnes));
      sum = sum ? arith::AddIOp::create(k.b, k.loc, sum, four).getResult() : four;
    }
  }
  return sum;
}

// Byte `byte` of four numbers as a word. Halves of words are joined first, which takes the fewest
// instructions for several bytes.
Value FixedPointRows::packed4(ArrayRef<Value> numbers, int64_t byte) {
  auto either = [&](Value lhs, Value rhs, int64_t mask) -> Value {
    return arith::OrIOp::create(k.b, k.loc, arith::AndIOp::create(k.b, k.loc, lhs, constant(mask)),
                                arith::AndIOp::create(k.b, k.loc, rhs, constant(~mask)));
  };
  auto shifted = [&](Value value, int64_t left) -> Value {
    if (left >= 0)
      return arith::ShLIOp::create(k.b, k.loc, value, constant(left));
    return arith::ShRUIOp::create(k.b, k.loc, value, constant(-left));
  };
  const bool isUpper = byte >= 2; // of the halves
  auto halves = [&](Value low, Value high) {
    return isUpper ? either(shifted(low, -16), high, 0xFFFF)
                   : either(low, shifted(high, 16), 0xFFFF);
  };
  Value even = halves(numbers[0], numbers[2]), odd = halves(numbers[1], numbers[3]);
  return byte % 2 == 0 ? either(even, shifted(odd, 8), kEvenBytes)
                       : either(shifted(even, -8), odd, kEvenBytes);
}

void FixedPointRows::storeScale(int64_t row, Value run, Value scale, Value sum) {
  auto [ofUnit, unit] = placeOf(run);
  auto storeBoth = [&] {
    Value of = k.div(ofUnit, k.constant(form.runsPerScale));
    Value at = k.add(k.mul(of, k.constant(units)), unit);
    store(scale, layout.scales(), row, at);
    if (sumsAreFloats())
      sum = arith::SIToFPOp::create(k.b, k.loc, k.b.getF32Type(), sum);
    if (form.hasMinimum)
      sum = arith::MulFOp::create(k.b, k.loc, sum, scale);
    if (needsSums())
      store(sum, layout.sums(), row, at);
  };
  if (form.runsPerScale == 1)
    return storeBoth();
  k.when(k.less(k.rem(run, k.constant(2)), k.constant(1)), storeBoth);
}

// The run's number in its unit, and the number of the unit.
std::pair<Value, Value> FixedPointRows::placeOf(Value run) {
  if (form.units == 1 || form.runsPerScale == 2)
    return {k.rem(run, k.constant(form.runs)), k.div(run, k.constant(form.runs))};
  // Units of half a block: every other run.
  Value half = k.div(run, k.constant(2 * form.runs));
  return {k.rem(k.div(run, k.constant(2)), k.constant(form.runs)),
          k.add(k.mul(half, k.constant(2)), k.rem(run, k.constant(2)))};
}

// ---- memory ----

bool FixedPointRows::isFloat(unsigned region) const {
  return region == layout.scales() || (region == layout.sums() && sumsAreFloats());
}

// `offset`: in the region, for the row.
Value FixedPointRows::load(unsigned region, int64_t row, Value offset) {
  if (!buffer.load)
    return k.load(shared[region], k.add(offset, k.constant(row * layout.sizeOf(region))));
  Value word = buffer.load(k.add(firstRow, k.constant(row)),
                           k.add(offset, k.constant(layout.beginOf(region))));
  return isFloat(region) ? arith::BitcastOp::create(k.b, k.loc, k.b.getF32Type(), word) : word;
}

void FixedPointRows::store(Value value, unsigned region, int64_t row, Value offset) {
  if (!buffer.store)
    return k.store(value, shared[region], k.add(offset, k.constant(row * layout.sizeOf(region))));
  if (isFloat(region))
    value = arith::BitcastOp::create(k.b, k.loc, k.b.getI32Type(), value);
  buffer.store(value, k.add(firstRow, k.constant(row)),
               k.add(offset, k.constant(layout.beginOf(region))));
}

CodeWords FixedPointRows::digits(int64_t row, Value unit, int64_t run, int64_t place) {
  Value first = k.mul(k.add(unit, k.constant(run * units)), k.constant(kWords));
  CodeWords result;
  for (auto [i, each] : llvm::enumerate(result))
    each =
        load(static_cast<unsigned>(place), row, k.add(first, k.constant(static_cast<int64_t>(i))));
  return result;
}

Value FixedPointRows::scale(int64_t row, Value unit, int64_t scale) {
  return load(layout.scales(), row, k.add(unit, k.constant(scale * units)));
}

Value FixedPointRows::sum(int64_t row, Value unit, int64_t scale) {
  return load(layout.sums(), row, k.add(unit, k.constant(scale * units)));
}

Value FixedPointRows::constant(int64_t value) {
  return arith::ConstantIntOp::create(k.b, k.loc, static_cast<int32_t>(value), 32);
}

Value FixedPointRows::number(double value) {
  return arith::ConstantOp::create(k.b, k.loc, k.b.getF32FloatAttr(static_cast<float>(value)));
}

} // namespace rlx
