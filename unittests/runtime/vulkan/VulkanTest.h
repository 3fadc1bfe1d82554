// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What all tests of the Vulkan runtime begin with: a device, or a skipped test, and kernels.
#ifndef RLX_UNITTESTS_RUNTIME_VULKAN_VULKANTEST_H
#define RLX_UNITTESTS_RUNTIME_VULKAN_VULKANTEST_H

#include <gtest/gtest.h>

#include "runtime/device/DeviceRegistry.h"
#include "runtime/vulkan/api/VulkanSettings.h"
#include "runtime/vulkan/pipeline/SpirvImage.h"
#include "unittests/runtime/SumCase.h"

namespace rlx::rt::testing {

// Why there is no Vulkan device; empty if there is one.
std::string whyNoVulkan();

// RLX_VULKAN_VALIDATION=1: no call of any test may give the validation layer something to say.
bool validates();
// And the layer looks for missing barriers, as a variable of its own says.
bool validatesBarriers();
// So many messages are wanted: of a test that does what the layer should complain about.
void expectMessages(uint64_t count);
// RLX_VULKAN_SEPARATE=1: as if the device had memory of its own, whether it does or not, and all
// inputs and results were copied; with RLX_VULKAN_SEPARATE=direct small ones are not.
bool separatesMemory();
// What these make of Vulkan for this process.
VulkanSettings chosenSettings();
// RLX_NEEDS_VULKAN=1: a test that finds no device fails.
bool needsVulkan();

// In SetUp().
#define RLX_SKIP_WITHOUT_VULKAN()                                                                  \
  do {                                                                                             \
    const std::string rlxWhy = ::rlx::rt::testing::whyNoVulkan();                                  \
    if (!rlxWhy.empty() && ::rlx::rt::testing::needsVulkan())                                      \
      FAIL() << rlxWhy;                                                                            \
    if (!rlxWhy.empty())                                                                           \
      GTEST_SKIP() << rlxWhy;                                                                      \
  } while (false)

class VulkanTest : public ::testing::Test {
protected:
  void SetUp() override { RLX_SKIP_WITHOUT_VULKAN(); }
};

// The kernels of TestPrograms.h, for the CPU and in SPIR-V, and those in this folder.
KernelTable vulkanKernels();

// A kernel of this folder.
SpirvKernel vulkanKernel(const std::string &name, uint32_t operands, uint32_t dims);

// All kernels of the program are for Vulkan from now on.
Program onVulkan(Program program);

std::unique_ptr<Executable> loadOnVulkan(Program program);

} // namespace rlx::rt::testing

#endif // RLX_UNITTESTS_RUNTIME_VULKAN_VULKANTEST_H
