// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dot products with blocks of 32 elements (q4_0, q4_1, q5_0, q5_1, q8_0, iq4_nl, mxfp4), and
// helpers of all schemes; see BlockDot.h.
//
// A block's dot product is one integer sum per digit, converted to f32 and scaled once: x * d * (q
// - centre) = scale * d * (sum of digits * q - centre * sum of digits).
#include "conversions/cpu/quant/BlockDot.h"

#include "conversions/cpu/quant/BlockTiles.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace rlx::cpu {
namespace {

constexpr int64_t kBlocksAhead = 4;
constexpr int64_t kQuadBytes = kQuad * kPanelLanes; // per vector

// A scheme with 32 elements per block: the scale d, perhaps a minimum m, the fifth bits of all
// elements if they have five, then quads with one or two elements per byte.
struct SmallScheme {
  int64_t bits;             // of an element: 4, 5 or 8
  int64_t centre;           // subtracted from every element
  bool hasMinimum = false;  // weights d * q + m = d * (q - centre) + (m + centre * d)
  int64_t largest;          // as an unsigned byte
  bool hasExponent = false; // a byte in place of d (mxfp4)

  bool isBytes() const { return bits == 8; }
  int64_t quads() const { return isBytes() ? 8 : 4; }
  int64_t parts() const { return isBytes() ? 1 : 2; } // elements in a byte
  int64_t scaleBytes() const { return hasExponent ? 1 : 2; }
  int64_t highBits() const { return scaleBytes() + (hasMinimum ? 2 : 0); } // offset
  int64_t minimumWord() const { return centre != 0 ? 1 : 0; }
  int64_t firstQuad() const { return highBits() + (bits == 5 ? kQuad : 0); }

  static constexpr int64_t kMinimum = 2; // offset
};
constexpr int64_t kFifthBit = 16;

// The dot product with d * (q - centre) is an integer, rounded to f32 and scaled once.
class SmallBlockDot : public BlockDot {
public:
  SmallBlockDot(ByteDots dots, Value weights, SmallScheme scheme,
                std::optional<CodeTable> codes = {})
      : BlockDot(dots, weights), s(scheme), codes(codes) {}

  // For a minimum also the sum as f32.
  SmallVector<Value> words(const FixedPointRows::Sums &sums, Value scale,
                           int64_t numDigits) override {
    Value sum = added(sums[0], sums[1]);
    SmallVector<Value> all = centreWords(sum, s.centre, isLargeFor(numDigits));
    if (s.hasMinimum)
      all.push_back(floatWord(sum, scale));
    return all;
  }

  SmallVector<Value> addBlock(FixedPointRows &digits, ArrayRef<Value> rows, Value panel,
                              Value block, ArrayRef<int64_t> numbers,
                              ArrayRef<Value> accumulators) override {
    SmallVector<PanelVector> vectors = vectorsOf(panel, block, numbers);
    if (!tiles && numbers.front() == 0)
      prefetchLater(rows.size(), vectors.front(), k.c(0), 1, bytesOfBlock(), kBlocksAhead);
    SmallVector<Products> products = productsOf(digits, rows, vectors);
    SmallVector<Value> scales, offsets, result;
    for (const PanelVector &at : vectors) {
      scales.push_back(factor(at, k.c(kScale), [&] { return scaleOf(at); }));
      auto offset = [&] { return offsetOf(at, scales.back()); };
      offsets.push_back(s.hasMinimum ? factor(at, k.c(kOffset), offset) : Value());
    }
    for (auto [i, sum] : llvm::enumerate(accumulators)) {
      const size_t vector = i % vectors.size();
      Value row = rows[i / vectors.size()], scale = digits.scale(row, block), next = sum;
      if (s.hasMinimum) {
        Value elements =
            vector::BitCastOp::create(k.b, k.loc, floats, digits.word(row, block, s.minimumWord()));
        next = fma(elements, offsets[vector], next);
      }
      result.push_back(fma(times(total(products[i]), scale), scales[vector], next));
    }
    return result;
  }

  DecodedLayout decodedLayout() const override {
    return {.groups = 1, .sums = 1, .factors = s.hasMinimum ? 2 : 1};
  }

  void decode(Value panel, Value block) override {
    SmallVector<PanelVector> vectors = vectorsOf(panel, block, {0, 1});
    for (const PanelVector &at : vectors) {
      Value scale = scaleOf(at);
      tiles->storeFactor(at, k.c(kScale), scale);
      if (s.hasMinimum)
        tiles->storeFactor(at, k.c(kOffset), offsetOf(at, scale));
    }
    forQuads(vectors, [&](int64_t quad, ArrayRef<Value> elements) {
      for (auto [at, bytes] : llvm::zip_equal(vectors, elements))
        tiles->storeElements(at, k.c(0), quad, bytes);
    });
  }

  Value addExactly(const PanelVector &at, Value sum, Element element) override {
    Value scale = scaleOf(at), offset = s.hasMinimum ? offsetOf(at, scale) : Value();
    Value high = s.bits == 5 ? wordsOf(quads(at, k.c(s.highBits()))) : Value();
    auto add = [&](Value i, ValueRange carried) {
      Value quad = k.mul(k.div(i, k.c(kQuad)), kQuad), next = carried[0];
      Value read = quads(at, k.add(quad, s.firstQuad()));
      for (int64_t part = 0; part < s.parts(); ++part) {
        Value index = k.add(i, part * s.quads() * kQuad);
        Value q = byteOf(lowBits(read, part), k.rem(i, k.c(kQuad)));
        if (high)
          q = added(q, fifthBit(high, index));
        Value weight = times(toFloat(plus(q, -s.centre)), scale);
        if (offset)
          weight = arith::AddFOp::create(k.b, k.loc, weight, offset);
        next = fma(weight, element(index), next);
      }
      return SmallVector<Value>{next};
    };
    return k.loop(k.c(0), k.c(s.quads() * kQuad), 1, sum, add)[0];
  }

private:
  static constexpr int64_t kScale = 0, kOffset = 1; // factors

  int64_t bytesOfBlock() const { return s.firstQuad() + s.quads() * kQuad; }

  Value scaleOf(const PanelVector &at) {
    return s.hasExponent ? halfPower(k.b, k.loc, units(at, 0, 1)) : halves(at, 0);
  }

  SmallVector<Products> productsOf(FixedPointRows &digits, ArrayRef<Value> rows,
                                   ArrayRef<PanelVector> vectors) {
    Value block = vectors.front().block;
    const int64_t numDigits = digits.numDigits();
    SmallVector<Products> products;
    for (Value row : rows) {
      Products start = dots.start(numDigits, rows.size() * vectors.size(),
                                  s.centre != 0 ? digits.word(row, block, 0) : Value());
      if (isLargeFor(numDigits))
        start.sums[1] = digits.word(row, block, 1);
      products.append(vectors.size(), start);
    }
    if (tiles)
      addTileSums(rows, vectors, block, /*part=*/0, products);
    else
      forQuads(vectors, [&](int64_t quad, ArrayRef<Value> elements) {
        addQuad(digits, rows, block, quad, elements, s.largest, products);
      });
    return products;
  }

  // Calls `visit` with each quad of all vectors, as unsigned bytes.
  void forQuads(ArrayRef<PanelVector> vectors,
                function_ref<void(int64_t quad, ArrayRef<Value> elements)> visit) {
    SmallVector<Value> high;
    if (s.bits == 5)
      high = llvm::map_to_vector(
          vectors, [&](const PanelVector &at) { return quads(at, k.c(s.highBits())); });
    for (int64_t i = 0; i < s.quads(); ++i) {
      SmallVector<Value> read = llvm::map_to_vector(vectors, [&](const PanelVector &at) {
        return quads(at, k.c(s.firstQuad() + i * kQuad));
      });
      for (int64_t part = 0; part < s.parts(); ++part) {
        const int64_t quad = part * s.quads() + i;
        SmallVector<Value> weights;
        for (auto [v, all] : llvm::enumerate(read)) {
          weights.push_back(lowBits(all, part));
          if (s.bits == 5)
            weights.back() =
                arith::OrIOp::create(k.b, k.loc, weights.back(), fifthBits(high[v], quad * kQuad));
        }
        visit(quad, weights);
      }
    }
  }

  // m + centre * d.
  Value offsetOf(const PanelVector &at, Value scale) {
    Value minimum = halves(at, SmallScheme::kMinimum);
    return s.centre == 0 ? minimum : fma(scale, k.splat(floats, s.centre), minimum);
  }

  // The low or high nibbles or the values of these codes, or signed bytes plus 128, as unsigned
  // bytes.
  Value lowBits(Value quads, int64_t part) {
    if (codes)
      return dots.lookUp(codes->bytes, nibbles(quads, part));
    if (!s.isBytes())
      return nibbles(quads, part);
    return arith::XOrIOp::create(k.b, k.loc, quads, intConstant(k.b, k.loc, quads, 128));
  }

  // 16 in the bytes of the elements from `first` on, a quad of every row, whose fifth bit is set.
  // `high` has a bit for each element of a row. Becomes a byte shuffle, a test and a masked move.
  Value fifthBits(Value high, int64_t first) {
    SmallVector<int64_t> bytesOfRows;
    SmallVector<int8_t> bits;
    for (int64_t lane = 0; lane < kPanelLanes; ++lane)
      for (int64_t i = 0; i < kQuad; ++i) {
        bytesOfRows.push_back(lane * kQuad + first / 8);
        bits.push_back(static_cast<int8_t>(1 << (first % 8 + i)));
      }
    Value read = vector::ShuffleOp::create(k.b, k.loc, high, high, bytesOfRows);
    Value wanted =
        arith::ConstantOp::create(k.b, k.loc, DenseElementsAttr::get(bytes, ArrayRef(bits)));
    Value set =
        arith::CmpIOp::create(k.b, k.loc, arith::CmpIPredicate::ne,
                              arith::AndIOp::create(k.b, k.loc, read, wanted), k.splat(bytes, 0));
    return arith::SelectOp::create(k.b, k.loc, set, intConstant(k.b, k.loc, read, kFifthBit),
                                   intConstant(k.b, k.loc, read, 0));
  }

  // 16 for the rows whose element `index` has its fifth bit set, of the bits as i32.
  Value fifthBit(Value high, Value index) {
    Value shift = arith::IndexCastOp::create(k.b, k.loc, k.b.getI32Type(), index);
    shift = vector::BroadcastOp::create(k.b, k.loc, ints, shift);
    Value bit = field(arith::ShRUIOp::create(k.b, k.loc, high, shift), 0, 1);
    return arith::MulIOp::create(k.b, k.loc, bit, intConstant(k.b, k.loc, bit, kFifthBit));
  }

  bool isLargeFor(int64_t numDigits) const {
    const int64_t magnitude = std::max(s.centre, s.largest - s.centre);
    return isLarge(numDigits, FixedPointRows::kGroup, magnitude);
  }

  Value total(Products &products) {
    return isLargeFor(products.sums.size()) ? joinedInParts(products) : joined(products);
  }

  SmallScheme s;
  std::optional<CodeTable> codes;
};

} // namespace

std::unique_ptr<BlockDot> BlockDot::create(ByteDots dots, BlockScheme scheme, Value weights) {
  auto small = [&](SmallScheme s) { return std::make_unique<SmallBlockDot>(dots, weights, s); };
  auto coded = [&](bool hasExponent) {
    const CodeTable codes(*codeValues(scheme));
    const SmallScheme s = {
        .bits = 4, .centre = codes.centre, .largest = codes.largest, .hasExponent = hasExponent};
    return std::make_unique<SmallBlockDot>(dots, weights, s, codes);
  };
  switch (scheme) {
  case BlockScheme::Q4_0:
    return small({.bits = 4, .centre = 8, .largest = 15});
  case BlockScheme::Q4_1:
    return small({.bits = 4, .centre = 0, .hasMinimum = true, .largest = 15});
  case BlockScheme::Q5_0:
    return small({.bits = 5, .centre = 16, .largest = 31});
  case BlockScheme::Q5_1:
    return small({.bits = 5, .centre = 16, .hasMinimum = true, .largest = 31});
  case BlockScheme::Q8_0:
    return small({.bits = 8, .centre = 128, .largest = 255});
  case BlockScheme::IQ4_NL:
    return coded(/*hasExponent=*/false);
  case BlockScheme::MXFP4:
    return coded(/*hasExponent=*/true);
  case BlockScheme::Q4_K:
    return createQ4K(dots, weights);
  case BlockScheme::Q5_K:
    return createQ5K(dots, weights);
  default:
    return createGrouped(dots, scheme, weights);
  }
}

CodeTable::CodeTable(const CodeValues &values)
    : centre(-*std::ranges::min_element(values)),
      largest(centre + *std::ranges::max_element(values)) {
  for (size_t i = 0; i < values.size(); ++i)
    bytes[i] = static_cast<uint8_t>(values[i] + centre);
}

// Integers of three digits are below 2^22 as magnitudes.
bool BlockDot::isLarge(int64_t numDigits, int64_t count, int64_t magnitude) {
  return numDigits == FixedPointRows::kMaxDigits && count * magnitude > 1 << (31 - 22);
}

SmallVector<Value> BlockDot::centreWords(Value sum, int64_t centre, bool isLarge) {
  auto constant = [&](int64_t value) { return intConstant(k.b, k.loc, sum, value); };
  auto part = [&](Value value) {
    return arith::MulIOp::create(k.b, k.loc, value, constant(-centre)).getResult();
  };
  if (centre == 0)
    return {};
  if (!isLarge)
    return {part(sum)};
  Value high = arith::ShRSIOp::create(k.b, k.loc, sum, constant(8));
  Value low = arith::AndIOp::create(k.b, k.loc, sum, constant(255));
  return {part(low), part(high)};
}

Value BlockDot::floatWord(Value sum, Value scale) {
  Value number = arith::SIToFPOp::create(k.b, k.loc, k.b.getF32Type(), sum);
  return arith::BitcastOp::create(k.b, k.loc, k.b.getI32Type(), times(number, scale));
}

void BlockDot::prefetchLater(size_t numRows, const PanelVector &at, Value group, int64_t groups,
                             int64_t blockBytes, int64_t blocksAhead) {
  if (numRows == 1 || !firstStream)
    prefetchShare(at, group, groups, blockBytes, blocksAhead);
  if (!firstStream)
    return;
  const int64_t shares = cast<MemRefType>(weights.getType()).getDimSize(1) * groups;
  const int64_t bytes = llvm::divideCeil(blockBytes * kPanelRows, groups);
  Value share = k.add(k.mul(at.block, groups), group);
  if (numRows == 1)
    return prefetchInNextPanel(at, share, shares, bytes);
  Value stream = k.rem(share, k.c(kStreams));
  Value isWanted = arith::AndIOp::create(k.b, k.loc, k.less(firstStream, k.add(stream, 1)),
                                         k.less(stream, lastStream));
  k.when(isWanted, [&] { prefetchInNextPanel(at, share, shares, bytes); });
}

void BlockDot::prefetchInNextPanel(const PanelVector &at, Value share, int64_t shares,
                                   int64_t bytes) {
  Value stream = k.rem(share, k.c(kStreams));
  Value first = k.add(k.mul(stream, shares / kStreams), k.min(stream, k.c(shares % kStreams)));
  Value later = k.add(first, k.div(share, k.c(kStreams)));
  prefetch({k.add(at.panel, 1), k.c(0), at.vector}, k.mul(later, bytes), bytes, /*isFar=*/true);
}

void BlockDot::prefetchShare(const PanelVector &at, Value group, int64_t groups, int64_t blockBytes,
                             int64_t blocksAhead) {
  const int64_t bytes = blockBytes * kPanelRows;
  const int64_t share = llvm::divideCeil(bytes / kLineBytes, groups) * kLineBytes;
  prefetch(at, k.add(k.mul(group, share), blocksAhead * bytes), share);
}

void BlockDot::prefetch(const PanelVector &at, Value begin, int64_t bytes, bool isFar) {
  for (int64_t line = 0; line < bytes; line += kLineBytes)
    memref::PrefetchOp::create(k.b, k.loc, weights,
                               ValueRange{at.panel, at.block, k.add(begin, line)},
                               /*isWrite=*/false, /*localityHint=*/isFar ? 2 : 3,
                               /*isDataCache=*/true);
}

BlockDot::BlockDot(ByteDots dots, Value weights)
    : k(dots.builder()), dots(dots), weights(weights),
      floats(VectorType::get(kPanelLanes, k.b.getF32Type())), ints(floats.clone(k.b.getI32Type())),
      bytes(VectorType::get(kQuadBytes, k.b.getI8Type())) {}

SmallVector<PanelVector> BlockDot::vectorsOf(Value panel, Value block, ArrayRef<int64_t> numbers) {
  return llvm::map_to_vector(
      numbers, [&](int64_t number) { return PanelVector{panel, block, k.c(number)}; });
}

Value BlockDot::quads(const PanelVector &at, Value offset) {
  Value position = k.add(k.mul(offset, kPanelRows), k.mul(at.vector, kQuadBytes));
  return vector::LoadOp::create(k.b, k.loc, bytes, weights,
                                ValueRange{at.panel, at.block, position});
}

Value BlockDot::halves(const PanelVector &at, int64_t offset) {
  auto type = VectorType::get(2 * kPanelLanes, k.b.getI8Type());
  Value position = k.add(k.mul(at.vector, 2 * kPanelLanes), offset * kPanelRows);
  Value read =
      vector::LoadOp::create(k.b, k.loc, type, weights, ValueRange{at.panel, at.block, position});
  read = vector::BitCastOp::create(k.b, k.loc, floats.clone(k.b.getF16Type()), read);
  return arith::ExtFOp::create(k.b, k.loc, floats, read);
}

Value BlockDot::units(const PanelVector &at, int64_t offset, int64_t size) {
  auto type = VectorType::get(kPanelLanes, k.b.getIntegerType(static_cast<unsigned>(8 * size)));
  auto read = VectorType::get(size * kPanelLanes, k.b.getI8Type());
  Value position = k.add(k.mul(at.vector, size * kPanelLanes), offset * kPanelRows);
  Value loaded =
      vector::LoadOp::create(k.b, k.loc, read, weights, ValueRange{at.panel, at.block, position});
  if (size > 1)
    loaded = vector::BitCastOp::create(k.b, k.loc, type, loaded);
  return arith::ExtUIOp::create(k.b, k.loc, ints, loaded);
}

void BlockDot::addQuad(FixedPointRows &digits, ArrayRef<Value> rows, Value group, int64_t quad,
                       ArrayRef<Value> weights, int64_t largest,
                       MutableArrayRef<Products> products) {
  for (auto [r, row] : llvm::enumerate(rows))
    for (int64_t place = 0; place < digits.numDigits(); ++place) {
      Value digit = digits.digits(row, group, quad, place);
      for (auto [p, weight] : llvm::enumerate(weights))
        dots.add(weight, digit, largest, place, products[r * weights.size() + p]);
    }
}

void BlockDot::addTileSums(ArrayRef<Value> rows, ArrayRef<PanelVector> vectors, Value group,
                           int64_t part, MutableArrayRef<Products> products) {
  for (auto [i, all] : llvm::enumerate(products))
    for (auto [place, sum] : llvm::enumerate(all.sums))
      sum = added(tiles->sum(rows[i / vectors.size()], group, part, static_cast<int64_t>(place),
                             vectors[i % vectors.size()].vector),
                  sum);
}

Value BlockDot::factor(const PanelVector &at, Value index, function_ref<Value()> compute) {
  return tiles ? tiles->factor(at, index) : compute();
}

Value BlockDot::joined(Products &products) {
  const auto sums = dots.sums(products);
  Value joined = sums.front();
  for (Value lower : sums.drop_front())
    joined = shiftedSum(joined, lower);
  return toFloat(joined);
}

Value BlockDot::joinedInParts(Products &products) {
  const auto sums = dots.sums(products);
  Value high = toFloat(shiftedSum(sums[0], sums[1]));
  return fma(high, k.splat(floats, 256), toFloat(sums[2]));
}

// Uses shifts of 32-bit words. LLVM turns byte shifts into GFNI's bit-matrix multiplications, which
// compete with the dot products for execution units.
Value BlockDot::nibbles(Value quads, int64_t part) {
  Value words = field(wordsOf(quads), 4 * part, 0x0F0F0F0F);
  return vector::BitCastOp::create(k.b, k.loc, bytes, words);
}

Value BlockDot::wordsOf(Value quads) {
  return vector::BitCastOp::create(k.b, k.loc, ints, quads);
}

Value BlockDot::field(Value value, int64_t shift, int64_t mask) {
  if (shift != 0)
    value = arith::ShRUIOp::create(k.b, k.loc, value, intConstant(k.b, k.loc, value, shift));
  return arith::AndIOp::create(k.b, k.loc, value, intConstant(k.b, k.loc, value, mask));
}

Value BlockDot::shiftedSum(Value high, Value low) {
  return added(arith::ShLIOp::create(k.b, k.loc, high, intConstant(k.b, k.loc, high, 8)), low);
}

Value BlockDot::added(Value lhs, Value rhs) {
  return arith::AddIOp::create(k.b, k.loc, lhs, rhs);
}

Value BlockDot::plus(Value value, int64_t addend) {
  return arith::AddIOp::create(k.b, k.loc, value, intConstant(k.b, k.loc, value, addend));
}

Value BlockDot::toFloat(Value value) {
  return arith::SIToFPOp::create(k.b, k.loc, floats, value);
}

Value BlockDot::times(Value lhs, Value rhs) {
  return arith::MulFOp::create(k.b, k.loc, lhs, rhs);
}

Value BlockDot::fma(Value lhs, Value rhs, Value sum) {
  return vector::FMAOp::create(k.b, k.loc, lhs, rhs, sum);
}

Value BlockDot::byteOf(Value quads, Value index) {
  Value words = wordsOf(quads);
  Value shift = arith::IndexCastOp::create(k.b, k.loc, k.b.getI32Type(), k.mul(index, 8));
  shift = vector::BroadcastOp::create(k.b, k.loc, ints, shift);
  return field(arith::ShRUIOp::create(k.b, k.loc, words, shift), 0, 255);
}

} // namespace rlx::cpu
