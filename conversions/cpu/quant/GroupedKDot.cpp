// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dot products with blocks whose elements are fields of two to six bits: q2_k, q3_k, q6_k and
// tq2_0; see GroupedBlockDot.h.
//
// Half a block has four groups, which share bytes: the fields of a group are its quarter of each
// byte. A second field has higher bits of some schemes.
#include "conversions/cpu/quant/GroupedBlockDot.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace rlx::cpu {
namespace {

constexpr int64_t kQuarters = 4;         // groups in half a block
constexpr int64_t kShared = 32;          // bytes that groups share
constexpr int64_t kTwoBits = 0x03030303; // of each byte
constexpr int64_t kWord = 32;            // bits

// Fields of two bits: byte 32h + l has those of elements 128h + 32j + l.
class TwoBitDot : public GroupedBlockDot {
protected:
  TwoBitDot(ByteDots dots, Value weights, int64_t quantsAt, GroupedScheme scheme)
      : GroupedBlockDot(dots, weights, scheme), quantsAt(quantsAt) {}

  Value twoBits(const PanelVector &at, Value group, int64_t quad) {
    Value half = k.div(group, k.c(kQuarters)), quarter = k.rem(group, k.c(kQuarters));
    Value read = wordsOf(quads(at, k.add(k.mul(half, kShared), quantsAt + quad * kQuad)));
    Value shift = inAllLanes(k.mul(quarter, 2));
    return field(arith::ShRUIOp::create(k.b, k.loc, read, shift), 0, kTwoBits);
  }

private:
  int64_t quantsAt;
};

// Weights d * (s & 15) * q - dmin * (s >> 4).
class Q2KDot : public TwoBitDot {
public:
  Q2KDot(ByteDots dots, Value weights)
      : TwoBitDot(dots, weights, /*quantsAt=*/16, {.largest = 3, .hasMinimum = true, .bytes = 84}) {
  }

protected:
  Value elements(const PanelVector &at, Value group, int64_t quad) override {
    return asQuad(twoBits(at, group, quad));
  }
  Value scaleOf(const PanelVector &at, Value group, int64_t part) override {
    return toFloat(field(scaleByte(at, group, part), 0, 15));
  }
  Value minimumOf(const PanelVector &at, Value group, int64_t part) override {
    return toFloat(field(scaleByte(at, group, part), 4, 15));
  }
  Value blockScale(const PanelVector &at) override { return halves(at, 80); }
  Value blockMinimum(const PanelVector &at) override { return halves(at, 82); }

private:
  // Two groups share a quad of them.
  Value scaleByte(const PanelVector &at, Value group, int64_t part) {
    Value read = wordsOf(quads(at, k.mul(k.div(group, k.c(2)), kQuad)));
    return fieldOf(read, k.add(k.mul(k.rem(group, k.c(2)), 2), part), 8);
  }
};

// Weights d * (s - 32) * (q - 4). The third bit of q is in a bit of 32 bytes that has the group's
// number.
class Q3KDot : public TwoBitDot {
public:
  Q3KDot(ByteDots dots, Value weights)
      : TwoBitDot(dots, weights, /*quantsAt=*/32, {.centre = 4, .largest = 7, .bytes = 110}) {}

protected:
  Value elements(const PanelVector &at, Value group, int64_t quad) override {
    Value high = wordsOf(quads(at, k.c(quad * kQuad)));
    Value left = inAllLanes(k.sub(k.c(kWord + 2), group)); // to bit 2; 32 is none
    high = field(LLVM::FshlOp::create(k.b, k.loc, high, high, left), 0, 0x04040404);
    return asQuad(arith::OrIOp::create(k.b, k.loc, twoBits(at, group, quad), high));
  }
  // Scale number 2 * group + part of 16: its low four bits are in bytes 0 to 7, low nibbles first,
  // and the others in bytes 8 to 11.
  Value scaleOf(const PanelVector &at, Value group, int64_t part) override {
    Value inQuad = k.add(k.mul(k.rem(group, k.c(2)), 2), part);
    Value quad = k.mul(k.rem(k.div(group, k.c(2)), k.c(2)), kQuad);
    Value low = wordsOf(quads(at, k.add(quad, kScales)));
    Value high = wordsOf(quads(at, k.c(kScales + 8)));
    low = fieldOf(low, k.add(k.mul(inQuad, 2), k.div(group, k.c(4))), 4);
    high = fieldOf(high, k.add(k.mul(inQuad, 4), k.div(group, k.c(2))), 2);
    high = arith::ShLIOp::create(k.b, k.loc, high, intConstant(k.b, k.loc, high, 4));
    return toFloat(plus(added(low, high), -32));
  }
  Value blockScale(const PanelVector &at) override { return halves(at, 108); }

private:
  static constexpr int64_t kScales = 96;
};

// Weights d * (q - 1).
class TernaryDot : public TwoBitDot {
public:
  TernaryDot(ByteDots dots, Value weights)
      : TwoBitDot(dots, weights, /*quantsAt=*/0,
                  {.scales = 1, .centre = 1, .largest = 3, .hasScales = false, .bytes = 66}) {}

protected:
  Value elements(const PanelVector &at, Value group, int64_t quad) override {
    return asQuad(twoBits(at, group, quad));
  }
  Value blockScale(const PanelVector &at) override { return halves(at, 64); }
};

// Weights d * s * (q - 32): 128 bytes of low nibbles, 64 bytes of upper bit pairs, 16 scales, d.
class Q6KDot : public GroupedBlockDot {
public:
  Q6KDot(ByteDots dots, Value weights)
      : GroupedBlockDot(dots, weights, {.centre = 32, .largest = 63, .bytes = 210}) {}

protected:
  // A nibble and an upper bit pair.
  Value elements(const PanelVector &at, Value group, int64_t quad) override {
    Value half = k.div(group, k.c(kQuarters)), quarter = k.rem(group, k.c(kQuarters));
    Value lowAt = k.add(k.mul(half, 2 * kShared), k.mul(k.rem(group, k.c(2)), kShared));
    Value low = wordsOf(quads(at, k.add(lowAt, quad * kQuad)));
    Value high = wordsOf(quads(at, k.add(k.mul(half, kShared), kHighBits + quad * kQuad)));
    Value right = inAllLanes(k.mul(k.div(quarter, k.c(2)), 4));
    Value left = inAllLanes(k.sub(k.c(kWord + 4), k.mul(quarter, 2))); // to bits 4 and 5
    low = arith::ShRUIOp::create(k.b, k.loc, low, right);
    high = LLVM::FshlOp::create(k.b, k.loc, high, high, left);
    return asQuad(
        arith::OrIOp::create(k.b, k.loc, field(low, 0, 0x0F0F0F0F), field(high, 0, 0x30303030)));
  }
  // Signed bytes; a group uses two of a quad.
  Value scaleOf(const PanelVector &at, Value group, int64_t part) override {
    Value packed = wordsOf(quads(at, k.add(k.mul(k.div(group, k.c(2)), kQuad), kScales)));
    return toFloat(signedByte(packed, k.add(k.mul(k.rem(group, k.c(2)), 2), part)));
  }
  Value blockScale(const PanelVector &at) override { return halves(at, 208); }

private:
  static constexpr int64_t kHighBits = 128, kScales = 192;
};

} // namespace

std::unique_ptr<BlockDot> createKDot(ByteDots dots, BlockScheme scheme, Value weights) {
  switch (scheme) {
  case BlockScheme::Q2_K:
    return std::make_unique<Q2KDot>(dots, weights);
  case BlockScheme::Q3_K:
    return std::make_unique<Q3KDot>(dots, weights);
  case BlockScheme::Q6_K:
    return std::make_unique<Q6KDot>(dots, weights);
  case BlockScheme::TQ2_0:
    return std::make_unique<TernaryDot>(dots, weights);
  default:
    return nullptr;
  }
}

} // namespace rlx::cpu
