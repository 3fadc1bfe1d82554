// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-tile-kernels`: tiles the op that produces a kernel's result and fuses its producers
// into the tile.
//
//   linalg.generic outs(tensor<1024x64xf32>)
//   ->
//   scf.forall (%i) = (0) to (1024) step (256) { tile of 256 x 64 }
//
// Works through TilingInterface and knows no op. Results assembled from slices are tiled, too.
// Kernels too small for several threads stay whole, and so do loops along which a producer would
// reduce the same elements again, such as the columns of a softmax over the first axis. Also
// estimates the kernel's cost (KernelCost.h).
#include "conversions/cpu/Passes.h"

#include "conversions/kernel/KernelCost.h"
#include "conversions/kernel/LoopOrder.h"
#include "conversions/kernel/ProducerLoops.h"
#include "conversions/kernel/TileRoot.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/TilingInterface.h"

namespace rlx {
#define GEN_PASS_DEF_TILEKERNELSPASS
#include "conversions/cpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;
using rlx::kAssumedSize;

namespace {

// Iterations of one workgroup: enough to hide the call, few enough to distribute among threads.
constexpr int64_t kWorkgroupIterations = 16384;
// The same for long contractions. Their iterations are the cheapest, and their tiles should have
// long rows of results.
constexpr int64_t kContractionIterations = 131072;
constexpr int64_t kLongReduction = 64;
// The same for rows that are reduced and then written, as in a softmax. Several ops read them, one
// after the other, so they should stay in the L1 cache.
constexpr int64_t kRowIterations = 4096;
// The least contiguous results of a workgroup that reduces their columns: fewer would read a cache
// line or two of each row, and rows are far apart. If the columns are written, too, as in a softmax
// over the first axis, they should stay in the L2 cache.
constexpr int64_t kMinColumns = 256;
constexpr int64_t kMinWrittenColumns = 64;
// The assumed number of elements that are reduced together and then written, if it is dynamic. Such
// rows are long as a rule.
constexpr int64_t kAssumedRow = 1024;

int64_t atLeastOne(int64_t size) {
  return std::max<int64_t>(size, 1);
}

// The loops of a root, and the work of each of its elements with all that is fused into the tile.
struct RootLoops {
  SmallVector<int64_t> sizes;
  SmallVector<unsigned> parallel; // those that may be tiled, outermost first
  int64_t reduced = 1;            // iterations for each iteration of `parallel`
  int64_t minColumns = 1;         // the smallest tile of the innermost loop
  bool isContraction = false;
  bool hasShared = false; // loops that stay whole

  static RootLoops ofAssembly(ArrayRef<OpFoldResult> sizes) {
    RootLoops loops;
    for (OpFoldResult size : sizes) {
      loops.parallel.push_back(loops.sizes.size());
      loops.sizes.push_back(getConstantIntValue(size).value_or(ShapedType::kDynamic));
    }
    return loops;
  }

  static RootLoops of(TilingInterface root) {
    OpBuilder builder(root);
    RootLoops loops;
    for (const Range &range : root.getIterationDomain(builder))
      loops.sizes.push_back(getConstantIntValue(range.size).value_or(ShapedType::kDynamic));
    llvm::SmallBitVector shared(loops.sizes.size());
    auto op = dyn_cast<linalg::LinalgOp>(root.getOperation());
    if (op)
      shared = rlx::sharedLoops(op);
    for (auto [i, iterator] : llvm::enumerate(root.getLoopIteratorTypes()))
      if (iterator == utils::IteratorType::parallel && !shared.test(i))
        loops.parallel.push_back(i);
    loops.hasShared = shared.any();
    if (op)
      loops.addWork(op);
    return loops;
  }

private:
  // Counts the iterations of reductions, and of the root's loops that stay whole.
  void addWork(linalg::LinalgOp root) {
    rlx::forEachProducer(root, [&](linalg::LinalgOp op, ArrayRef<AffineExpr> loops) {
      int64_t steps = 1;
      SmallVector<int64_t> ranges = op.getStaticLoopRanges();
      for (auto [i, loop] : llvm::enumerate(loops)) {
        auto dim = dyn_cast_or_null<AffineDimExpr>(loop);
        if ((dim && llvm::is_contained(parallel, dim.getPosition())) ||
            isa_and_nonnull<AffineConstantExpr>(loop))
          continue;
        int64_t assumed = hasShared ? kAssumedRow : kAssumedSize;
        steps = llvm::SaturatingMultiply<uint64_t>(
            steps, ShapedType::isDynamic(ranges[i]) ? assumed : atLeastOne(ranges[i]));
      }
      reduced = std::max(reduced, std::min<int64_t>(steps, kContractionIterations));
      isContraction |= !hasShared && op.getNumDpsInputs() > 1 && op.getNumReductionLoops() > 0 &&
                       !op.hasIndexSemantics();
      if (op.getNumReductionLoops() > 0 && !parallel.empty() && readsColumns(op, loops))
        minColumns = hasShared ? kMinWrittenColumns : kMinColumns;
    });
  }

  // Whether a reduction reads contiguous elements along the innermost parallel loop of the root.
  bool readsColumns(linalg::LinalgOp op, ArrayRef<AffineExpr> loops) const {
    auto found = llvm::find(loops, getAffineDimExpr(parallel.back(), op.getContext()));
    return found != loops.end() && rlx::readsAlong(op, found - loops.begin());
  }
};

struct TileKernels : rlx::impl::TileKernelsPassBase<TileKernels> {
  void runOnBody() override {
    auto ofAssembly = [](ArrayRef<OpFoldResult> sizes) {
      return tileSizes(RootLoops::ofAssembly(sizes));
    };
    auto ofRoot = [](TilingInterface root) { return tileSizes(RootLoops::of(root)); };
    if (failed(rlx::tileResult(getOperation(), ofAssembly, ofRoot)))
      signalPassFailure();
  }

  // The tile size per loop; 0 leaves a loop untiled. At most three parallel loops are tiled,
  // outermost first. The innermost one is tiled only if it is alone or the outer loops give too few
  // workgroups.
  static SmallVector<int64_t> tileSizes(const RootLoops &loops) {
    SmallVector<int64_t> tiles(loops.sizes.size(), 0);
    int64_t iterations = loops.hasShared ? kRowIterations : kWorkgroupIterations;
    if (loops.isContraction && loops.reduced > kLongReduction)
      iterations = kContractionIterations;
    int64_t room = atLeastOne(iterations / loops.reduced); // elements per workgroup
    for (unsigned i : llvm::reverse(loops.parallel)) {
      int64_t size = loops.sizes[i];
      bool isDynamic = ShapedType::isDynamic(size), isInnermost = i == loops.parallel.back();
      int64_t tile = isInnermost ? std::max(room, loops.minColumns) : room;
      bool whole = !isDynamic && size <= tile;
      bool innermostDynamic =
          isInnermost && isDynamic && loops.parallel.size() > 1 && loops.minColumns == 1;
      if (whole || innermostDynamic) {
        room = atLeastOne(room / (whole ? atLeastOne(size) : kAssumedSize));
        continue;
      }
      tiles[i] = tile;
      room = 1;
    }
    // A grid has three dimensions; further loops stay inside the workgroup.
    unsigned used = 0;
    for (unsigned i : loops.parallel)
      if (tiles[i] != 0 && ++used > 3)
        tiles[i] = 0;
    return tiles;
  }
};

} // namespace
