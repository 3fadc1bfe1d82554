// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dot products with q4_k and q5_k blocks: 256 elements of four or five bits, a scale and a minimum
// per 32; see BlockDot.h.
//
// A block has d and dmin (f16), 12 bytes of packed six-bit scales and minima, 32 bytes of fifth
// bits if there are any, and 128 bytes of nibbles. Both halves of a block run through the same code
// in a loop.
#include "conversions/cpu/quant/BlockDot.h"

#include "conversions/cpu/quant/BlockTiles.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace rlx::cpu {
namespace {

// Groups whose scales share a word.
constexpr int64_t kGroupsAtOnce = 4;
// Bytes that two groups share.
constexpr int64_t kSharedBytes = 32;
// Byte offsets of the fields in a block. Nibbles follow the fifth bits.
constexpr int64_t kD = 0, kMinimum = 2, kScales = 4, kFifthBits = 16;

// Weights d * s * q - dmin * m: the dot product is d times the sum of s * (an integer sum), minus
// dmin times the sum of m * (the sum of the row's elements).
class ScaledBlockDot : public BlockDot {
public:
  ScaledBlockDot(ByteDots dots, Value weights, bool hasFifthBits)
      : BlockDot(dots, weights), hasFifthBits(hasFifthBits) {}

  // The sum of the group's elements as f32.
  SmallVector<Value> words(const FixedPointRows::Sums &sums, Value scale, int64_t) override {
    Value number = arith::SIToFPOp::create(k.b, k.loc, k.b.getF32Type(), added(sums[0], sums[1]));
    return {arith::BitcastOp::create(k.b, k.loc, k.b.getI32Type(), times(number, scale))};
  }

  SmallVector<Value> addBlock(FixedPointRows &digits, ArrayRef<Value> rows, Value panel,
                              Value block, ArrayRef<int64_t> numbers,
                              ArrayRef<Value> accumulators) override {
    SmallVector<PanelVector> vectors = vectorsOf(panel, block, numbers);
    SmallVector<Value> start(2 * accumulators.size(), k.splat(floats, 0));
    auto half = [&](Value part, ArrayRef<Scales> scales, ArrayRef<Value> carried) {
      SmallVector<Value> next(carried);
      for (int64_t i = 0; i < kGroupsAtOnce; ++i) {
        const Group group = groupOf(part, i);
        if (numbers.front() == 0)
          prefetchLater(rows.size(), vectors.front(), group.number, kGroups, blockBytes());
        addGroup(digits, rows, vectors, group, scales, next);
      }
      return next;
    };
    SmallVector<Value> result, parts = tiles ? addTileGroups(digits, rows, vectors, start)
                                             : forHalves(vectors, start, half);
    for (auto [i, sum] : llvm::enumerate(accumulators)) {
      const PanelVector &at = vectors[i % vectors.size()];
      Value d = factor(at, k.c(kBlockScale), [&] { return halves(at, kD); });
      Value minimum = factor(at, k.c(kBlockMinimum), [&] { return negativeMinimum(at); });
      result.push_back(fma(parts[accumulators.size() + i], minimum, fma(parts[i], d, sum)));
    }
    return result;
  }

  DecodedLayout decodedLayout() const override {
    return {.groups = kGroups, .sums = 1, .factors = kFirstOfGroups + 2 * kGroups};
  }

  void decode(Value panel, Value block) override {
    SmallVector<PanelVector> vectors = vectorsOf(panel, block, {0, 1});
    for (const PanelVector &at : vectors) {
      tiles->storeFactor(at, k.c(kBlockScale), halves(at, kD));
      tiles->storeFactor(at, k.c(kBlockMinimum), negativeMinimum(at));
    }
    forHalves(vectors, {}, [&](Value half, ArrayRef<Scales> scales, ArrayRef<Value>) {
      for (int64_t i = 0; i < kGroupsAtOnce; ++i) {
        const Group group = groupOf(half, i);
        prefetchShare(vectors.front(), group.number, kGroups, blockBytes());
        for (auto [at, factors] : llvm::zip_equal(vectors, scales)) {
          tiles->storeFactor(at, scaleIndex(group.number), factorOf(factors.scales, group));
          tiles->storeFactor(at, minimumIndex(group.number), factorOf(factors.minima, group));
          for (int64_t quad = 0; quad < kSharedBytes / kQuad; ++quad)
            tiles->storeElements(at, group.number, quad, elements(at, group, k.c(quad * kQuad)));
        }
      }
      return SmallVector<Value>();
    });
  }

  Value addExactly(const PanelVector &at, Value sum, Element element) override {
    Value d = halves(at, kD), dmin = halves(at, kMinimum);
    auto half = [&](Value part, ArrayRef<Scales> scales, ArrayRef<Value> carried) {
      Value next = carried[0];
      for (int64_t i = 0; i < kGroupsAtOnce; ++i) {
        Group group = groupOf(part, i);
        Value scale = times(d, factorOf(scales[0].scales, group)),
              minimum = times(dmin, factorOf(scales[0].minima, group));
        auto add = [&](Value j, ValueRange inner) {
          Value quad = k.mul(k.div(j, k.c(kQuad)), kQuad);
          Value q = toFloat(byteOf(elements(at, group, quad), k.rem(j, k.c(kQuad))));
          Value weight = arith::SubFOp::create(k.b, k.loc, times(scale, q), minimum);
          Value index = k.add(k.mul(group.number, FixedPointRows::kGroup), j);
          return SmallVector<Value>{fma(weight, element(index), inner[0])};
        };
        next = k.loop(k.c(0), k.c(FixedPointRows::kGroup), 1, next, add)[0];
      }
      return SmallVector<Value>{next};
    };
    return forHalves(at, sum, half)[0];
  }

private:
  // Factors, for tiles: those of the block, then two of each group.
  static constexpr int64_t kBlockScale = 0, kBlockMinimum = 1, kFirstOfGroups = 2;
  Value scaleIndex(Value group) { return k.add(k.mul(group, 2), kFirstOfGroups); }
  Value minimumIndex(Value group) { return k.add(scaleIndex(group), 1); }
  Value negativeMinimum(const PanelVector &at) {
    return arith::NegFOp::create(k.b, k.loc, halves(at, kMinimum));
  }

  // Scales and minima of four groups, one byte each, for every row.
  struct Scales {
    Value scales, minima;
  };
  // Group `index` of four, in a half (0 or 1) of a block; its number in the block, the offset of
  // its nibbles, and the rotation (broadcast words) of its fifth bits to their place.
  struct Group {
    int64_t index;
    Value number, nibbles, turn;
  };

  int64_t blockBytes() const { return firstNibble() + kGroups / 2 * kSharedBytes; }
  int64_t firstNibble() const { return kFifthBits + (hasFifthBits ? kSharedBytes : 0); }

  // Two groups share bytes: the first has the low nibbles.
  Group groupOf(Value half, int64_t index) {
    Group group = {index,
                   k.add(k.mul(half, kGroupsAtOnce), index),
                   k.add(k.mul(half, kGroupsAtOnce / 2 * kSharedBytes),
                         firstNibble() + index / 2 * kSharedBytes),
                   {}};
    if (hasFifthBits) {
      Value left = k.sub(k.c(32 + 4), group.number); // to bit 4; 32 is none
      Value word = arith::IndexCastOp::create(k.b, k.loc, k.b.getI32Type(), left);
      group.turn = vector::BroadcastOp::create(k.b, k.loc, ints, word);
    }
    return group;
  }

  // The quad at an offset in the group, as unsigned bytes.
  Value elements(const PanelVector &at, const Group &group, Value offset) {
    Value low = nibbles(quads(at, k.add(group.nibbles, offset)), group.index % 2);
    if (!hasFifthBits)
      return low;
    Value high = wordsOf(quads(at, k.add(offset, kFifthBits)));
    high = LLVM::FshlOp::create(k.b, k.loc, high, high, group.turn);
    Value fifth = vector::BitCastOp::create(k.b, k.loc, bytes, field(high, 0, 0x10101010));
    return arith::OrIOp::create(k.b, k.loc, low, fifth);
  }
  Value factorOf(Value packed, const Group &group) {
    return toFloat(field(packed, 8 * group.index, 255));
  }

  // Six bits each, unpacked as in rlx.dequantize_blocks, for the first and the second half.
  std::array<Scales, 2> scalesOf(const PanelVector &at) {
    Value low[3];
    for (int64_t i = 0; i < 3; ++i)
      low[i] = wordsOf(quads(at, k.c(kScales + i * kQuad)));
    auto join = [&](Value nibbles, int64_t shift, Value spare) -> Value {
      return arith::OrIOp::create(k.b, k.loc, field(nibbles, shift, 0x0F0F0F0F),
                                  field(spare, 2, 0x30303030));
    };
    return {Scales{field(low[0], 0, 0x3F3F3F3F), field(low[1], 0, 0x3F3F3F3F)},
            Scales{join(low[2], 0, low[0]), join(low[2], 4, low[1])}};
  }

  // Calls `body(half, scales of every vector, carried)` in a loop over the halves of a block, so
  // that its code exists once.
  using HalfBody = llvm::function_ref<SmallVector<Value>(Value, ArrayRef<Scales>, ArrayRef<Value>)>;
  SmallVector<Value> forHalves(ArrayRef<PanelVector> vectors, ArrayRef<Value> start,
                               HalfBody body) {
    SmallVector<Value> carried(start), second;
    for (const PanelVector &at : vectors) {
      std::array<Scales, 2> scales = scalesOf(at);
      llvm::append_values(carried, scales[0].scales, scales[0].minima);
      llvm::append_values(second, scales[1].scales, scales[1].minima);
    }
    SmallVector<Value> last = k.loop(
        k.c(0), k.c(kGroups / kGroupsAtOnce), 1, carried, [&](Value half, ValueRange values) {
          SmallVector<Value> accumulators(values.take_front(start.size()));
          SmallVector<Scales> scales;
          for (size_t i = start.size(); i < values.size(); i += 2)
            scales.push_back({values[i], values[i + 1]});
          SmallVector<Value> next = body(half, scales, accumulators);
          llvm::append_range(next, second);
          return next;
        });
    last.truncate(start.size());
    return last;
  }

  // `accumulators` has the scaled sums of every row and vector, then the sums for the minima.
  void addGroup(FixedPointRows &digits, ArrayRef<Value> rows, ArrayRef<PanelVector> vectors,
                const Group &group, ArrayRef<Scales> scales, MutableArrayRef<Value> accumulators) {
    Value number = k.add(k.mul(vectors.front().block, kGroups), group.number);
    size_t count = rows.size() * vectors.size();
    SmallVector<Products> products(count, dots.start(digits.numDigits(), count));
    for (int64_t i = 0; i < kSharedBytes / kQuad; ++i) {
      SmallVector<Value> weights = llvm::map_to_vector(
          vectors, [&](const PanelVector &at) { return elements(at, group, k.c(i * kQuad)); });
      addQuad(digits, rows, number, i, weights, hasFifthBits ? 31 : 15, products);
    }
    const auto factors = llvm::map_to_vector(scales, [&](const Scales &each) {
      return Scales{factorOf(each.scales, group), factorOf(each.minima, group)};
    });
    addScaled(digits, rows, number, factors, products, accumulators);
  }

  // The groups of a block whose sums and factors tiles have.
  SmallVector<Value> addTileGroups(FixedPointRows &digits, ArrayRef<Value> rows,
                                   ArrayRef<PanelVector> vectors, ArrayRef<Value> start) {
    return k.loop(k.c(0), k.c(kGroups), 1, start, [&](Value group, ValueRange carried) {
      Value number = k.add(k.mul(vectors.front().block, kGroups), group);
      SmallVector<Value> next(carried);
      const size_t count = rows.size() * vectors.size();
      SmallVector<Products> products(count, dots.start(digits.numDigits(), count));
      addTileSums(rows, vectors, number, /*part=*/0, products);
      const auto factors = llvm::map_to_vector(vectors, [&](const PanelVector &at) {
        return Scales{tiles->factor(at, scaleIndex(group)), tiles->factor(at, minimumIndex(group))};
      });
      addScaled(digits, rows, number, factors, products, next);
      return next;
    });
  }

  // `factors` has a scale and a minimum as f32 for each vector.
  void addScaled(FixedPointRows &digits, ArrayRef<Value> rows, Value number,
                 ArrayRef<Scales> factors, MutableArrayRef<Products> products,
                 MutableArrayRef<Value> accumulators) {
    for (auto [r, row] : llvm::enumerate(rows)) {
      Value scale = digits.scale(row, number);
      Value sum = vector::BitCastOp::create(k.b, k.loc, floats, digits.word(row, number, 0));
      for (auto [v, ofVector] : llvm::enumerate(factors)) {
        size_t i = r * factors.size() + v;
        Value scaled = times(total(products[i]), scale);
        accumulators[i] = fma(scaled, ofVector.scales, accumulators[i]);
        Value &minima = accumulators[products.size() + i];
        minima = fma(sum, ofVector.minima, minima);
      }
    }
  }

  // 32 elements of five bits and three digits do not fit in i32.
  Value total(Products &products) {
    const bool isLarge = hasFifthBits && products.sums.size() == FixedPointRows::kMaxDigits;
    return isLarge ? joinedInParts(products) : joined(products);
  }

  bool hasFifthBits;
};

} // namespace

std::unique_ptr<BlockDot> BlockDot::createQ4K(ByteDots dots, Value weights) {
  return std::make_unique<ScaledBlockDot>(dots, weights, /*hasFifthBits=*/false);
}

std::unique_ptr<BlockDot> BlockDot::createQ5K(ByteDots dots, Value weights) {
  return std::make_unique<ScaledBlockDot>(dots, weights, /*hasFifthBits=*/true);
}

} // namespace rlx::cpu
