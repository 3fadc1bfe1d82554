// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See VulkanTest.h.
#include "unittests/runtime/vulkan/VulkanTest.h"

#include <cstdlib>
#include <cstring>

#include "runtime/base/File.h"

namespace rlx::rt::testing {

static bool isSet(const char *variable, const char *value = "1") {
  const char *const wanted = std::getenv(variable);
  return wanted && std::strcmp(wanted, value) == 0;
}

static bool copiesAll() {
  return isSet("RLX_VULKAN_SEPARATE");
}

bool validates() {
  return isSet("RLX_VULKAN_VALIDATION");
}

bool validatesBarriers() {
  return validates() &&
         isSet("VK_LAYER_ENABLES", "VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT");
}

static uint64_t expectedMessages = 0;

void expectMessages(uint64_t count) {
  expectedMessages += count;
}

bool separatesMemory() {
  return copiesAll() || isSet("RLX_VULKAN_SEPARATE", "direct");
}

bool needsVulkan() {
  return isSet("RLX_NEEDS_VULKAN");
}

VulkanSettings chosenSettings() {
  VulkanSettings settings;
  settings.validation = validates();
  settings.separateMemory = separatesMemory();
  settings.copiesAll = copiesAll();
  return settings;
}

namespace {

class Validation : public ::testing::Environment {
public:
  void SetUp() override {
    if (validates() || separatesMemory())
      ASSERT_OK(configureVulkan(chosenSettings()));
  }
  void TearDown() override { EXPECT_EQ(vulkanValidationMessages(), expectedMessages); }
};

const auto *const validation = ::testing::AddGlobalTestEnvironment(new Validation);

} // namespace

std::string whyNoVulkan() {
  const auto device = DeviceRegistry::get().find("vulkan");
  return device.ok() ? "" : device.status().toString();
}

SpirvKernel vulkanKernel(const std::string &name, uint32_t operands, uint32_t dims) {
  auto bytes = readFile(std::string(RLX_TEST_KERNELS "/") + name + ".spv");
  EXPECT_TRUE(bytes.ok()) << bytes.status().toString();
  SpirvKernel kernel{name, {}, operands, dims};
  if (bytes.ok()) {
    kernel.words.resize(bytes->size() / sizeof(uint32_t));
    std::memcpy(kernel.words.data(), bytes->data(), bytes->size());
  }
  return kernel;
}

KernelTable vulkanKernels() {
  KernelTable table = testKernels();
  SpirvKernel scaleRows = vulkanKernel("scale_rows", 4, 2),
              check = vulkanKernel("check_index", 2, 2);
  scaleRows.usesWorkspace = true;
  check.usesStatus = true;
  for (SpirvKernel &kernel :
       std::vector<SpirvKernel>{vulkanKernel("add_one", 2, 1), vulkanKernel("add_rows", 3, 2),
                                vulkanKernel("double", 2, 1), vulkanKernel("show_dims", 1, 40),
                                std::move(scaleRows), std::move(check)})
    EXPECT_OK(addSpirvKernel(table, std::move(kernel)));
  return table;
}

Program onVulkan(Program program) {
  return onGpu(std::move(program), "vulkan");
}

std::unique_ptr<Executable> loadOnVulkan(Program program) {
  auto executable = Executable::load(std::move(program), vulkanKernels());
  EXPECT_TRUE(executable.ok()) << executable.status().toString();
  return executable.ok() ? std::move(*executable) : nullptr;
}

} // namespace rlx::rt::testing
