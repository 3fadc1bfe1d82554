// Products of matrices and what is one in another guise (convolutions, batched products), with what
// is computed from each element of the result: a workgroup makes a tile of it. Its invocations
// bring pieces of both factors into shared memory and hold small tiles of sums.
#include "conversions/Passes.h"

#include "conversions/kernels/KernelCost.h"
#include "conversions/kernels/TileRoot.h"
#include "conversions/linalg_to_spirv/ProfileFile.h"
#include "conversions/linalg_to_spirv/Reduction.h"
#include "conversions/linalg_to_spirv/WorkgroupKernel.h"
#include "dialects/lir/LIRDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace rlx {
#define GEN_PASS_DEF_SCHEDULEPRODUCTSPASS
#include "conversions/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

using Loops = SmallVector<unsigned>;

// One side of a product.
struct Factor {
  Value value;   // in the body
  Loops own;     // the loops of the result that only this factor has
  bool alongSum; // whether neighbours in memory are neighbours in the sum
};

// sum over `sum` of rows[batch, rows.own, sum] * columns[batch, columns.own, sum]
struct Product {
  linalg::LinalgOp root; // makes the kernel's result
  rlx::Reduction reduction;
  SmallVector<AffineExpr> sizes;   // of the product's loops
  SmallVector<unsigned> rootLoops; // of the product's loop: that of the root
  Loops batch, sum;
  Factor rows, columns;

  static std::optional<Product> find(linalg::LinalgOp root);

  int64_t known(ArrayRef<unsigned> loops, int64_t otherwise) const {
    int64_t count = 1;
    for (unsigned loop : loops) {
      auto size = dyn_cast<AffineConstantExpr>(sizes[loop]);
      if (!size)
        return otherwise;
      count *= size.getValue();
    }
    return count;
  }
};

// The only reduction that the root is computed from, where every element of the root reads one of
// it, each a different one; and which loop of the root each of its loops is.
class SumBehind {
public:
  linalg::LinalgOp sum;
  SmallVector<unsigned> rootLoops;

  bool find(linalg::LinalgOp root) {
    SmallVector<unsigned> loops(llvm::to_vector(llvm::seq<unsigned>(0, root.getNumLoops())));
    if (root.getNumReductionLoops() != 0) {
      sum = root;
      rootLoops = loops;
      return true;
    }
    return visit(root, loops) && sum;
  }

private:
  bool visit(linalg::LinalgOp op, ArrayRef<unsigned> loops) {
    for (OpOperand &operand : op->getOpOperands()) {
      auto producer = operand.get().getDefiningOp<linalg::LinalgOp>();
      if (!producer)
        continue; // whether there is a sum behind it shows when it is to be emitted
      AffineMap use = op.getMatchingIndexingMap(&operand);
      AffineMap made = producer.getIndexingMapMatchingResult(cast<OpResult>(operand.get()));
      SmallVector<unsigned> followed(producer.getNumLoops(), kNone);
      for (auto [read, written] : llvm::zip(use.getResults(), made.getResults())) {
        auto from = dyn_cast<AffineDimExpr>(read), to = dyn_cast<AffineDimExpr>(written);
        if (from && to)
          followed[to.getPosition()] = loops[from.getPosition()];
      }
      if (producer.getNumReductionLoops() == 0) {
        if (!visit(producer, followed))
          return false;
        continue;
      }
      if (sum && (sum != producer || rootLoops != followed))
        return false;
      sum = producer;
      rootLoops = followed;
    }
    return true;
  }

  static constexpr unsigned kNone = ~0u;
};

// Whether neighbours in memory among what the value of the body is computed from are neighbours
// along one of the loops.
bool readsAlong(linalg::LinalgOp op, Value value, const llvm::SmallBitVector &loops) {
  for (Value each : rlx::valuesBehind(op, value)) {
    if (auto argument = dyn_cast<BlockArgument>(each)) {
      AffineMap map = op.getMatchingIndexingMap(op.getMatchingOpOperand(argument));
      for (unsigned loop : loops.set_bits())
        if (map.getNumResults() != 0 && map.getResults().back().isFunctionOfDim(loop))
          return true;
      continue;
    }
    bool along = false;
    each.getDefiningOp()->walk([&](tensor::ExtractOp read) {
      if (!read.getIndices().empty())
        along |= rlx::loopsBehind(op, read.getIndices().back()).anyCommon(loops);
    });
    if (along)
      return true;
  }
  return false;
}

std::optional<Product> Product::find(linalg::LinalgOp root) {
  SumBehind behind;
  if (!behind.find(root))
    return std::nullopt;
  linalg::LinalgOp op = behind.sum;
  std::optional<rlx::Reduction> reduction = rlx::Reduction::find(op);
  if (!reduction || !isa<arith::AddFOp, arith::AddIOp>(reduction->combiner) ||
      !op.getIndexingMapMatchingResult(op->getResult(0)).isProjectedPermutation())
    return std::nullopt;
  Operation *times = reduction->element.getDefiningOp();
  if (!times || !isa<arith::MulFOp, arith::MulIOp>(times) || times->getBlock() != op.getBlock())
    return std::nullopt;
  Product product{root, *reduction, rlx::loopSizes(op), behind.rootLoops, {}, {}, {}, {}};
  if (product.sizes.empty())
    return std::nullopt;
  product.rows.value = times->getOperand(0);
  product.columns.value = times->getOperand(1);
  llvm::SmallBitVector left = rlx::loopsBehind(op, product.rows.value),
                       right = rlx::loopsBehind(op, product.columns.value);
  llvm::SmallBitVector summed(op.getNumLoops());
  auto iterators = op.getIteratorTypesArray();
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop) {
    if (iterators[loop] == utils::IteratorType::reduction) {
      product.sum.push_back(loop);
      summed.set(loop);
    } else if (left.test(loop) && !right.test(loop)) {
      product.rows.own.push_back(loop);
    } else if (right.test(loop) && !left.test(loop)) {
      product.columns.own.push_back(loop);
    } else {
      product.batch.push_back(loop);
    }
  }
  product.rows.alongSum = readsAlong(op, product.rows.value, summed);
  product.columns.alongSum = readsAlong(op, product.columns.value, summed);
  // Neighbours in a row of the tile are to be neighbours in the result.
  unsigned fastest = root.getNumLoops();
  AffineMap result = root.getIndexingMapMatchingResult(root->getResult(0));
  for (AffineExpr expr : result.getResults())
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      fastest = dim.getPosition();
  if (llvm::any_of(product.rows.own,
                   [&](unsigned loop) { return product.rootLoops[loop] == fastest; }))
    std::swap(product.rows, product.columns);
  return product;
}

// How a product is cut.
struct Tiles {
  int64_t rows, columns, depth; // of a workgroup
  int64_t ownRows, ownColumns;  // of an invocation
  int64_t across() const { return columns / ownColumns; }
  int64_t invocations() const { return rows / ownRows * across(); }
};

// Writes the kernel of a workgroup for each tile.
class ProductKernel {
public:
  ProductKernel(func::FuncOp kernel, Product &product, const Tiles &tiles)
      : product(product), tiles(tiles), op(product.reduction.op), numRows(count(product.rows.own)),
        numColumns(count(product.columns.own)), depth(count(product.sum)),
        k(kernel, workgroups(), tiles.invocations()), type(product.reduction.neutral.getType()) {}

  void write() {
    rowsMemory = k.shared(product.rows.value.getType(), tiles.depth * rowPitch());
    columnsMemory = k.shared(product.columns.value.getType(), tiles.depth * tiles.columns);
    placeTile();
    SmallVector<Value> sums = multiply();
    storeTile(sums);
    k.finish();
  }

private:
  AffineExpr count(ArrayRef<unsigned> loops) {
    AffineExpr size = getAffineConstantExpr(1, op.getContext());
    for (unsigned loop : loops)
      size = size * product.sizes[loop];
    return size;
  }
  AffineExpr tilesDown() { return numRows.ceilDiv(tiles.rows); }
  AffineExpr tilesAcross() { return numColumns.ceilDiv(tiles.columns); }
  AffineExpr workgroups() { return count(product.batch) * tilesDown() * tilesAcross(); }
  // One more, so that a column of it lies in different banks.
  int64_t rowPitch() const { return tiles.rows + 1; }

  SmallVector<AffineExpr> sizesOf(ArrayRef<unsigned> loops) const {
    return llvm::map_to_vector(loops, [&](unsigned loop) { return product.sizes[loop]; });
  }
  void place(ArrayRef<unsigned> loops, Value number, MutableArrayRef<Value> steps) {
    for (auto [loop, at] : llvm::zip(loops, k.positionAt(number, sizesOf(loops))))
      steps[loop] = at;
  }

  void placeTile() {
    SmallVector<AffineExpr> grid = {count(product.batch), tilesDown(), tilesAcross()};
    SmallVector<Value> tile = k.positionAt(k.workgroup, grid);
    batch.assign(op.getNumLoops(), Value());
    place(product.batch, tile[0], batch);
    firstRow = k.mul(tile[1], k.constant(tiles.rows));
    firstColumn = k.mul(tile[2], k.constant(tiles.columns));
    ownRow = k.mul(k.div(k.local, k.constant(tiles.across())), k.constant(tiles.ownRows));
    ownColumn = k.rem(k.local, k.constant(tiles.across()));
  }

  // The elements of a factor that the invocation brings, of the piece that begins at `from` in the
  // sum. What lies outside of the factor is another element of it, or 0 behind the end of the sum.
  SmallVector<Value> bring(const Factor &factor, Value first, int64_t extent, AffineExpr size,
                           Value from) {
    SmallVector<Value> brought;
    for (int64_t i = 0; i < shareOf(extent); ++i) {
      auto [along, down] = pieceOf(factor, extent, i);
      Value at = clamped(k.add(first, along), size);
      Value position = k.add(from, down);
      SmallVector<Value> loops = batch;
      place(factor.own, at, loops);
      place(product.sum, clamped(position, depth), loops);
      Value element = k.elements.inBody(k.b, op, factor.value, loops);
      if (!isMultiple(depth, tiles.depth)) {
        Value inside = k.less(position, k.size(depth));
        element = arith::SelectOp::create(k.b, k.loc, inside, element, zero(element.getType()));
      }
      brought.push_back(element);
    }
    return brought;
  }

  // How many elements of a piece an invocation brings.
  int64_t shareOf(int64_t extent) const { return extent * tiles.depth / tiles.invocations(); }

  Value zero(Type element) {
    return arith::ConstantOp::create(k.b, k.loc, k.b.getZeroAttr(element));
  }

  static bool isMultiple(AffineExpr size, int64_t of) {
    auto known = dyn_cast<AffineConstantExpr>(size);
    return known && known.getValue() % of == 0;
  }

  Value clamped(Value position, AffineExpr size) {
    Value last = arith::SubIOp::create(k.b, k.loc, k.size(size), k.constant(1));
    return arith::MinUIOp::create(k.b, k.loc, position, last);
  }

  // Where the invocation's element number `i` of a piece is: along the tile, and down the sum.
  std::pair<Value, Value> pieceOf(const Factor &factor, int64_t extent, int64_t i) {
    Value number = k.add(k.local, k.constant(i * tiles.invocations()));
    int64_t fastest = factor.alongSum ? tiles.depth : extent;
    Value fast = k.rem(number, k.constant(fastest)), slow = k.div(number, k.constant(fastest));
    return factor.alongSum ? std::pair(slow, fast) : std::pair(fast, slow);
  }

  void keep(const Factor &factor, Value memory, int64_t extent, int64_t pitch,
            ArrayRef<Value> brought) {
    for (auto [i, value] : llvm::enumerate(brought)) {
      auto [along, down] = pieceOf(factor, extent, static_cast<int64_t>(i));
      k.store(value, memory, k.add(k.mul(down, k.constant(pitch)), along));
    }
  }

  SmallVector<Value> bringBoth(Value from) {
    SmallVector<Value> both = bring(product.rows, firstRow, tiles.rows, numRows, from);
    llvm::append_range(both, bring(product.columns, firstColumn, tiles.columns, numColumns, from));
    return both;
  }

  // Factors of an empty sum have no elements.
  SmallVector<Value> bringFirst() {
    if (isa<AffineConstantExpr>(depth))
      return bringBoth(k.constant(0));
    SmallVector<Type> types(static_cast<size_t>(shareOf(tiles.rows)), product.rows.value.getType());
    types.append(static_cast<size_t>(shareOf(tiles.columns)), product.columns.value.getType());
    return k.either(
        k.less(k.constant(0), k.size(depth)), types, [&] { return bringBoth(k.constant(0)); },
        [&] { return llvm::map_to_vector(types, [&](Type each) { return zero(each); }); });
  }

  // While a piece is multiplied the next one is on its way.
  SmallVector<Value> multiply() {
    int64_t numSums = tiles.ownRows * tiles.ownColumns;
    SmallVector<Value> carried(static_cast<size_t>(numSums), product.reduction.start(k.b));
    llvm::append_range(carried, bringFirst());
    size_t ofRows = static_cast<size_t>(shareOf(tiles.rows));
    SmallVector<Value> results =
        k.loop(k.constant(0), k.size(depth), k.constant(tiles.depth), carried,
               [&](Value from, ValueRange values) {
                 SmallVector<Value> brought(values.drop_front(static_cast<size_t>(numSums)));
                 keep(product.rows, rowsMemory, tiles.rows, rowPitch(),
                      ArrayRef(brought).take_front(ofRows));
                 keep(product.columns, columnsMemory, tiles.columns, tiles.columns,
                      ArrayRef(brought).drop_front(ofRows));
                 k.barrier();
                 SmallVector<Value> next = bringBoth(k.add(from, k.constant(tiles.depth)));
                 SmallVector<Value> sums =
                     addPiece(values.take_front(static_cast<size_t>(numSums)));
                 k.barrier();
                 llvm::append_range(sums, next);
                 return sums;
               });
    results.truncate(static_cast<size_t>(numSums));
    return results;
  }

  SmallVector<Value> addPiece(ValueRange sums) {
    return k.loop(k.constant(0), k.constant(tiles.depth), k.constant(1), sums,
                  [&](Value step, ValueRange sofar) {
                    Value rowsAt = k.add(k.mul(step, k.constant(rowPitch())), ownRow);
                    Value columnsAt = k.add(k.mul(step, k.constant(tiles.columns)), ownColumn);
                    SmallVector<Value> rows, columns, next;
                    for (int64_t i = 0; i < tiles.ownRows; ++i)
                      rows.push_back(k.load(rowsMemory, k.add(rowsAt, k.constant(i))));
                    for (int64_t j = 0; j < tiles.ownColumns; ++j)
                      columns.push_back(
                          k.load(columnsMemory, k.add(columnsAt, k.constant(j * tiles.across()))));
                    for (Value row : rows)
                      for (Value column : columns)
                        next.push_back(accumulate(row, column, sofar[next.size()]));
                    return next;
                  });
  }

  Value accumulate(Value row, Value column, Value sum) {
    if (isa<FloatType>(type))
      return math::FmaOp::create(k.b, k.loc, row, column, sum);
    Value times = arith::MulIOp::create(k.b, k.loc, row, column);
    return arith::AddIOp::create(k.b, k.loc, sum, times);
  }

  // The sums go through shared memory, row of each invocation by row, so that neighbours write
  // neighbours and what is computed from an element stands in the kernel once for each row.
  void storeTile(ArrayRef<Value> sums) {
    int64_t down = tiles.rows / tiles.ownRows;
    Value stage = k.shared(type, down * tiles.columns);
    Value begin = k.mul(k.div(k.local, k.constant(tiles.across())), k.constant(tiles.columns));
    for (int64_t i = 0; i < tiles.ownRows; ++i) {
      for (int64_t j = 0; j < tiles.ownColumns; ++j) {
        Value column = k.add(ownColumn, k.constant(j * tiles.across()));
        k.store(sums[static_cast<size_t>(i * tiles.ownColumns + j)], stage, k.add(begin, column));
      }
      k.barrier();
      k.loop(k.local, k.constant(down * tiles.columns), k.constant(tiles.invocations()), {},
             [&](Value at, ValueRange) {
               storeElement(i, at, k.load(stage, at));
               return SmallVector<Value>();
             });
      k.barrier();
    }
  }

  void storeElement(int64_t i, Value at, Value sum) {
    Value row = k.mul(k.div(at, k.constant(tiles.columns)), k.constant(tiles.ownRows));
    row = k.add(firstRow, k.add(row, k.constant(i)));
    Value column = k.add(firstColumn, k.rem(at, k.constant(tiles.columns)));
    Value inside = arith::AndIOp::create(k.b, k.loc, k.less(row, k.size(numRows)),
                                         k.less(column, k.size(numColumns)));
    k.when(inside, [&] {
      SmallVector<Value> loops = batch;
      place(product.rows.own, row, loops);
      place(product.columns.own, column, loops);
      makeKnown(sum, loops);
      storeResult(loops);
    });
  }

  void makeKnown(Value sum, ArrayRef<Value> loops) {
    OpOperand *init = op.getDpsInitOperand(0);
    SmallVector<Value> indices;
    for (AffineExpr expr : op.getMatchingIndexingMap(init).getResults())
      indices.push_back(rlx::applyToIndices(k.b, k.loc, expr, loops));
    Value start = k.elements.element(k.b, init->get(), indices);
    k.elements.setKnown(op->getResult(0), product.reduction.combine(k.b, start, sum));
  }

  void storeResult(ArrayRef<Value> loops) {
    SmallVector<Value> rootLoops(product.root.getNumLoops(), k.constant(0));
    for (auto [loop, of] : llvm::zip(loops, product.rootLoops))
      if (loop)
        rootLoops[of] = loop;
    OpResult result(product.root->getResult(0));
    SmallVector<Value> indices;
    for (AffineExpr expr : product.root.getIndexingMapMatchingResult(result).getResults())
      indices.push_back(rlx::applyToIndices(k.b, k.loc, expr, rootLoops));
    k.storeResult(k.elements.element(k.b, result, indices), indices);
  }

  Product &product;
  const Tiles &tiles;
  linalg::LinalgOp op;
  AffineExpr numRows, numColumns, depth;
  rlx::WorkgroupKernel k;
  Type type; // of sums
  Value rowsMemory, columnsMemory;
  SmallVector<Value> batch; // of the product's loops those that number products
  Value firstRow, firstColumn, ownRow, ownColumn;
};

struct ScheduleProducts : rlx::impl::ScheduleProductsPassBase<ScheduleProducts> {
  using ScheduleProductsPassBase::ScheduleProductsPassBase;

  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    if (kernel->hasAttr(rlx::lir::kGridAttr) || kernel.getNumResults() != 1)
      return;
    llvm::Expected<rlx::rt::DeviceProfile> profile = rlx::findProfile(device);
    if (!profile) {
      kernel.emitError() << llvm::toString(profile.takeError());
      return signalPassFailure();
    }
    rlx::eraseFusedOps(kernel);
    Value made = rlx::behindReshapes(kernel.getBody().front().getTerminator()->getOperand(0));
    auto root = made.getDefiningOp<linalg::LinalgOp>();
    if (!root || root->getNumResults() != 1 || rlx::hasEmptyLoop(kernel))
      return;
    std::optional<Product> product = Product::find(root);
    if (!product || !canEmit(*product) || !isWorthIt(*product))
      return;
    rlx::estimateCost(kernel);
    ProductKernel(kernel, *product, tilesFor(*product, *profile)).write();
  }

  static bool canEmit(Product &product) {
    linalg::LinalgOp op = product.reduction.op;
    // Every loop of the result is one of the product's, once.
    llvm::SmallBitVector seen(product.root.getNumLoops());
    for (auto [loop, iterator] : llvm::enumerate(op.getIteratorTypesArray()))
      if (iterator == utils::IteratorType::parallel) {
        unsigned of = product.rootLoops[loop];
        if (of >= seen.size() || seen.test(of))
          return false;
        seen.set(of);
      }
    if (product.root != op && !seen.all())
      return false;
    rlx::ElementCheck check;
    if (!check.canEmitBody(op) || !check.canEmit(op.getDpsInits().front()))
      return false;
    check.setKnown(op->getResult(0));
    return check.canEmit(product.root->getResult(0));
  }

  // Few rows or columns leave most of a tile without work.
  static bool isWorthIt(const Product &product) {
    constexpr int64_t kMany = 1024, kFew = 8, kShortSum = 8;
    return product.known(product.rows.own, kMany) >= kFew &&
           product.known(product.columns.own, kMany) >= kFew &&
           product.known(product.sum, kMany) >= kShortSum;
  }

  // Large tiles where there are enough of them for a large device.
  static Tiles tilesFor(const Product &product, const rlx::rt::DeviceProfile &profile) {
    constexpr int64_t kEnough = 256, kUsual = 128;
    constexpr int64_t kInvocationsOfLarge = 256;
    int64_t rows = product.known(product.rows.own, kUsual);
    int64_t columns = product.known(product.columns.own, kUsual);
    int64_t batch = product.known(product.batch, 1);
    auto enough = [&](int64_t tile) {
      return batch * llvm::divideCeil(rows, tile) * llvm::divideCeil(columns, tile) >= kEnough;
    };
    bool wide = product.rows.value.getType().getIntOrFloatBitWidth() > 32;
    if (profile.maxWorkgroupInvocations < kInvocationsOfLarge)
      return {32, 32, 16, 4, 2};
    if (!wide && enough(128) && profile.sharedMemoryBytes >= 32768)
      return {128, 128, 16, 8, 8};
    return enough(64) ? Tiles{64, 64, 16, 4, 4} : Tiles{32, 32, 16, 2, 2};
  }
};

} // namespace
