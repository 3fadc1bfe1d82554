// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts transfers between host and device: handles, inputs and results, recordings, and the
// weights of clones. On the CPU the counts are zero, and results are the same.
#include <gtest/gtest.h>
#include <thread>

#include "rlx/rlx.hpp"
#include "runtime/capi/Handles.h"
#include "runtime/device/DeviceRegistry.h"
#include "runtime/gpu/executor/GpuDevice.h"
#include "unittests/runtime/OnDevices.h"

namespace device_use_test {

using namespace rlx::rt;
using namespace rlx::rt::testing;

namespace {

using Values = std::vector<float>;
const std::vector<int64_t> kFour{4};

TensorView four(const Values &values) {
  return {DType::F32, kFour, values.data()};
}

// The counts since `before`. The maximum in flight is not reset.
DeviceUse since(const DeviceUse &before, const Executable &executable) {
  DeviceUse use = executable.deviceUse();
  use.uploads -= before.uploads;
  use.uploadedBytes -= before.uploadedBytes;
  use.reads -= before.reads;
  use.readBytes -= before.readBytes;
  use.submissions -= before.submissions;
  use.recordings -= before.recordings;
  return use;
}

class DeviceUseTest : public OnDevices {
protected:
  // stepProgram with a state of zeros that is fed.
  std::unique_ptr<Executable> steps(bool onDevice) const {
    auto executable = load(stepProgram());
    const Values zeros(4);
    EXPECT_OK(onDevice ? executable->bindDeviceHandle("state", four(zeros))
                       : executable->bindHandle("state", four(zeros)));
    EXPECT_OK(executable->setHandleFeed("state", 0));
    return executable;
  }
  // The number of bytes copied to the host for `bytes` in the output block.
  uint64_t inBlock(uint64_t bytes) const { return sharesMemory() ? 0 : bytes; }
};
RLX_ON_DEVICES(DeviceUseTest);

const Values kOnes(4, 1.0f);
const std::vector<NamedTensor> kX{{"x", four(kOnes)}};

} // namespace

TEST_P(DeviceUseTest, DeviceHandlesStayOnTheDevice) {
  auto executable = steps(true);
  DeviceUse before = executable->deviceUse();
  EXPECT_EQ(before.uploadedBytes, isCpu() ? 0u : 16u);
  for (int i = 0; i < 10; ++i)
    ASSERT_OK(executable->run(kX));
  DeviceUse use = since(before, *executable);
  EXPECT_EQ(use.uploadedBytes, isCpu() ? 0u : 160u); // x, ten times
  EXPECT_EQ(use.readBytes, inBlock(160));            // `seen`, ten times
  EXPECT_EQ(use.submissions, isCpu() ? 0u : 10u);
  // Only the read copies, and it copies once.
  before = executable->deviceUse();
  for (int i = 0; i < 3; ++i) {
    ASSERT_OK_AND_ASSIGN(const TensorView content, executable->readDeviceHandle("state"));
    EXPECT_EQ(content.as<float>()[3], 10);
    EXPECT_EQ(executable->output(0).data, content.data);
    EXPECT_EQ(executable->output("next")->data, content.data);
  }
  use = since(before, *executable);
  EXPECT_EQ(use.reads, inBlock(1));
  EXPECT_EQ(use.readBytes, inBlock(16));
  EXPECT_EQ(use.uploads, 0u);
  // A later run computes a new value.
  ASSERT_OK(executable->run(kX));
  EXPECT_EQ(executable->readDeviceHandle("state")->as<float>()[0], 11);
}

TEST_P(DeviceUseTest, HostHandlesGoOverWithEveryRun) {
  auto executable = steps(false);
  const DeviceUse before = executable->deviceUse();
  for (int i = 0; i < 10; ++i)
    ASSERT_OK(executable->run(kX));
  const DeviceUse use = since(before, *executable);
  EXPECT_EQ(use.uploadedBytes, isCpu() ? 0u : 320u);
  EXPECT_EQ(use.readBytes, isCpu() ? 0u : 160 + inBlock(160));
}

// Copies into memory that the device reads or copies from. The host copies once, in every form of
// run.
TEST_P(DeviceUseTest, InputsAndResultsGoOverOnce) {
  auto executable = readySum();
  const Case test(9, 4, 2);
  const uint64_t bytes = 9 * 4 * 4;
  ASSERT_OK(executable->run(test.inputs()));
  DeviceUse before = executable->deviceUse();
  ASSERT_OK(executable->run(test.inputs()));
  DeviceUse use = since(before, *executable);
  EXPECT_EQ(use.uploads, isCpu() ? 0u : 2u);
  EXPECT_EQ(use.uploadedBytes, isCpu() ? 0u : 2 * bytes);
  EXPECT_EQ(use.readBytes, inBlock(bytes + 16));
  before = executable->deviceUse();
  std::vector<float> out(9 * 4);
  const std::vector<NamedOutput> outputs{{"out", {DType::F32, test.shape, out.data()}}};
  ASSERT_OK(executable->run(test.inputs(), outputs));
  use = since(before, *executable);
  EXPECT_EQ(use.readBytes, isCpu() ? 0u : bytes + inBlock(16));
  test.check(TensorView{DType::F32, test.shape, out.data()});
}

TEST_P(DeviceUseTest, AResultThatFeedsADeviceHandleIsAlsoDelivered) {
  auto executable = steps(true);
  Values mine(4);
  std::vector<double> wide(4);
  const std::vector<NamedOutput> same{{"next", {DType::F32, kFour, mine.data()}}};
  const std::vector<NamedOutput> other{{"next", {DType::F64, kFour, wide.data()}}};
  ASSERT_OK(executable->run(kX, same));
  EXPECT_EQ(mine, Values(4, 1.0f));
  ASSERT_OK(executable->runTyped(kX, other));
  EXPECT_EQ(wide, std::vector<double>(4, 2.0));
  EXPECT_EQ(executable->readDeviceHandle("state")->as<float>()[2], 2);
}

TEST_P(DeviceUseTest, ClonesCopyDeviceHandlesOnTheDevice) {
  auto executable = steps(true);
  ASSERT_OK(executable->run(kX));
  const DeviceUse before = executable->deviceUse();
  ASSERT_OK_AND_ASSIGN(auto copy, executable->clone());
  const DeviceUse use = since(before, *executable), theirs = copy->deviceUse();
  EXPECT_EQ(use.uploads + use.reads + theirs.uploads + theirs.reads, 0u);
  ASSERT_OK(copy->run(kX));
  ASSERT_OK(copy->run(kX));
  EXPECT_EQ(copy->readDeviceHandle("state")->as<float>()[1], 3);
  EXPECT_EQ(executable->readDeviceHandle("state")->as<float>()[1], 1);
  executable.reset();
  ASSERT_OK(copy->run(kX));
  EXPECT_EQ(copy->output(0).as<float>()[1], 4);
}

// Commands are recorded once per set of sizes, and once for each of the two buffers of a device
// handle.
TEST_P(DeviceUseTest, RecordedOnce) {
  auto executable = readySum();
  const Case small(3, 4, 1), large(50, 4, 2);
  for (const Case *test : {&large, &small, &large, &small})
    ASSERT_OK(executable->run(test->inputs()));
  DeviceUse before = executable->deviceUse();
  for (int i = 0; i < 20; ++i) {
    const Case &test = i % 3 ? small : large;
    ASSERT_OK(executable->run(test.inputs()));
    test.check(*executable);
  }
  EXPECT_EQ(since(before, *executable).recordings, 0u);
  auto fed = steps(true);
  before = fed->deviceUse();
  for (int i = 0; i < 20; ++i)
    ASSERT_OK(fed->run(kX));
  EXPECT_EQ(since(before, *fed).recordings, isCpu() ? 0u : 2u);
}

// A result of one device is an input of another, through the host.
TEST_P(DeviceUseTest, ContentsGoToOtherDevices) {
  auto executable = steps(true);
  ASSERT_OK(executable->run(kX));
  for (const char *device : testDevices()) {
    SCOPED_TRACE(device);
    ASSERT_OK_AND_ASSIGN(const TensorView content, executable->readDeviceHandle("state"));
    Program program = stepProgram();
    const bool toVulkan = std::string(device) == "vulkan";
#ifdef RLX_TEST_KERNELS
    if (toVulkan && !whyNoVulkan().empty())
      continue;
    auto loaded = toVulkan ? Executable::load(onVulkan(std::move(program)), vulkanKernels())
                           : Executable::load(std::move(program), testKernels());
#else
    auto loaded = Executable::load(std::move(program), testKernels());
#endif
    ASSERT_OK_AND_ASSIGN(const auto other, std::move(loaded));
    ASSERT_OK(other->bindDeviceHandle("state", content));
    ASSERT_OK(other->run(kX));
    EXPECT_EQ(other->output(0).as<float>()[0], 2);
    // As an input, also of the executable that computed it.
    ASSERT_OK(other->unbindHandle("state"));
    const std::vector<NamedTensor> both{{"x", content}, {"state", four(kOnes)}};
    ASSERT_OK(other->run(both));
    EXPECT_EQ(other->output(0).as<float>()[0], 2);
  }
  ASSERT_OK_AND_ASSIGN(const TensorView content, executable->readDeviceHandle("state"));
  ASSERT_OK(executable->run(std::vector<NamedTensor>{{"x", content}}));
  EXPECT_EQ(executable->output(0).as<float>()[0], 2);
  // A tensor of the wrong shape is refused and changes nothing.
  const std::vector<int64_t> five{5};
  const Values values(5);
  EXPECT_ERROR(executable->bindDeviceHandle("state", {DType::F32, five, values.data()}),
               InvalidArgument, "input 'state' expects state: f32[4], got f32[5]");
  EXPECT_ERROR(executable->bindDeviceHandle("state", {DType::F32, kFour, nullptr}), InvalidArgument,
               "null data pointer");
  EXPECT_EQ(executable->readDeviceHandle("state")->as<float>()[0], 2);
}

// Both forms of a handle, in a run and in a commit.
TEST_P(DeviceUseTest, AFailedRunLeavesHandles) {
  const std::vector<int64_t> shape{100};
  const std::vector<int32_t> zeros(100), threes(100, 3), fours(100, 4);
  std::vector<int32_t> wrong(100, 1);
  wrong[70] = 5;
  const auto view = [&](const std::vector<int32_t> &of) {
    return TensorView{DType::I32, shape, of.data()};
  };
  const auto x = [&](const std::vector<int32_t> &of) {
    return std::vector<NamedTensor>{{"x", view(of)}};
  };
  for (bool onDevice : {false, true}) {
    SCOPED_TRACE(onDevice);
    auto executable = load(checkedProgram());
    const auto read = onDevice ? &Executable::readDeviceHandle : &Executable::readHandle;
    ASSERT_OK(onDevice ? executable->bindDeviceHandle("last", view(zeros))
                       : executable->bindHandle("last", view(zeros)));
    ASSERT_OK(executable->setHandleFeed("last", 0));
    ASSERT_OK(executable->run(x(threes)));
    EXPECT_ERROR(executable->run(x(wrong)), OutOfRange, "met index 5 outside its axis");
    EXPECT_EQ(((*executable).*read)("last")->as<int32_t>()[70], 3);
    std::vector<Commit> commits(3);
    ASSERT_OK(executable->commitNoWait(x(fours), commits[0]));
    ASSERT_OK(executable->commitNoWait(x(wrong), commits[1]));
    ASSERT_OK(executable->commitNoWait(x(zeros), commits[2]));
    EXPECT_ERROR(executable->syncPending(), OutOfRange, "met index 5 outside its axis");
    EXPECT_EQ(commits[0].output(1).as<int32_t>()[70], 3);
    EXPECT_EQ(commits[1].output(0).data, nullptr);
    EXPECT_EQ(commits[2].output(1).as<int32_t>()[70], 4); // not the content of the failed run
    EXPECT_EQ(((*executable).*read)("last")->as<int32_t>()[70], 0);
  }
}

// Without a feed a failed run does not affect others in flight.
TEST_P(DeviceUseTest, ManyCommitsFailForThemselves) {
  const std::vector<int64_t> shape{100};
  const std::vector<int32_t> zeros(100);
  std::vector<std::vector<int32_t>> given;
  auto executable = load(checkedProgram());
  std::vector<Commit> commits(60);
  for (size_t i = 0; i < commits.size(); ++i) {
    given.emplace_back(100, int32_t(i % 4));
    given.back()[50] = i % 7 == 3 ? 6 : 1;
  }
  for (size_t i = 0; i < commits.size(); ++i)
    ASSERT_OK(executable->commitNoWait(
        std::vector<NamedTensor>{{"x", {DType::I32, shape, given[i].data()}},
                                 {"last", {DType::I32, shape, zeros.data()}}},
        commits[i]));
  EXPECT_ERROR(executable->syncPending(), OutOfRange, "met index 6 outside its axis");
  for (size_t i = 0; i < commits.size(); ++i) {
    SCOPED_TRACE(i);
    EXPECT_EQ(commits[i].wait().ok(), i % 7 != 3);
    if (i % 7 != 3)
      EXPECT_EQ(commits[i].output(0).as<int32_t>()[99], int32_t(i % 4));
  }
}

// Handles of both kinds, with runs and other sizes in between.
TEST_P(DeviceUseTest, ManyCommitsKeepTheirOrder) {
  for (bool onDevice : {true, false}) {
    SCOPED_TRACE(onDevice);
    auto executable = steps(onDevice);
    std::vector<Commit> commits(120);
    std::vector<Values> inputs;
    for (size_t i = 0; i < commits.size(); ++i)
      inputs.emplace_back(4, static_cast<float>(i));
    float sum = 0;
    for (size_t i = 0; i < commits.size(); ++i) {
      ASSERT_OK(
          executable->commitNoWait(std::vector<NamedTensor>{{"x", four(inputs[i])}}, commits[i]));
      if (i % 50 == 49)
        ASSERT_OK(executable->run(kX));
    }
    ASSERT_OK(executable->syncPending());
    for (size_t i = 0; i < commits.size(); ++i) {
      ASSERT_EQ(commits[i].output(1).as<float>()[3], sum) << i;
      sum += static_cast<float>(i);
      ASSERT_EQ(commits[i].output(0).as<float>()[0], sum) << i;
      sum += i % 50 == 49;
    }
    ASSERT_OK_AND_ASSIGN(const TensorView state, onDevice ? executable->readDeviceHandle("state")
                                                          : executable->readHandle("state"));
    EXPECT_EQ(state.as<float>()[0], sum);
  }
}

// Through the C API, which shows results after each call, and on several threads.
TEST_P(DeviceUseTest, TheCAPIReadsWhatIsAskedFor) {
  rlx_executable_t *handle = nullptr;
  ASSERT_EQ(rlx::capi::wrap(load(stepProgram()), &handle), nullptr);
  rlx::Executable model(handle);
  Values ones = kOnes;
  const auto x = rlx::Tensor::wrap({4}, std::span(ones));
  ASSERT_TRUE(x.ok());
  ASSERT_TRUE(model.bindDeviceHandle("state", *x).ok());
  ASSERT_TRUE(model.setHandleFeed("state", 0).ok());
  const DeviceUse before = handle->executable->deviceUse();
  for (int i = 0; i < 5; ++i)
    ASSERT_TRUE(model.run({{"x", *x}}).ok());
  EXPECT_EQ(since(before, *handle->executable).readBytes, inBlock(80)); // `seen`
  std::vector<std::thread> readers;
  for (int i = 0; i < 4; ++i)
    readers.emplace_back([&] {
      const auto next = model.output(0);
      ASSERT_TRUE(next.ok());
      EXPECT_EQ(next->data<float>()[3], 6);
    });
  for (std::thread &reader : readers)
    reader.join();
  EXPECT_EQ(since(before, *handle->executable).readBytes, inBlock(80 + 16));
  const rlx_tensor_t *listed[2] = {};
  const size_t list[] = {1, 0};
  const rlx_named_tensor_t input{"x", x->get()};
  ASSERT_EQ(rlx_executable_run_read_outputs(handle, &input, 1, list, 2, listed), nullptr);
  EXPECT_EQ(static_cast<const float *>(rlx_tensor_get_const_data(listed[0]))[1], 6);
  EXPECT_EQ(static_cast<const float *>(rlx_tensor_get_const_data(listed[1]))[1], 7);
  ASSERT_EQ(rlx_executable_run_feed(handle, &input, 1, "state", 0, listed), nullptr);
  EXPECT_EQ(static_cast<const float *>(rlx_tensor_get_const_data(listed[0]))[1], 8);
}

// Results that a commit does not keep stay on the device, and several of its runs are in flight.
TEST_P(DeviceUseTest, CommitsReadWhatTheyKeep) {
  auto executable = steps(true);
  ASSERT_OK(executable->run(kX));
  const DeviceUse before = executable->deviceUse();
  std::vector<Commit> commits(20);
  const std::vector<size_t> seen{1}, none, wrong{2};
  for (size_t i = 0; i < commits.size(); ++i) {
    ASSERT_OK(commits[i].keepOutputs(i % 2 ? seen : none));
    ASSERT_OK(executable->commitNoWait(kX, commits[i]));
  }
  ASSERT_OK(executable->syncPending());
  EXPECT_EQ(since(before, *executable).readBytes, isCpu() ? 0u : 160u);
  for (size_t i = 0; i < commits.size(); ++i) {
    EXPECT_EQ(commits[i].output(0).data, nullptr);
    EXPECT_ERROR(commits[i].readOutput(0).status(), FailedPrecondition,
                 "output 0 is none of those that the commit keeps");
    EXPECT_EQ(commits[i].readOutput(1).ok(), i % 2 == 1);
    if (i % 2)
      EXPECT_EQ(commits[i].output(1).as<float>()[0], static_cast<float>(i + 1));
    EXPECT_EQ(executable->output(1).data, nullptr);
  }
  EXPECT_EQ(executable->readDeviceHandle("state")->as<float>()[0], 21);
  ASSERT_OK(commits[0].keepOutputs(wrong));
  EXPECT_ERROR(executable->commitNoWait(kX, commits[0]), OutOfRange, "there is no output 2");
  ASSERT_OK(commits[0].keepAllOutputs());
  ASSERT_OK(executable->commitNoWait(kX, commits[0]));
  ASSERT_OK(commits[0].wait());
  EXPECT_EQ(commits[0].output(0).as<float>()[0], 22);
}

// A growing cache uses other memory in every run.
TEST_P(DeviceUseTest, ADeviceCacheGrows) {
  auto executable = load(cacheProgram());
  const std::vector<int64_t> empty{0, 4}, row{1, 4};
  ASSERT_OK(executable->bindDeviceHandle("cache", {DType::F32, empty, nullptr}));
  ASSERT_OK(executable->setHandleFeed("cache", 0));
  std::vector<Commit> commits(40);
  std::vector<Values> rows;
  for (size_t i = 0; i < commits.size(); ++i)
    rows.emplace_back(4, static_cast<float>(i));
  for (size_t i = 0; i < commits.size(); ++i) {
    const std::vector<NamedTensor> inputs{{"x", {DType::F32, row, rows[i].data()}}};
    ASSERT_OK(i % 2 ? executable->commitNoWait(inputs, commits[i]) : executable->run(inputs));
  }
  ASSERT_OK_AND_ASSIGN(const TensorView cache, executable->readDeviceHandle("cache"));
  ASSERT_EQ(cache.shape[0], 40);
  for (size_t i = 0; i < 160; ++i)
    ASSERT_EQ(cache.as<float>()[i], static_cast<float>(i / 4)) << i;
}

// A clone allocates device memory for its runs, but not for weights.
TEST_P(DeviceUseTest, ClonesHaveNoWeightsOfTheirOwn) {
  const int64_t cols = 1 << 20, bytes = cols * 4;
  auto executable = readySum({.cols = cols});
  ASSERT_OK(executable->prepare());
  const MemoryUse use = executable->memoryUse();
  EXPECT_GE(use.paramBytes + use.persistentBytes, 2 * bytes);
  const auto allocated = [&]() -> uint64_t {
    if (isCpu())
      return allocationStats().liveBytes;
    return static_cast<GpuDevice &>(**DeviceRegistry::get().find(GetParam()))
        .current()
        ->allocatedBytes();
  };
  const uint64_t before = allocated();
  std::vector<std::unique_ptr<Executable>> clones;
  for (int i = 0; i < 5; ++i) {
    ASSERT_OK_AND_ASSIGN(auto copy, executable->clone());
    clones.push_back(std::move(copy));
  }
  EXPECT_LT(allocated() - before, uint64_t(bytes) / 2);
  // A clone with other weights has its own copy.
  const Values values(size_t(cols), 2.0f);
  ASSERT_OK(clones[0]->setParamF32("scale", values));
  ASSERT_OK(clones[0]->prepare());
  EXPECT_GE(allocated() - before, 2 * uint64_t(bytes));
}

} // namespace device_use_test
