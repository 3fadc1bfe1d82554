// Products whose number of rows or columns only a run knows. Tiles of many rows are slow for a few,
// and the other way round: there is a kernel for each, and sizes of grids say which one has work.
// Nobody has to branch: a recorded run of a shape holds the one kernel that the shape needs.
#include "conversions/gpu/Passes.h"

#include "conversions/gpu/builder/WorkgroupKernel.h"
#include "conversions/gpu/device/Invocations.h"
#include "conversions/gpu/device/ProfileFile.h"
#include "conversions/gpu/matmul/CooperativeMatmul.h"
#include "conversions/kernel/KernelDims.h"
#include "conversions/kernel/KernelPipelines.h"
#include "conversions/spirv/VulkanTarget.h"
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

// What tells runs of a product apart: sizes over the kernel's dims that are to reach a number.
class Level {
public:
  // The sides of the product that may have fewer than `least` rows or columns.
  Level(const rlx::Product &product, int64_t least) : least(least) {
    for (const rlx::Factor *side : {&product.rows, &product.columns})
      if (isDynamic(product, side->own) && !reaches(product, side->own))
        sizes.push_back(sizeOf(product, side->own));
  }

  int64_t least;
  SmallVector<AffineExpr> sizes; // none: all runs reach it

  // 1 where all sizes reach the number, and 0 elsewhere.
  AffineExpr isReached(MLIRContext *context) const {
    constexpr int64_t kBeyondAll = int64_t(1) << 31;
    AffineExpr reached = getAffineConstantExpr(1, context);
    for (AffineExpr size : sizes)
      reached = reached * size.floorDiv(least).ceilDiv(kBeyondAll);
    return reached;
  }

  static bool isDynamic(const rlx::Product &product, ArrayRef<unsigned> loops) {
    return llvm::any_of(
        loops, [&](unsigned loop) { return !isa<AffineConstantExpr>(product.sizes[loop]); });
  }

private:
  // Whether its static sizes do already.
  bool reaches(const rlx::Product &product, ArrayRef<unsigned> loops) const {
    int64_t known = 1;
    for (unsigned loop : loops)
      if (auto size = dyn_cast<AffineConstantExpr>(product.sizes[loop]))
        known *= size.getValue();
    return known >= least;
  }

  static AffineExpr sizeOf(const rlx::Product &product, ArrayRef<unsigned> loops) {
    AffineExpr size = product.sizes[loops.front()];
    for (unsigned loop : loops.drop_front())
      size = size * product.sizes[loop];
    return size;
  }
};

struct SpecializeMatmuls : rlx::impl::SpecializeMatmulsPassBase<SpecializeMatmuls> {
  using SpecializeMatmulsPassBase::SpecializeMatmulsPassBase;

  void runOnOperation() override {
    auto name = (lir::kKernelModulePrefix + rlx::vulkanTarget().name()).str();
    auto kernels = getOperation().lookupSymbol<ModuleOp>(name);
    if (!kernels)
      return;
    SymbolTable symbols(kernels);
    for (func::FuncOp kernel : rlx::functionsWithBodies(kernels))
      if (failed(rlx::expectOneBlock(kernel)) || failed(specialize(kernel, symbols)))
        return signalPassFailure();
    getOperation().walk([&](lir::DispatchOp dispatch) {
      if (dispatch.getKernel().getRootReference() == name)
        addDispatches(dispatch);
    });
  }

private:
  // Kernels that take a product's place for some sizes, by its name.
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
    FailureOr<rlx::Schedulable> found = rlx::findSchedulable(kernel, device);
    if (failed(found))
      return failure();
    std::optional<rlx::Product> product;
    if (found->root)
      product = rlx::Product::find(found->root);
    if (!product || !product->isForTiles())
      return success();
    addKernels(kernel, levelsOf(*product, found->profile), symbols);
    return success();
  }

  static SmallVector<Level> levelsOf(const rlx::Product &product,
                                     const rlx::rt::DeviceProfile &profile) {
    // An invocation may make a whole sum of a few rows, and there is nobody behind this pass who
    // would give these kernels to the CPU.
    constexpr int64_t kUnknown = std::numeric_limits<int32_t>::max();
    if (static_cast<uint64_t>(product.known(product.sum, kUnknown)) > profile.maxLoopSteps / 2)
      return {};
    SmallVector<Level> levels = {Level(product, rlx::kLeastForTiles)};
    if (rlx::takesCooperativeMatrices(product, profile))
      levels.emplace_back(product, rlx::kLeastForMatrices);
    else if (int64_t least = leastForLargeTiles(product, profile); least > rlx::kLeastForTiles)
      levels.emplace_back(product, least);
    llvm::erase_if(levels, [](const Level &level) { return level.sizes.empty(); });
    return levels;
  }

  // How long the side that a run decides has to be for larger tiles to be many; 0 if the other one,
  // or the number of products, is not known either.
  static int64_t leastForLargeTiles(const rlx::Product &product,
                                    const rlx::rt::DeviceProfile &profile) {
    constexpr int64_t kTile = 64, kInvocations = 256;
    auto unknown = [&](ArrayRef<unsigned> loops) { return Level::isDynamic(product, loops); };
    if (profile.invocationsInARow() < kInvocations || unknown(product.batch) ||
        unknown(product.rows.own) == unknown(product.columns.own))
      return 0;
    const rlx::Factor &other = unknown(product.rows.own) ? product.columns : product.rows;
    const int64_t across =
        product.known(product.batch, 1) * llvm::divideCeil(product.known(other, 1), kTile);
    return (static_cast<int64_t>(llvm::divideCeil(rlx::manyTiles(profile), across)) - 1) * kTile +
           1;
  }

  // A kernel below each level, and the one that there was from the last one on.
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
    // These are no few, and that is all.
    if (least <= rlx::kLeastForTiles)
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
