// What a processor can do, by the names that LLVM gives its features.
#ifndef RLX_RUNTIME_CPU_CPUFEATURES_H
#define RLX_RUNTIME_CPU_CPUFEATURES_H

#include <span>
#include <string_view>

namespace rlx::rt {

// All features that code of kernels may need beyond the base of its architecture: what a code
// generator uses of a processor for ordinary arithmetic. Others (of virtual machines, secrets,
// timers) need not be asked for.
std::span<const std::string_view> knownCpuFeatures() noexcept;

// Whether this machine has the feature; false for one that is not known.
bool hostHasCpuFeature(std::string_view name) noexcept;

} // namespace rlx::rt

#endif // RLX_RUNTIME_CPU_CPUFEATURES_H
