// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-specialize-matmuls: variants of contractions with a dynamic number of rows or columns, and of
// attention with a dynamic number of queries.
//
// Tiles with many rows are slow for few rows, and a GEMV is slow for many. Each range of sizes gets
// a kernel, and `lir.when` leaves all but one of them an empty grid. No branch is needed: a
// recorded run of a shape holds only the kernel that the shape needs.
//
// lir.dispatch @matmul   becomes   lir.dispatch @matmul_below_8    // rows < 8
//                                  lir.dispatch @matmul_below_64   // 8 <= rows < 64
//                                  lir.dispatch @matmul            // rows >= 64
//
// Matmuls by block-quantized weights have other thresholds. If integer dot products take few rows
// (IntegerGemv.h), these are 2, 8 and 192, or 2, 8 and 64 if cooperative matrices take more and the
// weights cannot be decoded once. Otherwise 256 rows and more have decoded weights
// (rlx-decode-weights). Devices with matrix instructions of warpgroups have further ones: 256, and
// 1,024 for weights that are not in blocks; rows of decoded weights begin at 64.
#include "conversions/gpu/Passes.h"

#include "conversions/gpu/attention/AttentionPlan.h"
#include "conversions/gpu/builder/Schedule.h"
#include "conversions/gpu/device/KernelAttributes.h"
#include "conversions/gpu/device/ProfileFile.h"
#include "conversions/gpu/matmul/BlockOperand.h"
#include "conversions/gpu/matmul/CooperativeMatmul.h"
#include "conversions/gpu/matmul/IntegerGemv.h"
#include "conversions/gpu/matmul/MatmulTile.h"
#include "conversions/gpu/program/KernelModule.h"
#include "conversions/kernel/KernelDims.h"
#include "conversions/kernel/KernelPipelines.h"
#include "conversions/kernel/TileRoot.h"
#include "dialects/lir/LIRDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/PassManager.h"

namespace rlx {
#define GEN_PASS_DEF_SPECIALIZEMATMULSPASS
#include "conversions/gpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;
namespace lir = rlx::lir;

namespace {

// A threshold between variants: dynamic sizes, over the kernel's dims, that have to reach `least`.
class Level {
public:
  // The operands that may have fewer than `least` rows or columns.
  Level(const rlx::Contraction &contraction, int64_t least) : least(least) {
    for (const rlx::Operand *side : {&contraction.rows, &contraction.columns})
      if (isDynamic(contraction, side->own) && !reaches(contraction, side->own))
        sizes.push_back(sizeOf(contraction, side->own));
  }

  Level(AffineExpr size, int64_t least) : least(least), sizes{size} {}

  int64_t least;
  SmallVector<AffineExpr> sizes; // empty: all runs reach it

  // 1 if all sizes reach the threshold, 0 otherwise.
  AffineExpr isReached(MLIRContext *context) const {
    constexpr int64_t kBeyondAll = int64_t(1) << 31;
    AffineExpr reached = getAffineConstantExpr(1, context);
    for (AffineExpr size : sizes)
      reached = reached * size.floorDiv(least).ceilDiv(kBeyondAll);
    return reached;
  }

  static bool isDynamic(const rlx::Contraction &contraction, ArrayRef<unsigned> loops) {
    return llvm::any_of(
        loops, [&](unsigned loop) { return !isa<AffineConstantExpr>(contraction.sizes[loop]); });
  }

private:
  // Whether its static sizes alone reach the threshold.
  bool reaches(const rlx::Contraction &contraction, ArrayRef<unsigned> loops) const {
    int64_t known = 1;
    for (unsigned loop : loops)
      if (auto size = dyn_cast<AffineConstantExpr>(contraction.sizes[loop]))
        known *= size.getValue();
    return known >= least;
  }

  static AffineExpr sizeOf(const rlx::Contraction &contraction, ArrayRef<unsigned> loops) {
    AffineExpr size = contraction.sizes[loops.front()];
    for (unsigned loop : loops.drop_front())
      size = size * contraction.sizes[loop];
    return size;
  }
};

struct SpecializeMatmuls : rlx::impl::SpecializeMatmulsPassBase<SpecializeMatmuls> {
  using SpecializeMatmulsPassBase::SpecializeMatmulsPassBase;

  void runOnOperation() override {
    FailureOr<ModuleOp> kernels = rlx::findKernelModule(getOperation(), target);
    if (failed(kernels))
      return signalPassFailure();
    if (!*kernels)
      return;
    SymbolTable symbols(*kernels);
    for (func::FuncOp kernel : rlx::functionsWithBodies(*kernels))
      if (failed(rlx::expectOneBlock(kernel)) || failed(specialize(kernel, symbols)))
        return signalPassFailure();
    getOperation().walk([&](lir::DispatchOp dispatch) {
      if (dispatch.getKernel().getRootReference() == kernels->getSymNameAttr())
        addDispatches(dispatch);
    });
  }

private:
  // By name of a kernel: its variants.
  llvm::StringMap<SmallVector<StringAttr>> variants;

  LogicalResult specialize(func::FuncOp kernel, SymbolTable &symbols) {
    auto isDynamic = [](Type type) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      return tensor && !tensor.hasStaticShape();
    };
    if (llvm::none_of(kernel.getArgumentTypes(), isDynamic))
      return success();
    OpPassManager sizes(func::FuncOp::getOperationName());
    rlx::addResolveSizes(sizes);
    if (failed(runPipeline(sizes, kernel)))
      return failure();
    FailureOr<rlx::rt::DeviceProfile> profile = rlx::findProfileFor(kernel, device);
    if (failed(profile))
      return failure();
    rlx::eraseFusedOps(kernel);
    rlx::LoweringReason why;
    if (std::optional<rlx::AttentionForm> form = rlx::attentionOf(kernel, *profile, why)) {
      addKernels(kernel, levelsOf(kernel, *form, *profile), symbols);
      return success();
    }
    std::optional<rlx::Contraction> contraction;
    if (linalg::LinalgOp root = rlx::findScheduleRoot(kernel))
      contraction = rlx::Contraction::find(root);
    if (!contraction || !contraction->isForTiles())
      return success();
    addKernels(kernel, levelsOf(*contraction, *profile), symbols);
    return success();
  }

  // Few queries take decode attention. In paged attention the average of the sequences decides.
  static SmallVector<Level> levelsOf(func::FuncOp kernel, const rlx::AttentionForm &form,
                                     const rlx::rt::DeviceProfile &profile) {
    constexpr int64_t kMany = rlx::AttentionPlan::kDecodeQueries;
    rlx::LoweringReason why;
    if (!rlx::planAttention(form, profile, why)->mayBeFew)
      return {};
    rlx::KernelDims dims(kernel, kernel.getNumArguments());
    AffineExpr rows = dims.dim(cast<BlockArgument>(form.query), form.sequenceDim);
    if (form.isPaged()) // rows >= kMany * sequences
      rows = rows - (dims.dim(cast<BlockArgument>(form.keyLengths), 0) - 1) * kMany;
    return {Level(rows, kMany)};
  }

  static SmallVector<Level> levelsOf(const rlx::Contraction &contraction,
                                     const rlx::rt::DeviceProfile &profile) {
    // An invocation of a GEMV may compute a whole sum, and no later pass would move these kernels
    // to the CPU.
    constexpr int64_t kUnknown = std::numeric_limits<int32_t>::max();
    if (static_cast<uint64_t>(contraction.known(contraction.sum, kUnknown)) >
        profile.maxLoopIterations / 2)
      return {};
    constexpr int64_t kManyRows = 256, kMostRows = 1024;
    SmallVector<Level> levels = {Level(contraction, rlx::kMinForTiles)};
    rlx::LoweringReason why;
    const auto form = rlx::integerGemvOf(contraction, profile, why);
    if (form) {
      levels.insert(levels.begin(), Level(contraction, rlx::kMinForQuantized));
      levels.emplace_back(contraction, rlx::endOfIntegers(contraction, profile));
    }
    if (rlx::takesCooperativeMatrices(contraction, profile)) {
      if (!form)
        levels.emplace_back(contraction, rlx::kMinForMatrices);
      if (const int64_t least = rlx::minForDecoded(contraction, profile);
          least > levels.back().least) // see rlx-decode-weights
        levels.emplace_back(contraction, least);
      // Tiles of warpgroups differ more in size: each range of rows has its own.
      if (profile.has("wgmma"))
        for (int64_t least : {kManyRows, kMostRows})
          if (least > levels.back().least && (!form || least < kMostRows))
            levels.emplace_back(contraction, least);
    } else if (int64_t least = minForLargeTiles(contraction, profile);
               least > levels.back().least) {
      levels.emplace_back(contraction, least);
    }
    llvm::erase_if(levels, [](const Level &level) { return level.sizes.empty(); });
    return levels;
  }

  // The dynamic rows or columns from which larger tiles fill the device. 0 if the other operand or
  // the batch is dynamic too.
  static int64_t minForLargeTiles(const rlx::Contraction &contraction,
                                  const rlx::rt::DeviceProfile &profile) {
    auto unknown = [&](ArrayRef<unsigned> loops) { return Level::isDynamic(contraction, loops); };
    if (!rlx::fitsLargeTiles(contraction, profile) || unknown(contraction.batch) ||
        unknown(contraction.rows.own) == unknown(contraction.columns.own))
      return 0;
    const rlx::Operand &other =
        unknown(contraction.rows.own) ? contraction.columns : contraction.rows;
    const int64_t across = contraction.known(contraction.batch, 1) *
                           llvm::divideCeil(contraction.known(other, 1), rlx::kLargeTile);
    const auto down = static_cast<int64_t>(llvm::divideCeil(rlx::manyTiles(profile), across));
    return (down - 1) * rlx::kLargeTile + 1;
  }

  // Adds a variant below each level. The kernel itself takes sizes from the last level on.
  void addKernels(func::FuncOp kernel, ArrayRef<Level> levels, SymbolTable &symbols) {
    MLIRContext *context = kernel.getContext();
    const unsigned dims = rlx::KernelDims(kernel, kernel.getNumArguments()).size();
    AffineExpr before = getAffineConstantExpr(1, context);
    auto mark = [&](func::FuncOp one, AffineExpr when, int64_t assumed) {
      one->setAttr(lir::kWhenAttr, AffineMapAttr::get(AffineMap::get(0, dims, when)));
      one->setAttr(rlx::kAssumedSizeAttr, Builder(context).getI64IntegerAttr(assumed));
    };
    int64_t least = 1;
    for (const Level &level : levels) {
      func::FuncOp below = kernel.clone();
      below.setName((kernel.getName() + "_below_" + Twine(level.least)).str());
      AffineExpr reached = level.isReached(context);
      mark(below, before - reached, least);
      before = reached;
      least = level.least;
      variants[kernel.getName()].push_back(symbols.insert(below, kernel->getIterator()));
    }
    if (!levels.empty())
      mark(kernel, before, least);
    // Sizes of at least kMinForTiles need no assumption.
    if (least <= rlx::kMinForTiles)
      kernel->removeAttr(rlx::kAssumedSizeAttr);
  }

  void addDispatches(lir::DispatchOp dispatch) {
    SymbolRefAttr symbol = dispatch.getKernel();
    for (StringAttr variant : variants.lookup(symbol.getLeafReference())) {
      OpBuilder b(dispatch);
      auto another = cast<lir::DispatchOp>(b.clone(*dispatch));
      another.setKernelAttr(
          SymbolRefAttr::get(symbol.getRootReference(), FlatSymbolRefAttr::get(variant)));
    }
  }
};

} // namespace
