// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The check of requirements against a profile.
//
// Requirements are strings, so that packages need no enum that grows.
#include "runtime/device/DeviceProfile.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "runtime/base/StrCat.h"
#include "runtime/device/DeviceFeatures.h"

namespace rlx::rt {

namespace {

std::optional<uint64_t> limitOf(const DeviceProfile &profile, std::string_view name) {
  if (name == profile.target + "Major")
    return profile.versionMajor;
  if (name == profile.target + "Minor")
    return profile.versionMinor;
  if (name == "computeCapability" && profile.target == "cuda")
    return profile.versionMajor * 10 + profile.versionMinor;
  const std::pair<std::string_view, uint64_t> limits[] = {
      {"subgroupSize", profile.subgroupSize},
      {"maxWorkgroupInvocations", profile.invocationsInARow()}, // workgroups are one-dimensional
      {"sharedMemoryBytes", profile.sharedMemoryBytes},
      {"pushConstantBytes", profile.pushConstantBytes},
      {"maxBuffersPerKernel", profile.maxBuffersPerKernel},
      {"maxBufferBytes", profile.maxBufferBytes},
      {"bufferOffsetAlignment", profile.bufferOffsetAlignment},
      {"maxLoopIterations", profile.maxLoopIterations},
  };
  for (const auto &[known, value] : limits)
    if (known == currentName(name))
      return value;
  return std::nullopt;
}

} // namespace

bool DeviceProfile::has(std::string_view feature) const {
  return std::binary_search(features.begin(), features.end(), currentName(feature));
}

std::string DeviceProfile::CooperativeMatrix::requirement() const {
  return strCat("cooperativeMatrix:", m, "x", n, "x", k, ":", rlx::rt::name(a), ":",
                rlx::rt::name(b), ":", rlx::rt::name(c), ":", rlx::rt::name(result));
}

bool DeviceProfile::meets(std::string_view requirement) const {
  if (requirement.starts_with("cooperativeMatrix:"))
    return std::any_of(cooperativeMatrices.begin(), cooperativeMatrices.end(),
                       [&](const auto &matrix) { return matrix.requirement() == requirement; });
  if (requirement == kUnlimitedLoops)
    return maxLoopIterations == kNoLimit;
  const size_t equals = requirement.find('=');
  if (equals == std::string_view::npos)
    return has(requirement);
  const bool atLeast = equals > 0 && requirement[equals - 1] == '>';
  const std::optional<uint64_t> limit =
      limitOf(*this, requirement.substr(0, equals - (atLeast ? 1 : 0)));
  uint64_t wanted = 0;
  const char *const end = requirement.data() + requirement.size();
  const auto [parsed, error] = std::from_chars(requirement.data() + equals + 1, end, wanted);
  if (!limit || error != std::errc() || parsed != end)
    return false;
  return atLeast ? *limit >= wanted : *limit == wanted;
}

} // namespace rlx::rt
