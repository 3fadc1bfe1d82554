// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-decompose-ops`: rewrites composite ops through DecomposableOpInterface; knows no
// op.
//
//   rlx.softmax %x   =>   %e = rlx.exp (rlx.sub %x, (rlx.reduce_max %x))
//                         rlx.div %e, (rlx.reduce_sum %e)
#include "passes/Passes.h"

#include "dialects/rlx/interfaces/ErrorKind.h"
#include "dialects/rlx/interfaces/ReductionInterface.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "dialects/rlx/support/ShapeCasts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"

namespace rlx {
#define GEN_PASS_DEF_DECOMPOSEOPSPASS
#include "passes/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

struct DecomposeOps : rlx::impl::DecomposeOpsPassBase<DecomposeOps> {
  using DecomposeOpsPassBase::DecomposeOpsPassBase;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<rlx::DecomposableOpInterface> work = collect();
    while (!work.empty()) {
      for (rlx::DecomposableOpInterface op : work)
        if (failed(decompose(rewriter, op)))
          return signalPassFailure();
      work = collect(); // a decomposition may contain composite ops
    }
  }

  SmallVector<rlx::DecomposableOpInterface> collect() {
    SmallVector<rlx::DecomposableOpInterface> ops;
    getOperation()->walk([&](rlx::DecomposableOpInterface op) {
      bool lowerable = keepLowerable && isa<rlx::LinalgLowerableOpInterface>(op.getOperation());
      auto user = dyn_cast<rlx::UserKernelOpInterface>(op.getOperation());
      bool kept = lowerable || (user && user.runsKernel()) ||
                  (keepElements && isa<rlx::ElementLowerableOpInterface>(op.getOperation())) ||
                  (keepRows && op->hasTrait<rlx::OpTrait::RowReductionComposite>()) ||
                  llvm::is_contained(keep, op->getName().getStringRef());
      if (!kept)
        ops.push_back(op);
    });
    return ops;
  }

  LogicalResult decompose(IRRewriter &rewriter, rlx::DecomposableOpInterface op) {
    rewriter.setInsertionPoint(op);
    Operation *before = op->getPrevNode();
    rlx::LoweringReason why;
    FailureOr<SmallVector<Value>> values = op.decompose(rewriter, why);
    if (failed(values)) {
      InFlightDiagnostic error =
          rlx::unsupported(op->emitOpError("could not be decomposed: ") << why.text);
      if (!why.nearest.empty())
        error.attachNote() << "nearest supported form: " << why.nearest;
      return error;
    }
    if (Operation *part = failingPart(before, op))
      return rlx::internal(op->emitOpError("has a part that may fail, ")
                           << part->getName() << ", but lacks the trait RLX_MayFail");
    remark::passed(op->getLoc(), remark::RemarkOpts::name("Decomposed").category("rlx-decompose"))
        << op->getName().getStringRef();
    for (auto [value, result] : llvm::zip(*values, op->getResults()))
      value = typed(rewriter, op, value, cast<RankedTensorType>(result.getType()),
                    /*isShared=*/llvm::count(*values, value) > 1);
    rewriter.replaceOp(op, *values);
    return success();
  }

  // An op between `before`, or the start of the block if null, and `op` that may fail in a run,
  // although passes are told that `op` never does. Ops with regions make no such promise.
  static Operation *failingPart(Operation *before, Operation *op) {
    if (op->getNumRegions() != 0 || !isSpeculatable(op))
      return nullptr;
    Operation *first = before ? before->getNextNode() : &op->getBlock()->front();
    for (Operation *part = first; part != op; part = part->getNextNode())
      if (part->hasTrait<rlx::OpTrait::MayFail>() && !isSpeculatable(part))
        return part;
    return nullptr;
  }

  // A decomposition may know a size that the declared type does not, or the other way round. An rlx
  // op may declare either type if it computes only this result.
  static Value typed(IRRewriter &rewriter, Operation *op, Value value, RankedTensorType type,
                     bool isShared) {
    Operation *definition = value.getDefiningOp();
    bool isNew = !isShared && definition && isa<rlx::RLXDialect>(definition->getDialect()) &&
                 !llvm::is_contained(op->getOperands(), value);
    if (!isNew)
      return rlx::withType(rewriter, op->getLoc(), value, type);
    value.setType(type);
    return value;
  }
};

} // namespace
