// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Search for the root, tiling and fusion; see TileRoot.h.
//
// Producers that cannot be tiled, such as pads, stay outside the loop.
#include "conversions/kernel/TileRoot.h"

#include "conversions/kernel/KernelCost.h"
#include "conversions/kernel/SliceAssembly.h"
#include "dialects/lir/LIRDialect.h"
#include "dialects/rlx/interfaces/ErrorKind.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace rlx {

// Whether the sizes before a reshape follow from those after it.
static bool canReverse(Operation *reshape) {
  if (isa<tensor::ExpandShapeOp, tensor::CastOp>(reshape))
    return true;
  auto collapse = dyn_cast<tensor::CollapseShapeOp>(reshape);
  return collapse && llvm::all_of(collapse.getReassociationIndices(), [&](const auto &group) {
           return llvm::count_if(group, [&](int64_t dim) {
                    return collapse.getSrcType().isDynamicDim(dim);
                  }) <= 1;
         });
}

Value behindReshapes(Value result) {
  while (auto reshape = result.getDefiningOp()) {
    if (!reshape->hasOneUse() || !canReverse(reshape))
      break;
    result = reshape->getOperand(0);
  }
  return result;
}

TilingInterface findTileRoot(func::FuncOp kernel) {
  Operation *ret = kernel.getBody().front().getTerminator();
  if (ret->getNumOperands() == 1)
    if (Value value = behindReshapes(ret->getOperand(0)); value != ret->getOperand(0))
      return dyn_cast_or_null<linalg::LinalgOp>(value.getDefiningOp())
                 ? dyn_cast<TilingInterface>(value.getDefiningOp())
                 : TilingInterface();
  Operation *root = ret->getOperand(0).getDefiningOp();
  for (Value value : ret->getOperands())
    if (value.getDefiningOp() != root)
      return {};
  // Tiles of a dynamic pad have sizes without a bound before the kernel runs.
  if (auto pad = dyn_cast_or_null<tensor::PadOp>(root); pad && !pad.getType().hasStaticShape())
    return {};
  return dyn_cast_or_null<TilingInterface>(root);
}

bool hasEmptyLoop(func::FuncOp kernel) {
  return kernel
      .walk([](linalg::LinalgOp op) {
        return llvm::is_contained(op.getStaticLoopRanges(), 0) ? WalkResult::interrupt()
                                                               : WalkResult::advance();
      })
      .wasInterrupted();
}

// Whether a producer's tile can be computed from a tile of its result.
static bool canTile(OpResult producer) {
  // A padded tile has a size without a bound before the kernel runs.
  if (isa<tensor::PadOp>(producer.getOwner()))
    return false;
  // MLIR emits an error, and continues, if a result dimension belongs to no loop, as in a reduction
  // that keeps its axes.
  auto op = dyn_cast<linalg::LinalgOp>(producer.getOwner());
  return !op || op.getIndexingMapMatchingResult(producer).isProjectedPermutation();
}

LogicalResult tileRoot(func::FuncOp kernel, TilingInterface root, ArrayRef<int64_t> sizes) {
  IRRewriter rewriter(kernel.getContext());
  rewriter.setInsertionPoint(root);
  scf::SCFTilingOptions tiling;
  tiling.setLoopType(scf::SCFTilingOptions::LoopType::ForallOp);
  tiling.setTileSizes(getAsIndexOpFoldResult(kernel.getContext(), sizes));
  scf::SCFTileAndFuseOptions options;
  options.setTilingOptions(tiling);
  options.setFusionControlFn(
      [](tensor::ExtractSliceOp, OpResult producer,
         bool) -> std::optional<scf::SCFTileAndFuseOptions::ControlFnResult> {
        if (!canTile(producer))
          return std::nullopt;
        return scf::SCFTileAndFuseOptions::ControlFnResult{};
      });
  FailureOr<scf::SCFTileAndFuseResult> result =
      scf::tileConsumerAndFuseProducersUsingSCF(rewriter, root, options);
  if (failed(result))
    return internal(root->emitOpError("could not be tiled into workgroups"));
  for (auto [from, to] : result->replacements)
    rewriter.replaceAllUsesWith(from, to);
  return success();
}

// Turns a reshaped empty tensor into an empty one. As a reshape it would not become the output.
static void dropEmptyReshapes(func::FuncOp kernel) {
  IRRewriter rewriter(kernel.getContext());
  kernel.walk([&](Operation *op) {
    if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op) ||
        !op->getOperand(0).getDefiningOp<tensor::EmptyOp>())
      return;
    rewriter.setInsertionPoint(op);
    ReifiedRankedShapedTypeDims sizes;
    if (succeeded(reifyResultShapes(rewriter, op, sizes)))
      rewriter.replaceOpWithNewOp<tensor::EmptyOp>(op, sizes[0],
                                                   getElementTypeOrSelf(op->getResult(0)));
  });
}

static bool cutsNothing(ArrayRef<int64_t> sizes) {
  return llvm::all_of(sizes, [](int64_t size) { return size == 0; });
}

LogicalResult tileResult(func::FuncOp kernel,
                         function_ref<SmallVector<int64_t>(ArrayRef<OpFoldResult>)> ofAssembly,
                         function_ref<SmallVector<int64_t>(TilingInterface)> ofRoot) {
  if (kernel->hasAttr(lir::kGridAttr) || kernel.getNumResults() == 0)
    return success(); // already in its final form
  eraseFusedOps(kernel);
  dropEmptyReshapes(kernel);
  estimateCost(kernel);
  if (std::optional<SliceAssembly> assembly = SliceAssembly::find(kernel)) {
    if (SmallVector<int64_t> sizes = ofAssembly(assembly->sizes()); !cutsNothing(sizes))
      assembly->tile(sizes);
    return success();
  }
  TilingInterface root = findTileRoot(kernel);
  if (!root || hasEmptyLoop(kernel))
    return success();
  SmallVector<int64_t> sizes = ofRoot(root);
  if (cutsNothing(sizes))
    return success();
  if (failed(tileRoot(kernel, root, sizes)))
    return failure();
  eraseFusedOps(kernel);
  return success();
}

void eraseFusedOps(func::FuncOp kernel) {
  SmallVector<linalg::LinalgOp> ops(kernel.getBody().front().getOps<linalg::LinalgOp>());
  for (linalg::LinalgOp op : llvm::reverse(ops)) {
    bool onlyChecks = llvm::all_of(*op.getBlock(), [](Operation &inner) {
      return isPure(&inner) || isa<cf::AssertOp, lir::CheckOp>(inner);
    });
    if (op->use_empty() && onlyChecks)
      op->erase();
  }
}

} // namespace rlx
