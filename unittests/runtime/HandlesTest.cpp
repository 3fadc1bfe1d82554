// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Handles and feeds: the inputs they give to runs, their content after successful and failed runs,
// and the same rules in every form of run.
#include <atomic>
#include <functional>
#include <gtest/gtest.h>
#include <thread>

#include "unittests/runtime/OnDevices.h"

namespace handles_test {

using namespace rlx::rt;
using namespace rlx::rt::testing;

namespace {

const std::vector<int64_t> kFour{4};

TensorView four(const std::vector<float> &values) {
  return {DType::F32, kFour, values.data()};
}

std::vector<float> list(const TensorView &view) {
  int64_t count = 1;
  for (int64_t dim : view.shape)
    count *= dim;
  return {view.as<float>(), view.as<float>() + count};
}

using Values = std::vector<float>;

// Runs with x alone, in every form of run.
struct Form {
  const char *name;
  std::function<Status(Executable &, const Values &x)> run;
};
std::vector<Form> allForms() {
  static const std::vector<size_t> none;
  auto named = [](const Values &x) { return std::vector<NamedTensor>{{"x", four(x)}}; };
  return {
      {"run", [=](Executable &e, const Values &x) { return e.run(named(x)); }},
      {"runTyped",
       [](Executable &e, const Values &x) {
         const std::vector<double> wide(x.begin(), x.end());
         return e.runTyped(std::vector<NamedTensor>{{"x", {DType::F64, kFour, wide.data()}}});
       }},
      {"runF32",
       [](Executable &e, const Values &x) {
         return e.runF32(std::vector<NamedF32>{{"x", x}}).status();
       }},
      {"runReadOutputs",
       [=](Executable &e, const Values &x) { return e.runReadOutputs(named(x), none).status(); }},
      {"runRaw", [=](Executable &e, const Values &x) { return e.runRaw(named(x)).status(); }},
      {"runSlots",
       [](Executable &e, const Values &x) {
         return e.runSlots(std::vector<FlatView>{std::span(x), FlatView()}).status();
       }},
  };
}

class HandlesTest : public OnDevices {};
class DeviceHandlesTest : public OnDevices {};
class FeedsTest : public OnDevices {};
RLX_ON_DEVICES(HandlesTest);
RLX_ON_DEVICES(DeviceHandlesTest);
RLX_ON_DEVICES(FeedsTest);

} // namespace

TEST_P(HandlesTest, StandForInputsThatARunLeavesOut) {
  auto executable = load(stepProgram());
  const Values state{1, 2, 3, 4}, x{10, 20, 30, 40};
  ASSERT_OK(executable->bindHandle("state", four(state)));
  EXPECT_TRUE(executable->hasHandle("state"));
  for (const Form &form : allForms()) {
    SCOPED_TRACE(form.name);
    ASSERT_OK(form.run(*executable, x));
    EXPECT_EQ(list(executable->output(0)), (Values{11, 22, 33, 44}));
    ASSERT_OK_AND_ASSIGN(TensorView content, executable->readHandle("state"));
    EXPECT_EQ(list(content), state); // no feed: the state does not change
  }
  // An explicit argument overrides the handle, for that run.
  const Values other{5, 5, 5, 5};
  ASSERT_OK(executable->run(std::vector<NamedTensor>{{"x", four(x)}, {"state", four(other)}}));
  EXPECT_EQ(list(executable->output(0)), (Values{15, 25, 35, 45}));
  ASSERT_OK(executable->run(std::vector<NamedTensor>{{"x", four(x)}}));
  EXPECT_EQ(list(executable->output(0)), (Values{11, 22, 33, 44}));
  ASSERT_OK(executable->unbindHandle("state"));
  EXPECT_FALSE(executable->hasHandle("state"));
  for (const Form &form : allForms())
    EXPECT_FALSE(form.run(*executable, x).ok()) << form.name;
  EXPECT_ERROR(executable->run(std::vector<NamedTensor>{{"x", four(x)}}), InvalidArgument,
               "missing input 'state'");
}

TEST_P(HandlesTest, AreCopiesInTheTypeOfTheInput) {
  auto executable = load(stepProgram());
  std::vector<int16_t> value{1, -2, 3, 4};
  ASSERT_OK(executable->bindHandle("state", {DType::I16, kFour, value.data()}));
  value.assign(4, 99);
  ASSERT_OK_AND_ASSIGN(TensorView content, executable->readHandle("state"));
  EXPECT_EQ(content.dtype, DType::F32);
  EXPECT_EQ(list(content), (Values{1, -2, 3, 4}));
  // A handle can be bound to its own content.
  ASSERT_OK(executable->bindHandle("state", content));
  ASSERT_OK_AND_ASSIGN(content, executable->readHandle("state"));
  EXPECT_EQ(list(content), (Values{1, -2, 3, 4}));
}

TEST_P(HandlesTest, Errors) {
  auto executable = load(stepProgram());
  const Values values(12, 1.0f);
  const std::vector<int64_t> five{5}, square{2, 2};
  EXPECT_ERROR(executable->bindHandle("stat", four(values)), InvalidArgument,
               "there is no input 'stat'; inputs are x: f32[4], state: f32[4]");
  EXPECT_ERROR(executable->bindHandle("state", {DType::F32, five, values.data()}), InvalidArgument,
               "input 'state' expects state: f32[4], got f32[5]");
  EXPECT_ERROR(executable->bindHandle("state", {DType::F32, square, values.data()}),
               InvalidArgument,
               "input 'state' expects rank 1 (state: f32[4]), got rank 2 (f32[2,2])");
  EXPECT_ERROR(executable->bindHandle("state", {DType::F32, kFour, nullptr}), InvalidArgument,
               "null data pointer");
  EXPECT_ERROR(executable->bindHandle("state", {static_cast<DType>(90), kFour, values.data()}),
               InvalidArgument, "number 90");
  EXPECT_ERROR(executable->readHandle("state").status(), NotFound, "has no handle");
  EXPECT_ERROR(executable->unbindHandle("state"), NotFound, "has no handle");
  EXPECT_ERROR(executable->setHandleFeed("state", 0), NotFound, "bind one first");
  EXPECT_ERROR(executable->clearHandleFeed("state"), NotFound, "bind one first");
  EXPECT_FALSE(executable->hasHandle("nothing like this"));
  ASSERT_OK(executable->bindHandle("state", four(values)));
  EXPECT_ERROR(executable->setHandleFeed("state", 2), OutOfRange,
               "there is no output 2; the 2 outputs are next: f32[4], seen: f32[4]");
  EXPECT_ERROR(executable->readDeviceHandle("state").status(), NotFound, "no device handle");
  // A failed bind does not change the content.
  EXPECT_ERROR(executable->bindHandle("state", {DType::F32, five, values.data()}), InvalidArgument,
               "got f32[5]");
  ASSERT_OK_AND_ASSIGN(TensorView content, executable->readHandle("state"));
  EXPECT_EQ(list(content), Values(4, 1.0f));
}

// --- device handles

TEST_P(DeviceHandlesTest, ReplaceTheInputAndRefuseExplicitOnes) {
  auto executable = load(stepProgram());
  const Values state{1, 2, 3, 4}, x{10, 20, 30, 40};
  ASSERT_OK(executable->bindDeviceHandle("state", four(state)));
  EXPECT_TRUE(executable->hasDeviceHandle("state"));
  EXPECT_FALSE(executable->hasHandle("state"));
  for (const Form &form : allForms()) {
    SCOPED_TRACE(form.name);
    ASSERT_OK(form.run(*executable, x));
    EXPECT_EQ(list(executable->output(0)), (Values{11, 22, 33, 44}));
  }
  EXPECT_ERROR(executable->run(std::vector<NamedTensor>{{"x", four(x)}, {"state", four(x)}}),
               FailedPrecondition, "input 'state' has a device handle");
  EXPECT_ERROR(executable->runSlots(std::vector<FlatView>{std::span(x), std::span(x)}).status(),
               FailedPrecondition, "input 'state' has a device handle");
  EXPECT_ERROR(executable->readHandle("state").status(), NotFound, "no host handle");
  ASSERT_OK_AND_ASSIGN(TensorView content, executable->readDeviceHandle("state"));
  EXPECT_EQ(list(content), state);
  // The last bind is effective.
  ASSERT_OK(executable->bindHandle("state", four(x)));
  EXPECT_FALSE(executable->hasDeviceHandle("state"));
  ASSERT_OK(executable->run(std::vector<NamedTensor>{{"x", four(x)}, {"state", four(state)}}));
}

TEST_P(DeviceHandlesTest, OneElementStandsForAStaticShape) {
  auto executable = load(stepProgram());
  const Values x{10, 20, 30, 40};
  const int64_t seven = 7;
  const std::vector<int64_t> one{1}, two{2};
  for (std::span<const int64_t> shape :
       {std::span<const int64_t>(), std::span<const int64_t>(one)}) {
    ASSERT_OK(executable->bindDeviceHandle("state", {DType::I64, shape, &seven}));
    ASSERT_OK_AND_ASSIGN(TensorView content, executable->readDeviceHandle("state"));
    EXPECT_EQ(list(content), Values(4, 7.0f));
    ASSERT_OK(executable->run(std::vector<NamedTensor>{{"x", four(x)}}));
    EXPECT_EQ(list(executable->output(0)), (Values{17, 27, 37, 47}));
    ASSERT_OK(executable->unbindHandle("state"));
  }
  EXPECT_ERROR(executable->bindDeviceHandle("state", {DType::F32, two, x.data()}), InvalidArgument,
               "input 'state' expects state: f32[4], got f32[2]");
  EXPECT_ERROR(executable->bindHandle("state", {DType::F32, one, x.data()}), InvalidArgument,
               "got f32[1]"); // host handles do not expand
  ProgramBuilder b;
  b.tensor(BufferKind::Input, "none", DType::F64, {c(0), c(3)});
  auto none = load(std::move(b.program));
  ASSERT_OK(none->bindDeviceHandle("none", {DType::F32, one, x.data()}));
  EXPECT_EQ(none->readDeviceHandle("none")->shape[1], 3);
  auto sum = readySum();
  EXPECT_ERROR(sum->bindDeviceHandle("x", {DType::F32, one, x.data()}), Unsupported,
               "input 'x' expects rank 2 (x: f32[rows,4]), got rank 1 (f32[1]); one element is "
               "expanded to a static "
               "shape only");
}

// --- feeds

TEST_P(FeedsTest, AnOutputBecomesTheNextRunsInput) {
  const Values x{10, 20, 30, 40};
  for (bool device : {false, true})
    for (const Form &form : allForms()) {
      SCOPED_TRACE(form.name);
      auto executable = load(stepProgram());
      const auto bind = device ? &Executable::bindDeviceHandle : &Executable::bindHandle;
      const auto read = device ? &Executable::readDeviceHandle : &Executable::readHandle;
      ASSERT_OK(((*executable).*bind)("state", four({0, 0, 0, 0})));
      ASSERT_OK(executable->setHandleFeed("state", 0));
      for (float turn = 1; turn <= 3; ++turn) {
        ASSERT_OK(form.run(*executable, x));
        const Values expected{10 * turn, 20 * turn, 30 * turn, 40 * turn};
        EXPECT_EQ(list(executable->output(0)), expected);
        ASSERT_OK_AND_ASSIGN(TensorView content, ((*executable).*read)("state"));
        EXPECT_EQ(list(content), expected);
        EXPECT_EQ(content.data, executable->output(0).data); // no copy
      }
      ASSERT_OK(executable->clearHandleFeed("state"));
      ASSERT_OK(form.run(*executable, x));
      ASSERT_OK(form.run(*executable, x));
      EXPECT_EQ(list(executable->output(0)), (Values{40, 80, 120, 160}));
    }
}

TEST_P(FeedsTest, ResultsOfFedOutputsAreDeliveredToo) {
  auto executable = load(stepProgram());
  const Values x{10, 20, 30, 40};
  ASSERT_OK(executable->bindHandle("state", four({1, 1, 1, 1})));
  ASSERT_OK(executable->setHandleFeed("state", 0));
  const std::vector<NamedTensor> inputs{{"x", four(x)}};
  Values mine(4);
  const std::vector<NamedOutput> outputs{{"next", {DType::F32, kFour, mine.data()}}};
  ASSERT_OK(executable->run(inputs, outputs));
  EXPECT_EQ(mine, (Values{11, 21, 31, 41}));
  ASSERT_OK_AND_ASSIGN(auto floats, executable->runF32(std::vector<NamedF32>{{"x", x}}));
  EXPECT_EQ(Values(floats[0].begin(), floats[0].end()), (Values{21, 41, 61, 81}));
  ASSERT_OK_AND_ASSIGN(auto raw, executable->runRaw(inputs));
  EXPECT_EQ(static_cast<const float *>(raw[0].data)[3], 121);
  ASSERT_OK_AND_ASSIGN(auto slots,
                       executable->runSlots(std::vector<FlatView>{std::span(x), FlatView()}));
  const auto *base = static_cast<const std::byte *>(executable->arena());
  EXPECT_EQ(reinterpret_cast<const float *>(base + slots[0].offset)[3], 161);
  EXPECT_EQ(reinterpret_cast<const float *>(base + slots[1].offset)[3], 121);
  ASSERT_OK_AND_ASSIGN(FlatView row, executable->readOutputRow(0, 1, 2));
  EXPECT_EQ(static_cast<const float *>(row.data)[1], 161);
  // The output becomes invalid with the handle.
  ASSERT_OK(executable->bindHandle("state", four(x)));
  EXPECT_EQ(executable->output(0).data, nullptr);
  EXPECT_NE(executable->output(1).data, nullptr);
  EXPECT_ERROR(executable->readOutputRow(0, 1, 2).status(), FailedPrecondition, "output 'next'");
  ASSERT_OK(executable->run(inputs));
  ASSERT_OK(executable->unbindHandle("state"));
  EXPECT_EQ(executable->output(0).data, nullptr);
}

TEST_P(FeedsTest, TheNameRuleFeedsHandlesCalledAfterOutputs) {
  for (const Form &form : allForms()) {
    SCOPED_TRACE(form.name);
    auto executable = load(stepProgram("out0"));
    const Values x{1, 2, 3, 4};
    ASSERT_OK(executable->bindHandle("out0", four({0, 0, 0, 0})));
    ASSERT_OK(form.run(*executable, x));
    ASSERT_OK(form.run(*executable, x));
    ASSERT_OK_AND_ASSIGN(TensorView content, executable->readHandle("out0"));
    EXPECT_EQ(list(content), (Values{2, 4, 6, 8}));
    // An explicit feed overrides the rule. The rule is effective again without it.
    ASSERT_OK(executable->setHandleFeed("out0", 1));
    ASSERT_OK(form.run(*executable, x));
    ASSERT_OK_AND_ASSIGN(content, executable->readHandle("out0"));
    EXPECT_EQ(list(content), (Values{2, 4, 6, 8}));
    ASSERT_OK(executable->clearHandleFeed("out0"));
    ASSERT_OK(form.run(*executable, x));
    ASSERT_OK_AND_ASSIGN(content, executable->readHandle("out0"));
    EXPECT_EQ(list(content), (Values{3, 6, 9, 12}));
  }
  // Names that only resemble the pattern.
  for (const char *name : {"out", "out2", "out00", "out01", "out0x", "out4294967296", "Out0"}) {
    auto executable = load(stepProgram(name));
    const Values x{1, 2, 3, 4};
    ASSERT_OK(executable->bindHandle(name, four(x)));
    ASSERT_OK(executable->run(std::vector<NamedTensor>{{"x", four(x)}}));
    ASSERT_OK_AND_ASSIGN(TensorView content, executable->readHandle(name));
    EXPECT_EQ(list(content), x) << name;
  }
}

TEST_P(FeedsTest, OneOutputFeedsOneHandle) {
  auto executable = load(stepProgram("out0"));
  const Values x{1, 2, 3, 4};
  ASSERT_OK(executable->bindHandle("x", four(x)));
  ASSERT_OK(executable->setHandleFeed("x", 0));
  EXPECT_ERROR(executable->bindHandle("out0", four(x)), AlreadyExists,
               "output 0 ('next') already feeds input 'x'");
  EXPECT_FALSE(executable->hasHandle("out0"));
  ASSERT_OK(executable->setHandleFeed("x", 1));
  ASSERT_OK(executable->bindHandle("out0", four(x)));
  EXPECT_ERROR(executable->setHandleFeed("x", 0), AlreadyExists, "already feeds input 'out0'");
  EXPECT_ERROR(executable->setHandleFeed("out0", 1), AlreadyExists, "already feeds input 'x'");
  ASSERT_OK(executable->clearHandleFeed("x"));
  ASSERT_OK(executable->setHandleFeed("out0", 1));
  ASSERT_OK(executable->setHandleFeed("x", 0));
  EXPECT_ERROR(executable->clearHandleFeed("out0"), AlreadyExists, "already feeds input 'x'");
  ASSERT_OK(executable->run({}));
  ASSERT_OK_AND_ASSIGN(TensorView content, executable->readHandle("x"));
  EXPECT_EQ(list(content), (Values{2, 4, 6, 8}));
  // A clone has the same bindings, also if the order of binding matters.
  ASSERT_OK_AND_ASSIGN(auto clone, executable->clone());
  ASSERT_OK(clone->run({}));
  ASSERT_OK_AND_ASSIGN(content, clone->readHandle("x"));
  EXPECT_EQ(list(content), (Values{3, 6, 9, 12}));
}

TEST_P(FeedsTest, OnlyWhatFitsCanFeed) {
  auto executable = load(echoProgram());
  const std::vector<int64_t> shape{2};
  const float values[2] = {1, 2};
  ASSERT_OK(executable->bindHandle("x_f32", {DType::F32, shape, values}));
  EXPECT_ERROR(executable->setHandleFeed("x_f32", 0), InvalidArgument,
               "output 0 (y_bool: bool[n]) cannot feed input 'x_f32' (x_f32: f32[n])");
  ASSERT_OK(executable->setHandleFeed("x_f32", static_cast<size_t>(DType::F32)));
  // A dimension that is static in the handle and dynamic in the output is compared in the run.
  ProgramBuilder b;
  b.program.symbols = {{"n", 0, 0}};
  const uint32_t in = b.tensor(BufferKind::Input, "in", DType::F32, {sym(0)});
  b.tensor(BufferKind::Input, "pair", DType::F32, {c(2)});
  b.program.main = {
      ProgramBuilder::copy(in, b.tensor(BufferKind::Output, "copy", DType::F32, {sym(0)}))};
  auto pair = load(std::move(b.program));
  ASSERT_OK(pair->bindHandle("pair", {DType::F32, shape, values}));
  ASSERT_OK(pair->setHandleFeed("pair", 0));
  const Values three{7, 8, 9};
  EXPECT_ERROR(pair->runF32(std::vector<NamedF32>{{"in", three}}).status(), InvalidArgument,
               "output 'copy' is f32[3] for these inputs, which cannot feed input 'pair: f32[2]'");
  ASSERT_OK_AND_ASSIGN(TensorView content, pair->readHandle("pair"));
  EXPECT_EQ(list(content), (Values{1, 2}));
  ASSERT_OK(pair->runF32(std::vector<NamedF32>{{"in", std::span(three).first(2)}}).status());
  ASSERT_OK_AND_ASSIGN(content, pair->readHandle("pair"));
  EXPECT_EQ(list(content), (Values{7, 8}));
}

TEST_P(FeedsTest, ACacheMayGrowFromRunToRun) {
  auto executable = load(cacheProgram());
  const std::vector<int64_t> empty{0, 4};
  ASSERT_OK(executable->bindHandle("cache", {DType::F32, empty, nullptr}));
  ASSERT_OK(executable->setHandleFeed("cache", 0));
  const int64_t steps = 100;
  for (int64_t step = 0; step < steps; ++step) {
    const Values x(4, static_cast<float>(step));
    ASSERT_OK(executable->runF32(std::vector<NamedF32>{{"x", x}}).status());
    ASSERT_EQ(executable->outputShape(0)[0], step + 1);
  }
  ASSERT_OK_AND_ASSIGN(TensorView cache, executable->readHandle("cache"));
  ASSERT_EQ(cache.shape[0], steps);
  for (int64_t i = 0; i < steps * 4; ++i)
    ASSERT_EQ(cache.as<float>()[i], static_cast<float>(i / 4));
  EXPECT_GE(executable->memoryUse().handleBytes, 2 * steps * 16);
}

namespace {
std::atomic<bool> failing{false};
int32_t addOrFail(const rlx_kernel_args *args, uint32_t row, uint32_t y, uint32_t z) {
  const int32_t code = addRowsKernel(args, row, y, z); // the memory is written anyway
  return failing ? RLX_KERNEL_INDEX_OUT_OF_RANGE : code;
}
} // namespace

TEST(Feeds, AFailedRunLeavesHandlesAndFeeds) {
  KernelTable kernels;
  ASSERT_OK(kernels.addCPU("add_rows", addOrFail));
  for (const Form &form : allForms()) {
    SCOPED_TRACE(form.name);
    failing = false;
    ASSERT_OK_AND_ASSIGN(auto executable, Executable::load(stepProgram(), kernels, {"", 1}));
    const Values x{1, 2, 3, 4}, five(5);
    ASSERT_OK(executable->bindHandle("state", four({0, 0, 0, 0})));
    ASSERT_OK(executable->setHandleFeed("state", 0));
    ASSERT_OK(form.run(*executable, x));
    failing = true;
    EXPECT_ERROR(form.run(*executable, x), OutOfRange, "met an index outside its axis");
    failing = false;
    EXPECT_EQ(executable->output(0).data, nullptr);
    EXPECT_FALSE(executable->runF32(std::vector<NamedF32>{{"x", five}}).ok());
    ASSERT_OK_AND_ASSIGN(TensorView content, executable->readHandle("state"));
    EXPECT_EQ(list(content), x);
    ASSERT_OK(form.run(*executable, x));
    EXPECT_EQ(list(executable->output(0)), (Values{2, 4, 6, 8}));
  }
}

TEST_P(FeedsTest, RunFeedSetsTheFeedIfItSucceeds) {
  auto executable = load(stepProgram());
  const Values x{1, 2, 3, 4};
  const std::vector<NamedTensor> inputs{{"x", four(x)}};
  EXPECT_ERROR(executable->runFeed(inputs, "state", 0).status(), NotFound, "bind one first");
  ASSERT_OK(executable->bindHandle("state", four({0, 0, 0, 0})));
  EXPECT_ERROR(executable->runFeed(inputs, "state", 5).status(), OutOfRange, "no output 5");
  EXPECT_ERROR(executable->runFeed({}, "state", 0).status(), InvalidArgument, "missing input 'x'");
  ASSERT_OK(executable->run(inputs)); // the failed runs have set nothing
  ASSERT_OK_AND_ASSIGN(TensorView content, executable->readHandle("state"));
  EXPECT_EQ(list(content), Values(4, 0.0f));
  ASSERT_OK_AND_ASSIGN(TensorView next, executable->runFeed(inputs, "state", 0));
  EXPECT_EQ(list(next), x);
  ASSERT_OK(executable->run(inputs)); // runFeed has set the feed permanently
  EXPECT_EQ(list(executable->output(0)), (Values{2, 4, 6, 8}));
}

TEST_P(HandlesTest, ClonesHaveTheirOwn) {
  auto executable = load(stepProgram());
  const Values x{1, 2, 3, 4};
  const std::vector<NamedTensor> inputs{{"x", four(x)}};
  ASSERT_OK(executable->bindHandle("state", four(x)));
  ASSERT_OK(executable->setHandleFeed("state", 0));
  ASSERT_OK_AND_ASSIGN(auto clone, executable->clone());
  ASSERT_OK(clone->run(inputs));
  ASSERT_OK(clone->run(inputs));
  EXPECT_EQ(list(clone->output(0)), (Values{3, 6, 9, 12}));
  ASSERT_OK(executable->run(inputs));
  EXPECT_EQ(list(executable->output(0)), (Values{2, 4, 6, 8}));
  ASSERT_OK(executable->unbindHandle("state"));
  ASSERT_OK(clone->run(inputs));
  EXPECT_EQ(list(clone->output(0)), (Values{4, 8, 12, 16}));
}

// Regression: state and counters belonged to the process and were not thread-safe. Handles and
// feeds belong to one executable.
TEST_P(HandlesTest, BelongToOneExecutable) {
  auto original = load(stepProgram());
  ASSERT_OK(original->bindHandle("state", four({0, 0, 0, 0})));
  ASSERT_OK(original->setHandleFeed("state", 0));
  std::vector<std::unique_ptr<Executable>> all;
  for (int i = 0; i < 4; ++i) {
    ASSERT_OK_AND_ASSIGN(auto clone, original->clone());
    all.push_back(std::move(clone));
  }
  std::vector<std::thread> threads;
  for (size_t i = 0; i < all.size(); ++i)
    threads.emplace_back([&, i] {
      const Values x(4, static_cast<float>(i));
      for (int turn = 0; turn < 200; ++turn) {
        Status status = all[i]->run(std::vector<NamedTensor>{{"x", four(x)}});
        ASSERT_TRUE(status.ok()) << status.toString();
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  for (size_t i = 0; i < all.size(); ++i) {
    ASSERT_OK_AND_ASSIGN(TensorView content, all[i]->readHandle("state"));
    EXPECT_EQ(list(content), Values(4, 200.0f * static_cast<float>(i)));
  }
  ASSERT_OK_AND_ASSIGN(TensorView content, original->readHandle("state"));
  EXPECT_EQ(list(content), Values(4, 0.0f));
}

} // namespace handles_test
