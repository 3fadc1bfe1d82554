// Products of matrices and what is one in another guise (convolutions, batched products), with what
// is computed from each element of the result: a workgroup makes a tile of it. Its invocations
// bring pieces of both factors into shared memory and hold small tiles of sums.
#include "conversions/Passes.h"

#include "conversions/kernels/KernelCost.h"
#include "conversions/kernels/TileRoot.h"
#include "conversions/linalg_to_spirv/CooperativeProduct.h"
#include "conversions/linalg_to_spirv/ProductTile.h"
#include "conversions/linalg_to_spirv/ProfileFile.h"
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
        tile(kernel, product, tiles, {1, rowPitch(), rowPitch() * tiles.depth},
             {1, tiles.columns, tiles.columns * tiles.depth}),
        k(tile.k) {}

  void write() {
    Value across = k.constant(this->across());
    ownRow = k.mul(k.div(k.local, across), k.constant(own.rows));
    ownColumn = k.rem(k.local, across);
    SmallVector<Value> zeros(static_cast<size_t>(own.rows * own.columns), reduction.start(k.b));
    storeTile(tile.multiply(zeros, [&](ValueRange sums) { return addPiece(sums); }));
    k.finish();
  }

private:
  int64_t across() const { return tiles.columns / own.columns; }
  // One more, so that a column of it lies in different banks.
  int64_t rowPitch() const { return tiles.rows + 1; }

  SmallVector<Value> addPiece(ValueRange sums) {
    return k.loop(k.constant(0), k.constant(tiles.depth), k.constant(1), sums,
                  [&](Value step, ValueRange sofar) {
                    Value rowsAt = k.add(k.mul(step, k.constant(rowPitch())), ownRow);
                    Value columnsAt = k.add(k.mul(step, k.constant(tiles.columns)), ownColumn);
                    SmallVector<Value> rows, columns, next;
                    for (int64_t i = 0; i < own.rows; ++i)
                      rows.push_back(k.load(tile.rowsMemory, k.add(rowsAt, k.constant(i))));
                    for (int64_t j = 0; j < own.columns; ++j)
                      columns.push_back(
                          k.load(tile.columnsMemory, k.add(columnsAt, k.constant(j * across()))));
                    for (Value row : rows)
                      for (Value column : columns)
                        next.push_back(accumulate(row, column, sofar[next.size()]));
                    return next;
                  });
  }

  Value accumulate(Value row, Value column, Value sum) {
    if (isa<FloatType>(sum.getType()))
      return math::FmaOp::create(k.b, k.loc, row, column, sum);
    Value times = arith::MulIOp::create(k.b, k.loc, row, column);
    return arith::AddIOp::create(k.b, k.loc, sum, times);
  }

  // The sums go through shared memory, row of each invocation by row, so that neighbours write
  // neighbours and what is computed from an element stands in the kernel once for each row.
  void storeTile(ArrayRef<Value> sums) {
    int64_t down = tiles.rows / own.rows;
    Value stage = k.shared(sums.front().getType(), down * tiles.columns);
    Value begin = k.mul(k.div(k.local, k.constant(across())), k.constant(tiles.columns));
    for (int64_t i = 0; i < own.rows; ++i) {
      for (int64_t j = 0; j < own.columns; ++j) {
        Value column = k.add(ownColumn, k.constant(j * across()));
        k.store(sums[static_cast<size_t>(i * own.columns + j)], stage, k.add(begin, column));
      }
      k.barrier();
      k.loop(k.local, k.constant(down * tiles.columns), k.constant(tiles.invocations), {},
             [&](Value at, ValueRange) {
               Value row = k.mul(k.div(at, k.constant(tiles.columns)), k.constant(own.rows));
               Value column = k.rem(at, k.constant(tiles.columns));
               tile.storeElement(k.add(row, k.constant(i)), column, k.load(stage, at));
               return SmallVector<Value>();
             });
      k.barrier();
    }
  }

  rlx::Tiles tiles;
  OwnTile own;
  rlx::Reduction reduction;
  rlx::ProductTile tile;
  rlx::WorkgroupKernel &k;
  Value ownRow, ownColumn;
};

struct ScheduleProducts : rlx::impl::ScheduleProductsPassBase<ScheduleProducts> {
  using ScheduleProductsPassBase::ScheduleProductsPassBase;

  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    FailureOr<rlx::rt::DeviceProfile> profile = rlx::findProfileFor(kernel, device);
    if (failed(profile))
      return signalPassFailure();
    linalg::LinalgOp root = rlx::findSchedulableRoot(kernel);
    if (!root || rlx::hasEmptyLoop(kernel))
      return;
    std::optional<rlx::Product> product = rlx::Product::find(root);
    if (!product || !isWorthIt(*product))
      return;
    rlx::estimateCost(kernel);
    if (rlx::takesCooperativeMatrices(*product, *profile))
      return rlx::writeCooperativeProduct(kernel, *product);
    writeScalarProduct(kernel, *product, *profile);
  }

  // Few rows or columns leave most of a tile without work.
  static bool isWorthIt(const rlx::Product &product) {
    constexpr int64_t kMany = 1024, kFew = 8, kShortSum = 8;
    return product.known(product.rows.own, kMany) >= kFew &&
           product.known(product.columns.own, kMany) >= kFew &&
           product.known(product.sum, kMany) >= kShortSum;
  }

  // Large tiles where there are enough of them for a large device.
  static void writeScalarProduct(func::FuncOp kernel, rlx::Product &product,
                                 const rlx::rt::DeviceProfile &profile) {
    constexpr int64_t kEnough = 256, kUsual = 128;
    constexpr int64_t kInvocations = 256;
    int64_t rows = product.known(product.rows.own, kUsual);
    int64_t columns = product.known(product.columns.own, kUsual);
    int64_t batch = product.known(product.batch, 1);
    auto enough = [&](int64_t tile) {
      return batch * llvm::divideCeil(rows, tile) * llvm::divideCeil(columns, tile) >= kEnough;
    };
    auto write = [&](const rlx::Tiles &tiles, const OwnTile &own) {
      ScalarProduct(kernel, product, tiles, own).write();
    };
    bool wide = product.rows.value.getType().getIntOrFloatBitWidth() > 32;
    if (profile.invocationsInARow() < kInvocations)
      write({32, 32, 16, 128}, {4, 2});
    else if (!wide && enough(128) && profile.sharedMemoryBytes >= 32768)
      write({128, 128, 16, kInvocations}, {8, 8});
    else if (enough(64) && (!wide || profile.sharedMemoryBytes >= 32768))
      write({64, 64, 16, kInvocations}, {4, 4});
    else
      write({32, 32, 16, kInvocations}, {2, 2});
  }
};

} // namespace
