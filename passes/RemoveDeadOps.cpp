// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-remove-dead-ops`: removes ops without users, and changes nothing else; knows no op.
//
// For compilations without fusion, which must not canonicalize.
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
    // Users are removed before their operands.
    getOperation()->walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
      if (isOpTriviallyDead(op))
        op->erase();
    });
  }
};

} // namespace
