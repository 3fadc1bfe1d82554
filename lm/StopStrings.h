// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Strings that end an answer, and are no part of it.
#ifndef RLX_LM_STOPSTRINGS_H
#define RLX_LM_STOPSTRINGS_H

#include <string>
#include <string_view>
#include <vector>

namespace rlx::lm {

class StopStrings {
public:
  // Empty ones are ignored.
  explicit StopStrings(const std::vector<std::string> &strings);

  // The text that is certain: the longest end that may begin a string is held. Nothing follows the
  // first string that is found.
  std::string push(std::string_view piece);
  bool isFound() const { return found; }
  // The text that is held at the end.
  std::string finish();

private:
  std::vector<std::string> strings;
  std::string held;
  bool found = false;
};

} // namespace rlx::lm

#endif // RLX_LM_STOPSTRINGS_H
