// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Observation of a run: one record per command, and the bytes it read and wrote.
//
// For traces, comparison with the reference, and checks for NaN. Without an observer it costs
// nothing.
#ifndef RLX_RUNTIME_PROGRAM_OBSERVE_OBSERVER_H
#define RLX_RUNTIME_PROGRAM_OBSERVE_OBSERVER_H

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "runtime/base/Status.h"

namespace rlx::rt {

// One executed command. The strings live as long as the executable.
struct DispatchRecord {
  std::string_view label;  // Command::label; "copy" for a copy without one
  std::string_view kernel; // empty for a copy
  uint32_t command;        // index into Program::main (or ::prepare, see `inPrepare`)
  bool inPrepare;
  uint64_t startNs, endNs; // steady clock
  std::array<uint32_t, 3> grid;
  uint32_t threads; // number of threads that worked on it
};

// A buffer that a command has written or will read. Valid during the call only.
struct ProbedBuffer {
  uint32_t buffer; // index into Program::buffers
  const void *data;
  int64_t bytes;
};

// Receives the records of a run.
// Threads: called on the thread that runs the executable, never concurrently for one executable.
// Must not call that executable.
class RunObserver {
public:
  virtual ~RunObserver() = default;
  // Called after each dispatch and copy.
  virtual void onCommand(const DispatchRecord &) {}
  // If wantsBuffers() is true, onBuffers() is called after onCommand(). A device with separate
  // memory then waits for every command and copies its results to the host.
  virtual bool wantsBuffers() const { return false; }
  virtual void onBuffers(const DispatchRecord &, std::span<const ProbedBuffer>) {}
  // If wantsInputs() is true, onInputs() is called before each command with its inputs. `command`
  // is an index into Program::main or ::prepare. A device may have to copy, as for onBuffers().
  virtual bool wantsInputs() const { return false; }
  virtual void onInputs(uint32_t /*command*/, bool /*inPrepare*/, std::span<const ProbedBuffer>) {}
  // Called after every command. An error ends the run with that error.
  virtual Status verdict() { return okStatus(); }
  // The observer for a clone of the executable that keeps this one (Executable::keepObserver); null
  // for none. Called between runs. May throw std::bad_alloc.
  virtual std::shared_ptr<RunObserver> forClone() const { return nullptr; }
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_OBSERVE_OBSERVER_H
