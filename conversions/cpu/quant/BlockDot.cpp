// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dot products with blocks of 32 elements (q4_0, q8_0), and helpers of all schemes; see BlockDot.h.
//
// A block's dot product is one integer sum per digit, converted to f32 and scaled once: x * d * (q
// - centre) = scale * d * (sum of digits * q - centre * sum of digits).
#include "conversions/cpu/quant/BlockDot.h"

#include "dialects/rlx/support/ScalarBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace rlx::cpu {
namespace {

constexpr int64_t kQuadBytes = kQuad * kPanelLanes; // per vector

// A scheme with 32 elements per block: the scale d, then quads with one or two elements per byte.
struct SmallScheme {
  int64_t quads;
  bool isNibbles;
  int64_t centre; // subtracted from every element
};
constexpr int64_t kFirstQuad = 2;

// Weights d * (q - centre): the dot product of a block is an integer, rounded to f32 and scaled
// once.
class SmallBlockDot : public BlockDot {
public:
  SmallBlockDot(KernelBuilder &builder, Value weights, SmallScheme scheme)
      : BlockDot(builder, weights), s(scheme) {}

  // The term -centre * sum, added to the accumulator of the lowest digit. For whole bytes it is too
  // large for that one, so its multiple of 256 is added to that of the middle digit.
  SmallVector<Value> words(const FixedPointRows::Sums &sums, Value) override {
    Value sum = added(sums[0], sums[1]);
    auto constant = [&](int64_t value) { return intConstant(k.b, k.loc, sum, value); };
    auto part = [&](Value value) {
      return arith::MulIOp::create(k.b, k.loc, value, constant(-s.centre)).getResult();
    };
    if (s.isNibbles)
      return {part(sum)};
    Value high = arith::ShRSIOp::create(k.b, k.loc, sum, constant(8));
    Value low = arith::AndIOp::create(k.b, k.loc, sum, constant(255));
    return {part(low), part(high)};
  }

  SmallVector<Value> addBlock(FixedPointRows &digits, ArrayRef<Value> rows, Value panel,
                              Value block, ArrayRef<Value> accumulators) override {
    SmallVector<Products> products;
    for (Value row : rows) {
      Value zero = k.splat(ints, 0), low = digits.word(row, block, 0);
      Value middle = s.isNibbles ? zero : digits.word(row, block, 1);
      products.append(kPanelVectors, {zero, middle, low});
    }
    std::array<PanelVector, kPanelVectors> vectors = vectorsOf(panel, block);
    for (int64_t i = 0; i < s.quads; ++i) {
      SmallVector<Value> read = llvm::map_to_vector(
          vectors, [&](const PanelVector &at) { return quads(at, k.c(kFirstQuad + i * kQuad)); });
      for (int64_t part = 0; part < parts(); ++part) {
        SmallVector<Value> weights =
            llvm::map_to_vector(read, [&](Value all) { return elements(all, part); });
        addQuad(digits, rows, block, part * s.quads + i, weights, products);
      }
    }
    SmallVector<Value> scales =
        llvm::map_to_vector(vectors, [&](const PanelVector &at) { return halves(at, 0); });
    SmallVector<Value> result;
    for (auto [i, sum] : llvm::enumerate(accumulators)) {
      Value scale = digits.scale(rows[i / kPanelVectors], block);
      result.push_back(fma(times(total(products[i]), scale), scales[i % kPanelVectors], sum));
    }
    return result;
  }

  Value addExactly(const PanelVector &at, Value sum, Element element) override {
    Value scale = halves(at, 0);
    auto add = [&](Value i, ValueRange carried) {
      Value quad = k.mul(k.div(i, k.c(kQuad)), kQuad), next = carried[0];
      Value read = quads(at, k.add(quad, kFirstQuad));
      for (int64_t part = 0; part < parts(); ++part) {
        Value byte = byteOf(elements(read, part), k.rem(i, k.c(kQuad)));
        Value weight = times(toFloat(plus(byte, -s.centre)), scale);
        next = fma(weight, element(k.add(i, part * s.quads * kQuad)), next);
      }
      return SmallVector<Value>{next};
    };
    return k.loop(k.c(0), k.c(s.quads * kQuad), 1, sum, add)[0];
  }

private:
  int64_t parts() const { return s.isNibbles ? 2 : 1; }
  // The low or high nibbles, or signed bytes plus 128, as unsigned bytes.
  Value elements(Value quads, int64_t part) {
    if (s.isNibbles)
      return nibbles(quads, part);
    return arith::XOrIOp::create(k.b, k.loc, quads, intConstant(k.b, k.loc, quads, 128));
  }

  // Sums of whole bytes do not fit in i32 over all digits, so they are joined in f32.
  Value total(const Products &products) {
    if (s.isNibbles)
      return joined(products);
    Value high = toFloat(shiftedSum(products[0], products[1]));
    return fma(high, k.splat(floats, 256), toFloat(products[2]));
  }

  SmallScheme s;
};

} // namespace

std::unique_ptr<BlockDot> BlockDot::create(KernelBuilder &builder, BlockScheme scheme,
                                           Value weights) {
  auto small = [&](SmallScheme s) { return std::make_unique<SmallBlockDot>(builder, weights, s); };
  switch (scheme) {
  case BlockScheme::Q4_0:
    return small({.quads = 4, .isNibbles = true, .centre = 8});
  case BlockScheme::Q8_0:
    return small({.quads = 8, .isNibbles = false, .centre = 128});
  case BlockScheme::Q4_K:
    return createQ4K(builder, weights);
  case BlockScheme::Q6_K:
    return createQ6K(builder, weights);
  default:
    return nullptr;
  }
}

BlockDot::BlockDot(KernelBuilder &builder, Value weights)
    : k(builder), weights(weights), floats(VectorType::get(kPanelLanes, builder.b.getF32Type())),
      ints(floats.clone(builder.b.getI32Type())),
      bytes(VectorType::get(kQuadBytes, builder.b.getI8Type())) {}

std::array<PanelVector, kPanelVectors> BlockDot::vectorsOf(Value panel, Value block) {
  std::array<PanelVector, kPanelVectors> vectors;
  for (auto [i, vector] : llvm::enumerate(vectors))
    vector = {panel, block, k.c(i)};
  return vectors;
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

void BlockDot::addQuad(FixedPointRows &digits, ArrayRef<Value> rows, Value group, int64_t quad,
                       ArrayRef<Value> weights, MutableArrayRef<Products> products) {
  StringAttr dot = k.b.getStringAttr("llvm.x86.avx512.vpdpbusd.512");
  for (auto [r, row] : llvm::enumerate(rows))
    for (int64_t place = 0; place < FixedPointRows::kDigits; ++place) {
      Value digit = digits.digits(row, group, quad, place);
      for (auto [p, weight] : llvm::enumerate(weights)) {
        Value &sum = products[r * weights.size() + p][place];
        sum = LLVM::CallIntrinsicOp::create(k.b, k.loc, ints, dot, ValueRange{sum, weight, digit})
                  .getResult(0);
      }
    }
}

Value BlockDot::joined(const Products &products) {
  return toFloat(shiftedSum(shiftedSum(products[0], products[1]), products[2]));
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
