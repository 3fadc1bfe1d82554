// The structure of a command list: where its host control flow goes, and what depends on the
// counters of its loops. For executors; computed once a program.
#ifndef RLX_RUNTIME_PROGRAM_MODEL_CONTROLFLOW_H
#define RLX_RUNTIME_PROGRAM_MODEL_CONTROLFLOW_H

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/base/StatusOr.h"
#include "runtime/program/model/Plan.h"

namespace rlx::rt {

// Deeper nesting is refused.
inline constexpr size_t kMaxNesting = 64;

struct CommandStructure {
  struct Jump {
    // Where a command goes that does not go on to the next one: If and Do when the condition is
    // false, For when there are no turns, Else always, End of a while always.
    uint32_t target = 0;
    uint32_t opener = 0; // of an End: the If, While or For that it ends
  };
  std::vector<Jump> jumps;           // one a command
  std::vector<size_t> firstArgument; // of each command in the list of all commands' buffers
  std::vector<uint8_t>
      movesArguments;      // whether the place of one of its buffers depends on a counter
  size_t numArguments = 0; // of all commands
  size_t maxArguments = 0; // of one command
};

// The program has passed verifyProgram.
CommandStructure structureOf(const Program &program, ProgramPart part);

// Whether the host reads a condition to go on: an If or Do.
inline bool asksCondition(const Command &command) {
  return command.kind == CommandKind::If || command.kind == CommandKind::Do;
}

// The command to go on with after `index`, one of host control flow, whose condition, if it asks
// for one, is `holds`. Sets counters: `values` are those of the symbols and then of the counters.
size_t nextCommand(const Program &program, const std::vector<Command> &commands,
                   const CommandStructure &structure, const Plan &plan, std::span<int64_t> values,
                   size_t index, bool holds);

// For each buffer, whether its place depends on the counter of a loop.
std::vector<uint8_t> movingViews(const Program &program);

// True if the expression uses a counter.
bool usesCounter(const Expr &expr, const Program &program);

// How far from the place in `plan` a moving view lies now. `values` are the values of the symbols
// and then of the counters. Fails if the view is not inside what it is a view of.
StatusOr<int64_t> movedBy(const Program &program, const Plan &plan, uint32_t buffer,
                          std::span<const int64_t> values);

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_MODEL_CONTROLFLOW_H
