// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See RunPackage.h.
#include "tools/rlx-run-rt/RunPackage.h"

#include <algorithm>
#include <cctype>
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
#include "runtime/program/observe/Trace.h"
#include "runtime/tensor/Npy.h"
#include "tools/rlx-run-rt/Figures.h"
#include "tools/rlx-run-rt/Inputs.h"
#include "tools/rlx-run-rt/PackageDevice.h"
#include "tools/rlx-run-rt/Text.h"

namespace rlx::runrt {

using namespace rlx::rt;
using namespace rlx::run;

namespace {

using Clock = std::chrono::steady_clock;

// `figures` already has the load time.
Status bench(Executable &executable, std::span<const NamedTensor> inputs, const Options &options,
             Figures &figures) {
  Clock::time_point start = Clock::now();
  RLX_RETURN_IF_ERROR(executable.prepare());
  figures.prepareMs = millisecondsSince(start);
  CaseTimes &times = figures.cases.emplace_back();
  times.inputs = inputsText(inputs);
  start = Clock::now();
  RLX_RETURN_IF_ERROR(executable.run(inputs));
  times.firstMs = millisecondsSince(start);
  RLX_RETURN_IF_ERROR(timeRuns(executable, inputs, options.benchSeconds, times));
  RLX_RETURN_IF_ERROR(measureMemory(executable.program(), figures));
  std::fputs(figuresText(executable, figures).c_str(), stdout);
  return options.json.empty() ? okStatus() : writeFiguresJson(options.json, executable, figures);
}

Status printOutputs(const Executable &executable) {
  const Program &program = executable.program();
  for (size_t i = 0; i < program.outputs.size(); ++i) {
    const TensorView output = executable.output(i);
    RLX_ASSIGN_OR_RETURN(const int64_t count, numElements(output.shape));
    std::printf("%s: %s ", program.outputs[i].name.c_str(),
                typeText(output.dtype, output.shape).c_str());
    for (int64_t k = 0; k < std::min<int64_t>(count, 8); ++k)
      if (output.dtype == DType::String)
        std::printf("%s\"%s\"", k ? ", " : "[",
                    run::printable(output.as<StringElement>()[k].view()).c_str());
      else
        std::printf("%s%g", k ? ", " : "[", loadElement(output.dtype, output.data, k));
    std::printf(count > 8 ? ", …]\n" : count ? "]\n" : "[]\n");
  }
  return okStatus();
}

void printSignature(const Executable &executable) {
  const Program &program = executable.program();
  const std::vector<std::string_view> missing = executable.missingParams();
  for (const auto &[title, specs] :
       {std::pair("inputs", &program.inputs), std::pair("params", &program.params),
        std::pair("outputs", &program.outputs)}) {
    std::printf("%s:\n", title);
    for (const TensorSpec &spec : *specs) {
      const bool isMissing =
          specs == &program.params && std::ranges::find(missing, spec.name) != missing.end();
      std::printf("  %s%s\n", signatureText(program, spec).c_str(),
                  isMissing ? " (without a value: needs --param)" : "");
    }
  }
}

void note(const std::string &text) {
  std::fprintf(stderr, "rlx-run-rt: note: %s\n", text.c_str());
}

// A run works without a cache, but the user is told that there is none.
void noteUselessCache(const std::string &folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!error && ::access(folder.c_str(), W_OK) != 0)
    error = std::error_code(errno, std::generic_category());
  if (error)
    note(strCat("nothing is kept in '", folder, "': ", error.message()));
}

Status run(Executable &executable, std::span<const NamedTensor> inputs, const Options &options) {
  TraceRecorder trace;
  if (!options.profile.empty())
    RLX_RETURN_IF_ERROR(executable.setObserver(&trace));
  RLX_RETURN_IF_ERROR(executable.prepare());
  const Clock::time_point start = Clock::now();
  RLX_RETURN_IF_ERROR(executable.run(inputs));
  const double milliseconds = millisecondsSince(start);
  RLX_RETURN_IF_ERROR(executable.setObserver(nullptr));
  RLX_RETURN_IF_ERROR(writeOutputs(executable, options.outputs, options.outputDir));
  if (options.outputs.empty() && options.outputDir.empty())
    RLX_RETURN_IF_ERROR(printOutputs(executable));
  std::printf("ran on %s in %s\n", std::string(executable.deviceName()).c_str(),
              timeText(milliseconds).c_str());
  return options.profile.empty() ? okStatus()
                                 : writeChromeTrace(options.profile, trace.slices(), options.model);
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
  Figures figures;
  figures.model = options.model;
  figures.isPackage = true;
  figures.threads = options.threads;
  figures.compileMs = millisecondsSince(start);
  figures.phases.push_back({"load", figures.compileMs});
  std::printf("loaded in %.3f ms on %s%s\n", figures.compileMs,
              std::string(executable.deviceName()).c_str(),
              variantName(package, executable.deviceName()).c_str());
  if (const std::string text = hostText(executable, options.namedDevice()); !text.empty())
    note(text);
  std::vector<std::string> notes;
  StatusOr<std::vector<Tensor>> tensors = makeInputs(program, options, notes, wrongCommandLine);
  for (const std::string &text : notes)
    note(text);
  if (!tensors.ok())
    return std::move(tensors).status();
  std::vector<NamedTensor> inputs;
  for (const TensorSpec &spec : program.inputs)
    for (size_t i = 0; i < tensors->size(); ++i)
      if (options.inputs[i].first == spec.name)
        inputs.push_back({spec.name, (*tensors)[i].view()});
  return options.bench ? bench(executable, inputs, options, figures)
                       : run(executable, inputs, options);
}

// Says how to make a package of a model.
Status checkIsNoModel(const std::string &path) {
  std::filesystem::path file(path);
  std::string extension = file.extension().string();
  std::ranges::transform(extension, extension.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  std::error_code error;
  if ((extension != ".onnx" && extension != ".gguf" && extension != ".mlir" &&
       extension != ".mlirbc") ||
      !std::filesystem::exists(file, error))
    return okStatus();
  return invalidArgument(strCat("'", path, "' is a model, but rlx-run-rt runs packages (.rlxe)",
                                "\nto make one: rlx-run ", shellWord(path), " --emit=rlxe -o ",
                                shellWord(file.replace_extension(".rlxe").string())));
}

} // namespace

Status runPackage(const Options &options, Verdict &verdict) {
  RLX_RETURN_IF_ERROR(checkWritable(outputPaths(options)));
  if (!options.cache.empty()) {
    noteUselessCache(options.cache);
    DeviceRegistry::get().setCacheFolder(options.cache);
  }
  RLX_RETURN_IF_ERROR(checkIsNoModel(options.model));
  RLX_ASSIGN_OR_RETURN(const auto package, Package::open(options.model));
  if (options.info) {
    RLX_ASSIGN_OR_RETURN(const std::string text, packageText(*package, options.namedDevice()));
    std::fputs(text.c_str(), stdout);
    return okStatus();
  }
  const Clock::time_point start = Clock::now();
  LoadOptions how;
  how.device = options.namedDevice();
  how.threads = options.threads;
  how.strict = options.strict;
  auto executable = loadPackage(*package, how);
  verdict.hint = loadHint(executable.status());
  if (!executable.ok())
    return std::move(executable).status();
  if (options.listsOnly() && !(*executable)->program().inputs.empty()) {
    printSignature(**executable);
    return okStatus();
  }
  return runLoaded(*package, **executable, start, options, verdict.wrongCommandLine);
}

} // namespace rlx::runrt
