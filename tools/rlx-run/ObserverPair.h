// Two observers of one run.
#ifndef RLX_TOOLS_RLXRUN_OBSERVERPAIR_H
#define RLX_TOOLS_RLXRUN_OBSERVERPAIR_H

#include "runtime/program/Observer.h"

namespace rlx::run {

class ObserverPair : public rt::RunObserver {
public:
  // Either may be null; both outlive this.
  ObserverPair(rt::RunObserver *first, rt::RunObserver *second) : observers{first, second} {}

  // Null if there is nothing to observe for: then runs are as fast as they are.
  rt::RunObserver *orNull() { return observers[0] || observers[1] ? this : nullptr; }

  void onCommand(const rt::DispatchRecord &record) override {
    for (rt::RunObserver *one : observers)
      if (one)
        one->onCommand(record);
  }
  bool wantsBuffers() const override {
    return wants(observers[0], &RunObserver::wantsBuffers) ||
           wants(observers[1], &RunObserver::wantsBuffers);
  }
  void onBuffers(const rt::DispatchRecord &record,
                 std::span<const rt::ProbedBuffer> buffers) override {
    for (rt::RunObserver *one : observers)
      if (wants(one, &RunObserver::wantsBuffers))
        one->onBuffers(record, buffers);
  }
  bool wantsInputs() const override {
    return wants(observers[0], &RunObserver::wantsInputs) ||
           wants(observers[1], &RunObserver::wantsInputs);
  }
  void onInputs(uint32_t command, bool inPrepare,
                std::span<const rt::ProbedBuffer> buffers) override {
    for (rt::RunObserver *one : observers)
      if (wants(one, &RunObserver::wantsInputs))
        one->onInputs(command, inPrepare, buffers);
  }
  rt::Status verdict() override {
    for (rt::RunObserver *one : observers)
      if (one)
        RLX_RETURN_IF_ERROR(one->verdict());
    return rt::okStatus();
  }

private:
  static bool wants(const rt::RunObserver *one, bool (RunObserver::*what)() const) {
    return one && (one->*what)();
  }

  rt::RunObserver *observers[2];
};

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_OBSERVERPAIR_H
