// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records a run and writes it as a Chrome trace (chrome://tracing, ui.perfetto.dev).
#ifndef RLX_RUNTIME_PROGRAM_OBSERVE_TRACE_H
#define RLX_RUNTIME_PROGRAM_OBSERVE_TRACE_H

#include <string>
#include <vector>

#include "runtime/base/Status.h"
#include "runtime/program/observe/Observer.h"

namespace rlx::rt {

// Keeps every record it is shown; the strings are copied, so it may outlive the executable.
// Threads: as RunObserver; read it when no run is under way.
class TraceRecorder : public RunObserver {
public:
  struct Slice {
    std::string label, kernel;
    uint64_t startNs, endNs;
    std::array<uint32_t, 3> grid;
    uint32_t threads;
    uint32_t command;
    bool inPrepare;
  };
  void onCommand(const DispatchRecord &record) override;
  const std::vector<Slice> &slices() const { return recorded; }
  void clear() { recorded.clear(); }

private:
  std::vector<Slice> recorded;
};

// The trace as JSON: one complete event a slice, times relative to the first. `process` names the
// row, e.g. the model.
std::string chromeTrace(const std::vector<TraceRecorder::Slice> &slices, std::string_view process);
Status writeChromeTrace(const std::string &path, const std::vector<TraceRecorder::Slice> &slices,
                        std::string_view process);

// `text` as a JSON string with its quotes; bytes that are no valid UTF-8 become U+FFFD.
std::string jsonString(std::string_view text);

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_OBSERVE_TRACE_H
