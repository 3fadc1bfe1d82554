// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of ScaledFormat.h: emits code that decodes weights of 4 or 8 bits, for scalars and
// for vectors. E4M3 and E2M1 are shifted into the bits of an f32, with one multiplication for
// subnormals. E5M2 is shifted into an f16. NaN and infinities are those of the format.
#include "dialects/rlx/ops/quant/ScaledFormat.h"
#include "dialects/rlx/support/IndexChecks.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <cmath>

using namespace mlir;

namespace rlx {
namespace {

// Integer arithmetic on scalars or vectors.
struct Bits {
  OpBuilder &b;
  Location loc;

  Value widen(Value x) const {
    return arith::ExtUIOp::create(b, loc, withElement(x.getType(), b.getI32Type()), x);
  }
  Value mask(Value x, int64_t bits) const {
    return arith::AndIOp::create(b, loc, x, intConstant(b, loc, x, bits));
  }
  Value left(Value x, int64_t by) const {
    return arith::ShLIOp::create(b, loc, x, intConstant(b, loc, x, by));
  }
  Value right(Value x, int64_t by) const {
    return arith::ShRUIOp::create(b, loc, x, intConstant(b, loc, x, by));
  }
  Value plus(Value x, int64_t addend) const {
    return arith::AddIOp::create(b, loc, x, intConstant(b, loc, x, addend));
  }
  Value join(Value x, Value y) const { return arith::OrIOp::create(b, loc, x, y); }
  Value is(arith::CmpIPredicate predicate, Value x, int64_t value) const {
    return arith::CmpIOp::create(b, loc, predicate, x, intConstant(b, loc, x, value));
  }
  Value select(Value condition, Value yes, Value no) const {
    return arith::SelectOp::create(b, loc, condition, yes, no);
  }
  Value toFloat(Value x) const {
    return arith::SIToFPOp::create(b, loc, withElement(x.getType(), b.getF32Type()), x);
  }
  Value asFloat(Value bits) const {
    return arith::BitcastOp::create(b, loc, withElement(bits.getType(), b.getF32Type()), bits);
  }
  Value asBits(Value number) const {
    return arith::BitcastOp::create(b, loc, withElement(number.getType(), b.getI32Type()), number);
  }
  Value times(Value x, double factor) const {
    return arith::MulFOp::create(b, loc, x, scalarConstant(b, loc, x.getType(), factor));
  }
};

} // namespace

// E4M3: exponent of 4 bits with bias 7, mantissa of 3 bits. After moving them to their places in
// f32, the exponent lacks 120. Values below 2^-6 are subnormal, in steps of 2^-9.
Value decodeFp8E4M3(OpBuilder &b, Location loc, Value codes) {
  Bits bits{b, loc};
  Value code = bits.widen(codes), magnitude = bits.mask(code, 0x7F);
  Value normal = bits.plus(bits.left(magnitude, 20), 120 << 23);
  Value small = bits.asBits(bits.times(bits.toFloat(magnitude), 0x1p-9));
  Value result = bits.select(bits.is(arith::CmpIPredicate::ult, magnitude, 8), small, normal);
  Value isNan = bits.is(arith::CmpIPredicate::eq, magnitude, 0x7F);
  result = bits.select(isNan, intConstant(b, loc, result, 0x7FC00000), result);
  return bits.asFloat(bits.join(result, bits.left(bits.mask(code, 0x80), 24)));
}

// E5M2: the upper byte of an f16.
Value decodeFp8E5M2(OpBuilder &b, Location loc, Value codes) {
  Bits bits{b, loc};
  Type i16 = withElement(codes.getType(), b.getI16Type());
  Value wide = bits.left(arith::ExtUIOp::create(b, loc, i16, codes), 8);
  Type f16 = withElement(codes.getType(), b.getF16Type());
  return convertFloat(b, loc, arith::BitcastOp::create(b, loc, f16, wide), b.getF32Type());
}

// E2M1: exponent of 2 bits with bias 1, mantissa of 1 bit, decoded like E4M3. The smallest nonzero
// value is 1/2.
Value decodeE2M1(OpBuilder &b, Location loc, Value codes) {
  Bits bits{b, loc};
  Value code = bits.widen(codes), magnitude = bits.mask(code, 7);
  Value normal = bits.plus(bits.left(magnitude, 22), 126 << 23);
  Value small = bits.asBits(bits.times(bits.toFloat(magnitude), 0.5));
  Value result = bits.select(bits.is(arith::CmpIPredicate::ult, magnitude, 2), small, normal);
  return bits.asFloat(bits.join(result, bits.left(bits.mask(code, 8), 28)));
}

ScaledDecoder::ScaledDecoder(OpBuilder &builder, Location loc, const ScaledWeights &operands,
                             int64_t lanes, Value n)
    : b(builder), loc(loc), operands(operands), lanes(lanes), n(n) {}

Value ScaledDecoder::read(Value tensor, ValueRange position, int64_t count) {
  Type element = getElementTypeOrSelf(tensor.getType());
  return vector::TransferReadOp::create(b, loc, VectorType::get(count, element), tensor, position,
                                        scalarConstant(b, loc, element, 0), ArrayRef<bool>{true});
}

Value ScaledDecoder::toInteger(Value codes, bool isSigned) {
  Type wide = withElement(codes.getType(), b.getI32Type());
  if (isSigned)
    return arith::ExtSIOp::create(b, loc, wide, codes);
  return arith::ExtUIOp::create(b, loc, wide, codes);
}

ScaledDecoder::Factors ScaledDecoder::factors(Value block) {
  SmallVector<Value> position = {n};
  if (hasBlocks(operands.format))
    position.insert(position.begin(), block);
  Factors result{read(operands.scale, position, lanes), {}};
  if (operands.format == ScaledFormat::Nvfp4)
    result.scale = decodeFp8E4M3(b, loc, result.scale);
  if (operands.zeroPoint)
    result.zeroPoint =
        toInteger(read(operands.zeroPoint, position, lanes), operands.format == ScaledFormat::Int8);
  return result;
}

// Weights of 4 bits, each in the low half of a byte.
Value ScaledDecoder::nibbles(Value k) {
  Bits bits{b, loc};
  Value columns = sizeOf(b, loc, operands.scale, 1);
  Value flat = arith::AddIOp::create(b, loc, arith::MulIOp::create(b, loc, k, columns), n);
  Value byte = arith::ShRUIOp::create(b, loc, flat, indexConstant(b, loc, 1));
  if (lanes > 1) {
    Value pairs = read(operands.weights, byte, lanes / 2);
    return vector::InterleaveOp::create(b, loc, bits.mask(pairs, 15), bits.right(pairs, 4));
  }
  Value pair = read(operands.weights, byte, 1);
  Value isOdd = arith::TruncIOp::create(b, loc, b.getI1Type(),
                                        arith::IndexCastOp::create(b, loc, b.getI64Type(), flat));
  return arith::SelectOp::create(b, loc, isOdd, bits.right(pair, 4), bits.mask(pair, 15));
}

Value ScaledDecoder::codes(Value k) {
  return isPackedInNibbles(operands.format) ? nibbles(k)
                                            : read(operands.weights, ValueRange{k, n}, lanes);
}

Value ScaledDecoder::weights(Value k, const Factors &factors) {
  Value number, code = codes(k);
  switch (operands.format) {
  case ScaledFormat::Int8:
  case ScaledFormat::Int4: {
    Value q = toInteger(code, operands.format == ScaledFormat::Int8);
    if (factors.zeroPoint)
      q = arith::SubIOp::create(b, loc, q, factors.zeroPoint);
    number = Bits{b, loc}.toFloat(q);
    break;
  }
  case ScaledFormat::Fp8E4M3:
    number = decodeFp8E4M3(b, loc, code);
    break;
  case ScaledFormat::Fp8E5M2:
    number = decodeFp8E5M2(b, loc, code);
    break;
  case ScaledFormat::Nvfp4:
    number = decodeE2M1(b, loc, code);
    break;
  }
  Value result = arith::MulFOp::create(b, loc, number, factors.scale);
  if (!operands.globalScale)
    return result;
  Value global = tensor::ExtractOp::create(b, loc, operands.globalScale, ValueRange());
  return arith::MulFOp::create(b, loc, result,
                               vector::BroadcastOp::create(b, loc, result.getType(), global));
}

} // namespace rlx
