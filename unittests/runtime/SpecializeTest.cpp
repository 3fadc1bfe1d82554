// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Specialized code: its request, its first use, its use in every form of run, and the return to
// generic code. The test's specializer gives code whose results are greater by 100, so results show
// which code ran.
#include <gtest/gtest.h>

#include "unittests/runtime/SumCase.h"

using namespace rlx::rt;
using namespace rlx::rt::testing;

namespace {

int32_t addRowsAndHundred(const rlx_kernel_args *args, uint32_t row, uint32_t y, uint32_t z) {
  const int32_t status = addRowsKernel(args, row, y, z);
  float *out = static_cast<float *>(args->buffers[2]) + row * args->dims[1];
  for (int64_t i = 0; i < args->dims[1]; ++i)
    out[i] += 100;
  return status;
}

int32_t failingKernel(const rlx_kernel_args *, uint32_t, uint32_t, uint32_t) {
  return RLX_KERNEL_INDEX_OUT_OF_RANGE;
}

class HundredSpecializer : public Specializer {
public:
  uint64_t runsBeforeRequest() const override { return 3; }
  size_t maxKept() const override { return most; }
  int64_t sharedBytes() const override { return 1000; }
  std::shared_ptr<const Specialization> request(std::span<const int64_t> dims,
                                                ModelWeights weights) override {
    asked.emplace_back(dims.begin(), dims.end());
    auto result = std::make_shared<Specialization>();
    results.push_back(result);
    Status made = make(*result, weights, dims);
    EXPECT_TRUE(made.ok()) << made.toString();
    result->isDone = isReadyAtOnce;
    return result;
  }

  Status make(Specialization &result, ModelWeights &weights, std::span<const int64_t> dims) {
    KernelTable kernels;
    RLX_RETURN_IF_ERROR(kernels.addCPU("add_rows", addRows));
    RLX_RETURN_IF_ERROR(kernels.addCPU("double", doubleKernel));
    RLX_RETURN_IF_ERROR(kernels.addCPU("scale_rows", scaleRowsKernel));
    weights.prepared = false;
    RLX_ASSIGN_OR_RETURN(result.executable,
                         Executable::load(sumProgram(), kernels, {}, std::move(weights)));
    RLX_RETURN_IF_ERROR(result.executable->prepare());
    const int64_t shape[] = {dims[0] + extraRows, dims[1]};
    const NamedTensor inputs[] = {{"x", {DType::F32, shape, nullptr}},
                                  {"y", {DType::F32, shape, nullptr}}};
    return result.executable->bind(inputs);
  }

  rlx_kernel_fn addRows = addRowsAndHundred;
  size_t most = 2;
  int64_t extraRows = 0;
  bool isReadyAtOnce = true;
  std::vector<std::vector<int64_t>> asked;
  std::vector<std::shared_ptr<Specialization>> results;
};

// An executable with a specializer, and runs whose results show which code ran.
struct Specialized : ::testing::Test {
  void SetUp() override { ASSERT_OK(executable->setSpecializer(specializer)); }

  // Whether the run used specialized code.
  static bool runs(Executable &executable, const Case &one) {
    EXPECT_OK(executable.run(one.inputs()));
    return isSpecial(executable.output(0), one);
  }
  // Whether `out` is a result of specialized code. It must be right either way.
  static bool isSpecial(const TensorView &out, const Case &one) {
    const float head = out.as<float>()[0];
    const bool special = head == (one.x[0] + one.y[0] + 100) * 2 * one.scale[0] + 1;
    Case expected = one;
    for (float &x : expected.x)
      x += special ? 100 : 0;
    expected.check(out);
    return special;
  }
  void makeHot(Executable &which, const Case &one) {
    for (int i = 0; i < 3; ++i)
      EXPECT_OK(which.run(one.inputs()));
    EXPECT_TRUE(runs(which, one));
  }

  std::shared_ptr<HundredSpecializer> specializer = std::make_shared<HundredSpecializer>();
  std::unique_ptr<Executable> executable = readySum();
  Case three{3, 4, 1}, five{5, 4, 2}, seven{7, 4, 1};
};

} // namespace

TEST_F(Specialized, IsAskedForOnceRunsHaveHadTheSameSizes) {
  for (int i = 0; i < 2; ++i) {
    EXPECT_FALSE(runs(*executable, three));
    EXPECT_FALSE(runs(*executable, five));
  }
  EXPECT_TRUE(specializer->asked.empty());
  EXPECT_FALSE(runs(*executable, three));
  ASSERT_EQ(specializer->asked.size(), 1u);
  EXPECT_EQ(specializer->asked[0], (std::vector<int64_t>{3, 4, 3, 4}));
  for (int i = 0; i < 10; ++i)
    EXPECT_TRUE(runs(*executable, three));
  EXPECT_EQ(specializer->asked.size(), 1u);
  EXPECT_FALSE(runs(*executable, seven));
}

TEST_F(Specialized, ItsUseIsCounted) {
  const auto expectUse = [](const Executable &of, SpecializedUse want) {
    const SpecializedUse use = of.specializedUse();
    EXPECT_EQ(use.requested, want.requested);
    EXPECT_EQ(use.failed, want.failed);
    EXPECT_EQ(use.kept, want.kept);
    EXPECT_EQ(use.runs, want.runs);
  };
  expectUse(*executable, {});
  makeHot(*executable, three); // three runs of generic code, one of specialized code
  expectUse(*executable, {1, 0, 1, 1});
  ASSERT_OK_AND_ASSIGN(auto copy, executable->clone());
  expectUse(*copy, {});
  EXPECT_TRUE(runs(*executable, three));
  EXPECT_FALSE(runs(*executable, five));
  expectUse(*executable, {1, 0, 1, 2});
  specializer->extraRows = 1; // code for other sizes than requested
  for (int i = 0; i < 4; ++i)
    EXPECT_FALSE(runs(*executable, five));
  expectUse(*executable, {2, 1, 1, 2});
  ASSERT_OK(executable->setParam("scale", three.scaleView()));
  expectUse(*executable, {2, 1, 0, 2});
  ASSERT_OK(executable->setSpecializer(nullptr));
  expectUse(*executable, {});
}

TEST_F(Specialized, RunsGoOnUntilItIsThere) {
  specializer->isReadyAtOnce = false;
  for (int i = 0; i < 10; ++i)
    EXPECT_FALSE(runs(*executable, three));
  specializer->results[0]->isDone = true;
  EXPECT_TRUE(runs(*executable, three));
}

TEST_F(Specialized, EveryFormOfRunUsesIt) {
  makeHot(*executable, three);
  const std::vector<NamedTensor> inputs = three.inputs();
  std::vector<float> memory(12);
  const NamedOutput target = {"out", {DType::F32, three.shape, memory.data()}};
  const TensorView mine{DType::F32, three.shape, memory.data()};
  ASSERT_OK(executable->run(inputs, {&target, 1}));
  EXPECT_TRUE(isSpecial(mine, three));
  std::vector<double> x(three.x.begin(), three.x.end());
  std::vector<NamedTensor> typed = inputs;
  typed[1].tensor = {DType::F64, three.shape, x.data()};
  ASSERT_OK(executable->runTyped(typed));
  EXPECT_TRUE(isSpecial(executable->output(0), three));
  ASSERT_OK_AND_ASSIGN(auto floats,
                       executable->runF32(std::vector<NamedF32>{{"x", three.x}, {"y", three.y}}));
  EXPECT_TRUE(isSpecial({DType::F32, three.shape, floats[0].data()}, three));
  ASSERT_OK_AND_ASSIGN(auto raw, executable->runRaw(inputs));
  EXPECT_TRUE(isSpecial({DType::F32, three.shape, raw[0].data}, three));
  const std::vector<FlatView> flat{std::span<const float>(three.x),
                                   std::span<const float>(three.y)};
  ASSERT_OK_AND_ASSIGN(auto slots, executable->runSlots(flat));
  EXPECT_TRUE(isSpecial({DType::F32, three.shape,
                         static_cast<const std::byte *>(executable->arena()) + slots[0].offset},
                        three));
  const size_t listed[] = {0};
  ASSERT_OK_AND_ASSIGN(auto read, executable->runReadOutputs(inputs, listed));
  EXPECT_TRUE(isSpecial(read[0], three));
  Commit commit;
  ASSERT_OK(executable->commitNoWait(inputs, commit));
  ASSERT_OK(executable->syncPending());
  EXPECT_TRUE(isSpecial(commit.output(0), three));
}

TEST_F(Specialized, HandlesAndFeedsStayThose) {
  makeHot(*executable, three);
  ASSERT_OK(executable->bindHandle("x", {DType::F32, three.shape, three.x.data()}));
  ASSERT_OK(executable->setHandleFeed("x", 0));
  const std::vector<NamedTensor> y = {three.inputs()[0]};
  Case step = three;
  for (int i = 0; i < 3; ++i) {
    ASSERT_OK(executable->run(y));
    EXPECT_TRUE(isSpecial(executable->output(0), step)) << i;
    ASSERT_OK_AND_ASSIGN(TensorView fed, executable->readHandle("x"));
    EXPECT_EQ(fed.data, executable->output(0).data);
    step.x.assign(fed.as<float>(), fed.as<float>() + 12);
  }
}

TEST_F(Specialized, AParamThatIsSetStartsAnew) {
  makeHot(*executable, three);
  Case other = three;
  other.scale = {2, 3, 4, 5};
  ASSERT_OK(executable->setParam("scale", other.scaleView()));
  EXPECT_FALSE(runs(*executable, other));
  makeHot(*executable, other);
  EXPECT_EQ(specializer->asked.size(), 2u);
  EXPECT_EQ(specializer->results[0].use_count(), 1); // no owner is left
}

TEST_F(Specialized, ThoseUsedLastAreKept) {
  makeHot(*executable, three);
  makeHot(*executable, five);
  EXPECT_TRUE(runs(*executable, three));
  makeHot(*executable, seven); // evicts the code of five
  EXPECT_TRUE(runs(*executable, three));
  EXPECT_EQ(specializer->results[1].use_count(), 1);
  EXPECT_FALSE(runs(*executable, five));
  EXPECT_TRUE(runs(*executable, seven));
}

TEST_F(Specialized, MoreSizesThanSlotsAreNotSpecializedInTurn) {
  for (int i = 0; i < 1000; ++i)
    for (const Case *one : {&three, &five, &seven})
      ASSERT_OK(executable->run(one->inputs()));
  EXPECT_LT(specializer->asked.size(), 30u);
}

TEST_F(Specialized, WhatFailedIsNotAskedForAgain) {
  specializer->isReadyAtOnce = false;
  for (int i = 0; i < 4; ++i)
    EXPECT_FALSE(runs(*executable, three));
  specializer->results[0]->executable.reset();
  specializer->results[0]->isDone = true;
  for (int i = 0; i < 10; ++i)
    EXPECT_FALSE(runs(*executable, three));
  EXPECT_EQ(specializer->asked.size(), 1u);
}

TEST_F(Specialized, CodeForOtherSizesIsNotUsed) {
  specializer->extraRows = 1;
  for (int i = 0; i < 10; ++i)
    EXPECT_FALSE(runs(*executable, three));
  EXPECT_EQ(specializer->asked.size(), 1u);
}

TEST_F(Specialized, AFailedRunLeavesItUsable) {
  specializer->addRows = failingKernel;
  for (int i = 0; i < 3; ++i)
    ASSERT_OK(executable->run(three.inputs()));
  EXPECT_FALSE(executable->run(three.inputs()).ok());
  EXPECT_FALSE(runs(*executable, five));
  ASSERT_OK(executable->setSpecializer(nullptr));
  EXPECT_FALSE(runs(*executable, three));
}

TEST_F(Specialized, ClonesAskForThemselves) {
  makeHot(*executable, three);
  ASSERT_OK_AND_ASSIGN(auto clone, executable->clone());
  EXPECT_FALSE(runs(*clone, three));
  makeHot(*clone, three);
  EXPECT_EQ(specializer->asked.size(), 2u);
  executable.reset();
  EXPECT_TRUE(runs(*clone, three));
}

TEST_F(Specialized, ObservedRunsAreTheProgramsOwn) {
  makeHot(*executable, three);
  RunObserver nothing;
  ASSERT_OK(executable->setObserver(&nothing));
  EXPECT_FALSE(runs(*executable, three));
  ASSERT_OK(executable->setObserver(nullptr));
  EXPECT_TRUE(runs(*executable, three));
}

TEST_F(Specialized, ItsMemoryIsCounted) {
  const auto bytes = [](const Executable &one) { return one.memoryUse().specializedBytes; };
  EXPECT_EQ(bytes(*executable), 1000);
  makeHot(*executable, three);
  const MemoryUse own = specializer->results[0]->executable->memoryUse();
  EXPECT_EQ(own.persistentBytes, 64);
  EXPECT_GE(own.arenaBytes, 2 * 48);
  EXPECT_GE(bytes(*executable), 1000 + own.persistentBytes + own.arenaBytes + 4);
  makeHot(*executable, five);
  EXPECT_GE(bytes(*executable), 1000 + 2 * (own.persistentBytes + own.arenaBytes + 4));
  ASSERT_OK_AND_ASSIGN(auto clone, executable->clone());
  EXPECT_EQ(bytes(*clone), 1000);
  ASSERT_OK(executable->setParam("scale", three.scaleView()));
  EXPECT_EQ(bytes(*executable), 1000);
  ASSERT_OK(executable->setSpecializer(nullptr));
  EXPECT_EQ(bytes(*executable), 0);
  // Code that is not ready yet is not counted.
  specializer->isReadyAtOnce = false;
  ASSERT_OK(executable->setSpecializer(specializer));
  for (int i = 0; i < 4; ++i)
    EXPECT_FALSE(runs(*executable, three));
  EXPECT_EQ(bytes(*executable), 1000);
}

TEST_F(Specialized, RefusedWhereParamsAreReleased) {
  LoadOptions options;
  options.releaseParams = true;
  ASSERT_OK_AND_ASSIGN(auto releasing, Executable::load(sumProgram(), testKernels(), options));
  EXPECT_EQ(releasing->setSpecializer(specializer).code(), StatusCode::FailedPrecondition);
}
