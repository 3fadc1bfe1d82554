// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-tile-kernels`: tiles the op that produces a kernel's result and fuses its producers
// into the tile.
//
//   linalg.generic outs(tensor<1024x64xf32>)
//   ->
//   scf.forall (%i) = (0) to (1024) step (256) { tile of 256 x 64 }
//
// Works through TilingInterface and knows no op. Results assembled from slices are tiled, too.
// Kernels too small for several threads stay whole. Also estimates the kernel's cost
// (KernelCost.h).
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

// Iterations of one workgroup: enough to hide the call, few enough to distribute among threads.
constexpr int64_t kWorkgroupIterations = 16384;
// The same for long contractions. Their iterations are the cheapest, and their tiles should have
// long rows of results.
constexpr int64_t kContractionIterations = 131072;
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

  // The tile size per loop; 0 leaves a loop untiled. At most three parallel loops are tiled,
  // outermost first. The innermost one is tiled only if it is alone or the outer loops give too few
  // workgroups.
  static SmallVector<int64_t> tileSizes(ArrayRef<OpFoldResult> loops,
                                        ArrayRef<utils::IteratorType> iterators,
                                        bool isContraction = false) {
    SmallVector<int64_t> sizes, tiles(iterators.size(), 0);
    int64_t inner = 1; // iterations that stay inside a workgroup
    SmallVector<unsigned> parallel;
    for (auto [i, loop] : llvm::enumerate(loops)) {
      sizes.push_back(getConstantIntValue(loop).value_or(ShapedType::kDynamic));
      if (iterators[i] == utils::IteratorType::parallel)
        parallel.push_back(i);
      else
        inner *= ShapedType::isDynamic(sizes[i]) ? kAssumedSize : std::max<int64_t>(sizes[i], 1);
    }
    int64_t iterations =
        isContraction && inner > kLongReduction ? kContractionIterations : kWorkgroupIterations;
    int64_t room = std::max<int64_t>(iterations / inner, 1); // elements per workgroup
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
