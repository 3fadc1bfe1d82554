// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernels of a program as compute pipelines of one device.
//
// Made once per program and device, and shared by all clones. Each kernel is checked by SpirvCheck
// before the driver sees it.
#ifndef RLX_RUNTIME_VULKAN_DEVICE_VULKANPIPELINES_H
#define RLX_RUNTIME_VULKAN_DEVICE_VULKANPIPELINES_H

#include <memory>
#include <vector>

#include "runtime/gpu/api/GpuKernels.h"
#include "runtime/program/model/KernelTable.h"
#include "runtime/program/model/Program.h"
#include "runtime/vulkan/device/VulkanContext.h"
#include "runtime/vulkan/pipeline/SpirvKernel.h"

namespace rlx::rt {

struct VulkanPipeline : GpuKernel {
  uint32_t bindings = 0;
  VkDescriptorSetLayout setLayout = VK_NULL_HANDLE;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  VkPipeline pipeline = VK_NULL_HANDLE; // null for kernels of another target
};

// Threads: immutable. Shared by clones.
class VulkanPipelines : public GpuKernels {
public:
  // For GpuContext::loadKernels(): `kernels` has all kernels.
  static StatusOr<std::shared_ptr<const VulkanPipelines>>
  create(const std::shared_ptr<VulkanContext> &context, const Program &program,
         const KernelTable &kernels);
  VulkanPipelines(const VulkanPipelines &) = delete;
  ~VulkanPipelines() override;

  const VulkanPipeline *find(uint32_t index) const override {
    return pipelines[index].pipeline ? &pipelines[index] : nullptr;
  }

private:
  explicit VulkanPipelines(std::shared_ptr<VulkanContext> owner) : context(std::move(owner)) {}
  Status make(VulkanPipeline &pipeline, const SpirvKernel &kernel);
  Status makeLayout(VulkanPipeline &pipeline);
  VkResult makePipeline(VulkanPipeline &pipeline, const SpirvKernel &kernel, VkShaderModule module);

  std::shared_ptr<VulkanContext> context;
  std::vector<VulkanPipeline> pipelines; // one per kernel of the program
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_VULKAN_DEVICE_VULKANPIPELINES_H
