// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The schedule for kernels that no other one takes. It tiles the result to one element per
// invocation. rlx-bufferize-kernels and rlx-distribute-to-invocations complete such kernels.
//
// before: %r = linalg.generic ... -> tensor<MxN>
// after:  %r = scf.forall (%i, %j) in (%M, %N) { linalg.generic ... -> tensor<1x1> }
//
// A loop stays whole if tiling would compute a reduction again for every element, such as the sum
// that divides a row of a softmax.
#include "conversions/gpu/builder/Schedule.h"
#include "conversions/gpu/device/LoopTripCounts.h"
#include "conversions/kernel/ProducerLoops.h"
#include "conversions/kernel/TileRoot.h"
#include "dialects/lir/LIRDialect.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;

namespace {

struct PlannedInvocations : rlx::GpuKernelPlan {
  LogicalResult emit(func::FuncOp kernel) override { return tile(kernel); }

  // Counts the loops of a tiled copy, which is still on tensors.
  AffineExpr boundIterations(func::FuncOp kernel) const override {
    if (kernel->hasAttr(rlx::lir::kGridAttr))
      return {};
    ScopedDiagnosticHandler silence(kernel.getContext(), [](Diagnostic &) { return success(); });
    func::FuncOp copy = kernel.clone();
    AffineExpr iterations;
    if (succeeded(tile(copy))) {
      eraseFusedProducers(copy);
      iterations = rlx::tripCountsOnTensors(copy);
    }
    copy.erase();
    return iterations;
  }

private:
  // Erases the originals of producers that were fused into the tile. At most their sizes are in
  // use, which are those of their destinations.
  static void eraseFusedProducers(func::FuncOp kernel) {
    kernel.walk([](tensor::DimOp op) {
      while (auto made = dyn_cast<OpResult>(op.getSource())) {
        auto maker = dyn_cast<DestinationStyleOpInterface>(made.getOwner());
        OpOperand *init = maker ? maker.getTiedOpOperand(made) : nullptr;
        if (!init)
          break;
        op.getSourceMutable().assign(init->get());
      }
    });
    kernel.walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
      if (isOpTriviallyDead(op))
        op->erase();
    });
  }

  static LogicalResult tile(func::FuncOp kernel) {
    copyMoved(kernel);
    auto everyElement = [](ArrayRef<OpFoldResult> sizes) {
      return SmallVector<int64_t>(sizes.size(), 1);
    };
    return rlx::tileResult(kernel, everyElement, tileSizes);
  }

  // Whether the value is a constant of equal elements, or a slice or a reshape of an operand.
  static bool isMoved(Value value) {
    if (DenseElementsAttr values; matchPattern(value, m_Constant(&values)))
      return values.isSplat();
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
    if (type.hasStaticShape() || !result.getDefiningOp())
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
      shared = rlx::sharedLoops(op);
    SmallVector<int64_t> sizes;
    for (auto [i, iterator] : llvm::enumerate(iterators))
      sizes.push_back(iterator == utils::IteratorType::parallel && !shared.test(i) ? 1 : 0);
    return sizes;
  }
};

std::unique_ptr<rlx::GpuKernelPlan> planInvocations(func::FuncOp, const rlx::rt::DeviceProfile &,
                                                    rlx::LoweringReason &) {
  return std::make_unique<PlannedInvocations>();
}

} // namespace

namespace rlx {
extern const Schedule kInvocations;
const Schedule kInvocations = {"invocations", planInvocations};
} // namespace rlx
