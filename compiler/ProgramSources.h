// Which op of the model every command of a program came from; known when the ops were kept apart
// (TargetOptions::fuse is false).
#ifndef RLX_COMPILER_PROGRAMSOURCES_H
#define RLX_COMPILER_PROGRAMSOURCES_H

#include <string>
#include <vector>

#include "dialects/lir/LIRDialect.h"
#include "runtime/base/DType.h"

namespace rlx {

struct CommandSource {
  static constexpr int64_t kNone = -1;
  int64_t op = kNone; // its number in the model; kNone of copies, marks and what packs weights
  std::string name;   // "rlx.gelu"
  std::string place;  // locationText()
  // It writes what the op computes; otherwise a step on the way, which only the op itself reads.
  bool writesResult = false;
  // Infinities or NaNs that the model has in this op are part of the kernel.
  bool usesNonFinite = false;
};

// Numbered as in rt::Program.
struct ProgramSources {
  std::vector<CommandSource> main, prepare;
  std::vector<rt::DType> bufferTypes;
};

ProgramSources collectSources(lir::ProgramOp program);

} // namespace rlx

#endif // RLX_COMPILER_PROGRAMSOURCES_H
