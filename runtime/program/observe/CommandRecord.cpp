// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records of commands for observers, the same for all devices.
//
// Times are of the host's steady clock; a device with timestamps corrects them.
#include "runtime/program/observe/CommandRecord.h"

#include <chrono>

namespace rlx::rt {

uint64_t nowNs() {
  return static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                   std::chrono::steady_clock::now().time_since_epoch())
                                   .count());
}

size_t firstOutput(const Command &command) {
  return command.buffers.size() - (command.kind == CommandKind::Copy ? 1 : command.numOutputs);
}

DispatchRecord recordOf(const Program &program, const Command &command, size_t index,
                        bool inPrepare, const BoundCommand &bound) {
  const bool isCopy = command.kind == CommandKind::Copy;
  DispatchRecord record{};
  record.label = command.label;
  if (isCopy && command.label.empty())
    record.label = "copy";
  if (!isCopy)
    record.kernel = program.kernels[command.kernel].name;
  record.command = static_cast<uint32_t>(index);
  record.inPrepare = inPrepare;
  record.grid = bound.grid;
  record.threads = 1;
  return record;
}

} // namespace rlx::rt
