// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of rlx.gather_packed. The lowering computes where each element of a row is in the panels.
// The reference reads rows in blocks by UnwovenRow.h.
#include "dialects/rlx/ir/PackedOps.h"
#include "dialects/rlx/ops/packed/BlockPanels.h"
#include "dialects/rlx/ops/packed/PackedPanels.h"
#include "dialects/rlx/ops/packed/UnwovenRow.h"
#include "dialects/rlx/support/IndexChecks.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace rlx;

namespace {

LogicalResult expectBlockPanels(InferContext &ctx, GatherPackedOp::Adaptor op, ArrayRef<Dim> panels,
                                BlockScheme scheme) {
  const BlockPanels *layout = blockPanels(scheme);
  if (!layout) // gather_packed_c4
    return ctx.fail("expects a scheme that has panels, but got " + stringifyBlockScheme(scheme));
  if (panels.size() != 3 || !InferContext::elementType(op.getPanels()).isUnsignedInteger(8))
    return ctx.fail("expects panels of blocks to have rank 3 and element type ui8");
  const int64_t n = op.getN(), k = op.getK();
  return failure(
      failed(expectEqual(ctx, panels[0], ctx.constant((n - 1) / kPanelRows + 1),
                         "the number of panels")) ||
      failed(expectEqual(ctx, panels[1] * layout->bytes, ctx.constant(k), "the bytes of a row")) ||
      failed(expectEqual(ctx, panels[2], ctx.constant(layout->bytes * kPanelRows),
                         "the bytes of a panel's block")));
}

LogicalResult expectColumnPanels(InferContext &ctx, GatherPackedOp::Adaptor op,
                                 ArrayRef<Dim> panels) {
  if (panels.size() != 3 && panels.size() != 4)
    return ctx.fail("expects panels of rank 3 or 4, but got rank " + Twine(panels.size()));
  FailureOr<int64_t> group = panelGroupOf(ctx, panels, "panels");
  if (failed(group) || failed(expectPanelsHold(ctx, panels, op.getN(), "n")))
    return failure();
  return expectEqual(ctx, panels[1], ctx.constant((op.getK() - 1) / *group + 1),
                     "the number of groups of elements in a panel");
}

// Index arithmetic.
struct Indices {
  OpBuilder &b;
  Location loc;

  Value c(int64_t value) { return indexConstant(b, loc, value); }
  Value add(Value x, Value y) { return arith::AddIOp::create(b, loc, x, y); }
  Value sub(Value x, Value y) { return arith::SubIOp::create(b, loc, x, y); }
  Value mul(Value x, int64_t y) { return arith::MulIOp::create(b, loc, x, c(y)); }
  Value div(Value x, Value y) { return arith::DivUIOp::create(b, loc, x, y); }
  Value rem(Value x, Value y) { return arith::RemUIOp::create(b, loc, x, y); }

  // Where byte `i` of a block is in its panel, for a row of the panel; see BlockPanels.h.
  Value byteInPanel(const BlockPanels &layout, Value i, Value row) {
    Value place;
    const SmallVector<PanelPart> parts = layout.parts();
    for (const PanelPart &part : llvm::reverse(parts)) {
      Value inUnit = rem(sub(i, c(part.offset)), c(part.unit));
      Value here = add(mul(sub(i, inUnit), kPanelRows), add(mul(row, part.unit), inUnit));
      if (place) {
        Value isHere = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, i,
                                             c(part.offset + part.bytes));
        here = arith::SelectOp::create(b, loc, isHere, here, place);
      }
      place = here;
    }
    return place;
  }
};

} // namespace

LogicalResult GatherPackedOp::infer(InferContext &ctx, Adaptor op,
                                    SmallVectorImpl<InferredType> &results) {
  if (int64_t(op.getN()) <= 0 || int64_t(op.getK()) <= 0) // gather_packed_c1
    return ctx.fail("expects n and k to be positive, but got " + Twine(int64_t(op.getN())) +
                    " and " + Twine(int64_t(op.getK())));
  const Dims panels = ctx.shape(op.getPanels());
  if (failed(op.getScheme()
                 ? expectBlockPanels(ctx, op, panels, *op.getScheme()) // gather_packed_c3
                 : expectColumnPanels(ctx, op, panels)))               // gather_packed_c2
    return failure();
  Dims shape = ctx.shape(op.getIndices());
  shape.push_back(ctx.constant(op.getK()));
  results.push_back({shape, InferContext::elementType(op.getPanels())});
  return success();
}

FailureOr<SmallVector<Value>> GatherPackedOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                            LoweringReason &) {
  Location loc = getLoc();
  Value panels = operands[0], indices = operands[1];
  const BlockPanels *blocks = getScheme() ? blockPanels(*getScheme()) : nullptr;
  const int64_t rank = cast<ShapedType>(panels.getType()).getRank();
  Type element = operandElement(*this, 1);
  Value size = indexConstant(b, loc, getN());
  Value width = blocks ? indexConstant(b, loc, kPanelRows) : sizeOf(b, loc, panels, 2);
  Value group = rank == 4 ? sizeOf(b, loc, panels, 3) : Value();
  AffineMap map = b.getMultiDimIdentityMap(getType().getRank())
                      .getSliceMap(0, cast<ShapedType>(indices.getType()).getRank());
  auto read = [&](OpBuilder &nested, Location l, ValueRange at, ValueRange v) -> Value {
    Indices i{nested, l};
    Value row = indexOf(nested, l, *this, v[0], element, size), column = at.back();
    Value panel = i.div(row, width), inPanel = i.rem(row, width);
    SmallVector<Value> position = {panel, column, inPanel};
    if (blocks) {
      Value bytes = i.c(blocks->bytes);
      position = {panel, i.div(column, bytes),
                  i.byteInPanel(*blocks, i.rem(column, bytes), inPanel)};
    } else if (group) {
      position = {panel, i.div(column, group), inPanel, i.rem(column, group)};
    }
    return tensor::ExtractOp::create(nested, l, panels, position);
  };
  return SmallVector<Value>{
      parallelGeneric(b, loc, emptyResult(b, *this, operands), indices, map, read)};
}

llvm::Error GatherPackedOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                     MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor &panels = in[0];
  const int64_t k = getK(), width = panels.shape[2],
                group = panels.rank() == 4 ? panels.shape[3] : 1;
  for (int64_t i = 0, count = in[1].numElements(); i < count; ++i) {
    llvm::Expected<int64_t> row = checkedIndex(in[1], i, getN());
    if (!row)
      return row.takeError();
    if (getScheme()) {
      const ref::Tensor bytes = ref::unwovenRow(*getScheme(), panels, *row);
      for (int64_t j = 0; j < k; ++j)
        out[0].copyElement(i * k + j, bytes, j);
      continue;
    }
    for (int64_t j = 0; j < k; ++j) {
      const int64_t step = *row / width * panels.shape[1] + j / group;
      out[0].copyElement(i * k + j, panels, (step * width + *row % width) * group + j % group);
    }
  }
  return llvm::Error::success();
}
