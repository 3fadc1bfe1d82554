// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The named phases of compilation, in one table that pipelines, --stop-after and --dump-phases
// share.
//
//   input, simplify, fuse, decompose, kernels, linalg, bufferize, lir, target, package
#ifndef RLX_COMPILER_PHASES_H
#define RLX_COMPILER_PHASES_H

#include <optional>
#include <string>

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace rlx {

class Target;
struct TargetOptions;

struct Phase {
  llvm::StringLiteral name;
  llvm::StringLiteral description;
  // Adds the phase's passes, for the whole module. Null for `package`, which leaves MLIR.
  void (*build)(mlir::OpPassManager &, const Target &, const TargetOptions &);
  // Its passes lower the many kernels, so they are verified once at its end, unless asked
  // otherwise.
  bool isVerifiedOnce = false;
};

// In the order in which they run.
llvm::ArrayRef<Phase> phases();

// The index of a phase; nothing if no phase has this name.
std::optional<size_t> findPhase(llvm::StringRef name);

// The file in which a dump of all phases keeps the IR after this one: FOLDER/N_PHASE.mlir.
std::string phaseFile(llvm::StringRef folder, size_t phase);

// Registers --rlx-pipeline-<phase> for rlx-opt.
void registerPhasePipelines();

} // namespace rlx

#endif // RLX_COMPILER_PHASES_H
