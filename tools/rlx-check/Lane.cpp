// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The list of all lanes, and isolation of one function.
//
// A new lane is added here and in test/lit/conformance/README.md.
#include "tools/rlx-check/Lane.h"

#include "runtime/vulkan/pipeline/SpirvImage.h"

using namespace mlir;

namespace rlx::check {

OwningOpRef<ModuleOp> isolate(func::FuncOp function) {
  OwningOpRef<ModuleOp> copy = function->getParentOfType<ModuleOp>().clone();
  for (auto other : llvm::make_early_inc_range(copy->getOps<func::FuncOp>()))
    if (other.isPublic() && other.getName() != function.getName())
      other.erase();
  return copy;
}

std::vector<std::unique_ptr<Lane>> allLanes(StringRef chip, StringRef command, StringRef profile,
                                            StringRef spirvVal) {
  std::vector<std::unique_ptr<Lane>> lanes;
  lanes.push_back(createReferenceLane());
  lanes.push_back(createDecomposeLane());
  lanes.push_back(createCpuLane(/*fastPaths=*/true, chip, command));
  lanes.push_back(createCpuLane(/*fastPaths=*/false, chip, command));
  lanes.push_back(createEagerLane(chip, command));
  lanes.push_back(createVulkanLane(rt::kVulkanTarget, profile, spirvVal));
  lanes.push_back(createVulkanLane("vulkan-swiftshader", "swiftshader", spirvVal));
  return lanes;
}

} // namespace rlx::check
