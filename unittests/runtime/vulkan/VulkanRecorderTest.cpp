// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory in blocks, transfers through a small staging buffer, and barriers where commands need
// them.
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <string>
#include <thread>

#include "runtime/base/File.h"
#include "runtime/gpu/memory/GpuPool.h"
#include "runtime/gpu/memory/GpuTransfer.h"
#include "runtime/vulkan/api/PipelineFile.h"
#include "runtime/vulkan/device/VulkanContext.h"
#include "unittests/runtime/vulkan/VulkanTest.h"

using namespace rlx::rt;
using namespace rlx::rt::testing;

namespace {
class VulkanRecording : public VulkanTest {
protected:
  void SetUp() override {
    VulkanTest::SetUp();
    if (IsSkipped())
      return;
    ASSERT_OK_AND_ASSIGN(instance, VulkanInstance::create({validates()}));
    const ProbedDevice probed = probeDevice(*instance, instance->devices()[0]);
    ASSERT_OK_AND_ASSIGN(context,
                         VulkanContext::create(instance, instance->devices()[0], probed, ""));
    ASSERT_OK_AND_ASSIGN(pool, context->makeCommandPool());
    ASSERT_OK_AND_ASSIGN(list, pool->makeList(ListUse::Repeated));
    ASSERT_OK_AND_ASSIGN(block, context->allocate(4096, MemoryKind::Device, "a test"));
    ProgramBuilder b;
    b.kernel("add_one", "vulkan");
    ASSERT_OK_AND_ASSIGN(kernels, context->loadKernels(b.program, vulkanKernels()));
    recorder = pool->makeRecorder({block, 0, 4});
    ASSERT_OK(recorder->begin(*list));
  }
  // Sets element `to` of the block to element `from` + 1. Elements are 256 bytes apart.
  Status add(uint64_t from, uint64_t to) {
    GpuDispatch dispatch;
    dispatch.kernel = kernels->find(0);
    dispatch.operands = {{block, 256 * from, 4}, {block, 256 * to, 4}};
    dispatch.numOutputs = 1;
    dispatch.dims = dims;
    dispatch.grid = {1, 1, 1};
    return recorder->dispatch(dispatch);
  }
  const std::vector<int64_t> dims{1};
  std::shared_ptr<const VulkanInstance> instance;
  std::shared_ptr<VulkanContext> context;
  std::unique_ptr<GpuCommandPool> pool;
  GpuCommandList *list = nullptr;
  std::shared_ptr<GpuBlock> block;
  std::shared_ptr<const GpuKernels> kernels;
  std::unique_ptr<GpuRecorder> recorder;
};
} // namespace

TEST_F(VulkanRecording, AChainHasABarrierBetweenAnyTwo) {
  for (uint64_t i = 0; i < 10; ++i)
    ASSERT_OK(add(i, i + 1));
  EXPECT_EQ(recorder->numCommands(), 10u);
  EXPECT_EQ(recorder->numBarriers(), 9u);
  ASSERT_OK(recorder->end());
  GpuTransfer transfer(context);
  const float five = 5;
  float result = 0;
  ASSERT_OK(transfer.upload({block, 0, 4}, &five));
  ASSERT_OK(transfer.flush());
  ASSERT_OK(pool->runAndWait(*list));
  ASSERT_OK(transfer.download({block, 2560, 4}, &result));
  EXPECT_EQ(result, 15);
}

TEST_F(VulkanRecording, IndependentCommandsHaveNone) {
  for (uint64_t i = 1; i < 10; ++i)
    ASSERT_OK(add(0, i)); // all read one element, each writes its own
  EXPECT_EQ(recorder->numBarriers(), 0u);
  ASSERT_OK(add(10, 0)); // writes the element that they read
  EXPECT_EQ(recorder->numBarriers(), 1u);
  ASSERT_OK(recorder->copy({block, 256, 256}, {block, 3072, 256}));
  EXPECT_EQ(recorder->numBarriers(), 1u);
  ASSERT_OK(recorder->copy({block, 3072, 256}, {block, 3328, 256}));
  EXPECT_EQ(recorder->numBarriers(), 2u);
  EXPECT_ERROR(recorder->copy({block, 0, 256}, {block, 100, 256}), Unsupported, "overlap");
  ASSERT_OK(recorder->end());
}

namespace {
VkPipelineStageFlags lastAfter = 0, lastBefore = 0;
VkMemoryBarrier lastBarrier{};
void VKAPI_CALL keepBarrier(VkCommandBuffer, VkPipelineStageFlags after,
                            VkPipelineStageFlags before, VkDependencyFlags, uint32_t,
                            const VkMemoryBarrier *memory, uint32_t, const VkBufferMemoryBarrier *,
                            uint32_t, const VkImageMemoryBarrier *) {
  lastAfter = after;
  lastBefore = before;
  lastBarrier = *memory;
}
} // namespace

// Recordings do not begin with a barrier, so they must end with one. Devices that run commands in
// order would not reveal that it is missing.
TEST_F(VulkanRecording, WorkEndsWithABarrierForAllThatComesLater) {
  const VulkanDeviceFunctions saved = context->functions();
  context->functionsForTests().vkCmdPipelineBarrier = keepBarrier;
  ASSERT_OK(recorder->end());
  context->functionsForTests() = saved;
  constexpr VkPipelineStageFlags kWork =
      VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT;
  constexpr VkAccessFlags kWrites = VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT,
                          kReads = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_TRANSFER_READ_BIT;
  EXPECT_EQ(lastAfter, kWork);
  EXPECT_EQ(lastBarrier.srcAccessMask, kWrites);
  EXPECT_EQ(lastBefore, kWork | VK_PIPELINE_STAGE_HOST_BIT);
  EXPECT_EQ(lastBarrier.dstAccessMask, kWrites | kReads | VK_ACCESS_HOST_READ_BIT);
}

TEST_F(VulkanRecording, TransfersOfAnySize) {
  GpuTransfer transfer(context);
  for (uint64_t size :
       {uint64_t(1), uint64_t(4) << 20, (uint64_t(4) << 20) + 1, (uint64_t(21) << 20) + 12345}) {
    std::vector<uint8_t> data(size), back(size);
    for (size_t i = 0; i < size; ++i)
      data[i] = static_cast<uint8_t>(i * 2654435761u >> 13);
    ASSERT_OK_AND_ASSIGN(const auto large,
                         context->allocate(size + 7, MemoryKind::Device, "a test"));
    const BufferSlice slice{large, 7, size};
    ASSERT_OK(transfer.upload(slice, data.data()));
    ASSERT_OK(transfer.download(slice, back.data()));
    EXPECT_EQ(data, back) << size;
  }
}

TEST_F(VulkanRecording, SlicesShareBlocks) {
  GpuPool slicePool(context, MemoryKind::Upload);
  std::vector<BufferSlice> slices;
  for (uint64_t size : {100, 1, 0, 70'000, 5'000'000, 30}) {
    ASSERT_OK_AND_ASSIGN(BufferSlice slice, slicePool.allocate(size, 64, "a test"));
    EXPECT_EQ(slice.size, size);
    EXPECT_EQ(slice.offset % 64, 0u);
    if (slice.size)
      std::memset(slice.block->mapped() + slice.offset, 1, slice.size);
    slices.push_back(std::move(slice));
  }
  EXPECT_EQ(slices[0].block, slices[1].block);
  EXPECT_EQ(slices[2].block, nullptr);
  EXPECT_NE(slices[3].block, slices[0].block); // the first block is small
  EXPECT_EQ(slices[3].block, slices[5].block);
  EXPECT_NE(slices[4].block, slices[3].block); // large ones have a dedicated block
  EXPECT_ERROR(context->allocate(uint64_t(1) << 40, MemoryKind::Device, "a test").status(),
               OutOfMemory, "no memory for a test: 1099511627776 bytes in one piece");
}

// Pipelines are cached in a file. A damaged file is ignored and replaced.
TEST_F(VulkanRecording, ThePipelineCacheIsAFile) {
  namespace fs = std::filesystem;
  const fs::path folder =
      fs::path(::testing::TempDir()) / ("rlx-pipelines-" + std::to_string(::getpid())) / "deeper";
  fs::remove_all(folder);
  const auto load = [&] {
    const ProbedDevice probed = probeDevice(*instance, instance->devices()[0]);
    auto made = VulkanContext::create(instance, instance->devices()[0], probed, folder.string());
    ASSERT_TRUE(made.ok()) << made.status().toString();
    ProgramBuilder b;
    b.kernel("add_one", "vulkan");
    ASSERT_OK((*made)->loadKernels(b.program, vulkanKernels()).status().copy());
  };
  load();
  std::vector<fs::path> files;
  for (const auto &entry : fs::directory_iterator(folder))
    files.push_back(entry.path());
  ASSERT_EQ(files.size(), 1u);
  EXPECT_NE(files[0].filename().string().find("vulkan-pipelines-"), std::string::npos);
  ASSERT_OK_AND_ASSIGN(const std::vector<uint8_t> bytes, readFile(files[0].string()));
  EXPECT_GE(bytes.size(), 40u); // a header and a checksum at least
  load();
  // The driver's data may differ each time, but the checksum shows that it is complete.
  EXPECT_FALSE(readPipelineFile(files[0].string()).empty());
  std::vector<uint8_t> damaged = bytes;
  damaged[bytes.size() / 2] ^= 0xFF;
  for (const size_t size : {bytes.size(), size_t(3)}) {
    damaged.resize(size);
    ASSERT_OK(writeFile(files[0].string(), damaged));
    load();
    EXPECT_FALSE(readPipelineFile(files[0].string()).empty()) << size;
  }
  fs::remove_all(folder);
}

TEST(PipelineFile, IsNotLargerThanItMayBe) {
  const std::string path = ::testing::TempDir() + "rlx-pipeline-file-" + std::to_string(::getpid());
  const std::vector<uint8_t> bytes(100, 7), more(200, 8);
  ASSERT_OK(writePipelineFile(path, bytes, 108)); // including the checksum
  EXPECT_EQ(readPipelineFile(path, 108), bytes);
  EXPECT_TRUE(readPipelineFile(path, 107).empty());
  EXPECT_ERROR(writePipelineFile(path, more, 207), OutOfRange, "pipelines of 200 bytes");
  EXPECT_FALSE(std::filesystem::exists(path)); // the next process starts without a cache
  EXPECT_TRUE(readPipelineFile(path).empty());
  // The default limit: a file of that size is not read either, whatever wrote it.
  ASSERT_OK(writePipelineFile(path, std::vector<uint8_t>(kMaxPipelineBytes), UINT64_MAX));
  EXPECT_TRUE(readPipelineFile(path).empty());
  EXPECT_EQ(readPipelineFile(path, UINT64_MAX).size(), kMaxPipelineBytes);
  std::filesystem::remove(path);
}

// Each writer has a separate temporary file.
TEST(PipelineFile, SeveralWriteAtOnce) {
  namespace fs = std::filesystem;
  const fs::path folder =
      fs::path(::testing::TempDir()) / ("rlx-pipeline-files-" + std::to_string(::getpid()));
  const std::string path = (folder / "file").string();
  std::vector<std::thread> threads;
  for (uint8_t i = 1; i <= 4; ++i)
    threads.emplace_back([&, i] {
      for (int turn = 0; turn < 50; ++turn) {
        EXPECT_OK(writePipelineFile(path, std::vector<uint8_t>(i * 50'000u, i)));
        EXPECT_FALSE(readPipelineFile(path).empty());
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), {}), 1);
  fs::remove_all(folder);
}
