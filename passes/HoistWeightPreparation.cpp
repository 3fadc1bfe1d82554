// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-hoist-weight-preparation`: moves ops that depend on params and constants only out
// of control flow, so that they run once; knows no op.
//
//   rlx.if %p { %1 = rlx.exp %w ; … }   =>   %1 = rlx.exp %w ; rlx.if %p { … }      (%w is a param)
#include "passes/Passes.h"

#include "dialects/rlx/interfaces/ControlFlowInterface.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "mlir/IR/Remarks.h"
#include "passes/InputDependence.h"

namespace rlx {
#define GEN_PASS_DEF_HOISTWEIGHTPREPARATIONPASS
#include "passes/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

struct HoistWeightPreparation : rlx::impl::HoistWeightPreparationPassBase<HoistWeightPreparation> {
  void runOnBody() override {
    func::FuncOp function = getOperation();
    Block &body = function.getBody().front();
    rlx::InputDependence dependence(function);
    rlx::walkInOrder(body, [&](Operation *op) {
      if (op->getBlock() == &body || !canMove(op, dependence, body))
        return;
      remark::passed(op->getLoc(),
                     remark::RemarkOpts::name("HoistWeightPreparation").category("rlx-hoist"))
          << op->getName().getStringRef();
      op->moveBefore(rlx::ancestorIn(&body, op));
    });
  }

  // Ops that are not reached must not fail: an op that may fail is not pure (RLX_MayFail). An
  // operand that is prepared but cannot move, such as an argument of a region that is prepared as a
  // whole, keeps its users in place.
  static bool canMove(Operation *op, const rlx::InputDependence &dependence, Block &body) {
    // Nothing leaves the region of rlx.custom_fn, which is isolated from above.
    if (op->getParentWithTrait<mlir::OpTrait::IsIsolatedFromAbove>() != body.getParentOp() ||
        op->getNumRegions() != 0 || !isPure(op))
      return false;
    return llvm::all_of(op->getOperands(), [&](Value operand) {
      return dependence.isPrepared(operand) && operand.getParentBlock() == &body;
    });
  }
};

} // namespace
