// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which buffers and commands of a program have to wait for which computed size.
//
// A stage belongs to one computed symbol: all that depends on it, and on no computed symbol that is
// set later. Stage 0 depends on none, so it is planned before a run. For example, a program counts
// nonzero elements in a buffer of stage 0, sets the symbol `n` from it, and writes the n indices to
// a buffer of stage 1.
#ifndef RLX_RUNTIME_PROGRAM_MODEL_STAGES_H
#define RLX_RUNTIME_PROGRAM_MODEL_STAGES_H

#include <cstdint>
#include <set>
#include <vector>

#include "runtime/program/model/Program.h"

namespace rlx::rt {

// The most computed symbols of a program; verifyProgram enforces it.
inline constexpr size_t kMaxComputedSymbols = 4096;

// Items of a program, by index.
struct StageItems {
  std::vector<uint32_t> derived; // symbols, in order
  std::vector<uint32_t> buffers, commands, guards;
};
struct Stage : StageItems {
  uint32_t symbol = 0; // the computed one; unused for stage 0
  StageItems later;    // items of later stages that depend on this one, too
};

struct Stages {
  std::vector<Stage> list; // at least stage 0
  std::vector<uint32_t> ofSymbol, ofBuffer, ofCommand, ofGuard;

  bool hasComputed() const { return list.size() > 1; }
};

// Whether the value is known only in a run.
bool isComputedSize(const Stages &stages, const Expr &size);

// The stages of a list of commands. Only the main one sets sizes.
Stages stagesOf(const Program &program, const std::vector<Command> &commands);

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_MODEL_STAGES_H
