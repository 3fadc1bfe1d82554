// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether the barriers are enough: commands that the runtime records between two barriers are
// reordered before the device gets them, and the results must be the same. Devices that run
// commands in order would not reveal a missing barrier.
#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <random>

#include "unittests/runtime/vulkan/Interposed.h"

using namespace rlx::rt;
using namespace rlx::rt::testing;

namespace {

enum class Order { Reversed, Shuffled };

// A command buffer during recording: commands that may run in any order, group by group.
struct Recorded {
  VkPipeline pipeline = VK_NULL_HANDLE;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  VkDescriptorSet set = VK_NULL_HANDLE;
  std::vector<uint8_t> pushed;
  std::vector<std::function<void()>> unordered;
};

struct Reordering {
  const VulkanDeviceFunctions *real = nullptr;
  Order order = Order::Reversed;
  bool keepsBarriers = true;
  std::mt19937 random{5};
  std::map<VkCommandBuffer, Recorded> buffers;
  size_t largest = 0, groups = 0; // of groups with a command

  void finish(Recorded &recorded) {
    groups += !recorded.unordered.empty();
    largest = std::max(largest, recorded.unordered.size());
    if (order == Order::Reversed)
      std::ranges::reverse(recorded.unordered);
    else
      std::ranges::shuffle(recorded.unordered, random);
    for (const std::function<void()> &command : recorded.unordered)
      command();
    recorded.unordered.clear();
  }
};
Reordering *now = nullptr;

void VKAPI_CALL bindPipeline(VkCommandBuffer commands, VkPipelineBindPoint, VkPipeline pipeline) {
  now->buffers[commands].pipeline = pipeline;
}
void VKAPI_CALL bindSets(VkCommandBuffer commands, VkPipelineBindPoint, VkPipelineLayout,
                         uint32_t first, uint32_t count, const VkDescriptorSet *sets, uint32_t,
                         const uint32_t *) {
  EXPECT_TRUE(first == 0 && count == 1);
  now->buffers[commands].set = *sets;
}
void VKAPI_CALL push(VkCommandBuffer commands, VkPipelineLayout layout, VkShaderStageFlags,
                     uint32_t, uint32_t size, const void *values) {
  const auto *const bytes = static_cast<const uint8_t *>(values);
  now->buffers[commands].layout = layout;
  now->buffers[commands].pushed.assign(bytes, bytes + size);
}
void VKAPI_CALL dispatch(VkCommandBuffer commands, uint32_t x, uint32_t y, uint32_t z) {
  Recorded &recorded = now->buffers[commands];
  recorded.unordered.push_back([=, pipeline = recorded.pipeline, layout = recorded.layout,
                                set = recorded.set, pushed = recorded.pushed] {
    const VulkanDeviceFunctions &vk = *now->real;
    vk.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    vk.vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0,
                               nullptr);
    vk.vkCmdPushConstants(commands, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                          static_cast<uint32_t>(pushed.size()), pushed.data());
    vk.vkCmdDispatch(commands, x, y, z);
  });
}
void VKAPI_CALL copyBuffer(VkCommandBuffer commands, VkBuffer from, VkBuffer to, uint32_t count,
                           const VkBufferCopy *regions) {
  EXPECT_EQ(count, 1u);
  now->buffers[commands].unordered.push_back(
      [=, region = *regions] { now->real->vkCmdCopyBuffer(commands, from, to, 1, &region); });
}
// Barriers at the begin and end of a recording also order host accesses, and stay in place.
void VKAPI_CALL barrier(VkCommandBuffer commands, VkPipelineStageFlags after,
                        VkPipelineStageFlags before, VkDependencyFlags flags, uint32_t memories,
                        const VkMemoryBarrier *memory, uint32_t buffers,
                        const VkBufferMemoryBarrier *buffer, uint32_t images,
                        const VkImageMemoryBarrier *image) {
  if (!now->keepsBarriers && ((after | before) & VK_PIPELINE_STAGE_HOST_BIT) == 0)
    return;
  now->finish(now->buffers[commands]);
  now->real->vkCmdPipelineBarrier(commands, after, before, flags, memories, memory, buffers, buffer,
                                  images, image);
}
VkResult VKAPI_CALL beginRecording(VkCommandBuffer commands, const VkCommandBufferBeginInfo *info) {
  now->buffers[commands] = {};
  return now->real->vkBeginCommandBuffer(commands, info);
}

class VulkanOrder : public InterposedTest {
protected:
  void SetUp() override {
    InterposedTest::SetUp();
    if (!interposed)
      return;
    VulkanDeviceFunctions &vk = interposed->functions();
    vk.vkCmdBindPipeline = bindPipeline;
    vk.vkCmdBindDescriptorSets = bindSets;
    vk.vkCmdPushConstants = push;
    vk.vkCmdDispatch = dispatch;
    vk.vkCmdCopyBuffer = copyBuffer;
    vk.vkCmdPipelineBarrier = barrier;
    vk.vkBeginCommandBuffer = beginRecording;
    reordering.real = &interposed->real();
    now = &reordering;
  }
  void TearDown() override {
    interposed.reset();
    now = nullptr;
  }
  // The first output of a program whose input x has the given values.
  std::vector<float> outputOf(Executable &executable, const std::vector<float> &x) {
    const std::vector<int64_t> shape{static_cast<int64_t>(x.size())};
    EXPECT_OK(executable.run(std::vector<NamedTensor>{{"x", {DType::F32, shape, x.data()}}}));
    const float *const out = executable.output(0).as<float>();
    return out ? std::vector<float>(out, out + x.size()) : std::vector<float>();
  }
  // The device's result with reordered commands. A fresh executable records again. If views are
  // less aligned than bindings, the validation layer reports overlaps of the aligned ranges.
  std::vector<float> reordered(const std::function<Program()> &program, const std::vector<float> &x,
                               Order order, bool keepsBarriers, bool isAligned = true) {
    auto executable = loadOnVulkan(onVulkan(program()));
    reordering.order = order;
    reordering.keepsBarriers = keepsBarriers;
    reordering.largest = reordering.groups = 0;
    const uint64_t before = vulkanValidationMessages();
    std::vector<float> result = outputOf(*executable, x);
    const uint64_t messages = vulkanValidationMessages() - before;
    if (!keepsBarriers)
      EXPECT_EQ(messages != 0, validatesBarriers()); // the layer reports the missing barriers
    if (!keepsBarriers || !isAligned)
      expectMessages(messages);
    return result;
  }
  std::vector<float> onHost(const std::function<Program()> &program, const std::vector<float> &x) {
    auto executable = Executable::load(program(), testKernels(), {"cpu", 1});
    EXPECT_OK(executable.status().copy());
    return outputOf(**executable, x);
  }
  // Numbers that no other run has left in memory.
  std::vector<float> fresh(int64_t size) {
    std::vector<float> values(static_cast<size_t>(size));
    for (float &value : values)
      value = std::uniform_real_distribution<float>(1, 2)(reordering.random);
    return values;
  }
  Reordering reordering;
};

constexpr int64_t kFloats = 256;
constexpr int64_t kUnit = 4; // floats: bindings of software drivers are aligned to them

// Programs on views of one buffer, which first holds x and finally becomes the output.
class OnViews {
public:
  OnViews() {
    b.program.name = "views";
    x = b.tensor(BufferKind::Input, "x", DType::F32, {c(kFloats)});
    all = b.buffer(BufferKind::Arena, c(4 * kFloats));
    addRows = b.kernel("add_rows");
    doubled = b.kernel("double");
    b.program.main = {ProgramBuilder::copy(x, all)};
  }
  uint32_t part(int64_t begin, int64_t size) { return b.view(all, c(4 * begin), c(4 * size)); }
  void add(int64_t lhs, int64_t rhs, int64_t to, int64_t size) {
    b.program.main.push_back(
        ProgramBuilder::dispatch(addRows, {part(lhs, size), part(rhs, size), part(to, size)}, 1,
                                 {c(1), c(size)}, c(1), "add"));
  }
  void twice(int64_t from, int64_t to, int64_t size) {
    b.program.main.push_back(ProgramBuilder::dispatch(doubled, {part(from, size), part(to, size)},
                                                      1, {c(size)}, c(1), "double"));
  }
  void copy(int64_t from, int64_t to, int64_t size) {
    b.program.main.push_back(ProgramBuilder::copy(part(from, size), part(to, size)));
  }
  Program take() {
    const uint32_t out = b.tensor(BufferKind::Output, "out", DType::F32, {c(kFloats)});
    b.program.main.push_back(ProgramBuilder::copy(all, out));
    return std::move(b.program);
  }

private:
  ProgramBuilder b;
  uint32_t x, all, addRows, doubled;
};

// Eight independent commands, and then a chain of ten.
Program fanAndChain() {
  OnViews views;
  for (int64_t i = 0; i < 8; ++i)
    views.add(0, 16, 32 + 16 * i, 16);
  for (int64_t i = 0; i < 10; ++i)
    views.twice(32 + 5 * i, 37 + 5 * i, 5);
  return views.take();
}

// Offsets are multiples of `unit` floats.
Program randomViews(uint32_t seed, int64_t unit) {
  std::mt19937 random(seed);
  OnViews views;
  for (int step = 0; step < 40; ++step) {
    const int64_t size = unit * static_cast<int64_t>(1 + random() % (40 / unit));
    int64_t from[2], to = 0;
    do {
      for (int64_t *begin : {&from[0], &from[1], &to})
        *begin = unit * static_cast<int64_t>(random() % ((kFloats - size) / unit + 1));
    } while (std::abs(from[0] - to) < size || std::abs(from[1] - to) < size);
    switch (random() % 3) {
    case 0:
      views.add(from[0], from[1], to, size);
      break;
    case 1:
      views.twice(from[0], to, size);
      break;
    default:
      views.copy(from[0], to, size);
    }
  }
  return views.take();
}

} // namespace

TEST_F(VulkanOrder, ChainsWaitAndOthersDoNot) {
  for (const Order order : {Order::Reversed, Order::Shuffled}) {
    const std::vector<float> x = fresh(kFloats), expected = onHost(fanAndChain, x);
    EXPECT_EQ(reordered(fanAndChain, x, order, true), expected);
    EXPECT_GE(reordering.largest, 8u);
    EXPECT_GE(reordering.groups, 10u);
  }
  // The same commands fail without barriers.
  const std::vector<float> x = fresh(kFloats);
  EXPECT_NE(reordered(fanAndChain, x, Order::Reversed, false), onHost(fanAndChain, x));
}

// The recorder's declared reads and writes match the kernels. Otherwise some order would differ.
TEST_F(VulkanOrder, AnyOrderBetweenBarriersGivesTheSame) {
  int differWithout = 0;
  for (uint32_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    const bool isAligned = seed % 2 == 0;
    const auto program = [=] { return randomViews(seed, isAligned ? kUnit : 1); };
    const std::vector<float> x = fresh(kFloats), expected = onHost(program, x);
    for (const Order order : {Order::Reversed, Order::Shuffled})
      ASSERT_EQ(reordered(program, x, order, true, isAligned), expected);
    const std::vector<float> other = fresh(kFloats);
    differWithout += reordered(program, other, Order::Shuffled, false) != onHost(program, other);
  }
  EXPECT_GE(differWithout, 38);
}

// Weights, temporaries, scratch, a view and copies.
TEST_F(VulkanOrder, ParamsAndScratch) {
  for (const Order order : {Order::Reversed, Order::Shuffled}) {
    reordering.order = order;
    auto executable = loadOnVulkan(onVulkan(sumProgram()));
    for (const int64_t rows : {5, 100, 5}) {
      const Case test(rows, 4, static_cast<float>(rows));
      ASSERT_OK(executable->setParam("scale", test.scaleView()));
      ASSERT_OK(executable->run(test.inputs()));
      test.check(*executable);
    }
  }
}

// A handle that an output feeds has two buffers, which are bound in turn. The last upload to each
// must win, although nothing ran in between.
TEST_F(VulkanOrder, UploadsToTheSameMemory) {
  const std::vector<int64_t> shape{4};
  std::vector<float> values(4);
  const TensorView view{DType::F32, shape, values.data()};
  reordering.order = Order::Reversed;
  auto executable = loadOnVulkan(onVulkan(stepProgram()));
  ASSERT_OK(executable->bindDeviceHandle("state", view));
  ASSERT_OK(executable->setHandleFeed("state", 0));
  ASSERT_OK(executable->run(std::vector<NamedTensor>{{"x", view}}));
  for (int i = 1; i <= 5; ++i) {
    std::ranges::fill(values, static_cast<float>(i));
    ASSERT_OK(executable->bindDeviceHandle("state", view));
  }
  const std::vector<float> zeros(4);
  ASSERT_OK(executable->run(std::vector<NamedTensor>{{"x", {DType::F32, shape, zeros.data()}}}));
  EXPECT_EQ(executable->output(0).as<float>()[3], 5);
}
