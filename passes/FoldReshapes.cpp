// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-fold-reshapes`: removes reshapes and slices that keep the shape, as symbolic shapes
// prove.
//
// The folds of the ops themselves see types only. Those of two tensors with different dynamic sizes
// can be equal: tensor<?x4xf32> says nothing of the `?`.
#include "passes/Passes.h"

#include "dialects/rlx/ir/ShapeOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "passes/SymbolicShapes.h"

namespace rlx {
#define GEN_PASS_DEF_FOLDRESHAPESPASS
#include "passes/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

// The nearest value behind reshapes with the type of `reshape`; null if there is none.
Value sourceOfType(rlx::ReshapeOp reshape) {
  for (Value source = reshape.getInput();;) {
    if (source.getType() == reshape.getType())
      return source;
    auto inner = source.getDefiningOp<rlx::ReshapeOp>();
    if (!inner)
      return {};
    source = inner.getInput();
  }
}

// Whether a slice begins with the first element and leaves none out on its way.
bool isPrefix(rlx::SliceOp slice) {
  return llvm::all_of(slice.getStrides(), [](int64_t stride) { return stride == 1; }) &&
         llvm::all_of(
             getMixedValues(slice.getStaticStarts(), slice.getStarts(), slice.getContext()),
             [](OpFoldResult start) { return getConstantIntValue(start) == 0; });
}

// The value that may replace the op's result, if their shapes are equal; null if there is none.
Value sourceOf(Operation *op) {
  if (auto reshape = dyn_cast<rlx::ReshapeOp>(op))
    return sourceOfType(reshape);
  auto slice = dyn_cast<rlx::SliceOp>(op);
  if (slice && slice.getType() == slice.getInput().getType() && isPrefix(slice))
    return slice.getInput();
  return {};
}

// The sizes that the op gives its result.
SmallVector<OpFoldResult> sizesOf(Operation *op) {
  if (auto reshape = dyn_cast<rlx::ReshapeOp>(op))
    return getMixedValues(reshape.getStaticSizes(), reshape.getSizes(), op->getContext());
  auto slice = cast<rlx::SliceOp>(op);
  return getMixedValues(slice.getStaticSizes(), slice.getSizes(), op->getContext());
}

// Keeps the guards that the shapes rely on: their ops may be those that read the result.
void assertEqualSizes(Operation *op, Value source, const rlx::SymbolicShapes &shapes) {
  ArrayRef<rlx::Dim> before = shapes.shapeWithoutGuards(source),
                     after = shapes.shapeWithoutGuards(op->getResult(0));
  OpBuilder builder(op);
  for (auto [i, size] : llvm::enumerate(sizesOf(op))) {
    const rlx::Dim from = before[i], to = after[i];
    if (from == to)
      continue;
    const auto *guard = llvm::find_if(shapes.guards(), [&](const auto &each) {
      return !each.atLeast && (std::pair(each.lhs, each.rhs) == std::pair(from, to) ||
                               std::pair(each.lhs, each.rhs) == std::pair(to, from));
    });
    const bool isKnown = guard != shapes.guards().end();
    Location loc = isKnown ? guard->loc : op->getLoc();
    Value actual = tensor::DimOp::create(builder, loc, source, i),
          expected = getValueOrCreateConstantIndexOp(builder, loc, size);
    Value holds = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, expected, actual);
    cf::AssertOp::create(builder, loc, holds,
                         isKnown ? guard->reason : "sizes that other nodes need equal");
  }
}

struct FoldReshapes : rlx::impl::FoldReshapesPassBase<FoldReshapes> {
  void runOnBody() override {
    func::FuncOp function = getOperation();
    SmallVector<Operation *> candidates;
    for (Operation &op : function.getOps())
      if (sourceOf(&op))
        candidates.push_back(&op);
    if (candidates.empty())
      return; // the analysis costs more than this search
    FailureOr<rlx::SymbolicShapes> shapes = rlx::SymbolicShapes::compute(function);
    if (failed(shapes))
      return signalPassFailure();
    for (Operation *op : candidates) {
      ArrayRef<rlx::Dim> sizes = shapes->shape(op->getResult(0));
      Value source = sourceOf(op);
      if (!shapes->isKnown(sizes) || sizes != shapes->shape(source))
        continue;
      assertEqualSizes(op, source, *shapes);
      op->getResult(0).replaceAllUsesWith(source);
      op->erase();
    }
  }
};

} // namespace
