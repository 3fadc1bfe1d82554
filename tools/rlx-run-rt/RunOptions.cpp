// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See RunOptions.h.
#include "tools/rlx-run-rt/RunOptions.h"

#include <algorithm>
#include <cstdlib>

#include "runtime/base/StrCat.h"
#include "runtime/cpu/Processors.h"
#include "runtime/device/DeviceFactory.h"
#include "runtime/device/DeviceRegistry.h"
#include "tools/rlx-run-rt/PackageDevice.h"

namespace rlx::run {

using rt::invalidArgument;
using rt::okStatus;
using rt::Status;
using rt::strCat;

constexpr double kMaxSeconds = 24 * 3600;

// The position of the '=' after the name of NAME=VALUE or "NAME"=VALUE.
static size_t nameEnd(std::string_view value) {
  const size_t quote = value.starts_with('"') ? value.rfind("\"=") : std::string_view::npos;
  return quote == 0 || quote == std::string_view::npos ? value.find('=') : quote + 1;
}

static std::string_view unquoted(std::string_view name) {
  const bool isQuoted = name.size() > 2 && name.starts_with('"') && name.ends_with('"');
  return isQuoted ? name.substr(1, name.size() - 2) : name;
}

bool parseValue(std::string_view text, double &into) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), into);
  if (error == std::errc::result_out_of_range) // strtod says in which direction
    into = std::strtod(std::string(text).c_str(), nullptr);
  else if (error != std::errc())
    return false;
  return end == text.data() + text.size();
}

std::string parseNamed(std::string_view value, std::string_view form, GivenValues &into) {
  const size_t equals = nameEnd(value);
  if (equals == 0 || equals == std::string_view::npos || equals + 1 == value.size())
    return strCat("expected ", form, ", but got '", value, "'");
  into.emplace_back(unquoted(value.substr(0, equals)), value.substr(equals + 1));
  return "";
}

std::string oneOf(std::string_view value, const std::vector<std::string> &words) {
  if (std::ranges::find(words, value) != words.end())
    return "";
  std::string list;
  for (const std::string &word : words)
    list += (list.empty() ? "" : ", ") + word;
  return strCat("expected one of ", list, ", but got '", value, "'");
}

std::string parseDim(RunOptions &options, std::string_view value) {
  const size_t equals = value.rfind('='); // a size has none
  int64_t size = 0;
  if (equals == 0 || equals == std::string_view::npos ||
      !parseNumber(value.substr(equals + 1), size))
    return strCat("expected NAME=SIZE, but got '", value, "'");
  // Negative sizes are refused later, when the model's dimensions are known and can be listed.
  options.dims.emplace_back(unquoted(value.substr(0, equals)), size);
  return "";
}

std::string parseOutput(RunOptions &options, std::string_view value) {
  return parseNamed(value, kOutputFlag.metavar, options.outputs);
}

std::string parseDevice(RunOptions &options, std::string_view value) {
  rt::DeviceRegistry &registry = rt::DeviceRegistry::get();
  options.device = value;
  if (value == "auto")
    return "";
  // Searches no more devices than the name needs.
  const Status found = registry.find(value).status();
  if (found.ok())
    return "";
  if (namesDevice(value))
    return std::string(found.message());
  std::vector<std::string> names{"auto"};
  for (const rt::Device *device : registry.all())
    names.emplace_back(device->name());
  std::string missing;
  for (const rt::DeviceFactory &kind : rt::deviceFactories()) {
    if (kind.isAlwaysThere)
      continue;
    if (const std::string why = registry.whyNone(kind.target); !why.empty())
      missing += strCat(" (no ", kind.title, " device found: ", why, ")");
    else
      names.insert(names.end(), {std::string(kind.target), strCat(kind.target, ":PART-OF-A-NAME")});
  }
  return oneOf(value, names) + missing;
}

std::string parseThreads(RunOptions &options, std::string_view value) {
  if (!parseNumber(value, options.threads) || options.threads == 0 ||
      options.threads > rt::kMaxThreads)
    return strCat("expected a number from 1 to ", rt::kMaxThreads, ", but got '", value, "'");
  return "";
}

std::string parseBench(RunOptions &options, std::string_view value) {
  options.bench = true;
  double &seconds = options.benchSeconds;
  if (!value.empty() && (!parseNumber(value, seconds) || !(seconds > 0) || seconds > kMaxSeconds))
    return strCat("expected seconds, more than 0 and at most a day, but got '", value, "'");
  return "";
}

std::vector<OutputPath> outputPaths(const RunOptions &options) {
  using Kind = OutputPath::Kind;
  std::vector<OutputPath> paths;
  for (const auto &[name, path] : options.outputs)
    paths.push_back({Kind::File, "--output", path});
  if (!options.json.empty())
    paths.push_back({Kind::File, "--json", options.json});
  if (!options.profile.empty())
    paths.push_back({Kind::File, "--profile", options.profile});
  if (!options.outputDir.empty())
    paths.push_back({Kind::Folder, "--output-dir", options.outputDir});
  return paths;
}

std::vector<std::string> inputPaths(const RunOptions &options) {
  std::vector<std::string> paths{options.model, options.model + ".weights"};
  for (const auto &[name, how] : options.inputs)
    if (how.ends_with(".npy"))
      paths.push_back(how);
  return paths;
}

Status checkBench(const RunOptions &options, const GivenFlags &given,
                  std::initializer_list<std::string_view> others) {
  if (!options.json.empty() && !options.bench)
    return invalidArgument("--json needs --bench");
  for (const std::string_view name : others)
    if (options.bench && given.contains(name))
      return invalidArgument(strCat("--bench only measures: ", name, " does not go with it"));
  return okStatus();
}

} // namespace rlx::run
