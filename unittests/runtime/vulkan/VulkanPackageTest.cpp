// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SPIR-V kernels as bytes, and packages of them.
#include <unistd.h>

#include <cstdio>
#include <string>

#include "runtime/package/Package.h"
#include "runtime/package/PackageWriter.h"
#include "runtime/vulkan/pipeline/SpirvImage.h"
#include "unittests/runtime/TestPackages.h"
#include "unittests/runtime/vulkan/VulkanTest.h"

using namespace rlx::rt;
using namespace rlx::rt::testing;

static SpirvImage someImage() {
  SpirvImage image;
  image.kernels = {{"first", {0x07230203, 0x00010300, 0, 1, 0}, 2, 1},
                   {"second", {0x07230203, 0x00010300, 0, 9, 0, 0x00010000}, 3, 0}};
  image.kernels[0].usesStatus = true;
  image.kernels[1].usesWorkspace = image.kernels[1].needsAligned = true;
  return image;
}

TEST(SpirvImage, GoesThroughBytes) {
  SpirvImage image = someImage();
  image.hostCode = {1, 2, 3};
  ASSERT_OK_AND_ASSIGN(const std::vector<uint8_t> bytes, encodeSpirvImage(image));
  ASSERT_OK_AND_ASSIGN(const SpirvImage again, decodeSpirvImage(bytes));
  ASSERT_EQ(again.kernels.size(), 2u);
  EXPECT_EQ(again.kernels[0].name, "first");
  EXPECT_EQ(again.kernels[0].operands, 2u);
  EXPECT_EQ(again.kernels[0].dims, 1u);
  EXPECT_TRUE(again.kernels[0].usesStatus);
  EXPECT_FALSE(again.kernels[0].usesWorkspace);
  EXPECT_EQ(again.kernels[1].words, image.kernels[1].words);
  EXPECT_TRUE(again.kernels[1].usesWorkspace);
  EXPECT_FALSE(again.kernels[0].needsAligned);
  EXPECT_TRUE(again.kernels[1].needsAligned);
  EXPECT_EQ(again.hostCode, image.hostCode);
}

TEST(SpirvImage, DamageIsAnError) {
  ASSERT_OK_AND_ASSIGN(const std::vector<uint8_t> bytes, encodeSpirvImage(someImage()));
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(decodeSpirvImage(std::span(bytes).first(size)).ok()) << size;
  std::vector<uint8_t> longer = bytes;
  longer.push_back(0);
  EXPECT_ERROR(decodeSpirvImage(longer).status(), DataLoss, "cut off or too long");
  for (size_t i = 0; i < bytes.size(); ++i) { // the result does not matter, but nothing may crash
    std::vector<uint8_t> changed = bytes;
    changed[i] ^= 0xFF;
    decodeSpirvImage(changed).status().ignore();
  }
  std::vector<uint8_t> version = bytes;
  version[8] = 9;
  EXPECT_ERROR(decodeSpirvImage(version).status(), Unsupported, "code for Vulkan of version 9");
  SpirvImage wrong = someImage();
  wrong.kernels[1].words[0] = 5;
  EXPECT_ERROR(decodeSpirvImage(*encodeSpirvImage(wrong)).status(), DataLoss,
               "kernel 'second' is not SPIR-V");
  wrong = someImage();
  wrong.kernels[1].words[5] = 0x00020000;
  EXPECT_ERROR(decodeSpirvImage(*encodeSpirvImage(wrong)).status(), DataLoss,
               "the SPIR-V of kernel 'second' is cut off or damaged");
  SpirvImage twice = someImage();
  twice.kernels[1].name = "first";
  KernelTable table;
  EXPECT_ERROR(loadSpirvImage(*encodeSpirvImage(twice), table), AlreadyExists,
               "kernel 'first' was added twice");
}

namespace {
class VulkanPackage : public VulkanTest {
protected:
  void SetUp() override {
    VulkanTest::SetUp();
    // The same tests run at the same time with the validation layer.
    path = ::testing::TempDir() + "vulkan-package-" + std::to_string(::getpid()) + ".rlxe";
  }
  void TearDown() override { std::remove(path.c_str()); }
  std::string path;
};
} // namespace

// The output of rlx-run-rt.
static std::string outputOf(const std::string &arguments) {
  std::FILE *const pipe = popen((RLX_TEST_RUN_RT " " + arguments + " 2>&1").c_str(), "r");
  std::string text;
  for (char buffer[256]; pipe && std::fgets(buffer, sizeof(buffer), pipe);)
    text += buffer;
  EXPECT_TRUE(pipe && pclose(pipe) == 0) << text;
  return text;
}

TEST_F(VulkanPackage, TheToolListsDevicesAndTheirProfiles) {
  const std::string devices = outputOf("--list-devices");
  EXPECT_NE(devices.find("cpu  "), std::string::npos);
  EXPECT_NE(devices.find("\nvulkan:0  "), std::string::npos);
  EXPECT_NE(outputOf("--device-profile=vulkan").find("\"bufferOffsetAlignment\": "),
            std::string::npos);
}

// The sum program with its weights prepared, as a file.
TEST_F(VulkanPackage, RunsFromAFile) {
  const Case test(5, 4, 2);
  PackageVariant variant;
  variant.program = onVulkan(sumProgram());
  auto executable = loadOnVulkan(variant.program);
  ASSERT_OK(executable->setParam("scale", test.scaleView()));
  ASSERT_OK(executable->prepare());
  ASSERT_OK_AND_ASSIGN(variant.weights, executable->shareWeights());
  SpirvImage image;
  const KernelTable kernels = vulkanKernels();
  for (const Kernel &kernel : variant.program.kernels)
    image.kernels.push_back(*findSpirvKernel(kernels, kernel.name));
  ASSERT_OK_AND_ASSIGN(variant.code, encodeSpirvImage(image));
  variant.features = {"vulkanMinor>=1"};
  ASSERT_OK(writePackage(path, {&variant, 1}));

  ASSERT_OK_AND_ASSIGN(const auto package, Package::open(path));
  EXPECT_EQ(package->variants()[0].target, "vulkan");
  for (const char *device : {"", "vulkan", "vulkan:0"}) {
    ASSERT_OK_AND_ASSIGN(const auto loaded, loadPackage(*package, {device}));
    EXPECT_EQ(loaded->deviceName(), "vulkan:0");
    ASSERT_OK(loaded->run(test.inputs()));
    test.check(*loaded);
  }
  EXPECT_ERROR(loadPackage(*package, {"cpu"}).status(), Unsupported, "one is for target 'vulkan'");

  // Runs it with rlx-run-rt, which has no compiler. Scales are 0.5, 1.5, …, doubled when prepared.
  for (const char *device : {"", " --device=vulkan", " --device=vulkan:0"})
    EXPECT_NE(outputOf(path + " --input=x=1 --input=y=2 --dim=rows=2" + device)
                  .find("out: f32[2,4] [4, 10, 16, 22, 4, 10, 16, 22]"),
              std::string::npos)
        << device;
  EXPECT_NE(outputOf(path + " --info").find("vulkan"), std::string::npos);
  variant.features = {"noSuchFeature"};
  ASSERT_OK(writePackage(path, {&variant, 1}));
  EXPECT_ERROR(loadPackage(path).status(), Unsupported, "needs what it lacks, noSuchFeature");
  EXPECT_ERROR(loadPackage(path, {"vulkan"}).status(), Unsupported, "noSuchFeature");
  // Without a device name, a variant for another available device runs. With a name, only that
  // device may.
  ASSERT_OK_AND_ASSIGN(PackageVariant ofHost, sumVariant(PackagedWeights::None));
  const PackageVariant both[] = {std::move(variant), std::move(ofHost)};
  ASSERT_OK(writePackage(path, both));
  ASSERT_OK_AND_ASSIGN(const auto onHost, loadPackage(path, {}, testKernels()));
  EXPECT_EQ(onHost->deviceName(), "cpu");
  EXPECT_ERROR(loadPackage(path, {"vulkan"}).status(), Unsupported, "noSuchFeature");
}
