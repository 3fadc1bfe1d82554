// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Probing of a device: a table maps Vulkan's feature structures to names. Each supported structure
// is queried, the named members become features of the profile, and all others stay disabled.
//
// Limits come from the properties structures.
#include "runtime/vulkan/api/ProbeDevice.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "runtime/base/StrCat.h"
#include "runtime/device/DeviceFeatures.h"
#include "runtime/vulkan/api/VulkanExtras.h"

namespace rlx::rt {

namespace {

// A feature structure: its origin, and its members' names in order. Kernels do not use members
// without a name, and those stay disabled.
struct FeatureGroup {
  const char *extension;
  uint32_t inCore; // Vulkan version that includes it without the extension; 0: none
  VkStructureType type;
  std::array<const char *, 8> members;
};

constexpr uint32_t k11 = VK_API_VERSION_1_1, k12 = VK_API_VERSION_1_2, k13 = VK_API_VERSION_1_3;

constexpr FeatureGroup kGroups[] = {
    {VK_KHR_16BIT_STORAGE_EXTENSION_NAME,
     k11,
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES,
     {"storageBuffer16BitAccess", "uniformAndStorageBuffer16BitAccess"}},
    {VK_KHR_8BIT_STORAGE_EXTENSION_NAME,
     k12,
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES,
     {"storageBuffer8BitAccess", "uniformAndStorageBuffer8BitAccess"}},
    {VK_KHR_SHADER_FLOAT16_INT8_EXTENSION_NAME,
     k12,
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES,
     {"shaderFloat16", "shaderInt8"}},
    {VK_KHR_SHADER_SUBGROUP_EXTENDED_TYPES_EXTENSION_NAME,
     k12,
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SUBGROUP_EXTENDED_TYPES_FEATURES,
     {"shaderSubgroupExtendedTypes"}},
    {VK_KHR_VULKAN_MEMORY_MODEL_EXTENSION_NAME,
     k12,
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_MEMORY_MODEL_FEATURES,
     {"vulkanMemoryModel", "vulkanMemoryModelDeviceScope"}},
    {VK_KHR_SHADER_INTEGER_DOT_PRODUCT_EXTENSION_NAME,
     k13,
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_INTEGER_DOT_PRODUCT_FEATURES,
     {"shaderIntegerDotProduct"}},
    {VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME,
     k13,
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES,
     {"subgroupSizeControl", "computeFullSubgroups"}},
    {VK_KHR_WORKGROUP_MEMORY_EXPLICIT_LAYOUT_EXTENSION_NAME,
     0,
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_WORKGROUP_MEMORY_EXPLICIT_LAYOUT_FEATURES_KHR,
     {"workgroupMemoryExplicitLayout", "workgroupMemoryExplicitLayoutScalarBlockLayout",
      "workgroupMemoryExplicitLayout8BitAccess", "workgroupMemoryExplicitLayout16BitAccess"}},
    {VK_KHR_SHADER_SUBGROUP_UNIFORM_CONTROL_FLOW_EXTENSION_NAME,
     0,
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SUBGROUP_UNIFORM_CONTROL_FLOW_FEATURES_KHR,
     {"shaderSubgroupUniformControlFlow"}},
    {"VK_KHR_shader_maximal_reconvergence",
     0,
     vkextra::kMaximalReconvergenceFeatures,
     {"shaderMaximalReconvergence"}},
    {"VK_KHR_cooperative_matrix", 0, vkextra::kCooperativeMatrixFeatures, {"cooperativeMatrix"}},
    {"VK_KHR_shader_bfloat16",
     0,
     vkextra::kBFloat16Features,
     {"shaderBFloat16Type", "shaderBFloat16DotProduct", "shaderBFloat16CooperativeMatrix"}},
};

static_assert(std::ranges::all_of(kGroups, [](const FeatureGroup &group) {
  return std::ranges::all_of(group.members,
                             [](const char *name) { return !name || isDeviceFeature(name); });
}));

// Extensions without a feature structure that SPIR-V modules name.
constexpr std::pair<const char *, uint32_t> kPlainExtensions[] = {
    {VK_KHR_STORAGE_BUFFER_STORAGE_CLASS_EXTENSION_NAME, k11},
    {VK_KHR_SPIRV_1_4_EXTENSION_NAME, k12},
    {VK_KHR_SHADER_FLOAT_CONTROLS_EXTENSION_NAME, k12},
    {VK_KHR_SHADER_NON_SEMANTIC_INFO_EXTENSION_NAME, k13},
};

// Whether one float width can have a mode independently of the others.
bool isFree(VkShaderFloatControlsIndependence independence, bool is32) {
  return independence == VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_ALL ||
         (is32 && independence == VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_32_BIT_ONLY);
}

class Prober {
public:
  Prober(const VulkanInstance &owner, VkPhysicalDevice physical,
         const VulkanInstanceFunctions &functions)
      : instance(owner), vk(functions), device(physical) {}

  ProbedDevice run() {
    listExtensions();
    readProperties();
    readFeatures();
    readSubgroups();
    readMatrices();
    readMemory();
    std::ranges::sort(result.profile.features);
    return std::move(result);
  }

private:
  void listExtensions();
  void readProperties();
  void readLimits(const VkPhysicalDeviceLimits &limits);
  void readComputeUnits();
  void readSubgroups();
  bool keepsSubgroups(const VkPhysicalDeviceSubgroupSizeControlProperties &sizes) const;
  void readFeatures();
  void keepFeatures();
  void readMatrices();
  void readMemory();

  void add(const char *feature, VkBool32 there = VK_TRUE) {
    if (there)
      result.profile.features.emplace_back(feature);
  }
  // Features are not sorted yet.
  bool has(std::string_view feature) const {
    return std::ranges::count(result.profile.features, feature) != 0;
  }
  bool hasExtension(const char *name) const {
    return std::ranges::any_of(available, [&](const VkExtensionProperties &one) {
      return std::strcmp(one.extensionName, name) == 0;
    });
  }
  // Zeros if the device does not know the structure.
  template <typename Properties>
  Properties properties(VkStructureType type, bool isKnown = true) const {
    Properties found{};
    found.sType = type;
    VkPhysicalDeviceProperties2 all{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &found, {}};
    if (isKnown)
      vk.vkGetPhysicalDeviceProperties2(device, &all);
    return found;
  }
  bool inCore(uint32_t since) const { return since != 0 && version >= since; }

  const VulkanInstance &instance;
  const VulkanInstanceFunctions &vk;
  VkPhysicalDevice device;
  ProbedDevice result;
  uint32_t version = k11;
  std::vector<VkExtensionProperties> available;
  std::vector<const FeatureGroup *> groups; // parallel to result.structs
};

void Prober::listExtensions() {
  uint32_t count = 0;
  if (vk.vkEnumerateDeviceExtensionProperties(device, nullptr, &count, nullptr) != VK_SUCCESS)
    return;
  available.resize(count);
  if (vk.vkEnumerateDeviceExtensionProperties(device, nullptr, &count, available.data()) !=
      VK_SUCCESS)
    available.clear();
}

void Prober::readProperties() {
  VkPhysicalDeviceFloatControlsProperties floats{};
  floats.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FLOAT_CONTROLS_PROPERTIES;
  VkPhysicalDeviceDriverProperties driver{};
  driver.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES;
  VkPhysicalDeviceProperties2 all{};
  all.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  vk.vkGetPhysicalDeviceProperties2(device, &all);
  version = std::min(all.properties.apiVersion, instance.version());
  if (inCore(k12) || hasExtension(VK_KHR_DRIVER_PROPERTIES_EXTENSION_NAME))
    driver.pNext = std::exchange(all.pNext, &driver);
  if (inCore(k12) || hasExtension(VK_KHR_SHADER_FLOAT_CONTROLS_EXTENSION_NAME))
    floats.pNext = std::exchange(all.pNext, &floats);
  vk.vkGetPhysicalDeviceProperties2(device, &all);

  result.profile.name = all.properties.deviceName;
  result.type = all.properties.deviceType;
  result.driver = driver.driverName[0] ? strCat(driver.driverName, " ", driver.driverInfo)
                                       : strCat("driver ", all.properties.driverVersion);
  result.profile.versionMajor = VK_API_VERSION_MAJOR(version);
  result.profile.versionMinor = VK_API_VERSION_MINOR(version);
  readLimits(all.properties.limits);
  if (driver.driverID == VK_DRIVER_ID_MESA_LLVMPIPE)
    result.profile.maxLoopIterations = DeviceProfile::kMinLoopIterations;
  add("accumulatorLayoutMatchesOperand", driver.driverID == VK_DRIVER_ID_NVIDIA_PROPRIETARY &&
                                             hasExtension("VK_KHR_cooperative_matrix"));
  if (driver.driverID == VK_DRIVER_ID_NVIDIA_PROPRIETARY)
    add("inexactDivision");
  add("linearSubgroupOrder", driver.driverID == VK_DRIVER_ID_NVIDIA_PROPRIETARY ||
                                 driver.driverID == VK_DRIVER_ID_MESA_LLVMPIPE);
  readComputeUnits();
  for (const char *control : floatControls(floats))
    add(control);
}

// The number of compute units, by vendor extensions: Vulkan itself does not report it.
void Prober::readComputeUnits() {
  const auto nvidia = properties<VkPhysicalDeviceShaderSMBuiltinsPropertiesNV>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SM_BUILTINS_PROPERTIES_NV,
      hasExtension(VK_NV_SHADER_SM_BUILTINS_EXTENSION_NAME));
  const auto amd = properties<VkPhysicalDeviceShaderCorePropertiesAMD>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CORE_PROPERTIES_AMD,
      hasExtension(VK_AMD_SHADER_CORE_PROPERTIES_EXTENSION_NAME));
  const auto arm = properties<VkPhysicalDeviceShaderCoreBuiltinsPropertiesARM>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CORE_BUILTINS_PROPERTIES_ARM,
      hasExtension(VK_ARM_SHADER_CORE_BUILTINS_EXTENSION_NAME));
  const uint32_t units =
      amd.shaderEngineCount * amd.shaderArraysPerEngineCount * amd.computeUnitsPerShaderArray;
  if (const uint32_t found = std::max({nvidia.shaderSMCount, units, arm.shaderCoreCount}))
    result.profile.computeUnits = found;
}

void Prober::readLimits(const VkPhysicalDeviceLimits &limits) {
  DeviceProfile &profile = result.profile;
  profile.maxWorkgroupInvocations = limits.maxComputeWorkGroupInvocations;
  std::ranges::copy(limits.maxComputeWorkGroupSize, profile.maxWorkgroupSize.begin());
  std::ranges::copy(limits.maxComputeWorkGroupCount, profile.maxWorkgroupCount.begin());
  profile.sharedMemoryBytes = limits.maxComputeSharedMemorySize;
  profile.pushConstantBytes = limits.maxPushConstantsSize;
  profile.maxBuffersPerKernel =
      std::min({limits.maxPerStageDescriptorStorageBuffers, limits.maxDescriptorSetStorageBuffers,
                limits.maxPerStageResources});
  profile.maxBufferBytes = limits.maxStorageBufferRange;
  profile.bufferOffsetAlignment = static_cast<uint32_t>(limits.minStorageBufferOffsetAlignment);
}

void Prober::readFeatures() {
  result.features = std::make_unique<VkPhysicalDeviceFeatures2>();
  result.features->sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  for (const FeatureGroup &group : kGroups) {
    const bool listed = hasExtension(group.extension);
    if (!listed && !inCore(group.inCore))
      continue;
    if (listed)
      result.extensions.push_back(group.extension);
    auto values = std::make_unique<FeatureStruct>();
    values->sType = group.type;
    values->pNext = std::exchange(result.features->pNext, values.get());
    result.structs.push_back(std::move(values));
    groups.push_back(&group);
  }
  for (const auto &[extension, since] : kPlainExtensions)
    if (hasExtension(extension))
      result.extensions.push_back(extension);
  vk.vkGetPhysicalDeviceFeatures2(device, result.features.get());
  keepFeatures();
}

// Enables only members that have a name.
void Prober::keepFeatures() {
  for (size_t i = 0; i < groups.size(); ++i) {
    FeatureStruct &values = *result.structs[i];
    for (size_t k = 0; k < FeatureStruct::kMax; ++k) {
      const char *name = k < groups[i]->members.size() ? groups[i]->members[k] : nullptr;
      if (name)
        add(name, values.values[k]);
      else
        values.values[k] = VK_FALSE;
    }
  }
  const VkPhysicalDeviceFeatures all = std::exchange(result.features->features, {});
  result.features->features.shaderInt64 = all.shaderInt64;
  result.features->features.shaderInt16 = all.shaderInt16;
  result.features->features.shaderFloat64 = all.shaderFloat64;
  add("shaderInt64", all.shaderInt64);
  add("shaderInt16", all.shaderInt16);
  add("shaderFloat64", all.shaderFloat64);
}

// Whether subgroups can be full and of the profile's size. Otherwise drivers choose a size per
// pipeline and may leave subgroups partly empty.
bool Prober::keepsSubgroups(const VkPhysicalDeviceSubgroupSizeControlProperties &sizes) const {
  const DeviceProfile &profile = result.profile;
  if (!has("computeFullSubgroups"))
    return false;
  if (sizes.minSubgroupSize == sizes.maxSubgroupSize)
    return true;
  const uint64_t largest = uint64_t(sizes.maxComputeWorkgroupSubgroups) * profile.subgroupSize;
  return has("subgroupSizeControl") &&
         (sizes.requiredSubgroupSizeStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0 &&
         profile.subgroupSize >= sizes.minSubgroupSize &&
         profile.subgroupSize <= sizes.maxSubgroupSize &&
         largest >= profile.maxWorkgroupInvocations;
}

void Prober::readSubgroups() {
  const auto sizes = properties<VkPhysicalDeviceSubgroupSizeControlProperties>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES,
      inCore(k13) || hasExtension(VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME));
  const auto subgroups = properties<VkPhysicalDeviceSubgroupProperties>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES);
  result.profile.subgroupSize = std::max(1u, subgroups.subgroupSize);
  if (!keepsSubgroups(sizes)) {
    std::erase(result.profile.features, "cooperativeMatrix");
    return;
  }
  result.choosesSubgroupSize = sizes.minSubgroupSize != sizes.maxSubgroupSize;
  if (!(subgroups.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT))
    return;
  constexpr std::pair<VkSubgroupFeatureFlagBits, const char *> operations[] = {
      {VK_SUBGROUP_FEATURE_BASIC_BIT, "subgroupBasic"},
      {VK_SUBGROUP_FEATURE_VOTE_BIT, "subgroupVote"},
      {VK_SUBGROUP_FEATURE_ARITHMETIC_BIT, "subgroupArithmetic"},
      {VK_SUBGROUP_FEATURE_BALLOT_BIT, "subgroupBallot"},
      {VK_SUBGROUP_FEATURE_SHUFFLE_BIT, "subgroupShuffle"},
      {VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT, "subgroupShuffleRelative"},
      {VK_SUBGROUP_FEATURE_CLUSTERED_BIT, "subgroupClustered"},
      {VK_SUBGROUP_FEATURE_QUAD_BIT, "subgroupQuad"},
  };
  static_assert(std::ranges::all_of(
      operations, [](const auto &operation) { return isDeviceFeature(operation.second); }));
  for (const auto &[bit, name] : operations)
    add(name, (subgroups.supportedOperations & bit) != 0);
}

std::optional<DType> typeOf(uint32_t component) {
  // VkComponentTypeKHR numbers these from 0.
  constexpr DType types[] = {DType::F16, DType::F32, DType::F64, DType::I8,  DType::I16, DType::I32,
                             DType::I64, DType::U8,  DType::U16, DType::U32, DType::U64};
  if (component == vkextra::kComponentBFloat16)
    return DType::BF16;
  return component < std::size(types) ? std::optional(types[component]) : std::nullopt;
}

void Prober::readMatrices() {
  const auto list = reinterpret_cast<vkextra::GetCooperativeMatrixProperties>(
      instance.find("vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR"));
  const auto stages = properties<vkextra::CooperativeMatrixStages>(
      vkextra::kCooperativeMatrixStages, has("cooperativeMatrix"));
  if (!(stages.stages & VK_SHADER_STAGE_COMPUTE_BIT))
    std::erase(result.profile.features, "cooperativeMatrix");
  uint32_t count = 0;
  if (!list || !has("cooperativeMatrix") || list(device, &count, nullptr) != VK_SUCCESS)
    return;
  vkextra::CooperativeMatrixProperties empty{};
  empty.sType = vkextra::kCooperativeMatrixProperties;
  std::vector<vkextra::CooperativeMatrixProperties> found(count, empty);
  if (list(device, &count, found.data()) != VK_SUCCESS)
    return;
  for (const vkextra::CooperativeMatrixProperties &one : found) {
    const auto a = typeOf(one.aType), b = typeOf(one.bType), c = typeOf(one.cType),
               d = typeOf(one.resultType);
    if (one.scope == vkextra::kScopeSubgroup && !one.saturatingAccumulation && a && b && c && d)
      result.profile.cooperativeMatrices.push_back({one.m, one.n, one.k, *a, *b, *c, *d});
  }
}

void Prober::readMemory() {
  VkPhysicalDeviceMemoryProperties2 memory{};
  memory.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2;
  vk.vkGetPhysicalDeviceMemoryProperties2(device, &memory);
  for (uint32_t i = 0; i < memory.memoryProperties.memoryHeapCount; ++i) {
    const VkMemoryHeap &heap = memory.memoryProperties.memoryHeaps[i];
    if (heap.flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT)
      result.memoryBytes = std::max<uint64_t>(result.memoryBytes, heap.size);
  }
}

} // namespace

std::vector<const char *> floatControls(const VkPhysicalDeviceFloatControlsProperties &properties) {
  std::vector<const char *> found;
  const auto add = [&](const char *name, VkBool32 there, bool isFree) {
    if (there && isFree)
      found.push_back(name);
  };
#define RLX_FLOAT_CONTROL(NAME, FREE, FREE32)                                                      \
  static_assert(isDeviceFeature(#NAME "16") && isDeviceFeature(#NAME "32") &&                      \
                isDeviceFeature(#NAME "64"));                                                      \
  add(#NAME "16", properties.NAME##16, FREE);                                                      \
  add(#NAME "32", properties.NAME##32, FREE32);                                                    \
  add(#NAME "64", properties.NAME##64, FREE);
  const VkShaderFloatControlsIndependence denorms = properties.denormBehaviorIndependence,
                                          roundings = properties.roundingModeIndependence;
  RLX_FLOAT_CONTROL(shaderSignedZeroInfNanPreserveFloat, true, true)
  RLX_FLOAT_CONTROL(shaderDenormPreserveFloat, isFree(denorms, false), isFree(denorms, true))
  RLX_FLOAT_CONTROL(shaderDenormFlushToZeroFloat, isFree(denorms, false), isFree(denorms, true))
  RLX_FLOAT_CONTROL(shaderRoundingModeRTEFloat, isFree(roundings, false), isFree(roundings, true))
  RLX_FLOAT_CONTROL(shaderRoundingModeRTZFloat, isFree(roundings, false), isFree(roundings, true))
#undef RLX_FLOAT_CONTROL
  return found;
}

ProbedDevice probeDevice(const VulkanInstance &instance, VkPhysicalDevice device,
                         const VulkanInstanceFunctions &functions) {
  return Prober(instance, device, functions).run();
}

} // namespace rlx::rt
