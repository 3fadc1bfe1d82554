// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work without the interpreter's lock.
#ifndef RLX_PYTHON_UNLOCKED_H
#define RLX_PYTHON_UNLOCKED_H

#include <optional>

#include <nanobind/nanobind.h>

namespace rlx::python {

// Lets go of the lock while it lives. All code that lets go of it does so by this class.
//
// A thread that asks for the lock of an interpreter that has ended is ended itself, in the middle
// of C++, and the process aborts. So the interpreter's end waits for these; those made afterwards
// keep the lock.
class Unlocked {
public:
  Unlocked();
  Unlocked(const Unlocked &) = delete;
  ~Unlocked();

private:
  std::optional<nanobind::gil_scoped_release> released;
};

// Whether the interpreter is about to end: work should end soon, and its functions must not take
// the lock.
bool isEnding();

// Makes the interpreter's end wait. Called once, when the module is made.
void registerEnd();

} // namespace rlx::python

#endif // RLX_PYTHON_UNLOCKED_H
