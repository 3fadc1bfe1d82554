// What a caller can learn while a program runs: one record a command, and the bytes it wrote.
// Nothing of this costs anything while no observer is set.
#ifndef RLX_RUNTIME_PROGRAM_OBSERVE_OBSERVER_H
#define RLX_RUNTIME_PROGRAM_OBSERVE_OBSERVER_H

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "runtime/base/Status.h"

namespace rlx::rt {

// The strings live as long as the executable.
struct DispatchRecord {
  std::string_view label;  // Command::label; "copy" for an unlabelled copy
  std::string_view kernel; // empty for a copy
  uint32_t command;        // index into Program::main (or ::prepare, see `inPrepare`)
  bool inPrepare;
  uint64_t startNs, endNs; // steady clock
  std::array<uint32_t, 3> grid;
  uint32_t threads; // how many threads worked on it
};

// One buffer that a command has just written. Valid during the call only.
struct ProbedBuffer {
  uint32_t buffer; // index into Program::buffers
  const void *data;
  int64_t bytes;
};

// Threads: called on the thread that runs the executable, never concurrently for one executable.
// Must not call back into that executable.
class RunObserver {
public:
  virtual ~RunObserver() = default;
  virtual void onCommand(const DispatchRecord &) {}
  // Called after onCommand when wantsBuffers() is true; devices with their own memory then wait
  // for and copy back every command's results.
  virtual bool wantsBuffers() const { return false; }
  virtual void onBuffers(const DispatchRecord &, std::span<const ProbedBuffer>) {}
  // Called before a command when wantsInputs() is true, with what it reads: `command` is an index
  // into Program::main, or ::prepare. As for onBuffers, a device may have to copy.
  virtual bool wantsInputs() const { return false; }
  virtual void onInputs(uint32_t /*command*/, bool /*inPrepare*/, std::span<const ProbedBuffer>) {}
  // Asked after every command; an error ends the run with it.
  virtual Status verdict() { return okStatus(); }
  // What observes a clone of the executable that keeps this one (Executable::keepObserver); null:
  // nothing does. Called between runs. May throw std::bad_alloc.
  virtual std::shared_ptr<RunObserver> forClone() const { return nullptr; }
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_OBSERVE_OBSERVER_H
