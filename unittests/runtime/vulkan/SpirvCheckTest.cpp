// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The runtime's checks of modules before a driver gets them.
#include <fstream>

#include "runtime/vulkan/pipeline/SpirvCheck.h"
#include "runtime/vulkan/pipeline/SpirvImage.h"
#include "unittests/runtime/StatusMatchers.h"
#include "unittests/runtime/vulkan/SpirvModule.h"
#include "unittests/runtime/vulkan/VulkanTest.h"

using namespace rlx::rt;
using namespace rlx::rt::testing;

namespace {

using Words = SpirvModule::Words;

Status check(const SpirvModule &module, const DeviceProfile &profile = fullProfile()) {
  return checkSpirvModule(module.kernel(), profile);
}

DeviceProfile without(std::string_view feature) {
  DeviceProfile profile = fullProfile();
  std::erase(profile.features, feature);
  return profile;
}

// Expects a DataLoss error with `what` after the kernel's name.
void expectInvalid(const SpirvModule &module, const std::string &what) {
  EXPECT_ERROR(check(module), DataLoss, "the SPIR-V of kernel 'k' " + what);
}

SpirvModule changed(uint32_t opcode, Words operands) {
  SpirvModule module = smallModule();
  module.operandsOf(opcode) = std::move(operands);
  return module;
}

SpirvModule longer(uint32_t before, uint32_t opcode, Words operands) {
  return smallModule().addBefore(before, opcode, std::move(operands));
}

} // namespace

TEST(SpirvCheck, TakesKernels) {
  EXPECT_OK(check(smallModule()));
  EXPECT_OK(check(smallModule(), DeviceProfile()));
  for (const char *name : {"add_one", "add_rows", "check_index", "double"}) {
    SpirvKernel kernel = vulkanKernel(name, 8, 2);
    kernel.usesStatus = true;
    EXPECT_OK(checkSpirvModule(kernel, fullProfile()));
  }
}

// A linear search of all decorations for each variable would take minutes.
TEST(SpirvCheck, LargeModules) {
  constexpr size_t kMany = 300'000;
  SpirvKernel kernel = smallModule().kernel();
  auto insertBefore = [&](uint32_t opcode, const Words &words) {
    size_t at = kSpirvHeaderWords;
    while ((kernel.words[at] & 0xFFFF) != opcode)
      at += kernel.words[at] >> 16;
    Words all;
    for (size_t i = 0; i < kMany; ++i)
      all.insert(all.end(), words.begin(), words.end());
    kernel.words.insert(kernel.words.begin() + static_cast<std::ptrdiff_t>(at), all.begin(),
                        all.end());
  };
  const uint32_t decorate = 4 << 16 | 71, variable = 4 << 16 | 59;
  insertBefore(54, {variable, 10, 19, 6}); // Private
  insertBefore(71, {decorate, 18, 33, 0, decorate, 18, 34, 0});
  EXPECT_OK(checkSpirvModule(kernel, fullProfile()));
}

TEST(SpirvCheck, Headers) {
  SpirvModule module = smallModule();
  for (const uint32_t version : {0u, 3u, 0x10301u, 0x1010300u}) {
    module.header[1] = version;
    expectInvalid(module, "has version ");
  }
  module.header[1] = 0x10600;
  EXPECT_OK(check(module));
  EXPECT_ERROR(check(module, DeviceProfile()), Unsupported,
               "it is SPIR-V 1.6, which is newer than what Vulkan 1.1 takes");
  module = smallModule();
  module.header[3] = 0;
  expectInvalid(module, "has 0 ids");
  module.header[3] = 0xFFFFFFFF;
  expectInvalid(module, "has 4294967295 ids");
  module = smallModule();
  module.header[4] = 1;
  expectInvalid(module, "has a schema");
  SpirvKernel cut = smallModule().kernel();
  cut.words.back() = 0x20038;
  EXPECT_ERROR(checkSpirvModule(cut, fullProfile()), DataLoss, "is cut off or damaged");
}

TEST(SpirvCheck, Sections) {
  expectInvalid(longer(59, 17, {9}), "has instruction 17 behind its section");
  expectInvalid(longer(54, 71, {3, 33, 0}), "has instruction 71 behind its section");
  expectInvalid(smallModule().remove(14), "has no memory model");
  expectInvalid(longer(14, 14, {0, 1}), "has no memory model, or several");
  expectInvalid(changed(11, {1, 0x6E65704F, 0}), "imports instructions that are not known, 'Open'");
  expectInvalid(changed(10, {0x5F565053}), "has an extension that is cut off");
}

TEST(SpirvCheck, EntryPoints) {
  const Words other = SpirvModule::text("other");
  SpirvModule module = smallModule();
  module.operandsOf(15).resize(2);
  module.operandsOf(15).insert(module.operandsOf(15).end(), other.begin(), other.end());
  expectInvalid(module, "has an entry point 'other' of kind 5");
  expectInvalid(changed(15, {4, 2, 0x6E69616D, 0}), "has an entry point 'main' of kind 4");
  expectInvalid(changed(15, {5, 2, 0x6E69616D}), "has an entry point that is cut off");
  expectInvalid(longer(15, 15, {5, 2, 0x6E69616D, 0}), "has more than one entry point");
  expectInvalid(smallModule().remove(15).remove(16), "has no entry point");
  expectInvalid(changed(54, {6, 12, 0, 7}), "lacks the function 'main'");
  expectInvalid(smallModule().remove(56), "has a function that does not end");
  expectInvalid(smallModule().remove(54), "has code outside of functions");
}

TEST(SpirvCheck, WorkgroupSizes) {
  expectInvalid(smallModule().remove(16), "does not say the size of its workgroups");
  expectInvalid(longer(16, 16, {2, 17, 64, 1, 1}), "says the size of workgroups more than once");
  expectInvalid(changed(16, {2, 17, 64, 1}), "says the size of workgroups more than once, or with");
  expectInvalid(changed(16, {2, 17, 64, 0, 1}), "has workgroups of no invocations");
  expectInvalid(changed(16, {3, 17, 64, 1, 1}), "has an execution mode of no entry point");
  // By ids, which would need a feature, and by the constant that overrides all others.
  expectInvalid(longer(71, 331, {2, 38, 12, 12, 12}), "says execution mode 38 by ids");
  expectInvalid(longer(71, 71, {12, 11, 25}), "says the size of workgroups by a constant");
  EXPECT_ERROR(check(changed(16, {2, 17, 64, 3, 1})), Unsupported,
               "its workgroups of 64 x 3 x 1 are larger than the device's, which have at most 128");
  EXPECT_ERROR(check(changed(16, {2, 17, 1, 1, 65})), Unsupported, "1 x 1 x 65 are larger");
  EXPECT_ERROR(check(changed(16, {2, 17, 1u << 31, 2, 1})), Unsupported, "are larger");
  EXPECT_ERROR(check(changed(16, {2, 17, 1u << 31, 1u << 31, 4})), Unsupported, "are larger");
}

TEST(SpirvCheck, Bindings) {
  expectInvalid(changed(71, {3, 33, 2}), "has a variable at binding 2, where the kernel has none");
  expectInvalid(changed(71, {3, 34, 1}), "has a variable in descriptor set 1");
  expectInvalid(changed(71, {3, 33}), "has a binding without a number");
  expectInvalid(changed(71, {20, 33, 0}), "has a decoration of nothing");
  expectInvalid(changed(71, {11, 33, 0}), "has a buffer without one binding");
  expectInvalid(longer(71, 71, {3, 33, 1}), "has a buffer without one binding");
  expectInvalid(longer(71, 73, {12}), "decorates groups");
  expectInvalid(longer(59, 59, {10, 12, 2}), "has a variable of storage class 2");
  expectInvalid(changed(59, {10, 3, 4}), "has a binding of what is no buffer");
  SpirvKernel kernel = changed(71, {3, 33, 2}).kernel();
  kernel.usesStatus = true;
  EXPECT_OK(checkSpirvModule(kernel, fullProfile()));
  kernel = changed(71, {3, 33, 3}).kernel();
  kernel.usesStatus = true;
  EXPECT_ERROR(checkSpirvModule(kernel, fullProfile()), DataLoss, "at binding 3, where");
  kernel.usesWorkspace = true;
  EXPECT_OK(checkSpirvModule(kernel, fullProfile()));
  kernel = longer(59, 59, {10, 12, 9}).kernel(); // push constants
  EXPECT_OK(checkSpirvModule(kernel, fullProfile()));
  kernel.dims = 31;
  EXPECT_ERROR(checkSpirvModule(kernel, fullProfile()), DataLoss, "its sizes are in a buffer");
  DeviceProfile few;
  few.maxBuffersPerKernel = 1;
  EXPECT_ERROR(check(smallModule(), few), Unsupported, "it has 2 buffers, but the device binds at");
}

TEST(SpirvCheck, Needs) {
  const std::pair<uint32_t, const char *> capabilities[] = {
      {11, "shaderInt64"},
      {4448, "storageBuffer8BitAccess"},
      {6022, "cooperativeMatrix"},
      {65, "subgroupShuffle"},
      {5118, "shaderBFloat16CooperativeMatrix"}};
  for (const auto &[capability, feature] : capabilities) {
    const SpirvModule module = longer(10, 17, {capability});
    EXPECT_OK(check(module));
    EXPECT_ERROR(check(module, without(feature)), Unsupported,
                 "it declares capability " + std::to_string(capability) +
                     ", but the device has no " + feature);
  }
  for (const uint32_t unknown : {4423u, 5347u, 6026u, 7777u}) // no feature enables them
    EXPECT_ERROR(check(longer(10, 17, {unknown})), Unsupported,
                 "which is not enabled on the device");
  EXPECT_OK(check(longer(10, 17, {4464})));
  EXPECT_ERROR(check(longer(10, 17, {4464}), DeviceProfile()), Unsupported, "capability 4464");
  EXPECT_OK(check(longer(11, 10, SpirvModule::text("SPV_KHR_float_controls"))));
  EXPECT_OK(check(longer(11, 10, SpirvModule::text("SPV_KHR_bfloat16"))));
  EXPECT_ERROR(check(longer(11, 10, SpirvModule::text("SPV_KHR_float_controls")), DeviceProfile()),
               Unsupported, "it declares extension 'SPV_KHR_float_controls', which is not enabled");
  EXPECT_ERROR(check(longer(11, 10, SpirvModule::text("SPV_EXT_mesh_shader"))), Unsupported,
               "it declares extension 'SPV_EXT_mesh_shader'");
  EXPECT_OK(check(longer(16, 16, {2, 4462, 16})));
  EXPECT_ERROR(check(longer(16, 16, {2, 4462, 16}), without("shaderRoundingModeRTEFloat16")),
               Unsupported,
               "execution mode 4462, but the device has no shaderRoundingModeRTEFloat16");
  EXPECT_ERROR(check(longer(16, 16, {2, 4462, 17})), Unsupported, "which kernels cannot have");
  EXPECT_ERROR(check(longer(16, 16, {2, 7})), Unsupported,
               "execution mode 7, which kernels cannot");
}
