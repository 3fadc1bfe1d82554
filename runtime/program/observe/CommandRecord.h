// What executors tell an observer of a command.
#ifndef RLX_RUNTIME_PROGRAM_OBSERVE_COMMANDRECORD_H
#define RLX_RUNTIME_PROGRAM_OBSERVE_COMMANDRECORD_H

#include "runtime/program/model/Plan.h"
#include "runtime/program/observe/Observer.h"

namespace rlx::rt {

// Of the steady clock.
uint64_t nowNs();

// The buffers of a dispatch or copy from this one on are written.
size_t firstOutput(const Command &command);

// Of a dispatch or copy, the command `index` of main or prepare.
DispatchRecord recordOf(const Program &program, const Command &command, size_t index,
                        bool inPrepare, const BoundCommand &bound);

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_OBSERVE_COMMANDRECORD_H
