// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of --bench; see Bench.h.
#include "tools/rlx-run/bench/Bench.h"

#include <chrono>

#include "runtime/base/StrCat.h"
#include "tools/rlx-run-rt/Figures.h"

namespace rlx::run {
namespace {

using Clock = std::chrono::steady_clock;

// Runs until the sizes were compiled on their own, if they ever are.
rt::Status awaitSpecialized(Model &model, const Options &options,
                            std::span<const rt::NamedTensor> inputs) {
  rt::Executable &executable = model.executable();
  Clock::time_point start = Clock::now();
  for (uint64_t i = 0;
       i < options.specializeAfter && millisecondsSince(start) < options.benchSeconds * 1e3; ++i)
    RLX_RETURN_IF_ERROR(executable.run(inputs));
  model.compiled().finishSpecializations();
  return executable.run(inputs); // takes what was made
}

rt::Status measure(Model &model, const Case &one, const Options &options, CaseTimes &times) {
  std::vector<rt::NamedTensor> inputs = one.named(model.signature());
  times.name = one.name;
  times.inputs = inputsText(inputs);
  Clock::time_point start = Clock::now();
  RLX_RETURN_IF_ERROR(model.finish(options));
  RLX_RETURN_IF_ERROR(model.executable().run(inputs));
  times.firstMs = millisecondsSince(start);
  if (options.specializeAfter != 0)
    RLX_RETURN_IF_ERROR(awaitSpecialized(model, options, inputs));
  return timeRuns(model.executable(), inputs, options.benchSeconds, times);
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

std::string specializedText(Model &model) {
  rt::SpecializedUse use = model.executable().specializedUse();
  std::string text = rt::strCat(use.kept, " compiled on their own, ", use.runs, " runs used that");
  if (use.failed != 0)
    text += rt::strCat("; ", use.failed,
                       " could not be: ", model.compiled().specializeStatistics().lastError);
  return text;
}

// What is known when all has run.
void describe(Model &model, const Options &options, Figures &figures) {
  figures.model = options.model;
  figures.isPackage = model.package() != nullptr;
  figures.threads = options.threads;
  figures.mode = name(options.mode.value_or(ExecutionMode::Compiled));
  figures.cache = cacheText(model);
  figures.cacheKey = model.cacheUse().key;
  figures.compileMs = model.compileMilliseconds();
  for (const PhaseTime &time : model.times())
    figures.phases.push_back({time.phase, time.milliseconds});
  if (options.specializeAfter != 0)
    figures.specialized = specializedText(model);
}

} // namespace

rt::Status bench(Model &model, const Options &options, llvm::ArrayRef<Case> cases,
                 llvm::raw_ostream &os) {
  Figures figures;
  figures.inFirstRun = !model.isFinished(); // mode lazy
  if (!figures.inFirstRun) {
    Clock::time_point start = Clock::now();
    RLX_RETURN_IF_ERROR(model.executable().prepare());
    figures.prepareMs = millisecondsSince(start);
  }
  for (const Case &one : cases) {
    CaseTimes times;
    rt::Status status = measure(model, one, options, times);
    if (!status.ok())
      return one.name.empty() ? std::move(status)
                              : std::move(status).withContext("running case '" + one.name + "'");
    figures.cases.push_back(std::move(times));
  }
  describe(model, options, figures);
  const rt::Executable &executable = model.executable();
  RLX_RETURN_IF_ERROR(measureMemory(executable.program(), figures));
  os << figuresText(executable, figures);
  return options.json.empty() ? rt::okStatus()
                              : writeFiguresJson(options.json, executable, figures);
}

} // namespace rlx::run
