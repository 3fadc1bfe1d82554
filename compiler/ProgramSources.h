// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The model op from which each command of a program came. Known if the ops were kept apart
// (TargetOptions::fuse is false).
//
// For example, the finite check of a session names the op that produced a NaN.
#ifndef RLX_COMPILER_PROGRAMSOURCES_H
#define RLX_COMPILER_PROGRAMSOURCES_H

#include <string>
#include <vector>

#include "dialects/lir/LIRDialect.h"
#include "runtime/base/DType.h"

namespace rlx {

struct CommandSource {
  static constexpr int64_t kNone = -1;
  int64_t op = kNone;   ///< its number in the model; kNone for copies, marks and weight packing
  std::string name;     ///< "rlx.gelu"
  std::string location; ///< locationText()
  /// Whether it writes the op's result. Other commands are intermediate steps that only the op
  /// reads.
  bool writesResult = false;
  /// Whether infinities or NaNs in the model's op are part of the kernel.
  bool usesNonFinite = false;
};

/// Indexed like the commands of rt::Program.
struct ProgramSources {
  std::vector<CommandSource> main, prepare;
  std::vector<rt::DType> bufferTypes;
};

ProgramSources collectSources(lir::ProgramOp program);

} // namespace rlx

#endif // RLX_COMPILER_PROGRAMSOURCES_H
