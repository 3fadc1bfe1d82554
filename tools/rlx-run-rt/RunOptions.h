// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The shared options of rlx-run and rlx-run-rt: storage, parsing and checks. Each tool lists them
// in its own table (FlagTable.h). Needs no LLVM.
#ifndef RLX_TOOLS_RLXRUNRT_RUNOPTIONS_H
#define RLX_TOOLS_RLXRUNRT_RUNOPTIONS_H

#include <charconv>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tools/rlx-run-rt/ModelArguments.h"
#include "tools/rlx-run-rt/OutputFiles.h"

namespace rlx::run {

struct RunOptions {
  bool help = false, version = false, listDevices = false;
  std::string model; // or package

  GivenValues inputs;  // name, how to make it
  GivenSizes dims;     // of inputs without a shape; may be negative
  GivenValues outputs; // name, file
  std::string outputDir;

  std::string device = "auto";
  bool strict = false;
  unsigned threads = 0; // 0: all hardware threads

  bool bench = false, info = false;
  double benchSeconds = 2;
  std::string json, profile;

  // As LoadOptions::device takes it: empty for auto.
  std::string namedDevice() const { return device == "auto" ? "" : device; }
};

// The options that were given, by name.
using GivenFlags = std::set<std::string_view>;

enum class Arity { None, Required, Optional }; // Optional: only as --flag=VALUE

// An option of both tools. `store` returns an error text, or an empty string.
struct SharedFlag {
  std::string_view name, metavar;
  Arity arity;
  std::string (*store)(RunOptions &, std::string_view value);
  bool repeats = false; // may be given several times
};

// Parses all of `text` as a number.
template <typename T>
bool parseNumber(std::string_view text, T &into) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), into);
  return error == std::errc() && end == text.data() + text.size();
}

// Parses a value of floating-point elements. One that is too large for a double becomes infinite,
// one that is too small becomes 0.
bool parseValue(std::string_view text, double &into);

// Parses NAME=VALUE. `form` is the expected form in the error. A name that contains '=' is in
// double quotes: "a=b"=VALUE.
std::string parseNamed(std::string_view value, std::string_view form, GivenValues &into);
// Checks that the value is one of the words. Returns an error text, or an empty string.
std::string oneOf(std::string_view value, const std::vector<std::string> &words);

std::string parseDim(RunOptions &options, std::string_view value);
std::string parseOutput(RunOptions &options, std::string_view value);
std::string parseDevice(RunOptions &options, std::string_view value);
std::string parseThreads(RunOptions &options, std::string_view value);
std::string parseBench(RunOptions &options, std::string_view value);

template <auto Member>
std::string storeText(RunOptions &options, std::string_view value) {
  options.*Member = value;
  return value.empty() ? "expected a value" : "";
}
template <auto Member>
std::string storeTrue(RunOptions &options, std::string_view) {
  options.*Member = true;
  return "";
}

inline constexpr SharedFlag kDimFlag{"--dim", "NAME=SIZE", Arity::Required, parseDim, true};
inline constexpr SharedFlag kOutputFlag{"--output", "NAME=FILE.npy", Arity::Required, parseOutput,
                                        true};
inline constexpr SharedFlag kOutputDirFlag{"--output-dir", "DIR", Arity::Required,
                                           storeText<&RunOptions::outputDir>};
inline constexpr SharedFlag kDeviceFlag{"--device", "NAME", Arity::Required, parseDevice};
inline constexpr SharedFlag kStrictFlag{"--strict", "", Arity::None,
                                        storeTrue<&RunOptions::strict>};
inline constexpr SharedFlag kThreadsFlag{"--threads", "N", Arity::Required, parseThreads};
inline constexpr SharedFlag kBenchFlag{"--bench", "SECONDS", Arity::Optional, parseBench};
inline constexpr SharedFlag kJsonFlag{"--json", "FILE", Arity::Required,
                                      storeText<&RunOptions::json>};
inline constexpr SharedFlag kProfileFlag{"--profile", "FILE.json", Arity::Required,
                                         storeText<&RunOptions::profile>};
inline constexpr SharedFlag kInfoFlag{"--info", "", Arity::None, storeTrue<&RunOptions::info>};
inline constexpr SharedFlag kListDevicesFlag{"--list-devices", "", Arity::None,
                                             storeTrue<&RunOptions::listDevices>};
inline constexpr SharedFlag kVersionFlag{"--version", "", Arity::None,
                                         storeTrue<&RunOptions::version>};
inline constexpr SharedFlag kHelpFlag{"--help", "", Arity::None, storeTrue<&RunOptions::help>};

// The files and folders of these options, for checkDistinct() and checkWritable().
std::vector<OutputPath> outputPaths(const RunOptions &options);

// The files that a run reads: the model, a package's weights beside it, and inputs.
std::vector<std::string> inputPaths(const RunOptions &options);

// Returns an error for options that need --bench, and for those in `others`, which exclude it.
rt::Status checkBench(const RunOptions &options, const GivenFlags &given,
                      std::initializer_list<std::string_view> others);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUNRT_RUNOPTIONS_H
