// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which commands of the prepare program depend on which params, and on each other.
//
// After one param was set, only the commands that depend on it run again. For example, prepare
// packs `a` into p, computes t from `b`, and packs t into q and, with `c`, into r. If `c` is set, t
// is computed again, since temporaries are gone, and r is packed again. p and q keep their bytes.
#ifndef RLX_RUNTIME_PROGRAM_MODEL_PREPAREGRAPH_H
#define RLX_RUNTIME_PROGRAM_MODEL_PREPAREGRAPH_H

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/program/model/Program.h"

namespace rlx::rt {

// One entry per command of prepare: whether it runs.
using PrepareSubset = std::vector<uint8_t>;

// Immutable; copies all it needs of the program.
class PrepareGraph {
public:
  PrepareGraph() = default;
  // Analyzes a program that has passed verifyProgram.
  explicit PrepareGraph(const Program &program);

  PrepareSubset all() const { return PrepareSubset(unitOf.size(), 1); }
  // The commands that depend on params which were set since all commands ran, and those that make
  // what they read. `isSet` has one entry per param.
  PrepareSubset after(std::span<const uint8_t> isSet) const;
  // One entry per param: whether one of the commands reads it.
  std::vector<uint8_t> paramsOf(const PrepareSubset &subset) const;

private:
  // A dispatch, a copy, or an outermost block of control flow. The lists are of roots (viewRoots).
  struct Unit {
    std::vector<uint32_t> params; // indices of params that it reads
    std::vector<uint32_t> reads;  // of what prepare writes
    std::vector<uint32_t> writes;
  };
  // The units that use a root which prepare writes, in order.
  struct Uses {
    std::vector<uint32_t> readers, writers;
    bool isKept = false; // prepared weights, not a temporary
  };
  class Selection;

  void addCommand(const Program &program, const Command &command, std::span<const uint32_t> roots);
  void finishUnits();

  std::vector<Unit> units;
  std::vector<uint32_t> unitOf; // of each command
  std::vector<Uses> uses;       // of each buffer that is a root
  size_t numParams = 0;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_MODEL_PREPAREGRAPH_H
