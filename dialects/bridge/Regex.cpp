// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Regex.h.
#include "dialects/bridge/Regex.h"

#include "runtime/cpu/Regex.h"

namespace rlx {

rt::Status checkRegex(llvm::StringRef pattern) {
  return rt::Regex::compile({pattern.data(), pattern.size()}).status();
}

} // namespace rlx
