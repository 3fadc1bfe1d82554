// See ProductTile.h.
#include "conversions/linalg_to_spirv/ProductTile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace rlx {

ProductTile::ProductTile(func::FuncOp kernel, Product &product, const Tiles &tiles,
                         const Layout &rowsLayout, const Layout &columnsLayout)
    : k(kernel), product(product), tiles(tiles), op(product.reduction.op),
      depth(count(product.sum)),
      rows{product.rows, rowsLayout, tiles.rows, count(product.rows.own), {}, {}},
      columns{product.columns, columnsLayout, tiles.columns, count(product.columns.own), {}, {}} {
  k.begin(workgroups(), tiles.invocations);
  rowsMemory = rows.memory = k.shared(product.rows.value.getType(), rowsLayout.size);
  columnsMemory = columns.memory = k.shared(product.columns.value.getType(), columnsLayout.size);
  placeTile();
}

AffineExpr ProductTile::count(ArrayRef<unsigned> loops) {
  AffineExpr size = getAffineConstantExpr(1, op.getContext());
  for (unsigned loop : loops)
    size = size * product.sizes[loop];
  return size;
}
AffineExpr ProductTile::tilesDown() {
  return rows.size.ceilDiv(tiles.rows);
}
AffineExpr ProductTile::tilesAcross() {
  return columns.size.ceilDiv(tiles.columns);
}
AffineExpr ProductTile::workgroups() {
  return count(product.batch) * tilesDown() * tilesAcross();
}

SmallVector<AffineExpr> ProductTile::sizesOf(ArrayRef<unsigned> loops) const {
  return llvm::map_to_vector(loops, [&](unsigned loop) { return product.sizes[loop]; });
}

void ProductTile::place(ArrayRef<unsigned> loops, Value number, MutableArrayRef<Value> steps) {
  for (auto [loop, at] : llvm::zip(loops, k.positionAt(number, sizesOf(loops))))
    steps[loop] = at;
}

void ProductTile::placeTile() {
  SmallVector<Value> tile =
      k.positionAt(k.workgroup, {count(product.batch), tilesDown(), tilesAcross()});
  batch.assign(op.getNumLoops(), Value());
  place(product.batch, tile[0], batch);
  rows.first = k.mul(tile[1], k.constant(tiles.rows));
  columns.first = k.mul(tile[2], k.constant(tiles.columns));
}

// How many elements of a piece an invocation brings.
int64_t ProductTile::shareOf(const Side &side) const {
  return side.extent * tiles.depth / tiles.invocations;
}

// Where the invocation's element number `i` of a piece is: along the tile, and down the sum.
std::pair<Value, Value> ProductTile::pieceOf(const Side &side, int64_t i) {
  Value number = k.add(k.local, k.constant(i * tiles.invocations));
  Value fastest = k.constant(side.factor.alongSum ? tiles.depth : side.extent);
  Value fast = k.rem(number, fastest), slow = k.div(number, fastest);
  return side.factor.alongSum ? std::pair(slow, fast) : std::pair(fast, slow);
}

Value ProductTile::clamped(Value position, AffineExpr size) {
  Value last = arith::SubIOp::create(k.b, k.loc, k.size(size), k.constant(1));
  return arith::MinUIOp::create(k.b, k.loc, position, last);
}

Value ProductTile::zero(Type element) {
  return arith::ConstantOp::create(k.b, k.loc, k.b.getZeroAttr(element));
}

static bool isMultiple(AffineExpr size, int64_t of) {
  auto known = dyn_cast<AffineConstantExpr>(size);
  return known && known.getValue() % of == 0;
}

// The elements of a factor that the invocation brings, of the piece that begins at `from` in the
// sum. What lies outside of the factor is another element of it, or 0 behind the end of the sum.
void ProductTile::bring(const Side &side, Value from, SmallVectorImpl<Value> &brought) {
  for (int64_t i = 0; i < shareOf(side); ++i) {
    auto [along, down] = pieceOf(side, i);
    Value position = k.add(from, down);
    SmallVector<Value> loops = batch;
    place(side.factor.own, clamped(k.add(side.first, along), side.size), loops);
    place(product.sum, clamped(position, depth), loops);
    Value element = k.elements.inBody(k.b, op, side.factor.value, loops);
    if (!isMultiple(depth, tiles.depth)) {
      Value inside = k.less(position, k.size(depth));
      element = arith::SelectOp::create(k.b, k.loc, inside, element, zero(element.getType()));
    }
    brought.push_back(element);
  }
}

SmallVector<Value> ProductTile::bringBoth(Value from) {
  SmallVector<Value> both;
  bring(rows, from, both);
  bring(columns, from, both);
  return both;
}

// Factors of an empty sum have no elements.
SmallVector<Value> ProductTile::bringFirst() {
  if (isa<AffineConstantExpr>(depth))
    return bringBoth(k.constant(0));
  SmallVector<Type> types(static_cast<size_t>(shareOf(rows)), product.rows.value.getType());
  types.append(static_cast<size_t>(shareOf(columns)), product.columns.value.getType());
  return k.either(
      k.less(k.constant(0), k.size(depth)), types, [&] { return bringBoth(k.constant(0)); },
      [&] { return llvm::map_to_vector(types, [&](Type each) { return zero(each); }); });
}

void ProductTile::keep(const Side &side, ValueRange brought) {
  for (auto [i, value] : llvm::enumerate(brought)) {
    auto [along, down] = pieceOf(side, static_cast<int64_t>(i));
    k.store(value, side.memory,
            k.add(k.mul(along, k.constant(side.layout.along)),
                  k.mul(down, k.constant(side.layout.down))));
  }
}

SmallVector<Value> ProductTile::multiply(ValueRange zeros,
                                         function_ref<SmallVector<Value>(ValueRange)> addPiece) {
  SmallVector<Value> carried(zeros);
  llvm::append_range(carried, bringFirst());
  SmallVector<Value> results =
      k.loop(k.constant(0), k.size(depth), k.constant(tiles.depth), carried,
             [&](Value from, ValueRange values) {
               ValueRange brought = values.drop_front(zeros.size());
               size_t ofRows = static_cast<size_t>(shareOf(rows));
               keep(rows, brought.take_front(ofRows));
               keep(columns, brought.drop_front(ofRows));
               k.barrier();
               SmallVector<Value> next = bringBoth(k.add(from, k.constant(tiles.depth)));
               SmallVector<Value> sums = addPiece(values.take_front(zeros.size()));
               k.barrier();
               llvm::append_range(sums, next);
               return sums;
             });
  results.truncate(zeros.size());
  return results;
}

void ProductTile::storeElement(Value row, Value column, Value sum) {
  row = k.add(rows.first, row);
  column = k.add(columns.first, column);
  Value inside = arith::AndIOp::create(k.b, k.loc, k.less(row, k.size(rows.size)),
                                       k.less(column, k.size(columns.size)));
  k.when(inside, [&] {
    SmallVector<Value> loops = batch;
    place(product.rows.own, row, loops);
    place(product.columns.own, column, loops);
    makeKnown(sum, loops);
    storeResult(loops);
  });
}

void ProductTile::makeKnown(Value sum, ArrayRef<Value> loops) {
  OpOperand *init = op.getDpsInitOperand(0);
  SmallVector<Value> indices;
  for (AffineExpr expr : op.getMatchingIndexingMap(init).getResults())
    indices.push_back(applyToIndices(k.b, k.loc, expr, loops));
  Value start = k.elements.element(k.b, init->get(), indices);
  k.elements.setKnown(op->getResult(0), product.reduction.combine(k.b, start, sum));
}

void ProductTile::storeResult(ArrayRef<Value> loops) {
  SmallVector<Value> rootLoops(product.root.getNumLoops(), k.constant(0));
  for (auto [loop, of] : llvm::zip(loops, product.rootLoops))
    if (loop)
      rootLoops[of] = loop;
  OpResult result(product.root->getResult(0));
  SmallVector<Value> indices;
  for (AffineExpr expr : product.root.getIndexingMapMatchingResult(result).getResults())
    indices.push_back(applyToIndices(k.b, k.loc, expr, rootLoops));
  k.storeResult(k.elements.element(k.b, result, indices), indices);
}

} // namespace rlx
