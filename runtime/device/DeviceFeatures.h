// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device features that RLX knows by name.
//
// These are the features that are probed, that code may require, and that a device profile may
// list. Most are members of Vulkan's feature structures, such as "shaderInt64". Some are RLX's own;
// their comments say so.
#ifndef RLX_RUNTIME_DEVICE_DEVICEFEATURES_H
#define RLX_RUNTIME_DEVICE_DEVICEFEATURES_H

#include <algorithm>
#include <iterator>
#include <string_view>

namespace rlx::rt {

inline constexpr std::string_view kDeviceFeatures[] = {
    // RLX's own: an invocation holds the same elements of an accumulator matrix in f16 and in f32,
    // and the same number of elements of each operand. Vulkan does not guarantee it; it is known
    // for certain drivers.
    "accumulatorLayoutMatchesOperand",
    "computeFullSubgroups",
    "cooperativeMatrix",
    // RLX's own, of no device: kernels with cooperative matrices are compiled for devices without
    // them, for tests.
    "emulateCooperativeMatrix",
    // RLX's own, of no Vulkan device: floating-point remainders are exact.
    "exactRemainder",
    // RLX's own, of no Vulkan device: all math functions of f64. SPIR-V has roots and rounding
    // only.
    "float64Math",
    // RLX's own, and required by no code: f32 division and square root are off by a few ulps, as
    // Vulkan allows, and a multiply-add rounds once, which Vulkan does not guarantee. Code corrects
    // the results.
    "inexactDivision",
    // RLX's own: the invocations of a subgroup are consecutive in a one-dimensional workgroup.
    // No Vulkan structure tells; the runtime knows it of drivers.
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
    "wgmma",
    "workgroupMemoryExplicitLayout",
    "workgroupMemoryExplicitLayout16BitAccess",
    "workgroupMemoryExplicitLayout8BitAccess",
    "workgroupMemoryExplicitLayoutScalarBlockLayout",
};
static_assert(std::is_sorted(std::begin(kDeviceFeatures), std::end(kDeviceFeatures)),
              "profiles are searched as sorted lists");

// For tables that give names a meaning: they check their names at compile time.
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

#endif // RLX_RUNTIME_DEVICE_DEVICEFEATURES_H
