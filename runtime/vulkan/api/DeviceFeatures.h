// The features of devices that RLX knows by name: those that are probed, those that code asks for,
// and so those that a profile may list.
#ifndef RLX_RUNTIME_VULKAN_API_DEVICEFEATURES_H
#define RLX_RUNTIME_VULKAN_API_DEVICEFEATURES_H

#include <algorithm>
#include <iterator>
#include <string_view>

namespace rlx::rt {

inline constexpr std::string_view kDeviceFeatures[] = {
    // Of no structure: an invocation holds the same places of a matrix of sums whether these are
    // f16 or f32, the same number as the others. Vulkan leaves that open; it is known of drivers.
    "accumulatorLayoutMatchesOperand",
    "computeFullSubgroups",
    "cooperativeMatrix",
    // Of no device: kernels with matrices are made so that any can run them, for tests.
    "emulateCooperativeMatrix",
    // Not of Vulkan, and no code asks for it: quotients and square roots of f32 are some units in
    // the last place off, as Vulkan allows, and a multiply-add rounds once, which it does not
    // promise. Code corrects them.
    "inexactDivision",
    // Of no structure: of a workgroup in one dimension, invocations of a subgroup are neighbours.
    // Vulkan leaves that open; it is known of drivers.
    "linearSubgroupOrder",
    "shaderBFloat16CooperativeMatrix",
    "shaderBFloat16DotProduct",
    "shaderBFloat16Type",
    "shaderDenormFlushToZeroFloat16",
    "shaderDenormFlushToZeroFloat32",
    "shaderDenormFlushToZeroFloat64",
    "shaderDenormPreserveFloat16",
    "shaderDenormPreserveFloat32",
    "shaderDenormPreserveFloat64",
    "shaderFloat16",
    "shaderFloat64",
    "shaderInt16",
    "shaderInt64",
    "shaderInt8",
    "shaderIntegerDotProduct",
    "shaderMaximalReconvergence",
    "shaderRoundingModeRTEFloat16",
    "shaderRoundingModeRTEFloat32",
    "shaderRoundingModeRTEFloat64",
    "shaderRoundingModeRTZFloat16",
    "shaderRoundingModeRTZFloat32",
    "shaderRoundingModeRTZFloat64",
    "shaderSignedZeroInfNanPreserveFloat16",
    "shaderSignedZeroInfNanPreserveFloat32",
    "shaderSignedZeroInfNanPreserveFloat64",
    "shaderSubgroupExtendedTypes",
    "shaderSubgroupUniformControlFlow",
    "storageBuffer16BitAccess",
    "storageBuffer8BitAccess",
    "subgroupArithmetic",
    "subgroupBallot",
    "subgroupBasic",
    "subgroupClustered",
    "subgroupQuad",
    "subgroupShuffle",
    "subgroupShuffleRelative",
    "subgroupSizeControl",
    "subgroupVote",
    "uniformAndStorageBuffer16BitAccess",
    "uniformAndStorageBuffer8BitAccess",
    "vulkanMemoryModel",
    "vulkanMemoryModelDeviceScope",
    "workgroupMemoryExplicitLayout",
    "workgroupMemoryExplicitLayout16BitAccess",
    "workgroupMemoryExplicitLayout8BitAccess",
    "workgroupMemoryExplicitLayoutScalarBlockLayout",
};
static_assert(std::is_sorted(std::begin(kDeviceFeatures), std::end(kDeviceFeatures)),
              "profiles are searched as sorted lists");

// For the tables that give a name a meaning: they check theirs when they are compiled.
constexpr bool isDeviceFeature(std::string_view name) {
  return std::find(std::begin(kDeviceFeatures), std::end(kDeviceFeatures), name) !=
         std::end(kDeviceFeatures);
}

// Names of features and limits that packages and profiles of earlier versions have, and today's.
struct FormerName {
  std::string_view former, name;
};
inline constexpr FormerName kFormerNames[] = {
    {"consecutiveSubgroups", "linearSubgroupOrder"},
    {"cooperativeMatrixSameLayouts", "accumulatorLayoutMatchesOperand"},
    {"inexactQuotients", "inexactDivision"},
    {"maxLoopSteps", "maxLoopIterations"},
    {"processors", "computeUnits"},
};

// Today's name of a feature or limit; a name without a former one is its own.
inline std::string_view currentName(std::string_view name) {
  for (const FormerName &each : kFormerNames)
    if (each.former == name)
      return each.name;
  return name;
}

} // namespace rlx::rt

#endif // RLX_RUNTIME_VULKAN_API_DEVICEFEATURES_H
