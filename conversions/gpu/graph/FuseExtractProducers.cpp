// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-fuse-extract-producers: fuses producers of tensors that a body reads by tensor.extract, which
// fusion of operands does not see. Otherwise they would be computed outside of the distributed
// loop.
//
// before: %p = linalg.generic { f(%x) }
//         %r = linalg.generic { tensor.extract %p[%i] }
// after:  %r = linalg.generic { f(tensor.extract %x[%i]) }
#include "conversions/gpu/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace rlx {
#define GEN_PASS_DEF_FUSEEXTRACTPRODUCERSPASS
#include "conversions/gpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

// A body may read many elements of a producer that itself reads many. A kernel gets no more ops
// than these.
constexpr int64_t kMaxOps = 4096;

// Whether each element of the results is computed by itself, without side effects.
bool computesElements(linalg::LinalgOp op) {
  return op.hasPureTensorSemantics() && op.getNumParallelLoops() == op.getNumLoops() &&
         llvm::all_of(op.getIndexingMapsArray(),
                      [](AffineMap map) { return map.getNumSymbols() == 0; }) &&
         llvm::all_of(*op.getBlock(), [](Operation &each) {
           return isPure(&each) || each.hasTrait<mlir::OpTrait::IsTerminator>();
         });
}

class InlineExtract : public OpRewritePattern<tensor::ExtractOp> {
public:
  InlineExtract(MLIRContext *context, int64_t &added) : OpRewritePattern(context), added(added) {}

  LogicalResult matchAndRewrite(tensor::ExtractOp extract,
                                PatternRewriter &rewriter) const override {
    auto producer = extract.getTensor().getDefiningOp<linalg::LinalgOp>();
    if (!producer || !extract->getParentOfType<linalg::LinalgOp>() || !computesElements(producer))
      return failure();
    auto result = cast<OpResult>(extract.getTensor());
    AffineMap written = producer.getIndexingMapMatchingResult(result);
    Block &body = *producer.getBlock();
    auto count = static_cast<int64_t>(body.getOperations().size());
    if (!written.isPermutation() || added + count > kMaxOps)
      return failure();
    added += count;
    SmallVector<OpFoldResult> loops(producer.getNumLoops());
    for (auto [i, index] : llvm::enumerate(extract.getIndices()))
      loops[written.getDimPosition(i)] = index;
    IRMapping values;
    for (OpOperand &operand : producer->getOpOperands())
      if (BlockArgument argument = producer.getMatchingBlockArgument(&operand);
          !argument.use_empty())
        values.map(argument, elementOf(rewriter, extract.getLoc(), producer, operand, loops));
    cloneBody(rewriter, body, loops, values);
    Value yielded = body.getTerminator()->getOperand(result.getResultNumber());
    rewriter.replaceOp(extract, values.lookupOrDefault(yielded));
    return success();
  }

private:
  // An element of an operand, as the producer's body reads it.
  static Value elementOf(OpBuilder &b, Location loc, linalg::LinalgOp producer, OpOperand &operand,
                         ArrayRef<OpFoldResult> loops) {
    if (!isa<RankedTensorType>(operand.get().getType()))
      return operand.get();
    AffineMap map = producer.getMatchingIndexingMap(&operand);
    SmallVector<Value> indices;
    for (unsigned i = 0; i < map.getNumResults(); ++i)
      indices.push_back(getValueOrCreateConstantIndexOp(
          b, loc, affine::makeComposedFoldedAffineApply(b, loc, map.getSubMap({i}), loops)));
    return tensor::ExtractOp::create(b, loc, operand.get(), indices);
  }

  // Clones the producer's body at this index of its loops. A linalg.index in it would mean the
  // loops of the op around it.
  static void cloneBody(PatternRewriter &rewriter, Block &body, ArrayRef<OpFoldResult> loops,
                        IRMapping &values) {
    auto loopOf = [&](linalg::IndexOp index) { return cast<Value>(loops[index.getDim()]); };
    for (Operation &op : body.without_terminator()) {
      if (auto index = dyn_cast<linalg::IndexOp>(op)) {
        values.map(index.getResult(), loopOf(index));
        continue;
      }
      rewriter.clone(op, values)->walk([&](linalg::IndexOp index) {
        rewriter.replaceOp(index, loopOf(index));
      });
    }
  }

  int64_t &added;
};

struct FuseExtractProducers : rlx::impl::FuseExtractProducersPassBase<FuseExtractProducers> {
  void runOnBody() override {
    int64_t added = 0;
    RewritePatternSet patterns(&getContext());
    patterns.add<InlineExtract>(&getContext(), added);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
