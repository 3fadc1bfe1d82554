// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The modes in which a session executes a model: op by op, compiled on first use, or compiled at
// once.
//
// The environment variable RLX_MODE is the default for programs that choose none.
#ifndef RLX_SESSION_EXECUTIONMODE_H
#define RLX_SESSION_EXECUTIONMODE_H

#include <cstdint>
#include <optional>
#include <string_view>

#include "runtime/base/StatusOr.h"

namespace rlx {

enum class ExecutionMode : uint8_t {
  // Each op of the model is one or more dispatches. Nothing is fused or shared, so errors and
  // results belong to one op. Slow; for finding faults.
  Eager,
  // The model is read and checked when the session is made, and compiled on first use.
  Lazy,
  // Compiled when the session is made. Weights are prepared if all params have values.
  Compiled,
};

// "eager", "lazy" or "compiled".
std::string_view name(ExecutionMode mode);

// The inverse of name(). InvalidArgument for anything else. `where` names the source of the text in
// the message, for example "RLX_MODE".
rt::StatusOr<ExecutionMode> parseExecutionMode(std::string_view text, std::string_view where);

// The chosen mode; if none, the value of the environment variable RLX_MODE; if that is unset or
// empty, Compiled. InvalidArgument for another value.
rt::StatusOr<ExecutionMode> resolveMode(std::optional<ExecutionMode> chosen);

} // namespace rlx

#endif // RLX_SESSION_EXECUTIONMODE_H
