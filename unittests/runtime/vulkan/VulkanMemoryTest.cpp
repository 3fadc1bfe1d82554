// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The memory of executables: allocations within the device's limit, none for data that is stored
// elsewhere, none for further iterations, and all of it counted.
#include <cmath>
#include <numeric>

#include "unittests/runtime/vulkan/Interposed.h"

using namespace rlx::rt;
using namespace rlx::rt::testing;

namespace {

class VulkanMemory : public InterposedTest {
protected:
  int64_t allocated() const { return static_cast<int64_t>(device->current()->allocatedBytes()); }
};

// Limits the size of one allocation of the device during its lifetime.
struct SmallAllocations {
  SmallAllocations(std::shared_ptr<GpuContext> of, uint64_t bytes)
      : context(std::move(of)), before(context->maxAllocation()) {
    context->setMaxAllocationForTests(bytes);
  }
  ~SmallAllocations() { context->setMaxAllocationForTests(before); }
  std::shared_ptr<GpuContext> context;
  uint64_t before;
};

// x + 1 repeatedly, in temporaries of decreasing size. Each overlaps an earlier one and the end of
// another, so overlapping groups become longer than each buffer.
Program shrinkingChain(int64_t largest, int64_t least, int64_t step) {
  ProgramBuilder b;
  b.program.name = "shrinking";
  const uint32_t addOne = b.kernel("add_one", "vulkan");
  uint32_t at = b.tensor(BufferKind::Input, "x", DType::F32, {c(64)});
  const uint32_t out = b.tensor(BufferKind::Output, "out", DType::F32, {c(64)});
  const auto add = [&](uint32_t to) {
    b.program.main.push_back(ProgramBuilder::dispatch(addOne, {at, to}, 1, {c(64)}, c(1), "add"));
    at = to;
  };
  for (int64_t size = largest; size >= least; size -= step)
    add(b.buffer(BufferKind::Arena, c(size)));
  add(out);
  return std::move(b.program);
}

} // namespace

TEST_F(VulkanMemory, OverlappingTemporariesHaveSeveralAllocations) {
  constexpr int64_t kMax = 128 << 10;
  const SmallAllocations small(device->current(), kMax);
  auto executable = loadOnVulkan(shrinkingChain(100 << 10, 10 << 10, 10 << 10));
  ASSERT_NE(executable, nullptr);
  std::vector<int64_t> shape{64};
  std::vector<float> x(64);
  std::iota(x.begin(), x.end(), 0.0f);
  const std::vector<NamedTensor> inputs{{"x", {DType::F32, shape, x.data()}}};
  ASSERT_OK(executable->run(inputs));
  for (size_t i = 0; i < x.size(); ++i)
    ASSERT_EQ(executable->output(0).as<float>()[i], x[i] + 11) << i;
  // A single buffer that is too large is an error.
  auto tooLarge = loadOnVulkan(shrinkingChain(kMax, kMax, 1));
  EXPECT_ERROR(tooLarge->run(inputs), OutOfMemory, "131072 bytes in one piece, but");
}

// The reported memory, except machine code, is that allocated on the device.
TEST_F(VulkanMemory, AllIsCounted) {
  const int64_t before = allocated();
  const auto counted = [](const Executable &executable) {
    const MemoryUse use = executable.memoryUse();
    return use.arenaBytes + use.outputBytes + use.handleBytes + use.persistentBytes +
           use.paramBytes;
  };
  auto executable = loadOnVulkan(onVulkan(sumProgram()));
  EXPECT_EQ(counted(*executable), allocated() - before);
  const Case small(3, 4, 1), large(5000, 4, 2);
  ASSERT_OK(executable->setParam("scale", small.scaleView()));
  EXPECT_EQ(counted(*executable), allocated() - before);
  for (const Case *test : {&small, &large, &small}) {
    ASSERT_OK(executable->run(test->inputs()));
    EXPECT_EQ(counted(*executable), allocated() - before);
  }
  ASSERT_OK(executable->bindDeviceHandle("x", {DType::F32, large.shape, large.x.data()}));
  const std::vector<NamedTensor> y{{"y", {DType::F32, large.shape, large.y.data()}}};
  ASSERT_OK(executable->run(y));
  EXPECT_EQ(counted(*executable), allocated() - before);
  ASSERT_OK(executable->setParam("scale", small.scaleView())); // again
  EXPECT_EQ(counted(*executable), allocated() - before);
  executable.reset();
  EXPECT_EQ(allocated(), before);
}

// Scalars of kernels with many sizes are in memory, which is reused.
TEST_F(VulkanMemory, ScalarsOfManyIterationsReuseMemory) {
  const std::shared_ptr<GpuContext> context = device->current();
  ProgramBuilder b;
  b.kernel("show_dims", "vulkan");
  ASSERT_OK_AND_ASSIGN(const auto kernels, context->loadKernels(b.program, vulkanKernels()));
  ASSERT_OK_AND_ASSIGN(const auto pool, context->makeCommandPool());
  ASSERT_OK_AND_ASSIGN(GpuCommandList *const list, pool->makeList(ListUse::Once));
  ASSERT_OK_AND_ASSIGN(const auto block, context->allocate(4096, MemoryKind::Device, "a test"));
  const std::vector<int64_t> dims(40, 7);
  GpuDispatch dispatch;
  dispatch.kernel = kernels->find(0);
  dispatch.operands = {{block, 0, 160}};
  dispatch.numOutputs = 1;
  dispatch.dims = dims;
  dispatch.grid = {1, 1, 1};
  const std::unique_ptr<GpuRecorder> recorder = pool->makeRecorder({block, 0, 4});
  std::vector<int64_t> taken;
  for (int iteration = 0; iteration < 1000; ++iteration) {
    recorder->reset();
    ASSERT_OK(recorder->begin(*list));
    ASSERT_OK(recorder->dispatch(dispatch));
    ASSERT_OK(recorder->end());
    if (taken.empty() || taken.back() != allocated())
      taken.push_back(allocated());
  }
  EXPECT_EQ(taken.size(), 1u);
  BlockBytes counted;
  recorder->countMemory(counted);
  EXPECT_EQ(counted.bytes(), 1 << 16);
}

namespace {
// state' = state + 1, which is large, and last = x + 1, which is small.
Program statefulProgram(int64_t n) {
  ProgramBuilder b;
  b.program.name = "stateful";
  const uint32_t addOne = b.kernel("add_one", "vulkan");
  const uint32_t state = b.tensor(BufferKind::Input, "state", DType::F32, {c(n)});
  const uint32_t x = b.tensor(BufferKind::Input, "x", DType::F32, {c(64)});
  const uint32_t next = b.tensor(BufferKind::Output, "next", DType::F32, {c(n)});
  const uint32_t last = b.tensor(BufferKind::Output, "last", DType::F32, {c(64)});
  b.program.main.push_back(
      ProgramBuilder::dispatch(addOne, {state, next}, 1, {c(n)}, c(n / 64), "add"));
  b.program.main.push_back(ProgramBuilder::dispatch(addOne, {x, last}, 1, {c(64)}, c(1), "add"));
  return std::move(b.program);
}
} // namespace

// Also if sizes were bound before the handle was, and if all outputs are read at the end.
TEST_F(VulkanMemory, OutputsThatFeedHandlesTakeNoRoomOfTheHost) {
  constexpr int64_t kLarge = 64 << 10;
  for (const bool runsBefore : {false, true}) {
    SCOPED_TRACE(runsBefore);
    auto executable = loadOnVulkan(statefulProgram(kLarge));
    std::vector<int64_t> shape{kLarge}, few{64};
    std::vector<float> state(kLarge, 5), x(64, 1);
    const NamedTensor given{"state", {DType::F32, shape, state.data()}},
        small{"x", {DType::F32, few, x.data()}};
    const std::vector<NamedTensor> both{given, small}, one{small};
    if (runsBefore) {
      ASSERT_OK(executable->run(both));
      EXPECT_GE(executable->memoryUse().outputBytes, kLarge * 4);
      ASSERT_OK(executable->bindDeviceHandle("state", given.tensor));
      ASSERT_OK(executable->setHandleFeed("state", 0));
    } else {
      ASSERT_OK(executable->bindDeviceHandle("state", given.tensor));
      ASSERT_OK(executable->setHandleFeed("state", 0));
      ASSERT_OK(executable->run(one));
      EXPECT_LE(executable->memoryUse().outputBytes, 3 * 4096);
    }
    ASSERT_OK(executable->run(one));
    const float turns = runsBefore ? 1 : 2;
    EXPECT_EQ(*executable->output(0).as<float>(), 5 + turns);
    EXPECT_EQ(executable->output(1).as<float>()[63], 2);
    ASSERT_OK(executable->clearHandleFeed("state"));
    ASSERT_OK(executable->run(one));
    EXPECT_EQ(executable->output(0).as<float>()[kLarge - 1], 5 + turns + 1);
    EXPECT_EQ(executable->output(1).as<float>()[0], 2);
  }
}
