// How a session executes a model: op by op, compiled when it is first used, or compiled at once.
#ifndef RLX_SESSION_EXECUTIONMODE_H
#define RLX_SESSION_EXECUTIONMODE_H

#include <cstdint>
#include <optional>
#include <string_view>

#include "runtime/base/StatusOr.h"

namespace rlx {

enum class ExecutionMode : uint8_t {
  // Every op of the model is a dispatch of its own, or several: nothing is fused or shared, so that
  // a failure and a result are those of one op. Slow; for finding faults.
  Eager,
  // The model is read and checked when the session is made, and compiled when it is first used.
  Lazy,
  // Compiled when the session is made, with the weights prepared if all params have values.
  Compiled,
};

// "eager", "lazy", "compiled".
std::string_view name(ExecutionMode mode);

// The inverse of name(); InvalidArgument for anything else. `where` says in the message what had
// the text: "RLX_MODE", say.
rt::StatusOr<ExecutionMode> parseExecutionMode(std::string_view text, std::string_view where);

// What was chosen; if nothing was, what the environment variable RLX_MODE says; if it is not set or
// empty, Compiled. Fails if it has another value.
rt::StatusOr<ExecutionMode> resolveMode(std::optional<ExecutionMode> chosen);

} // namespace rlx

#endif // RLX_SESSION_EXECUTIONMODE_H
