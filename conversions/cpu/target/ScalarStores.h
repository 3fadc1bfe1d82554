// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A workaround for masked stores that LLVM 22 compiles to stores of too many bytes.
#ifndef RLX_CONVERSIONS_CPU_TARGET_SCALARSTORES_H
#define RLX_CONVERSIONS_CPU_TARGET_SCALARSTORES_H

namespace llvm {
class Module;
} // namespace llvm

namespace rlx {

// Replaces masked stores with a constant mask of one lane by stores of that element. For x86, LLVM
// merges such a store with a truncation before it, and stores the element that is not truncated:
// the tail of a row of bytes overwrites the three bytes behind it. Run it before code generation.
void replaceStoresOfOneLane(llvm::Module &module);

} // namespace rlx

#endif // RLX_CONVERSIONS_CPU_TARGET_SCALARSTORES_H
