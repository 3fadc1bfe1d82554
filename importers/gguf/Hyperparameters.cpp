// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of Hyperparameters.h.
#include "importers/gguf/Hyperparameters.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rlx::gguf {

std::string Hyperparameters::shortName(std::string_view name) const {
  const std::string whole = key(name);
  return metadata.hasOrigin(whole) ? metadata.shown(whole) : std::string(name);
}

rt::StatusOr<int64_t> Hyperparameters::size(std::string_view name) const {
  RLX_ASSIGN_OR_RETURN(const int64_t value, metadata.integer(key(name)));
  if (value < 1 || value > std::numeric_limits<int32_t>::max())
    return rt::invalidArgument(shown(name) + " is " + std::to_string(value) +
                               ", expected 1 to 2^31 - 1");
  return value;
}

rt::StatusOr<int64_t> Hyperparameters::size(std::string_view name, int64_t otherwise) const {
  return has(name) ? size(name) : otherwise;
}

rt::StatusOr<double> Hyperparameters::number(std::string_view name) const {
  RLX_ASSIGN_OR_RETURN(const double value, metadata.number(key(name)));
  if (!std::isfinite(value))
    return rt::invalidArgument(shown(name) + " is not finite");
  return value;
}

rt::StatusOr<double> Hyperparameters::number(std::string_view name, double otherwise) const {
  return has(name) ? number(name) : otherwise;
}

rt::Status Hyperparameters::checkGroup(std::string_view group,
                                       const std::vector<std::string_view> &known) const {
  const std::string begin = key(group);
  for (const std::string_view each : metadata.keys())
    if (each.starts_with(begin) &&
        std::find(known.begin(), known.end(), each.substr(prefix.size())) == known.end())
      return rt::unsupported("the metadata " + metadata.shown(each) + " is not supported");
  return rt::okStatus();
}

} // namespace rlx::gguf
