// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two observers of one run, as one: the given one and the kept one of an Executable.
//
// For example, a trace can be set while the finite check of mode eager is kept.
#ifndef RLX_RUNTIME_PROGRAM_OBSERVE_OBSERVERPAIR_H
#define RLX_RUNTIME_PROGRAM_OBSERVE_OBSERVERPAIR_H

#include "runtime/program/observe/Observer.h"

namespace rlx::rt {

// Forwards each call to both.
class ObserverPair : public RunObserver {
public:
  ObserverPair() = default;
  // Either may be null. Both must outlive this. The first is called first.
  ObserverPair(RunObserver *first, RunObserver *second) : observers{first, second} {}

  // Null if both are null: then runs need not observe at all.
  RunObserver *orNull() { return observers[0] || observers[1] ? this : nullptr; }

  void onCommand(const DispatchRecord &record) override {
    for (RunObserver *one : observers)
      if (one)
        one->onCommand(record);
  }
  bool wantsBuffers() const override {
    return wants(observers[0], &RunObserver::wantsBuffers) ||
           wants(observers[1], &RunObserver::wantsBuffers);
  }
  void onBuffers(const DispatchRecord &record, std::span<const ProbedBuffer> buffers) override {
    for (RunObserver *one : observers)
      if (wants(one, &RunObserver::wantsBuffers))
        one->onBuffers(record, buffers);
  }
  bool wantsInputs() const override {
    return wants(observers[0], &RunObserver::wantsInputs) ||
           wants(observers[1], &RunObserver::wantsInputs);
  }
  void onInputs(uint32_t command, bool inPrepare, std::span<const ProbedBuffer> buffers) override {
    for (RunObserver *one : observers)
      if (wants(one, &RunObserver::wantsInputs))
        one->onInputs(command, inPrepare, buffers);
  }
  Status verdict() override {
    for (RunObserver *one : observers)
      if (one)
        RLX_RETURN_IF_ERROR(one->verdict());
    return okStatus();
  }

private:
  static bool wants(const RunObserver *one, bool (RunObserver::*what)() const) {
    return one && (one->*what)();
  }

  RunObserver *observers[2] = {};
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_OBSERVE_OBSERVERPAIR_H
