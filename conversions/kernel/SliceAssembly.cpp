// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Intersects tiles with inserted slices; see SliceAssembly.h.
//
// All bounds are affine minima and maxima that fold, so a static tile gets static slices.
#include "conversions/kernel/SliceAssembly.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace rlx {
namespace {

// Arithmetic with folding on sizes, which are never negative.
class Sizes {
public:
  Sizes(OpBuilder &b, Location loc) : b(b), loc(loc) {}

  OpFoldResult difference(OpFoldResult lhs, OpFoldResult rhs) {
    return affine::makeComposedFoldedAffineApply(b, loc, symbol(0) - symbol(1), {lhs, rhs});
  }
  OpFoldResult least(OpFoldResult lhs, OpFoldResult rhs) {
    if (isZeroInteger(lhs) || isZeroInteger(rhs))
      return b.getIndexAttr(0);
    auto map = AffineMap::get(0, 2, {symbol(0), symbol(1)}, b.getContext());
    return affine::makeComposedFoldedAffineMin(b, loc, map, {lhs, rhs});
  }
  // max(lhs - rhs, 0).
  OpFoldResult excess(OpFoldResult lhs, OpFoldResult rhs) {
    if (isZeroInteger(lhs) || isZeroInteger(rhs))
      return lhs;
    auto map =
        AffineMap::get(0, 2, {symbol(0) - symbol(1), b.getAffineConstantExpr(0)}, b.getContext());
    return affine::makeComposedFoldedAffineMax(b, loc, map, {lhs, rhs});
  }

private:
  AffineExpr symbol(unsigned i) { return b.getAffineSymbolExpr(i); }
  OpBuilder &b;
  Location loc;
};

} // namespace

std::optional<SliceAssembly> SliceAssembly::find(func::FuncOp kernel) {
  Operation *ret = kernel.getBody().front().getTerminator();
  if (ret->getNumOperands() != 1)
    return std::nullopt;
  SliceAssembly result;
  Value value = ret->getOperand(0);
  while (auto insert = value.getDefiningOp<tensor::InsertSliceOp>()) {
    if (!insert.hasUnitStride() || !insert->hasOneUse() ||
        insert.getSourceType().getRank() != insert.getDestType().getRank())
      return std::nullopt;
    result.inserts.insert(result.inserts.begin(), insert);
    value = insert.getDest();
  }
  result.empty = value.getDefiningOp<tensor::EmptyOp>();
  if (result.inserts.empty() || !result.empty)
    return std::nullopt;
  return result;
}

void SliceAssembly::tile(ArrayRef<int64_t> tileSizes) {
  tensor::InsertSliceOp last = inserts.back();
  Location loc = last.getLoc();
  IRRewriter b(last.getContext());
  b.setInsertionPoint(last);
  Tile tile;
  SmallVector<OpFoldResult> lower, upper, steps;
  for (auto [i, size] : llvm::enumerate(sizes())) {
    tile.begin.push_back(b.getIndexAttr(0));
    tile.extent.push_back(size);
    if (tileSizes[i] == 0)
      continue;
    tile.dims.push_back(i);
    lower.push_back(b.getIndexAttr(0));
    upper.push_back(size);
    steps.push_back(b.getIndexAttr(tileSizes[i]));
  }
  auto loop = scf::ForallOp::create(b, loc, lower, upper, steps, ValueRange{empty.getResult()},
                                    std::nullopt);
  b.setInsertionPointToStart(loop.getBody());
  Sizes sizes(b, loc);
  for (auto [i, position, step] : llvm::zip(tile.dims, loop.getInductionVars(), steps)) {
    tile.begin[i] = position;
    tile.extent[i] = sizes.least(step, sizes.difference(tile.extent[i], position));
  }
  SmallVector<OpFoldResult> ones(tile.begin.size(), b.getIndexAttr(1));
  Value out = loop.getRegionIterArgs()[0];
  Value value = tensor::ExtractSliceOp::create(b, loc, out, tile.begin, tile.extent, ones);
  for (tensor::InsertSliceOp insert : inserts)
    value = insertPart(b, insert, tile, value);
  b.setInsertionPointToStart(loop.getTerminator().getBody());
  tensor::ParallelInsertSliceOp::create(b, loc, value, out, tile.begin, tile.extent, ones);
  b.replaceOp(last, loop.getResults());
  for (tensor::InsertSliceOp insert : llvm::reverse(llvm::drop_end(inserts)))
    b.eraseOp(insert);
}

Value SliceAssembly::insertPart(OpBuilder &b, tensor::InsertSliceOp insert, const Tile &tile,
                                Value target) {
  Location loc = insert.getLoc();
  Sizes sizes(b, loc);
  SmallVector<OpFoldResult> offsets = insert.getMixedOffsets(), lengths = insert.getMixedSizes();
  SmallVector<OpFoldResult> from(lengths.size(), b.getIndexAttr(0)), to = offsets, part = lengths;
  for (unsigned i : tile.dims) {
    // The part of the source before the tile, and the part of the tile before the source.
    from[i] = sizes.least(lengths[i], sizes.excess(tile.begin[i], offsets[i]));
    to[i] = sizes.least(tile.extent[i], sizes.excess(offsets[i], tile.begin[i]));
    part[i] =
        sizes.least(sizes.difference(lengths[i], from[i]), sizes.difference(tile.extent[i], to[i]));
  }
  SmallVector<OpFoldResult> ones(from.size(), b.getIndexAttr(1));
  Value slice = tensor::ExtractSliceOp::create(b, loc, insert.getSource(), from, part, ones);
  return tensor::InsertSliceOp::create(b, loc, slice, target, to, part, ones);
}

} // namespace rlx
