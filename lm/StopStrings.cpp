// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See StopStrings.h.
#include "lm/StopStrings.h"

#include <algorithm>
#include <utility>

namespace rlx::lm {

StopStrings::StopStrings(const std::vector<std::string> &given) {
  for (const std::string &string : given)
    if (!string.empty())
      strings.push_back(string);
}

std::string StopStrings::push(std::string_view piece) {
  if (found)
    return {};
  held += piece;
  size_t first = std::string::npos;
  for (const std::string &string : strings)
    first = std::min(first, held.find(string));
  if (first != std::string::npos) {
    found = true;
    held.resize(first);
    return std::exchange(held, {});
  }
  size_t kept = 0; // bytes that may begin a string
  for (const std::string &string : strings)
    for (size_t size = std::min(held.size(), string.size() - 1); size > kept; --size)
      if (held.ends_with(std::string_view(string).substr(0, size)))
        kept = size;
  std::string certain = held.substr(0, held.size() - kept);
  held.erase(0, certain.size());
  return certain;
}

std::string StopStrings::finish() {
  return std::exchange(held, {});
}

} // namespace rlx::lm
