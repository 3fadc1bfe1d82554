// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-tile-to-invocations: the fallback for kernels that no schedule has taken. It tiles the result
// to one element per invocation.
//
// before: %r = linalg.generic ... -> tensor<MxN>
// after:  %r = scf.forall (%i, %j) in (%M, %N) { linalg.generic ... -> tensor<1x1> }
//
// A loop stays whole if tiling would compute a reduction again for every element, such as the sum
// that divides a row of a softmax.
#include "conversions/gpu/Passes.h"

#include "conversions/gpu/builder/ReductionBody.h"
#include "conversions/kernel/TileRoot.h"
#include "dialects/lir/LIRDialect.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SmallBitVector.h"

namespace rlx {
#define GEN_PASS_DEF_TILETOINVOCATIONSPASS
#include "conversions/gpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

// Finds loops of the root along which a reduction would be computed again.
class SharedLoops {
public:
  static llvm::SmallBitVector of(linalg::LinalgOp root) {
    SharedLoops finder(root.getNumLoops());
    finder.visitOperands(root, rlx::ownLoops(root));
    return finder.shared;
  }

private:
  explicit SharedLoops(unsigned count) : shared(count) {}

  // `loops`: those of the op over those of the root.
  void visitOperands(linalg::LinalgOp op, ArrayRef<AffineExpr> loops) {
    for (OpOperand &operand : op->getOpOperands()) {
      auto producer = operand.get().getDefiningOp<linalg::LinalgOp>();
      if (!producer)
        continue;
      SmallVector<AffineExpr> followed = rlx::loopsOfProducer(operand, loops);
      if (producer.getNumReductionLoops() != 0)
        for (unsigned loop = 0; loop < shared.size(); ++loop)
          if (!llvm::is_contained(followed, getAffineDimExpr(loop, op.getContext())))
            shared.set(loop);
      visitOperands(producer, followed);
    }
  }

  llvm::SmallBitVector shared;
};

struct TileToInvocations : rlx::impl::TileToInvocationsPassBase<TileToInvocations> {
  void runOnBody() override {
    copyMoved(getOperation());
    auto everyElement = [](ArrayRef<OpFoldResult> sizes) {
      return SmallVector<int64_t>(sizes.size(), 1);
    };
    if (failed(rlx::tileResult(getOperation(), everyElement, tileSizes)))
      signalPassFailure();
  }

  // Whether the value is a slice or a reshape of an operand.
  static bool isMoved(Value value) {
    while (Operation *op = value.getDefiningOp()) {
      if (!isa<tensor::ExtractSliceOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op))
        return false;
      value = op->getOperand(0);
    }
    return true;
  }

  // No op computes such a result, so a single invocation would copy all of it. Adds an op to tile.
  static void copyMoved(func::FuncOp kernel) {
    if (kernel->hasAttr(rlx::lir::kGridAttr) || kernel.getNumResults() != 1)
      return;
    auto ret = cast<func::ReturnOp>(kernel.getBody().front().getTerminator());
    Value result = ret.getOperand(0);
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (!type || type.getRank() == 0 || !isMoved(result))
      return;
    OpBuilder b(ret);
    Location loc = result.getLoc();
    ReifiedRankedShapedTypeDims sizes;
    if (!result.getDefiningOp())
      sizes.push_back(tensor::getMixedSizes(b, loc, result));
    else if (failed(reifyResultShapes(b, result.getDefiningOp(), sizes)))
      return;
    Value empty = tensor::EmptyOp::create(b, loc, sizes[0], type.getElementType());
    if (empty.getType() != type)
      empty = tensor::CastOp::create(b, loc, type, empty);
    ret.setOperand(0, linalg::CopyOp::create(b, loc, result, empty).getResult(0));
  }

  // Whether it depends on a sequential loop over tensors, which every invocation would execute in
  // full.
  static bool followsLoop(Operation *root) {
    SetVector<Operation *> before;
    BackwardSliceOptions options;
    options.inclusive = false;
    (void)getBackwardSlice(root, &before, options);
    return llvm::any_of(before, [](Operation *op) {
      return isa<scf::ForOp, scf::WhileOp>(op) &&
             llvm::any_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>);
    });
  }

  static SmallVector<int64_t> tileSizes(TilingInterface root) {
    SmallVector<utils::IteratorType> iterators = root.getLoopIteratorTypes();
    if (followsLoop(root))
      return SmallVector<int64_t>(iterators.size(), 0);
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
