// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fills the record of a command that executors pass to an observer.
//
// Executors share these functions, so that a trace looks the same on every device.
#ifndef RLX_RUNTIME_PROGRAM_OBSERVE_COMMANDRECORD_H
#define RLX_RUNTIME_PROGRAM_OBSERVE_COMMANDRECORD_H

#include "runtime/program/model/Plan.h"
#include "runtime/program/observe/Observer.h"

namespace rlx::rt {

// The steady clock in nanoseconds.
uint64_t nowNs();

// The index of the first buffer that a dispatch or copy writes.
size_t firstOutput(const Command &command);

// The record of a dispatch or copy, command `index` of main or prepare. Times and threads are the
// executor's to set.
DispatchRecord recordOf(const Program &program, const Command &command, size_t index,
                        bool inPrepare, const BoundCommand &bound);

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_OBSERVE_COMMANDRECORD_H
