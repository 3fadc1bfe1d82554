// Code generation on several threads: the kernels of a module as parts, each compiled by itself.
#ifndef RLX_CONVERSIONS_CPU_TARGET_EMITPARTS_H
#define RLX_CONVERSIONS_CPU_TARGET_EMITPARTS_H

#include <memory>
#include <vector>

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace llvm {
class Module;
} // namespace llvm

namespace rlx {

struct TargetOptions;

// Optimises the module that translateKernels has made and generates code of it: one object or,
// where it is large, several. Which kernels go together depends on the module only, not on how many
// processors there are: the code is the same everywhere. The module is left in no defined state.
llvm::Expected<std::vector<std::unique_ptr<llvm::MemoryBuffer>>>
emitInParts(llvm::Module &module, const TargetOptions &options, bool verify);

} // namespace rlx

#endif // RLX_CONVERSIONS_CPU_TARGET_EMITPARTS_H
