// What a processor can do, by the names that LLVM gives architectures and their features.
#ifndef RLX_RUNTIME_CPU_CPUFEATURES_H
#define RLX_RUNTIME_CPU_CPUFEATURES_H

#include <span>
#include <string_view>

namespace rlx::rt {

// "x86_64", "aarch64": of the machine that this runtime was built for.
std::string_view hostArchitecture() noexcept;

// All features that code of kernels may need beyond the base of an architecture: what a code
// generator uses of a processor for ordinary arithmetic. Others (of virtual machines, secrets,
// timers) need not be asked for. Empty for an architecture that packages are not made for.
std::span<const std::string_view> knownCpuFeatures(std::string_view architecture) noexcept;

// Whether this machine has the feature; false for one that is not known, and for one of another
// architecture. The name of an architecture is a feature of its machines.
bool hostHasCpuFeature(std::string_view name) noexcept;

} // namespace rlx::rt

#endif // RLX_RUNTIME_CPU_CPUFEATURES_H
