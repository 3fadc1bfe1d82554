// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decodes single elements of block-quantized weights at any index, for targets whose threads
// compute one element each (GPUs). Also the lowerings to elements of dequantize_blocks and
// dequant_matmul. BlockDecoder.cpp decodes runs.
#include "dialects/rlx/ir/BlockQuantOps.h"
#include "dialects/rlx/ops/matmul/OperandPrecision.h"
#include "dialects/rlx/ops/quant/BlockLayout.h"
#include "dialects/rlx/reference/Codebooks.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace rlx;

namespace {

// Indices are index values; bits and values are i32 and f32.
class ElementDecoder : public BlockArithmetic {
public:
  // The element at `at` of a row of `weights`, a tensor of signless bytes.
  ElementDecoder(OpBuilder &b, Location loc, BlockScheme scheme, Value weights, ValueRange row,
                 Value at)
      : BlockArithmetic(b, loc, scheme), weights(weights), row(row),
        start(scaled(over(at, layout.elements), layout.bytes)), index(rest(at, layout.elements)) {}

  // The value of the element. `flags` allow other roundings.
  Value number(arith::FastMathFlags flags = arith::FastMathFlags::none) {
    Value q = toFloat(quant());
    Factors f = factors();
    Value value = arith::MulFOp::create(b, loc, f.scale, q, flags);
    return f.minimum ? Value(arith::AddFOp::create(b, loc, value, f.minimum, flags)) : value;
  }

private:
  // value = scale * q + minimum, if there is a minimum
  struct Factors {
    Value scale, minimum; // f32
  };

  Factors factors() {
    Value group = over(index, 16);
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
      Value packed = byteAt(layout.scales, group);
      return {times(half(layout.scale), toFloat(field(packed, 0, 15))),
              negated(times(half(layout.minimum), toFloat(field(packed, 4, 15))))};
    }
    case BlockScheme::Q3_K:
      return {times(half(layout.scale), toFloat(plus(sixBitScale(group), -32))), {}};
    case BlockScheme::Q4_K:
    case BlockScheme::Q5_K:
      return packedFactors();
    case BlockScheme::Q6_K:
      return {times(half(layout.scale), toFloat(byteAt(layout.scales, group, /*isSigned=*/true))),
              {}};
    case BlockScheme::Q8_K:
      return {single(layout.scale), {}};
    case BlockScheme::IQ4_XS:
      return {times(half(layout.scale), toFloat(plus(splitScale(over(index, 32)), -32))), {}};
    case BlockScheme::MXFP4:
      return {halfPower(b, loc, byteAt(layout.scale)), {}};
    case BlockScheme::NVFP4:
      return {halfE4M3(b, loc, byteAt(layout.scales, group)), {}};
    default: // recoded
      Value scale = byteAt(layout.scales, over(group, runsPerScale(layout)), /*isSigned=*/true);
      return {times(single(layout.scale), toFloat(scale)), {}};
    }
  }

  // The fields of group g are in the bytes of group g % 4; g / 4 decides which bits they are.
  Factors packedFactors() {
    Value group = over(index, 32), inRow = rest(group, 4);
    Value isLow =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, group, indexConstant(b, loc, 4));
    Value first = byteAt(layout.scales, inRow), second = byteAt(layout.scales + 4, inRow),
          third = byteAt(layout.scales + 8, inRow);
    auto either = [&](Value low, int64_t shift) {
      Value high = join(field(third, shift, 15), shiftLeft(field(low, 6, 3), 4));
      return arith::SelectOp::create(b, loc, isLow, field(low, 0, 63), high);
    };
    return {times(half(layout.scale), toFloat(either(first, 0))),
            negated(times(half(layout.minimum), toFloat(either(second, 4))))};
  }

  Value sixBitScale(Value group) {
    Value low = fieldAt(byteAt(layout.scales, rest(group, 8)), scaled(over(group, 8), 4), 15);
    Value high = fieldAt(byteAt(layout.scales + 8, rest(group, 4)), scaled(over(group, 4), 2), 3);
    return join(low, shiftLeft(high, 4));
  }

  Value splitScale(Value group) {
    Value low = fieldAt(byteAt(layout.scales + 2, over(group, 2)), scaled(rest(group, 2), 4), 15);
    Value high = fieldAt(byteAt(layout.scales, over(group, 4)), scaled(rest(group, 4), 2), 3);
    return join(low, shiftLeft(high, 4));
  }

  // The integer of the element.
  Value quant() {
    Value in32 = rest(index, 32), of32 = over(index, 32);
    switch (scheme) {
    case BlockScheme::Q8_0:
    case BlockScheme::Q8_K:
      return byteAt(layout.quants, index, /*isSigned=*/true);
    case BlockScheme::Q2_K:
      return twoBits(of32, in32);
    case BlockScheme::Q3_K:
      return plus(
          join(twoBits(of32, in32), shiftLeft(fieldAt(byteAt(layout.highBits, in32), of32, 1), 2)),
          -4);
    case BlockScheme::Q4_K:
    case BlockScheme::Q5_K: {
      Value byte = byteAt(layout.quants, sum(scaled(over(index, 64), 32), in32));
      Value q = fieldAt(byte, scaled(rest(of32, 2), 4), 15);
      if (scheme == BlockScheme::Q4_K)
        return q;
      return join(q, shiftLeft(fieldAt(byteAt(layout.highBits, in32), of32, 1), 4));
    }
    case BlockScheme::Q6_K: {
      Value ofHalf = over(index, 128), quarter = rest(of32, 4);
      Value low =
          byteAt(layout.quants, sum(sum(scaled(ofHalf, 64), scaled(rest(quarter, 2), 32)), in32));
      Value high = byteAt(layout.highBits, sum(scaled(ofHalf, 32), in32));
      Value q = join(fieldAt(low, scaled(over(quarter, 2), 4), 15),
                     shiftLeft(fieldAt(high, scaled(quarter, 2), 3), 4));
      return plus(q, -32);
    }
    case BlockScheme::TQ2_0:
      return plus(twoBits(of32, in32), -1);
    case BlockScheme::NVFP4:
      return valueOf(code(8));
    default:
      return layout.elements == 32 ? quant32() : valueOf(code(16));
    }
  }

  // The code of four bits; low nibbles of `run` bytes, then the high ones.
  Value code(int64_t run) {
    Value byte = byteAt(layout.quants, sum(scaled(over(index, 2 * run), run), rest(index, run)));
    return fieldAt(byte, scaled(rest(over(index, run), 2), 4), 15);
  }

  // q of the schemes with 32 elements and nibbles.
  Value quant32() {
    Value q = fieldAt(byteAt(layout.quants, rest(index, 16)), scaled(over(index, 16), 4), 15);
    if (layout.highBits != BlockLayout::kNone) {
      Value bit = fieldAt(byteAt(layout.highBits, over(index, 8)), rest(index, 8), 1);
      q = join(q, shiftLeft(bit, 4));
    }
    if (codeValues(scheme))
      return valueOf(q);
    if (layout.minimum != BlockLayout::kNone)
      return q;
    return plus(q, scheme == BlockScheme::Q4_0 ? -8 : -16);
  }

  // q of the schemes with 2 bits in a byte of each of 32 contiguous ones.
  Value twoBits(Value of32, Value in32) {
    Value byte = byteAt(layout.quants, sum(scaled(over(of32, 4), 32), in32));
    return fieldAt(byte, scaled(rest(of32, 4), 2), 3);
  }

  // ---- reading: offsets are bytes from the start of the block ----

  Value byteAt(int64_t offset, bool isSigned = false) override {
    return byteAt(offset, indexConstant(b, loc, 0), isSigned);
  }
  Value byteAt(int64_t offset, Value further, bool isSigned = false) {
    SmallVector<Value> position(row);
    position.push_back(sum(sum(start, indexConstant(b, loc, offset)), further));
    Value byte = tensor::ExtractOp::create(b, loc, weights, position);
    if (isSigned)
      return arith::ExtSIOp::create(b, loc, b.getI32Type(), byte);
    return arith::ExtUIOp::create(b, loc, b.getI32Type(), byte);
  }

  // ---- indices ----

  Value over(Value index, int64_t size) {
    return arith::DivUIOp::create(b, loc, index, indexConstant(b, loc, size));
  }
  Value rest(Value index, int64_t size) {
    return arith::RemUIOp::create(b, loc, index, indexConstant(b, loc, size));
  }
  Value scaled(Value index, int64_t by) {
    return arith::MulIOp::create(b, loc, index, indexConstant(b, loc, by));
  }
  Value sum(Value lhs, Value rhs) { return arith::AddIOp::create(b, loc, lhs, rhs); }

  // ---- values ----

  Value fieldAt(Value bits, Value shift, int64_t mask) {
    Value by = arith::IndexCastOp::create(b, loc, b.getI32Type(), shift);
    return field(arith::ShRUIOp::create(b, loc, bits, by), 0, mask);
  }
  Value negated(Value value) { return arith::NegFOp::create(b, loc, value); }

  Value weights;
  SmallVector<Value> row;
  Value start, index; // byte offset of the block in its row; index of the element in its block
};

} // namespace

FailureOr<SmallVector<Value>> DequantizeBlocksOp::lowerToElements(OpBuilder &b, ValueRange operands,
                                                                  LoweringReason &why) {
  if (failed(expectDecodable(getScheme(), why)))
    return failure();
  auto element = [&](OpBuilder &nested, Location l, ValueRange at, ValueRange) {
    ElementDecoder decoder(nested, l, getScheme(), operands[0], at.drop_back(), at.back());
    return convertFloat(nested, l, decoder.number(), getTo());
  };
  return SmallVector<Value>{
      parallelGeneric(b, getLoc(), emptyResult(b, *this, operands), {}, {}, element)};
}

// result[b.., m, n] = sum over k of lhs[b.., m, k] * w(n, k)
FailureOr<SmallVector<Value>> DequantMatmulOp::lowerToElements(OpBuilder &b, ValueRange operands,
                                                               LoweringReason &why) {
  if (failed(expectDecodable(getScheme(), why)))
    return failure();
  Location loc = getLoc();
  Type element = getType().getElementType();
  Value init = filled(b, loc, emptyResult(b, *this, operands, 0, accumulatorType(element)), 0.0);
  const auto rank = static_cast<unsigned>(getType().getRank());
  const unsigned column = rank - 1, inner = rank;
  SmallVector<AffineExpr> dims;
  for (unsigned i = 0; i <= inner; ++i)
    dims.push_back(b.getAffineDimExpr(i));
  SmallVector<AffineExpr> result = dims, lhs = dims;
  result.pop_back();
  lhs.erase(lhs.begin() + column);
  SmallVector<AffineMap> maps = {AffineMap::get(inner + 1, 0, lhs, b.getContext()),
                                 AffineMap::get(inner + 1, 0, result, b.getContext())};
  SmallVector<utils::IteratorType> iterators(inner, utils::IteratorType::parallel);
  iterators.push_back(utils::IteratorType::reduction);
  // The same freedom as for the sum of the dot product: a scale may be factored out, which leaves a
  // sum of small integers.
  const auto flags = arith::FastMathFlags::contract | arith::FastMathFlags::reassoc;
  auto product = linalg::GenericOp::create(
      b, loc, TypeRange{init.getType()}, operands[0], init, maps, iterators,
      [&](OpBuilder &nested, Location l, ValueRange v) {
        Value n = linalg::IndexOp::create(nested, l, column);
        Value k = linalg::IndexOp::create(nested, l, inner);
        Value weight = ElementDecoder(nested, l, getScheme(), operands[1], n, k).number(flags);
        linalg::YieldOp::create(nested, l, multiplyAccumulate(nested, l, v[0], weight, v[1]));
      });
  RowPrecisionAttr precision = getRowPrecisionAttr();
  // Rows have no more precision, so tensor cores may take the weights in this type too.
  if (element.isF16() || element.isBF16())
    product->setAttr(kOperandPrecisionAttr, TypeAttr::get(element));
  // Rows and weights in bf16 have errors of 2^-9 each: together no more than rows of bytes.
  else if (element.isF32() && precision && precision.getValue() == RowPrecision::Fast)
    product->setAttr(kOperandPrecisionAttr, TypeAttr::get(b.getBF16Type()));
  product->setAttr(kBlockSchemeAttr, getSchemeAttr());
  if (precision)
    product->setAttr(kRowPrecisionAttr, precision);
  return SmallVector<Value>{convertElements(b, loc, product.getResult(0), element)};
}
