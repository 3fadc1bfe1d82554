// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-fold-reshapes`: removes reshapes and slices that keep the shape, as symbolic shapes
// prove.
//
// The folds of the ops themselves see types only. Those of two tensors with different dynamic sizes
// can be equal: tensor<?x4xf32> says nothing of the `?`.
#include "passes/Passes.h"

#include "dialects/rlx/ir/ShapeOps.h"
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
      op->getResult(0).replaceAllUsesWith(source);
      op->erase();
    }
  }
};

} // namespace
