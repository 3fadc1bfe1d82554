// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls that take long and may run on threads of their own when the interpreter ends.
#ifndef RLX_PYTHON_INFLIGHT_H
#define RLX_PYTHON_INFLIGHT_H

namespace rlx::python {

// Marks such a call. It begins and ends with the interpreter's lock. A thread that asks for the
// lock of an interpreter that has ended is ended itself, in the middle of C++, so the end waits for
// these.
class InFlight {
public:
  InFlight();
  InFlight(const InFlight &) = delete;
  ~InFlight();
};

// Whether the interpreter is about to end: calls should end soon, and functions of theirs must not
// take the lock.
bool isEnding();

// Ends all calls, and waits for them.
void endCalls();

} // namespace rlx::python

#endif // RLX_PYTHON_INFLIGHT_H
