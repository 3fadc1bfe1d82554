// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of modes, and the default from the environment.
//
// An unknown name lists the modes.
#include "session/ExecutionMode.h"

#include <cstdlib>

#include "runtime/base/StrCat.h"

namespace rlx {

constexpr ExecutionMode kModes[] = {ExecutionMode::Eager, ExecutionMode::Lazy,
                                    ExecutionMode::Compiled};

std::string_view name(ExecutionMode mode) {
  switch (mode) {
  case ExecutionMode::Eager:
    return "eager";
  case ExecutionMode::Lazy:
    return "lazy";
  case ExecutionMode::Compiled:
    break;
  }
  return "compiled";
}

rt::StatusOr<ExecutionMode> parseExecutionMode(std::string_view text, std::string_view where) {
  for (ExecutionMode mode : kModes)
    if (name(mode) == text)
      return mode;
  return rt::invalidArgument(
      rt::strCat(where, ": expected one of eager, lazy, compiled, but got '", text, "'"));
}

rt::StatusOr<ExecutionMode> resolveMode(std::optional<ExecutionMode> chosen) {
  if (chosen)
    return *chosen;
  const char *text = std::getenv("RLX_MODE");
  if (!text || !*text)
    return ExecutionMode::Compiled;
  return parseExecutionMode(text, "RLX_MODE");
}

} // namespace rlx
