// Kernels whose elements are computed each by itself, from a few terms at most: an invocation takes
// as many neighbours as memory moves at once.
#include "conversions/Passes.h"

#include "conversions/kernels/KernelCost.h"
#include "conversions/linalg_to_spirv/PackedLanes.h"
#include "conversions/linalg_to_spirv/ReadRuns.h"
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
#define GEN_PASS_DEF_SCHEDULEELEMENTSPASS
#include "conversions/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

// The kernel's result, and how it is shared out.
struct Elements {
  linalg::LinalgOp root;
  SmallVector<AffineExpr> sizes; // of the root's loops, in the order of the result's dimensions
  int64_t lanes;

  // Nothing if the kernel with this root is not of this kind.
  static std::optional<Elements> find(linalg::LinalgOp root) {
    AffineMap map = root.getIndexingMapMatchingResult(root->getResult(0));
    rlx::ElementCheck check;
    if (linalg::LinalgOp few = fewTerms(root))
      check.allow(few);
    if (map.getNumResults() == 0 || map.getNumResults() != root.getNumParallelLoops() ||
        !map.isProjectedPermutation() || !check.canEmit(root->getResult(0)))
      return std::nullopt;
    SmallVector<AffineExpr> ofLoops = rlx::loopSizes(root);
    if (ofLoops.empty())
      return std::nullopt;
    Elements found{root, {}, rlx::commonLanes(root->getOperands())};
    for (unsigned i = 0; i < map.getNumResults(); ++i)
      found.sizes.push_back(ofLoops[map.getDimPosition(i)]);
    // Neighbours are computed from neighbours: those of rows, or, with much in common, all of an
    // invocation's from one block.
    Value element = root.getBlock()->getTerminator()->getOperand(0);
    const unsigned fastest = map.getDimPosition(map.getNumResults() - 1);
    const bool areRows = rlx::readsRows(root, element, fastest);
    if (!areRows && !rlx::readsRuns(root, element, fastest, found.lanes))
      return std::nullopt;
    found.lanes = shortLanes(root, found.lanes, areRows ? kMostOps : kMostOpsOfBlocks);
    auto row = dyn_cast<AffineConstantExpr>(found.sizes.back());
    if (found.lanes < 2 || !row || row.getValue() % found.lanes != 0)
      return std::nullopt;
    return found;
  }

private:
  // The one reduction of the kernel, if it has few steps, neighbours in its result are computed
  // from neighbours, and no element of it is computed for several of the root's.
  static linalg::LinalgOp fewTerms(linalg::LinalgOp root) {
    SmallVector<linalg::LinalgOp> reductions;
    for (auto op : root->getBlock()->getOps<linalg::LinalgOp>())
      if (op.getNumReductionLoops() != 0)
        reductions.push_back(op);
    if (reductions.size() != 1 || rlx::fewSteps(reductions.front()) == 0)
      return {};
    linalg::LinalgOp only = reductions.front();
    AffineMap map = only.getIndexingMapMatchingResult(only->getResult(0));
    if (map.getNumResults() == 0 || map.getNumResults() != only.getNumParallelLoops())
      return {};
    auto last = dyn_cast<AffineDimExpr>(map.getResults().back());
    std::optional<rlx::Reduction> reduction = rlx::Reduction::find(only);
    auto shape = [](linalg::LinalgOp op) {
      return cast<RankedTensorType>(op->getResult(0).getType()).getShape();
    };
    const bool isEach = llvm::equal(shape(only), shape(root));
    return last && isEach && rlx::readsRows(only, reduction->element, last.getPosition())
               ? only
               : linalg::LinalgOp();
  }

  // What all lanes together compute; half of what a block's elements take they have in common.
  static constexpr int64_t kMostOps = 512, kMostOpsOfBlocks = 2 * kMostOps;

  // As many of these as leave the code short.
  static int64_t shortLanes(linalg::LinalgOp root, int64_t lanes, int64_t mostOps) {
    constexpr int64_t kOpsOfFunction = 16;
    int64_t ops = 0;
    root.getBlock()->walk([&](Operation *op) {
      ops += isa<math::MathDialect>(op->getDialect()) ? kOpsOfFunction : 1;
    });
    while (lanes > 1 && lanes * ops > mostOps)
      lanes /= 2;
    return lanes;
  }
};

struct ScheduleElements : rlx::impl::ScheduleElementsPassBase<ScheduleElements> {
  using ScheduleElementsPassBase::ScheduleElementsPassBase;

  void runOnBody() override {
    func::FuncOp kernel = getOperation();
    FailureOr<rlx::Schedulable> found = rlx::findSchedulable(kernel, device);
    if (failed(found))
      return signalPassFailure();
    std::optional<Elements> elements;
    if (found->root)
      elements = Elements::find(found->root);
    if (!elements)
      return;
    rlx::estimateCost(kernel);
    write(kernel, *elements, found->profile);
  }

  static void write(func::FuncOp kernel, Elements &elements,
                    const rlx::rt::DeviceProfile &profile) {
    constexpr int64_t kUsual = 128;
    const int64_t invocations =
        std::min<int64_t>(kUsual, llvm::bit_floor(profile.invocationsInARow()));
    SmallVector<AffineExpr> sizes = elements.sizes;
    sizes.back() = sizes.back().floorDiv(elements.lanes);
    AffineExpr groups = getAffineConstantExpr(1, kernel.getContext());
    for (AffineExpr size : sizes)
      groups = groups * size;
    rlx::WorkgroupKernel k(kernel);
    k.begin(groups.ceilDiv(invocations), invocations);
    Value group = k.add(k.mul(k.workgroup, k.constant(invocations)), k.local);
    k.when(k.less(group, k.size(groups)), [&] { writeGroup(k, elements, group, sizes); });
    k.finish("elements (" + Twine(elements.lanes) + " neighbours an invocation)");
  }

  static void writeGroup(rlx::WorkgroupKernel &k, Elements &elements, Value group,
                         ArrayRef<AffineExpr> sizes) {
    SmallVector<Value> position = k.positionAt(group, sizes);
    Value first = k.mul(position.back(), k.constant(elements.lanes));
    SmallVector<Value> values;
    Value result = elements.root->getResult(0);
    auto at = [&](int64_t lane) {
      position.back() = k.add(first, k.constant(lane));
      return ValueRange(position);
    };
    for (int64_t lane = 0; lane < elements.lanes; ++lane)
      values.push_back(k.elements.element(k.b, result, at(lane)));
    for (auto [lane, value] : llvm::enumerate(values))
      k.storeResult(value, at(static_cast<int64_t>(lane)));
  }
};

} // namespace
