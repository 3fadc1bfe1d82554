// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lowerings of the matmuls with block-quantized weights. A row of weights is along the K dimension.
// Its blocks are decoded 16 elements at a time in vector registers, and multiplied there with the
// elements of a few lhs rows. So only packed bytes are read from memory.
#include "dialects/rlx/ir/BlockQuantOps.h"
#include "dialects/rlx/ir/PackedOps.h"
#include "dialects/rlx/ops/matmul/RowTiles.h"
#include "dialects/rlx/ops/packed/BlockPanels.h"
#include "dialects/rlx/support/IndexChecks.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace rlx;

namespace {

// The rows that are computed together; their accumulators fit into the registers.
constexpr int64_t kMaxRows = 8;

// Returns access to a block of a row of weights.
using BlockReader =
    std::function<std::unique_ptr<BlockBytes>(OpBuilder &, Location, ValueRange row, Value block)>;

// Blocks in the layout of the file.
BlockReader readRows(BlockScheme scheme, Value weights) {
  return [=](OpBuilder &b, Location loc, ValueRange row, Value block) {
    return std::make_unique<RowBlock>(b, loc, scheme, weights, row, block);
  };
}

// The number of blocks in a row of such weights.
Value countBlocks(OpBuilder &b, Location loc, BlockScheme scheme, Value weights) {
  int64_t last = cast<RankedTensorType>(weights.getType()).getRank() - 1;
  Value bytes = sizeOf(b, loc, weights, last);
  return arith::DivUIOp::create(b, loc, bytes, indexConstant(b, loc, blockLayout(scheme).bytes));
}

class BlockMatmul {
public:
  BlockMatmul(BlockScheme scheme, Value lhs, Value numBlocks, BlockReader read)
      : scheme(scheme), layout(blockLayout(scheme)), lhs(lhs),
        element(getElementTypeOrSelf(lhs.getType())), accumulator(accumulatorType(element)),
        numBlocks(numBlocks), read(std::move(read)) {}

  // The dot products of some lhs rows with the weight row at `weightRow`, as scalars.
  SmallVector<Value> dot(OpBuilder &b, Location loc, const RowPositions &rows,
                         ValueRange weightRow) const {
    auto type = VectorType::get(kBlockRun, accumulator);
    SmallVector<Value> sums(rows.size(), scalarConstant(b, loc, type, 0));
    sums = inOrder(b, loc, OpFoldResult(numBlocks), sums,
                   [&](OpBuilder &nested, Location l, ValueRange at, ValueRange carried) {
                     return addBlock(nested, l, rows, weightRow, at[0], carried);
                   });
    for (Value &sum : sums) {
      sum = vector::ReductionOp::create(b, loc, vector::CombiningKind::ADD, sum,
                                        arith::FastMathFlags::reassoc);
      sum = convertFloat(b, loc, sum, element);
    }
    return sums;
  }

private:
  SmallVector<Value> addBlock(OpBuilder &b, Location loc, const RowPositions &rows,
                              ValueRange weightRow, Value block, ValueRange carried) const {
    SmallVector<Value> sums(carried);
    std::unique_ptr<BlockBytes> bytes = read(b, loc, weightRow, block);
    BlockDecoder decoder(b, loc, scheme, *bytes);
    Value first = arith::MulIOp::create(b, loc, block, indexConstant(b, loc, layout.elements));
    for (int64_t run = 0; run < decoder.numRuns(); ++run) {
      Value column = arith::AddIOp::create(b, loc, first, indexConstant(b, loc, run * kBlockRun));
      Value weight = decoder.run(run);
      for (auto [row, sum] : llvm::zip_equal(rows, sums))
        sum = multiplyAccumulate(b, loc, elements(b, loc, row, column), weight, sum);
    }
    return sums;
  }

  // The elements of an lhs row from `column` on.
  Value elements(OpBuilder &b, Location loc, ArrayRef<Value> row, Value column) const {
    SmallVector<Value> position(row);
    position.push_back(column);
    return vector::TransferReadOp::create(b, loc, VectorType::get(kBlockRun, element), lhs,
                                          position, scalarConstant(b, loc, element, 0),
                                          ArrayRef<bool>{true});
  }

  BlockScheme scheme;
  const BlockLayout &layout;
  Value lhs;
  Type element, accumulator;
  Value numBlocks;
  BlockReader read;
};

// All rows of `lhs` times all weight rows, one column of the result after the other.
SmallVector<Value> multiply(OpBuilder &b, Location loc, Value lhs, Value init,
                            const BlockMatmul &product) {
  int64_t last = cast<RankedTensorType>(init.getType()).getRank() - 1;
  RowTiles tiles(b, loc, lhs, kMaxRows);
  auto column = [&](OpBuilder &nested, Location l, Value n, Value weightRow, Value out) {
    return tiles.forEach(
        nested, l, out, [&](OpBuilder &inner, Location at, const RowPositions &rows, Value result) {
          SmallVector<Value> sums = product.dot(inner, at, rows, weightRow);
          for (auto [row, sum] : llvm::zip_equal(rows, sums)) {
            SmallVector<Value> position(row);
            position.push_back(n);
            result = tensor::InsertOp::create(inner, at, sum, result, position);
          }
          return result;
        });
  };
  auto slices = [&](OpBuilder &nested, Location l, const ResultSlice &slice) {
    return inOrder(nested, l, slice.sizes.back(), slice.tensors,
                   [&](OpBuilder &inner, Location at, ValueRange n, ValueRange carried) {
                     SmallVector<Value> weightRow = shifted(inner, at, n, slice.offsets.back());
                     return SmallVector<Value>{column(inner, at, n[0], weightRow[0], carried[0])};
                   });
  };
  return forEachSlice(b, loc, {init}, {last}, contractionSteps(lhs, kBlockRun, 1024), slices);
}

// Each row of `operands` (lhs, weights [E, ..], indices) times all weight rows of its expert.
SmallVector<Value> multiplyGrouped(OpBuilder &b, Location loc, ValueRange operands, Type index,
                                   Value init, const BlockMatmul &product) {
  Value indices = operands[2], experts = sizeOf(b, loc, operands[1], 0);
  // Computes the elements of one row that are in the slice.
  auto row = [&](OpBuilder &nested, Location l, const ResultSlice &slice, Value m, Value out) {
    Value lhsRow = shifted(nested, l, m, slice.offsets[0])[0];
    Value raw = tensor::ExtractOp::create(nested, l, indices, lhsRow);
    Value expert = checkedIndex(nested, l, raw, index, experts);
    return inOrder(nested, l, slice.sizes[1], {out},
                   [&](OpBuilder &inner, Location at, ValueRange n, ValueRange carried) {
                     Value weightRow = shifted(inner, at, n, slice.offsets[1])[0];
                     Value sum = product.dot(inner, at, {{lhsRow}}, {expert, weightRow})[0];
                     return SmallVector<Value>{
                         tensor::InsertOp::create(inner, at, sum, carried[0], ValueRange{m, n[0]})};
                   });
  };
  auto slices = [&](OpBuilder &nested, Location l, const ResultSlice &slice) {
    return inOrder(nested, l, slice.sizes[0], slice.tensors,
                   [&](OpBuilder &inner, Location at, ValueRange m, ValueRange carried) {
                     return row(inner, at, slice, m[0], carried[0]);
                   });
  };
  auto lhs = cast<RankedTensorType>(operands[0].getType());
  int64_t steps = lhs.isDynamicDim(1) ? ShapedType::kDynamic : lhs.getDimSize(1) / kBlockRun;
  return forEachSlice(b, loc, {init}, {0, 1}, steps, slices);
}

} // namespace

FailureOr<SmallVector<Value>> DequantMatmulOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                             LoweringReason &why) {
  if (failed(expectDecodable(getScheme(), why)))
    return failure();
  Value init = emptyResult(b, *this, operands);
  Value blocks = countBlocks(b, getLoc(), getScheme(), operands[1]);
  BlockMatmul product(getScheme(), operands[0], blocks, readRows(getScheme(), operands[1]));
  return multiply(b, getLoc(), operands[0], init, product);
}

FailureOr<SmallVector<Value>>
DequantMatmulPackedOp::lowerToLinalg(OpBuilder &b, ValueRange operands, LoweringReason &) {
  Value init = emptyResult(b, *this, operands), weights = operands[1];
  const BlockPanels &panels = *blockPanels(getScheme());
  auto read = [&](OpBuilder &, Location, ValueRange row, Value block) {
    return std::make_unique<PanelBlock>(panels, weights, row[0], block);
  };
  BlockMatmul product(getScheme(), operands[0], sizeOf(b, getLoc(), weights, 1), read);
  return multiply(b, getLoc(), operands[0], init, product);
}

FailureOr<SmallVector<Value>>
DequantGroupedMatmulOp::lowerToLinalg(OpBuilder &b, ValueRange operands, LoweringReason &why) {
  if (failed(expectDecodable(getScheme(), why)))
    return failure();
  Value init = emptyResult(b, *this, operands);
  Value blocks = countBlocks(b, getLoc(), getScheme(), operands[1]);
  BlockMatmul product(getScheme(), operands[0], blocks, readRows(getScheme(), operands[1]));
  return multiplyGrouped(b, getLoc(), operands, getIndices().getType().getElementType(), init,
                         product);
}

FailureOr<SmallVector<Value>>
DequantGroupedMatmulPackedOp::lowerToLinalg(OpBuilder &b, ValueRange operands, LoweringReason &) {
  Value init = emptyResult(b, *this, operands), weights = operands[1];
  const BlockPanels &panels = *blockPanels(getScheme());
  auto read = [&](OpBuilder &, Location, ValueRange row, Value block) {
    return std::make_unique<PanelBlock>(panels, weights, row.back(), block, row.drop_back());
  };
  BlockMatmul product(getScheme(), operands[0], sizeOf(b, getLoc(), weights, 2), read);
  return multiplyGrouped(b, getLoc(), operands, getIndices().getType().getElementType(), init,
                         product);
}
