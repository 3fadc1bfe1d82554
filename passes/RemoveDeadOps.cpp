// Removes ops whose results nobody uses. Knows no op.
#include "passes/Passes.h"

#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace rlx {
#define GEN_PASS_DEF_REMOVEDEADOPSPASS
#include "passes/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

struct RemoveDeadOps : rlx::impl::RemoveDeadOpsPassBase<RemoveDeadOps> {
  void runOnOperation() override {
    // Users go before what they use.
    getOperation()->walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
      if (isOpTriviallyDead(op))
        op->erase();
    });
  }
};

} // namespace
