// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The structure of a command list: jump targets of its host control flow, and which operands depend
// on loop counters.
//
// For executors. Computed once per program.
#ifndef RLX_RUNTIME_PROGRAM_MODEL_CONTROLFLOW_H
#define RLX_RUNTIME_PROGRAM_MODEL_CONTROLFLOW_H

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/base/StatusOr.h"
#include "runtime/program/model/Plan.h"

namespace rlx::rt {

// The deepest nesting; deeper programs are refused.
inline constexpr size_t kMaxNesting = 64;

// Jumps and argument positions of one command list.
struct CommandStructure {
  struct Jump {
    // The next command if it is not index + 1: of If and Do when the condition is false, of For
    // when there are no iterations, always of Else and of the End of a While.
    uint32_t target = 0;
    uint32_t opener = 0; // of an End: the If, While or For that it closes
  };
  std::vector<Jump> jumps; // one per command
  // Per command: the index of its first argument among the arguments of all commands.
  std::vector<size_t> firstArgument;
  std::vector<uint8_t>
      movesArguments;      // per command: whether the address of an operand depends on a counter
  size_t numArguments = 0; // of all commands
  size_t maxArguments = 0; // of one command
};

// Analyzes a part of a program that has passed verifyProgram.
CommandStructure structureOf(const Program &program, ProgramPart part);

// Whether the host reads a condition to continue: If and Do.
inline bool asksCondition(const Command &command) {
  return command.kind == CommandKind::If || command.kind == CommandKind::Do;
}

// The value that a SetSize command gives its symbol. `element` is the memory of its buffer, if it
// has one. `values` are those of the symbols, then of the counters.
StatusOr<int64_t> newSize(const Command &command, const void *element,
                          std::span<const int64_t> values);

// Returns the command after `index`, which is a command of host control flow. `holds` is its
// condition, if it has one. Updates counters: `values` are those of the symbols, then of the
// counters.
size_t nextCommand(const Program &program, const std::vector<Command> &commands,
                   const CommandStructure &structure, const Plan &plan, std::span<int64_t> values,
                   size_t index, bool holds);

// One entry per buffer: whether its address depends on a loop counter.
std::vector<uint8_t> movingViews(const Program &program);

// Whether the expression uses a counter.
bool usesCounter(const Expr &expr, const Program &program);

// The distance in bytes between the current address of a moving view and its place in `plan`.
// `values` are those of the symbols, then of the counters. OutOfRange if the view leaves its
// parent.
StatusOr<int64_t> movedBy(const Program &program, const Plan &plan, uint32_t buffer,
                          std::span<const int64_t> values);

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_MODEL_CONTROLFLOW_H
