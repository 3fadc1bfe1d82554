// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compilation of a program's pipelines, through the device's pipeline cache.
//
// Drivers take up to half a second for one kernel.
#include "runtime/vulkan/device/VulkanPipelines.h"

#include "runtime/vulkan/pipeline/SpirvCheck.h"
#include "runtime/vulkan/pipeline/SpirvImage.h"

namespace rlx::rt {

StatusOr<std::shared_ptr<const VulkanPipelines>>
VulkanPipelines::create(const std::shared_ptr<VulkanContext> &context, const Program &program,
                        const KernelTable &kernels) {
  std::shared_ptr<VulkanPipelines> result(new VulkanPipelines(context));
  result->pipelines.resize(program.kernels.size());
  RLX_RETURN_IF_ERROR(forEachKernel(program, context->profile(), [&](uint32_t i) {
    return result->make(result->pipelines[i], *findSpirvKernel(kernels, program.kernels[i].name));
  }));
  context->savePipelineCache();
  return std::shared_ptr<const VulkanPipelines>(std::move(result));
}

VulkanPipelines::~VulkanPipelines() {
  if (context->isHung())
    return;
  const VulkanDeviceFunctions &vk = context->functions();
  for (const VulkanPipeline &one : pipelines) {
    if (one.pipeline)
      vk.vkDestroyPipeline(context->device(), one.pipeline, nullptr);
    if (one.layout)
      vk.vkDestroyPipelineLayout(context->device(), one.layout, nullptr);
    if (one.setLayout)
      vk.vkDestroyDescriptorSetLayout(context->device(), one.setLayout, nullptr);
  }
}

// Binds only the buffers that the kernel uses.
Status VulkanPipelines::makeLayout(VulkanPipeline &pipeline) {
  const VulkanDeviceFunctions &vk = context->functions();
  std::vector<VkDescriptorSetLayoutBinding> bindings;
  const auto add = [&](uint32_t number) {
    bindings.push_back(
        {number, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr});
  };
  for (uint32_t i = 0; i < pipeline.operands; ++i)
    add(i);
  if (pipeline.usesStatus)
    add(pipeline.statusBinding());
  if (pipeline.usesWorkspace)
    add(pipeline.workspaceBinding());
  if (!pipeline.pushesScalars())
    add(pipeline.scalarsBinding());
  pipeline.bindings = static_cast<uint32_t>(bindings.size());
  VkDescriptorSetLayoutCreateInfo setInfo{};
  setInfo.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
  setInfo.bindingCount = pipeline.bindings;
  setInfo.pBindings = bindings.data();
  RLX_VULKAN_RETURN_IF_ERROR(
      vk.vkCreateDescriptorSetLayout(context->device(), &setInfo, nullptr, &pipeline.setLayout),
      "vkCreateDescriptorSetLayout");
  const bool pushes = pipeline.pushesScalars() && pipeline.numScalars() != 0;
  const VkPushConstantRange range{VK_SHADER_STAGE_COMPUTE_BIT, 0, pipeline.numScalars() * 4};
  VkPipelineLayoutCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
  info.setLayoutCount = 1;
  info.pSetLayouts = &pipeline.setLayout;
  info.pushConstantRangeCount = pushes ? 1 : 0;
  info.pPushConstantRanges = &range;
  RLX_VULKAN_RETURN_IF_ERROR(
      vk.vkCreatePipelineLayout(context->device(), &info, nullptr, &pipeline.layout),
      "vkCreatePipelineLayout");
  return okStatus();
}

Status VulkanPipelines::make(VulkanPipeline &pipeline, const SpirvKernel &kernel) {
  const VulkanDeviceFunctions &vk = context->functions();
  RLX_RETURN_IF_ERROR(checkSpirvModule(kernel, context->profile()));
  static_cast<KernelBindings &>(pipeline) = kernel;
  pipeline.name = kernel.name;
  RLX_RETURN_IF_ERROR(makeLayout(pipeline));
  for (uint32_t i = 0; i < kernel.operands; ++i)
    pipeline.readsOperand.push_back(readsBuffer(kernel, i));
  VkShaderModuleCreateInfo moduleInfo{};
  moduleInfo.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
  moduleInfo.codeSize = kernel.words.size() * sizeof(uint32_t);
  moduleInfo.pCode = kernel.words.data();
  VkShaderModule module = VK_NULL_HANDLE;
  RLX_VULKAN_RETURN_IF_ERROR(
      vk.vkCreateShaderModule(context->device(), &moduleInfo, nullptr, &module),
      "vkCreateShaderModule");
  const VkResult result = makePipeline(pipeline, kernel, module);
  vk.vkDestroyShaderModule(context->device(), module, nullptr);
  RLX_VULKAN_RETURN_IF_ERROR(result, "vkCreateComputePipelines");
  return okStatus();
}

// Kernels that use subgroups ask for full ones of the size they are compiled for.
VkResult VulkanPipelines::makePipeline(VulkanPipeline &pipeline, const SpirvKernel &kernel,
                                       VkShaderModule module) {
  VkPipelineShaderStageRequiredSubgroupSizeCreateInfo size{};
  size.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO;
  size.requiredSubgroupSize = context->profile().subgroupSize;
  VkComputePipelineCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = module;
  info.stage.pName = "main";
  info.layout = pipeline.layout;
  if (usesSubgroups(kernel)) {
    info.stage.flags = VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT;
    if (context->choosesSubgroupSize())
      info.stage.pNext = &size;
  }
  return context->functions().vkCreateComputePipelines(context->device(), context->pipelineCache(),
                                                       1, &info, nullptr, &pipeline.pipeline);
}

} // namespace rlx::rt
