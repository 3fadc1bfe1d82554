// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tables of SPIR-V declarations and the features they need.
//
// Numbers are those of the SPIR-V specification.
#include "runtime/vulkan/pipeline/SpirvNeeds.h"

#include <algorithm>
#include <iterator>

#include "runtime/base/StrCat.h"
#include "runtime/device/DeviceFeatures.h"

namespace rlx::rt {

namespace {

struct CapabilityNeed {
  uint32_t capability;
  std::string_view feature; // empty: every device has it
};
constexpr CapabilityNeed kCapabilities[] = {
    {0, {}}, // Matrix
    {1, {}}, // Shader
    {9, "shaderFloat16"},
    {10, "shaderFloat64"},
    {11, "shaderInt64"},
    {22, "shaderInt16"},
    {39, "shaderInt8"},
    {61, "subgroupBasic"},
    {62, "subgroupVote"},
    {63, "subgroupArithmetic"},
    {64, "subgroupBallot"},
    {65, "subgroupShuffle"},
    {66, "subgroupShuffleRelative"},
    {67, "subgroupClustered"},
    {68, "subgroupQuad"},
    {4428, "workgroupMemoryExplicitLayout"},
    {4429, "workgroupMemoryExplicitLayout8BitAccess"},
    {4430, "workgroupMemoryExplicitLayout16BitAccess"},
    {4433, "storageBuffer16BitAccess"},
    {4434, "uniformAndStorageBuffer16BitAccess"},
    {4448, "storageBuffer8BitAccess"},
    {4449, "uniformAndStorageBuffer8BitAccess"},
    {5116, "shaderBFloat16Type"},
    {5117, "shaderBFloat16DotProduct"},
    {5118, "shaderBFloat16CooperativeMatrix"},
    {5345, "vulkanMemoryModel"},
    {5346, "vulkanMemoryModelDeviceScope"},
    {6016, "shaderIntegerDotProduct"},
    {6017, "shaderIntegerDotProduct"},
    {6018, "shaderIntegerDotProduct"},
    {6019, "shaderIntegerDotProduct"},
    {6022, "cooperativeMatrix"},
};
static_assert(std::ranges::all_of(kCapabilities, [](const CapabilityNeed &each) {
  return each.feature.empty() || isDeviceFeature(each.feature);
}));

// Float modes: one feature for each of the widths 16, 32 and 64, and one capability for all.
struct FloatModeNeed {
  uint32_t mode, capability;
  std::string_view features[3];
};
#define RLX_FLOAT_MODE(MODE, CAPABILITY, NAME) {MODE, CAPABILITY, {NAME "16", NAME "32", NAME "64"}}
constexpr FloatModeNeed kFloatModes[] = {
    RLX_FLOAT_MODE(4459, 4464, "shaderDenormPreserveFloat"),
    RLX_FLOAT_MODE(4460, 4465, "shaderDenormFlushToZeroFloat"),
    RLX_FLOAT_MODE(4461, 4466, "shaderSignedZeroInfNanPreserveFloat"),
    RLX_FLOAT_MODE(4462, 4467, "shaderRoundingModeRTEFloat"),
    RLX_FLOAT_MODE(4463, 4468, "shaderRoundingModeRTZFloat"),
};
#undef RLX_FLOAT_MODE
static_assert(std::ranges::all_of(kFloatModes, [](const FloatModeNeed &each) {
  return std::ranges::all_of(each.features, isDeviceFeature);
}));

struct ExtensionNeed {
  std::string_view name;
  uint32_t minor;           // Vulkan 1.x from which on every device has it; 0: none
  std::string_view feature; // for devices before that
};
constexpr ExtensionNeed kExtensions[] = {
    {"SPV_KHR_storage_buffer_storage_class", 1, {}},
    {"SPV_KHR_16bit_storage", 1, {}},
    {"SPV_KHR_8bit_storage", 2, "storageBuffer8BitAccess"},
    {"SPV_KHR_vulkan_memory_model", 2, "vulkanMemoryModel"},
    {"SPV_KHR_integer_dot_product", 3, "shaderIntegerDotProduct"},
    {"SPV_KHR_non_semantic_info", 3, {}},
    {"SPV_KHR_bfloat16", 0, "shaderBFloat16Type"},
    {"SPV_KHR_cooperative_matrix", 0, "cooperativeMatrix"},
    {"SPV_KHR_maximal_reconvergence", 0, "shaderMaximalReconvergence"},
    {"SPV_KHR_subgroup_uniform_control_flow", 0, "shaderSubgroupUniformControlFlow"},
    {"SPV_KHR_workgroup_memory_explicit_layout", 0, "workgroupMemoryExplicitLayout"},
};
// Covers several features.
constexpr std::string_view kFloatControls = "SPV_KHR_float_controls";

bool hasAny(const DeviceProfile &profile, const FloatModeNeed &mode) {
  return std::ranges::any_of(mode.features,
                             [&](std::string_view feature) { return profile.has(feature); });
}

} // namespace

Status checkSpirvCapability(uint32_t capability, const DeviceProfile &profile) {
  if (const auto *found = std::ranges::find(kCapabilities, capability, &CapabilityNeed::capability);
      found != std::end(kCapabilities))
    return found->feature.empty() || profile.has(found->feature)
               ? okStatus()
               : unsupported(strCat("it declares capability ", capability,
                                    ", but the device has no ", found->feature));
  const auto *mode = std::ranges::find(kFloatModes, capability, &FloatModeNeed::capability);
  return mode != std::end(kFloatModes) && hasAny(profile, *mode)
             ? okStatus()
             : unsupported(strCat("it declares capability ", capability,
                                  ", which is not enabled on the device"));
}

Status checkSpirvExtension(std::string_view extension, const DeviceProfile &profile) {
  const auto *found = std::ranges::find(kExtensions, extension, &ExtensionNeed::name);
  bool isThere =
      found != std::end(kExtensions) &&
      ((found->minor != 0 && profile.versionMinor >= found->minor) || profile.has(found->feature));
  if (extension == kFloatControls)
    isThere = profile.versionMinor >= 2 || std::ranges::any_of(kFloatModes, [&](const auto &mode) {
                return hasAny(profile, mode);
              });
  return isThere ? okStatus()
                 : unsupported(strCat("it declares extension '", extension,
                                      "', which is not enabled on the device"));
}

Status checkSpirvMode(uint32_t mode, std::span<const uint32_t> operands,
                      const DeviceProfile &profile) {
  constexpr uint32_t kSubgroupUniformControlFlow = 4421, kMaximallyReconverges = 6023;
  std::string_view feature;
  if (const auto *found = std::ranges::find(kFloatModes, mode, &FloatModeNeed::mode);
      found != std::end(kFloatModes) && operands.size() == 1)
    feature = operands[0] == 16   ? found->features[0]
              : operands[0] == 32 ? found->features[1]
              : operands[0] == 64 ? found->features[2]
                                  : "";
  if (mode == kSubgroupUniformControlFlow && operands.empty())
    feature = "shaderSubgroupUniformControlFlow";
  if (mode == kMaximallyReconverges && operands.empty())
    feature = "shaderMaximalReconvergence";
  return !feature.empty() && profile.has(feature)
             ? okStatus()
             : unsupported(strCat("it asks for execution mode ", mode,
                                  feature.empty() ? ", which kernels cannot have"
                                                  : ", but the device has no ",
                                  feature));
}

uint32_t newestSpirvVersion(const DeviceProfile &profile) {
  return profile.versionMinor >= 3 ? 0x10600 : profile.versionMinor == 2 ? 0x10500 : 0x10300;
}

} // namespace rlx::rt
