// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Jump targets and moving views of command lists. A stack of open blocks finds the end of each.
//
// The program was verified, so blocks are properly nested here.
#include "runtime/program/model/ControlFlow.h"

#include <algorithm>

#include "runtime/base/StrCat.h"
#include "runtime/program/model/ExprEval.h"
#include "runtime/tensor/Convert.h"

namespace rlx::rt {

static std::vector<CommandStructure::Jump> jumpsOf(const std::vector<Command> &commands) {
  std::vector<CommandStructure::Jump> jumps(commands.size());
  std::vector<uint32_t> open; // open blocks; above an opener its Else or Do
  for (uint32_t i = 0; i < commands.size(); ++i) {
    switch (commands[i].kind) {
    case CommandKind::Dispatch:
    case CommandKind::Copy:
    case CommandKind::SetSize:
      break;
    case CommandKind::If:
    case CommandKind::While:
    case CommandKind::For:
      open.push_back(i);
      break;
    case CommandKind::Else:
      jumps[open.back()].target = i + 1;
      open.push_back(i);
      break;
    case CommandKind::Do:
      open.push_back(i);
      break;
    case CommandKind::End: {
      const CommandKind last = commands[open.back()].kind;
      if (last == CommandKind::Else) {
        jumps[open.back()].target = i;
        open.pop_back();
      } else if (last == CommandKind::Do) {
        jumps[open.back()].target = i + 1;
        open.pop_back();
        jumps[i].target = open.back() + 1;
      } else { // For, or If without Else
        jumps[open.back()].target = i + 1;
      }
      jumps[i].opener = open.back();
      open.pop_back();
      break;
    }
    }
  }
  return jumps;
}

CommandStructure structureOf(const Program &program, ProgramPart part) {
  const std::vector<Command> &commands = commandsOf(program, part);
  const std::vector<uint8_t> moving = movingViews(program);
  CommandStructure result;
  result.jumps = jumpsOf(commands);
  result.firstArgument.reserve(commands.size());
  result.movesArguments.reserve(commands.size());
  for (const Command &command : commands) {
    result.firstArgument.push_back(result.numArguments);
    result.numArguments += command.buffers.size();
    result.maxArguments = std::max(result.maxArguments, command.buffers.size());
    result.movesArguments.push_back(
        std::any_of(command.buffers.begin(), command.buffers.end(),
                    [&](uint32_t buffer) { return moving[buffer] != 0; }));
  }
  return result;
}

size_t nextCommand(const Program &program, const std::vector<Command> &commands,
                   const CommandStructure &structure, const Plan &plan, std::span<int64_t> values,
                   size_t index, bool holds) {
  const CommandStructure::Jump &jump = structure.jumps[index];
  const auto counterOf = [&](size_t loop) -> int64_t & {
    return values[program.symbols.size() + commands[loop].counter];
  };
  const auto turnsOf = [&](size_t loop) { return plan.dims[plan.commands[loop].dimsBegin]; };
  switch (commands[index].kind) {
  case CommandKind::If:
  case CommandKind::Do:
    return holds ? index + 1 : jump.target;
  case CommandKind::Else:
    return jump.target;
  case CommandKind::For:
    counterOf(index) = 0;
    return turnsOf(index) > 0 ? index + 1 : jump.target;
  case CommandKind::End:
    switch (commands[jump.opener].kind) {
    case CommandKind::While:
      return jump.target;
    case CommandKind::For:
      return ++counterOf(jump.opener) < turnsOf(jump.opener) ? jump.opener + 1 : index + 1;
    default:
      return index + 1;
    }
  case CommandKind::While:
  case CommandKind::Dispatch:
  case CommandKind::Copy:
  case CommandKind::SetSize:
    break;
  }
  return index + 1;
}

StatusOr<int64_t> newSize(const Command &command, const void *element,
                          std::span<const int64_t> values) {
  if (command.buffers.empty())
    return evaluate(command.dims[0], values);
  int64_t value;
  convertElements(DType::I64, &value, command.dtype, element, 1);
  return value;
}

bool usesCounter(const Expr &expr, const Program &program) {
  return std::any_of(expr.code.begin(), expr.code.end(), [&](const ExprOp &op) {
    return op.opcode == ExprOpcode::Symbol &&
           static_cast<uint64_t>(op.value) >= program.symbols.size();
  });
}

std::vector<uint8_t> movingViews(const Program &program) {
  std::vector<uint8_t> moving(program.buffers.size(), 0);
  for (size_t i = 0; i < moving.size(); ++i) {
    const Buffer &buffer = program.buffers[i];
    if (buffer.kind == BufferKind::View)
      moving[i] = moving[buffer.parent] || usesCounter(buffer.offset, program);
  }
  return moving;
}

StatusOr<int64_t> movedBy(const Program &program, const Plan &plan, uint32_t buffer,
                          std::span<const int64_t> values) {
  int64_t total = 0;
  for (uint32_t at = buffer; program.buffers[at].kind == BufferKind::View;) {
    const Buffer &view = program.buffers[at];
    RLX_ASSIGN_OR_RETURN(const int64_t offset, evaluate(view.offset, values));
    const int64_t size = plan.ranges[at].size, available = plan.ranges[view.parent].size;
    if (offset < 0 || offset > available || size > available - offset)
      return outOfRange(strCat("view buffer ", at, " covers ", size, " bytes from ", offset,
                               " of buffer ", view.parent, ", which has ", available));
    total += offset; // at most the root's size
    at = view.parent;
  }
  return total;
}

} // namespace rlx::rt
