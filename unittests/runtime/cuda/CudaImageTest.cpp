// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUDA kernels as bytes. No device is needed.
#include <string>

#include "runtime/cuda/kernel/CudaImage.h"
#include "runtime/device/DeviceProfile.h"
#include "unittests/runtime/StatusMatchers.h"

using namespace rlx::rt;

static CudaImage someImage() {
  CudaImage image;
  image.kernels.resize(2);
  CudaKernel &first = image.kernels[0], &second = image.kernels[1];
  first.name = "first";
  first.ptx = ".version 8.1";
  first.operands = 2;
  first.dims = 1;
  first.usesStatus = true;
  first.threads = 64;
  first.reads = {1, 0};
  first.sharedBytes = 196608;
  first.maps = {{1, 2, {{512, {}, 64}, {8, {0, 0}, 128}}}};
  second.name = "second";
  second.ptx = ".version 8.1\n";
  second.operands = 1;
  second.usesWorkspace = second.needsAligned = true;
  second.threads = 1024;
  second.reads = {0};
  return image;
}

TEST(CudaImage, GoesThroughBytes) {
  CudaImage image = someImage();
  image.hostCode = {1, 2, 3};
  ASSERT_OK_AND_ASSIGN(const std::vector<uint8_t> bytes, encodeCudaImage(image));
  ASSERT_OK_AND_ASSIGN(const CudaImage again, decodeCudaImage(bytes));
  ASSERT_EQ(again.kernels.size(), 2u);
  EXPECT_EQ(again.kernels[0].name, "first");
  EXPECT_EQ(again.kernels[0].operands, 2u);
  EXPECT_EQ(again.kernels[0].dims, 1u);
  EXPECT_TRUE(again.kernels[0].usesStatus);
  EXPECT_FALSE(again.kernels[0].usesWorkspace);
  EXPECT_EQ(again.kernels[0].threads, 64u);
  EXPECT_EQ(again.kernels[0].reads, image.kernels[0].reads);
  EXPECT_EQ(again.kernels[0].sharedBytes, 196608u);
  ASSERT_EQ(again.kernels[0].maps.size(), 1u);
  const CudaTensorMap &map = again.kernels[0].maps[0];
  EXPECT_EQ(map.operand, 1u);
  EXPECT_EQ(map.elementBytes, 2u);
  ASSERT_EQ(map.dims.size(), 2u);
  EXPECT_EQ(map.dims[0].box, 64u);
  EXPECT_EQ(map.dims[1].factor, 8u);
  EXPECT_EQ(map.dims[1].dims, (std::vector<uint32_t>{0, 0}));
  EXPECT_EQ(again.kernels[1].sharedBytes, 0u);
  EXPECT_TRUE(again.kernels[1].maps.empty());
  EXPECT_EQ(again.kernels[1].ptx, image.kernels[1].ptx);
  EXPECT_TRUE(again.kernels[1].usesWorkspace);
  EXPECT_FALSE(again.kernels[0].needsAligned);
  EXPECT_TRUE(again.kernels[1].needsAligned);
  EXPECT_EQ(again.hostCode, image.hostCode);
}

TEST(CudaImage, DamageIsAnError) {
  ASSERT_OK_AND_ASSIGN(const std::vector<uint8_t> bytes, encodeCudaImage(someImage()));
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(decodeCudaImage(std::span(bytes).first(size)).ok()) << size;
  std::vector<uint8_t> longer = bytes;
  longer.push_back(0);
  EXPECT_ERROR(decodeCudaImage(longer).status(), DataLoss, "cut off or too long");
  for (size_t i = 0; i < bytes.size(); ++i) { // the result does not matter, but nothing may crash
    std::vector<uint8_t> changed = bytes;
    changed[i] ^= 0xFF;
    decodeCudaImage(changed).status().ignore();
  }
  std::vector<uint8_t> version = bytes;
  version[8] = 9;
  EXPECT_ERROR(decodeCudaImage(version).status(), Unsupported, "code for CUDA of version 9");
  const auto wrong = [](auto change, std::string_view why) {
    CudaImage image = someImage();
    change(image.kernels[1]);
    EXPECT_ERROR(decodeCudaImage(*encodeCudaImage(image)).status(), DataLoss, why);
  };
  wrong([](CudaKernel &kernel) { kernel.threads = 0; }, "has blocks of 0 threads");
  wrong([](CudaKernel &kernel) { kernel.threads = 2048; }, "has blocks of 2048 threads");
  wrong([](CudaKernel &kernel) { kernel.reads.clear(); }, "has 1 operands, but says of 0");
  wrong([](CudaKernel &kernel) { kernel.ptx.clear(); }, "the PTX of kernel 'second' is damaged");
  wrong([](CudaKernel &kernel) { kernel.ptx[3] = '\0'; }, "the PTX of kernel 'second' is damaged");
  wrong([](CudaKernel &kernel) { kernel.operands = 1 << 21; }, "too many operands or dims");
  const auto wrongMap = [](auto change, std::string_view why) {
    CudaImage image = someImage();
    change(image.kernels[0].maps[0]);
    EXPECT_ERROR(decodeCudaImage(*encodeCudaImage(image)).status(), DataLoss, why);
  };
  wrong([](CudaKernel &kernel) { kernel.sharedBytes = 1 << 30; }, "bytes of shared memory");
  wrongMap([](CudaTensorMap &map) { map.operand = 2; }, "an operand that it does not have");
  wrongMap([](CudaTensorMap &map) { map.elementBytes = 3; }, "has elements of 3 bytes");
  wrongMap([](CudaTensorMap &map) { map.dims.clear(); }, "has 0 dimensions");
  wrongMap([](CudaTensorMap &map) { map.dims.resize(6); }, "has 6 dimensions");
  wrongMap([](CudaTensorMap &map) { map.dims[1].box = 257; }, "has a box of 257");
  wrongMap([](CudaTensorMap &map) { map.dims[1].dims = {1}; }, "a size that is not of the kernel");
  wrongMap([](CudaTensorMap &map) { map.dims[0].box = 32; }, "rows that are not of 128 bytes");
  CudaImage twice = someImage();
  twice.kernels[1].name = "first";
  KernelTable table;
  EXPECT_ERROR(loadCudaImage(*encodeCudaImage(twice), table), AlreadyExists,
               "kernel 'first' was added twice");
}

// Code of one compute capability runs on all later ones.
TEST(CudaProfile, MeetsEarlierCapabilities) {
  DeviceProfile profile;
  profile.target = "cuda";
  profile.versionMajor = 9;
  profile.versionMinor = 0;
  EXPECT_TRUE(profile.meets("computeCapability>=86"));
  EXPECT_TRUE(profile.meets("computeCapability>=90"));
  EXPECT_FALSE(profile.meets("computeCapability>=100"));
  profile.target = "vulkan";
  EXPECT_FALSE(profile.meets("computeCapability>=80"));
}
