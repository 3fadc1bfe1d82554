// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-fold-reshapes`: removes reshapes that keep the shape, as symbolic shapes prove.
//
// The fold of the op itself sees types only. Those of two tensors with different dynamic sizes can
// be equal: tensor<?x4xf32> says nothing of the `?`.
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

struct FoldReshapes : rlx::impl::FoldReshapesPassBase<FoldReshapes> {
  void runOnBody() override {
    func::FuncOp function = getOperation();
    SmallVector<rlx::ReshapeOp> candidates;
    for (auto reshape : function.getOps<rlx::ReshapeOp>())
      if (sourceOfType(reshape))
        candidates.push_back(reshape);
    if (candidates.empty())
      return; // the analysis costs more than this search
    FailureOr<rlx::SymbolicShapes> shapes = rlx::SymbolicShapes::compute(function);
    if (failed(shapes))
      return signalPassFailure();
    for (rlx::ReshapeOp reshape : candidates) {
      ArrayRef<rlx::Dim> sizes = shapes->shape(reshape.getResult());
      Value source = sourceOfType(reshape);
      if (!shapes->isKnown(sizes) || sizes != shapes->shape(source))
        continue;
      reshape.getResult().replaceAllUsesWith(source);
      reshape.erase();
    }
  }
};

} // namespace
