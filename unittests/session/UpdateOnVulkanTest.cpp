// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Caches on a Vulkan device that a run updates: they stay in the device's memory, and a run copies
// no cache. The tests of UpdateInPlaceTest.cpp that depend on the device.
#include "runtime/device/DeviceRegistry.h"
#include "runtime/program/executable/Commit.h"
#include "session/CompileModel.h"
#include "unittests/session/CacheModel.h"

namespace update_in_place_test {
namespace {

class UpdateOnVulkan : public ::testing::Test {
protected:
  void SetUp() override {
    if (StatusOr<Device *> device = DeviceRegistry::get().find("vulkan"); !device.ok())
      GTEST_SKIP() << device.status().message();
  }

  static SessionOptions onVulkan() {
    SessionOptions options;
    options.load.device = "vulkan";
    EXPECT_OK(compileForDevice("vulkan", options.compile));
    return options;
  }
};

} // namespace

TEST_F(UpdateOnVulkan, ACacheStaysOnTheDevice) {
  Model model(update_in_place_test::model(kScatter + sum("y", "new")), onVulkan());
  ASSERT_TRUE(model.ok());
  EXPECT_EQ(model.get().program().outputs[1].donor, 0u);
  Expected expected;
  ASSERT_OK(model.bindOnDevice(expected.cache));
  ASSERT_NO_FATAL_FAILURE(expectSteps(model, expected, 0, 20));
}

// Behind the first run, a step uploads its row and its place, and records nothing.
TEST_F(UpdateOnVulkan, AStepCopiesNoCache) {
  Model model(update_in_place_test::model(kScatter + sum("y", "new")), onVulkan());
  ASSERT_TRUE(model.ok());
  Expected expected;
  ASSERT_OK(model.bindOnDevice(expected.cache));
  ASSERT_OK(model.step(0, rowOf(0)));
  const int64_t memory = model.get().memoryUse().handleBytes;
  EXPECT_EQ(memory, kRows * kColumns * 4);
  const DeviceUse before = model.get().deviceUse();
  constexpr uint64_t kSteps = 10;
  for (uint64_t step = 1; step <= kSteps; ++step)
    ASSERT_OK(model.step(static_cast<int64_t>(step), rowOf(static_cast<int64_t>(step))));
  const DeviceUse after = model.get().deviceUse();
  EXPECT_EQ(after.uploadedBytes - before.uploadedBytes, kSteps * (kColumns * 4 + 8));
  EXPECT_LE(after.readBytes - before.readBytes, kSteps * kColumns * 4);
  EXPECT_EQ(after.submissions - before.submissions, kSteps);
  EXPECT_EQ(after.recordings, before.recordings);
  EXPECT_EQ(model.get().memoryUse().handleBytes, memory);
}

// Handles of the host are copied with every run.
TEST_F(UpdateOnVulkan, AHostHandleIsCopied) {
  Model model(update_in_place_test::model(kScatter + sum("y", "new")), onVulkan());
  ASSERT_TRUE(model.ok());
  Expected expected;
  ASSERT_OK(model.bind(expected.cache));
  ASSERT_NO_FATAL_FAILURE(expectSteps(model, expected, 0, 5));
}

TEST_F(UpdateOnVulkan, ReadersOfTheOldCacheGetACopy) {
  const std::string body =
      kScatter + sum("old", "cache") + sum("now", "new") +
      "  %y = rlx.sub %now, %old : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>\n";
  Model model(update_in_place_test::model(body), onVulkan());
  ASSERT_TRUE(model.ok());
  EXPECT_FALSE(model.get().program().outputs[1].donor.has_value());
  Expected expected;
  ASSERT_OK(model.bindOnDevice(expected.cache));
  for (int64_t step = 0; step < 5; ++step) {
    std::vector<float> change = expected.sums();
    expected.write(step, rowOf(step));
    const std::vector<float> sums = expected.sums();
    for (size_t i = 0; i < change.size(); ++i)
      change[i] = sums[i] - change[i];
    ASSERT_OK(model.step(step, rowOf(step)));
    EXPECT_EQ(values(model.get().output(0)), change) << step;
    EXPECT_EQ(values(model.get().output(1)), expected.cache);
  }
}

TEST_F(UpdateOnVulkan, AFailedUpdateBreaksTheHandle) {
  Model model(update_in_place_test::model(kScatter + sum("y", "new")), onVulkan());
  ASSERT_TRUE(model.ok());
  Expected expected;
  ASSERT_OK(model.bindOnDevice(expected.cache));
  ASSERT_OK(model.step(3, rowOf(1)));
  // A call that is wrong breaks nothing.
  const std::vector<float> row = rowOf(1);
  EXPECT_ERROR(model.get().run(std::vector<NamedTensor>{{"row", {DType::F32, kRow, row.data()}}}),
               InvalidArgument, "missing input 'at'");
  ASSERT_OK(model.step(4, rowOf(2)));
  EXPECT_ERROR(model.step(kRows, rowOf(3)), OutOfRange, "met index 64 outside its axis");
  EXPECT_ERROR(
      model.step(5, rowOf(4)), FailedPrecondition,
      "a run that failed has updated only a part of the content of input 'cache'; set it again");
  ASSERT_OK(model.bindOnDevice(expected.cache));
  ASSERT_OK(model.step(6, rowOf(5)));
  expected.write(6, rowOf(5));
  EXPECT_EQ(values(model.get().output(1)), expected.cache);
}

TEST_F(UpdateOnVulkan, ClonesHaveTheirOwnCaches) {
  Model model(update_in_place_test::model(kScatter + sum("y", "new")), onVulkan());
  ASSERT_TRUE(model.ok());
  Expected mine;
  ASSERT_OK(model.bindOnDevice(mine.cache));
  ASSERT_OK(model.step(1, rowOf(1)));
  mine.write(1, rowOf(1));
  ASSERT_OK_AND_ASSIGN(std::unique_ptr<Executable> clone, model.get().clone());
  ASSERT_OK(model.step(2, rowOf(2)));
  EXPECT_EQ(values(*clone->readDeviceHandle("cache")), mine.cache);
  mine.write(2, rowOf(2));
  EXPECT_EQ(values(*model.get().readDeviceHandle("cache")), mine.cache);
}

// An update that cannot fail is submitted before earlier ones are done.
TEST_F(UpdateOnVulkan, CommitsUpdateTheSameCache) {
  const std::string add =
      "  %zero = rlx.constant dense<0> : tensor<1x1xi64>\n"
      "  %new = rlx.scatter_nd %cache, %zero, %row reduction = add : (tensor<64x8xf32>, "
      "tensor<1x1xi64>, tensor<1x8xf32>) -> tensor<64x8xf32>\n";
  Model model(update_in_place_test::model(add + sum("y", "new")), onVulkan());
  ASSERT_TRUE(model.ok());
  EXPECT_EQ(model.get().program().outputs[1].donor, 0u);
  const std::vector<float> cache(kRows * kColumns, 0.0f);
  ASSERT_OK(model.bindOnDevice(cache));
  const std::vector<float> row(kColumns, 1.0f);
  const int64_t at = 0;
  constexpr int kCommits = 6;
  std::vector<Commit> commits(kCommits);
  for (Commit &commit : commits)
    ASSERT_OK(
        model.get().commitNoWait(std::vector<NamedTensor>{{"row", {DType::F32, kRow, row.data()}},
                                                          {"at", {DType::I64, kAt, &at}}},
                                 commit));
  for (Commit &commit : commits)
    ASSERT_OK(commit.wait());
  std::vector<float> expected = cache;
  std::fill_n(expected.begin(), kColumns, static_cast<float>(kCommits));
  EXPECT_EQ(values(*model.get().readDeviceHandle("cache")), expected);
}

} // namespace update_in_place_test
