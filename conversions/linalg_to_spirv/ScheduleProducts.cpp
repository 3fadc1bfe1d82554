// Products of matrices and what is one in another guise (convolutions, batched products), with what
// is computed from each element of the result: a workgroup makes a tile of it. Its invocations
// bring pieces of both factors into shared memory and hold small tiles of sums.
#include "conversions/Passes.h"

#include "conversions/kernels/KernelCost.h"
#include "conversions/linalg_to_spirv/CooperativeProduct.h"
#include "conversions/linalg_to_spirv/ProductTile.h"
#include "dialects/lir/LIRDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace rlx {
#define GEN_PASS_DEF_SCHEDULEPRODUCTSPASS
#include "conversions/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

// Each invocation holds a few sums of the tile.
struct OwnTile {
  int64_t rows, columns;
};

// Writes a kernel whose invocations add up sums of their own.
class ScalarProduct {
public:
  ScalarProduct(func::FuncOp kernel, rlx::Product &product, const rlx::Tiles &tiles,
                const OwnTile &own)
      : tiles(tiles), own(own), reduction(product.reduction),
        rows(layoutOf(product.rows, tiles.rows)), columns(layoutOf(product.columns, tiles.columns)),
        tile(kernel, product, tiles, rows, columns), k(tile.k) {}

  void write() {
    placeInvocation();
    ownRow = k.mul(down, k.constant(rowNeighbours()));
    ownColumn = k.mul(across, k.constant(columnNeighbours()));
    SmallVector<Value> zeros(static_cast<size_t>(own.rows * own.columns), reduction.start(k.b));
    storeTile(tile.multiply(zeros, [&](ValueRange sums) { return addPiece(sums); }));
    k.finish("product (tiles of " + Twine(tiles.rows) + " x " + Twine(tiles.columns) + ")");
  }

private:
  // Lanes that shared memory moves at once.
  static constexpr int64_t kLanes = 4;

  // As in memory, so that what comes together stays together. Some more a row, so that a column of
  // it lies in different banks.
  rlx::ProductTile::Layout layoutOf(const rlx::Factor &factor, int64_t extent) const {
    const int64_t pitch = (factor.alongSum ? tiles.depth : extent) + kLanes;
    return factor.alongSum ? rlx::ProductTile::Layout{pitch, 1, pitch * extent, {}}
                           : rlx::ProductTile::Layout{1, pitch, pitch * tiles.depth, {}};
  }

  int64_t numDown() const { return tiles.rows / own.rows; }
  int64_t numAcross() const { return tiles.columns / own.columns; }

  // Which invocation of the tile's this is. Those that follow one another are a block: together
  // they read fewer rows and columns than if they were in one line.
  void placeInvocation() {
    constexpr int64_t kTogether = 32;
    const int64_t wide = std::min(kTogether / kLanes, numAcross());
    const int64_t high = std::min(kTogether / wide, numDown());
    Value inBlock = k.rem(k.local, k.constant(wide * high));
    Value block = k.div(k.local, k.constant(wide * high)), blocks = k.constant(numAcross() / wide);
    down = k.add(k.mul(k.div(block, blocks), k.constant(high)), k.div(inBlock, k.constant(wide)));
    across = k.add(k.mul(k.rem(block, blocks), k.constant(wide)), k.rem(inBlock, k.constant(wide)));
  }

  // How many rows or columns an invocation has side by side; its others lie further on, so that
  // those of all invocations do.
  int64_t rowNeighbours() const { return rows.down == 1 ? 1 : std::min(own.rows, kLanes); }
  int64_t columnNeighbours() const { return columns.down == 1 ? 1 : std::min(own.columns, kLanes); }
  // The invocation's row or column of a number, from its first one on.
  int64_t rowAt(int64_t i) const {
    return i % rowNeighbours() + i / rowNeighbours() * rowNeighbours() * numDown();
  }
  int64_t columnAt(int64_t j) const {
    return j % columnNeighbours() + j / columnNeighbours() * columnNeighbours() * numAcross();
  }

  // All steps in a row, so that what the next ones need is on its way while one is added.
  SmallVector<Value> addPiece(ValueRange sums) {
    SmallVector<Value> next(sums);
    Value rowsAt = k.mul(ownRow, k.constant(rows.along));
    Value columnsAt = k.mul(ownColumn, k.constant(columns.along));
    for (int64_t step = 0; step < tiles.depth; ++step)
      addStep(rowsAt, columnsAt, step, next);
    return next;
  }

  void addStep(Value rowsAt, Value columnsAt, int64_t step, MutableArrayRef<Value> sums) {
    SmallVector<Value> row, column;
    for (int64_t i = 0; i < own.rows; ++i)
      row.push_back(k.load(tile.rowsMemory,
                           k.add(rowsAt, k.constant(rowAt(i) * rows.along + step * rows.down))));
    for (int64_t j = 0; j < own.columns; ++j)
      column.push_back(
          k.load(tile.columnsMemory,
                 k.add(columnsAt, k.constant(columnAt(j) * columns.along + step * columns.down))));
    for (auto [number, sum] : llvm::enumerate(sums)) {
      const auto each = static_cast<int64_t>(number);
      sum = accumulate(row[static_cast<size_t>(each / own.columns)],
                       column[static_cast<size_t>(each % own.columns)], sum);
    }
  }

  Value accumulate(Value row, Value column, Value sum) {
    if (isa<FloatType>(sum.getType()))
      return math::FmaOp::create(k.b, k.loc, row, column, sum);
    Value times = arith::MulIOp::create(k.b, k.loc, row, column);
    return arith::AddIOp::create(k.b, k.loc, sum, times);
  }

  // The sums go through shared memory, row of each invocation by row, so that neighbours write
  // neighbours and what is computed from an element stands in the kernel once for each row. Of a
  // large tile half goes at a time, which leaves room for another workgroup.
  void storeTile(ArrayRef<Value> sums) {
    constexpr int64_t kLarge = 128 * 128;
    const int64_t half = tiles.rows * tiles.columns >= kLarge ? numDown() / 2 : numDown();
    Value stage = k.shared(sums.front().getType(), half * tiles.columns);
    for (int64_t i = 0; i < own.rows; ++i)
      k.loop(k.constant(0), k.constant(numDown()), k.constant(half), {},
             [&](Value first, ValueRange) {
               Value part = k.b.createOrFold<arith::SubIOp>(k.loc, down, first);
               // Below the first one it is very large.
               k.when(k.less(part, k.constant(half)), [&] {
                 Value begin = k.add(k.mul(part, k.constant(tiles.columns)), ownColumn);
                 for (int64_t j = 0; j < own.columns; ++j)
                   k.store(sums[static_cast<size_t>(i * own.columns + j)], stage,
                           k.add(begin, k.constant(columnAt(j))));
               });
               k.barrier();
               storeStage(stage, half, first, i);
               k.barrier();
               return SmallVector<Value>();
             });
  }

  // Row `i` of the invocations from number `first` on.
  void storeStage(Value stage, int64_t half, Value first, int64_t i) {
    Value groups = k.constant(tiles.columns / kLanes);
    k.loop(k.local, k.constant(half * tiles.columns / kLanes), k.constant(tiles.invocations), {},
           [&](Value at, ValueRange) {
             Value row = k.mul(k.add(first, k.div(at, groups)), k.constant(rowNeighbours()));
             Value column = k.mul(k.rem(at, groups), k.constant(kLanes));
             Value begin = k.mul(at, k.constant(kLanes));
             SmallVector<Value> sums;
             for (int64_t lane = 0; lane < kLanes; ++lane)
               sums.push_back(k.load(stage, k.add(begin, k.constant(lane))));
             tile.storeElements(k.add(row, k.constant(rowAt(i))), column, sums);
             return SmallVector<Value>();
           });
  }

  rlx::Tiles tiles;
  OwnTile own;
  rlx::Reduction reduction;
  rlx::ProductTile::Layout rows, columns;
  rlx::ProductTile tile;
  rlx::WorkgroupKernel &k;
  Value down, across;      // which invocation of the tile's
  Value ownRow, ownColumn; // its first
};

struct ScheduleProducts : rlx::impl::ScheduleProductsPassBase<ScheduleProducts> {
  using ScheduleProductsPassBase::ScheduleProductsPassBase;

  void runOnBody() override {
    func::FuncOp kernel = getOperation();
    FailureOr<rlx::Schedulable> found = rlx::findSchedulable(kernel, device);
    if (failed(found))
      return signalPassFailure();
    std::optional<rlx::Product> product;
    if (found->root)
      product = rlx::Product::find(found->root);
    if (!product || !product->isForTiles())
      return;
    rlx::estimateCost(kernel);
    if (rlx::takesCooperativeMatrices(*product, found->profile))
      return rlx::writeCooperativeProduct(kernel, *product);
    writeScalarProduct(kernel, *product, found->profile);
  }

  // Large tiles where there are enough of them for a large device.
  static void writeScalarProduct(func::FuncOp kernel, rlx::Product &product,
                                 const rlx::rt::DeviceProfile &profile) {
    constexpr int64_t kInvocations = 256;
    auto write = [&](const rlx::Tiles &tiles, const OwnTile &own) {
      ScalarProduct(kernel, product, tiles, own).write();
    };
    bool wide = product.rows.value.getType().getIntOrFloatBitWidth() > 32;
    if (profile.invocationsInARow() < kInvocations)
      write({32, 32, 16, 128}, {4, 2});
    else if (!wide && product.hasManyTiles(128) && profile.sharedMemoryBytes >= 32768)
      write({128, 128, 16, kInvocations}, {8, 8});
    else if (product.hasManyTiles(64) && (!wide || profile.sharedMemoryBytes >= 32768))
      write({64, 64, 16, kInvocations}, {4, 4});
    else
      write({32, 32, 16, kInvocations}, {2, 2});
  }
};

} // namespace
