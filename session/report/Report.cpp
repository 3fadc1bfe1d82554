// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collects the parts of a report; ReportJson.cpp writes them. See Report.h.
#include "session/report/Report.h"

#include <chrono>

#include "runtime/device/DeviceRegistry.h"
#include "runtime/program/executable/BindShape.h"

using namespace mlir;

namespace rlx {
namespace {

using Clock = std::chrono::steady_clock;

double nanosecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

// Restores the executable's observer, whatever happens.
class Observation {
public:
  Observation(rt::Executable &executable, rt::RunObserver &observer) : executable(executable) {
    status = executable.setObserver(&observer);
  }
  ~Observation() { executable.setObserver(nullptr).ignore(); }
  Observation(const Observation &) = delete;
  Observation &operator=(const Observation &) = delete;
  rt::Status status;

private:
  rt::Executable &executable;
};

} // namespace

void Report::watch(CompileOptions &options) {
  compileWatch.attach(options);
  options.afterPhase = [this, next = options.afterPhase](StringRef phase, ModuleOp module) {
    if (phase == "simplify")
      graph = modelGraph(module);
    next(phase, module);
  };
}

void Report::describe(const rt::Executable &executable) {
  program = executable.program();
  program.constants = {}; // they may be large, and are not shown
  const std::string before = std::exchange(device, executable.deviceName());
  const auto used = rt::DeviceRegistry::get().find(device);
  if (device != before && used.ok() && (*used)->isSoftware())
    addWarning("'" + device +
               "' is no GPU but a driver that computes on the CPU: " + (*used)->description());
  memory = executable.memoryUse();
}

rt::Status Report::measure(rt::Executable &executable, std::span<const rt::NamedTensor> inputs,
                           const SessionOptions &options, double seconds) {
  constexpr size_t kMinRuns = 3, kMaxRuns = 200;
  describe(executable);
  CommandTimes times;
  std::vector<double> wholeRuns;
  {
    // The first run prepares the weights, which is shown; its other times are those of cold caches.
    Observation first(executable, times);
    RLX_RETURN_IF_ERROR(std::move(first.status));
    RLX_RETURN_IF_ERROR(executable.run(inputs));
  }
  times.endRun();
  prepareNs = times.prepareMedians();
  times = CommandTimes();
  const Clock::time_point begin = Clock::now();
  while (wholeRuns.size() < kMaxRuns &&
         (wholeRuns.size() < kMinRuns || nanosecondsSince(begin) < seconds * 1e9)) {
    const Clock::time_point start = Clock::now();
    RLX_RETURN_IF_ERROR(executable.run(inputs));
    wholeRuns.push_back(nanosecondsSince(start));
    Observation observed(executable, times);
    RLX_RETURN_IF_ERROR(std::move(observed.status));
    RLX_RETURN_IF_ERROR(executable.run(inputs));
    times.endRun();
  }
  mainNs = times.mainMedians();
  mainThreads = times.mainThreads();
  runNs = median(wholeRuns);
  runs = wholeRuns.size();
  memory = executable.memoryUse();
  std::vector<rt::TensorView> views(program.inputs.size());
  for (const rt::NamedTensor &input : inputs)
    for (size_t i = 0; i < views.size(); ++i)
      if (program.inputs[i].name == input.name)
        views[i] = input.tensor;
  RLX_ASSIGN_OR_RETURN(values, rt::bindSymbols(program, views));
  for (size_t i = 0; i < program.symbols.size(); ++i)
    if (program.symbols[i].source != rt::SymbolSource::Computed)
      sizes[program.symbols[i].name] = values[i];
  RLX_ASSIGN_OR_RETURN(roofline, measureRoofline(options));
  return rt::okStatus();
}

} // namespace rlx
