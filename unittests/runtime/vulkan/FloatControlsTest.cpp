// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The float modes of a device that kernels can request.
#include "runtime/vulkan/api/ProbeDevice.h"

#include <algorithm>
#include <string_view>

#include "gtest/gtest.h"

using namespace rlx::rt;

namespace {

VkPhysicalDeviceFloatControlsProperties everything(VkShaderFloatControlsIndependence denorms,
                                                   VkShaderFloatControlsIndependence roundings) {
  VkPhysicalDeviceFloatControlsProperties all{};
  all.denormBehaviorIndependence = denorms;
  all.roundingModeIndependence = roundings;
  all.shaderSignedZeroInfNanPreserveFloat16 = VK_TRUE;
  all.shaderDenormPreserveFloat16 = all.shaderDenormPreserveFloat32 = VK_TRUE;
  all.shaderDenormPreserveFloat64 = VK_TRUE;
  all.shaderRoundingModeRTEFloat16 = all.shaderRoundingModeRTEFloat32 = VK_TRUE;
  return all;
}

bool has(const VkPhysicalDeviceFloatControlsProperties &all, std::string_view name) {
  return std::ranges::count(floatControls(all), name) == 1;
}

constexpr auto kAll = VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_ALL,
               k32 = VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_32_BIT_ONLY,
               kNone = VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_NONE;

TEST(FloatControlsTest, AllThatAreThereIfEachWidthIsFree) {
  const auto all = everything(kAll, kAll);
  EXPECT_EQ(floatControls(all).size(), 6u);
  EXPECT_TRUE(has(all, "shaderDenormPreserveFloat16"));
  EXPECT_TRUE(has(all, "shaderRoundingModeRTEFloat32"));
  EXPECT_FALSE(has(all, "shaderRoundingModeRTEFloat64")); // does not exist
  EXPECT_TRUE(floatControls({}).empty());
}

TEST(FloatControlsTest, OnlyThoseOf32BitsIfOthersHaveToAgree) {
  const auto all = everything(k32, kAll);
  EXPECT_TRUE(has(all, "shaderDenormPreserveFloat32"));
  EXPECT_FALSE(has(all, "shaderDenormPreserveFloat16"));
  EXPECT_FALSE(has(all, "shaderDenormPreserveFloat64"));
  EXPECT_TRUE(has(all, "shaderRoundingModeRTEFloat16"));
}

TEST(FloatControlsTest, NoneIfAllHaveToAgree) {
  const auto all = everything(kAll, kNone);
  EXPECT_TRUE(has(all, "shaderDenormPreserveFloat16"));
  EXPECT_FALSE(has(all, "shaderRoundingModeRTEFloat16"));
  EXPECT_FALSE(has(all, "shaderRoundingModeRTEFloat32"));
  // These are independent for each width.
  EXPECT_TRUE(has(all, "shaderSignedZeroInfNanPreserveFloat16"));
}

} // namespace
