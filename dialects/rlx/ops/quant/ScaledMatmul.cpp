// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lowering of the matmul with weights of 4 or 8 bits. Weights are contiguous along the columns
// of the result. Adjacent ones are decoded in a vector register, and multiplied with one element of
// each of a few lhs rows. A chunk of weight rows is used for all columns of a workgroup before the
// next chunk, so memory is read in long contiguous pieces. The accumulators stay in a tile
// meanwhile.
//
//   for each chunk of kChunk weight rows:        (K dimension)
//     for each vector of columns:                (64, 16 or 1 wide)
//       for each k in the chunk: decode w[k, n..], acc[m, n..] += lhs[m, k] * w
#include "dialects/rlx/ir/ScaledQuantOps.h"
#include "dialects/rlx/ops/matmul/RowTiles.h"
#include "dialects/rlx/ops/quant/ScaledFormat.h"
#include "dialects/rlx/support/IndexChecks.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace rlx;

namespace {

// Vector widths, in the order in which they cover the columns. The widest takes whole cache lines
// of weights. Remaining columns are computed one by one.
constexpr int64_t kWidths[] = {64, 16, 1};
// The numbers of lhs rows whose accumulators fit into the registers.
constexpr int64_t kWideRows = 4, kNarrowRows = 8;
// The number of weight rows in a chunk.
constexpr int64_t kChunk = 32;

class ScaledMatmulLoops {
public:
  ScaledMatmulLoops(OpBuilder &builder, Location loc, const ScaledWeights &weights, Value lhs)
      : weights(weights), lhs(lhs), element(getElementTypeOrSelf(lhs.getType())),
        accumulator(accumulatorType(element)), wide(builder, loc, lhs, kWideRows),
        narrow(builder, loc, lhs, kNarrowRows) {
    numBlocks = indexConstant(builder, loc, 1);
    blockLength = sizeOf(builder, loc, lhs, cast<ShapedType>(lhs.getType()).getRank() - 1);
    if (weights.blockSize > 0) {
      numBlocks = sizeOf(builder, loc, weights.scale, 0);
      blockLength = indexConstant(builder, loc, weights.blockSize);
    }
    Value chunk = indexConstant(builder, loc, kChunk);
    numChunks = arith::CeilDivUIOp::create(builder, loc, blockLength, chunk);
  }

  // The columns of the result that are in the slice.
  Value run(OpBuilder &b, Location loc, const ResultSlice &slice) const {
    Value zeros = slice.tensors[0];
    if (element != accumulator)
      zeros = tensor::EmptyOp::create(b, loc, slice.sizes, accumulator);
    zeros = filled(b, loc, zeros, 0);
    Value sums = inOrder(b, loc, {OpFoldResult(numBlocks), OpFoldResult(numChunks)}, {zeros},
                         [&](OpBuilder &nested, Location l, ValueRange at, ValueRange carried) {
                           Value chunk = indexConstant(nested, l, kChunk);
                           Value before = arith::MulIOp::create(nested, l, at[1], chunk);
                           Value rest = arith::SubIOp::create(nested, l, blockLength, before);
                           Value start = arith::MulIOp::create(nested, l, at[0], blockLength);
                           Rows rows{at[0], arith::AddIOp::create(nested, l, start, before),
                                     arith::MinUIOp::create(nested, l, rest, chunk)};
                           return SmallVector<Value>{addRows(nested, l, rows, slice, carried[0])};
                         })[0];
    if (element == accumulator)
      return sums;
    return convertInto(b, loc, sums, slice.tensors[0]);
  }

private:
  // Weight rows that are all in one block.
  struct Rows {
    Value block, first, count;
  };

  // Adds the contribution of these weight rows to the columns of the slice.
  Value addRows(OpBuilder &b, Location loc, const Rows &rows, const ResultSlice &slice,
                Value sums) const {
    Value size = getValueOrCreateConstantIndexOp(b, loc, slice.sizes.back());
    Value done = indexConstant(b, loc, 0);
    for (int64_t width : kWidths) {
      if (width > 1 && !canVectorise())
        continue;
      Value step = indexConstant(b, loc, width), first = done;
      Value rest = arith::SubIOp::create(b, loc, size, done);
      Value count = arith::DivUIOp::create(b, loc, rest, step);
      sums = inOrder(b, loc, OpFoldResult(count), {sums},
                     [&](OpBuilder &nested, Location l, ValueRange i, ValueRange carried) {
                       Value to = arith::MulIOp::create(nested, l, i[0], step);
                       to = arith::AddIOp::create(nested, l, to, first);
                       Value n = shifted(nested, l, to, slice.offsets.back())[0];
                       return SmallVector<Value>{
                           addColumns(nested, l, rows, width, n, to, carried[0])};
                     })[0];
      Value covered = arith::MulIOp::create(b, loc, count, step);
      done = arith::AddIOp::create(b, loc, done, covered);
    }
    return sums;
  }

  // The same for `lanes` columns: from `n` on in the weights, and from `to` on in the accumulators.
  Value addColumns(OpBuilder &b, Location loc, const Rows &rows, int64_t lanes, Value n, Value to,
                   Value sums) const {
    auto type = VectorType::get(lanes, accumulator);
    auto tile = [&](OpBuilder &nested, Location l, const RowPositions &lhsRows, Value out) {
      SmallVector<SmallVector<Value>> positions(lhsRows);
      SmallVector<Value> values;
      for (SmallVector<Value> &position : positions) {
        position.push_back(to);
        values.push_back(vector::TransferReadOp::create(nested, l, type, out, position,
                                                        scalarConstant(nested, l, accumulator, 0),
                                                        ArrayRef<bool>{true}));
      }
      values = addProducts(nested, l, rows, lanes, n, lhsRows, values);
      for (auto [position, value] : llvm::zip_equal(positions, values))
        out = vector::TransferWriteOp::create(nested, l, value, out, position, ArrayRef<bool>{true})
                  .getResult();
      return out;
    };
    return (lanes == kWidths[0] ? wide : narrow).forEach(b, loc, sums, tile);
  }

  SmallVector<Value> addProducts(OpBuilder &b, Location loc, const Rows &rows, int64_t lanes,
                                 Value n, const RowPositions &lhsRows, ValueRange sums) const {
    ScaledDecoder::Factors factors = ScaledDecoder(b, loc, weights, lanes, n).factors(rows.block);
    return inOrder(b, loc, OpFoldResult(rows.count), sums,
                   [&](OpBuilder &nested, Location l, ValueRange i, ValueRange carried) {
                     Value k = arith::AddIOp::create(nested, l, rows.first, i[0]);
                     ScaledDecoder decoder(nested, l, weights, lanes, n);
                     return addRow(nested, l, decoder.weights(k, factors), k, lhsRows, carried);
                   });
  }

  SmallVector<Value> addRow(OpBuilder &b, Location loc, Value weight, Value k,
                            const RowPositions &lhsRows, ValueRange carried) const {
    SmallVector<Value> sums(carried);
    for (auto [row, sum] : llvm::zip_equal(lhsRows, sums)) {
      SmallVector<Value> position(row);
      position.push_back(k);
      Value x = tensor::ExtractOp::create(b, loc, lhs, position);
      x = convertFloat(b, loc, x, accumulator);
      x = vector::BroadcastOp::create(b, loc, sum.getType(), x);
      sum = multiplyAccumulate(b, loc, x, weight, sum);
    }
    return sums;
  }

  // Whether weights of 4 bits can be read as vectors: every row must start with a whole byte.
  bool canVectorise() const {
    int64_t columns = cast<RankedTensorType>(weights.scale.getType()).getShape().back();
    return !isPackedInNibbles(weights.format) ||
           (!ShapedType::isDynamic(columns) && columns % 2 == 0);
  }

  const ScaledWeights &weights;
  Value lhs;
  Type element, accumulator;
  RowTiles wide, narrow;
  Value numBlocks, blockLength, numChunks;
};

} // namespace

FailureOr<SmallVector<Value>>
DequantMatmulScaledOp::lowerToLinalg(OpBuilder &b, ValueRange operands, LoweringReason &) {
  Value init = emptyResult(b, *this, operands);
  int64_t last = cast<RankedTensorType>(init.getType()).getRank() - 1;
  ScaledWeights weights = ScaledWeights::of(Adaptor(operands, *this));
  ScaledMatmulLoops product(b, getLoc(), weights, operands[0]);
  // Workgroups have at least 256 columns.
  return forEachSlice(b, getLoc(), {init}, {last}, contractionSteps(operands[0], kWidths[1], 64),
                      [&](OpBuilder &nested, Location l, const ResultSlice &slice) {
                        return SmallVector<Value>{product.run(nested, l, slice)};
                      });
}
