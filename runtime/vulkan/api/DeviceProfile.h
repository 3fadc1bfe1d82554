// What code generation has to know of a Vulkan device: probed from a driver, or from a file, so
// that code can be made where the device is not.
#ifndef RLX_RUNTIME_VULKAN_API_DEVICEPROFILE_H
#define RLX_RUNTIME_VULKAN_API_DEVICEPROFILE_H

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/DType.h"

namespace rlx::rt {

struct DeviceProfile {
  // A product of matrices that the invocations of a subgroup hold together:
  // result[m][n] = a[m][k] b[k][n] + c[m][n].
  struct CooperativeMatrix {
    uint32_t m = 0, n = 0, k = 0;
    DType a = DType::F16, b = DType::F16, c = DType::F32, result = DType::F32;

    // As code says that it needs it: "cooperativeMatrix:16x16x16:f16:f16:f32:f32".
    std::string requirement() const;
  };

  static constexpr uint64_t kNoLimit = UINT64_MAX;
  // maxLoopIterations of Mesa's driver for processors (LP_MAX_TGSI_LOOP_ITERATIONS of its
  // compiler), and so what loops take on every driver that is known.
  static constexpr uint64_t kMinLoopIterations = 65535;

  // What code needs whose loops take as many steps as the sizes of a run say, which nobody checks.
  static constexpr std::string_view kUnlimitedLoops = "unlimitedLoops";

  std::string name; // as the driver says it: "llvmpipe (LLVM 15.0.6, 256 bits)"
  uint32_t vulkanMajor = 1, vulkanMinor = 1;
  // Limits. The defaults are what the Vulkan specification guarantees.
  uint32_t subgroupSize = 1;
  uint32_t maxWorkgroupInvocations = 128;
  std::array<uint32_t, 3> maxWorkgroupSize = {128, 128, 64};
  std::array<uint32_t, 3> maxWorkgroupCount = {65535, 65535, 65535};
  uint32_t sharedMemoryBytes = 16384;
  uint32_t pushConstantBytes = 128;
  uint32_t maxBuffersPerKernel = 4;
  uint64_t maxBufferBytes = uint64_t(1) << 27; // that one binding can reach
  uint32_t bufferOffsetAlignment = 256;
  // Steps that an invocation takes, all its loops together, before the driver ends them without
  // saying so. Vulkan has no such limit, and Mesa's driver for processors one.
  uint64_t maxLoopIterations = kNoLimit;
  // Processors that take workgroups: multiprocessors, compute units. How work is shared out depends
  // on it, and whether code runs does not. The default is that of an NVIDIA H100.
  uint32_t computeUnits = 132;
  // Features by the names of Vulkan's structures ("shaderInt64", "storageBuffer8BitAccess"), and
  // the subgroup operations that compute kernels have ("subgroupArithmetic", "subgroupShuffle"),
  // sorted.
  std::vector<std::string> features;
  std::vector<CooperativeMatrix> cooperativeMatrices;

  bool has(std::string_view feature) const;
  // How many invocations a workgroup of one dimension can have.
  uint32_t invocationsInARow() const {
    return maxWorkgroupInvocations < maxWorkgroupSize[0] ? maxWorkgroupInvocations
                                                         : maxWorkgroupSize[0];
  }
  // What code says that it needs: a feature by its name, or "LIMIT>=N" or "LIMIT=N" with the name
  // of a limit above that is a number, "sharedMemoryBytes>=32768" say, or a cooperative matrix.
  // The workgroups of "maxWorkgroupInvocations>=N" have one dimension.
  // Or kUnlimitedLoops: that loops do not end early. False for what nobody knows.
  bool meets(std::string_view requirement) const;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_VULKAN_API_DEVICEPROFILE_H
