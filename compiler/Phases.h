// The named phases of compilation: one table that pipelines, --stop-after and --dump-phases share.
#ifndef RLX_COMPILER_PHASES_H
#define RLX_COMPILER_PHASES_H

#include <optional>

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
  // Adds the phase's passes, over the whole module. Null for `package`, which leaves MLIR.
  void (*build)(mlir::OpPassManager &, const Target &, const TargetOptions &);
  // Its passes lower kernels, which are many: they are verified at its end, unless asked otherwise.
  bool isVerifiedOnce = false;
};

// In the order in which they run.
llvm::ArrayRef<Phase> phases();

// The position of a phase; nothing if there is none of that name.
std::optional<size_t> findPhase(llvm::StringRef name);

// Registers --rlx-pipeline-<phase> for rlx-opt.
void registerPhasePipelines();

} // namespace rlx

#endif // RLX_COMPILER_PHASES_H
