// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dot products with q6_k blocks: 256 six-bit elements, one signed scale per 16; see BlockDot.h.
//
// A block has 128 bytes of low nibbles, 64 bytes of upper bit pairs, 16 scales, and d (f16). The
// eight groups of 32 elements run in a loop, with shifts that depend on the group.
#include "conversions/cpu/quant/BlockDot.h"

#include "dialects/rlx/support/ScalarBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace rlx::cpu {
namespace {

// Groups of 32 elements in half a block.
constexpr int64_t kQuarters = 4;
// Quads per scale; scales per group.
constexpr int64_t kScaledQuads = 4, kScaled = 2;
// Byte offsets of the fields in a block, and the bytes of each field in half a block.
constexpr int64_t kLowBitsAt = 0, kHighBitsAt = 128, kScalesAt = 192, kDAt = 208;
constexpr int64_t kLowHalf = 64, kHighHalf = 32, kLowRun = 32;
constexpr int64_t kLine = 64; // bytes of a cache line

// Weights d * s * (q - 32): the dot product is d times the sum of s * (an integer sum).
class SixBitBlockDot : public BlockDot {
public:
  SixBitBlockDot(ByteDots dots, Value weights) : BlockDot(dots, weights) {}

  // The term -32 * sum for each half of a group, which fits in i32.
  SmallVector<Value> words(const FixedPointRows::Sums &sums, Value, int64_t) override {
    return llvm::map_to_vector(sums, [&](Value sum) -> Value {
      return arith::MulIOp::create(k.b, k.loc, sum, intConstant(k.b, k.loc, sum, -32));
    });
  }

  SmallVector<Value> addBlock(FixedPointRows &digits, ArrayRef<Value> rows, Value panel,
                              Value block, ArrayRef<int64_t> numbers,
                              ArrayRef<Value> accumulators) override {
    SmallVector<PanelVector> vectors = vectorsOf(panel, block, numbers);
    SmallVector<Value> start(accumulators.size(), k.splat(floats, 0)), result;
    SmallVector<Value> parts =
        k.loop(k.c(0), k.c(kGroups), 1, start, [&](Value number, ValueRange carried) {
          SmallVector<Value> next(carried);
          if (numbers.front() == 0) // once for all vectors
            prefetch(vectors.front(), groupOf(number));
          addGroup(digits, rows, vectors, groupOf(number), next);
          return next;
        });
    for (auto [i, sum] : llvm::enumerate(accumulators))
      result.push_back(fma(parts[i], halves(vectors[i % vectors.size()], kDAt), sum));
    return result;
  }

  Value addExactly(const PanelVector &at, Value sum, Element element) override {
    Value d = halves(at, kDAt);
    auto add = [&](Value number, ValueRange carried) {
      Group group = groupOf(number);
      Value next = carried[0];
      for (int64_t part = 0; part < kScaled; ++part)
        next = addScaled(at, group, part, d, next, element);
      return SmallVector<Value>{next};
    };
    return k.loop(k.c(0), k.c(kGroups), 1, sum, add)[0];
  }

private:
  // A group of 32 elements: the offsets of its bits and scales, and the shifts (broadcast words)
  // that align them. All groups share one code in a loop. Unrolled, LLVM would spill the bits that
  // groups share to the stack.
  struct Group {
    Value number, low, high, scales; // byte offsets
    Value lowShift, highTurn, scaleShift;
  };

  Group groupOf(Value number) {
    Value half = k.div(number, k.c(kQuarters)), quarter = k.rem(number, k.c(kQuarters)),
          odd = k.rem(number, k.c(2));
    Group group = {number, {}, {}, {}, {}, {}, {}};
    group.low = k.add(k.add(k.mul(half, kLowHalf), k.mul(odd, kLowRun)), kLowBitsAt);
    group.high = k.add(k.mul(half, kHighHalf), kHighBitsAt);
    group.scales = k.add(k.mul(k.div(number, k.c(2)), kQuad), kScalesAt);
    group.lowShift = inAllLanes(k.mul(k.div(quarter, k.c(2)), 4));
    group.highTurn = inAllLanes(k.sub(k.c(36), k.mul(quarter, 2))); // to bits 4 and 5; 32 is none
    group.scaleShift = inAllLanes(k.sub(k.c(24), k.mul(odd, 8 * kScaled)));
    return group;
  }
  Value inAllLanes(Value index) {
    Value word = arith::IndexCastOp::create(k.b, k.loc, k.b.getI32Type(), index);
    return vector::BroadcastOp::create(k.b, k.loc, ints, word);
  }

  // Prefetches the group's share of the next block. The fields of a block are read alternately, and
  // the hardware prefetcher sees no stream. May run past the weights, which is harmless.
  void prefetch(const PanelVector &at, const Group &group) {
    int64_t bytes = (kDAt + 2) * kPanelRows, lines = llvm::divideCeil(bytes / kLine, kGroups);
    Value begin = k.add(k.mul(group.number, lines * kLine), bytes);
    for (int64_t line = 0; line < lines; ++line)
      memref::PrefetchOp::create(k.b, k.loc, weights,
                                 ValueRange{at.panel, at.block, k.add(begin, line * kLine)},
                                 /*isWrite=*/false, /*localityHint=*/3, /*isDataCache=*/true);
  }

  // One quad of the group as unsigned bytes: a nibble and an upper bit pair.
  Value elements(const PanelVector &at, const Group &group, Value quad) {
    Value offset = k.mul(quad, kQuad);
    Value low = wordsOf(quads(at, k.add(group.low, offset)));
    Value high = wordsOf(quads(at, k.add(group.high, offset)));
    low = arith::ShRUIOp::create(k.b, k.loc, low, group.lowShift);
    high = LLVM::FshlOp::create(k.b, k.loc, high, high, group.highTurn);
    Value joined =
        arith::OrIOp::create(k.b, k.loc, field(low, 0, 0x0F0F0F0F), field(high, 0, 0x30303030));
    return vector::BitCastOp::create(k.b, k.loc, bytes, joined);
  }

  // The scale of 16 elements of the group, as f32. Scales are signed bytes, and a group uses two of
  // each quad of scales.
  Value scaleOf(const PanelVector &at, const Group &group, int64_t part) {
    Value packed = wordsOf(quads(at, group.scales));
    auto by = [&](int64_t bits) { return intConstant(k.b, k.loc, packed, bits); };
    Value shift = arith::SubIOp::create(k.b, k.loc, group.scaleShift, by(8 * part));
    packed = arith::ShLIOp::create(k.b, k.loc, packed, shift);
    return toFloat(arith::ShRSIOp::create(k.b, k.loc, packed, by(24)));
  }

  void addGroup(FixedPointRows &digits, ArrayRef<Value> rows, ArrayRef<PanelVector> vectors,
                const Group &group, MutableArrayRef<Value> accumulators) {
    Value number = k.add(k.mul(vectors.front().block, kGroups), group.number);
    for (int64_t part = 0; part < kScaled; ++part) {
      SmallVector<Products> products;
      for (Value row : rows)
        products.append(vectors.size(), dots.start(digits.numDigits(), accumulators.size(),
                                                   digits.word(row, number, part)));
      for (int64_t i = 0; i < kScaledQuads; ++i) {
        int64_t quad = part * kScaledQuads + i;
        SmallVector<Value> weights = llvm::map_to_vector(
            vectors, [&](const PanelVector &at) { return elements(at, group, k.c(quad)); });
        addQuad(digits, rows, number, quad, weights, /*largest=*/63, products);
      }
      for (auto [i, sum] : llvm::enumerate(accumulators)) {
        Value scaled = times(joined(products[i]), digits.scale(rows[i / vectors.size()], number));
        sum = fma(scaled, scaleOf(vectors[i % vectors.size()], group, part), sum);
      }
    }
  }

  Value addScaled(const PanelVector &at, const Group &group, int64_t part, Value d, Value sum,
                  Element element) {
    Value scale = times(d, scaleOf(at, group, part));
    auto add = [&](Value i, ValueRange carried) {
      Value quad = k.add(k.div(i, k.c(kQuad)), part * kScaledQuads);
      Value byte = byteOf(elements(at, group, quad), k.rem(i, k.c(kQuad)));
      Value index =
          k.add(k.add(k.mul(group.number, FixedPointRows::kGroup), i), part * kScaledQuads * kQuad);
      Value weight = times(toFloat(plus(byte, -32)), scale);
      return SmallVector<Value>{fma(weight, element(index), carried[0])};
    };
    return k.loop(k.c(0), k.c(kScaledQuads * kQuad), 1, sum, add)[0];
  }
};

} // namespace

std::unique_ptr<BlockDot> BlockDot::createQ6K(ByteDots dots, Value weights) {
  return std::make_unique<SixBitBlockDot>(dots, weights);
}

} // namespace rlx::cpu
