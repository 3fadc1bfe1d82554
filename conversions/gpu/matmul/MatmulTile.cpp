// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits the loads, the double-buffered main loop, and the epilogue of a tile (see MatmulTile.h).
//
// Loads beyond the operands are clamped to elements inside, so they need no branches. Only the
// epilogue is guarded.
#include "conversions/gpu/matmul/MatmulTile.h"

#include "conversions/gpu/builder/ContiguousReads.h"
#include "conversions/gpu/builder/VectorWidth.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace rlx {

MatmulTile::MatmulTile(func::FuncOp kernel, Contraction &contraction, const Tiles &tiles,
                       const Layout &rowsLayout, const Layout &columnsLayout)
    : k(kernel), contraction(contraction), epilogue(k, contraction), tiles(tiles),
      op(contraction.reduction.op), depth(contraction.count(contraction.sum)),
      rows(tileOf(contraction.rows, rowsLayout, tiles.rows)),
      columns(tileOf(contraction.columns, columnsLayout, tiles.columns)) {
  k.begin(workgroups(), tiles.invocations);
  rowsMemory = rows.memory = allocateShared(rows);
  columnsMemory = columns.memory = columnsLayout.size == 0 ? rows.memory : allocateShared(columns);
  assignTile();
}

Value MatmulTile::allocateShared(const OperandTile &tile) {
  Type element = tile.layout.bits ? tile.layout.bits : tile.operand.value.getType();
  return k.shared(element, tile.layout.size);
}

AffineExpr MatmulTile::tilesDown() {
  return rows.size.ceilDiv(tiles.rows);
}
AffineExpr MatmulTile::tilesAcross() {
  return columns.size.ceilDiv(tiles.columns);
}
AffineExpr MatmulTile::workgroups() {
  return contraction.count(contraction.batch) * tilesDown() * tilesAcross();
}

static bool isMultiple(AffineExpr size, int64_t of) {
  auto known = dyn_cast<AffineConstantExpr>(size);
  return known && known.getValue() % of == 0;
}

// Rasterization. Workgroups go down in groups of up to 16 tiles before they go across, so that
// workgroups in flight share rows and columns in the cache. For example, with groups of 4:
//
//    0  4  8      the number of the workgroup for each tile
//    1  5  9
//    2  6 10
//    3  7 11
void MatmulTile::assignTile() {
  constexpr int64_t kMax = 16;
  int64_t group = kMax;
  while (group > 1 && !isMultiple(tilesDown(), group))
    group /= 2;
  AffineExpr ofGroup = getAffineConstantExpr(group, op.getContext());
  SmallVector<Value> at =
      k.delinearize(k.workgroup, {contraction.count(contraction.batch), tilesDown().floorDiv(group),
                                  tilesAcross(), ofGroup});
  Value tile[] = {at[0], k.add(k.mul(at[1], k.constant(group)), at[3]), at[2]};
  epilogue.setBatch(tile[0]);
  rows.first = k.mul(tile[1], k.constant(tiles.rows));
  columns.first = k.mul(tile[2], k.constant(tiles.columns));
}

MatmulTile::OperandTile MatmulTile::tileOf(const Operand &operand, const Layout &layout,
                                           int64_t extent) {
  const int64_t perInvocation = extent * tiles.depth / tiles.invocations;
  return {operand,
          layout,
          extent,
          std::min(lanesOf(contraction, operand), perInvocation),
          contraction.count(operand.own),
          {},
          {}};
}

// A full vector if the contiguous loop of the operand is a multiple of it, and 1 otherwise.
int64_t MatmulTile::lanesOf(const Contraction &contraction, const Operand &operand) {
  linalg::LinalgOp op = contraction.reduction.op;
  ArrayRef<unsigned> loops = operand.alongSum ? contraction.sum : operand.own;
  auto last = loops.empty() ? AffineConstantExpr()
                            : dyn_cast<AffineConstantExpr>(contraction.sizes[loops.back()]);
  if (!last)
    return 1;
  int64_t lanes = maxLanes(operand.value.getType());
  for (Value each : valuesBehind(op, operand.value))
    if (isa<BlockArgument>(each))
      lanes = std::min(lanes, maxLanes(each.getType()));
  const bool isWhole = last.getValue() % lanes == 0;
  return isWhole && readsContiguously(op, operand.value, loops.back(), lanes) ? lanes : 1;
}

// Vectors of a K-slice that one invocation loads.
int64_t MatmulTile::groupsOf(const OperandTile &tile) const {
  return tile.extent * tiles.depth / tiles.invocations / tile.lanes;
}

// The first element of the invocation's vector `i` in a K-slice: its row (or column) of the tile,
// and its index in the slice. Adjacent invocations load contiguous vectors.
std::pair<Value, Value> MatmulTile::groupOf(const OperandTile &tile, int64_t i) {
  Value number = k.add(k.local, k.constant(i * tiles.invocations));
  int64_t length = tile.operand.alongSum ? tiles.depth : tile.extent;
  Value groups = k.constant(length / tile.lanes);
  Value fast = k.mul(k.rem(number, groups), k.constant(tile.lanes)), slow = k.div(number, groups);
  return tile.operand.alongSum ? std::pair(slow, fast) : std::pair(fast, slow);
}

// Clamps an index so that `lanes` elements from it are inside.
Value MatmulTile::clamped(Value index, AffineExpr size, int64_t lanes) {
  Value last = k.b.createOrFold<arith::SubIOp>(k.loc, k.size(size), k.constant(lanes));
  return arith::MinUIOp::create(k.b, k.loc, index, last);
}

Value MatmulTile::zero(Type element) {
  return arith::ConstantOp::create(k.b, k.loc, k.b.getZeroAttr(element));
}

// Loads the invocation's elements of the K-slice at `from`. Elements beyond the rows or columns
// repeat others; those beyond the end of K are 0.
void MatmulTile::loadSlice(const OperandTile &tile, Value from, SmallVectorImpl<Value> &loaded) {
  for (int64_t i = 0; i < groupsOf(tile); ++i) {
    auto [outer, kIndex] = groupOf(tile, i);
    loadGroup(tile, outer, k.add(from, kIndex), loaded);
  }
}

void MatmulTile::loadGroup(const OperandTile &tile, Value outer, Value kIndex,
                           SmallVectorImpl<Value> &loaded) {
  const bool inSum = tile.operand.alongSum;
  Value own = clamped(k.add(tile.first, outer), tile.size, inSum ? 1 : tile.lanes);
  Value inside = isMultiple(depth, tiles.depth) ? Value() : k.less(kIndex, k.size(depth));
  kIndex = clamped(kIndex, depth, inSum ? tile.lanes : 1);
  for (int64_t lane = 0; lane < tile.lanes; ++lane) {
    SmallVector<Value> loops(epilogue.batchLoops());
    epilogue.setIndices(tile.operand.own, own, loops, inSum ? 0 : lane);
    epilogue.setIndices(contraction.sum, kIndex, loops, inSum ? lane : 0);
    Value element = k.elements.inBody(k.b, op, tile.operand.value, loops);
    if (inside)
      element = arith::SelectOp::create(k.b, k.loc, inside, element, zero(element.getType()));
    loaded.push_back(element);
  }
}

SmallVector<Value> MatmulTile::loadBothSlices(Value from) {
  SmallVector<Value> both;
  loadSlice(rows, from, both);
  loadSlice(columns, from, both);
  return both;
}

// If K is empty, the operands have no element to load.
SmallVector<Value> MatmulTile::loadFirstSlices() {
  if (isa<AffineConstantExpr>(depth))
    return loadBothSlices(k.constant(0));
  SmallVector<Type> types(static_cast<size_t>(groupsOf(rows) * rows.lanes),
                          contraction.rows.value.getType());
  types.append(static_cast<size_t>(groupsOf(columns) * columns.lanes),
               contraction.columns.value.getType());
  return k.either(
      k.less(k.constant(0), k.size(depth)), types, [&] { return loadBothSlices(k.constant(0)); },
      [&] { return llvm::map_to_vector(types, [&](Type each) { return zero(each); }); });
}

// Stores loaded elements to shared memory.
void MatmulTile::storeSlice(const OperandTile &tile, ValueRange loaded) {
  for (int64_t i = 0; i < groupsOf(tile); ++i) {
    auto [outer, kIndex] = groupOf(tile, i);
    Value first = k.add(k.mul(outer, k.constant(tile.layout.outerStride)),
                        k.mul(kIndex, k.constant(tile.layout.kStride)));
    first = k.add(first, k.constant(tile.layout.begin));
    const int64_t step = tile.operand.alongSum ? tile.layout.kStride : tile.layout.outerStride;
    for (int64_t lane = 0; lane < tile.lanes; ++lane) {
      Value element = loaded[static_cast<size_t>(i * tile.lanes + lane)];
      if (Type bits = tile.layout.bits)
        element = k.b.createOrFold<arith::BitcastOp>(k.loc, bits, element);
      k.store(element, tile.memory, k.add(first, k.constant(lane * step)));
    }
  }
}

SmallVector<Value>
MatmulTile::multiply(ValueRange zeros,
                     function_ref<SmallVector<Value>(ValueRange)> accumulateSlice) {
  SmallVector<Value> carried(zeros);
  llvm::append_range(carried, loadFirstSlices());
  SmallVector<Value> results =
      k.loop(k.constant(0), k.size(depth), k.constant(tiles.depth), carried,
             [&](Value from, ValueRange values) {
               ValueRange loaded = values.drop_front(zeros.size());
               size_t ofRows = static_cast<size_t>(groupsOf(rows) * rows.lanes);
               storeSlice(rows, loaded.take_front(ofRows));
               storeSlice(columns, loaded.drop_front(ofRows));
               k.barrier();
               SmallVector<Value> next = loadBothSlices(k.add(from, k.constant(tiles.depth)));
               SmallVector<Value> accumulators = accumulateSlice(values.take_front(zeros.size()));
               k.barrier();
               llvm::append_range(accumulators, next);
               return accumulators;
             });
  results.truncate(zeros.size());
  return results;
}

void MatmulTile::storeElements(Value row, Value column, ValueRange accumulators) {
  epilogue.storeElements(k.add(rows.first, row), k.add(columns.first, column), accumulators);
}

} // namespace rlx
