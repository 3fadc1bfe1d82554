// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Takes an Executable for one call, or refuses it if another call has it.
//
// Private to the files of Executable. It also waits for pending commits and compiles a lazy
// executable.
#ifndef RLX_RUNTIME_PROGRAM_EXECUTABLE_CALLGUARD_H
#define RLX_RUNTIME_PROGRAM_EXECUTABLE_CALLGUARD_H

#include "runtime/base/NoThrow.h"
#include "runtime/program/executable/Executable.h"

namespace rlx::rt {

class Executable::CallGuard {
public:
  // Whether to wait for pending commits. Nearly all calls do.
  enum class Pending : uint8_t { Finish, Leave };

  explicit CallGuard(Executable &executable, Pending pending = Pending::Finish)
      : executable(executable), flag(executable.busy),
        taken(!flag.exchange(true, std::memory_order_acquire)) {
    if (!taken || !executable.async)
      return;
    isCallback = executable.inCallback();
    if (!isCallback && pending == Pending::Finish)
      executable.async->drain();
  }
  CallGuard(const CallGuard &) = delete;
  ~CallGuard() {
    if (taken)
      flag.store(false, std::memory_order_release);
  }
  Status status() {
    if (isCallback)
      return executable.checkCaller();
    if (!taken)
      return failedPrecondition("the executable is in use by another call; make a clone for "
                                "each thread");
    return executable.deferral ? executable.makeLazy() : okStatus();
  }

private:
  Executable &executable;
  std::atomic<bool> &flag;
  bool taken, isCallback = false;
};

// Wraps the body of most public calls: takes the executable and catches failed allocations. `body`
// returns Status or StatusOr.
template <typename Body>
auto Executable::call(Body body) -> decltype(body()) {
  return catchAllocFailure([&]() -> decltype(body()) {
    CallGuard guard(*this);
    RLX_RETURN_IF_ERROR(guard.status());
    return body();
  });
}

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_EXECUTABLE_CALLGUARD_H
