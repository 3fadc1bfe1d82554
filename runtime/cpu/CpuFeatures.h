// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CPU features by LLVM's names.
//
// A package variant lists the features that its code needs; the loader asks hostHasCpuFeature() for
// each. For example, a variant for "x86-64-v3" needs avx2, fma and others.
#ifndef RLX_RUNTIME_CPU_CPUFEATURES_H
#define RLX_RUNTIME_CPU_CPUFEATURES_H

#include <span>
#include <string_view>

namespace rlx::rt {

// The architecture this runtime was built for: "x86_64" or "aarch64".
std::string_view hostArchitecture() noexcept;

// The features that kernel code may need beyond the architecture's base: those that a code
// generator uses for ordinary arithmetic. Features for virtual machines, secrets or timers are not
// listed. Empty for an architecture without packages.
std::span<const std::string_view> knownCpuFeatures(std::string_view architecture) noexcept;

// Whether this machine has the feature. False for an unknown one and for one of another
// architecture. An architecture's name counts as a feature of its machines. The first question
// about AMX asks the kernel to let the process use tiles: a machine whose kernel refuses has no
// AMX.
bool hostHasCpuFeature(std::string_view name) noexcept;

} // namespace rlx::rt

#endif // RLX_RUNTIME_CPU_CPUFEATURES_H
