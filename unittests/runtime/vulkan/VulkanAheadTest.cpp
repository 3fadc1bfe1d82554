// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Committed runs in flight on the device: their number, and the cases with only one.
#include <chrono>
#include <dlfcn.h>
#include <thread>

#include "runtime/gpu/executor/GpuExecutor.h"
#include "runtime/vulkan/device/VulkanCommandPool.h"
#include "runtime/vulkan/device/VulkanDevice.h"
#include "unittests/runtime/vulkan/VulkanTest.h"

using namespace rlx::rt;
using namespace rlx::rt::testing;

namespace {

using Values = std::vector<float>;
const std::vector<int64_t> kFour{4};

TensorView four(const Values &values) {
  return {DType::F32, kFour, values.data()};
}

// Blocks the queue from close() until open(): submissions are kept until then.
class Gate {
public:
  ~Gate() { open(); }

  void close() {
    auto &device = static_cast<VulkanDevice &>(**DeviceRegistry::get().find("vulkan"));
    context = std::static_pointer_cast<VulkanContext>(device.current());
    ASSERT_TRUE(context);
    library = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
    ASSERT_TRUE(library);
    ASSERT_OK_AND_ASSIGN(pool, context->makeCommandPool());
    ASSERT_OK_AND_ASSIGN(fence, pool->makeFence());
    ASSERT_OK_AND_ASSIGN(GpuCommandList *const list, pool->makeList(ListUse::Once));
    const std::unique_ptr<GpuRecorder> recorder = pool->makeRecorder({});
    VkEventCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO;
    ASSERT_EQ(
        function<PFN_vkCreateEvent>("vkCreateEvent")(context->device(), &info, nullptr, &event),
        VK_SUCCESS);
    ASSERT_OK(recorder->begin(*list));
    const VkCommandBuffer buffer = static_cast<const VulkanCommandList *>(list)->commands();
    function<PFN_vkCmdWaitEvents>("vkCmdWaitEvents")(buffer, 1, &event, VK_PIPELINE_STAGE_HOST_BIT,
                                                     VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, nullptr,
                                                     0, nullptr, 0, nullptr);
    ASSERT_OK(recorder->end());
    ASSERT_OK(pool->submit(*list, *fence));
    isClosed = true;
  }
  void open() {
    if (!isClosed)
      return;
    isClosed = false;
    EXPECT_EQ(function<PFN_vkSetEvent>("vkSetEvent")(context->device(), event), VK_SUCCESS);
    EXPECT_OK(pool->wait(*fence));
    function<PFN_vkDestroyEvent>("vkDestroyEvent")(context->device(), event, nullptr);
  }

private:
  template <typename Function>
  Function function(const char *name) const {
    const auto find =
        reinterpret_cast<PFN_vkGetDeviceProcAddr>(dlsym(library, "vkGetDeviceProcAddr"));
    return reinterpret_cast<Function>(find(context->device(), name));
  }

  std::shared_ptr<VulkanContext> context;
  void *library = nullptr;
  std::unique_ptr<GpuCommandPool> pool;
  GpuFence *fence = nullptr;
  VkEvent event = VK_NULL_HANDLE;
  bool isClosed = false;
};

class VulkanAhead : public VulkanTest {
protected:
  static constexpr size_t kRuns = 8;

  // Commits runs of x while the queue is blocked. Returns the number of submissions before any run
  // was done: `enough`, or fewer after a timeout.
  uint64_t commitAll(Executable &executable, uint64_t enough) {
    for (size_t i = 0; i < kRuns; ++i)
      inputs.emplace_back(4, static_cast<float>(i));
    Gate gate;
    gate.close();
    const uint64_t before = executable.deviceUse().submissions;
    for (size_t i = 0; i < kRuns; ++i)
      EXPECT_OK(
          executable.commitNoWait(std::vector<NamedTensor>{{"x", four(inputs[i])}}, commits[i]));
    const auto given = [&] { return executable.deviceUse().submissions - before; };
    const auto most = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (given() < enough && std::chrono::steady_clock::now() < most)
      std::this_thread::yield();
    // Waits for an unexpected further submission.
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const uint64_t result = given();
    for (const Commit &commit : commits)
      EXPECT_FALSE(commit.done());
    gate.open();
    EXPECT_OK(executable.syncPending());
    return result;
  }
  void checkSums(float begin) const {
    for (size_t i = 0; i < kRuns; ++i) {
      ASSERT_EQ(commits[i].output(1).as<float>()[3], begin) << i;
      begin += static_cast<float>(i);
      ASSERT_EQ(commits[i].output(0).as<float>()[0], begin) << i;
    }
  }
  // stepProgram after one run from zeros.
  std::unique_ptr<Executable> steps(bool onDevice) {
    auto executable = loadOnVulkan(onVulkan(stepProgram()));
    EXPECT_OK(onDevice ? executable->bindDeviceHandle("state", four(zeros))
                       : executable->bindHandle("state", four(zeros)));
    EXPECT_OK(executable->setHandleFeed("state", 0));
    EXPECT_OK(executable->run(std::vector<NamedTensor>{{"x", four(zeros)}}));
    return executable;
  }

  const Values zeros = Values(4);
  std::vector<Values> inputs;
  std::vector<Commit> commits = std::vector<Commit>(kRuns);
};

} // namespace

TEST_F(VulkanAhead, RunsAreGivenBeforeEarlierOnesAreDone) {
  auto executable = loadOnVulkan(onVulkan(stepProgram()));
  const Values ones(4, 1.0f);
  ASSERT_OK(executable->bindHandle("state", four(ones)));
  ASSERT_OK(executable->run(std::vector<NamedTensor>{{"x", four(ones)}}));
  EXPECT_EQ(commitAll(*executable, kMaxInFlightRuns), kMaxInFlightRuns);
  EXPECT_EQ(executable->deviceUse().maxInFlight, kMaxInFlightRuns);
  for (size_t i = 0; i < kRuns; ++i)
    EXPECT_EQ(commits[i].output(0).as<float>()[2], static_cast<float>(i + 1));
}

// The handle's content for the next run is ready before the device starts that run.
TEST_F(VulkanAhead, DeviceHandlesDoNotKeepThem) {
  auto executable = steps(true);
  EXPECT_EQ(commitAll(*executable, kMaxInFlightRuns), kMaxInFlightRuns);
  checkSums(0);
}

TEST_F(VulkanAhead, HostHandlesThatAreFedDo) {
  auto executable = steps(false);
  EXPECT_EQ(commitAll(*executable, 1), 1u);
  EXPECT_EQ(executable->deviceUse().maxInFlight, 1u);
  checkSums(0);
}

TEST_F(VulkanAhead, ClonesAreInFlightAtTheSameTime) {
  auto executable = steps(true);
  ASSERT_OK_AND_ASSIGN(auto copy, executable->clone());
  Commit other;
  {
    Gate gate;
    gate.close();
    ASSERT_OK(executable->commitNoWait(std::vector<NamedTensor>{{"x", four(zeros)}}, commits[0]));
    ASSERT_OK(copy->commitNoWait(std::vector<NamedTensor>{{"x", four(zeros)}}, other));
    const auto most = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (copy->deviceUse().submissions == 0 && std::chrono::steady_clock::now() < most)
      std::this_thread::yield();
    EXPECT_EQ(copy->deviceUse().submissions, 1u);
    EXPECT_FALSE(other.done() || commits[0].done());
  }
  ASSERT_OK(other.wait());
  ASSERT_OK(commits[0].wait());
}

// All lost runs report an error, and no call waits forever.
TEST_F(VulkanAhead, ALostDeviceEndsThem) {
  auto executable = steps(true);
  static_cast<VulkanDevice &>(**DeviceRegistry::get().find("vulkan")).giveUp();
  for (size_t i = 0; i < kRuns; ++i)
    ASSERT_OK(executable->commitNoWait(std::vector<NamedTensor>{{"x", four(zeros)}}, commits[i]));
  EXPECT_ERROR(executable->syncPending(), Unavailable, "was lost");
  for (const Commit &commit : commits)
    EXPECT_ERROR(commit.wait(), Unavailable, "was lost");
}
