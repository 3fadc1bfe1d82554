// Implementation of --bench; see Bench.h.
#include "tools/rlx-run/bench/Bench.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <numeric>
#include <sys/resource.h>
#include <thread>

#include "runtime/base/Allocator.h"
#include "runtime/base/File.h"
#include "runtime/device/DeviceRegistry.h"
#include "runtime/program/model/ExprEval.h"
#include "runtime/program/model/Target.h"
#include "tools/rlx-run/Version.h"
#include "tools/rlx-run/common/Text.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

namespace rlx::run {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

struct Figures {
  double prepareMs = 0;
  bool inFirstRun = false; // compiling and preparing are part of the first run
  std::vector<CaseTimes> cases;
  int64_t peakRss = 0;
  int64_t paramBytes = 0; // as given; the executable lets go of what it has packed
};

rt::StatusOr<int64_t> paramBytes(const rt::Program &program) {
  int64_t total = 0;
  for (const rt::TensorSpec &spec : program.params) {
    RLX_ASSIGN_OR_RETURN(int64_t bytes, rt::evaluate(program.buffers[spec.buffer].size, {}));
    total += bytes;
  }
  return total;
}

// Runs until the sizes were compiled on their own, if they ever are.
rt::Status awaitSpecialized(Model &model, const Options &options,
                            std::span<const rt::NamedTensor> inputs) {
  rt::Executable &executable = model.executable();
  Clock::time_point start = Clock::now();
  for (uint64_t i = 0; i < options.specializeAfter && since(start) < options.benchSeconds * 1e3;
       ++i)
    RLX_RETURN_IF_ERROR(executable.run(inputs));
  model.compiled().finishSpecializations();
  return executable.run(inputs); // takes what was made
}

rt::Status measure(Model &model, const Case &one, const Options &options, CaseTimes &times) {
  std::vector<rt::NamedTensor> inputs = one.named(model.signature());
  times.name = one.name;
  times.inputs = one.describe(model.signature());
  Clock::time_point start = Clock::now();
  RLX_RETURN_IF_ERROR(model.finish(options));
  rt::Executable &executable = model.executable();
  RLX_RETURN_IF_ERROR(executable.run(inputs));
  times.firstMs = since(start);
  if (options.specializeAfter != 0)
    RLX_RETURN_IF_ERROR(awaitSpecialized(model, options, inputs));
  constexpr size_t kMax = 100000, kMin = 5;
  std::vector<double> runs;
  runs.reserve(kMax);
  uint64_t allocations = rt::allocationStats().allocations;
  start = Clock::now();
  while (runs.size() < kMin || (since(start) < options.benchSeconds * 1e3 && runs.size() < kMax)) {
    Clock::time_point begin = Clock::now();
    RLX_RETURN_IF_ERROR(executable.run(inputs));
    runs.push_back(since(begin));
  }
  times.runs = runs.size();
  times.allocationsPerRun =
      static_cast<double>(rt::allocationStats().allocations - allocations) / runs.size();
  times.meanMs = std::accumulate(runs.begin(), runs.end(), 0.0) / runs.size();
  std::sort(runs.begin(), runs.end());
  times.minMs = runs.front();
  times.medianMs = runs[runs.size() / 2];
  times.p90Ms = runs[std::min(runs.size() - 1, runs.size() * 9 / 10)];
  return rt::okStatus();
}

// Of this program alone: ru_maxrss of a process starts with the peak of the one that started it.
int64_t peakRss() {
  std::ifstream status("/proc/self/status");
  int64_t kilobytes = 0;
  for (std::string line; std::getline(status, line);)
    if (llvm::StringRef rest = line; rest.consume_front("VmHWM:"))
      if (!rest.ltrim().consumeInteger(10, kilobytes))
        return kilobytes * 1024;
  rusage usage{}; // without /proc
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss * int64_t(1024);
}

unsigned threadsUsed(const Options &options) {
  return options.threads ? options.threads : std::thread::hardware_concurrency();
}

std::string deviceText(rt::Executable &executable) {
  std::string text(executable.deviceName());
  rt::StatusOr<rt::Device *> device = rt::DeviceRegistry::get().find(executable.deviceName());
  if (device.ok())
    text += " (" + (*device)->description() + ")";
  return text;
}

const char *cacheText(const Model &model) {
  switch (model.cacheUse().outcome) {
  case CacheUse::Outcome::Hit:
    return "hit";
  case CacheUse::Outcome::Miss:
    return "miss";
  case CacheUse::Outcome::None:
    break;
  }
  return "none";
}

void printSpecialized(Model &model, llvm::raw_ostream &os) {
  rt::SpecializedUse use = model.executable().specializedUse();
  os << "sizes     " << use.kept << " compiled on their own, " << use.runs << " runs used that";
  if (use.failed != 0)
    os << "; " << use.failed
       << " could not be: " << model.compiled().specializeStatistics().lastError;
  os << "\n";
}

void print(Model &model, const Options &options, const Figures &figures, llvm::raw_ostream &os) {
  rt::MemoryUse memory = model.executable().memoryUse();
  os << "device    " << deviceText(model.executable()) << ", "
     << (options.threads ? std::to_string(options.threads) + " threads" : "default threads") << "\n"
     << (model.package() ? "load      " : "compile   ")
     << llvm::format("%.1f ms", model.compileMilliseconds())
     << (figures.inFirstRun ? ", in the first run" : "") << "\n";
  for (const PhaseTime &time : model.times())
    os << llvm::format("  %-10s %12s\n", time.phase.c_str(), timeText(time.milliseconds).c_str());
  if (model.cacheUse().outcome != CacheUse::Outcome::None)
    os << "cache     " << cacheText(model) << " " << model.cacheUse().key << "\n";
  os << "prepare   "
     << (figures.inFirstRun ? "in the first run" : timeText(figures.prepareMs) + " (once)") << "\n";
  for (const CaseTimes &times : figures.cases) {
    os << "inputs    " << (times.name.empty() ? "" : times.name + ": ") << times.inputs << "\n"
       << "  first run  " << timeText(times.firstMs) << "\n"
       << "  run        " << timeText(times.medianMs) << " median, " << timeText(times.minMs)
       << " min, " << timeText(times.p90Ms) << " p90, " << timeText(times.meanMs) << " mean of "
       << times.runs << "\n"
       << llvm::format("  allocations per run %g\n", times.allocationsPerRun);
  }
  if (options.specializeAfter != 0)
    printSpecialized(model, os);
  os << "memory    peak RSS " << bytesText(figures.peakRss) << "; params "
     << bytesText(figures.paramBytes) << ", prepared " << bytesText(memory.persistentBytes)
     << ", arena " << bytesText(memory.arenaBytes) << "\n";
}

llvm::json::Value toJson(Model &model, const Options &options, const Figures &figures) {
  rt::MemoryUse memory = model.executable().memoryUse();
  llvm::json::Array phases, cases;
  for (const PhaseTime &time : model.times())
    phases.push_back(llvm::json::Object{{"name", time.phase}, {"ms", time.milliseconds}});
  for (const CaseTimes &times : figures.cases)
    cases.push_back(llvm::json::Object{{"name", times.name},
                                       {"inputs", times.inputs},
                                       {"first_run_ms", times.firstMs},
                                       {"min_ms", times.minMs},
                                       {"median_ms", times.medianMs},
                                       {"p90_ms", times.p90Ms},
                                       {"mean_ms", times.meanMs},
                                       {"runs", static_cast<int64_t>(times.runs)},
                                       {"allocations_per_run", times.allocationsPerRun}});
  const rt::Program &program = model.executable().program();
  rt::SpecializedUse specialized = model.executable().specializedUse();
  return llvm::json::Object{
      {"rlx_version", RLX_VERSION_TEXT},
      {"model", options.model},
      {"device", deviceText(model.executable())},
      {"kernels", static_cast<int64_t>(program.kernels.size())},
      {"cpu_kernels", static_cast<int64_t>(rt::hostKernelCount(program))},
      {"threads", static_cast<int64_t>(threadsUsed(options))},
      {"mode", std::string(name(options.mode.value_or(ExecutionMode::Compiled)))},
      {"cache", cacheText(model)},
      {"compile_ms", model.compileMilliseconds()},
      {"phases", std::move(phases)},
      {"prepare_ms", figures.prepareMs},
      {"cases", std::move(cases)},
      {"specialized_sizes", static_cast<int64_t>(specialized.kept)},
      {"specialized_runs", static_cast<int64_t>(specialized.runs)},
      {"peak_rss_bytes", figures.peakRss},
      {"param_bytes", figures.paramBytes},
      {"prepared_bytes", memory.persistentBytes},
      {"arena_bytes", memory.arenaBytes}};
}

} // namespace

rt::Status bench(Model &model, const Options &options, llvm::ArrayRef<Case> cases,
                 llvm::raw_ostream &os) {
  Figures figures;
  figures.inFirstRun = !model.isFinished(); // mode lazy
  if (!figures.inFirstRun) {
    Clock::time_point start = Clock::now();
    RLX_RETURN_IF_ERROR(model.executable().prepare());
    figures.prepareMs = since(start);
  }
  for (const Case &one : cases) {
    CaseTimes times;
    rt::Status status = measure(model, one, options, times);
    if (!status.ok())
      return one.name.empty() ? std::move(status)
                              : std::move(status).withContext("running case '" + one.name + "'");
    figures.cases.push_back(std::move(times));
  }
  figures.peakRss = peakRss();
  RLX_ASSIGN_OR_RETURN(figures.paramBytes, paramBytes(model.executable().program()));
  print(model, options, figures, os);
  if (options.json.empty())
    return rt::okStatus();
  std::string text;
  llvm::raw_string_ostream(text) << llvm::formatv("{0:2}", toJson(model, options, figures)) << "\n";
  return rt::writeFile(options.json,
                       std::span(reinterpret_cast<const uint8_t *>(text.data()), text.size()));
}

} // namespace rlx::run
