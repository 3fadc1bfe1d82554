// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The targets of this build; see Targets.h.
//
// Only this file names all of them. A new target adds one entry here.
#include "conversions/Targets.h"

#include "conversions/Target.h"
#include "conversions/cpu/target/CpuTarget.h"
#include "conversions/nvvm/CudaTarget.h"
#include "conversions/spirv/VulkanTarget.h"

namespace rlx {

bool registerTargets() {
  static const bool registered = [] {
    for (const Target *target : {&cpuTarget(), &vulkanTarget(), &cudaTarget()})
      registerTarget(*target);
    return true;
  }();
  return registered;
}

// Before main(): options name targets before there is a context.
[[maybe_unused]] static const bool kRegistered = registerTargets();

} // namespace rlx
