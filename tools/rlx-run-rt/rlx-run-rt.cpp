// rlx-run-rt: runs a package (.rlxe) with the runtime alone. What rlx-run can do with a package,
// for machines without a compiler; and an example of the runtime's C++ interface.
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <vector>

#include "runtime/base/StrCat.h"
#include "runtime/base/SystemError.h"
#include "runtime/base/Version.h"
#include "runtime/cpu/Dispatch.h"
#include "runtime/device/DeviceRegistry.h"
#include "runtime/package/Package.h"
#include "runtime/package/PackageInfo.h"
#include "runtime/program/Signature.h"
#include "runtime/program/Target.h"
#include "runtime/tensor/Npy.h"
#include "runtime/vulkan/ProfileJson.h"
#include "runtime/vulkan/VulkanDevice.h"
#include "tools/rlx-run-rt/ModelArguments.h"

using namespace rlx::rt;
using namespace rlx::run;

namespace {

using Clock = std::chrono::steady_clock;

constexpr const char *kHelp =
    R"(rlx-run-rt: runs a package (.rlxe) that `rlx-run MODEL --emit=rlxe -o FILE.rlxe` has made

usage: rlx-run-rt FILE.rlxe [options]

  --info                     list what the package has inside
  --input NAME=FILE.npy      one input, or
  --input NAME=VALUE         all its elements are VALUE; sizes that inputs decide are those of the
                             files, what --dim says, or 1
  --dim NAME=SIZE            size of a dynamic dimension
  --param NAME=FILE.npy      a param that the package has no value for
  --output NAME=FILE.npy     write one output
  --device NAME              cpu, vulkan, vulkan:NUMBER or vulkan:PART-OF-A-NAME (default: the first
                             device that the package has code for)
  --cache DIR                keep what drivers make of kernels in DIR, for the next time
  --threads N                threads, 1 to 1024 (default: all the machine offers)
  --bench[=SECONDS]          measure for SECONDS (2)
  --list-devices             list the devices of this machine and end
  --device-profile NAME      print what code generation has to know of a device of Vulkan, as JSON
  --version, --help

Without options it lists inputs, params and outputs. Exit codes: 0 success; 1 the work failed; 2 the
command line is wrong, which includes names that the model does not have, and inputs and params that
it needs but did not get.
)";

struct Options {
  bool listsOnly() const {
    return inputs.empty() && params.empty() && outputs.empty() && dims.empty() && !bench;
  }

  std::string package, device, cache, profileOf;
  GivenValues inputs, params, outputs;
  GivenSizes dims;
  bool info = false, bench = false, listDevices = false;
  double seconds = 2;
  unsigned threads = 0;
};

double since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

template <typename T>
bool parseNumber(std::string_view text, T &into) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), into);
  return error == std::errc() && end == text.data() + text.size();
}

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

Status parseOption(std::string_view name, std::string_view value, Options &options) {
  if (name == "--input")
    return parseInput(value, options.inputs);
  if (name == "--param")
    return parsePair(name, value, options.params);
  if (name == "--output")
    return parsePair(name, value, options.outputs);
  if (name == "--dim")
    return parseDim(value, options.dims);
  if (name == "--device" || name == "--cache" || name == "--device-profile") {
    (name == "--device"  ? options.device
     : name == "--cache" ? options.cache
                         : options.profileOf) = value;
    return value.empty() ? usageError(strCat(name, " expects a value")) : okStatus();
  }
  if (!parseNumber(value, options.threads) || options.threads == 0 || options.threads > kMaxThreads)
    return usageError(
        strCat(name, ": expected a number from 1 to ", kMaxThreads, ", but got '", value, "'"));
  return okStatus();
}

Status parseOptions(int argc, char **argv, Options &options) {
  constexpr std::string_view withValue[] = {"--input", "--param",         "--output",
                                            "--dim",   "--threads",       "--device",
                                            "--cache", "--device-profile"};
  for (int i = 1; i < argc; ++i) {
    std::string_view name = argv[i], value;
    const size_t equals = name.find('=');
    const bool hasValue = name.starts_with("--") && equals != std::string_view::npos;
    if (hasValue) {
      value = name.substr(equals + 1);
      name = name.substr(0, equals);
    }
    if (name == "--info" && !hasValue) {
      options.info = true;
    } else if (name == "--list-devices" && !hasValue) {
      options.listDevices = true;
    } else if (name == "--bench") {
      options.bench = true;
      if (hasValue && (!parseNumber(value, options.seconds) || !(options.seconds > 0)))
        return usageError(strCat("--bench: expected seconds, but got '", value, "'"));
    } else if (std::find(std::begin(withValue), std::end(withValue), name) != std::end(withValue)) {
      if (!hasValue && ++i == argc)
        return usageError(strCat(name, " expects a value"));
      RLX_RETURN_IF_ERROR(parseOption(name, hasValue ? value : argv[i], options));
    } else if (name.starts_with("-")) {
      return usageError(strCat("there is no option '", argv[i], "'"));
    } else if (!options.package.empty()) {
      return usageError(
          strCat("expected one package, but got '", options.package, "' and '", name, "'"));
    } else {
      options.package = name;
    }
  }
  if (options.listDevices || !options.profileOf.empty())
    return options.package.empty()
               ? okStatus()
               : usageError(strCat(options.listDevices ? "--list-devices" : "--device-profile",
                                   " takes no package, but got '", options.package, "'"));
  if (options.package.empty())
    return usageError("expected a package");
  if (options.bench && !options.outputs.empty())
    return usageError("--bench only measures: --output does not go with it");
  Status once = checkOnce(options.dims);
  return once.ok() ? okStatus() : usageError(once.message());
}

// What the command line names must be there, before anything runs.
Status checkNames(const Program &program, const Options &options) {
  const std::vector<NamedLine> inputs = linesOf(program, program.inputs);
  RLX_RETURN_IF_ERROR(checkNames("input", options.inputs, inputs));
  RLX_RETURN_IF_ERROR(checkOnce("input", options.inputs));
  RLX_RETURN_IF_ERROR(checkNames("param", options.params, linesOf(program, program.params)));
  RLX_RETURN_IF_ERROR(checkOnce("param", options.params));
  RLX_RETURN_IF_ERROR(checkAllGiven(
      options.inputs, inputs, "give each one with --input=NAME=FILE.npy or --input=NAME=NUMBER"));
  std::vector<std::string> dims;
  for (const Symbol &symbol : program.symbols)
    dims.push_back(symbol.name);
  RLX_RETURN_IF_ERROR(checkDims(options.dims, dims));
  return checkNames("output", options.outputs, linesOf(program, program.outputs));
}

Status checkParams(const Executable &executable, const Options &options) {
  std::vector<std::string> missing;
  for (const std::string_view name : executable.missingParams())
    if (std::none_of(options.params.begin(), options.params.end(),
                     [&](const auto &given) { return given.first == name; }))
      missing.emplace_back(name);
  return checkParamsGiven(executable.program(), missing,
                          "give each one with --param=NAME=FILE.npy");
}

bool isWhole(DType dtype) {
  return dtype <= DType::U64; // bool and the integers come first
}

// Makes a tensor for each --input, in their order. Files first: filled ones have sizes that fit
// them.
class InputMaker {
public:
  InputMaker(const Program &program, const Options &options)
      : program(program), options(options), sizes(program) {}

  StatusOr<std::vector<Tensor>> make() {
    for (size_t i = 0; i < options.inputs.size(); ++i)
      RLX_RETURN_IF_ERROR(inInput(i, read(i)));
    RLX_RETURN_IF_ERROR(blame(sizes.apply(options.dims)));
    sizes.fillUp();
    for (size_t i = 0; i < options.inputs.size(); ++i)
      RLX_RETURN_IF_ERROR(inInput(i, fill(i)));
    return std::move(made);
  }

  bool wrongCommandLine = false; // and not a file, or memory

private:
  const TensorSpec &spec(size_t i) const {
    return program.inputs[findSpec(program.inputs, options.inputs[i].first, 0)];
  }
  Status inInput(size_t i, Status status) const {
    return std::move(status).withContext(strCat("making input '", options.inputs[i].first, "'"));
  }
  Status blame(Status status) {
    wrongCommandLine = !status.ok();
    return status;
  }

  Status read(size_t i) {
    const std::string &how = options.inputs[i].second;
    made.emplace_back();
    if (!how.ends_with(".npy"))
      return okStatus();
    RLX_ASSIGN_OR_RETURN(made[i], readNpy(how));
    RLX_RETURN_IF_ERROR(checkFits(program, spec(i), made[i], how));
    sizes.learn(spec(i), made[i]);
    return okStatus();
  }

  Status fill(size_t i) {
    const std::string &how = options.inputs[i].second;
    double value = 0;
    if (how.ends_with(".npy") || !parseNumber(how, value))
      return okStatus();
    RLX_ASSIGN_OR_RETURN(const std::vector<int64_t> shape, sizes.shapeOf(spec(i)));
    const DType dtype = spec(i).dtype;
    RLX_ASSIGN_OR_RETURN(made[i], Tensor::allocate(dtype, shape));
    for (int64_t k = 0; k < made[i].elements(); ++k)
      storeElement(dtype, made[i].data(), k, value);
    if (made[i].elements() && isWhole(dtype) && loadElement(dtype, made[i].data(), 0) != value)
      return blame(
          invalidArgument(strCat("the elements are of type ", name(dtype), ", which cannot be ",
                                 how, "; round it, or give a file")));
    return okStatus();
  }

  const Program &program;
  const Options &options;
  SymbolSizes sizes;
  std::vector<Tensor> made;
};

Status bench(Executable &executable, std::span<const NamedTensor> inputs, double seconds) {
  const Clock::time_point first = Clock::now();
  RLX_RETURN_IF_ERROR(executable.run(inputs));
  std::printf("first run %.3f ms\n", since(first));
  std::vector<double> runs;
  for (const Clock::time_point start = Clock::now();
       runs.size() < 5 || (since(start) < seconds * 1e3 && runs.size() < 100000);) {
    const Clock::time_point begin = Clock::now();
    RLX_RETURN_IF_ERROR(executable.run(inputs));
    runs.push_back(since(begin));
  }
  std::sort(runs.begin(), runs.end());
  std::printf("run %.4f ms median, %.4f ms min, %.4f ms p90 of %zu\n", runs[runs.size() / 2],
              runs.front(), runs[runs.size() * 9 / 10], runs.size());
  return okStatus();
}

Status printOutputs(const Executable &executable) {
  const Program &program = executable.program();
  for (size_t i = 0; i < program.outputs.size(); ++i) {
    const TensorView output = executable.output(i);
    RLX_ASSIGN_OR_RETURN(const int64_t count, numElements(output.shape));
    std::printf("%s: %s ", program.outputs[i].name.c_str(),
                typeText(output.dtype, output.shape).c_str());
    for (int64_t k = 0; k < std::min<int64_t>(count, 8); ++k)
      std::printf("%s%g", k ? ", " : "[", loadElement(output.dtype, output.data, k));
    std::printf(count > 8 ? ", …]\n" : count ? "]\n" : "[]\n");
  }
  return okStatus();
}

void printSignature(const Program &program) {
  for (const auto &[title, specs] :
       {std::pair("inputs", &program.inputs), std::pair("params", &program.params),
        std::pair("outputs", &program.outputs)}) {
    std::printf("%s:\n", title);
    for (const TensorSpec &spec : *specs)
      std::printf("  %s\n", signatureText(program, spec).c_str());
  }
}

Status printProfile(const std::string &name) {
  RLX_ASSIGN_OR_RETURN(const Device *const device, DeviceRegistry::get().find(name));
  const auto *const vulkan = dynamic_cast<const VulkanDevice *>(device);
  if (!vulkan)
    return invalidArgument(strCat("device '", name, "' is none of Vulkan, and has no profile"));
  std::fputs(profileJson(vulkan->profile()).c_str(), stdout);
  return okStatus();
}

// A run does without a cache, but whoever wants one is told that there is none.
void noteUselessCache(const std::string &folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!error && ::access(folder.c_str(), W_OK) != 0)
    error = std::error_code(errno, std::generic_category());
  if (error)
    std::fprintf(stderr, "rlx-run-rt: note: nothing is kept in '%s': %s\n", folder.c_str(),
                 error.message().c_str());
}

// Which one of several was loaded: ", its variant for vulkan llvmpipe (--info says why)".
std::string variantName(const Package &package, std::string_view device) {
  if (package.variants().size() < 2)
    return "";
  const StatusOr<Device *> found = DeviceRegistry::get().find(device);
  if (!found.ok())
    return "";
  const auto variant = package.choose(**found);
  return variant.ok() ? strCat(", its variant for ", (*variant)->target, " ", (*variant)->processor,
                               " (--info says why)")
                      : "";
}

// Code for a device may leave kernels to the CPU: who waits for them is told.
void noteHostKernels(const Executable &executable) {
  const std::string text = hostKernelsText(executable.program());
  if (executable.deviceName() != "cpu" && !text.empty())
    std::fprintf(stderr, "rlx-run-rt: note: %s\n", text.c_str());
}

Status runPackage(const Options &options, bool &wrongCommandLine) {
  if (!options.cache.empty()) {
    noteUselessCache(options.cache);
    RLX_RETURN_IF_ERROR(DeviceRegistry::get().configureVulkan({false, options.cache}));
  }
  if (!options.device.empty()) {
    Status known = DeviceRegistry::get().find(options.device).status().copy();
    wrongCommandLine = !known.ok();
    RLX_RETURN_IF_ERROR(std::move(known));
  }
  RLX_ASSIGN_OR_RETURN(const auto package, Package::open(options.package));
  if (options.info) {
    RLX_ASSIGN_OR_RETURN(const std::string text, packageText(*package, options.device));
    std::fputs(text.c_str(), stdout);
    return okStatus();
  }
  const Clock::time_point start = Clock::now();
  RLX_ASSIGN_OR_RETURN(const auto executable,
                       loadPackage(*package, {options.device, options.threads}));
  const Program &program = executable->program();
  if (options.listsOnly() && !program.inputs.empty()) {
    printSignature(program);
    return okStatus();
  }
  Status names = checkNames(program, options);
  if (names.ok())
    names = checkParams(*executable, options);
  wrongCommandLine = !names.ok();
  RLX_RETURN_IF_ERROR(std::move(names));
  for (const auto &[name, path] : options.params) {
    RLX_ASSIGN_OR_RETURN(Tensor value, readNpy(path));
    RLX_RETURN_IF_ERROR(executable->adoptParam(name, std::move(value)));
  }
  std::printf("loaded in %.3f ms on %s%s\n", since(start), executable->deviceName().data(),
              variantName(*package, executable->deviceName()).c_str());
  noteHostKernels(*executable);
  InputMaker maker(program, options);
  StatusOr<std::vector<Tensor>> tensors = maker.make();
  wrongCommandLine = maker.wrongCommandLine;
  RLX_RETURN_IF_ERROR(std::move(tensors).status());
  std::vector<NamedTensor> inputs;
  for (size_t i = 0; i < tensors->size(); ++i)
    inputs.push_back({options.inputs[i].first, (*tensors)[i].view()});
  if (options.bench)
    return bench(*executable, inputs, options.seconds);
  RLX_RETURN_IF_ERROR(executable->run(inputs));
  RLX_RETURN_IF_ERROR(printOutputs(*executable));
  for (const auto &[name, path] : options.outputs) {
    RLX_ASSIGN_OR_RETURN(const TensorView output, executable->output(name));
    RLX_RETURN_IF_ERROR(writeNpy(path, output));
  }
  return okStatus();
}

} // namespace

int main(int argc, char **argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--help" || argument == "-h")
      return std::fputs(kHelp, stdout) < 0;
    if (argument == "--version")
      return std::printf("rlx %s\n", versionText()) < 0;
  }
  Options options;
  Status status = parseOptions(argc, argv, options);
  bool wrongCommandLine = !status.ok();
  if (status.ok() && options.listDevices)
    std::fputs(DeviceRegistry::get().listText().c_str(), stdout);
  else if (status.ok() && !options.profileOf.empty())
    status = printProfile(options.profileOf);
  else if (status.ok())
    status = runPackage(options, wrongCommandLine);
  if (status.ok() && std::fflush(stdout) != 0)
    status = systemError(errno, "cannot write to standard output");
  if (status.ok())
    return 0;
  std::fprintf(stderr, "rlx-run-rt: error: %s", errorText(status).c_str());
  return wrongCommandLine ? 2 : 1;
}
