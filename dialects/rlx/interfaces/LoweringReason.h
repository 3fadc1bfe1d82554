// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Why an op could not be rewritten. An interface method fills it in and fails. The pass that called
// the method decides whether this is an error, and reports it. Interface methods never emit
// diagnostics. For example: `return why.because("the axis is dynamic");`.
#ifndef RLX_DIALECTS_RLX_INTERFACES_LOWERINGREASON_H
#define RLX_DIALECTS_RLX_INTERFACES_LOWERINGREASON_H

#include <string>

#include "llvm/ADT/Twine.h"
#include "llvm/Support/LogicalResult.h"

namespace rlx {

/// The reason of one failed rewrite.
struct LoweringReason {
  std::string text;
  std::string nearest; // the nearest supported form, if there is one

  llvm::LogicalResult because(const llvm::Twine &reason, const llvm::Twine &nearestForm = "") {
    text = reason.str();
    nearest = nearestForm.str();
    return llvm::failure();
  }
};

} // namespace rlx

#endif // RLX_DIALECTS_RLX_INTERFACES_LOWERINGREASON_H
