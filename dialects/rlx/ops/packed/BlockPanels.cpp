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

static constexpr int64_t kQuad = 4; // bytes per unit

SmallVector<PanelPart> BlockPanels::parts() const {
  int64_t halves = numHalves * halfBytes, end = firstHalf + halves;
  SmallVector<PanelPart> all = {
      {0, firstHalf, kQuad}, {firstHalf, halves, halfBytes}, {end, bytes - end, kQuad}};
  llvm::erase_if(all, [](const PanelPart &part) { return part.bytes == 0; });
  return all;
}

// Of codes, the bits are those of their values without signs, from 0 to the range of the values.
static constexpr std::pair<BlockScheme, BlockPanels> kPanels[] = {
    {BlockScheme::Q4_0, {18, 0, 1, 4}},       {BlockScheme::Q4_1, {20, 0, 2, 4}},
    {BlockScheme::Q5_0, {22, 0, 1, 5}},       {BlockScheme::Q5_1, {24, 0, 2, 5}},
    {BlockScheme::Q8_0, {34, 0, 1, 8}},       {BlockScheme::Q2_K, {84, 80, 2, 2}},
    {BlockScheme::Q3_K, {110, 108, 1, 3}},    {BlockScheme::Q4_K, {144, 0, 2, 4}},
    {BlockScheme::Q5_K, {176, 0, 2, 5}},      {BlockScheme::Q6_K, {210, 208, 1, 6}},
    {BlockScheme::IQ4_NL, {18, 0, 1, 8}},     {BlockScheme::IQ4_XS, {136, 0, 2, 8}},
    {BlockScheme::MXFP4, {17, 0, 1, 5, 1}},   {BlockScheme::NVFP4, {36, 0, 0, 5}},
    {BlockScheme::TQ2_0, {66, 64, 1, 2}},     {BlockScheme::IQ1_C32, {140, 0, 0, 5}},
    {BlockScheme::IQ1_C16, {148, 0, 0, 5}},   {BlockScheme::IQ2_C32, {140, 0, 0, 7}},
    {BlockScheme::IQ2_C16, {148, 0, 0, 7}},   {BlockScheme::IQ3_XXS_C32, {140, 0, 0, 7}},
    {BlockScheme::IQ3_S_C32, {140, 0, 0, 5}},
};

const BlockPanels *blockPanels(BlockScheme scheme) {
  const auto *found =
      llvm::find_if(kPanels, [&](const auto &panels) { return panels.first == scheme; });
  return found == std::end(kPanels) ? nullptr : &found->second;
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
  SmallVector<Value> result(leading);
  result.append({panel, block, last});
  return result;
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
