// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vulkan's functions fail, at each place where the runtime calls them. The caller gets a status
// with the reason, nothing leaks, and unaffected objects still work.
#include <array>
#include <thread>

#include "runtime/program/observe/Observer.h"
#include "unittests/TestSet.h"
#include "unittests/runtime/vulkan/Interposed.h"

using namespace rlx::rt;
using namespace rlx::rt::testing;

namespace {

class VulkanFaults : public InterposedTest {
protected:
  // Runs a program from load to destruction, in all forms. Returns the first status that is not OK.
  // Checks the results of runs that are OK.
  static Status life();
  static StatusOr<std::unique_ptr<Executable>> load() {
    return Executable::load(onVulkan(sumProgram()), vulkanKernels());
  }
  // An executable that has run.
  std::unique_ptr<Executable> running() {
    auto executable = load();
    EXPECT_OK(executable.status().copy());
    EXPECT_OK((*executable)->setParam("scale", small.scaleView()));
    EXPECT_OK((*executable)->run(small.inputs()));
    return std::move(*executable);
  }
  // A new device has replaced the lost one.
  void expectStartedAgain() {
    auto again = running();
    small.check(*again);
    EXPECT_NE(device->current(), nullptr);
  }
  Case small{3, 4, 1}, large{5000, 4, 2};
};

Status VulkanFaults::life() {
  Case small(3, 4, 1), large(5000, 4, 2);
  RLX_ASSIGN_OR_RETURN(const auto executable, load());
  RLX_RETURN_IF_ERROR(executable->setParam("scale", small.scaleView()));
  for (const Case *test : {&small, &large, &small}) {
    RLX_RETURN_IF_ERROR(executable->run(test->inputs()));
    test->check(*executable);
  }
  RLX_RETURN_IF_ERROR(executable->bindDeviceHandle("x", {DType::F32, large.shape, large.x.data()}));
  const std::vector<NamedTensor> y{{"y", {DType::F32, large.shape, large.y.data()}}};
  RLX_RETURN_IF_ERROR(executable->run(y));
  large.check(*executable);
  RLX_RETURN_IF_ERROR(executable->readDeviceHandle("x").status());
  RLX_RETURN_IF_ERROR(executable->unbindHandle("x"));
  std::array<Commit, 4> commits;
  for (Commit &commit : commits)
    RLX_RETURN_IF_ERROR(executable->commitNoWait(large.inputs(), commit));
  RLX_RETURN_IF_ERROR(executable->syncPending());
  for (const Commit &commit : commits)
    large.check(commit.output(0));
  RLX_ASSIGN_OR_RETURN(const auto clone, executable->clone());
  RunObserver observer;
  RLX_RETURN_IF_ERROR(clone->setObserver(&observer));
  RLX_RETURN_IF_ERROR(clone->run(small.inputs()));
  small.check(*clone);
  return executable->shareWeights().status();
}

struct Fault {
  const char *function;
  VkResult result;
  StatusCode code;
};

} // namespace

// The device stays in use, so other executables on it still work.
TEST_F(VulkanFaults, WhatThereIsNotEnoughOf) {
  auto bystander = running();
  const int64_t before = interposed->live();
  const uint64_t bytes = device->current()->allocatedBytes();
  const Fault faults[] = {
      {"vkAllocateMemory", VK_ERROR_OUT_OF_DEVICE_MEMORY, StatusCode::OutOfMemory},
      {"vkCreateBuffer", VK_ERROR_OUT_OF_HOST_MEMORY, StatusCode::OutOfMemory},
      {"vkBindBufferMemory", VK_ERROR_OUT_OF_DEVICE_MEMORY, StatusCode::OutOfMemory},
      {"vkMapMemory", VK_ERROR_MEMORY_MAP_FAILED, StatusCode::OutOfMemory},
      {"vkCreateFence", VK_ERROR_OUT_OF_HOST_MEMORY, StatusCode::OutOfMemory},
      {"vkCreateCommandPool", VK_ERROR_OUT_OF_HOST_MEMORY, StatusCode::OutOfMemory},
      {"vkAllocateCommandBuffers", VK_ERROR_OUT_OF_HOST_MEMORY, StatusCode::OutOfMemory},
      {"vkResetCommandBuffer", VK_ERROR_OUT_OF_DEVICE_MEMORY, StatusCode::OutOfMemory},
      {"vkBeginCommandBuffer", VK_ERROR_OUT_OF_HOST_MEMORY, StatusCode::OutOfMemory},
      {"vkEndCommandBuffer", VK_ERROR_OUT_OF_DEVICE_MEMORY, StatusCode::OutOfMemory},
      {"vkQueueSubmit", VK_ERROR_OUT_OF_HOST_MEMORY, StatusCode::OutOfMemory},
      {"vkCreateDescriptorPool", VK_ERROR_OUT_OF_HOST_MEMORY, StatusCode::OutOfMemory},
      {"vkAllocateDescriptorSets", VK_ERROR_OUT_OF_POOL_MEMORY, StatusCode::OutOfMemory},
      {"vkCreateQueryPool", VK_ERROR_OUT_OF_DEVICE_MEMORY, StatusCode::OutOfMemory},
      {"vkCreateShaderModule", VK_ERROR_OUT_OF_HOST_MEMORY, StatusCode::OutOfMemory},
      {"vkCreateDescriptorSetLayout", VK_ERROR_OUT_OF_HOST_MEMORY, StatusCode::OutOfMemory},
      {"vkCreatePipelineLayout", VK_ERROR_OUT_OF_HOST_MEMORY, StatusCode::OutOfMemory},
      {"vkCreateComputePipelines", VK_ERROR_OUT_OF_HOST_MEMORY, StatusCode::OutOfMemory},
      {"vkCreateComputePipelines", VK_ERROR_INVALID_SHADER_NV, StatusCode::Internal}};
  // Every call fails once; with sanitizers every third one, unless all tests run.
  const uint64_t stride = kIsSanitized && !runsAllTests() ? 3 : 1;
  for (const Fault &fault : faults) {
    SCOPED_TRACE(fault.function);
    uint64_t nth = 0;
    for (bool reached = true; reached && !HasFailure(); nth += stride) {
      SCOPED_TRACE(nth);
      // Another kind of memory may replace one that is full, so all must fail.
      const bool isForGood = fault.function == std::string_view("vkAllocateMemory");
      interposed->failAt(fault.function, fault.result, nth, isForGood);
      Status status = life();
      reached = interposed->calls(fault.function) > nth;
      EXPECT_EQ(status.code(), reached ? fault.code : StatusCode::Ok) << status.toString();
      interposed->failNone();
      EXPECT_EQ(interposed->live(), before);
    }
    EXPECT_GT(nth, 1u); // the function is called at all
  }
  EXPECT_EQ(device->current()->allocatedBytes(), bytes);
  small.check(*bystander);
  ASSERT_OK(bystander->run(large.inputs()));
  large.check(*bystander);
}

// An executable works after a run that had too little memory, as if that run had not been.
TEST_F(VulkanFaults, ARunThatFailedCanBeRepeated) {
  for (float &value : large.scale)
    value += 3;
  for (const char *function :
       {"vkAllocateMemory", "vkCreateBuffer", "vkResetCommandBuffer", "vkEndCommandBuffer",
        "vkBeginCommandBuffer", "vkCreateDescriptorPool", "vkQueueSubmit"}) {
    SCOPED_TRACE(function);
    for (uint64_t nth = 0;; ++nth) {
      SCOPED_TRACE(nth);
      auto executable = running();
      ASSERT_OK(executable->bindDeviceHandle("x", {DType::F32, large.shape, large.x.data()}));
      ASSERT_OK(executable->setParam("scale", large.scaleView())); // uploaded together with the run
      const std::vector<NamedTensor> y{{"y", {DType::F32, large.shape, large.y.data()}}};
      interposed->failAt(function, VK_ERROR_OUT_OF_DEVICE_MEMORY, nth,
                         function == std::string_view("vkAllocateMemory")); // all kinds of memory
      Status status = executable->run(y);
      const bool reached = interposed->calls(function) > nth;
      interposed->failNone();
      if (!reached) {
        ASSERT_OK(std::move(status));
        EXPECT_GT(nth, 0u);
        break;
      }
      // If the param did not arrive, no run may compute without it.
      EXPECT_ERROR(std::move(status), OutOfMemory, "VK_ERROR_OUT_OF_DEVICE_MEMORY");
      Status again = executable->run(y);
      if (again.ok())
        large.check(*executable);
      else
        EXPECT_ERROR(std::move(again), Unavailable, "did not arrive");
      if (HasFailure())
        return;
    }
  }
}

TEST_F(VulkanFaults, ALostDevice) {
  for (const char *function : {"vkQueueSubmit", "vkWaitForFences"}) {
    SCOPED_TRACE(function);
    auto executable = running();
    Commit kept;
    ASSERT_OK(executable->commitNoWait(small.inputs(), kept));
    ASSERT_OK(kept.wait());
    ASSERT_OK(executable->bindHandle("y", {DType::F32, small.shape, small.y.data()}));
    interposed->failAt(function, VK_ERROR_DEVICE_LOST);
    EXPECT_ERROR(executable->run(small.inputs()), Unavailable,
                 "VK_ERROR_DEVICE_LOST; load the model again to go on");
    interposed->failNone();
    EXPECT_EQ(device->current(), nullptr);
    EXPECT_ERROR(executable->run(large.inputs()), Unavailable, "was lost");
    EXPECT_EQ(interposed->calls("vkQueueSubmit"), 0u);
    // Data on the host is still available.
    small.check(kept.output(0));
    ASSERT_OK_AND_ASSIGN(const TensorView y, executable->readHandle("y"));
    EXPECT_EQ(y.as<float>()[0], small.y[0]);
    executable.reset();
    EXPECT_EQ(interposed->live(), 0);
    interposed.reset();
    expectStartedAgain();
    interpose();
  }
}

// Each call that can report a lost device.
TEST_F(VulkanFaults, ADeviceLostAnywhere) {
  for (const char *function : {"vkQueueSubmit", "vkWaitForFences"})
    for (uint64_t nth = 0;; ++nth) {
      SCOPED_TRACE(std::string(function) + " " + std::to_string(nth));
      interposed->failAt(function, VK_ERROR_DEVICE_LOST, nth, /*isForGood=*/true);
      Status status = life();
      const bool reached = interposed->calls(function) > nth;
      interposed->failNone();
      EXPECT_EQ(interposed->live(), 0);
      if (!reached) {
        ASSERT_OK(std::move(status));
        EXPECT_GT(nth, 5u);
        break;
      }
      ASSERT_EQ(status.code(), StatusCode::Unavailable) << status.toString();
      interposed.reset();
      loadOnVulkan(onVulkan(sumProgram()));
      interpose();
    }
}

// A device that hangs is waited for once: not for the later runs that were submitted, and not by
// the destructor of the executable.
TEST_F(VulkanFaults, ADeviceThatHangsIsWaitedForOnce) {
  auto executable = running();
  constexpr size_t kRuns = 3;
  std::array<Commit, kRuns> commits;
  interposed->failAt("vkWaitForFences", VK_TIMEOUT, 0, /*isForGood=*/true);
  interposed->setBefore("vkWaitForFences", [&] { // until all are in flight
    const auto most = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (interposed->calls("vkQueueSubmit") < kRuns && std::chrono::steady_clock::now() < most)
      std::this_thread::yield();
  });
  for (Commit &commit : commits)
    ASSERT_OK(executable->commitNoWait(small.inputs(), commit));
  EXPECT_ERROR(executable->syncPending(), Unavailable, "did not finish in 600 seconds");
  EXPECT_EQ(interposed->calls("vkQueueSubmit"), kRuns);
  for (const Commit &commit : commits)
    EXPECT_ERROR(commit.wait(), Unavailable, "did not finish in 600 seconds");
  // Commands that the device still has are not modified, not even for another run.
  const auto touched = [&] {
    return interposed->calls("vkResetCommandBuffer") + interposed->calls("vkUpdateDescriptorSets");
  };
  const uint64_t before = touched();
  EXPECT_ERROR(executable->run(small.inputs()), Unavailable, "was lost");
  EXPECT_ERROR(executable->run(large.inputs()), Unavailable, "was lost");
  ASSERT_OK(executable->commitNoWait(large.inputs(), commits[0]));
  EXPECT_ERROR(commits[0].wait(), Unavailable, "was lost");
  EXPECT_EQ(touched(), before);
  EXPECT_EQ(interposed->calls("vkQueueSubmit"), kRuns);
  executable.reset();
  EXPECT_EQ(interposed->calls("vkWaitForFences"), 1u);
  EXPECT_EQ(interposed->calls("vkDeviceWaitIdle"), 0u); // would wait forever
  expectStartedAgain();
}

// The queue executes other work first, which may take long. The runtime must not give up then.
TEST_F(VulkanFaults, OthersWorkIsNotCounted) {
  auto executable = running(), other = running();
  ASSERT_OK(executable->run(large.inputs())); // all memory is allocated
  ASSERT_OK(other->run(small.inputs()));
  interposed->failAt("vkWaitForFences", VK_TIMEOUT);
  bool isFirst = true;
  interposed->setBefore("vkWaitForFences", [&] {
    if (std::exchange(isFirst, false))
      ASSERT_OK(other->run(small.inputs()));
  });
  ASSERT_OK(executable->run(large.inputs()));
  large.check(*executable);
  small.check(*other);
  EXPECT_FALSE(isFirst);
  EXPECT_EQ(interposed->calls("vkWaitForFences"), 3u);
  EXPECT_NE(device->current(), nullptr);
}

TEST_F(VulkanFaults, TransfersOfADeviceThatHangsEnd) {
  const SumProgramOptions options{.cols = 3 << 20}; // three slices, in two halves of the memory
  const Case test(1, options.cols, 1);
  auto executable = loadOnVulkan(onVulkan(sumProgram(options)));
  interposed->failAt("vkWaitForFences", VK_TIMEOUT, 0, /*isForGood=*/true);
  EXPECT_ERROR(executable->setParam("scale", test.scaleView()), Unavailable,
               "did not finish in 600 seconds; load the model again to go on");
  EXPECT_EQ(interposed->calls("vkQueueSubmit"), 2u);
  const uint64_t recorded = interposed->calls("vkResetCommandBuffer");
  EXPECT_ERROR(executable->setParam("scale", test.scaleView()), Unavailable, "was lost");
  EXPECT_EQ(interposed->calls("vkResetCommandBuffer"), recorded);
  executable.reset();
  EXPECT_EQ(interposed->calls("vkWaitForFences"), 1u);
  expectStartedAgain();
}

// A failed wait does not say whether the work is done, and a fence that stays signalled would end a
// later wait at once. So the device is given up, but all memory is freed once it is idle.
TEST_F(VulkanFaults, WaitsThatFail) {
  for (const char *function : {"vkWaitForFences", "vkResetFences"}) {
    SCOPED_TRACE(function);
    auto executable = running();
    interposed->failAt(function, VK_ERROR_OUT_OF_HOST_MEMORY);
    EXPECT_ERROR(executable->run(large.inputs()), OutOfMemory, "VK_ERROR_OUT_OF_HOST_MEMORY");
    interposed->failNone();
    EXPECT_ERROR(executable->run(small.inputs()), Unavailable, "was lost");
    executable.reset();
    EXPECT_EQ(interposed->live(), 0);
    interposed.reset();
    expectStartedAgain();
    interpose();
  }
}

// A device that does not report its end is treated as if it hung. A lost device has ended.
TEST_F(VulkanFaults, WaitsThatFailOnADeviceThatDoesNotBecomeIdle) {
  for (const bool isLost : {false, true}) {
    SCOPED_TRACE(isLost);
    auto executable = running();
    interposed->functions().vkDeviceWaitIdle =
        isLost ? [](VkDevice) { return VK_ERROR_DEVICE_LOST; }
               : [](VkDevice) { return VK_ERROR_OUT_OF_HOST_MEMORY; };
    interposed->failAt("vkWaitForFences", VK_ERROR_OUT_OF_HOST_MEMORY);
    EXPECT_ERROR(executable->run(large.inputs()), OutOfMemory, "VK_ERROR_OUT_OF_HOST_MEMORY");
    interposed->failNone();
    EXPECT_ERROR(executable->run(small.inputs()), Unavailable, "was lost");
    executable.reset();
    EXPECT_EQ(interposed->live() == 0, isLost);
    interposed.reset();
    expectStartedAgain();
    interpose();
  }
}
