// How code of the runtime sees single operands of commands while a program runs: an executor shows
// them as soon as the command is done, when their memory still holds what the command has read or
// written. Taps are cheap: a run without them pays one comparison a command.
#ifndef RLX_RUNTIME_PROGRAM_OBSERVE_OPERANDTAPS_H
#define RLX_RUNTIME_PROGRAM_OBSERVE_OPERANDTAPS_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/base/DType.h"

namespace rlx::rt {

// Operand `operand` of main command `command`. The rest is for who sees it: the executor knows
// neither types nor what an operand is for.
struct OperandTap {
  uint32_t command = 0, operand = 0;
  DType dtype = DType::U8;
  uint32_t tag = 0;
};

// Threads: used on the thread that runs the executable.
class OperandTaps {
public:
  virtual ~OperandTaps() = default;
  // Host memory, of any alignment; valid during the call. Called each time that the command runs.
  virtual void onOperand(const OperandTap &tap, const void *data, int64_t bytes) = 0;

  std::span<const OperandTap> of(size_t command) const {
    if (begins.empty())
      return {};
    return std::span(taps).subspan(begins[command], begins[command + 1] - begins[command]);
  }

protected:
  // Of a main program of that many commands. Without memory (std::bad_alloc) nothing changes.
  void setTaps(std::vector<OperandTap> list, size_t numCommands);

private:
  std::vector<OperandTap> taps; // ordered by command
  std::vector<uint32_t> begins; // one a command and one more; empty without taps
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_OBSERVE_OPERANDTAPS_H
