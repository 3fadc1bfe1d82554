// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-resolve-dispatches`: fills in grid, workspace and cost of each dispatch from its
// kernel.
//
// A kernel has them as maps over its own dims, and a dispatch maps the program's symbols to those
// dims. For example, the grid (s0 ceildiv 64) of a kernel with s0 = batch * 8 becomes batch * 8
// ceildiv 64.
#include "conversions/program/Passes.h"

#include "dialects/lir/LIRDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/SymbolTable.h"

namespace rlx {
#define GEN_PASS_DEF_RESOLVEDISPATCHESPASS
#include "conversions/program/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

struct ResolveDispatches : rlx::impl::ResolveDispatchesPassBase<ResolveDispatches> {
  void runOnOperation() override {
    SymbolTableCollection symbols;
    WalkResult result = getOperation().walk([&](rlx::lir::DispatchOp op) {
      return failed(resolve(op, symbols)) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }

  LogicalResult resolve(rlx::lir::DispatchOp op, SymbolTableCollection &symbols) {
    if (symbols.lookupSymbolIn<rlx::lir::UserKernelOp>(getOperation(), op.getKernel()))
      return resolveUserKernel(op), success();
    auto kernel = symbols.lookupSymbolIn<func::FuncOp>(getOperation(), op.getKernel());
    if (!kernel)
      return op.emitOpError("names a kernel that does not exist: ") << op.getKernel();
    AffineMap dims = op.getDims();
    auto compose = [&](StringRef attribute, unsigned results) -> FailureOr<AffineMapAttr> {
      auto map = kernel->getAttrOfType<AffineMapAttr>(attribute);
      if (!map || map.getValue().getNumInputs() != dims.getNumResults() ||
          map.getValue().getNumResults() != results)
        return op.emitOpError("calls a kernel whose '")
               << attribute << "' does not fit its " << dims.getNumResults() << " dims";
      // A kernel's dims are all map dimensions or, if they are multiplied, all symbols.
      AffineMap composed = map.getValue().replaceDimsAndSymbols(
          ArrayRef(dims.getResults()).take_front(map.getValue().getNumDims()),
          ArrayRef(dims.getResults()).drop_front(map.getValue().getNumDims()), 0,
          dims.getNumSymbols());
      return AffineMapAttr::get(simplifyAffineMap(composed));
    };
    FailureOr<AffineMapAttr> grid, workspace, cost, when;
    if (failed(grid = compose(rlx::lir::kGridAttr, 3)) ||
        failed(workspace = compose(rlx::lir::kWorkspaceAttr, 1)) ||
        failed(cost = compose(rlx::lir::kCostAttr, 1)))
      return failure();
    auto restrictTo = [&](AffineMapAttr when) {
      grid = times(*grid, when);
      workspace = times(*workspace, when);
      cost = times(*cost, when);
    };
    if (kernel->hasAttr(rlx::lir::kWhenAttr)) {
      if (failed(when = compose(rlx::lir::kWhenAttr, 1)))
        return failure();
      restrictTo(*when);
    }
    if (auto own = op->getAttrOfType<AffineMapAttr>(rlx::lir::kWhenAttr)) {
      restrictTo(own);
      op->removeAttr(rlx::lir::kWhenAttr);
    }
    op.setGridAttr(*grid);
    op.setWorkspaceAttr(*workspace);
    op.setCostAttr(*cost);
    return success();
  }

  // The map with its first result multiplied by `when`, which is 0 or 1. The other results mean
  // nothing if the first is 0.
  static AffineMapAttr times(AffineMapAttr map, AffineMapAttr when) {
    AffineMap value = map.getValue();
    SmallVector<AffineExpr> results(value.getResults());
    results.front() = results.front() * when.getValue().getResult(0);
    return AffineMapAttr::get(
        AffineMap::get(value.getNumDims(), value.getNumSymbols(), results, map.getContext()));
  }

  // A user kernel is called once per dispatch, whatever its sizes. It has its own scratch memory
  // and threads.
  static void resolveUserKernel(rlx::lir::DispatchOp op) {
    Builder builder(op);
    auto map = [&](ArrayRef<int64_t> values) {
      SmallVector<AffineExpr> results;
      for (int64_t value : values)
        results.push_back(builder.getAffineConstantExpr(value));
      return AffineMapAttr::get(
          AffineMap::get(0, op.getDims().getNumSymbols(), results, builder.getContext()));
    };
    op.setGridAttr(map({1, 1, 1}));
    op.setWorkspaceAttr(map({0}));
    op.setCostAttr(map({0}));
  }
};

} // namespace
