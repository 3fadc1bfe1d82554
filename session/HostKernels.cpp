// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Listens to the remarks of rlx-assign-devices.
//
// The engine for remarks is removed again when the listener ends.
#include "session/HostKernels.h"

#include "mlir/IR/Remarks.h"

using namespace mlir;

namespace rlx {
namespace {

class FirstRemark : public remark::detail::MLIRRemarkStreamerBase {
public:
  explicit FirstRemark(std::string &into) : into(into) {}

  void streamOptimizationRemark(const remark::detail::Remark &remark) override {
    for (const remark::detail::Remark::Arg &arg : remark.getArgs())
      if (arg.key == "Remark" && into.empty())
        into = arg.val;
  }

private:
  std::string &into;
};

} // namespace

HostReason::HostReason(MLIRContext &context) : context(context) {
  if (context.getRemarkEngine())
    return;
  remark::RemarkCategories categories;
  categories.missed = "rlx-assign-devices";
  listens = succeeded(remark::enableOptimizationRemarks(
      context, std::make_unique<FirstRemark>(first),
      std::make_unique<remark::RemarkEmittingPolicyAll>(), categories));
}

HostReason::~HostReason() {
  if (listens)
    context.setRemarkEngine(nullptr);
}

std::string hostReasonText(const HostReason &why) {
  return why.text().empty() ? "" : "; the first one because " + why.text();
}

} // namespace rlx
