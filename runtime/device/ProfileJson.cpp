// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The writer of device profiles. The compiler has the reader
// (conversions/gpu/device/ProfileFile.h).
//
// Members are written in a fixed order, so equal profiles give equal text.
#include "runtime/device/ProfileJson.h"

#include <cstdio>

#include "runtime/base/StrCat.h"

namespace rlx::rt {

namespace {

// Escapes a string, since a device's name may have any characters.
std::string jsonString(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (static_cast<unsigned char>(c) < ' ') {
      char escape[8];
      std::snprintf(escape, sizeof(escape), "\\u%04x", static_cast<unsigned>(c));
      result += escape;
    } else {
      result += c;
    }
  }
  return result + '"';
}

template <typename T>
std::string member(std::string_view name, const T &value, std::string_view end = ",\n") {
  return strCat("  \"", name, "\": ", value, end);
}

template <typename Items, typename Text>
std::string list(const Items &items, std::string_view between, Text text) {
  std::string result = "[";
  for (const auto &item : items)
    result +=
        strCat(result.size() > 1 ? std::string_view(",") : std::string_view(), between, text(item));
  return result + "]";
}

std::string numbers(const std::array<uint32_t, 3> &values) {
  return list(values, "", [](uint32_t value) { return value; });
}

std::string matrix(const DeviceProfile::CooperativeMatrix &one) {
  return strCat("{\"m\": ", one.m, ", \"n\": ", one.n, ", \"k\": ", one.k, ", \"a\": \"",
                name(one.a), "\", \"b\": \"", name(one.b), "\", \"c\": \"", name(one.c),
                "\", \"result\": \"", name(one.result), "\"}");
}

} // namespace

std::string profileJson(const DeviceProfile &profile) {
  return strCat(
      "{\n", member("name", jsonString(profile.name)),
      member(profile.target, strCat('"', profile.versionMajor, ".", profile.versionMinor, '"')),
      member("subgroupSize", profile.subgroupSize),
      member("maxWorkgroupInvocations", profile.maxWorkgroupInvocations),
      member("maxWorkgroupSize", numbers(profile.maxWorkgroupSize)),
      member("maxWorkgroupCount", numbers(profile.maxWorkgroupCount)),
      member("sharedMemoryBytes", profile.sharedMemoryBytes),
      member("pushConstantBytes", profile.pushConstantBytes),
      member("maxBuffersPerKernel", profile.maxBuffersPerKernel),
      member("maxBufferBytes", profile.maxBufferBytes),
      member("bufferOffsetAlignment", profile.bufferOffsetAlignment),
      profile.maxLoopIterations == DeviceProfile::kNoLimit
          ? std::string()
          : member("maxLoopIterations", profile.maxLoopIterations),
      member("computeUnits", profile.computeUnits),
      member("features", list(profile.features, "\n    ", jsonString)),
      member("cooperativeMatrices", list(profile.cooperativeMatrices, "\n    ", matrix), "\n"),
      "}\n");
}

} // namespace rlx::rt
