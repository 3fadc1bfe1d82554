// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared by all tests of the Vulkan runtime: a device or a skipped test, and kernels.
#ifndef RLX_UNITTESTS_RUNTIME_VULKAN_VULKANTEST_H
#define RLX_UNITTESTS_RUNTIME_VULKAN_VULKANTEST_H

#include <gtest/gtest.h>

#include "runtime/device/DeviceRegistry.h"
#include "runtime/vulkan/api/VulkanSettings.h"
#include "runtime/vulkan/pipeline/SpirvImage.h"
#include "unittests/runtime/SumCase.h"

namespace rlx::rt::testing {

// The reason why there is no Vulkan device. Empty if there is one.
std::string whyNoVulkan();

// RLX_VULKAN_VALIDATION=1: a message of the validation layer fails the test.
bool validates();
// The validation layer also looks for missing barriers, if its own variable says so.
bool validatesBarriers();
// The number of expected messages, in tests that the layer must complain about.
void expectMessages(uint64_t count);
// RLX_VULKAN_SEPARATE=1: the device is treated as one with separate memory, and all inputs and
// results are copied. With RLX_VULKAN_SEPARATE=direct small ones are not copied.
bool separatesMemory();
// The options that these variables give to Vulkan in this process.
VulkanSettings chosenSettings();
// RLX_NEEDS_VULKAN=1: a test that finds no device fails.
bool needsVulkan();

// For SetUp().
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

// The kernels of TestPrograms.h, for the CPU and as SPIR-V, and those in this folder.
KernelTable vulkanKernels();

// A kernel of this folder.
SpirvKernel vulkanKernel(const std::string &name, uint32_t operands, uint32_t dims);

// Marks all kernels of the program as Vulkan kernels.
Program onVulkan(Program program);

std::unique_ptr<Executable> loadOnVulkan(Program program);

} // namespace rlx::rt::testing

#endif // RLX_UNITTESTS_RUNTIME_VULKAN_VULKANTEST_H
