// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of BlockLayout.h: the table of layouts, and the decoder of runs. A run of 16
// elements shares a scale and contiguous bytes, so it is decoded in one vector. Single elements,
// for GPUs, are decoded in BlockElement.cpp.
#include "dialects/rlx/ops/quant/BlockLayout.h"

#include "dialects/rlx/support/ScalarBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace rlx {

const BlockLayout &blockLayout(BlockScheme scheme) {
  constexpr int64_t none = BlockLayout::kNone;
  //                             elements bytes  scale min scales high quants
  static const BlockLayout q4_0 = {32, 18, 0, none, none, none, 2},
                           q4_1 = {32, 20, 0, 2, none, none, 4},
                           q5_0 = {32, 22, 0, none, none, 2, 6}, q5_1 = {32, 24, 0, 2, none, 4, 8},
                           q8_0 = {32, 34, 0, none, none, none, 2},
                           q2_k = {256, 84, 80, 82, 0, none, 16},
                           q3_k = {256, 110, 108, none, 96, 0, 32},
                           q4_k = {256, 144, 0, 2, 4, none, 16}, q5_k = {256, 176, 0, 2, 4, 16, 48},
                           q6_k = {256, 210, 208, none, 192, 128, 0},
                           q8_k = {256, 292, 0, none, none, none, 4};
  switch (scheme) {
  case BlockScheme::Q4_0:
    return q4_0;
  case BlockScheme::Q4_1:
    return q4_1;
  case BlockScheme::Q5_0:
    return q5_0;
  case BlockScheme::Q5_1:
    return q5_1;
  case BlockScheme::Q8_0:
    return q8_0;
  case BlockScheme::Q2_K:
    return q2_k;
  case BlockScheme::Q3_K:
    return q3_k;
  case BlockScheme::Q4_K:
    return q4_k;
  case BlockScheme::Q5_K:
    return q5_k;
  case BlockScheme::Q6_K:
    return q6_k;
  case BlockScheme::Q8_K:
    return q8_k;
  }
  llvm_unreachable("not a block scheme");
}

// ---- bytes ----

RowBlock::RowBlock(OpBuilder &b, Location loc, BlockScheme scheme, Value bytes, ValueRange row,
                   Value block)
    : bytes(bytes), row(row) {
  start = arith::MulIOp::create(b, loc, block, indexConstant(b, loc, blockLayout(scheme).bytes));
}

SmallVector<Value> RowBlock::position(OpBuilder &b, Location loc, int64_t offset) {
  SmallVector<Value> result(row);
  result.push_back(arith::AddIOp::create(b, loc, start, indexConstant(b, loc, offset)));
  return result;
}

Value RowBlock::byteAt(OpBuilder &b, Location loc, int64_t offset) {
  return tensor::ExtractOp::create(b, loc, bytes, position(b, loc, offset));
}

Value RowBlock::runAt(OpBuilder &b, Location loc, int64_t offset) {
  auto type = VectorType::get(kBlockRun, b.getI8Type());
  return vector::TransferReadOp::create(b, loc, type, bytes, position(b, loc, offset),
                                        scalarConstant(b, loc, b.getI8Type(), 0),
                                        ArrayRef<bool>{true});
}

BlockDecoder::BlockDecoder(OpBuilder &builder, Location loc, BlockScheme scheme, BlockBytes &bytes)
    : BlockArithmetic(builder, loc, scheme), bytes(bytes) {}

Value BlockDecoder::run(int64_t run) {
  Factors f = factors(run);
  Value q = toFloat(quants(run));
  Value value = times(vector::BroadcastOp::create(b, loc, q.getType(), f.scale), q);
  if (!f.minimum)
    return value;
  Value minimum = vector::BroadcastOp::create(b, loc, q.getType(), f.minimum);
  return arith::AddFOp::create(b, loc, value, minimum);
}

// ---- scales ----

BlockDecoder::Factors BlockDecoder::factors(int64_t run) {
  switch (scheme) {
  case BlockScheme::Q4_0:
  case BlockScheme::Q5_0:
  case BlockScheme::Q8_0:
    return {half(layout.scale), {}};
  case BlockScheme::Q4_1:
  case BlockScheme::Q5_1:
    return {half(layout.scale), half(layout.minimum)};
  case BlockScheme::Q2_K: {
    Value packed = byteAt(layout.scales + run);
    Value minimum = times(half(layout.minimum), toFloat(field(packed, 4, 15)));
    return {times(half(layout.scale), toFloat(field(packed, 0, 15))),
            arith::NegFOp::create(b, loc, minimum)};
  }
  case BlockScheme::Q3_K:
    return {times(half(layout.scale), toFloat(plus(sixBitScale(run), -32))), {}};
  case BlockScheme::Q4_K:
  case BlockScheme::Q5_K:
    return packedFactors(run / 2);
  case BlockScheme::Q6_K:
    return {times(half(layout.scale), toFloat(byteAt(layout.scales + run, /*isSigned=*/true))), {}};
  case BlockScheme::Q8_K:
    return {single(layout.scale), {}};
  }
  llvm_unreachable("not a block scheme");
}

// Six bits each. The first four are in the low bits of their own bytes. The others are in the
// nibbles of bytes 8 to 11 and the spare high bits of the first eight bytes.
BlockDecoder::Factors BlockDecoder::packedFactors(int64_t group) {
  int64_t packed = layout.scales;
  Value scale, minimum;
  if (group < 4) {
    scale = field(byteAt(packed + group), 0, 63);
    minimum = field(byteAt(packed + group + 4), 0, 63);
  } else {
    Value low = byteAt(packed + group + 4);
    scale = join(field(low, 0, 15), shiftLeft(field(byteAt(packed + group - 4), 6, 3), 4));
    minimum = join(field(low, 4, 15), shiftLeft(field(byteAt(packed + group), 6, 3), 4));
  }
  minimum = times(half(layout.minimum), toFloat(minimum));
  return {times(half(layout.scale), toFloat(scale)), arith::NegFOp::create(b, loc, minimum)};
}

Value BlockDecoder::sixBitScale(int64_t group) {
  Value low = field(byteAt(layout.scales + group % 8), group < 8 ? 0 : 4, 15);
  Value high = field(byteAt(layout.scales + 8 + group % 4), 2 * (group / 4), 3);
  return join(low, shiftLeft(high, 4));
}

// ---- elements ----

Value BlockDecoder::quants32(int64_t run) {
  if (scheme == BlockScheme::Q8_0)
    return bytesAt(layout.quants + run * kBlockRun, /*isSigned=*/true);
  Value q = field(bytesAt(layout.quants), run == 0 ? 0 : 4, 15);
  if (layout.highBits != BlockLayout::kNone) {
    // Element i of the run has bit i of these two bytes.
    Value bits = join(byteAt(layout.highBits + 2 * run),
                      shiftLeft(byteAt(layout.highBits + 2 * run + 1), 8));
    auto type = cast<VectorType>(q.getType());
    SmallVector<int32_t> lanes = llvm::to_vector(llvm::seq<int32_t>(0, kBlockRun));
    Value lane = arith::ConstantOp::create(b, loc, DenseElementsAttr::get(type, ArrayRef(lanes)));
    Value shifted =
        arith::ShRUIOp::create(b, loc, vector::BroadcastOp::create(b, loc, type, bits), lane);
    q = join(q, shiftLeft(field(shifted, 0, 1), 4));
  }
  bool isCentred = layout.minimum == BlockLayout::kNone;
  return isCentred ? plus(q, scheme == BlockScheme::Q4_0 ? -8 : -16) : q;
}

Value BlockDecoder::quants(int64_t run) {
  if (layout.elements == 32)
    return quants32(run);
  int64_t first = (run % 2) * kBlockRun; // within 32 elements
  int64_t half = run / 8;                // of the block
  switch (scheme) {
  case BlockScheme::Q2_K:
    return field(bytesAt(layout.quants + 32 * half + first), 2 * (run % 8 / 2), 3);
  case BlockScheme::Q3_K: {
    Value low = field(bytesAt(layout.quants + 32 * half + first), 2 * (run % 8 / 2), 3);
    Value high = field(bytesAt(layout.highBits + first), run / 2, 1);
    return plus(join(low, shiftLeft(high, 2)), -4);
  }
  case BlockScheme::Q4_K:
  case BlockScheme::Q5_K: {
    Value q = field(bytesAt(layout.quants + 32 * (run / 4) + first), run % 4 < 2 ? 0 : 4, 15);
    if (scheme == BlockScheme::Q4_K)
      return q;
    return join(q, shiftLeft(field(bytesAt(layout.highBits + first), run / 2, 1), 4));
  }
  case BlockScheme::Q6_K: {
    int64_t quarter = run % 8 / 2;
    Value low = field(bytesAt(layout.quants + 64 * half + 32 * (quarter % 2) + first),
                      quarter < 2 ? 0 : 4, 15);
    Value high = field(bytesAt(layout.highBits + 32 * half + first), 2 * quarter, 3);
    return plus(join(low, shiftLeft(high, 4)), -32);
  }
  default: // Q8_K
    return bytesAt(layout.quants + kBlockRun * run, /*isSigned=*/true);
  }
}

// ---- reading ----

Value BlockDecoder::byteAt(int64_t offset, bool isSigned) {
  Value byte = bytes.byteAt(b, loc, offset);
  if (isSigned)
    return arith::ExtSIOp::create(b, loc, b.getI32Type(), byte);
  return arith::ExtUIOp::create(b, loc, b.getI32Type(), byte);
}

Value BlockArithmetic::half(int64_t offset) {
  Value bits = join(byteAt(offset), shiftLeft(byteAt(offset + 1), 8));
  bits = arith::TruncIOp::create(b, loc, b.getI16Type(), bits);
  Value number = arith::BitcastOp::create(b, loc, b.getF16Type(), bits);
  return arith::ExtFOp::create(b, loc, b.getF32Type(), number);
}

Value BlockArithmetic::single(int64_t offset) {
  Value bits = byteAt(offset);
  for (int64_t i = 1; i < 4; ++i)
    bits = join(bits, shiftLeft(byteAt(offset + i), 8 * i));
  return arith::BitcastOp::create(b, loc, b.getF32Type(), bits);
}

Value BlockDecoder::bytesAt(int64_t offset, bool isSigned) {
  Value read = bytes.runAt(b, loc, offset);
  Type wide = withElement(read.getType(), b.getI32Type());
  if (isSigned)
    return arith::ExtSIOp::create(b, loc, wide, read);
  return arith::ExtUIOp::create(b, loc, wide, read);
}

// ---- arithmetic ----

Value BlockArithmetic::field(Value value, int64_t shift, int64_t mask) {
  if (shift != 0)
    value = arith::ShRUIOp::create(b, loc, value, intConstant(b, loc, value, shift));
  return arith::AndIOp::create(b, loc, value, intConstant(b, loc, value, mask));
}

Value BlockArithmetic::shiftLeft(Value value, int64_t by) {
  return arith::ShLIOp::create(b, loc, value, intConstant(b, loc, value, by));
}

Value BlockArithmetic::join(Value low, Value high) {
  return arith::OrIOp::create(b, loc, low, high);
}

Value BlockArithmetic::plus(Value value, int64_t addend) {
  return arith::AddIOp::create(b, loc, value, intConstant(b, loc, value, addend));
}

Value BlockArithmetic::toFloat(Value value) {
  return arith::SIToFPOp::create(b, loc, withElement(value.getType(), b.getF32Type()), value);
}

Value BlockArithmetic::times(Value lhs, Value rhs) {
  return arith::MulFOp::create(b, loc, lhs, rhs);
}

} // namespace rlx
