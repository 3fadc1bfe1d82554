// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vector widths and trip counts of row reductions (see RowLoops.h). For example, 256 invocations of
// a row of 8,192 f32 take 4 elements at once, and have 8 iterations each.
#include "conversions/gpu/reduction/RowLoops.h"

#include "conversions/gpu/builder/ContiguousReads.h"
#include "conversions/gpu/builder/ElementEmitter.h"
#include "conversions/gpu/builder/VectorWidth.h"

using namespace mlir;

namespace rlx {

LoopNest RowLoops::nestOf(linalg::LinalgOp op, Value value, ValueRange tensors,
                          SmallVector<unsigned> loops, SmallVector<AffineExpr> sizes) const {
  const int64_t lanes = lanesAlong(op, value, tensors, loops.back(), sizes.back());
  sizes.back() = sizes.back().floorDiv(lanes);
  return {std::move(loops), std::move(sizes), lanes};
}

int64_t RowLoops::lanesAlong(linalg::LinalgOp op, Value value, ValueRange tensors, unsigned loop,
                             AffineExpr size) const {
  auto last = dyn_cast<AffineConstantExpr>(size);
  if (!last)
    return 1;
  auto fits = [&](int64_t lanes) { return last.getValue() % lanes == 0; };
  // The operand that several rows do not share is contiguous along K.
  if (schedule.contiguousRows)
    return rows.reuseRows > 1 && fits(kLoadsInFlight * schedule.parts) ? kLoadsInFlight : 1;
  const int64_t lanes = commonLanes(tensors);
  if (readsRows(op, value, loop))
    return fits(lanes) ? lanes : 1;
  return lanesOfBlocks(op, value, loop, last.getValue());
}

// Decodes elements of quantized blocks at once, as long as the code for all of them stays short.
int64_t RowLoops::lanesOfBlocks(linalg::LinalgOp op, Value value, unsigned loop,
                                int64_t size) const {
  constexpr int64_t kMaxAtOnce = 256;
  int64_t lanes = blockRun(op, value, loop, size, schedule.parts);
  while (lanes * schedule.lanes * rows.reuseRows > kMaxAtOnce && lanes % 2 == 0)
    lanes /= 2;
  return lanes;
}

LoopNest RowLoops::nestOf(const RowReduction &row) const {
  SmallVector<unsigned> reduced;
  SmallVector<AffineExpr> sizes;
  for (auto [i, loop] : llvm::enumerate(row.loops))
    if (!loop) {
      reduced.push_back(static_cast<unsigned>(i));
      sizes.push_back(row.sizes[i]);
    }
  linalg::LinalgOp op = row.reduction.op;
  // Elements that stay in registers have to be the same ones for all reductions.
  ValueRange tensors = op->getOperands();
  if (rows.within.empty() && rows.reductions.size() == 1)
    tensors = tensors.take_front(static_cast<size_t>(op.getNumDpsInputs()));
  return nestOf(op, row.reduction.element, tensors, reduced, sizes);
}

LoopNest RowLoops::nestWithin() const {
  linalg::LinalgOp root = rows.root;
  return nestOf(root, root.getBlock()->getTerminator()->getOperand(0), root->getOperands(),
                rows.within, sizesOf(rows.within));
}

SmallVector<AffineExpr> RowLoops::sizesOf(ArrayRef<unsigned> loops) const {
  return llvm::map_to_vector(loops, [&](unsigned loop) { return rows.sizes[loop]; });
}

SmallVector<AffineExpr> RowLoops::sizesAcross() const {
  SmallVector<AffineExpr> sizes = sizesOf(rows.across);
  if (schedule.lanes > 1)
    sizes.back() = sizes.back().floorDiv(schedule.lanes);
  return sizes;
}

AffineExpr RowLoops::product(ArrayRef<AffineExpr> sizes) const {
  linalg::LinalgOp root = rows.root;
  AffineExpr count = getAffineConstantExpr(1, root.getContext());
  for (AffineExpr size : sizes)
    count = count * size;
  return count;
}

std::optional<int64_t> RowLoops::iterationsOf(const LoopNest &nest) const {
  auto known = dyn_cast<AffineConstantExpr>(product(nest.sizes));
  return known ? std::optional(known.getValue()) : std::nullopt;
}

size_t RowLoops::unrollOf(const LoopNest &nest) const {
  // Limits for all rows, and for all elements, of one invocation.
  constexpr int64_t kMaxRows = 2 * kLoadsInFlight, kMaxLanes = 8 * kLoadsInFlight;
  const int64_t each = std::clamp<int64_t>(
      std::min(kMaxRows / rows.reuseRows, kMaxLanes / (nest.lanes * schedule.lanes)), 1,
      kLoadsInFlight);
  // An invocation may have fewer iterations than it can start at once.
  const std::optional<int64_t> all = iterationsOf(nest);
  const bool isShort = all && *all < kLoadsInFlight * schedule.parts;
  return isShort ? 1 : static_cast<size_t>(each);
}

bool RowLoops::isEven(const LoopNest &nest) const {
  const std::optional<int64_t> all = iterationsOf(nest);
  return all && *all % schedule.parts == 0 && *all / schedule.parts * nest.lanes <= kMaxKept;
}

// A loop of whole batches, and one of single iterations, which counts as if it began at 0.
AffineExpr RowLoops::iterationsOfOne(const LoopNest &nest) const {
  AffineExpr all = product(nest.sizes);
  if (isEven(nest))
    return getAffineConstantExpr(0, all.getContext());
  AffineExpr single = all.ceilDiv(schedule.parts);
  const auto unroll = static_cast<int64_t>(unrollOf(nest));
  return unroll == 1 ? single : single + all.ceilDiv(unroll * schedule.parts);
}

AffineExpr RowLoops::iterations() const {
  linalg::LinalgOp root = rows.root;
  AffineExpr total = getAffineConstantExpr(0, root.getContext());
  for (const auto &[op, row] : rows.reductions)
    total = total + iterationsOfOne(nestOf(row));
  if (schedule.contiguousRows && rows.reductions.size() == 1)
    return total + schedule.groups();
  return rows.within.empty() ? total : total + iterationsOfOne(nestWithin());
}

} // namespace rlx
