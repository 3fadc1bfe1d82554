// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The schedules of contractions and their epilogue, one output tile per workgroup.
//
// Invocations load K-slices of both operands into shared memory and keep accumulators in registers.
// On devices with cooperative matrices CooperativeMatmul.cpp takes f16 and bf16.
//
// before:  %c = linalg.matmul ins(%a, %b) outs(%zero)      // on tensors
// after:   scf.for %k = 0 to %K step 16 iter_args(%acc, %next) {
//            store %next to shared memory; barrier
//            load the slice at %k + 16; 16 iterations of fma; barrier
//          }
//          memref.store of the epilogue                     // on buffers
#include "conversions/gpu/builder/Schedule.h"
#include "conversions/gpu/matmul/CooperativeMatmul.h"
#include "conversions/gpu/matmul/MatmulTile.h"
#include "conversions/kernel/KernelCost.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace {

// Accumulators of one invocation.
struct OwnTile {
  int64_t rows, columns;
};

// Writes a kernel in which each invocation keeps a small tile of accumulators.
class SimtMatmul {
public:
  SimtMatmul(func::FuncOp kernel, rlx::Contraction &contraction, const rlx::Tiles &tiles,
             const OwnTile &own)
      : tiles(tiles), own(own), reduction(contraction.reduction), rows(layoutOf(tiles.rows)),
        columns(layoutOf(tiles.columns)), tile(kernel, contraction, tiles, rows, columns),
        k(tile.k) {}

  void write() {
    assignInvocation();
    ownRow = k.mul(down, k.constant(contiguousOf(own.rows)));
    ownColumn = k.mul(across, k.constant(contiguousOf(own.columns)));
    SmallVector<Value> zeros(static_cast<size_t>(own.rows * own.columns), reduction.start(k.b));
    storeTile(tile.multiply(
        zeros, [&](ValueRange accumulators) { return accumulateSlice(accumulators); }));
    k.finish("tiles of " + Twine(tiles.rows) + " x " + Twine(tiles.columns));
  }

  // Elements that shared memory moves at once.
  static constexpr int64_t kLanes = 4;

private:
  // One row of shared memory for each index of the K-slice, whatever the layout of the operand in
  // global memory: an invocation reads contiguous rows or columns of the tile. The padding lets
  // these rows begin in different banks.
  rlx::MatmulTile::Layout layoutOf(int64_t extent) const {
    const int64_t pitch = extent + kLanes;
    return {1, pitch, pitch * tiles.depth, {}};
  }

  int64_t numDown() const { return tiles.rows / own.rows; }
  int64_t numAcross() const { return tiles.columns / own.columns; }

  // The invocation's row and column among the invocations of the tile. 32 consecutive invocations
  // form a block of 4 x 8: together they read fewer rows and columns than in one line.
  void assignInvocation() {
    constexpr int64_t kBlock = 32;
    const int64_t wide = std::min(kBlock / kLanes, numAcross());
    const int64_t high = std::min(kBlock / wide, numDown());
    Value inBlock = k.rem(k.local, k.constant(wide * high));
    Value block = k.div(k.local, k.constant(wide * high)), blocks = k.constant(numAcross() / wide);
    down = k.add(k.mul(k.div(block, blocks), k.constant(high)), k.div(inBlock, k.constant(wide)));
    across = k.add(k.mul(k.rem(block, blocks), k.constant(wide)), k.rem(inBlock, k.constant(wide)));
  }

  // Contiguous rows or columns of an invocation, up to 4. Its other ones follow at a stride, so
  // that the vectors of all invocations are contiguous. For example, with 8 columns each and 16
  // invocations across, invocation 0 has columns 0 to 3 and 64 to 67, and invocation 1 has 4 to 7
  // and 68 to 71.
  static int64_t contiguousOf(int64_t count) { return std::min(count, kLanes); }
  // Offset of the invocation's row or column `number` from its first one.
  static int64_t offsetOf(int64_t number, int64_t count, int64_t invocations) {
    const int64_t contiguous = contiguousOf(count);
    return number % contiguous + number / contiguous * contiguous * invocations;
  }
  int64_t rowAt(int64_t i) const { return offsetOf(i, own.rows, numDown()); }
  int64_t columnAt(int64_t j) const { return offsetOf(j, own.columns, numAcross()); }

  // Unrolled over the K-slice, so that loads of later iterations are in flight while one is
  // computed.
  SmallVector<Value> accumulateSlice(ValueRange accumulators) {
    SmallVector<Value> next(accumulators);
    for (int64_t step = 0; step < tiles.depth; ++step)
      addStep(step, next);
    return next;
  }

  void addStep(int64_t step, MutableArrayRef<Value> accumulators) {
    SmallVector<Value> row, column;
    for (int64_t i = 0; i < own.rows; ++i)
      row.push_back(
          k.load(tile.rowsMemory, k.add(ownRow, k.constant(rowAt(i) + step * rows.kStride))));
    for (int64_t j = 0; j < own.columns; ++j)
      column.push_back(k.load(tile.columnsMemory,
                              k.add(ownColumn, k.constant(columnAt(j) + step * columns.kStride))));
    for (auto [number, sum] : llvm::enumerate(accumulators)) {
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

  // The epilogue. Accumulators pass through shared memory, one row of each invocation at a time. So
  // adjacent invocations store contiguous elements, and the epilogue is emitted once per such row.
  void storeTile(ArrayRef<Value> accumulators) {
    Value stage = k.shared(accumulators.front().getType(), numDown() * tiles.columns);
    Value begin = k.add(k.mul(down, k.constant(tiles.columns)), ownColumn);
    for (int64_t i = 0; i < own.rows; ++i) {
      for (int64_t j = 0; j < own.columns; ++j)
        k.store(accumulators[static_cast<size_t>(i * own.columns + j)], stage,
                k.add(begin, k.constant(columnAt(j))));
      k.barrier();
      storeStage(stage, i);
      k.barrier();
    }
  }

  // Stores row `i` of all invocations.
  void storeStage(Value stage, int64_t i) {
    Value groups = k.constant(tiles.columns / kLanes);
    k.loop(k.local, k.constant(numDown() * tiles.columns / kLanes), k.constant(tiles.invocations),
           {}, [&](Value at, ValueRange) {
             Value row = k.mul(k.div(at, groups), k.constant(contiguousOf(own.rows)));
             Value column = k.mul(k.rem(at, groups), k.constant(kLanes));
             Value begin = k.mul(at, k.constant(kLanes));
             SmallVector<Value> accumulators;
             for (int64_t lane = 0; lane < kLanes; ++lane)
               accumulators.push_back(k.load(stage, k.add(begin, k.constant(lane))));
             tile.storeElements(k.add(row, k.constant(rowAt(i))), column, accumulators);
             return SmallVector<Value>();
           });
  }

  rlx::Tiles tiles;
  OwnTile own;
  rlx::Reduction reduction;
  rlx::MatmulTile::Layout rows, columns;
  rlx::MatmulTile tile;
  rlx::WorkgroupBuilder &k;
  Value down, across;      // row and column of the invocation in the tile's grid of invocations
  Value ownRow, ownColumn; // its first row and column in the tile
};

std::optional<rlx::Contraction> contractionOf(func::FuncOp kernel, rlx::LoweringReason &why) {
  linalg::LinalgOp root = rlx::findScheduleRoot(kernel);
  std::optional<rlx::Contraction> contraction;
  if (root)
    contraction = rlx::Contraction::find(root);
  if (contraction && !contraction->isForTiles()) {
    (void)why.because("it has fewer than " + Twine(rlx::kMinForTiles) + " rows, columns or terms");
    return std::nullopt;
  }
  return contraction;
}

struct PlannedCooperativeMatmul : rlx::GpuKernelPlan {
  PlannedCooperativeMatmul(rlx::Contraction found, const rlx::rt::DeviceProfile &profile)
      : contraction(std::move(found)), profile(profile) {
    iterations = rlx::cooperativeMatmulIterations(contraction, profile);
  }

  LogicalResult emit(func::FuncOp kernel) override {
    rlx::estimateCost(kernel);
    rlx::writeCooperativeMatmul(kernel, contraction, profile);
    return success();
  }

  rlx::Contraction contraction;
  rlx::rt::DeviceProfile profile;
};

std::unique_ptr<rlx::GpuKernelPlan> planCooperative(func::FuncOp kernel,
                                                    const rlx::rt::DeviceProfile &profile,
                                                    rlx::LoweringReason &why) {
  rlx::LoweringReason ofForm; // the schedule below gives it
  std::optional<rlx::Contraction> contraction = contractionOf(kernel, ofForm);
  if (!contraction || !rlx::takesCooperativeMatrices(*contraction, profile, &why))
    return nullptr;
  return std::make_unique<PlannedCooperativeMatmul>(*contraction, profile);
}

struct PlannedMatmul : rlx::GpuKernelPlan {
  PlannedMatmul(rlx::Contraction found, const rlx::Tiles &tiles, const OwnTile &own)
      : contraction(std::move(found)), tiles(tiles), own(own) {
    // The main loop, and the loops that store a row of each invocation.
    const int64_t stored = tiles.rows / own.rows * tiles.columns / SimtMatmul::kLanes;
    iterations = contraction.count(contraction.sum).ceilDiv(tiles.depth) +
                 own.rows * static_cast<int64_t>(llvm::divideCeil(stored, tiles.invocations));
  }

  LogicalResult emit(func::FuncOp kernel) override {
    rlx::estimateCost(kernel);
    SimtMatmul(kernel, contraction, tiles, own).write();
    return success();
  }

  rlx::Contraction contraction;
  rlx::Tiles tiles;
  OwnTile own;
};

constexpr int64_t kTileInvocations = 256;

bool isWide(const rlx::Contraction &contraction) {
  return contraction.rows.value.getType().getIntOrFloatBitWidth() > 32;
}

// The largest tiles of which there are enough to fill a large device.
std::unique_ptr<rlx::GpuKernelPlan>
planSimt(func::FuncOp kernel, const rlx::rt::DeviceProfile &profile, rlx::LoweringReason &why) {
  std::optional<rlx::Contraction> contraction = contractionOf(kernel, why);
  if (!contraction)
    return nullptr;
  auto with = [&](const rlx::Tiles &tiles, const OwnTile &own) {
    return std::make_unique<PlannedMatmul>(*contraction, tiles, own);
  };
  if (profile.invocationsInARow() < kTileInvocations)
    return with({32, 32, 16, 128}, {4, 2});
  if (!isWide(*contraction) && contraction->hasManyTiles(128, profile) &&
      profile.sharedMemoryBytes >= 32768)
    return with({64, 128, 16, kTileInvocations / 2}, {8, 8});
  if (contraction->hasManyTiles(rlx::kLargeTile, profile) &&
      rlx::fitsLargeTiles(*contraction, profile))
    return with({rlx::kLargeTile, rlx::kLargeTile, 16, kTileInvocations}, {4, 4});
  return with({32, 32, 16, kTileInvocations}, {2, 2});
}

} // namespace

namespace rlx {
extern const Schedule kCooperativeMatmul, kMatmul;
const Schedule kCooperativeMatmul = {"cooperative-matmul", planCooperative};
const Schedule kMatmul = {"matmul", planSimt};

bool fitsLargeTiles(const Contraction &contraction, const rt::DeviceProfile &profile) {
  return profile.invocationsInARow() >= kTileInvocations &&
         (!isWide(contraction) || profile.sharedMemoryBytes >= 32768);
}
} // namespace rlx
