// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code generation on several threads: the kernels of a module are split into parts, and each part
// is compiled alone.
//
// The split depends on the module only, so the code is the same on every machine.
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

// Optimizes the module made by translateKernels and generates code for it: one object, or several
// if the module is large. The assignment of kernels to parts depends on the module only, not on the
// number of CPUs. Afterwards the module is in an undefined state.
llvm::Expected<std::vector<std::unique_ptr<llvm::MemoryBuffer>>>
emitInParts(llvm::Module &module, const TargetOptions &options, bool verify);

} // namespace rlx

#endif // RLX_CONVERSIONS_CPU_TARGET_EMITPARTS_H
