// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What executors do for a SetSize command: the size gets a value, and everything that waited for it
// is planned.
#ifndef RLX_RUNTIME_PROGRAM_MODEL_SETSIZE_H
#define RLX_RUNTIME_PROGRAM_MODEL_SETSIZE_H

#include "runtime/program/model/Plan.h"
#include "runtime/program/model/Stages.h"

namespace rlx::rt {

// The stages of a program's main part.
// Threads: immutable. `program` must outlive it.
class SizeSetter {
public:
  SizeSetter(const Program &program, int64_t maxAllocationSize);

  const Stages &stages() const { return lifetimes.stages; }
  // Sets a computed symbol and plans its stage. Later buffers that depend on it wait again. The
  // same value as before changes nothing. InvalidArgument for a guard that does not hold,
  // OutOfRange as computePlan.
  Status set(Plan &plan, uint32_t symbol, int64_t value) const;

private:
  const Program &program;
  Lifetimes lifetimes;
  int64_t maxAllocationSize;
};

// The error of running a main command that is not ready (BoundCommand).
Status notReady(const Program &program, const Plan &plan, size_t index);

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_MODEL_SETSIZE_H
