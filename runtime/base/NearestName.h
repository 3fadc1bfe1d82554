// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Suggestions for misspelt names in error messages.
//
// For example, an unknown option "--devce" is reported with "did you mean --device?".
#ifndef RLX_RUNTIME_BASE_NEARESTNAME_H
#define RLX_RUNTIME_BASE_NEARESTNAME_H

#include <string>
#include <string_view>
#include <vector>

namespace rlx::rt {

// Returns the entry of `names` closest to `name` by edit distance, ignoring case. Empty if none is
// close.
std::string_view nearestName(std::string_view name, const std::vector<std::string> &names);

} // namespace rlx::rt

#endif // RLX_RUNTIME_BASE_NEARESTNAME_H
