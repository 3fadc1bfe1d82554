// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finding devices, their properties, and their names in the registry.
#include "runtime/vulkan/device/VulkanDevice.h"

#include "runtime/device/ProfileJson.h"
#include "unittests/runtime/vulkan/VulkanTest.h"

using namespace rlx::rt;
using namespace rlx::rt::testing;

static VulkanDevice &firstDevice() {
  return static_cast<VulkanDevice &>(**DeviceRegistry::get().find("vulkan:0"));
}

TEST(DeviceProfile, MeetsWhatItHas) {
  DeviceProfile profile;
  profile.features = {"shaderInt64", "storageBuffer8BitAccess"};
  profile.sharedMemoryBytes = 32768;
  profile.subgroupSize = 8;
  profile.cooperativeMatrices = {{16, 8, 32, DType::I8, DType::I8, DType::I32, DType::I32}};
  for (const char *met :
       {"cooperativeMatrix:16x8x32:i8:i8:i32:i32", "shaderInt64", "sharedMemoryBytes>=32768",
        "sharedMemoryBytes>=1", "subgroupSize=8", "vulkanMajor=1", "vulkanMinor>=1",
        "maxWorkgroupInvocations=128", "pushConstantBytes=128", "maxBuffersPerKernel>=4",
        "maxBufferBytes>=134217728", "bufferOffsetAlignment=256", "maxLoopIterations>=70000000000"})
    EXPECT_TRUE(profile.meets(met)) << met;
  EXPECT_TRUE(profile.meets(DeviceProfile::kUnlimitedLoops));
  profile.maxLoopIterations = 65535;
  EXPECT_FALSE(profile.meets(DeviceProfile::kUnlimitedLoops));
  EXPECT_TRUE(profile.meets("maxLoopIterations>=65535"));
  for (const char *lacking :
       {"shaderFloat64", "", "sharedMemoryBytes", "sharedMemoryBytes>=32769", "subgroupSize=32",
        "maxLoopIterations>=65536", "subgroupSize>=", "subgroupSize>=8x", "nobodyKnows>=0", "=8",
        ">=8", "cooperativeMatrix",
        "cooperativeMatrix:", "cooperativeMatrix:16x16x32:i8:i8:i32:i32"})
    EXPECT_FALSE(profile.meets(lacking)) << lacking;
}

TEST(DeviceProfile, AsJson) {
  DeviceProfile profile;
  profile.name = "a \"quoted\\name\"\n";
  profile.features = {"shaderInt16", "shaderInt64"};
  profile.cooperativeMatrices = {{16, 8, 4, DType::BF16, DType::BF16, DType::F32, DType::F32}};
  EXPECT_EQ(profileJson(profile), R"({
  "name": "a \"quoted\\name\"\u000a",
  "vulkan": "1.1",
  "subgroupSize": 1,
  "maxWorkgroupInvocations": 128,
  "maxWorkgroupSize": [128,128,64],
  "maxWorkgroupCount": [65535,65535,65535],
  "sharedMemoryBytes": 16384,
  "pushConstantBytes": 128,
  "maxBuffersPerKernel": 4,
  "maxBufferBytes": 134217728,
  "bufferOffsetAlignment": 256,
  "computeUnits": 132,
  "features": [
    "shaderInt16",
    "shaderInt64"],
  "cooperativeMatrices": [
    {"m": 16, "n": 8, "k": 4, "a": "bf16", "b": "bf16", "c": "f32", "result": "f32"}]
}
)");
}

TEST(DeviceProfile, AsJsonNamesALimitOfLoopsWhereThereIsOne) {
  DeviceProfile profile;
  EXPECT_EQ(profileJson(profile).find("maxLoopIterations"), std::string::npos);
  profile.maxLoopIterations = 65535;
  EXPECT_NE(profileJson(profile).find("  \"maxLoopIterations\": 65535,\n"), std::string::npos);
}

TEST_F(VulkanTest, ProbesWhatTheSpecificationGuarantees) {
  const DeviceProfile least, &profile = firstDevice().profile();
  EXPECT_FALSE(profile.name.empty());
  EXPECT_EQ(profile.versionMajor, 1u);
  EXPECT_GE(profile.versionMinor, 1u);
  EXPECT_GE(profile.maxWorkgroupInvocations, least.maxWorkgroupInvocations);
  EXPECT_GE(profile.sharedMemoryBytes, least.sharedMemoryBytes);
  EXPECT_GE(profile.pushConstantBytes, least.pushConstantBytes);
  EXPECT_GE(profile.maxBuffersPerKernel, least.maxBuffersPerKernel);
  EXPECT_GE(profile.maxBufferBytes, least.maxBufferBytes);
  EXPECT_LE(profile.bufferOffsetAlignment, least.bufferOffsetAlignment);
  for (size_t axis = 0; axis < 3; ++axis) {
    EXPECT_GE(profile.maxWorkgroupSize[axis], least.maxWorkgroupSize[axis]);
    EXPECT_GE(profile.maxWorkgroupCount[axis], least.maxWorkgroupCount[axis]);
  }
  EXPECT_TRUE(std::ranges::is_sorted(profile.features));
  // Mesa's driver for CPUs limits loop iterations. Others are not known to.
  const bool isLlvmpipe = profile.name.starts_with("llvmpipe");
  EXPECT_EQ(profile.maxLoopIterations, isLlvmpipe ? 65535 : DeviceProfile::kNoLimit);
  EXPECT_GE(profile.computeUnits, 1u);
  EXPECT_TRUE(firstDevice().hasFeature("vulkanMinor>=1"));
  EXPECT_FALSE(firstDevice().hasFeature("cpu:no-such-feature"));
  EXPECT_NE(firstDevice().description().find(profile.name), std::string::npos);
}

TEST_F(VulkanTest, NamesOfDevices) {
  DeviceRegistry &registry = DeviceRegistry::get();
  Device *const first = &firstDevice();
  EXPECT_EQ(first->name(), "vulkan:0");
  EXPECT_EQ(first->target(), "vulkan");
  EXPECT_EQ(*registry.find("vulkan"), first);
  EXPECT_EQ(*registry.findForTarget("vulkan"), first);
  std::string part = firstDevice().profile().name.substr(0, 5);
  for (char &c : part)
    c = static_cast<char>(std::toupper(c));
  EXPECT_EQ(*registry.find("vulkan:" + part), first);
  EXPECT_ERROR(registry.find("vulkan:99").status(), NotFound, "no device 'vulkan:99'; there are");
  EXPECT_ERROR(registry.find("vulkan:no such").status(), NotFound, "'cpu', 'vulkan:0'");
  for (bool VulkanSettings::*const what :
       {&VulkanSettings::validation, &VulkanSettings::separateMemory, &VulkanSettings::copiesAll}) {
    VulkanSettings other = chosenSettings();
    other.*what = !(other.*what);
    EXPECT_ERROR(configureVulkan(other), FailedPrecondition, "in use already");
  }
  EXPECT_OK(configureVulkan(chosenSettings()));
  EXPECT_EQ(registry.all().front()->name(), "cpu");
  EXPECT_EQ(registry.whyNone("vulkan"), "");
}
