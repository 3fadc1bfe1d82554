// Cuts the result of a kernel into single elements, one an invocation: the route that takes every
// op. Kernels whose shape deserves better have strategies of their own, which come before.
#include "conversions/Passes.h"

#include "conversions/kernels/TileRoot.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SmallBitVector.h"

namespace rlx {
#define GEN_PASS_DEF_TILEINVOCATIONSPASS
#include "conversions/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

constexpr unsigned kNone = ~0u;

// Finds the loops of a root along which a reduction would be computed again.
class SharedLoops {
public:
  static llvm::SmallBitVector of(linalg::LinalgOp root) {
    SharedLoops finder(root.getNumLoops());
    SmallVector<unsigned> loops(root.getNumLoops());
    for (auto [i, loop] : llvm::enumerate(loops))
      loop = i;
    finder.visitOperands(root, loops);
    return finder.shared;
  }

private:
  explicit SharedLoops(unsigned count) : shared(count) {}

  // `loops`: which loop of the root each loop of `op` follows.
  void visitOperands(linalg::LinalgOp op, ArrayRef<unsigned> loops) {
    for (OpOperand &operand : op->getOpOperands()) {
      auto producer = operand.get().getDefiningOp<linalg::LinalgOp>();
      if (!producer)
        continue;
      AffineMap use = op.getMatchingIndexingMap(&operand);
      AffineMap made = producer.getIndexingMapMatchingResult(cast<OpResult>(operand.get()));
      SmallVector<unsigned> followed(producer.getNumLoops(), kNone);
      for (auto [read, written] : llvm::zip(use.getResults(), made.getResults())) {
        auto from = dyn_cast<AffineDimExpr>(read), to = dyn_cast<AffineDimExpr>(written);
        if (from && to)
          followed[to.getPosition()] = loops[from.getPosition()];
      }
      if (producer.getNumReductionLoops() != 0)
        for (unsigned loop = 0; loop < shared.size(); ++loop)
          if (!llvm::is_contained(followed, loop))
            shared.set(loop);
      visitOperands(producer, followed);
    }
  }

  llvm::SmallBitVector shared;
};

struct TileInvocations : rlx::impl::TileInvocationsPassBase<TileInvocations> {
  void runOnOperation() override {
    auto everyElement = [](ArrayRef<OpFoldResult> sizes) {
      return SmallVector<int64_t>(sizes.size(), 1);
    };
    if (failed(rlx::tileResult(getOperation(), everyElement, tileSizes)))
      signalPassFailure();
  }

  static SmallVector<int64_t> tileSizes(TilingInterface root) {
    SmallVector<utils::IteratorType> iterators = root.getLoopIteratorTypes();
    llvm::SmallBitVector shared(iterators.size());
    if (auto op = dyn_cast<linalg::LinalgOp>(root.getOperation()))
      shared = SharedLoops::of(op);
    SmallVector<int64_t> sizes;
    for (auto [i, iterator] : llvm::enumerate(iterators))
      sizes.push_back(iterator == utils::IteratorType::parallel && !shared.test(i) ? 1 : 0);
    return sizes;
  }
};

} // namespace
