// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Locks and frees that other threads with the GIL cannot block for ever.
#ifndef RLX_PYTHON_LOCK_H
#define RLX_PYTHON_LOCK_H

#include <mutex>

#include <nanobind/nanobind.h>

#include "Errors.h"
#include "Unlocked.h"
#include "rlx/rlx.h"

namespace rlx::python {

// Holds a mutex, with the GIL. Who has the mutex may let go of the GIL, for example while an array
// is freed, and must get it back. So nobody waits for the mutex with the GIL.
class Lock {
public:
  explicit Lock(std::mutex &mutex) : mutex(mutex) {
    if (mutex.try_lock())
      return;
    if (isEnding())
      raise(RLX_FAILED_PRECONDITION, "the process ends while another call uses the model");
    const Unlocked released;
    mutex.lock();
  }
  Lock(const Lock &) = delete;
  ~Lock() { mutex.unlock(); }

private:
  std::mutex &mutex;
};

// Frees an executable without the GIL: it may wait for a thread that frees an array, which takes
// the GIL.
inline void freeExecutable(rlx_executable_t *executable) {
  const Unlocked released;
  rlx_executable_free(executable);
}

} // namespace rlx::python

#endif // RLX_PYTHON_LOCK_H
