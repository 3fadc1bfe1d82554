// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of rlx.recode_blocks. The lowering looks up the entries of 8 elements as a word of their
// codes, in a loop over the groups of 32 elements of a block:
//
//   word of codes   e7 .. e1 e0          (two or four bits each)
//   codes           [e0, e1, .., e7]     | 8 for negative ones
//   result          codes 0..15 as low nibbles of 16 bytes, codes 16..31 as their high nibbles
#include "dialects/rlx/ir/BlockQuantOps.h"
#include "dialects/rlx/ops/quant/BlockLayout.h"
#include "dialects/rlx/reference/Blocks.h"
#include "dialects/rlx/reference/Codebooks.h"
#include "dialects/rlx/support/IndexChecks.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "dialects/rlx/support/SequentialLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace rlx;

namespace {

constexpr int64_t kGroup = 32, kEntry = 8; // elements
constexpr int64_t kEntries = kGroup / kEntry;
constexpr int64_t kGroups = 8; // in a block
constexpr int64_t kNegative = 8;

// The fields of 32 elements, as i32.
struct Group {
  std::array<Value, kEntries> words, signs; // of 8 elements each
  std::array<Value, 2> scales;              // of 16 elements each
};

// Reads a block at `start` of a row, and writes its codes at `target`. Offsets are index values.
class Recoder {
public:
  Recoder(OpBuilder &b, Location loc, BlockScheme scheme, Value bytes, ValueRange row, Value start,
          ValueRange resultRow, Value target)
      : b(b), loc(loc), scheme(scheme), from(blockLayout(scheme)),
        to(blockLayout(recoding(scheme)->to)), bytes(bytes), row(row), start(start),
        resultRow(resultRow), target(target) {}

  Value recode(Value out) {
    Value bits = arith::BitcastOp::create(b, loc, b.getI32Type(), scaleOfBlock());
    for (int64_t i = 0; i < 4; ++i)
      out = writeByte(out, at(to.scale + i), field(bits, 8 * i, 255));
    return inOrder(b, loc, OpFoldResult(b.getIndexAttr(kGroups)), {out},
                   [&](OpBuilder &nested, Location, ValueRange number, ValueRange carried) {
                     OpBuilder::InsertionGuard guard(b);
                     b.setInsertionPoint(nested.getInsertionBlock(), nested.getInsertionPoint());
                     return SmallVector<Value>{recodeGroup(number[0], carried[0])};
                   })[0];
  }

private:
  Value recodeGroup(Value number, Value out) {
    Group group = groupOf(number);
    const int64_t scales = 2 / runsPerScale(to);
    for (int64_t i = 0; i < scales; ++i)
      out = writeByte(out, plus(scaled(number, scales), to.scales + i),
                      plusInt(shiftLeft(group.scales[i], 1), 1));
    for (int64_t half = 0; half < 2; ++half) {
      Value low = codes(group.words[half], group.signs[half]);
      Value high = codes(group.words[half + 2], group.signs[half + 2]);
      Value joined = join(low, shiftLeft(high, 4));
      joined =
          arith::TruncIOp::create(b, loc, withElement(joined.getType(), b.getI8Type()), joined);
      out = write(out, plus(scaled(number, 16), to.quants + half * kEntry), joined);
    }
    return out;
  }

  // ---- the schemes ----

  Group groupOf(Value j) {
    Group group;
    switch (scheme) {
    case BlockScheme::IQ1_S: {
      Value high = u16(plus(scaled(j, 2), from.scales));
      Value sign = all(field(high, 15, 1));
      for (int64_t k = 0; k < kEntries; ++k)
        set(group, k, join(byte(entry(j, k)), shiftLeft(field(high, 3 * k, 7), 8)), sign);
      group.scales.fill(field(high, 12, 7));
      return group;
    }
    case BlockScheme::IQ1_M: {
      for (int64_t k = 0; k < kEntries; ++k) {
        Value high = field(byte(plus(scaled(j, 2), from.highBits + k / 2)), k % 2 * 4, 15);
        set(group, k, join(byte(entry(j, k)), shiftLeft(field(high, 0, 7), 8)),
            all(field(high, 3, 1)));
      }
      Value packed = u16(plus(scaled(over(j, 2), 2), from.scales));
      for (int64_t half = 0; half < 2; ++half)
        group.scales[half] = fieldAt(packed, plus(scaled(rest(j, 2), 6), 3 * half), 7);
      return group;
    }
    case BlockScheme::IQ2_XXS: {
      Value base = plus(scaled(j, 8), from.quants), second = u32(plus(base, 4));
      for (int64_t k = 0; k < kEntries; ++k)
        set(group, k, byte(plus(base, k)), withParity(field(second, 7 * k, 127)));
      group.scales.fill(field(second, 28, 15));
      return group;
    }
    case BlockScheme::IQ2_XS: {
      for (int64_t k = 0; k < kEntries; ++k) {
        Value both = u16(plus(scaled(j, 8), from.quants + 2 * k));
        set(group, k, field(both, 0, 511), withParity(field(both, 9, 127)));
      }
      setHalves(group, byte(plus(j, from.scales)));
      return group;
    }
    case BlockScheme::IQ2_S: {
      Value high = byte(plus(j, from.highBits));
      for (int64_t k = 0; k < kEntries; ++k)
        set(group, k, join(byte(entry(j, k)), shiftLeft(field(high, 2 * k, 3), 8)),
            byte(plus(entry(j, k), 32)));
      setHalves(group, byte(plus(j, from.scales)));
      return group;
    }
    case BlockScheme::IQ3_XXS: {
      Value second = u32(plus(scaled(j, 4), from.scales));
      for (int64_t k = 0; k < kEntries; ++k) {
        Value at = plus(scaled(j, 8), from.quants + 2 * k);
        group.words[k] = join(lookUp(byte(at)), shiftLeft(lookUp(byte(plus(at, 1))), 16));
        group.signs[k] = withParity(field(second, 7 * k, 127));
      }
      group.scales.fill(field(second, 28, 15));
      return group;
    }
    default: { // IQ3_S
      Value high = byte(plus(j, from.highBits));
      for (int64_t k = 0; k < kEntries; ++k) {
        Value at = plus(scaled(j, 8), from.quants + 2 * k);
        auto half = [&](int64_t i) {
          Value bit = shiftLeft(field(high, 2 * k + i, 1), 8);
          return lookUp(join(byte(plus(at, i)), bit));
        };
        group.words[k] = join(half(0), shiftLeft(half(1), 16));
        group.signs[k] = byte(plus(scaled(j, 4), from.highBits + 8 + k));
      }
      group.scales.fill(fieldAt(byte(plus(over(j, 2), from.scales)), scaled(rest(j, 2), 4), 15));
      return group;
    }
    }
  }

  void set(Group &group, int64_t k, Value number, Value signs) {
    group.words[k] = lookUp(number);
    group.signs[k] = signs;
  }
  void setHalves(Group &group, Value scales) {
    group.scales = {field(scales, 0, 15), field(scales, 4, 15)};
  }

  // d of the result, as f32.
  Value scaleOfBlock() {
    Value bits;
    if (scheme == BlockScheme::IQ1_M)
      for (int64_t i = 0; i < 4; ++i) {
        Value nibble = shiftLeft(field(byte(at(from.scales + 2 * i + 1)), 4, 15), 4 * i);
        bits = bits ? join(bits, nibble) : nibble;
      }
    else
      bits = u16(at(from.scale));
    bits = arith::TruncIOp::create(b, loc, b.getI16Type(), bits);
    Value half = arith::BitcastOp::create(b, loc, b.getF16Type(), bits);
    Value d = arith::ExtFOp::create(b, loc, b.getF32Type(), half);
    return arith::MulFOp::create(b, loc, d,
                                 scalarConstant(b, loc, d.getType(), recoding(scheme)->factor));
  }

  // The offset of entry k of group j, one byte each.
  Value entry(Value j, int64_t k) { return plus(scaled(j, kEntries), from.quants + k); }

  Value lookUp(Value number) {
    const Codebook book = *codebook(scheme);
    auto type = RankedTensorType::get(book.entries.size(), b.getI16Type());
    Value table = arith::ConstantOp::create(b, loc, DenseElementsAttr::get(type, book.entries));
    Value index = arith::IndexCastOp::create(b, loc, b.getIndexType(), number);
    Value word = tensor::ExtractOp::create(b, loc, table, index);
    return arith::ExtUIOp::create(b, loc, b.getI32Type(), word);
  }

  // The codes of 8 elements.
  Value codes(Value word, Value signs) {
    const int64_t bits = codebook(scheme)->bits;
    Value low = field(lanes(word, bits), 0, bits == 2 ? 3 : 7);
    Value negative = field(lanes(signs, 1), 0, 1);
    return join(low,
                arith::MulIOp::create(b, loc, negative, intConstant(b, loc, negative, kNegative)));
  }
  // Lane i is the word shifted right by i times `bits`.
  Value lanes(Value word, int64_t bits) {
    auto type = VectorType::get(kEntry, b.getI32Type());
    SmallVector<int32_t> by;
    for (int64_t i = 0; i < kEntry; ++i)
      by.push_back(static_cast<int32_t>(i * bits));
    Value shifts = arith::ConstantOp::create(b, loc, DenseElementsAttr::get(type, ArrayRef(by)));
    Value word8 = vector::BroadcastOp::create(b, loc, type, word);
    return arith::ShRUIOp::create(b, loc, word8, shifts);
  }

  // Seven signs, and an eighth that makes the number of set bits even.
  Value withParity(Value signs) {
    Value folded = signs;
    for (const int64_t by : {4, 2, 1})
      folded = arith::XOrIOp::create(b, loc, folded, field(folded, by, 127));
    return join(signs, shiftLeft(field(folded, 0, 1), 7));
  }
  // 255 for 1.
  Value all(Value bit) { return arith::MulIOp::create(b, loc, bit, intConstant(b, loc, bit, 255)); }

  // ---- memory; offsets are bytes from the start of the block ----

  Value byte(Value offset) {
    SmallVector<Value> position(row);
    position.push_back(arith::AddIOp::create(b, loc, start, offset));
    Value read = tensor::ExtractOp::create(b, loc, bytes, position);
    return arith::ExtUIOp::create(b, loc, b.getI32Type(), read);
  }
  Value u16(Value offset) { return join(byte(offset), shiftLeft(byte(plus(offset, 1)), 8)); }
  Value u32(Value offset) { return join(u16(offset), shiftLeft(u16(plus(offset, 2)), 16)); }

  SmallVector<Value> targetAt(Value offset) {
    SmallVector<Value> position(resultRow);
    position.push_back(arith::AddIOp::create(b, loc, target, offset));
    return position;
  }
  Value write(Value out, Value offset, Value vector) {
    return vector::TransferWriteOp::create(b, loc, vector, out, targetAt(offset),
                                           ArrayRef<bool>{true})
        .getResult();
  }
  Value writeByte(Value out, Value offset, Value value) {
    Value byte = arith::TruncIOp::create(b, loc, b.getI8Type(), value);
    return tensor::InsertOp::create(b, loc, byte, out, targetAt(offset));
  }

  // ---- arithmetic: on indices, then on i32 ----

  Value at(int64_t offset) { return indexConstant(b, loc, offset); }
  Value plus(Value index, int64_t by) { return arith::AddIOp::create(b, loc, index, at(by)); }
  Value scaled(Value index, int64_t by) { return arith::MulIOp::create(b, loc, index, at(by)); }
  Value over(Value index, int64_t by) { return arith::DivUIOp::create(b, loc, index, at(by)); }
  Value rest(Value index, int64_t by) { return arith::RemUIOp::create(b, loc, index, at(by)); }

  Value plusInt(Value value, int64_t by) {
    return arith::AddIOp::create(b, loc, value, intConstant(b, loc, value, by));
  }
  Value field(Value value, int64_t shift, int64_t mask) {
    if (shift != 0)
      value = arith::ShRUIOp::create(b, loc, value, intConstant(b, loc, value, shift));
    return arith::AndIOp::create(b, loc, value, intConstant(b, loc, value, mask));
  }
  Value fieldAt(Value value, Value shift, int64_t mask) {
    Value by = arith::IndexCastOp::create(b, loc, b.getI32Type(), shift);
    return field(arith::ShRUIOp::create(b, loc, value, by), 0, mask);
  }
  Value shiftLeft(Value value, int64_t by) {
    return arith::ShLIOp::create(b, loc, value, intConstant(b, loc, value, by));
  }
  Value join(Value low, Value high) { return arith::OrIOp::create(b, loc, low, high); }

  OpBuilder &b;
  Location loc;
  BlockScheme scheme;
  const BlockLayout &from, &to;
  Value bytes;
  SmallVector<Value> row;
  Value start;
  SmallVector<Value> resultRow;
  Value target;
};

// The block of tq2_0 with the elements of one of tq1_0: four runs of 16 elements share 16 bytes.
Value packTernary(OpBuilder &b, Location loc, RowBlock &block, BlockScheme scheme, Value out,
                  ArrayRef<Value> resultRow, Value target) {
  BlockDecoder decoder(b, loc, scheme, block);
  const BlockLayout &to = blockLayout(BlockScheme::TQ2_0);
  auto write = [&](Value vector, int64_t offset) {
    SmallVector<Value> position(resultRow);
    position.push_back(arith::AddIOp::create(b, loc, target, indexConstant(b, loc, offset)));
    out = vector::TransferWriteOp::create(b, loc, vector, out, position, ArrayRef<bool>{true})
              .getResult();
  };
  constexpr int64_t kFields = 4; // in a byte
  for (int64_t half = 0; half < 2; ++half)
    for (int64_t first = 0; first < 2; ++first) {
      Value joined;
      for (int64_t i = 0; i < kFields; ++i) {
        Value digits = decoder.ternaryDigits(8 * half + 2 * i + first);
        digits = arith::ShLIOp::create(b, loc, digits, intConstant(b, loc, digits, 2 * i));
        joined = joined ? arith::OrIOp::create(b, loc, joined, digits).getResult() : digits;
      }
      joined =
          arith::TruncIOp::create(b, loc, withElement(joined.getType(), b.getI8Type()), joined);
      write(joined, to.quants + 32 * half + kBlockRun * first);
    }
  for (int64_t i = 0; i < 2; ++i) {
    Value byte = block.byteAt(b, loc, blockLayout(scheme).scale + i);
    write(vector::BroadcastOp::create(b, loc, VectorType::get(1, b.getI8Type()), byte),
          to.scale + i);
  }
  return out;
}

} // namespace

LogicalResult RecodeBlocksOp::infer(InferContext &ctx, Adaptor op,
                                    SmallVectorImpl<InferredType> &results) {
  const std::optional<Recoding> found = recoding(op.getScheme());
  if (!found) // recode_blocks_c1
    return ctx.fail("expects a scheme of codebooks or tq1_0, but got " +
                    stringifyBlockScheme(op.getScheme()));
  Dims shape = ctx.shape(op.getInput());
  if (shape.empty()) // recode_blocks_c2
    return ctx.fail("expects an input of rank 1 or more, but got rank 0");
  const int64_t bytes = blockLayout(op.getScheme()).bytes;
  const std::optional<int64_t> known = InferContext::staticValue(shape.back());
  if (known && *known % bytes != 0) // recode_blocks_c3
    return ctx.fail("expects rows of whole blocks of " + Twine(bytes) + " bytes (" +
                    stringifyBlockScheme(op.getScheme()) + "), but got " + Twine(*known) +
                    " bytes");
  if (!known)
    ctx.requireEqual(shape.back() % bytes, ctx.constant(0), "rows of weights are whole blocks");
  shape.back() = shape.back().floorDiv(bytes) * blockLayout(found->to).bytes;
  results.push_back({shape, InferContext::elementType(op.getInput())});
  return success();
}

FailureOr<SmallVector<Value>> RecodeBlocksOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                            LoweringReason &) {
  Value init = emptyResult(b, *this, operands);
  auto type = cast<RankedTensorType>(init.getType());
  const int64_t last = type.getRank() - 1, bytes = blockLayout(getScheme()).bytes,
                written = blockLayout(recoding(getScheme())->to).bytes;
  Value numBlocks = arith::DivUIOp::create(b, getLoc(), sizeOf(b, getLoc(), operands[0], last),
                                           indexConstant(b, getLoc(), bytes));
  auto block = [&](OpBuilder &nested, Location l, ValueRange at, const ResultSlice &slice,
                   Value out) -> Value {
    SmallVector<Value> row = shifted(nested, l, at, slice.offsets);
    ValueRange source = ValueRange(row).drop_back(), result = at.drop_back();
    auto offset = [&](int64_t size) -> Value {
      return arith::MulIOp::create(nested, l, at.back(), indexConstant(nested, l, size));
    };
    if (getScheme() == BlockScheme::TQ1_0) {
      RowBlock read(nested, l, getScheme(), operands[0], source, at.back());
      return packTernary(nested, l, read, getScheme(), out, SmallVector<Value>(result),
                         offset(written));
    }
    return Recoder(nested, l, getScheme(), operands[0], source, offset(bytes), result,
                   offset(written))
        .recode(out);
  };
  auto slices = [&](OpBuilder &nested, Location l, const ResultSlice &slice) {
    SmallVector<OpFoldResult> sizes(slice.sizes);
    sizes.back() = numBlocks;
    return inOrder(nested, l, sizes, slice.tensors,
                   [&](OpBuilder &inner, Location at, ValueRange position, ValueRange carried) {
                     return SmallVector<Value>{block(inner, at, position, slice, carried[0])};
                   });
  };
  const int64_t steps =
      type.isDynamicDim(last) ? ShapedType::kDynamic : type.getDimSize(last) / kEntry;
  return forEachSlice(b, getLoc(), {init}, llvm::to_vector(llvm::seq<int64_t>(0, last)), steps,
                      slices);
}

llvm::Error RecodeBlocksOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                     MutableArrayRef<ref::Tensor> out) {
  const std::vector<int64_t> recoded = ref::recodeBlocks(getScheme(), in[0]);
  std::ranges::copy(recoded, out[0].ints.begin());
  return llvm::Error::success();
}
