// See RunPackage.h.
#include "tools/rlx-run-rt/RunPackage.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <unistd.h>

#include "runtime/base/StrCat.h"
#include "runtime/device/DeviceRegistry.h"
#include "runtime/package/PackageInfo.h"
#include "runtime/program/model/Signature.h"
#include "runtime/tensor/Npy.h"
#include "tools/rlx-run-rt/Inputs.h"
#include "tools/rlx-run-rt/PackageDevice.h"

namespace rlx::runrt {

using namespace rlx::rt;
using namespace rlx::run;

namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

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

void note(const std::string &text) {
  std::fprintf(stderr, "rlx-run-rt: note: %s\n", text.c_str());
}

// A run does without a cache, but whoever wants one is told that there is none.
void noteUselessCache(const std::string &folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!error && ::access(folder.c_str(), W_OK) != 0)
    error = std::error_code(errno, std::generic_category());
  if (error)
    note(strCat("nothing is kept in '", folder, "': ", error.message()));
}

Status writeOutputs(const Executable &executable, const Options &options) {
  for (const auto &[name, path] : options.outputs) {
    RLX_ASSIGN_OR_RETURN(const TensorView output, executable.output(name));
    RLX_RETURN_IF_ERROR(writeNpy(path, output));
  }
  return okStatus();
}

Status runLoaded(const Package &package, Executable &executable, Clock::time_point start,
                 const Options &options, bool &wrongCommandLine) {
  const Program &program = executable.program();
  Status names = checkNames(program, options);
  if (names.ok())
    names = checkParams(executable, options);
  wrongCommandLine = !names.ok();
  RLX_RETURN_IF_ERROR(std::move(names));
  for (const auto &[name, path] : options.params) {
    RLX_ASSIGN_OR_RETURN(Tensor value, readNpy(path));
    if (Status set = executable.adoptParam(name, std::move(value)); !set.ok())
      return std::move(set).withContext(strCat("setting a param from '", path, "'"));
  }
  std::printf("loaded in %.3f ms on %s%s\n", since(start),
              std::string(executable.deviceName()).c_str(),
              variantName(package, executable.deviceName()).c_str());
  if (const std::string text = hostText(executable, options.device); !text.empty())
    note(text);
  std::vector<std::string> notes;
  StatusOr<std::vector<Tensor>> tensors = makeInputs(program, options, notes, wrongCommandLine);
  for (const std::string &text : notes)
    note(text);
  if (!tensors.ok())
    return std::move(tensors).status();
  std::vector<NamedTensor> inputs;
  inputs.reserve(tensors->size());
  for (size_t i = 0; i < tensors->size(); ++i)
    inputs.push_back({options.inputs[i].first, (*tensors)[i].view()});
  if (options.bench)
    return bench(executable, inputs, options.seconds);
  RLX_RETURN_IF_ERROR(executable.run(inputs));
  RLX_RETURN_IF_ERROR(printOutputs(executable));
  return writeOutputs(executable, options);
}

} // namespace

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
  LoadOptions how;
  how.device = options.device;
  how.threads = options.threads;
  how.strict = options.strict;
  auto executable = loadPackage(*package, how);
  if (const std::string hint = loadHint(executable.status()); !hint.empty())
    note(hint);
  if (!executable.ok())
    return std::move(executable).status();
  if (options.listsOnly() && !(*executable)->program().inputs.empty()) {
    printSignature((*executable)->program());
    return okStatus();
  }
  return runLoaded(*package, **executable, start, options, wrongCommandLine);
}

} // namespace rlx::runrt
