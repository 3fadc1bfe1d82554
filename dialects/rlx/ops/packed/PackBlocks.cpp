// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lowering of rlx.pack_blocks: each byte of the panels by itself. CPUs have a schedule
// (conversions/cpu/quant/SchedulePackBlocks.cpp).
#include "dialects/rlx/ir/PackedOps.h"
#include "dialects/rlx/ops/packed/BlockPanels.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace rlx;

namespace {

// A byte of a block.
struct Source {
  Value row, offset; // in the panel, in the block
};

// The byte that is at `place` of a panel's block, if it belongs to the part.
Source sourceIn(OpBuilder &b, Location loc, const PanelPart &part, Value place) {
  auto constant = [&](int64_t value) { return indexConstant(b, loc, value); };
  Value unit = constant(part.unit);
  Value from = arith::SubIOp::create(b, loc, place, constant(part.offset * kPanelRows));
  Value number = arith::DivUIOp::create(b, loc, from, constant(part.unit * kPanelRows));
  Value offset = arith::AddIOp::create(b, loc, arith::MulIOp::create(b, loc, number, unit),
                                       arith::RemUIOp::create(b, loc, from, unit));
  Value row = arith::RemUIOp::create(b, loc, arith::DivUIOp::create(b, loc, from, unit),
                                     constant(kPanelRows));
  return {row, arith::AddIOp::create(b, loc, offset, constant(part.offset))};
}

Source sourceOf(OpBuilder &b, Location loc, const BlockPanels &layout, Value place) {
  Source source;
  const SmallVector<PanelPart> parts = layout.parts();
  for (const PanelPart &part : llvm::reverse(parts)) {
    Source here = sourceIn(b, loc, part, place);
    if (source.row) {
      Value end = indexConstant(b, loc, (part.offset + part.bytes) * kPanelRows);
      Value isHere = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, place, end);
      here = {arith::SelectOp::create(b, loc, isHere, here.row, source.row),
              arith::SelectOp::create(b, loc, isHere, here.offset, source.offset)};
    }
    source = here;
  }
  return source;
}

} // namespace

FailureOr<SmallVector<Value>> PackBlocksOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                          LoweringReason &) {
  const BlockPanels &layout = *blockPanels(getScheme());
  Value weights = operands[0], count = tensor::DimOp::create(b, getLoc(), weights, 0);
  auto byte = [&](OpBuilder &nested, Location l, ValueRange at, ValueRange) -> Value {
    auto constant = [&](int64_t value) { return indexConstant(nested, l, value); };
    Source source = sourceOf(nested, l, layout, at[2]);
    Value row = arith::AddIOp::create(
        nested, l, arith::MulIOp::create(nested, l, at[0], constant(kPanelRows)), source.row);
    Value column = arith::AddIOp::create(
        nested, l, arith::MulIOp::create(nested, l, at[1], constant(layout.bytes)), source.offset);
    Value isRow = arith::CmpIOp::create(nested, l, arith::CmpIPredicate::ult, row, count);
    Value inside = clampToSize(nested, l, row, count);
    Value read = tensor::ExtractOp::create(nested, l, weights, ValueRange{inside, column});
    return arith::SelectOp::create(nested, l, isRow, read,
                                   scalarConstant(nested, l, read.getType(), 0));
  };
  return SmallVector<Value>{
      parallelGeneric(b, getLoc(), emptyResult(b, *this, operands), {}, {}, byte)};
}
