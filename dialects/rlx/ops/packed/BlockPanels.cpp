// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of BlockPanels.h: the table of panels, and access to their blocks. Only schemes
// with a fast path of the CPU have panels. rlx.pack_blocks makes them.
#include "dialects/rlx/ops/packed/BlockPanels.h"

#include "dialects/rlx/support/LinalgBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace rlx {

static constexpr int64_t kHalf = 2, kQuad = 4; // bytes per unit

SmallVector<PanelPart> BlockPanels::parts() const {
  int64_t halves = numHalves * kHalf, end = firstHalf + halves;
  SmallVector<PanelPart> all = {
      {0, firstHalf, kQuad}, {firstHalf, halves, kHalf}, {end, bytes - end, kQuad}};
  llvm::erase_if(all, [](const PanelPart &part) { return part.bytes == 0; });
  return all;
}

const BlockPanels *blockPanels(BlockScheme scheme) {
  static constexpr BlockPanels q4_0 = {18, 0, 1, 4}, q4_1 = {20, 0, 2, 4}, q5_0 = {22, 0, 1, 5},
                               q5_1 = {24, 0, 2, 5}, q8_0 = {34, 0, 1, 8}, q4_k = {144, 0, 2, 4},
                               q5_k = {176, 0, 2, 5}, q6_k = {210, 208, 1, 6};
  switch (scheme) {
  case BlockScheme::Q4_0:
    return &q4_0;
  case BlockScheme::Q4_1:
    return &q4_1;
  case BlockScheme::Q5_0:
    return &q5_0;
  case BlockScheme::Q5_1:
    return &q5_1;
  case BlockScheme::Q8_0:
    return &q8_0;
  case BlockScheme::Q4_K:
    return &q4_k;
  case BlockScheme::Q5_K:
    return &q5_k;
  case BlockScheme::Q6_K:
    return &q6_k;
  default:
    return nullptr;
  }
}

SmallVector<Value> PanelBlock::position(OpBuilder &b, Location loc, int64_t offset) {
  SmallVector<PanelPart> parts = layout.parts();
  const PanelPart &part = *llvm::find_if(
      parts, [&](const PanelPart &each) { return offset < each.offset + each.bytes; });
  int64_t unit = part.unit, inUnit = (offset - part.offset) % unit;
  Value rows = indexConstant(b, loc, kPanelRows);
  Value panel = arith::DivUIOp::create(b, loc, row, rows);
  Value inPanel = arith::RemUIOp::create(b, loc, row, rows);
  Value last = arith::AddIOp::create(
      b, loc, arith::MulIOp::create(b, loc, inPanel, indexConstant(b, loc, unit)),
      indexConstant(b, loc, (offset - inUnit) * kPanelRows + inUnit));
  return {panel, block, last};
}

Value PanelBlock::byteAt(OpBuilder &b, Location loc, int64_t offset) {
  return tensor::ExtractOp::create(b, loc, weights, position(b, loc, offset));
}

Value PanelBlock::runAt(OpBuilder &b, Location loc, int64_t offset) {
  SmallVector<Value> first = position(b, loc, offset);
  auto unit = VectorType::get(kQuad, b.getI8Type()),
       all = VectorType::get(kBlockRun, b.getI8Type());
  Value zero = scalarConstant(b, loc, b.getI8Type(), 0), run = scalarConstant(b, loc, all, 0);
  for (int64_t i = 0; i < kBlockRun; i += kQuad) {
    SmallVector<Value> at(first);
    at.back() = arith::AddIOp::create(b, loc, at.back(), indexConstant(b, loc, i * kPanelRows));
    Value read =
        vector::TransferReadOp::create(b, loc, unit, weights, at, zero, ArrayRef<bool>{true});
    run = vector::InsertStridedSliceOp::create(b, loc, read, run, ArrayRef<int64_t>{i},
                                               ArrayRef<int64_t>{1});
  }
  return run;
}

} // namespace rlx
