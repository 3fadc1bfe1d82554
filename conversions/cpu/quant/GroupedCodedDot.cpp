// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dot products with blocks whose elements are codes of four bits, and a scale per 16 or 32 of them:
// iq4_xs, nvfp4, and the schemes that rlx.recode_blocks makes; see GroupedBlockDot.h.
//
// A byte shuffle looks up the values of codes, with their centre added, so that they are unsigned.
#include "conversions/cpu/quant/GroupedBlockDot.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace rlx::cpu {
namespace {

constexpr int64_t kGroupBytes = 16;

// The low nibbles of `run` quads are the first elements, then their high nibbles.
class CodedDot : public GroupedBlockDot {
protected:
  CodedDot(ByteDots dots, Value weights, const CodeTable &codes, int64_t quantsAt, int64_t run,
           GroupedScheme scheme)
      : GroupedBlockDot(dots, weights, withCodes(scheme, codes)), codes(codes), quantsAt(quantsAt),
        run(run) {}

  Value elements(const PanelVector &at, Value group, int64_t quad) override {
    const int64_t byteQuad = quad / (2 * run) * run + quad % run, part = quad / run % 2;
    Value offset = k.add(k.mul(group, kGroupBytes), quantsAt + byteQuad * kQuad);
    return dots.lookUp(codes.bytes, nibbles(quads(at, offset), part));
  }

private:
  static GroupedScheme withCodes(GroupedScheme scheme, const CodeTable &codes) {
    scheme.centre = codes.centre;
    scheme.largest = codes.largest;
    return scheme;
  }

  CodeTable codes;
  int64_t quantsAt, run;
};

// Weights d * (s - 32) * value. s has two bits of a u16 and four of a u32.
class Iq4XsDot : public CodedDot {
public:
  Iq4XsDot(ByteDots dots, Value weights, const CodeTable &codes)
      : CodedDot(dots, weights, codes, /*quantsAt=*/8, /*run=*/4, {.scales = 1, .bytes = 136}) {}

protected:
  Value scaleOf(const PanelVector &at, Value group, int64_t) override {
    Value low = fieldOf(wordsOf(quads(at, k.c(4))), group, 4);
    Value high = fieldOf(units(at, 2, 2), group, 2);
    high = arith::ShLIOp::create(k.b, k.loc, high, intConstant(k.b, k.loc, high, 4));
    return toFloat(plus(added(low, high), -32));
  }
  Value blockScale(const PanelVector &at) override { return halves(at, 0); }
};

// Weights d * s * value, with an f32 and signed bytes.
class RecodedDot : public CodedDot {
public:
  RecodedDot(ByteDots dots, Value weights, const CodeTable &codes, const BlockLayout &layout)
      : CodedDot(dots, weights, codes, layout.quants, /*run=*/4,
                 {.scales = 2 / runsPerScale(layout), .bytes = layout.bytes}),
        scalesAt(layout.scales) {}

protected:
  Value scaleOf(const PanelVector &at, Value group, int64_t part) override {
    Value number = k.add(k.mul(group, s.scales), part);
    Value quad = k.add(k.mul(k.div(number, k.c(kQuad)), kQuad), scalesAt);
    return toFloat(signedByte(wordsOf(quads(at, quad)), k.rem(number, k.c(kQuad))));
  }
  Value blockScale(const PanelVector &at) override {
    return vector::BitCastOp::create(k.b, k.loc, floats, wordsOf(quads(at, k.c(0))));
  }

private:
  int64_t scalesAt;
};

// Weights s / 2 * value, with s in fp8. Each 16 elements have 8 bytes.
class Nvfp4Dot : public CodedDot {
public:
  Nvfp4Dot(ByteDots dots, Value weights, const CodeTable &codes)
      : CodedDot(dots, weights, codes, /*quantsAt=*/4, /*run=*/2,
                 {.groups = 2, .hasBlockScale = false, .bytes = 36}) {}

protected:
  Value scaleOf(const PanelVector &at, Value group, int64_t part) override {
    Value number = k.add(k.mul(group, 2), part);
    return halfE4M3(k.b, k.loc, fieldOf(wordsOf(quads(at, k.c(0))), number, 8));
  }
};

} // namespace

std::unique_ptr<BlockDot> createCodedDot(ByteDots dots, BlockScheme scheme, Value weights) {
  const CodeValues *values = codeValues(scheme);
  if (!values || !blockPanels(scheme))
    return nullptr;
  const CodeTable codes(*values);
  if (scheme == BlockScheme::IQ4_XS)
    return std::make_unique<Iq4XsDot>(dots, weights, codes);
  if (scheme == BlockScheme::NVFP4)
    return std::make_unique<Nvfp4Dot>(dots, weights, codes);
  return std::make_unique<RecodedDot>(dots, weights, codes, blockLayout(scheme));
}

} // namespace rlx::cpu
