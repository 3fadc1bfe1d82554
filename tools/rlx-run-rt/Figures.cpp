// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Figures.h.
#include "tools/rlx-run-rt/Figures.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <fstream>
#include <numeric>
#include <sys/resource.h>
#include <thread>

#include "runtime/base/Allocator.h"
#include "runtime/base/File.h"
#include "runtime/base/StrCat.h"
#include "runtime/base/Version.h"
#include "runtime/device/DeviceRegistry.h"
#include "runtime/program/model/ExprEval.h"
#include "runtime/program/model/Target.h"
#include "runtime/program/observe/Trace.h"
#include "tools/rlx-run-rt/Text.h"

namespace rlx::run {

using rt::okStatus;
using rt::Status;
using rt::strCat;
using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

std::string inputsText(std::span<const rt::NamedTensor> inputs) {
  std::string text;
  for (const auto &[name, tensor] : inputs)
    text += strCat(text.empty() ? "" : ", ", name, ": ", rt::typeText(tensor.dtype, tensor.shape));
  return text;
}

Status timeRuns(rt::Executable &executable, std::span<const rt::NamedTensor> inputs, double seconds,
                CaseTimes &times) {
  constexpr size_t kMaxRuns = 100000, kMinRuns = 5;
  std::vector<double> runs;
  runs.reserve(kMaxRuns);
  const uint64_t allocations = rt::allocationStats().allocations;
  const Clock::time_point start = Clock::now();
  while (runs.size() < kMinRuns ||
         (millisecondsSince(start) < seconds * 1e3 && runs.size() < kMaxRuns)) {
    const Clock::time_point begin = Clock::now();
    RLX_RETURN_IF_ERROR(executable.run(inputs));
    runs.push_back(millisecondsSince(begin));
  }
  const auto count = static_cast<double>(runs.size());
  times.runs = runs.size();
  times.allocationsPerRun =
      static_cast<double>(rt::allocationStats().allocations - allocations) / count;
  times.meanMs = std::accumulate(runs.begin(), runs.end(), 0.0) / count;
  std::sort(runs.begin(), runs.end());
  times.minMs = runs.front();
  times.medianMs = runs[runs.size() / 2];
  times.p90Ms = runs[std::min(runs.size() - 1, runs.size() * 9 / 10)];
  return okStatus();
}

namespace {

// The peak of this program alone: the ru_maxrss of a process starts with its parent's peak.
int64_t peakRss() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (int64_t kilobytes = 0; word == "VmHWM:" && status >> kilobytes)
      return kilobytes * 1024;
  rusage usage{}; // without /proc
  getrusage(RUSAGE_SELF, &usage);
  return int64_t{usage.ru_maxrss} * 1024;
}

std::string deviceText(const rt::Executable &executable) {
  const std::string_view name = executable.deviceName();
  const rt::StatusOr<rt::Device *> device = rt::DeviceRegistry::get().find(name);
  return device.ok() ? strCat(name, " (", (*device)->description(), ")") : std::string(name);
}

std::string decimal(const char *format, double value) {
  char text[64];
  std::snprintf(text, sizeof(text), format, value);
  return text;
}

// A line per phase: "  import         1.234 ms".
std::string phaseText(const NamedTime &phase) {
  char text[128];
  std::snprintf(text, sizeof(text), "  %-10s %12s\n", phase.name.c_str(),
                timeText(phase.milliseconds).c_str());
  return text;
}

std::string caseText(const CaseTimes &times) {
  return strCat("inputs    ", times.name.empty() ? "" : times.name + ": ", times.inputs, "\n",
                "  first run  ", timeText(times.firstMs), "\n", "  run        ",
                timeText(times.medianMs), " median, ", timeText(times.minMs), " min, ",
                timeText(times.p90Ms), " p90, ", timeText(times.meanMs), " mean of ", times.runs,
                "\n  allocations per run ", decimal("%g", times.allocationsPerRun), "\n");
}

} // namespace

Status measureMemory(const rt::Program &program, Figures &figures) {
  figures.peakRss = peakRss();
  figures.paramBytes = 0;
  for (const rt::TensorSpec &spec : program.params) {
    RLX_ASSIGN_OR_RETURN(const int64_t bytes, rt::evaluate(program.buffers[spec.buffer].size, {}));
    figures.paramBytes += bytes;
  }
  return okStatus();
}

std::string figuresText(const rt::Executable &executable, const Figures &figures) {
  const rt::MemoryUse memory = executable.memoryUse();
  const bool isLate = figures.inFirstRun;
  std::string text =
      strCat("device    ", deviceText(executable), ", ",
             figures.threads ? strCat(figures.threads, " threads") : "default threads", "\n",
             figures.isPackage ? "load      " : "compile   ", decimal("%.1f ms", figures.compileMs),
             isLate ? ", in the first run" : "", "\n");
  for (const NamedTime &phase : figures.phases)
    text += phaseText(phase);
  if (figures.cache != "none")
    text += strCat("cache     ", figures.cache, " ", figures.cacheKey, "\n");
  text += strCat("prepare   ",
                 isLate ? "in the first run" : timeText(figures.prepareMs) + " (once)", "\n");
  for (const CaseTimes &times : figures.cases)
    text += caseText(times);
  if (!figures.specialized.empty())
    text += strCat("sizes     ", figures.specialized, "\n");
  return text + strCat("memory    peak RSS ", bytesText(figures.peakRss), "; params ",
                       bytesText(figures.paramBytes), ", prepared ",
                       bytesText(memory.persistentBytes), ", arena ", bytesText(memory.arenaBytes),
                       "\n");
}

namespace {

// A JSON object, one line per member.
class JsonObject {
public:
  explicit JsonObject(std::string indent) : indent(std::move(indent)) {}

  // A value in JSON form.
  void addText(std::string_view name, std::string_view value) {
    text += strCat(text.empty() ? "{\n" : ",\n", indent, "  \"", name, "\": ", value);
  }
  void add(std::string_view name, std::string_view value) { addText(name, rt::jsonString(value)); }
  void add(std::string_view name, const std::string &value) { add(name, std::string_view(value)); }
  void add(std::string_view name, int64_t value) { addText(name, std::to_string(value)); }
  void add(std::string_view name, double value) {
    char digits[64]; // the shortest text that reads back as the same number
    const auto end = std::to_chars(digits, digits + sizeof(digits), value).ptr;
    addText(name, std::string_view(digits, end));
  }
  void add(std::string_view name, const std::vector<JsonObject> &objects) {
    std::string list;
    for (const JsonObject &object : objects)
      list += strCat(list.empty() ? "\n" : ",\n", object.indent, object.close());
    addText(name, list.empty() ? "[]" : strCat("[", list, "\n", indent, "  ]"));
  }
  std::string close() const { return strCat(text, "\n", indent, "}"); }

private:
  std::string indent, text;
};

constexpr const char *kInList = "    ";

std::vector<JsonObject> phasesJson(const Figures &figures) {
  std::vector<JsonObject> objects;
  for (const NamedTime &phase : figures.phases) {
    JsonObject &object = objects.emplace_back(kInList);
    object.add("name", phase.name);
    object.add("ms", phase.milliseconds);
  }
  return objects;
}

std::vector<JsonObject> casesJson(const Figures &figures) {
  std::vector<JsonObject> objects;
  for (const CaseTimes &times : figures.cases) {
    JsonObject &object = objects.emplace_back(kInList);
    object.add("name", times.name);
    object.add("inputs", times.inputs);
    object.add("first_run_ms", times.firstMs);
    object.add("min_ms", times.minMs);
    object.add("median_ms", times.medianMs);
    object.add("p90_ms", times.p90Ms);
    object.add("mean_ms", times.meanMs);
    object.add("runs", static_cast<int64_t>(times.runs));
    object.add("allocations_per_run", times.allocationsPerRun);
  }
  return objects;
}

} // namespace

Status writeFiguresJson(const std::string &path, const rt::Executable &executable,
                        const Figures &figures) {
  const rt::Program &program = executable.program();
  const rt::MemoryUse memory = executable.memoryUse();
  const rt::SpecializedUse specialized = executable.specializedUse();
  const unsigned threads = figures.threads ? figures.threads : std::thread::hardware_concurrency();
  JsonObject object("");
  object.add("rlx_version", std::string_view(rt::versionText()));
  object.add("model", figures.model);
  object.add("device", deviceText(executable));
  object.add("kernels", static_cast<int64_t>(program.kernels.size()));
  object.add("cpu_kernels", static_cast<int64_t>(rt::hostKernelCount(program)));
  object.add("threads", int64_t{threads});
  object.add("mode", figures.mode);
  object.add("cache", figures.cache);
  object.add("compile_ms", figures.compileMs);
  object.add("phases", phasesJson(figures));
  object.add("prepare_ms", figures.prepareMs);
  object.add("cases", casesJson(figures));
  object.add("specialized_sizes", static_cast<int64_t>(specialized.kept));
  object.add("specialized_runs", static_cast<int64_t>(specialized.runs));
  object.add("peak_rss_bytes", figures.peakRss);
  object.add("param_bytes", figures.paramBytes);
  object.add("prepared_bytes", memory.persistentBytes);
  object.add("arena_bytes", memory.arenaBytes);
  const std::string text = object.close() + "\n";
  return rt::writeFile(path, {reinterpret_cast<const uint8_t *>(text.data()), text.size()});
}

} // namespace rlx::run
