// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Taps: observers of single operands while a program runs. MoeRecords uses them to see ids of
// experts.
//
// An executor shows a tapped operand right after its command, while the memory still holds the
// elements that the command read or wrote. A run without taps pays one comparison per command.
#ifndef RLX_RUNTIME_PROGRAM_OBSERVE_OPERANDTAPS_H
#define RLX_RUNTIME_PROGRAM_OBSERVE_OPERANDTAPS_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/base/DType.h"

namespace rlx::rt {

// Operand `operand` of main command `command`. `dtype` and `tag` are for the receiver: the executor
// does not know the operand's meaning.
struct OperandTap {
  uint32_t command = 0, operand = 0;
  DType dtype = DType::U8;
  uint32_t tag = 0;
};

// Threads: used on the thread that runs the executable.
class OperandTaps {
public:
  virtual ~OperandTaps() = default;
  // Called each time the command has run. `data` is host memory of any alignment, valid during the
  // call.
  virtual void onOperand(const OperandTap &tap, const void *data, int64_t bytes) = 0;

  // The taps of a command.
  std::span<const OperandTap> of(size_t command) const {
    if (begins.empty())
      return {};
    return std::span(taps).subspan(begins[command], begins[command + 1] - begins[command]);
  }

protected:
  // Sets the taps of a main program with `numCommands` commands. On std::bad_alloc nothing changes.
  void setTaps(std::vector<OperandTap> list, size_t numCommands);

private:
  std::vector<OperandTap> taps; // ordered by command
  std::vector<uint32_t> begins; // one per command plus one; empty without taps
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_OBSERVE_OPERANDTAPS_H
