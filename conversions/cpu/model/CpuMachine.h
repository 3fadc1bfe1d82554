// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The processor that code is generated for, as an llvm::TargetMachine.
//
// Finds a processor by its LLVM name, tells its features, and lists the features that its code
// needs at run time. CpuModel holds the tuning numbers. The features of the running machine are
// read by runtime/cpu/CpuFeatures.h.
#ifndef RLX_CONVERSIONS_CPU_MODEL_CPUMACHINE_H
#define RLX_CONVERSIONS_CPU_MODEL_CPUMACHINE_H

#include <memory>
#include <string>
#include <vector>

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace rlx {

struct TargetOptions;

// A target machine for the options, or an error if their chip is unknown. The chip is either LLVM's
// name of a processor or the name of an architecture. For example, "znver4" and "cortex-a76" are
// processors, and "aarch64" stands for the features that all processors of the architecture have.
// This machine's architecture is searched first, then the others that this build supports.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(const TargetOptions &options);

// Whether the processor has the feature. False for a feature that its architecture does not know.
bool hasFeature(const llvm::TargetMachine &machine, llvm::StringRef name);

// The features of the options' CPU that CpuModel's table distinguishes, separated by commas. For
// example, "avx2,fma,f16c". Empty if there is no such CPU.
std::string vectorFeatures(const TargetOptions &options);

// The requirements of code for this machine: the architecture first, then the features that the
// runtime can detect (runtime/cpu/CpuFeatures.h). For example, {"x86_64", "avx2", "fma"}.
std::vector<std::string> neededFeatures(const llvm::TargetMachine &machine);

} // namespace rlx

#endif // RLX_CONVERSIONS_CPU_MODEL_CPUMACHINE_H
