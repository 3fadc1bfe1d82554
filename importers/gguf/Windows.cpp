// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of Windows.h.
#include "importers/gguf/Windows.h"

namespace rlx::gguf {
namespace {

constexpr std::string_view kSize = "attention.sliding_window",
                           kPattern = "attention.sliding_window_pattern";

std::vector<bool> byPeriod(int64_t layers, int64_t period) {
  std::vector<bool> result;
  for (int64_t i = 0; i < layers; ++i)
    result.push_back(period == 0 || i % period < period - 1);
  return result;
}

// A pattern is the period, or says of each layer whether it has a window.
rt::StatusOr<std::vector<bool>> readPattern(const Hyperparameters &parameters, int64_t layers,
                                            int64_t period) {
  const Value *pattern = parameters.find(kPattern);
  if (!pattern)
    return byPeriod(layers, period);
  const std::string text = parameters.shown(kPattern) + " is ";
  if (!pattern->isArray()) {
    const std::optional<int64_t> number = pattern->integer();
    if (!number || *number < 0)
      return rt::invalidArgument(text + "no period, 0 or more");
    return byPeriod(layers, *number);
  }
  std::vector<bool> result;
  for (size_t i = 0; i < pattern->size(); ++i) {
    const std::optional<int64_t> number = pattern->integer(i);
    const std::optional<bool> flag = pattern->boolean(i);
    if (!number && !flag)
      return rt::invalidArgument(text + pattern->typeText() + ", expected booleans");
    result.push_back(flag.value_or(number.value_or(0) != 0));
  }
  if (static_cast<int64_t>(result.size()) != layers)
    return rt::invalidArgument(text + pattern->typeText() + ", but there are " +
                               std::to_string(layers) + " layers");
  return result;
}

} // namespace

rt::StatusOr<Windows> readWindows(const Hyperparameters &parameters, const DecoderSizes &sizes,
                                  const WindowDefaults &defaults) {
  Windows windows;
  RLX_ASSIGN_OR_RETURN(const int64_t size, parameters.integer(kSize, defaults.size));
  if (size < 0)
    return rt::invalidArgument(parameters.shown(kSize) + " is negative");
  windows.size = size < sizes.context ? size : 0;
  RLX_ASSIGN_OR_RETURN(windows.layers, readPattern(parameters, sizes.layers, defaults.period));
  if (size == 0)
    windows.layers.assign(windows.layers.size(), false);
  return windows;
}

} // namespace rlx::gguf
