// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The schedule of contractions on Hopper's warpgroup matrix instructions (wgmma), for f16 and bf16.
//
// Thread blocks stay on their multiprocessor and take tiles in turns. Warpgroup 0 has the copy
// engine (TMA) fill a ring of stages in shared memory; the others multiply from there:
//
//   warpgroup 0, one thread          warpgroups 1 and 2, 64 rows of the tile each
//   for each tile, for each stage:   for each tile, for each stage:
//     wait until it is empty           wait until it is full
//     copy 64 terms of both operands   4 wgmma, 16 terms each, into registers
//                                      release the stage before
//                                    epilogue
//
// The epilogue passes sums through shared memory, warp by warp, so that threads store vectors.
#include "conversions/gpu/builder/Schedule.h"
#include "conversions/gpu/device/KernelAttributes.h"
#include "conversions/gpu/matmul/TileEpilogue.h"
#include "conversions/kernel/KernelCost.h"
#include "conversions/kernel/KernelDims.h"
#include "conversions/nvvm/EmitPtx.h"
#include "conversions/nvvm/wgmma/FragmentStage.h"
#include "conversions/nvvm/wgmma/StageRing.h"
#include "conversions/nvvm/wgmma/TmaOperand.h"
#include "conversions/nvvm/wgmma/WgmmaTile.h"
#include "dialects/lir/LIRDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace {

constexpr int64_t kTerms = rlx::kBoxRow; // of a stage
// Shared memory of a thread block on Hopper, without the part that the driver takes.
constexpr int64_t kSharedBytes = 232448;

struct Plan {
  rlx::Contraction contraction;
  rlx::TmaOperand rows, columns;
  rlx::WgmmaTile tile;
  int64_t computeUnits;
};

class WgmmaMatmul {
public:
  WgmmaMatmul(func::FuncOp kernel, Plan &plan)
      : kernel(kernel), plan(plan), contraction(plan.contraction), tile(plan.tile),
        left(tile.isSwapped ? plan.columns : plan.rows),
        right(tile.isSwapped ? plan.rows : plan.columns), leftBytes(left.bytesOf(tile.rows())),
        stageBytes(leftBytes + right.bytesOf(tile.columns)), k(kernel), w(k),
        epilogue(k, contraction) {}

  void write() {
    const unsigned numDims = rlx::KernelDims(kernel, kernel.getNumArguments()).size();
    k.begin(grid(), tile.threads());
    kernel->setAttr(rlx::kArchitectureAttr, k.b.getUnitAttr());
    left.describe(k, tile.rows(), numDims);
    right.describe(k, tile.columns, numDims);
    stage.emplace(k, tile.consumers * rlx::kWarpsOfGroup, tile.isSwapped);
    const int64_t stages = numStages();
    base = rlx::lir::DynamicSharedMemoryOp::create(
        k.b, k.loc, k.b.getI32Type(), stages * (stageBytes + rlx::StageRing::kBarrierBytes));
    rlx::StageRing ring(k, base, stages, stageBytes);
    at = rlx::WarpgroupThread::find(k);
    k.when(w.equal(at.thread, w.constant(0)), [&] { ring.init(tile.consumers); });
    k.barrier();
    auto role = scf::IfOp::create(k.b, k.loc, TypeRange(), w.equal(at.group, w.constant(0)),
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
    fill(role.thenBlock(), [&] { produce(ring); });
    fill(role.elseBlock(), [&] { consume(ring); });
    k.finish("tiles of " + Twine(tile.tileRows()) + " x " + Twine(tile.tileColumns()) + ", " +
             Twine(stages) + " stages");
  }

private:
  void fill(Block *block, function_ref<void()> body) {
    OpBuilder::InsertionGuard guard(k.b);
    k.b.setInsertionPointToEnd(block);
    body();
    scf::YieldOp::create(k.b, k.loc);
  }

  int64_t numStages() const {
    constexpr int64_t kMax = 8;
    const int64_t own = rlx::FragmentStage::bytes(tile.consumers * rlx::kWarpsOfGroup);
    return std::min(kMax, (kSharedBytes - own - rlx::kSwizzleAlignment) /
                              (stageBytes + rlx::StageRing::kBarrierBytes));
  }

  AffineExpr numTiles() {
    return contraction.count(contraction.batch) * tile.tilesDown(contraction) *
           tile.tilesAcross(contraction);
  }
  AffineExpr grid() {
    auto known = dyn_cast<AffineConstantExpr>(numTiles());
    const int64_t count = known ? std::min(known.getValue(), plan.computeUnits) : plan.computeUnits;
    return getAffineConstantExpr(count, kernel.getContext());
  }
  Value numSteps() { return k.size(contraction.count(contraction.sum).ceilDiv(kTerms)); }

  // A tile by its number. Blocks in flight share rows and columns in the cache: tiles go down in
  // groups of eight before they go across.
  struct At {
    Value row, column;
  };
  At assignTile(Value number) {
    constexpr int64_t kGroup = 8;
    Value down = k.size(tile.tilesDown(contraction)),
          across = k.size(tile.tilesAcross(contraction));
    Value ofBatch = k.mul(down, across);
    epilogue.setBatch(k.div(number, ofBatch));
    number = k.rem(number, ofBatch);
    Value ofGroup = k.mul(across, k.constant(kGroup));
    Value first = k.mul(k.div(number, ofGroup), k.constant(kGroup));
    Value rest = k.b.createOrFold<arith::SubIOp>(k.loc, down, first);
    Value high = arith::MinUIOp::create(k.b, k.loc, rest, k.constant(kGroup));
    number = k.rem(number, ofGroup);
    return {k.mul(k.add(first, k.rem(number, high)), k.constant(tile.tileRows())),
            k.mul(k.div(number, high), k.constant(tile.tileColumns()))};
  }

  using Body = function_ref<rlx::StageRing::Position(const At &, rlx::StageRing::Position)>;
  void forEachTile(rlx::StageRing::Position start, Body body) {
    k.loop(k.workgroup, k.size(numTiles()), k.size(grid()), {start.stage, start.parity},
           [&](Value number, ValueRange values) {
             const rlx::StageRing::Position next = body(assignTile(number), {values[0], values[1]});
             return SmallVector<Value>{next.stage, next.parity};
           });
  }

  void setRegisters(uint32_t count, NVVM::SetMaxRegisterAction action) {
    if (tile.consumers == 2)
      NVVM::SetMaxRegisterOp::create(k.b, k.loc, count, action);
  }

  void produce(rlx::StageRing &ring) {
    constexpr uint32_t kRegisters = 40;
    setRegisters(kRegisters, NVVM::SetMaxRegisterAction::decrease);
    Value elected = NVVM::ElectSyncOp::create(k.b, k.loc, k.b.getI1Type(), Value());
    k.when(w.both(elected, w.equal(at.warpOfGroup, w.constant(0))), [&] {
      forEachTile(ring.producerStart(), [&](const At &tileAt, rlx::StageRing::Position start) {
        SmallVector<Value> end =
            k.loop(k.constant(0), numSteps(), k.constant(1), {start.stage, start.parity},
                   [&](Value step, ValueRange values) {
                     const rlx::StageRing::Position now = {values[0], values[1]};
                     copyStage(ring, now, tileAt, k.mul(step, k.constant(kTerms)));
                     const rlx::StageRing::Position next = ring.next(now);
                     return SmallVector<Value>{next.stage, next.parity};
                   });
        return rlx::StageRing::Position{end[0], end[1]};
      });
    });
  }

  void copyStage(rlx::StageRing &ring, const rlx::StageRing::Position &now, const At &tileAt,
                 Value term) {
    ring.waitEmpty(now);
    ring.expect(now);
    Value address = ring.addressOf(now), barrier = ring.fullBarrier(now.stage);
    left.copy(k, address, barrier, tile.isSwapped ? tileAt.column : tileAt.row, term,
              epilogue.batchLoops());
    right.copy(k, w.add(address, w.constant(leftBytes)), barrier,
               tile.isSwapped ? tileAt.row : tileAt.column, term, epilogue.batchLoops());
  }

  Type sumsType() {
    return LLVM::LLVMStructType::getLiteral(
        kernel.getContext(), SmallVector<Type>(static_cast<size_t>(tile.accumulators()),
                                               Float32Type::get(kernel.getContext())));
  }

  void consume(rlx::StageRing &ring) {
    constexpr uint32_t kRegisters = 232;
    setRegisters(kRegisters, NVVM::SetMaxRegisterAction::increase);
    own = w.add(at.group, w.constant(-1));
    stage->setThread(at.lane, w.add(w.mul(own, w.constant(rlx::kWarpsOfGroup)), at.warpOfGroup));
    forEachTile(ring.consumerStart(), [&](const At &tileAt, rlx::StageRing::Position start) {
      Value zeros = LLVM::ZeroOp::create(k.b, k.loc, sumsType());
      SmallVector<Value> end = k.loop(
          k.constant(0), numSteps(), k.constant(1),
          {zeros, start.stage, start.parity, w.constant(0)}, [&](Value step, ValueRange values) {
            const rlx::StageRing::Position now = {values[1], values[2]};
            Value sums = multiplyStage(ring, now, values[0]);
            NVVM::WgmmaWaitGroupSyncOp::create(k.b, k.loc, uint64_t(1));
            Value isLater = k.less(k.constant(0), step);
            k.when(w.both(isLater, at.leads), [&] { ring.release(values[3]); });
            const rlx::StageRing::Position next = ring.next(now);
            return SmallVector<Value>{sums, next.stage, next.parity, now.stage};
          });
      NVVM::WgmmaWaitGroupSyncOp::create(k.b, k.loc, uint64_t(0));
      Value isAny = k.less(k.constant(0), numSteps());
      k.when(w.both(isAny, at.leads), [&] { ring.release(end[3]); });
      storeTile(end[0], tileAt);
      return rlx::StageRing::Position{end[1], end[2]};
    });
  }

  Value multiplyStage(rlx::StageRing &ring, const rlx::StageRing::Position &now, Value sums) {
    ring.waitFull(now);
    Value address = ring.addressOf(now);
    // 64 rows of the left operand have the same bytes in both layouts.
    Value ownRows = w.add(address, w.mul(own, w.constant(rlx::kPanelBytes)));
    Value leftAt = left.descriptor(k, ownRows);
    Value rightAt = right.descriptor(k, w.add(address, w.constant(leftBytes)));
    const auto type = left.elementType().isF16() ? NVVM::WGMMATypes::f16 : NVVM::WGMMATypes::bf16;
    auto shape = NVVM::MMAShapeAttr::get(kernel.getContext(), rlx::kWgmmaRows, tile.columns,
                                         rlx::kWgmmaTerms);
    NVVM::WgmmaFenceAlignedOp::create(k.b, k.loc);
    for (int64_t part = 0; part < kTerms / rlx::kWgmmaTerms; ++part)
      sums = NVVM::WgmmaMmaAsyncOp::create(
          k.b, k.loc, sums.getType(), sums, w.add(leftAt, w.wide(part * left.descriptorStep())),
          w.add(rightAt, w.wide(part * right.descriptorStep())), shape, type, type,
          NVVM::WGMMATypes::f32, NVVM::WGMMAScaleOut::one, NVVM::WGMMAScaleIn::one,
          NVVM::WGMMAScaleIn::one, left.isAlongSum() ? NVVM::MMALayout::row : NVVM::MMALayout::col,
          right.isAlongSum() ? NVVM::MMALayout::col : NVVM::MMALayout::row,
          NVVM::MMAIntOverflowAttr());
    NVVM::WgmmaGroupSyncAlignedOp::create(k.b, k.loc);
    return sums;
  }

  void storeTile(Value sums, const At &tileAt) {
    SmallVector<Value> each;
    for (int64_t i = 0; i < tile.accumulators(); ++i)
      each.push_back(LLVM::ExtractValueOp::create(k.b, k.loc, sums, i));
    Value warpRow = w.toIndex(w.add(w.mul(own, w.constant(rlx::kWgmmaRows)),
                                    w.mul(at.warpOfGroup, w.constant(rlx::kWarpRows))));
    stage->forEachVector(each, [&](Value row, Value column, ValueRange elements) {
      row = k.add(warpRow, row);
      epilogue.storeElements(k.add(tileAt.row, tile.isSwapped ? column : row),
                             k.add(tileAt.column, tile.isSwapped ? row : column), elements);
    });
  }

  func::FuncOp kernel;
  Plan &plan;
  rlx::Contraction &contraction;
  const rlx::WgmmaTile tile;
  rlx::TmaOperand &left, &right; // of wgmma
  const int64_t leftBytes, stageBytes;
  rlx::WorkgroupBuilder k;
  rlx::Words w;
  rlx::TileEpilogue epilogue;
  std::optional<rlx::FragmentStage> stage;
  Value base;
  rlx::WarpgroupThread at;
  Value own; // the number of the consumer, i32
};

struct PlannedWgmma : rlx::GpuKernelPlan {
  explicit PlannedWgmma(Plan found) : plan(std::move(found)) {}

  LogicalResult emit(func::FuncOp kernel) override {
    rlx::estimateCost(kernel);
    WgmmaMatmul(kernel, plan).write();
    return success();
  }

  Plan plan;
};

std::unique_ptr<rlx::GpuKernelPlan>
planWgmma(func::FuncOp kernel, const rlx::rt::DeviceProfile &profile, rlx::LoweringReason &why) {
  linalg::LinalgOp root = rlx::findScheduleRoot(kernel);
  if (!root || !profile.has("wgmma"))
    return nullptr;
  std::optional<rlx::Contraction> contraction = rlx::Contraction::find(root);
  if (!contraction || !contraction->isForTiles() ||
      !contraction->reduction.neutral.getType().isF32())
    return nullptr;
  std::string reason;
  std::optional<rlx::TmaOperand> rows =
      rlx::TmaOperand::find(*contraction, contraction->rows, reason);
  std::optional<rlx::TmaOperand> columns;
  if (rows)
    columns = rlx::TmaOperand::find(*contraction, contraction->columns, reason);
  if (!columns) {
    (void)why.because(reason);
    return nullptr;
  }
  const Type element = rows->elementType();
  if (element != columns->elementType() || !(element.isF16() || element.isBF16()))
    return nullptr;
  if (!kernel->hasAttr(rlx::kAlignedAttr)) {
    (void)why.because("an operand may begin at an address that is no multiple of 16");
    return nullptr;
  }
  const rlx::WgmmaTile tile = rlx::chooseWgmmaTile(*contraction, profile.computeUnits);
  return std::make_unique<PlannedWgmma>(
      Plan{*contraction, *rows, *columns, tile, profile.computeUnits});
}

} // namespace

namespace rlx {
extern const Schedule kWgmmaMatmul;
const Schedule kWgmmaMatmul = {"wgmma-matmul", planWgmma};
} // namespace rlx
