// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-fold-expands`: removes expansions of dynamic sizes that prove to be equal, and
// moves the others above elementwise ops, which can then be fused with the ops behind them.
//
//   rlx.dynamic_expand (rlx.relu %x)   =>   rlx.relu (rlx.dynamic_expand %x)
//
// Importers expand where a size may be 1 for all they know. Ops that follow often show that it is
// not: the number of keys in a mask is that of the keys.
#include "passes/Passes.h"

#include "dialects/rlx/ir/ShapeOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "passes/KernelGroups.h"
#include "passes/RefineUses.h"

namespace rlx {
#define GEN_PASS_DEF_FOLDEXPANDSPASS
#include "passes/Passes.h.inc"
} // namespace rlx

using namespace mlir;
using rlx::DynamicExpandOp;

namespace {

using Sizes = SmallVector<std::pair<int64_t, OpFoldResult>>; // by dimension

Sizes sizesOf(DynamicExpandOp op) {
  Sizes sizes;
  for (auto [dim, size] :
       llvm::zip(op.getDims(), getMixedValues(op.getStaticSizes(), op.getSizes(), op.getContext())))
    sizes.push_back({dim, size});
  return sizes;
}

// Expansions of an expansion become one. A size that both have is that of the later one.
DynamicExpandOp expand(OpBuilder &builder, Location loc, Value input, Sizes sizes) {
  while (auto inner = input.getDefiningOp<DynamicExpandOp>()) {
    for (auto [dim, size] : sizesOf(inner))
      if (llvm::none_of(sizes, [&](auto &own) { return own.first == dim; }))
        sizes.push_back({dim, size});
    input = inner.getInput();
  }
  llvm::sort(sizes, llvm::less_first());
  SmallVector<int64_t> dims, fixed;
  SmallVector<OpFoldResult> mixed;
  SmallVector<Value> dynamic;
  for (auto [dim, size] : sizes) {
    dims.push_back(dim);
    mixed.push_back(size);
  }
  dispatchIndexOpFoldResults(mixed, dynamic, fixed);
  return DynamicExpandOp::create(builder, loc, input, dynamic, dims, fixed);
}

struct FoldExpands : rlx::impl::FoldExpandsPassBase<FoldExpands> {
  void runOnBody() override {
    func::FuncOp function = getOperation();
    SmallVector<DynamicExpandOp> work;
    function.walk([&](DynamicExpandOp op) { work.push_back(op); });
    if (work.empty())
      return; // the analysis costs more than this search
    FailureOr<rlx::SymbolicShapes> shapes = rlx::SymbolicShapes::compute(function);
    if (failed(shapes))
      return signalPassFailure();
    while (!work.empty()) {
      DynamicExpandOp op = work.pop_back_val();
      if (DynamicExpandOp left = keepUnproved(op, *shapes))
        hoist(merge(left), *shapes, work);
    }
    // The analysis knows values by address, so none may be freed before.
    for (Operation *op : replaced)
      op->erase();
    replaced.clear();
  }

  // Keeps an op without users until the end, as no user of its operands.
  void remove(Operation *op) {
    op->dropAllReferences();
    replaced.push_back(op);
  }

  SmallVector<Operation *> replaced;

  // Removes dimensions whose sizes are equal in all runs. Null if none is left.
  DynamicExpandOp keepUnproved(DynamicExpandOp op, const rlx::SymbolicShapes &shapes) {
    ArrayRef<rlx::Dim> from = shapes.shape(op.getInput()), to = shapes.shape(op.getResult());
    if (from.empty() || to.empty() || !shapes.isKnown(from) || !shapes.isKnown(to))
      return op; // made by this pass, or unknown
    Sizes all = sizesOf(op), left, equal;
    for (auto each : all)
      (shapes.areEqual(from[each.first], to[each.first]) ? equal : left).push_back(each);
    if (equal.empty())
      return op;
    for (auto [dim, size] : equal)
      if (from[dim] != to[dim])
        assertEqual(op, dim, size);
    if (left.empty()) {
      if (!rlx::replaceByRefined(op.getResult(), op.getInput()))
        return op;
      remove(op);
      return {};
    }
    OpBuilder builder(op);
    DynamicExpandOp smaller = expand(builder, op.getLoc(), op.getInput(), left);
    if (!rlx::replaceByRefined(op.getResult(), smaller.getResult())) {
      smaller.erase();
      return op;
    }
    remove(op);
    return smaller;
  }

  // The op whose guard makes the sizes equal may be removed.
  static void assertEqual(DynamicExpandOp op, int64_t dim, OpFoldResult size) {
    OpBuilder builder(op);
    Location loc = op.getLoc();
    Value from = tensor::DimOp::create(builder, loc, op.getInput(), dim),
          to = getValueOrCreateConstantIndexOp(builder, loc, size);
    Value holds = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, from, to);
    cf::AssertOp::create(builder, loc, holds, "sizes that another op requires to be equal");
  }

  DynamicExpandOp merge(DynamicExpandOp op) {
    if (!op.getInput().getDefiningOp<DynamicExpandOp>())
      return op;
    OpBuilder builder(op);
    DynamicExpandOp one = expand(builder, op.getLoc(), op.getInput(), sizesOf(op));
    if (!rlx::replaceByRefined(op.getResult(), one.getResult())) {
      one.erase();
      return op;
    }
    remove(op);
    return one;
  }

  // Moves the op above an elementwise op that computes its operand only.
  void hoist(DynamicExpandOp op, const rlx::SymbolicShapes &shapes,
             SmallVectorImpl<DynamicExpandOp> &work) {
    Operation *producer = op.getInput().getDefiningOp();
    if (!producer || !rlx::isElementwiseOp(producer) || producer->getNumRegions() > 0 ||
        producer->getNumResults() != 1 || !producer->hasOneUse() ||
        producer->getBlock() != op->getBlock())
      return;
    ArrayRef<rlx::Dim> from = shapes.shape(op.getInput());
    // No analysis has seen values that this pass made.
    if (from.empty() || llvm::any_of(producer->getOperands(), [&](Value operand) {
          auto type = dyn_cast<RankedTensorType>(operand.getType());
          return !type || shapes.shape(operand).size() != size_t(type.getRank());
        }))
      return;
    Operation *moved = producer->clone();
    OpBuilder builder(op);
    builder.insert(moved);
    SmallVector<DynamicExpandOp> made;
    for (OpOperand &operand : moved->getOpOperands()) {
      Sizes sizes;
      ArrayRef<rlx::Dim> own = shapes.shape(operand.get());
      for (auto [dim, size] : sizesOf(op))
        if (int64_t i = dim - int64_t(from.size() - own.size()); i >= 0 && own[i] != 1)
          sizes.push_back({i, size});
      if (sizes.empty())
        continue;
      OpBuilder before(moved);
      made.push_back(expand(before, op.getLoc(), operand.get(), sizes));
      operand.set(made.back().getResult());
    }
    if (failed(rlx::inferAgain(moved)) ||
        !rlx::replaceByRefined(op.getResult(), moved->getResult(0))) {
      moved->erase();
      for (DynamicExpandOp unused : made)
        unused.erase();
      return;
    }
    remove(op);
    remove(producer);
    work.append(made);
  }
};

} // namespace
