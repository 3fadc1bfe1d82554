// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regular expressions of RE2, which a library of its own has: librlx_regex.
//
// It is loaded when a program needs it, so that others do not depend on RE2.
#ifndef RLX_RUNTIME_CPU_REGEX_H
#define RLX_RUNTIME_CPU_REGEX_H

#include <memory>
#include <string_view>

#include "runtime/base/StatusOr.h"

namespace rlx::rt {

// Threads: immutable; any thread.
class Regex {
public:
  // InvalidArgument for a pattern that RE2 does not take, Unsupported without the library.
  static StatusOr<std::shared_ptr<const Regex>> compile(std::string_view pattern);
  virtual ~Regex() = default;
  // Whether the pattern matches the whole text.
  virtual bool matches(std::string_view text) const = 0;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_CPU_REGEX_H
