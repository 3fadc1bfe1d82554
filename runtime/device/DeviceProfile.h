// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The limits and features of a GPU, as code generation needs them. Vulkan and other
// targets describe their devices by the same numbers. The defaults are the minimums of Vulkan.
//
// Probed from a driver, or read from a JSON file, so that code can be generated where the device is
// not. For example, `rlx-run --device-profile` compiles for a phone on a server.
#ifndef RLX_RUNTIME_DEVICE_DEVICEPROFILE_H
#define RLX_RUNTIME_DEVICE_DEVICEPROFILE_H

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/DType.h"

namespace rlx::rt {

struct DeviceProfile {
  // The shape and types of a cooperative matrix multiply, which the invocations of a subgroup
  // execute together: result[m][n] = a[m][k] * b[k][n] + c[m][n].
  struct CooperativeMatrix {
    uint32_t m = 0, n = 0, k = 0;
    DType a = DType::F16, b = DType::F16, c = DType::F32, result = DType::F32;

    // The requirement as code states it: "cooperativeMatrix:16x16x16:f16:f16:f32:f32".
    std::string requirement() const;
  };

  static constexpr uint64_t kNoLimit = UINT64_MAX;
  // maxLoopIterations of Mesa's CPU driver (LP_MAX_TGSI_LOOP_ITERATIONS). All known drivers allow
  // loops of this length.
  static constexpr uint64_t kMinLoopIterations = 65535;

  // Required by code whose trip counts depend on run-time sizes and are not checked.
  static constexpr std::string_view kUnlimitedLoops = "unlimitedLoops";

  std::string name; // the driver's name of it: "llvmpipe (LLVM 15.0.6, 256 bits)"
  // The target whose devices it describes, and their version of its interface: Vulkan 1.1, or a
  // CUDA device's compute capability. The default is Vulkan's, as those of the limits are. Code
  // requires it as "vulkanMinor>=1".
  std::string target = "vulkan";
  uint32_t versionMajor = 1, versionMinor = 1;
  // Limits. The defaults are the minimums of the Vulkan specification.
  uint32_t subgroupSize = 1;
  uint32_t maxWorkgroupInvocations = 128;
  std::array<uint32_t, 3> maxWorkgroupSize = {128, 128, 64};
  std::array<uint32_t, 3> maxWorkgroupCount = {65535, 65535, 65535};
  uint32_t sharedMemoryBytes = 16384;
  uint32_t pushConstantBytes = 128;
  uint32_t maxBuffersPerKernel = 4;
  uint64_t maxBufferBytes = uint64_t(1) << 27; // reachable through one binding
  uint32_t bufferOffsetAlignment = 256;
  // The iterations of an invocation, over all its loops, after which the driver ends them without
  // an error. Vulkan has no such limit; Mesa's CPU driver does.
  uint64_t maxLoopIterations = kNoLimit;
  // Compute units: streaming multiprocessors of NVIDIA, compute units of AMD. The distribution of
  // work depends on it, but not whether code runs. The default is that of an NVIDIA H100.
  uint32_t computeUnits = 132;
  // Features, sorted: names of Vulkan's structures ("shaderInt64", "storageBuffer8BitAccess"), and
  // subgroup operations of compute kernels ("subgroupArithmetic", "subgroupShuffle").
  std::vector<std::string> features;
  std::vector<CooperativeMatrix> cooperativeMatrices;

  bool has(std::string_view feature) const;
  // The most invocations of a one-dimensional workgroup.
  uint32_t invocationsInARow() const {
    return maxWorkgroupInvocations < maxWorkgroupSize[0] ? maxWorkgroupInvocations
                                                         : maxWorkgroupSize[0];
  }
  // Whether the device meets a requirement of code. A requirement is one of:
  // - a feature, by its name;
  // - "LIMIT>=N" or "LIMIT=N" with a numeric limit above, for example "sharedMemoryBytes>=32768".
  //   The workgroups of "maxWorkgroupInvocations>=N" have one dimension;
  // - a cooperative matrix, as CooperativeMatrix::requirement() writes it;
  // - kUnlimitedLoops: loops must not end early.
  //
  // False for anything else.
  bool meets(std::string_view requirement) const;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_DEVICE_DEVICEPROFILE_H
