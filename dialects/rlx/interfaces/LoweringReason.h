// Why an op declined to be rewritten. An interface method fills it in and fails; the pass that
// called the method decides whether that is an error and prints it. Interface methods never emit.
#ifndef RLX_DIALECTS_RLX_INTERFACES_LOWERINGREASON_H
#define RLX_DIALECTS_RLX_INTERFACES_LOWERINGREASON_H

#include <string>

#include "llvm/ADT/Twine.h"
#include "llvm/Support/LogicalResult.h"

namespace rlx {

struct LoweringReason {
  std::string text;
  std::string nearest; // the nearest form that would be taken, if there is one

  llvm::LogicalResult because(const llvm::Twine &reason, const llvm::Twine &nearestForm = "") {
    text = reason.str();
    nearest = nearestForm.str();
    return llvm::failure();
  }
};

} // namespace rlx

#endif // RLX_DIALECTS_RLX_INTERFACES_LOWERINGREASON_H
