// The options of rlx-run-rt and their parser; see Options.h.
#include "tools/rlx-run-rt/Options.h"

#include <algorithm>
#include <span>
#include <vector>

#include "runtime/base/NearestName.h"
#include "runtime/base/StrCat.h"
#include "runtime/cpu/Dispatch.h"
#include "tools/rlx-run-rt/PackageDevice.h"

namespace rlx::runrt {

using namespace rlx::rt;
using namespace rlx::run;

constexpr const char *kHelp =
    R"(rlx-run-rt: runs a package (.rlxe) that `rlx-run MODEL --emit=rlxe -o FILE.rlxe` has made

usage: rlx-run-rt FILE.rlxe [options]

  --info                     list what the package has inside
  --input NAME=FILE.npy      one input, or
  --input NAME=VALUE         all its elements are VALUE; sizes that inputs decide are those of the
                             files, what --dim says, or small ones that the model takes
  --dim NAME=SIZE            size of a dynamic dimension
  --param NAME=FILE.npy      a param that the package has no value for
  --output NAME=FILE.npy     write one output
  --device NAME              auto, cpu, vulkan, vulkan:NUMBER or vulkan:PART-OF-A-NAME (default: auto,
                             the first device that the package has code for, Vulkan drivers for
                             processors last)
  --strict                   with --device: end with an error if the device's code leaves kernels
                             to the CPU
  --cache DIR                keep what drivers make of kernels in DIR, for the next time
  --threads N                threads, 1 to 1024 (default: all the machine offers)
  --bench[=SECONDS]          measure for SECONDS (2)
  --list-devices             list the devices of this machine and end
  --device-profile NAME      print what code generation has to know of a Vulkan device, as JSON
  --version, --help

Without options it lists inputs, params and outputs. Exit codes: 0 success; 1 the work failed; 2 the
command line is wrong, which includes names that the model does not have, and inputs and params that
it needs but did not get.
)";

namespace {

Status usageError(std::string_view message) {
  return invalidArgument(strCat(message, "\nsee rlx-run-rt --help"));
}

Status parsePair(std::string_view option, std::string_view text, GivenValues &into) {
  const size_t equals = text.find('=');
  if (equals == 0 || equals == std::string_view::npos || equals + 1 == text.size())
    return usageError(strCat(option, ": expected NAME=…, but got '", text, "'"));
  into.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  return okStatus();
}

Status parseInput(std::string_view text, GivenValues &into) {
  RLX_RETURN_IF_ERROR(parsePair("--input", text, into));
  const auto &[name, how] = into.back();
  if (double value; how.ends_with(".npy") || parseNumber(how, value))
    return okStatus();
  return usageError(
      strCat("--input: '", name, "': expected FILE.npy or a number, but got '", how, "'"));
}

Status parseDim(std::string_view text, GivenSizes &into) {
  const size_t equals = text.find('=');
  int64_t size = 0;
  if (equals == 0 || equals == std::string_view::npos ||
      !parseNumber(text.substr(equals + 1), size))
    return usageError(strCat("--dim: expected NAME=SIZE, but got '", text, "'"));
  // Negative sizes are refused where the model's dimensions are known and can be listed.
  into.emplace_back(text.substr(0, equals), size);
  return okStatus();
}

using Names = std::span<const std::string_view>;

constexpr std::string_view kWithValue[] = {"--input",   "--param",  "--output", "--dim",
                                           "--threads", "--device", "--cache",  "--device-profile"};
constexpr std::string_view kAlone[] = {"--info", "--strict", "--bench", "--list-devices"};
// May be given several times.
constexpr std::string_view kRepeat[] = {"--input", "--param", "--output", "--dim"};
constexpr double kMaxSeconds = 24 * 3600;

bool has(Names names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

// "--threads=3" or "--threads", whose value is the next argument.
struct Argument {
  explicit Argument(std::string_view text) : name(text.substr(0, text.find('='))) {
    hasValue = name.size() != text.size();
    value = hasValue ? text.substr(name.size() + 1) : "";
  }
  bool isOption() const { return has(kWithValue, name) || has(kAlone, name); }

  std::string_view name, value;
  bool hasValue = false;
};

Status unknownOption(std::string_view name) {
  // The dashes would count as what both have in common.
  std::vector<std::string> names;
  for (const auto &list : {Names(kWithValue), Names(kAlone)})
    for (const std::string_view known : list)
      names.emplace_back(known.substr(2));
  const std::string_view near =
      rt::nearestName(name.substr(std::min(name.find_first_not_of('-'), name.size())), names);
  return usageError(strCat("there is no option '", name, "'",
                           near.empty() ? "" : strCat("; did you mean --", near, "?")));
}

Status parseThreads(std::string_view value, unsigned &into) {
  if (!parseNumber(value, into) || into == 0 || into > kMaxThreads)
    return usageError(
        strCat("--threads: expected a number from 1 to ", kMaxThreads, ", but got '", value, "'"));
  return okStatus();
}

Status parseSeconds(std::string_view value, double &into) {
  if (!parseNumber(value, into) || !(into > 0) || into > kMaxSeconds)
    return usageError(
        strCat("--bench: expected seconds, more than 0 and at most a day, but got '", value, "'"));
  return okStatus();
}

Status parseValue(std::string_view name, std::string_view value, Options &options) {
  if (name == "--input")
    return parseInput(value, options.inputs);
  if (name == "--param")
    return parsePair(name, value, options.params);
  if (name == "--output")
    return parsePair(name, value, options.outputs);
  if (name == "--dim")
    return parseDim(value, options.dims);
  if (name == "--threads")
    return parseThreads(value, options.threads);
  (name == "--device"  ? options.device
   : name == "--cache" ? options.cache
                       : options.profileOf) = value;
  if (options.device == "auto")
    options.device.clear();
  return value.empty() ? usageError(strCat(name, " expects a value")) : okStatus();
}

Status parseAlone(const Argument &one, Options &options) {
  if (one.name == "--bench") {
    options.bench = true;
    return one.hasValue ? parseSeconds(one.value, options.seconds) : okStatus();
  }
  (one.name == "--info"     ? options.info
   : one.name == "--strict" ? options.strict
                            : options.listDevices) = true;
  return one.hasValue ? usageError(strCat(one.name, " takes no value, but got '", one.value, "'"))
                      : okStatus();
}

Status checkCombinations(const Options &options) {
  if (options.listDevices || !options.profileOf.empty())
    return options.package.empty()
               ? okStatus()
               : usageError(strCat(options.listDevices ? "--list-devices" : "--device-profile",
                                   " takes no package, but got '", options.package, "'"));
  if (options.package.empty())
    return usageError("expected a package");
  if (options.info && !options.listsOnly())
    return usageError("--info only lists: options that run the model do not go with it");
  if (options.bench && !options.outputs.empty())
    return usageError("--bench only measures: --output does not go with it");
  if (options.strict && !isVulkanName(options.device))
    return usageError("--strict needs a device beside the CPU: --device=vulkan");
  Status once = checkOnce(options.dims);
  return once.ok() ? okStatus() : usageError(once.message());
}

} // namespace

Status parseOptions(int argc, char **argv, Options &options) {
  std::vector<std::string_view> given;
  for (int i = 1; i < argc; ++i) {
    Argument one(argv[i]);
    if (!one.name.starts_with("-")) {
      if (!options.package.empty())
        return usageError(
            strCat("expected one package, but got '", options.package, "' and '", argv[i], "'"));
      options.package = argv[i];
      continue;
    }
    if (!one.isOption())
      return unknownOption(one.name);
    if (has(given, one.name) && !has(kRepeat, one.name))
      return usageError(strCat(one.name, " is given twice"));
    given.push_back(one.name);
    if (!has(kWithValue, one.name)) {
      RLX_RETURN_IF_ERROR(parseAlone(one, options));
      continue;
    }
    if (!one.hasValue) {
      if (++i == argc)
        return usageError(strCat(one.name, " expects a value"));
      one.value = argv[i];
      if (Argument(one.value).isOption())
        return usageError(
            strCat(one.name, " expects a value, but got the option '", one.value, "'"));
    }
    RLX_RETURN_IF_ERROR(parseValue(one.name, one.value, options));
  }
  return checkCombinations(options);
}

} // namespace rlx::runrt
