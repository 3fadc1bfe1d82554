// Tiles the op that produces a kernel's result into workgroups (scf.forall) and fuses its
// producers into the tile, through TilingInterface; knows no op. Results put together from slices
// are tiled too. Kernels too small to share among threads stay as they are. Also estimates the
// kernel's cost (KernelCost.h).
#include "conversions/cpu/Passes.h"

#include "conversions/kernel/KernelCost.h"
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

// Work of one workgroup: enough to dwarf a call, little enough to share among threads.
constexpr int64_t kWorkgroupSteps = 16384;
// The same for sums over many terms, whose steps are the cheapest, so that a row of results is
// long.
constexpr int64_t kContractionSteps = 131072;
constexpr int64_t kLongReduction = 64;

struct TileKernels : rlx::impl::TileKernelsPassBase<TileKernels> {
  void runOnBody() override {
    auto ofAssembly = [](ArrayRef<OpFoldResult> sizes) {
      SmallVector<utils::IteratorType> loops(sizes.size(), utils::IteratorType::parallel);
      return tileSizes(sizes, loops);
    };
    auto ofRoot = [](TilingInterface root) { return tileSizes(root); };
    if (failed(rlx::tileResult(getOperation(), ofAssembly, ofRoot)))
      signalPassFailure();
  }

  static SmallVector<int64_t> tileSizes(TilingInterface root) {
    OpBuilder builder(root);
    auto domain = root.getIterationDomain(builder);
    auto op = dyn_cast<linalg::LinalgOp>(root.getOperation());
    return tileSizes(llvm::map_to_vector(domain, [](const Range &range) { return range.size; }),
                     root.getLoopIteratorTypes(), op && op.getNumDpsInputs() > 1);
  }

  // 0 = not tiled. At most three parallel loops, outermost first; the innermost parallel loop is
  // cut only when it is alone or when outer loops do not give enough workgroups.
  static SmallVector<int64_t> tileSizes(ArrayRef<OpFoldResult> loops,
                                        ArrayRef<utils::IteratorType> iterators,
                                        bool sumsProducts = false) {
    SmallVector<int64_t> sizes, tiles(iterators.size(), 0);
    int64_t inner = 1; // steps that stay inside a workgroup
    SmallVector<unsigned> parallel;
    for (auto [i, loop] : llvm::enumerate(loops)) {
      sizes.push_back(getConstantIntValue(loop).value_or(ShapedType::kDynamic));
      if (iterators[i] == utils::IteratorType::parallel)
        parallel.push_back(i);
      else
        inner *= ShapedType::isDynamic(sizes[i]) ? kAssumedSize : std::max<int64_t>(sizes[i], 1);
    }
    int64_t steps = sumsProducts && inner > kLongReduction ? kContractionSteps : kWorkgroupSteps;
    int64_t room = std::max<int64_t>(steps / inner, 1); // elements a workgroup takes
    for (unsigned i : llvm::reverse(parallel)) {
      int64_t size = sizes[i];
      bool whole = !ShapedType::isDynamic(size) && size <= room;
      bool innermostDynamic =
          i == parallel.back() && ShapedType::isDynamic(size) && parallel.size() > 1;
      if (whole || innermostDynamic) {
        room = std::max<int64_t>(room / (whole ? std::max<int64_t>(size, 1) : kAssumedSize), 1);
        continue;
      }
      tiles[i] = room;
      room = 1;
    }
    // A grid has three dimensions; further loops stay inside the workgroup.
    unsigned used = 0;
    for (unsigned i : parallel)
      if (tiles[i] != 0 && ++used > 3)
        tiles[i] = 0;
    return tiles;
  }
};

} // namespace
