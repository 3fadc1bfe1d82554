// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SPIR-V words to the checks that run before a driver gets them. The checks never crash, and
// accepted modules satisfy the runtime's assumptions. No device is needed.
#include <algorithm>
#include <cstring>

#include "runtime/vulkan/pipeline/SpirvCheck.h"
#include "runtime/vulkan/pipeline/SpirvImage.h"
#include "unittests/fuzz/Fuzz.h"
#include "unittests/runtime/vulkan/SpirvModule.h"

using namespace rlx::rt;

static void check(bool condition) {
  if (!condition)
    __builtin_trap();
}

static void checkKernel(const SpirvKernel &kernel, const DeviceProfile &profile) {
  if (!checkSpirvModule(kernel, profile).ok())
    return;
  const std::array<uint32_t, 3> size = workgroupSizeOf(kernel);
  uint64_t invocations = 1;
  for (size_t axis = 0; axis < 3; ++axis) {
    check(size[axis] >= 1 && size[axis] <= profile.maxWorkgroupSize[axis]);
    invocations *= size[axis];
  }
  check(invocations <= profile.maxWorkgroupInvocations);
  check(kernel.numBindings() <= profile.maxBuffersPerKernel);
  check(kernel.words[1] >= 0x10000 && kernel.words[1] <= 0x10600);
  check(!usesSubgroups(kernel) || profile.has("subgroupBasic"));
  for (uint32_t i = 0; i < kernel.operands; ++i)
    readsBuffer(kernel, i);
}

static std::vector<SpirvKernel> wholeKernels() {
  testing::SpirvModule exchanging = testing::smallModule();
  exchanging.addBefore(10, 17, {61}).addBefore(10, 17, {65});
  testing::SpirvModule rounding = testing::smallModule();
  rounding.addBefore(10, 17, {4467}).addBefore(71, 16, {2, 4462, 32});
  return {testing::smallModule().kernel(), exchanging.kernel(), rounding.kernel()};
}

// Reads bytes as words, with the numbers of the kernel's ABI in front.
static SpirvKernel asKernel(const uint8_t *data, size_t size) {
  SpirvKernel kernel{"k", std::vector<uint32_t>((size - 4) / 4), data[0], data[1]};
  kernel.usesStatus = (data[2] & 1) != 0;
  kernel.usesWorkspace = (data[2] & 2) != 0;
  if (!kernel.words.empty())
    std::memcpy(kernel.words.data(), data + 4, kernel.words.size() * 4);
  return kernel;
}

// Reads the same bytes as changes of whole kernels: each sets a word to a value, or adds to it, so
// later words keep their offsets.
static SpirvKernel changed(SpirvKernel kernel, const uint8_t *data, size_t size) {
  constexpr size_t kMax = 24, kEach = 4;
  for (size_t at = 0; at + kEach <= std::min(size, kMax); at += kEach) {
    uint32_t &word = kernel.words[data[at] % kernel.words.size()];
    const uint32_t value = data[at + 1] | uint32_t(data[at + 2]) << 16;
    word = (data[at + 3] & 1) != 0 ? value : word + value;
  }
  return kernel;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const DeviceProfile profiles[] = {testing::fullProfile(), DeviceProfile()};
  static const std::vector<SpirvKernel> whole = wholeKernels();
  if (size < 4)
    return 0;
  for (const DeviceProfile &profile : profiles) {
    checkKernel(asKernel(data, size), profile);
    for (const SpirvKernel &kernel : whole)
      checkKernel(changed(kernel, data + 3, size - 3), profile);
  }
  return 0;
}

std::vector<std::vector<uint8_t>> fuzzSeeds() {
  std::vector<std::vector<uint8_t>> seeds;
  for (const SpirvKernel &kernel : wholeKernels()) {
    check(checkSpirvModule(kernel, testing::fullProfile()).ok());
    seeds.push_back(
        {static_cast<uint8_t>(kernel.operands), static_cast<uint8_t>(kernel.dims), 0, 0});
    const auto *bytes = reinterpret_cast<const uint8_t *>(kernel.words.data());
    seeds.back().insert(seeds.back().end(), bytes, bytes + kernel.words.size() * 4);
  }
  seeds.push_back(std::vector<uint8_t>(24)); // changes that change nothing
  return seeds;
}
