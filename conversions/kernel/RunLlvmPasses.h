// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs passes of LLVM on a module of kernels.
#ifndef RLX_CONVERSIONS_KERNEL_RUNLLVMPASSES_H
#define RLX_CONVERSIONS_KERNEL_RUNLLVMPASSES_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace rlx {

// With the analyses that know the target's costs.
void runLlvmPasses(llvm::ModulePassManager passes, llvm::Module &module,
                   llvm::TargetMachine &machine);

} // namespace rlx

#endif // RLX_CONVERSIONS_KERNEL_RUNLLVMPASSES_H
