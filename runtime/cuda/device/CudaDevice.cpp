// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Probing and starting of CUDA devices, and their list.
//
// Features of a profile have Vulkan's names (DeviceFeatures.h): every NVIDIA GPU has these.
#include "runtime/cuda/device/CudaDevice.h"

#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"

namespace rlx::rt {

namespace {

constexpr int kMinCompute = 80; // 10 * major + minor

// Sorted, as profiles are.
constexpr std::string_view kFeatures[] = {
    "accumulatorLayoutMatchesOperand",
    "cooperativeMatrix",
    "linearSubgroupOrder",
    "shaderBFloat16CooperativeMatrix",
    "shaderBFloat16Type",
    "shaderFloat16",
    "shaderFloat64",
    "shaderInt16",
    "shaderInt64",
    "shaderInt8",
    "shaderIntegerDotProduct",
    "shaderSubgroupExtendedTypes",
    "storageBuffer16BitAccess",
    "storageBuffer8BitAccess",
    "subgroupArithmetic",
    "subgroupBallot",
    "subgroupShuffle",
    "subgroupShuffleRelative",
};

} // namespace

StatusOr<std::unique_ptr<CudaDevice>>
CudaDevice::create(const CudaAPI &api, int number, std::string name, std::string cacheFolder) {
  std::unique_ptr<CudaDevice> device(new CudaDevice(api, std::move(name), std::move(cacheFolder)));
  RLX_RETURN_IF_ERROR(device->probe(number));
  return device;
}

Status CudaDevice::probe(int number) {
  const std::string doing = strCat("asking for CUDA device ", number);
  RLX_CUDA_RETURN_IF_ERROR(api, api.cuDeviceGet(&ordinal, number), doing);
  char model[256] = "";
  RLX_CUDA_RETURN_IF_ERROR(api, api.cuDeviceGetName(model, sizeof(model) - 1, ordinal), doing);
  size_t total = 0;
  RLX_CUDA_RETURN_IF_ERROR(api, api.cuDeviceTotalMem(&total, ordinal), doing);
  RLX_CUDA_RETURN_IF_ERROR(api, api.cuDriverGetVersion(&driverVersion), doing);
  memoryBytes = total;
  knownProfile.name = model;
  knownProfile.target = kCudaTarget;
  const auto ask = [&](CudaAttribute name, uint32_t &into) -> Status {
    int value = 0;
    RLX_CUDA_RETURN_IF_ERROR(api, api.cuDeviceGetAttribute(&value, name, ordinal), doing);
    into = static_cast<uint32_t>(value);
    return okStatus();
  };
  const std::pair<CudaAttribute, uint32_t &> limits[] = {
      {kCudaComputeMajor, knownProfile.versionMajor},
      {kCudaComputeMinor, knownProfile.versionMinor},
      {kCudaWarpSize, knownProfile.subgroupSize},
      {kCudaMaxThreads, knownProfile.maxWorkgroupInvocations},
      {kCudaMaxBlockX, knownProfile.maxWorkgroupSize[0]},
      {kCudaMaxBlockY, knownProfile.maxWorkgroupSize[1]},
      {kCudaMaxBlockZ, knownProfile.maxWorkgroupSize[2]},
      {kCudaMaxGridX, knownProfile.maxWorkgroupCount[0]},
      {kCudaMaxGridY, knownProfile.maxWorkgroupCount[1]},
      {kCudaMaxGridZ, knownProfile.maxWorkgroupCount[2]},
      {kCudaSharedBytes, knownProfile.sharedMemoryBytes},
      {kCudaMultiprocessors, knownProfile.computeUnits}};
  for (const auto &[name, into] : limits)
    RLX_RETURN_IF_ERROR(ask(name, into));
  // Parameters of a kernel have 4 KiB on all drivers; indices have 32 bits.
  constexpr uint32_t kParameterBytes = 4096, kMaxBuffers = 256, kAlignment = 16;
  knownProfile.pushConstantBytes = kParameterBytes;
  knownProfile.maxBuffersPerKernel = kMaxBuffers;
  knownProfile.maxBufferBytes = UINT32_MAX;
  knownProfile.bufferOffsetAlignment = kAlignment;
  knownProfile.features.assign(std::begin(kFeatures), std::end(kFeatures));
  // Instructions of sm_90a, which only this capability has.
  constexpr uint32_t kHopper = 9;
  if (knownProfile.versionMajor == kHopper && knownProfile.versionMinor == 0)
    knownProfile.features.push_back("wgmma");
  for (const DType operand : {DType::F16, DType::BF16}) {
    DeviceProfile::CooperativeMatrix matrix;
    matrix.m = matrix.n = matrix.k = 16;
    matrix.a = matrix.b = operand;
    knownProfile.cooperativeMatrices.push_back(matrix);
  }
  return okStatus();
}

std::string CudaDevice::description() const {
  return strCat(knownProfile.name, ", CUDA ", driverVersion / 1000, ".", driverVersion % 1000 / 10,
                ", compute capability ", knownProfile.versionMajor, ".", knownProfile.versionMinor,
                ", ", memoryBytes >> 20, " MiB");
}

// A second start follows the loss of the first context. The driver keeps compiled code itself. A
// failed start must not make the next one reset a context that other libraries use.
StatusOr<std::shared_ptr<GpuContext>> CudaDevice::createContext(const std::string &) {
  RLX_ASSIGN_OR_RETURN(auto made, CudaContext::create(api, ordinal, knownProfile, wasStarted));
  wasStarted = true;
  return std::shared_ptr<GpuContext>(std::move(made));
}

std::vector<std::unique_ptr<Device>> findCudaDevices(const std::string &cacheFolder,
                                                     std::string &why) {
  std::vector<std::unique_ptr<Device>> devices;
  Status status = catchAllocFailure([&]() -> Status {
    RLX_ASSIGN_OR_RETURN(const CudaAPI *const api, CudaAPI::get());
    int count = 0;
    RLX_CUDA_RETURN_IF_ERROR(*api, api->cuDeviceGetCount(&count), "counting CUDA devices");
    std::string tooOld;
    for (int i = 0; i < count; ++i) {
      RLX_ASSIGN_OR_RETURN(
          auto device,
          CudaDevice::create(*api, i, strCat(kCudaTarget, ":", devices.size()), cacheFolder));
      const DeviceProfile &profile = device->profile();
      if (profile.versionMajor * 10 + profile.versionMinor >= kMinCompute)
        devices.push_back(std::move(device));
      else
        tooOld = strCat("'", profile.name, "' has compute capability ", profile.versionMajor, ".",
                        profile.versionMinor, ", at least 8.0 is needed");
    }
    if (devices.empty())
      return notFound(tooOld.empty() ? "NVIDIA's driver knows no device" : tooOld);
    return okStatus();
  });
  if (!status.ok())
    why = status.message();
  return devices;
}

} // namespace rlx::rt
