// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-verify-legal`: reports each op that a target does not take; knows no op and no
// target.
//
// Asks capability() of the target for each op. A rejected op gets one error with the target's
// reason.
#include "conversions/Passes.h"

#include "conversions/Target.h"
#include "dialects/rlx/interfaces/ControlFlowInterface.h"
#include "dialects/rlx/interfaces/ErrorKind.h"
#include "dialects/rlx/ir/RLXDialect.h"

namespace rlx {
#define GEN_PASS_DEF_VERIFYLEGALPASS
#include "conversions/Passes.h.inc"
} // namespace rlx

using namespace mlir;

static LogicalResult verifyOp(Operation *op, const rlx::Target &target,
                              const rlx::TargetOptions &options) {
  rlx::Capability capability = target.capability(op, options);
  if (capability.route != rlx::Route::Unsupported)
    return success();
  InFlightDiagnostic error = rlx::unsupported(op->emitOpError("is not supported on target '"))
                             << target.name() << "': " << capability.reason;
  if (!capability.nearest.empty())
    error.attachNote() << "nearest supported form: " << capability.nearest;
  return error;
}

LogicalResult rlx::verifyLegal(ModuleOp module, const Target &target,
                               const TargetOptions &options) {
  LogicalResult result = success();
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isa_and_nonnull<RLXDialect>(op->getDialect()))
      return WalkResult::advance();
    if (failed(verifyOp(op, target, options)))
      result = failure();
    // Ops in other regions are the business of the op that has the region.
    return isControlFlow(op) ? WalkResult::advance() : WalkResult::skip();
  });
  return result;
}

namespace {

struct VerifyLegal : rlx::impl::VerifyLegalPassBase<VerifyLegal> {
  using VerifyLegalPassBase::VerifyLegalPassBase;

  void runOnOperation() override {
    rlx::TargetOptions options;
    options.fastPaths = fastPaths;
    options.chip = chip;
    options.features = features;
    options.device = device;
    const rlx::Target *known = rlx::findTarget(target);
    const std::string problem =
        known ? toString(rlx::checkOptions(*known, options)) : rlx::noSuchTarget(target.getValue());
    if (!problem.empty())
      getOperation().emitError() << problem;
    if (!problem.empty() || failed(rlx::verifyLegal(getOperation(), *known, options)))
      signalPassFailure();
  }
};

} // namespace
