// Products of matrices and what is one in another guise (convolutions, batched products), with what
// is computed from each element of the result: a workgroup makes a tile of it. Its invocations
// bring pieces of both factors into shared memory and hold small tiles of sums.
#include "conversions/Passes.h"

#include "conversions/kernels/KernelCost.h"
#include "conversions/kernels/TileRoot.h"
#include "conversions/linalg_to_spirv/Product.h"
#include "conversions/linalg_to_spirv/ProfileFile.h"
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
  ProductKernel(func::FuncOp kernel, rlx::Product &product, const Tiles &tiles)
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
  SmallVector<Value> bring(const rlx::Factor &factor, Value first, int64_t extent, AffineExpr size,
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
  std::pair<Value, Value> pieceOf(const rlx::Factor &factor, int64_t extent, int64_t i) {
    Value number = k.add(k.local, k.constant(i * tiles.invocations()));
    int64_t fastest = factor.alongSum ? tiles.depth : extent;
    Value fast = k.rem(number, k.constant(fastest)), slow = k.div(number, k.constant(fastest));
    return factor.alongSum ? std::pair(slow, fast) : std::pair(fast, slow);
  }

  void keep(const rlx::Factor &factor, Value memory, int64_t extent, int64_t pitch,
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

  rlx::Product &product;
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
    std::optional<rlx::Product> product = rlx::Product::find(root);
    if (!product || !isWorthIt(*product))
      return;
    rlx::estimateCost(kernel);
    ProductKernel(kernel, *product, tilesFor(*product, *profile)).write();
  }

  // Few rows or columns leave most of a tile without work.
  static bool isWorthIt(const rlx::Product &product) {
    constexpr int64_t kMany = 1024, kFew = 8, kShortSum = 8;
    return product.known(product.rows.own, kMany) >= kFew &&
           product.known(product.columns.own, kMany) >= kFew &&
           product.known(product.sum, kMany) >= kShortSum;
  }

  // Large tiles where there are enough of them for a large device.
  static Tiles tilesFor(const rlx::Product &product, const rlx::rt::DeviceProfile &profile) {
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
