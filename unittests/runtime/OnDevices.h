// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of executables on every kind of device: a suite whose fixture derives from OnDevices, and
// RLX_ON_DEVICES(it).
#ifndef RLX_UNITTESTS_RUNTIME_ONDEVICES_H
#define RLX_UNITTESTS_RUNTIME_ONDEVICES_H

#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

#include "unittests/runtime/SumCase.h"
#include "unittests/runtime/cuda/CudaTest.h"
#include "unittests/runtime/gpu/EmulatedGpu.h"

#ifdef RLX_TEST_KERNELS
#include "unittests/runtime/vulkan/VulkanTest.h"
#endif

namespace rlx::rt::testing {

// The parameter is the device's name, also that of its target. "emulated" is a GPU that every
// machine has, and "cuda" has a fake of the driver. The test is skipped without a Vulkan driver.
// With RLX_NEEDS_VULKAN=1 it fails instead.
class OnDevices : public ::testing::TestWithParam<const char *> {
protected:
  bool isCpu() const { return std::string(GetParam()) == "cpu"; }
  bool isCuda() const { return std::string(GetParam()) == "cuda"; }
  bool isVulkan() const { return std::string(GetParam()) == "vulkan"; }
  // The program with its kernels for this device.
  Program there(Program program) const {
    return isCpu() ? std::move(program) : onGpu(std::move(program), GetParam());
  }
#ifdef RLX_TEST_KERNELS
  void SetUp() override {
    if (isVulkan())
      RLX_SKIP_WITHOUT_VULKAN();
  }
  KernelTable kernels() const {
    return isVulkan() ? vulkanKernels() : isCuda() ? cudaKernels() : emulatedKernels();
  }
  // Whether the host reads the device's results without a copy.
  bool sharesMemory() const { return isCpu() || (isVulkan() && !separatesMemory()); }
#else
  KernelTable kernels() const { return isCuda() ? cudaKernels() : emulatedKernels(); }
  bool sharesMemory() const { return isCpu(); }
#endif

  StatusOr<std::unique_ptr<Executable>> tryLoad(Program program, unsigned threads = 1) const {
    return Executable::load(there(std::move(program)), kernels(), {GetParam(), threads});
  }
  std::unique_ptr<Executable> load(Program program, unsigned threads = 1) const {
    auto executable = tryLoad(std::move(program), threads);
    EXPECT_TRUE(executable.ok()) << executable.status().toString();
    return executable.ok() ? std::move(*executable) : nullptr;
  }
  std::unique_ptr<Executable> loadSum(const SumProgramOptions &options = {},
                                      unsigned threads = 1) const {
    return load(sumProgram(options), threads);
  }
  std::unique_ptr<Executable> readySum(const SumProgramOptions &options = {},
                                       unsigned threads = 1) const {
    auto executable = loadSum(options, threads);
    EXPECT_OK(executable->setParam("scale", Case(1, options.cols, 0).scaleView()));
    return executable;
  }
};

inline std::vector<const char *> testDevices() {
#ifdef RLX_TEST_KERNELS
  return {"cpu", "emulated", "cuda", "vulkan"};
#else
  return {"cpu", "emulated", "cuda"};
#endif
}

} // namespace rlx::rt::testing

#define RLX_ON_DEVICES(SUITE)                                                                      \
  INSTANTIATE_TEST_SUITE_P(Devices, SUITE, ::testing::ValuesIn(::rlx::rt::testing::testDevices()), \
                           [](const auto &chosen) { return std::string(chosen.param); })

#endif // RLX_UNITTESTS_RUNTIME_ONDEVICES_H
