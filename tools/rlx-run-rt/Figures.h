// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The figures of --bench: their measurement, their text and their JSON. Needs no LLVM.
#ifndef RLX_TOOLS_RLXRUNRT_FIGURES_H
#define RLX_TOOLS_RLXRUNRT_FIGURES_H

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "runtime/program/executable/Executable.h"

namespace rlx::run {

struct NamedTime {
  std::string name;
  double milliseconds = 0;
};

struct CaseTimes {
  std::string name, inputs;
  // The first run at these sizes, with planning. In mode lazy the very first run also compiles.
  double firstMs = 0;
  double minMs = 0, medianMs = 0, p90Ms = 0, meanMs = 0;
  size_t runs = 0;
  double allocationsPerRun = 0; // tensor, arena and workspace memory taken after the first run
};

struct Figures {
  std::string model;
  bool isPackage = false;
  unsigned threads = 0; // the option; 0: all hardware threads
  std::string mode = "compiled";
  std::string cache = "none", cacheKey; // hit or miss, and the key of the entry
  double compileMs = 0;                 // for a package: the time to load it
  std::vector<NamedTime> phases;
  double prepareMs = 0;
  bool inFirstRun = false; // compiling and preparing are part of the first run
  std::vector<CaseTimes> cases;
  std::string specialized; // as text; empty without --specialize
  int64_t peakRss = 0;
  int64_t paramBytes = 0; // the given params; the executable releases those that it has packed
};

// "x: f32[1,3], n: i64[1]"
std::string inputsText(std::span<const rt::NamedTensor> inputs);

double millisecondsSince(std::chrono::steady_clock::time_point start);
// Runs for this many seconds, at least 5 and at most 100000 times. Fills in all members except the
// name, the inputs and the first run.
rt::Status timeRuns(rt::Executable &executable, std::span<const rt::NamedTensor> inputs,
                    double seconds, CaseTimes &times);

// Measures the memory of the process and the params. Call it after the runs.
rt::Status measureMemory(const rt::Program &program, Figures &figures);

std::string figuresText(const rt::Executable &executable, const Figures &figures);
rt::Status writeFiguresJson(const std::string &path, const rt::Executable &executable,
                            const Figures &figures);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUNRT_FIGURES_H
