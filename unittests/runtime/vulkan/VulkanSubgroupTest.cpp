// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Guaranteed subgroup sizes: the profiles of devices with varying sizes, and the pipeline flags of
// kernels that use subgroups.
#include <algorithm>
#include <utility>
#include <vector>

#include "runtime/vulkan/pipeline/SpirvImage.h"
#include "unittests/runtime/vulkan/Interposed.h"

namespace vulkan_subgroup_test {

using namespace rlx::rt;
using namespace rlx::rt::testing;

namespace {

using Sizes = VkPhysicalDeviceSubgroupSizeControlProperties;
using Features = VkPhysicalDeviceSubgroupSizeControlFeatures;

template <typename Struct>
Struct *find(void *chain, VkStructureType type) {
  for (auto *at = static_cast<VkBaseOutStructure *>(chain); at; at = at->pNext)
    if (at->sType == type)
      return reinterpret_cast<Struct *>(at);
  return nullptr;
}

// The driver's report of subgroup sizes, which a test changes.
struct Changed {
  VulkanInstanceFunctions real;
  std::function<void(Sizes &)> sizes = [](Sizes &) {};
  std::function<void(Features &)> features = [](Features &) {};
};
Changed *changed = nullptr;

void VKAPI_CALL properties(VkPhysicalDevice device, VkPhysicalDeviceProperties2 *all) {
  changed->real.vkGetPhysicalDeviceProperties2(device, all);
  if (auto *sizes = find<Sizes>(all->pNext,
                                VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES))
    changed->sizes(*sizes);
}
void VKAPI_CALL features(VkPhysicalDevice device, VkPhysicalDeviceFeatures2 *all) {
  changed->real.vkGetPhysicalDeviceFeatures2(device, all);
  if (auto *own = find<Features>(all->pNext,
                                 VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES))
    changed->features(*own);
}

// The arguments of the last pipeline creation.
struct Asked {
  PFN_vkCreateComputePipelines real;
  VkPipelineShaderStageCreateFlags flags;
  uint32_t size; // 0: any size
};
Asked asked;

VkResult VKAPI_CALL createPipelines(VkDevice device, VkPipelineCache cache, uint32_t count,
                                    const VkComputePipelineCreateInfo *infos,
                                    const VkAllocationCallbacks *allocator, VkPipeline *pipelines) {
  const VkPipelineShaderStageCreateInfo &stage = infos->stage;
  const auto *size = find<VkPipelineShaderStageRequiredSubgroupSizeCreateInfo>(
      const_cast<void *>(stage.pNext),
      VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO);
  asked.flags = stage.flags;
  asked.size = size ? size->requiredSubgroupSize : 0;
  return asked.real(device, cache, count, infos, allocator, pipelines);
}

class VulkanSubgroups : public VulkanTest {
protected:
  void SetUp() override {
    VulkanTest::SetUp();
    if (IsSkipped() || HasFatalFailure())
      return;
    ASSERT_OK_AND_ASSIGN(instance, VulkanInstance::create({validates()}));
    change.real = instance->functions();
    changed = &change;
    if (!probe().profile.has("subgroupShuffle"))
      GTEST_SKIP() << "the device has no subgroups to rely on";
  }
  void TearDown() override { changed = nullptr; }

  VkPhysicalDevice physical() const { return instance->devices()[0]; }
  ProbedDevice probe() {
    VulkanInstanceFunctions functions = change.real;
    functions.vkGetPhysicalDeviceProperties2 = properties;
    functions.vkGetPhysicalDeviceFeatures2 = features;
    return probeDevice(*instance, physical(), functions);
  }
  // The device claims sizes up to twice its own, and subgroups without a limit per workgroup.
  void vary() {
    change.sizes = [](Sizes &sizes) {
      sizes.maxSubgroupSize *= 2;
      sizes.maxComputeWorkgroupSubgroups = 1 << 20;
    };
  }
  // Creates the pipeline of the only kernel of a program, on the probed device.
  Status make(const ProbedDevice &probed, const SpirvKernel &kernel) {
    RLX_ASSIGN_OR_RETURN(auto context, VulkanContext::create(instance, physical(), probed, ""));
    asked = {context->functions().vkCreateComputePipelines, 0, 0};
    context->functionsForTests().vkCreateComputePipelines = createPipelines;
    ProgramBuilder b;
    b.kernel(kernel.name, "vulkan");
    KernelTable table;
    RLX_RETURN_IF_ERROR(addSpirvKernel(table, kernel));
    return context->loadKernels(b.program, table).status();
  }
  void expectNoSubgroups() {
    const ProbedDevice probed = probe();
    for (const std::string &feature : probed.profile.features)
      EXPECT_TRUE(feature == "subgroupSizeControl" || !feature.starts_with("subgroup")) << feature;
    EXPECT_FALSE(probed.profile.has("cooperativeMatrix"));
    EXPECT_TRUE(probed.profile.cooperativeMatrices.empty());
    EXPECT_FALSE(probed.choosesSubgroupSize);
    EXPECT_ERROR(make(probed, swapPairs), Unsupported, "whose size the device chooses as it likes");
    EXPECT_OK(make(probed, addOne));
    EXPECT_EQ(asked.flags, 0u);
  }

  std::shared_ptr<const VulkanInstance> instance;
  Changed change;
  const SpirvKernel swapPairs = vulkanKernel("swap_pairs", 2, 1),
                    addOne = vulkanKernel("add_one", 2, 1);
};

} // namespace

TEST_F(VulkanSubgroups, OfOneSizeAreAskedForWhole) {
  const ProbedDevice probed = probe();
  EXPECT_TRUE(probed.profile.has("subgroupBasic"));
  EXPECT_OK(make(probed, swapPairs));
  EXPECT_EQ(asked.flags, VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT);
  EXPECT_EQ(asked.size, probed.choosesSubgroupSize ? probed.profile.subgroupSize : 0);
  EXPECT_OK(make(probed, addOne));
  EXPECT_EQ(asked.flags, 0u);
  EXPECT_EQ(asked.size, 0u);
}

TEST_F(VulkanSubgroups, OfVaryingSizesAreAskedForBySize) {
  const DeviceProfile before = probe().profile;
  vary();
  const ProbedDevice probed = probe();
  EXPECT_TRUE(probed.choosesSubgroupSize);
  EXPECT_EQ(probed.profile.features, before.features);
  EXPECT_EQ(probed.profile.subgroupSize, before.subgroupSize);
  EXPECT_OK(make(probed, swapPairs));
  EXPECT_EQ(asked.flags, VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT);
  EXPECT_EQ(asked.size, before.subgroupSize);
  EXPECT_OK(make(probed, addOne));
  EXPECT_EQ(asked.flags, 0u);
  EXPECT_EQ(asked.size, 0u);
}

TEST_F(VulkanSubgroups, ThatCannotBeAskedForAreNoFeatures) {
  vary();
  const auto varied = change.sizes;
  const std::function<void(Sizes &)> cases[] = {
      [](Sizes &sizes) { sizes.requiredSubgroupSizeStages = VK_SHADER_STAGE_FRAGMENT_BIT; },
      [](Sizes &sizes) { sizes.minSubgroupSize = std::exchange(sizes.maxSubgroupSize, 128); },
      [](Sizes &sizes) { sizes.maxComputeWorkgroupSubgroups = 1; }};
  for (const auto &each : cases) {
    SCOPED_TRACE(&each - cases);
    change.sizes = [&](Sizes &sizes) {
      varied(sizes);
      each(sizes);
    };
    expectNoSubgroups();
  }
  change.sizes = varied;
  change.features = [](Features &own) { own.subgroupSizeControl = VK_FALSE; };
  expectNoSubgroups();
}

TEST_F(VulkanSubgroups, ThatNeedNotBeWholeAreNoFeatures) {
  change.features = [](Features &own) { own.computeFullSubgroups = VK_FALSE; };
  expectNoSubgroups();
}

TEST_F(VulkanSubgroups, WorkgroupsAreWholeSubgroups) {
  const ProbedDevice probed = probe();
  SpirvKernel odd = swapPairs;
  for (size_t at = 5; at < odd.words.size(); at += odd.words[at] >> 16)
    if ((odd.words[at] & 0xFFFF) == 16) // OpExecutionMode
      odd.words[at + 3] = 63;
  ASSERT_EQ(workgroupSizeOf(odd)[0], 63u);
  EXPECT_ERROR(make(probed, odd), Unsupported, "of 63 invocations the device's, which have");
}

TEST(SpirvKernel, UsesSubgroups) {
  const auto declares = [](uint32_t capability) {
    return usesSubgroups(
        {"k", {0x07230203, 0x10300, 0, 1, 0, 2 << 16 | 17, 1, 2 << 16 | 17, capability}});
  };
  for (uint32_t uses : {61, 65, 68, 6022})
    EXPECT_TRUE(declares(uses)) << uses;
  for (uint32_t other : {9, 22, 60, 69, 4433})
    EXPECT_FALSE(declares(other)) << other;
}

// Adjacent invocations exchange values, in any arrangement.
TEST_F(VulkanSubgroups, ExchangeValues) {
  ProgramBuilder b;
  b.program.name = "pairs";
  const uint32_t x = b.tensor(BufferKind::Input, "x", DType::F32, {c(640)});
  const uint32_t out = b.tensor(BufferKind::Output, "out", DType::F32, {c(640)});
  const uint32_t kernel = b.kernel("swap_pairs", "vulkan");
  b.program.main.push_back(
      ProgramBuilder::dispatch(kernel, {x, out}, 1, {c(640)}, c(10), "swap_pairs"));
  KernelTable table;
  ASSERT_OK(addSpirvKernel(table, SpirvKernel(swapPairs)));
  ASSERT_OK_AND_ASSIGN(auto executable, Executable::load(std::move(b.program), table));
  std::vector<int64_t> shape{640};
  std::vector<float> values = ramp(640, 3);
  const std::vector<NamedTensor> inputs{{"x", {DType::F32, shape, values.data()}}};
  ASSERT_OK(executable->run(inputs));
  for (size_t i = 0; i < values.size(); ++i)
    ASSERT_EQ(executable->output(0).as<float>()[i], values[i ^ 1]) << i;
}

} // namespace vulkan_subgroup_test
