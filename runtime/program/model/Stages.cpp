// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers the computed symbols in the order in which commands set them, and sorts everything by the
// last one that it depends on. A view depends on its parent, and a command on its buffers.
#include "runtime/program/model/Stages.h"

#include <algorithm>
#include <initializer_list>

namespace rlx::rt {

namespace {

class Sorter {
public:
  Sorter(const Program &program, const std::vector<Command> &commands)
      : program(program), commands(commands) {}

  Stages run() {
    result.list.resize(1);
    numberSymbols();
    if (!result.hasComputed())
      return takeAll();
    sortSymbols();
    for (const Buffer &buffer : program.buffers) {
      std::set<uint32_t> used;
      add(buffer.size, used);
      add(buffer.offset, used);
      if (buffer.kind == BufferKind::View)
        used.insert(ofBuffer[buffer.parent].begin(), ofBuffer[buffer.parent].end());
      result.ofBuffer.push_back(place(used, &StageItems::buffers, result.ofBuffer.size()));
      ofBuffer.push_back(std::move(used));
    }
    for (const Command &command : commands)
      result.ofCommand.push_back(
          place(usedBy(command), &StageItems::commands, result.ofCommand.size()));
    for (size_t i = 0; i < program.guards.size(); ++i) {
      std::set<uint32_t> used;
      add(program.guards[i].lhs, used);
      add(program.guards[i].rhs, used);
      if (const auto branch = program.guards[i].branch)
        used.insert(ofSymbol[*branch].begin(), ofSymbol[*branch].end());
      result.ofGuard.push_back(place(used, &StageItems::guards, i));
    }
    return std::move(result);
  }

private:
  // Nothing waits: all of it is in stage 0, in order.
  Stages takeAll() {
    const auto fill = [](std::vector<uint32_t> &list, size_t count) {
      for (uint32_t i = 0; i < count; ++i)
        list.push_back(i);
    };
    Stage &all = result.list[0];
    fill(all.buffers, program.buffers.size());
    fill(all.commands, commands.size());
    fill(all.guards, program.guards.size());
    for (uint32_t i = 0; i < program.symbols.size(); ++i)
      if (program.symbols[i].source == SymbolSource::Derived)
        all.derived.push_back(i);
    result.ofSymbol.assign(program.symbols.size(), 0);
    result.ofBuffer.assign(program.buffers.size(), 0);
    result.ofCommand.assign(commands.size(), 0);
    result.ofGuard.assign(program.guards.size(), 0);
    return std::move(result);
  }

  void numberSymbols() {
    result.ofSymbol.assign(program.symbols.size(), 0);
    for (const Command &command : commands) {
      if (command.kind != CommandKind::SetSize || result.ofSymbol[command.symbol] != 0)
        continue;
      result.ofSymbol[command.symbol] = static_cast<uint32_t>(result.list.size());
      result.list.emplace_back().symbol = command.symbol;
    }
  }

  void sortSymbols() {
    for (uint32_t i = 0; i < program.symbols.size(); ++i) {
      std::set<uint32_t> used;
      if (result.ofSymbol[i] != 0)
        used.insert(result.ofSymbol[i]);
      add(program.symbols[i].definition, used);
      if (program.symbols[i].source == SymbolSource::Derived)
        result.ofSymbol[i] = place(used, &StageItems::derived, i);
      ofSymbol.push_back(std::move(used));
    }
  }

  // Adds the stages that an expression depends on.
  void add(const Expr &expr, std::set<uint32_t> &used) const {
    for (const ExprOp &op : expr.code)
      if (op.opcode == ExprOpcode::Symbol && static_cast<size_t>(op.value) < ofSymbol.size()) {
        const std::set<uint32_t> &more = ofSymbol[static_cast<size_t>(op.value)];
        used.insert(more.begin(), more.end());
      }
  }

  std::set<uint32_t> usedBy(const Command &command) const {
    std::set<uint32_t> used;
    for (const Expr &dim : command.dims)
      add(dim, used);
    for (const Expr &extent : command.grid)
      add(extent, used);
    add(command.workspace, used);
    add(command.cost, used);
    for (uint32_t buffer : command.buffers)
      used.insert(ofBuffer[buffer].begin(), ofBuffer[buffer].end());
    return used;
  }

  // Adds item `index` to the last of the stages, and to the later items of all others.
  uint32_t place(const std::set<uint32_t> &used, std::vector<uint32_t> StageItems::*items,
                 size_t index) {
    const uint32_t last = used.empty() ? 0 : *used.rbegin();
    (result.list[last].*items).push_back(static_cast<uint32_t>(index));
    for (const uint32_t stage : used)
      if (stage != last)
        (result.list[stage].later.*items).push_back(static_cast<uint32_t>(index));
    return last;
  }

  const Program &program;
  const std::vector<Command> &commands;
  Stages result;
  std::vector<std::set<uint32_t>> ofSymbol, ofBuffer; // all stages that each depends on
};

} // namespace

bool isComputedSize(const Stages &stages, const Expr &size) {
  return std::ranges::any_of(size.code, [&](const ExprOp &op) {
    return op.opcode == ExprOpcode::Symbol && stages.ofSymbol[static_cast<size_t>(op.value)] != 0;
  });
}

Stages stagesOf(const Program &program, const std::vector<Command> &commands) {
  return Sorter(program, commands).run();
}

} // namespace rlx::rt
