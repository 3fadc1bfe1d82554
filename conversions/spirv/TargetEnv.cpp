// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A table of features and capabilities (see TargetEnv.h). A new feature that lets modules declare a
// capability gets a line here. The SPIR-V version follows from that of Vulkan: 1.3 for 1.1, 1.5 for
// 1.2, and 1.6 from 1.3 on.
#include "conversions/spirv/TargetEnv.h"

#include "conversions/spirv/FloatControls.h"
#include "mlir/IR/Builders.h"
#include "runtime/device/DeviceFeatures.h"

#include <algorithm>

using namespace mlir;

namespace rlx {
namespace {

// A capability that modules may declare on devices with the feature.
struct FeatureCapability {
  StringRef feature;
  spirv::Capability capability;
};
constexpr FeatureCapability kCapabilities[] = {
    {"shaderFloat16", spirv::Capability::Float16},
    {"shaderFloat64", spirv::Capability::Float64},
    {"shaderInt16", spirv::Capability::Int16},
    {"shaderInt64", spirv::Capability::Int64},
    {"shaderInt8", spirv::Capability::Int8},
    {"shaderIntegerDotProduct", spirv::Capability::DotProduct},
    {"shaderIntegerDotProduct", spirv::Capability::DotProductInput4x8Bit},
    {"shaderIntegerDotProduct", spirv::Capability::DotProductInput4x8BitPacked},
    {"storageBuffer16BitAccess", spirv::Capability::StorageBuffer16BitAccess},
    {"storageBuffer8BitAccess", spirv::Capability::StorageBuffer8BitAccess},
    {"subgroupArithmetic", spirv::Capability::GroupNonUniform},
    {"subgroupArithmetic", spirv::Capability::GroupNonUniformArithmetic},
    {"subgroupBallot", spirv::Capability::GroupNonUniformBallot},
    {"subgroupShuffle", spirv::Capability::GroupNonUniform},
    {"subgroupShuffle", spirv::Capability::GroupNonUniformShuffle},
    {"subgroupShuffleRelative", spirv::Capability::GroupNonUniformShuffleRelative},
    {"vulkanMemoryModel", spirv::Capability::VulkanMemoryModel},
    {"cooperativeMatrix", spirv::Capability::CooperativeMatrixKHR},
    {"shaderBFloat16Type", spirv::Capability::BFloat16TypeKHR},
    {"shaderBFloat16CooperativeMatrix", spirv::Capability::BFloat16CooperativeMatrixKHR},
};

static_assert(std::ranges::all_of(kCapabilities, [](const FeatureCapability &each) {
  return rt::isDeviceFeature({each.feature.data(), each.feature.size()});
}));

spirv::Version versionOf(const rt::DeviceProfile &profile) {
  return profile.versionMinor >= 3   ? spirv::Version::V_1_6
         : profile.versionMinor == 2 ? spirv::Version::V_1_5
                                     : spirv::Version::V_1_3;
}

} // namespace

spirv::TargetEnvAttr targetEnvOf(const rt::DeviceProfile &profile, MLIRContext &context) {
  SmallVector<spirv::Capability> capabilities = {spirv::Capability::Shader};
  for (const FeatureCapability &each : kCapabilities)
    if (profile.has(each.feature))
      capabilities.push_back(each.capability);
  const SmallVector<spirv::Capability> floats = floatCapabilities(profile);
  capabilities.append(floats.begin(), floats.end());
  SmallVector<spirv::Extension> extensions = {
      spirv::Extension::SPV_KHR_storage_buffer_storage_class,
      spirv::Extension::SPV_KHR_16bit_storage, spirv::Extension::SPV_KHR_8bit_storage};
  // Core since Vulkan 1.2; before, extensions with the same features.
  if (!floats.empty())
    extensions.push_back(spirv::Extension::SPV_KHR_float_controls);
  if (profile.has("vulkanMemoryModel"))
    extensions.push_back(spirv::Extension::SPV_KHR_vulkan_memory_model);
  if (profile.has("shaderIntegerDotProduct"))
    extensions.push_back(spirv::Extension::SPV_KHR_integer_dot_product);
  if (profile.has("cooperativeMatrix"))
    extensions.push_back(spirv::Extension::SPV_KHR_cooperative_matrix);
  if (profile.has("shaderBFloat16Type"))
    extensions.push_back(spirv::Extension::SPV_KHR_bfloat16);
  auto triple = spirv::VerCapExtAttr::get(versionOf(profile), capabilities, extensions, &context);
  Builder b(&context);
  ArrayRef<uint32_t> size = profile.maxWorkgroupSize;
  auto limits = spirv::ResourceLimitsAttr::get(
      &context, static_cast<int>(profile.sharedMemoryBytes),
      static_cast<int>(profile.maxWorkgroupInvocations),
      b.getI32ArrayAttr(
          {static_cast<int>(size[0]), static_cast<int>(size[1]), static_cast<int>(size[2])}),
      static_cast<int>(profile.subgroupSize), std::nullopt, std::nullopt, ArrayAttr(), ArrayAttr());
  return spirv::TargetEnvAttr::get(triple, limits, spirv::ClientAPI::Vulkan);
}

SmallVector<StringRef> featuresOf(ArrayRef<spirv::Capability> capabilities) {
  SmallVector<StringRef> features;
  // GroupNonUniform is no feature: every device supports it in compute shaders.
  for (const FeatureCapability &each : kCapabilities)
    if (each.capability != spirv::Capability::GroupNonUniform &&
        llvm::is_contained(capabilities, each.capability) &&
        !llvm::is_contained(features, each.feature))
      features.push_back(each.feature);
  return features;
}

} // namespace rlx
