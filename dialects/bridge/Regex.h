// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regular expressions of a model, checked by the library that runs them: librlx_regex, which has
// RE2.
#ifndef RLX_DIALECTS_BRIDGE_REGEX_H
#define RLX_DIALECTS_BRIDGE_REGEX_H

#include "runtime/base/Status.h"
#include "llvm/ADT/StringRef.h"

namespace rlx {

/// InvalidArgument for a pattern that RE2 does not take, Unsupported if the library is missing.
rt::Status checkRegex(llvm::StringRef pattern);

} // namespace rlx

#endif // RLX_DIALECTS_BRIDGE_REGEX_H
