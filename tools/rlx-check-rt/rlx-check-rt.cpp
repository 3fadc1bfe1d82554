// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-check-rt: runs tests that were compiled elsewhere, in one process, with the runtime alone.
//
// It checks that a device computes correct results on a machine without a compiler.
#include <cstdio>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/StrCat.h"
#include "runtime/device/DeviceRegistry.h"
#include "runtime/package/Package.h"
#include "tools/rlx-check-rt/TestFolder.h"
#include "tools/rlx-run-rt/OutputFiles.h"

using namespace rlx::rt;
using namespace rlx::checkrt;

namespace {

constexpr const char *kHelp =
    R"(rlx-check-rt: runs tests that were compiled elsewhere, and compares with the expected results

usage: rlx-check-rt FOLDER… [options]

FOLDER has a folder a test, at any depth, as test/vulkan/pack.py, `rlx-check --export` or the
property tests write them.

  --device NAME   cpu, vulkan, vulkan:NUMBER or vulkan:PART-OF-A-NAME (default: the first device
                  that a package has code for; those of models that are all of the CPU's run there)
  --cache DIR     keep what drivers make of kernels in DIR, for the next time
  --only TEXT     run the tests whose folder has TEXT in its name
  -v              print a line before and after each test
  --help

Prints a line for each failure and then "N passed, M failed". Exit codes: 0 all passed; 1 some did
not, or there is none; 2 the command line is wrong.
)";

struct Options {
  std::vector<std::string> folders;
  std::string device, cache, only;
  bool verbose = false;
};

Status usageError(std::string_view message) {
  return invalidArgument(strCat(message, "\nsee rlx-check-rt --help"));
}

Status parseOptions(int argc, char **argv, Options &options) {
  for (int i = 1; i < argc; ++i) {
    std::string_view name = argv[i];
    const size_t equals = name.starts_with("--") ? name.find('=') : std::string_view::npos;
    std::string_view value = equals == std::string_view::npos ? "" : name.substr(equals + 1);
    name = name.substr(0, equals);
    std::string *const into = name == "--device"  ? &options.device
                              : name == "--cache" ? &options.cache
                              : name == "--only"  ? &options.only
                                                  : nullptr;
    if (name == "-v")
      options.verbose = true;
    else if (name.starts_with("-") && !into)
      return usageError(strCat("there is no option '", argv[i], "'"));
    else if (!into)
      options.folders.emplace_back(name);
    else if (equals == std::string_view::npos && ++i == argc)
      return usageError(strCat(name, " expects a value"));
    else if (*into = equals == std::string_view::npos ? argv[i] : value; into->empty())
      return usageError(strCat(name, " expects a value"));
  }
  return options.folders.empty() ? usageError("expected a folder of tests") : okStatus();
}

Status runOnce(Executable &executable, const TestRun &run) {
  std::vector<NamedTensor> inputs;
  for (const TestRun::Input &input : run.inputs)
    inputs.push_back({input.name, input.value.view()});
  RLX_RETURN_IF_ERROR(executable.run(inputs));
  for (const TestRun::Output &output : run.outputs) {
    RLX_ASSIGN_OR_RETURN(const TensorView actual, executable.output(output.name));
    const std::optional<TensorView> flushed =
        output.flushed ? std::optional(output.flushed->view()) : std::nullopt;
    const std::string wrong = judge(actual, output.value.view(), output.tolerance, flushed);
    if (!wrong.empty())
      return internalError(strCat("output '", output.name, "': ", wrong));
  }
  return okStatus();
}

// The number of tests per device.
using Devices = std::map<std::string, size_t, std::less<>>;

Status runTest(const std::string &folder, const Options &options, Devices &devices) {
  RLX_ASSIGN_OR_RETURN(const auto runs, readTest(folder));
  RLX_ASSIGN_OR_RETURN(const auto package, Package::open(folder + "/model.rlxe"));
  LoadOptions how;
  how.device = options.device;
  how.threads = 1;
  RLX_ASSIGN_OR_RETURN(const auto executable, loadPackage(*package, how));
  ++devices[std::string(executable->deviceName())];
  for (const auto &[number, run] : runs) {
    Status ran = runOnce(*executable, run);
    if (!ran.ok())
      return std::move(ran).withContext(strCat("run ", std::to_string(number)));
  }
  return okStatus();
}

Status runAll(const Options &options, bool &allPassed) {
  if (!options.cache.empty())
    DeviceRegistry::get().setCacheFolder(options.cache);
  if (!options.device.empty())
    RLX_RETURN_IF_ERROR(DeviceRegistry::get().find(options.device).status().copy());
  size_t passed = 0, failed = 0;
  Devices devices;
  for (const std::string &root : options.folders) {
    RLX_ASSIGN_OR_RETURN(const std::vector<std::string> folders, findTests(root));
    for (const std::string &folder : folders) {
      if (folder.find(options.only) == std::string::npos)
        continue;
      if (options.verbose) {
        std::printf("RUN  %s\n", folder.c_str());
        std::fflush(stdout); // in case the driver kills the process
      }
      const Status status = runTest(folder, options, devices);
      ++(status.ok() ? passed : failed);
      if (!status.ok())
        std::printf("FAIL %s: %s\n", folder.c_str(), status.toString().c_str());
      else if (options.verbose)
        std::printf("PASS %s\n", folder.c_str());
      std::fflush(stdout);
    }
  }
  if (passed + failed == 0)
    return notFound("there are no tests in the folders");
  for (const auto &[device, tests] : devices)
    std::printf("%zu ran on %s\n", tests, device.c_str());
  std::printf("%zu passed, %zu failed\n", passed, failed);
  allPassed = failed == 0;
  return okStatus();
}

} // namespace

int main(int argc, char **argv) {
  rlx::run::openStandardFiles();
  rlx::run::ignoreFileSizeSignal();
  for (int i = 1; i < argc; ++i)
    if (std::string_view(argv[i]) == "--help" || std::string_view(argv[i]) == "-h")
      return std::fputs(kHelp, stdout) < 0;
  Options options;
  Status status = parseOptions(argc, argv, options);
  const bool wrongCommandLine = !status.ok();
  bool allPassed = false;
  if (status.ok())
    status = runAll(options, allPassed);
  if (status.ok())
    return allPassed ? 0 : 1;
  std::fprintf(stderr, "rlx-check-rt: error: %s\n", std::string(status.message()).c_str());
  return wrongCommandLine ? 2 : 1;
}
