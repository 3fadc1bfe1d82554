// Which processor code is made for, in LLVM's terms, and what it can do.
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

// A machine for the options. Their chip is LLVM's name of a processor of any architecture that this
// build makes code for, this machine's first ("znver4", "cortex-a76"), or the name of such an
// architecture ("aarch64"), which stands for what all of its processors can do. An error if there
// is no such chip.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(const TargetOptions &options);

// Whether its processor has a feature; false for one that its architecture does not know.
bool hasFeature(const llvm::TargetMachine &machine, llvm::StringRef name);

// Which of the features that CpuModel's table distinguishes the CPU of the options has, separated
// by commas; empty if there is no such CPU.
std::string vectorFeatures(const TargetOptions &options);

// What a machine must have to run this one's code: the architecture first, then those of its
// features that the runtime can look for (runtime/cpu/CpuFeatures.h).
std::vector<std::string> neededFeatures(const llvm::TargetMachine &machine);

} // namespace rlx

#endif // RLX_CONVERSIONS_CPU_MODEL_CPUMACHINE_H
