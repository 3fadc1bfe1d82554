// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The graph of the prepare program, and the selection of commands in it by a list of work.
//
// Whoever writes a root may have read it: kernels may read their outputs, and views write parts.
#include "runtime/program/model/PrepareGraph.h"

#include <algorithm>

#include "runtime/program/model/Plan.h"

namespace rlx::rt {

static void makeSet(std::vector<uint32_t> &list) {
  std::ranges::sort(list);
  const auto rest = std::ranges::unique(list);
  list.erase(rest.begin(), rest.end());
}

static bool opensBlock(CommandKind kind) {
  return kind == CommandKind::If || kind == CommandKind::While || kind == CommandKind::For;
}

PrepareGraph::PrepareGraph(const Program &program) : numParams(program.params.size()) {
  const std::vector<uint32_t> roots = viewRoots(program);
  unitOf.reserve(program.prepare.size());
  size_t depth = 0;
  for (const Command &command : program.prepare) {
    if (depth == 0)
      units.emplace_back();
    depth += opensBlock(command.kind);
    depth -= command.kind == CommandKind::End;
    addCommand(program, command, roots);
  }
  uses.resize(program.buffers.size());
  for (size_t root = 0; root < uses.size(); ++root)
    uses[root].isKept = program.buffers[root].kind == BufferKind::Persistent;
  finishUnits();
}

// Adds the command to the last unit.
void PrepareGraph::addCommand(const Program &program, const Command &command,
                              std::span<const uint32_t> roots) {
  Unit &unit = units.back();
  const bool isCopy = command.kind == CommandKind::Copy;
  const size_t numRead = command.buffers.size() - (isCopy ? 1 : command.numOutputs);
  for (size_t i = 0; i < command.buffers.size(); ++i) {
    const uint32_t root = roots[command.buffers[i]];
    const Buffer &buffer = program.buffers[root];
    if (i >= numRead)
      unit.writes.push_back(root);
    else if (buffer.kind == BufferKind::Param)
      unit.params.push_back(buffer.index);
    else if (buffer.kind != BufferKind::Constant)
      unit.reads.push_back(root);
  }
  unitOf.push_back(static_cast<uint32_t>(units.size() - 1));
}

void PrepareGraph::finishUnits() {
  for (uint32_t number = 0; number < units.size(); ++number) {
    Unit &unit = units[number];
    for (std::vector<uint32_t> *list : {&unit.params, &unit.reads, &unit.writes})
      makeSet(*list);
    for (const uint32_t root : unit.reads)
      uses[root].readers.push_back(number);
    for (const uint32_t root : unit.writes)
      uses[root].writers.push_back(number);
  }
}

// Units that run, with what follows from each. A unit that is not stale makes the same bytes again.
class PrepareGraph::Selection {
public:
  explicit Selection(const PrepareGraph &graph) : graph(graph), states(graph.units.size(), Idle) {}

  void select(std::span<const uint8_t> isSet) {
    for (uint32_t i = 0; i < graph.units.size(); ++i)
      if (std::ranges::any_of(graph.units[i].params,
                              [&](uint32_t param) { return isSet[param] != 0; }))
        mark(i, Stale);
    while (!work.empty()) {
      const uint32_t next = work.back();
      work.pop_back();
      follow(next);
    }
  }
  bool runs(uint32_t unit) const { return states[unit] != Idle; }

private:
  enum State : uint8_t { Idle, Again, Stale };

  void mark(uint32_t unit, State state) {
    if (states[unit] >= state)
      return;
    states[unit] = state;
    work.push_back(unit);
  }
  void markAll(std::span<const uint32_t> some, State state) {
    for (const uint32_t unit : some)
      mark(unit, state);
  }
  void follow(uint32_t number) {
    const Unit &unit = graph.units[number];
    for (const uint32_t root : unit.writes) {
      // What others write there, before or afterwards, must be there again.
      markAll(graph.uses[root].writers, states[number]);
      if (states[number] == Stale)
        markAll(graph.uses[root].readers, Stale);
    }
    for (const uint32_t root : unit.reads) {
      const Uses &uses = graph.uses[root];
      // The last content of prepared weights is still there; an earlier one is not.
      if (!uses.isKept || uses.writers.back() > number)
        markAll(uses.writers, Again);
    }
  }

  const PrepareGraph &graph;
  std::vector<State> states; // one per unit
  std::vector<uint32_t> work;
};

PrepareSubset PrepareGraph::after(std::span<const uint8_t> isSet) const {
  Selection selection(*this);
  selection.select(isSet);
  PrepareSubset subset;
  subset.reserve(unitOf.size());
  for (const uint32_t unit : unitOf)
    subset.push_back(selection.runs(unit));
  return subset;
}

std::vector<uint8_t> PrepareGraph::paramsOf(const PrepareSubset &subset) const {
  std::vector<uint8_t> isRead(numParams, 0);
  for (size_t i = 0; i < subset.size(); ++i)
    if (subset[i])
      for (const uint32_t param : units[unitOf[i]].params)
        isRead[param] = 1;
  return isRead;
}

} // namespace rlx::rt
