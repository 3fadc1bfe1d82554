// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A report on one compiled model: its graph before fusion, the kernels that compute it, the reasons
// for each, measured and estimated times, and the plan of its memory. As JSON or as one HTML page.
//
//   Report report("model.onnx");
//   report.watch(options.compile);                     // before compiling
//   … compile, set params …
//   report.measure(executable, inputs, options);       // may be left out
//   writeFile("report.html", report.html());
#ifndef RLX_SESSION_REPORT_REPORT_H
#define RLX_SESSION_REPORT_REPORT_H

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/program/executable/Executable.h"
#include "session/report/CompileInfo.h"
#include "session/report/ModelGraph.h"
#include "session/report/Roofline.h"

namespace rlx {

class Report {
public:
  explicit Report(std::string model) : model(std::move(model)) {}
  Report(const Report &) = delete;
  Report &operator=(const Report &) = delete;

  /// Watches the next compilation with these options. The report must outlive it.
  void watch(CompileOptions &options);
  /// The times of the phases, as Session::compileTimes() has them.
  void setPhases(std::vector<PhaseTime> times) { phases = std::move(times); }
  /// A warning that the page shows first.
  void addWarning(std::string text) { warnings.push_back(std::move(text)); }

  /// Takes what the executable says without a run: program, device, memory. Params need no values.
  void describe(const rt::Executable &executable);
  /// Describes the executable, runs it for about `seconds` with these inputs, and measures every
  /// command. `options` made it: the roofline is measured with its device and threads. An error of
  /// a run is returned; the report can still be written.
  rt::Status measure(rt::Executable &executable, std::span<const rt::NamedTensor> inputs,
                     const SessionOptions &options, double seconds = 1);

  /// The report as JSON; docs/guides/report.md describes it.
  std::string json() const;
  /// The report as one HTML page that needs no network.
  std::string html() const;

  const CompileInfo &compileInfo() const { return info; }

private:
  friend class ReportWriter;
  std::string model;
  CompileInfo info;
  CompileWatch compileWatch{info};
  ModelGraph graph;
  std::vector<PhaseTime> phases;
  std::vector<std::string> warnings;
  // Of describe().
  rt::Program program;
  std::string device;
  rt::MemoryUse memory;
  // Of measure(). Times are medians in nanoseconds; commands that did not run have none.
  std::map<std::string, int64_t> sizes; // of the symbols
  std::vector<int64_t> values;          // of the program's symbols; empty if nothing was measured
  std::map<uint32_t, double> mainNs, prepareNs;
  std::map<uint32_t, uint32_t> mainThreads;
  double runNs = 0; // of a whole run, without observation
  size_t runs = 0;
  std::optional<Roofline> roofline;
};

} // namespace rlx

#endif // RLX_SESSION_REPORT_REPORT_H
