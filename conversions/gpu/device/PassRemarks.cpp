// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Remarks name the op, its location and its function (see PassRemarks.h). A rewrite is reported as
// `passed`, and an op that was left alone as `missed`. The category selects them in MLIR's remark
// engine.
#include "conversions/gpu/device/PassRemarks.h"

#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

namespace rlx {

static remark::RemarkOpts optionsOf(const PassRemarks &decisions, Operation *op) {
  auto options = remark::RemarkOpts::name(decisions.name).category(decisions.category);
  auto function = op->getParentOfType<FunctionOpInterface>();
  return function ? options.function(function.getName()) : options;
}

void PassRemarks::done(Operation *op, const Twine &what) const {
  remark::passed(op->getLoc(), optionsOf(*this, op))
      << (op->getName().getStringRef() + ": " + what).str();
}

void PassRemarks::left(Operation *op, const LoweringReason &why) const {
  if (!why.text.empty())
    remark::missed(op->getLoc(), optionsOf(*this, op))
        << (op->getName().getStringRef() + ": " + why.text).str();
}

} // namespace rlx
