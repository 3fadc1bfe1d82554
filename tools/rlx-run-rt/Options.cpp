// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The option table of rlx-run-rt and its checks; see Options.h.
#include "tools/rlx-run-rt/Options.h"

#include "runtime/base/StrCat.h"
#include "tools/rlx-run-rt/FlagTable.h"
#include "tools/rlx-run-rt/PackageDevice.h"
#include "tools/rlx-run-rt/Text.h"

namespace rlx::runrt {

using namespace rlx::rt;
using namespace rlx::run;

namespace {

std::string parseInput(Options &options, std::string_view value) {
  if (std::string wrong = parseNamed(value, "NAME=HOW", options.inputs); !wrong.empty())
    return wrong;
  const auto &[name, how] = options.inputs.back();
  double number = 0;
  if (how.ends_with(".npy") || parseValue(how, number))
    return "";
  std::string wrong = strCat("'", name, "': expected FILE.npy or a number such as ",
                             argumentWord("--input", name, "1"), ", but got '", how, "'");
  if (how.find('=') != std::string::npos) // rlx-run's SHAPExDTYPE=VALUE, or a part of the name
    wrong += "; --dim gives sizes, and a NAME that contains '=' needs double quotes: "
             "--input='\"a=b\"=1'";
  return wrong;
}

std::string parseParam(Options &options, std::string_view value) {
  return parseNamed(value, "NAME=FILE.npy", options.params);
}

template <std::string Options::*Member>
std::string text(Options &options, std::string_view value) {
  options.*Member = value;
  return "";
}

constexpr const char *kData = "Data";
constexpr const char *kRun = "Running";
constexpr const char *kLook = "Looking closer";
constexpr const char *kOther = "Other";

using Table = FlagTable<Options>;

const Table::Entry kFlags[] = {
    {"--input", "NAME=HOW", Arity::Required, kData,
     "One input, HOW being one of\n"
     "  FILE.npy  a NumPy file\n"
     "  NUMBER    every element is NUMBER; see --dim for the sizes\n"
     "A NAME that contains '=' needs double quotes: --input='\"a=b\"=1'.",
     parseInput, true},
    {kDimFlag, kData,
     "Size of a dynamic dimension of inputs that are a NUMBER. Sizes that files decide need not\n"
     "be given. A size that you do not give gets a small value that the model accepts, with a\n"
     "note."},
    {"--param", "NAME=FILE.npy", Arity::Required, kData,
     "Value of a param for which the package has none.", parseParam, true},
    {kOutputFlag, kData, "Write one output."},
    {kOutputDirFlag, kData,
     "Write every output to DIR/NAME.npy. Characters of names that files should not have become\n"
     "'_'."},

    {kDeviceFlag, kRun,
     "cpu, cuda or vulkan (the first device of that kind), cuda:NUMBER, vulkan:PART-OF-A-NAME, or\n"
     "auto (the default): the first device that can run one of the package's variants, in their "
     "order\n"
     "(--info lists them); Vulkan drivers that compute on the CPU come last. See --list-devices."},
    {kStrictFlag, kRun,
     "With a device beside the CPU: end with an error if the device's code leaves kernels to the\n"
     "CPU."},
    {kThreadsFlag, kRun,
     "CPU threads, 1 to 1024 (default: RLX_NUM_THREADS, OMP_NUM_THREADS, else the processors "
     "that the process may use)."},
    {"--cache", "DIR", Arity::Required, kRun,
     "Keep kernels that drivers have compiled in DIR, for the next time.", text<&Options::cache>},

    {kBenchFlag, kLook,
     "Measure: load time, first run, min/median/p90 of the runs of SECONDS (2), memory. At least\n"
     "5 and at most 100000 runs, however long or short they are."},
    {kJsonFlag, kLook,
     "--bench: write the figures as JSON too, with the keys of rlx-run. Times are in ms, sizes in\n"
     "bytes: compile_ms is the time to load, param_bytes the size of the model's params as given,\n"
     "prepared_bytes their size packed for the kernels, arena_bytes the temporaries,\n"
     "peak_rss_bytes the whole process. cpu_kernels counts the kernels that the CPU runs."},
    {kProfileFlag, kLook,
     "Write a trace with one slice a dispatch, for ui.perfetto.dev or chrome://tracing."},
    {kInfoFlag, kLook,
     "List the contents of the package: the model's signature, its variants, sizes. With --device\n"
     "also which variant that device runs, and why none of the others."},

    {kListDevicesFlag, kOther, "List the devices of this machine and end."},
    {"--device-profile", "DEVICE", Arity::Required, kOther,
     "Print the profile of a GPU as JSON and end: rlx-run --device-profile=FILE.json\n"
     "compiles for it.",
     text<&Options::profileOf>},
    {kVersionFlag, kOther, "Print the version and end."},
    {kHelpFlag, kOther, "Print this and end."},
};

const Table &table() {
  static const Table made("rlx-run-rt", "package", {std::begin(kFlags), std::end(kFlags)});
  return made;
}

Status checkCombinations(const Options &options, const GivenFlags &given) {
  if (options.listDevices || !options.profileOf.empty())
    return options.model.empty()
               ? okStatus()
               : invalidArgument(strCat(options.listDevices ? "--list-devices" : "--device-profile",
                                        " takes no package, but got '", options.model, "'"));
  if (options.model.empty())
    return invalidArgument("expected a package");
  if (options.info && !options.listsOnly())
    return invalidArgument("--info only lists: options that run the model do not go with it");
  RLX_RETURN_IF_ERROR(checkBench(options, given, {"--output", "--output-dir", "--profile"}));
  if (options.strict && !namesDevice(options.device))
    return invalidArgument("--strict needs a device beside the CPU: --device=vulkan");
  RLX_RETURN_IF_ERROR(checkOnce(options.dims));
  RLX_RETURN_IF_ERROR(checkOnce("output", options.outputs));
  RLX_RETURN_IF_ERROR(checkDistinct(outputPaths(options)));
  return checkKeepsInputs(outputPaths(options), allInputPaths(options));
}

} // namespace

std::vector<std::string> allInputPaths(const Options &options) {
  std::vector<std::string> paths = inputPaths(options);
  for (const auto &[name, file] : options.params)
    paths.push_back(file);
  return paths;
}

Status parseOptions(std::span<const char *const> arguments, Options &options) {
  GivenFlags given;
  RLX_RETURN_IF_ERROR(table().parse(arguments, options, given));
  if (options.help || options.version)
    return okStatus();
  Status fits = checkCombinations(options, given);
  return fits.ok() ? okStatus() : table().usageError(fits.message());
}

std::string helpText() {
  return strCat("rlx-run-rt runs a package without a compiler.\n\n"
                "usage: rlx-run-rt FILE.rlxe [options]\n\n"
                "rlx-run MODEL --emit=rlxe -o FILE.rlxe makes packages. Without inputs it lists "
                "inputs, params\n"
                "and outputs. Otherwise it runs the model and prints its outputs.\n\n"
                "Exit codes: 0 success; 1 the work failed (the package, a file, a run); 2 the "
                "command line\n"
                "is wrong, which includes names that the model does not have, and inputs and "
                "params that it\n"
                "needs but did not get.\n",
                table().help(),
                "\nExamples:\n"
                "  rlx-run-rt model.rlxe\n"
                "  rlx-run-rt model.rlxe --info\n"
                "  rlx-run-rt model.rlxe --input=x=x.npy --output=y=y.npy\n"
                "  rlx-run-rt model.rlxe --input=x=1 --dim=batch=4 --bench --json=bench.json\n"
                "  rlx-run-rt model.rlxe --input=x=x.npy --profile=trace.json\n");
}

} // namespace rlx::runrt
