// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The list of known failures of the conformance lanes.
//
// Strict: an entry whose function passes is an error, so that the list shrinks when something is
// fixed.
#ifndef RLX_TOOLS_RLX_CHECK_EXPECTEDFAILURES_H
#define RLX_TOOLS_RLX_CHECK_EXPECTEDFAILURES_H

#include <string>

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace rlx::check {

class ExpectedFailures {
public:
  // Reads one entry per line: `LANE FILE/FUNCTION REASON…`, FILE without directory and extension.
  // '#' starts a comment. An entry without a reason is an error.
  static llvm::Expected<ExpectedFailures> load(llvm::StringRef path);

  // The reason why this may fail; empty if it must pass.
  std::string reason(llvm::StringRef lane, llvm::StringRef file, llvm::StringRef function) const;

  // Entries for `file` and one of `lanes` that were never asked for, because the function no longer
  // exists.
  std::vector<std::string> unused(llvm::StringRef file, llvm::ArrayRef<std::string> lanes) const;

private:
  llvm::StringMap<std::string> reasons; // by "LANE FILE/FUNCTION"
  mutable llvm::StringMap<bool> used;
};

} // namespace rlx::check

#endif // RLX_TOOLS_RLX_CHECK_EXPECTEDFAILURES_H
