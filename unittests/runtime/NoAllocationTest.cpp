// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A run with known shapes makes no heap allocation in the runtime. Where the runtime allocates,
// failure becomes a Status. This program replaces the global operator new to count and to fail, so
// it is separate from the other tests.
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <pthread.h>

#include "rlx/rlx.hpp"
#include "runtime/base/Allocator.h"
#include "runtime/base/NoThrow.h"
#include "runtime/capi/Wrap.h"
#include "runtime/cpu/CodeImage.h"
#include "runtime/cpu/CpuFeatures.h"
#include "runtime/package/Package.h"
#include "runtime/program/model/ProgramCodec.h"
#include "runtime/tensor/Npy.h"
#include "unittests/CountedNew.h"
#include "unittests/runtime/MoeProgram.h"
#include "unittests/runtime/OnDevices.h"
#include "unittests/runtime/StatusMatchers.h"
#include "unittests/runtime/TestPackages.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define RLX_TEST_NO_THREAD_HOOK // AddressSanitizer replaces pthread_create
#endif
#endif
#ifndef RLX_TEST_NO_THREAD_HOOK
static std::atomic<bool> refuseThreads{false};
extern "C" int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                              void *(*function)(void *), void *argument) noexcept {
  if (refuseThreads)
    return EAGAIN;
  static const auto create =
      reinterpret_cast<decltype(&pthread_create)>(dlsym(RTLD_NEXT, "pthread_create"));
  return create(thread, attributes, function, argument);
}
#endif

using namespace rlx::rt;
using namespace rlx::rt::testing;
using rlx::testing::newBudget;
using rlx::testing::newCalls;

static void expectNoAllocation(unsigned threads, bool callerOutput, size_t shift) {
  auto loaded =
      Executable::load(sumProgram({.cols = 16, .costNs = 100000}), testKernels(), {"", threads});
  ASSERT_TRUE(loaded.ok());
  Executable &executable = **loaded;
  std::vector<float> memory(3000, 1.0f);
  const std::vector<int64_t> shape{32, 16}, small{3, 16}, scale{16};
  ASSERT_OK(executable.setParam("scale", {DType::F32, scale, memory.data()}));
  float *base = memory.data() + shift;
  const std::vector<NamedTensor> large{{"x", {DType::F32, shape, base}},
                                       {"y", {DType::F32, shape, base + 512}}};
  const std::vector<NamedTensor> tiny{{"x", {DType::F32, small, base}},
                                      {"y", {DType::F32, small, base + 512}}};
  std::vector<NamedOutput> outputs;
  if (callerOutput)
    outputs.push_back({"out", {DType::F32, shape, base + 1024}});
  ASSERT_OK(executable.run(tiny));
  ASSERT_OK(executable.run(large, outputs));
  const uint64_t newBefore = newCalls, alignedBefore = allocationStats().allocations;
  bool allOk = true;
  for (int i = 0; i < 50; ++i) {
    allOk &= executable.run(large, outputs).ok();
    if (i % 2)
      allOk &= executable.run(tiny).ok(); // a shape seen before: plan and memory are cached
  }
  const uint64_t newAfter = newCalls, alignedAfter = allocationStats().allocations;
  EXPECT_TRUE(allOk);
  EXPECT_EQ(alignedAfter, alignedBefore);
  EXPECT_EQ(newAfter, newBefore) << "threads " << threads << " shift " << shift;
}

TEST(NoAllocation, InLoops) {
  auto loaded = Executable::load(loopProgram(), testKernels(), {"", 1});
  ASSERT_TRUE(loaded.ok());
  Executable &executable = **loaded;
  const std::vector<float> x(200, 1.0f);
  const std::vector<int64_t> large{50, 4}, small{3, 4}, one{1};
  const float bound = 40;
  const uint8_t flag = 1;
  auto run = [&](const std::vector<int64_t> &shape) {
    const NamedTensor inputs[] = {{"x", {DType::F32, shape, x.data()}},
                                  {"flag", {DType::Bool, {}, &flag}},
                                  {"bound", {DType::F32, one, &bound}}};
    return executable.run(inputs).ok();
  };
  ASSERT_TRUE(run(small) && run(large));
  const uint64_t newBefore = newCalls, alignedBefore = allocationStats().allocations;
  bool allOk = true;
  for (int i = 0; i < 20; ++i)
    allOk &= run(i % 3 ? large : small);
  const uint64_t newAfter = newCalls, alignedAfter = allocationStats().allocations;
  EXPECT_TRUE(allOk);
  EXPECT_EQ(alignedAfter, alignedBefore);
  EXPECT_EQ(newAfter, newBefore);
}

namespace {
// The number of allocations of `body`, in the runtime and around it.
template <typename Body>
uint64_t allocationsIn(Body body) {
  const uint64_t before = newCalls + allocationStats().allocations;
  body();
  return newCalls + allocationStats().allocations - before;
}

// One set of inputs of sumProgram for every form of run.
struct Inputs {
  Inputs(int64_t rows, int64_t cols, const float *data)
      : shape{rows, cols}, wide(static_cast<size_t>(rows * cols), 1.0),
        results(static_cast<size_t>(rows * cols)),
        named{{"y", {DType::F32, shape, data}}, {"x", {DType::F32, shape, data}}},
        typed{{"x", {DType::F64, shape, wide.data()}}, {"y", {DType::F32, shape, data}}},
        outputs{{"out", {DType::F64, shape, results.data()}}},
        floats{{"x", {data, wide.size()}}, {"y", {data, wide.size()}}},
        slots{{DType::F32, data, rows * cols}, {DType::F64, wide.data(), rows * cols}} {}
  std::vector<int64_t> shape;
  std::vector<double> wide, results;
  std::vector<NamedTensor> named, typed;
  std::vector<NamedOutput> outputs;
  std::vector<NamedF32> floats;
  std::vector<FlatView> slots;
  Commit commit;
};

const char *const kForms[] = {"run",    "runTyped", "runF32",       "runReadOutputs",
                              "runRaw", "runSlots", "commitNoWait", "runPipelined"};

bool runForm(size_t form, Executable &executable, Inputs &inputs) {
  static const std::vector<size_t> list{1, 0, 1};
  switch (form) {
  case 0:
    return executable.run(inputs.named).ok() && executable.readOutputRow(0, 0, 1).ok();
  case 1:
    return executable.runTyped(inputs.typed, inputs.outputs).ok();
  case 2:
    return executable.runF32(inputs.floats).ok();
  case 3:
    return executable.runReadOutputs(inputs.named, list).ok();
  case 4:
    return executable.runRaw(inputs.named).ok();
  case 5:
    return executable.runSlots(inputs.slots).ok();
  case 6:
    return executable.commitNoWait(inputs.named, inputs.commit).ok() && inputs.commit.wait().ok();
  default: {
    const std::span<const NamedTensor> set = inputs.named;
    Commit *const commit = &inputs.commit;
    return executable.runPipelined({&set, 1}, {&commit, 1}).ok();
  }
  }
}
} // namespace

// 24 programs, each with eight shapes in random order, in every form of run.
TEST(NoAllocation, InAnyFormOfRun) {
  for (int64_t program = 0; program < 24; ++program) {
    const int64_t cols = 1 + program * 3;
    const unsigned threads = program == 5 ? 2 : 1;
    auto loaded = Executable::load(sumProgram({.cols = cols, .costNs = 100000}), testKernels(),
                                   {"", threads});
    ASSERT_TRUE(loaded.ok());
    Executable &executable = **loaded;
    const std::vector<float> memory(size_t(cols) * 64 + 16, 1.0f);
    ASSERT_OK(executable.setParamF32("scale", std::span(memory).first(size_t(cols))));
    std::vector<std::unique_ptr<Inputs>> sets;
    for (int64_t rows : {1, 2, 3, 5, 8, 13, 21, 64})
      sets.push_back(std::make_unique<Inputs>(rows, cols, memory.data() + program % 16));
    for (size_t form = 0; form < std::size(kForms); ++form)
      for (const std::unique_ptr<Inputs> &inputs : sets)
        ASSERT_TRUE(runForm(form, executable, *inputs)) << kForms[form];
    uint64_t random = 1;
    for (size_t form = 0; form < std::size(kForms); ++form) {
      bool allOk = true;
      EXPECT_EQ(allocationsIn([&] {
                  for (int i = 0; i < 300; ++i) {
                    random = random * 6364136223846793005u + 1442695040888963407u;
                    allOk &= runForm(form, executable, *sets[random >> 61]);
                  }
                }),
                0u)
          << kForms[form] << ", program " << program;
      EXPECT_TRUE(allOk) << kForms[form];
    }
  }
}

// With counts and captures, in every form of run and with shapes in random order.
TEST(NoAllocation, WhileExpertsAreCountedAndCaptured) {
  auto loaded = Executable::load(moeProgram(), moeKernels(), {"", 1});
  ASSERT_TRUE(loaded.ok());
  Executable &executable = **loaded;
  const std::vector<uint8_t> four{1, 0, 0, 1}, five{1, 1, 0, 0, 1};
  const std::vector<std::span<const uint8_t>> masks{four, five, four};
  ASSERT_OK(executable.setMoeResidentExpertsPerLayer(masks));
  ASSERT_TRUE(executable.enableMoeTopkCapture(4).ok());
  std::vector<std::unique_ptr<MoeCase>> sets;
  for (int64_t rows : {1, 2, 3, 5, 8, 13, 21, 300})
    sets.push_back(std::make_unique<MoeCase>(rows, uint64_t(rows)));
  for (size_t form = 0; form < std::size(kMoeForms); ++form)
    for (const std::unique_ptr<MoeCase> &inputs : sets)
      ASSERT_OK(runMoe(form, executable, *inputs));
  uint64_t random = 1;
  for (size_t form = 0; form < std::size(kMoeForms); ++form) {
    bool allOk = true;
    EXPECT_EQ(allocationsIn([&] {
                for (int i = 0; i < 100; ++i) {
                  random = random * 6364136223846793005u + 1442695040888963407u;
                  allOk &= runMoe(form, executable, *sets[random >> 61]).ok();
                }
              }),
              0u)
        << kMoeForms[form];
    EXPECT_TRUE(allOk) << kMoeForms[form];
  }
  ASSERT_TRUE(executable.takeMoeTopkCapture().ok());
  EXPECT_EQ(executable.takeMoeStatistics()->runs, 8 * 8 + 800u);
}

TEST(NoAllocation, ThroughTheCAPI) {
  auto loaded = Executable::load(stepProgram(), testKernels(), {"", 1});
  ASSERT_TRUE(loaded.ok());
  rlx_executable_t *executable = nullptr;
  ASSERT_EQ(rlx::capi::wrap(std::move(*loaded), &executable), nullptr);
  const int64_t dims[] = {4};
  float values[4] = {1, 2, 3, 4}, next[4];
  double wide[4] = {1, 2, 3, 4};
  rlx_tensor_t *x = nullptr, *typed = nullptr, *out = nullptr;
  ASSERT_EQ(rlx_tensor_wrap(RLX_F32, 1, dims, values, nullptr, nullptr, &x), nullptr);
  ASSERT_EQ(rlx_tensor_wrap(RLX_F64, 1, dims, wide, nullptr, nullptr, &typed), nullptr);
  ASSERT_EQ(rlx_tensor_wrap(RLX_F32, 1, dims, next, nullptr, nullptr, &out), nullptr);
  rlx_commit_t *commits[2] = {};
  for (rlx_commit_t *&commit : commits)
    ASSERT_EQ(rlx_commit_create(&commit), nullptr);
  ASSERT_EQ(rlx_executable_bind_handle(executable, "state", x), nullptr);
  ASSERT_EQ(rlx_executable_set_handle_feed(executable, "state", 0), nullptr);
  const rlx_named_tensor_t input{"x", x}, typedInput{"x", typed}, output{"next", out};
  const rlx_named_f32_t floats{"x", values, 4};
  const rlx_slot_input_t slots[] = {{RLX_F32, values, 4}, {RLX_F32, nullptr, 0}};
  const rlx_input_set_t sets[] = {{&input, 1}, {&input, 1}};
  const rlx_f32_values_t *f32 = nullptr;
  const rlx_output_slot_t *outputSlots = nullptr;
  const rlx_raw_output_t *raw = nullptr;
  const rlx_tensor_t *shown[2] = {};
  auto all = [&] {
    return !rlx_executable_run(executable, &input, 1, nullptr, 0) &&
           !rlx_executable_run(executable, &input, 1, &output, 1) &&
           !rlx_executable_run_typed(executable, &typedInput, 1, nullptr, 0) &&
           !rlx_executable_run_f32(executable, &floats, 1, &f32) &&
           !rlx_executable_run_read_outputs(executable, &input, 1, nullptr, 2, shown) &&
           !rlx_executable_run_raw(executable, &input, 1, &raw) &&
           !rlx_executable_run_slots(executable, slots, 2, &outputSlots) &&
           !rlx_executable_commit_no_wait(executable, &input, 1, commits[0]) &&
           !rlx_executable_sync_pending(executable) && !rlx_commit_wait(commits[0]) &&
           !rlx_commit_get_output(commits[0], 0, &shown[0]) &&
           !rlx_executable_run_pipelined(executable, sets, 2, commits) &&
           !rlx_executable_run_feed(executable, &input, 1, "state", 0, &shown[0]) &&
           !rlx_executable_read_handle(executable, "state", &shown[1]);
  };
  ASSERT_TRUE(all());
  bool allOk = true;
  EXPECT_EQ(allocationsIn([&] {
              for (int i = 0; i < 50; ++i)
                allOk &= all();
            }),
            0u);
  EXPECT_TRUE(allOk);
  for (rlx_commit_t *commit : commits)
    rlx_commit_free(commit);
  rlx_executable_free(executable);
  for (rlx_tensor_t *tensor : {x, typed, out})
    rlx_tensor_free(tensor);
}

TEST(NoAllocation, ThroughTheCppWrapper) {
  auto loaded = Executable::load(stepProgram(), testKernels(), {"", 1});
  ASSERT_TRUE(loaded.ok());
  rlx_executable_t *handle = nullptr;
  ASSERT_EQ(rlx::capi::wrap(std::move(*loaded), &handle), nullptr);
  rlx::Executable model(handle);
  std::vector<float> values{1, 2, 3, 4}, results(4);
  std::vector<double> wide(4, 1);
  auto x = rlx::Tensor::wrap({4}, std::span(values)),
       typed = rlx::Tensor::wrap({4}, std::span(wide)),
       next = rlx::Tensor::wrap({4}, std::span(results));
  auto commit = rlx::Commit::create(), other = rlx::Commit::create();
  ASSERT_TRUE(x.ok() && typed.ok() && next.ok() && commit.ok() && other.ok());
  int called = 0;
  ASSERT_TRUE(commit->onCompletion([&](rlx::CommitView) { ++called; }).ok());
  ASSERT_TRUE(model.bindHandle("state", *x).ok() && model.setHandleFeed("state", 0).ok());
  rlx::Arguments inputs;
  inputs.add("a longer name than fits into a string without an allocation", *x);
  inputs.clear();
  inputs.add("x", *x);
  auto all = [&] {
    return model.run({{"x", *x}}).ok() && model.run({{"x", *x}}, {{"next", *next}}).ok() &&
           model.run(inputs).ok() && model.runTyped({{"x", *typed}}, {{"next", *next}}).ok() &&
           model.runF32({{"x", values}}).ok() && model.runReadOutputs({{"x", *x}}, {1, 0}).ok() &&
           model.runRaw({{"x", *x}}).ok() && model.runSlots({values, rlx::Slot()}).ok() &&
           model.runFeed({{"x", *x}}, "state", 0).ok() && model.readHandle("state").ok() &&
           model.output(0).ok() && model.readOutputRow(0, 0, 4).ok() &&
           model.commitNoWait({{"x", *x}}, *commit).ok() && commit->wait().ok() &&
           commit->output(1).ok() && model.syncPending().ok() &&
           model.runPipelined({{inputs, *commit}, {inputs, *other}}).ok();
  };
  ASSERT_TRUE(all());
  bool allOk = true;
  EXPECT_EQ(allocationsIn([&] {
              for (int i = 0; i < 50; ++i)
                allOk &= all();
            }),
            0u);
  EXPECT_TRUE(allOk);
  EXPECT_EQ(called, 102);
}

namespace {
class NoAllocationTest : public OnDevices {};
RLX_ON_DEVICES(NoAllocationTest);
} // namespace

// Runs of equal sizes with a fed handle of either kind, results that are read, and commits in
// flight.
TEST_P(NoAllocationTest, WithHandlesOfTheDevice) {
  const std::vector<int64_t> shape{4};
  const std::vector<float> x{1, 2, 3, 4};
  const TensorView four{DType::F32, shape, x.data()};
  const std::vector<NamedTensor> inputs{{"x", four}};
  const std::vector<FlatView> slots{std::span<const float>(x), FlatView()};
  for (bool onDevice : {true, false}) {
    SCOPED_TRACE(onDevice);
    auto executable = load(stepProgram());
    ASSERT_OK(onDevice ? executable->bindDeviceHandle("state", four)
                       : executable->bindHandle("state", four));
    ASSERT_OK(executable->setHandleFeed("state", 0));
    std::vector<Commit> commits(8);
    const auto runs = [&] {
      bool ok = executable->run(inputs).ok() && executable->runSlots(slots).ok();
      for (Commit &commit : commits)
        ok &= executable->commitNoWait(inputs, commit).ok();
      return ok && executable->syncPending().ok() && executable->output(0).data;
    };
    for (int i = 0; i < 20; ++i)
      ASSERT_TRUE(runs());
    bool allOk = true;
    EXPECT_EQ(allocationsIn([&] {
                for (int i = 0; i < 50; ++i)
                  allOk &= runs();
              }),
              0u);
    EXPECT_TRUE(allOk);
  }
}

TEST(NoAllocation, WithHandlesFeedsAndExtents) {
  auto loaded = Executable::load(cacheProgram(), testKernels(), {"", 1});
  ASSERT_TRUE(loaded.ok());
  Executable &executable = **loaded;
  const std::vector<int64_t> empty{0, 4}, row{1, 4};
  const float x[4] = {1, 2, 3, 4};
  const std::vector<NamedTensor> inputs{{"x", {DType::F32, row, x}}};
  const std::vector<FlatView> slots{std::span<const float>(x), FlatView()};
  const std::vector<NamedF32> floats{{"x", x}};
  ASSERT_OK(executable.bindHandle("cache", {DType::F32, empty, nullptr}));
  Commit commit;
  // A sequence of six steps from an empty cache, repeated.
  auto sequence = [&] {
    bool ok = executable.bindHandle("cache", {DType::F32, empty, nullptr}).ok();
    ok &= executable.runFeed(inputs, "cache", 0).ok();
    ok &= executable.run(inputs).ok() && executable.runF32(floats).ok();
    ok &= executable.runSlots(slots).ok() && executable.runRaw(inputs).ok();
    ok &= executable.commitNoWait(inputs, commit).ok() && executable.syncPending().ok();
    return ok && executable.output(0).data && executable.readHandle("cache")->shape[0] == 6;
  };
  for (int i = 0; i < 3; ++i)
    ASSERT_TRUE(sequence());
  bool allOk = true;
  EXPECT_EQ(allocationsIn([&] {
              for (int i = 0; i < 50; ++i)
                allOk &= sequence();
            }),
            0u);
  EXPECT_TRUE(allOk);

  auto sum = Executable::load(sumProgram({.cols = 4}), testKernels(), {"", 1});
  ASSERT_TRUE(sum.ok());
  ASSERT_OK((*sum)->setParamF32("scale", x));
  const std::vector<float> memory(32, 1.0f);
  const std::vector<NamedF32> eight{{"x", memory}, {"y", memory}};
  auto extents = [&] {
    bool ok = true;
    for (int64_t actual : {1, 5, 8, 0})
      ok &= (*sum)->setActiveExtent(actual, 8).ok() && (*sum)->runF32(eight).ok();
    return ok && (*sum)->clearActiveExtent().ok() && (*sum)->runF32(eight).ok();
  };
  ASSERT_TRUE(extents());
  EXPECT_EQ(allocationsIn([&] {
              for (int i = 0; i < 50; ++i)
                allOk &= extents();
            }),
            0u);
  EXPECT_TRUE(allOk);
}

// Runs with finished specialized code allocate no more than others.
TEST(NoAllocation, WithSpecializedCode) {
  class Same : public Specializer {
  public:
    uint64_t runsBeforeRequest() const override { return 2; }
    size_t maxKept() const override { return 1; }
    std::shared_ptr<const Specialization> request(std::span<const int64_t> dims,
                                                  ModelWeights weights) override {
      ++requests;
      auto result = std::make_shared<Specialization>();
      const NamedTensor inputs[] = {{"x", {DType::F32, dims.first(2), nullptr}},
                                    {"y", {DType::F32, dims.first(2), nullptr}}};
      weights.prepared = false;
      auto made = Executable::load(sumProgram(), testKernels(), {"", 1}, std::move(weights));
      if (made.ok() && (*made)->prepare().ok() && (*made)->bind(inputs).ok())
        result->executable = std::move(*made);
      EXPECT_TRUE(result->executable);
      result->isDone = true;
      return result;
    }
    int requests = 0;
  };
  auto specializer = std::make_shared<Same>();
  auto executable = readySum();
  ASSERT_OK(executable->setSpecializer(specializer));
  const Case one(9, 4, 2);
  const std::vector<NamedTensor> inputs = one.inputs();
  for (int i = 0; i < 4; ++i)
    ASSERT_OK(executable->run(inputs));
  ASSERT_EQ(specializer->requests, 1);
  const uint64_t before = newCalls + allocationStats().allocations;
  for (int i = 0; i < 100; ++i)
    ASSERT_OK(executable->run(inputs));
  EXPECT_EQ(newCalls + allocationStats().allocations, before);
  one.check(*executable);
}

TEST(NoAllocation, TheCounterCounts) {
  const uint64_t before = newCalls;
  auto pointer = std::make_unique<std::string>(100, 'x');
  EXPECT_GE(newCalls, before + 2) << pointer->size();
}

TEST(NoAllocation, InSteadyState) {
  for (unsigned threads : {1u, 2u})
    for (bool callerOutput : {false, true})
      for (size_t shift : {0, 1, 5})
        expectNoAllocation(threads, callerOutput, shift);
}

TEST(NoAllocation, WhenMadeLateAndObserved) {
  struct Watcher : RunObserver {
    bool wantsInputs() const override { return true; }
    void onInputs(uint32_t, bool, std::span<const ProbedBuffer> buffers) override {
      seen += buffers.size();
    }
    bool wantsBuffers() const override { return true; }
    void onBuffers(const DispatchRecord &, std::span<const ProbedBuffer> buffers) override {
      seen += buffers.size();
    }
    size_t seen = 0;
  } watcher;
  auto executable = Executable::deferred(
      sumProgram({.cols = 16}),
      [] { return Executable::load(sumProgram({.cols = 16}), testKernels(), {"", 1}); }, {0});
  ASSERT_TRUE(executable.ok());
  std::vector<float> memory(1024, 1.0f);
  const std::vector<int64_t> shape{32, 16}, scale{16};
  ASSERT_OK((*executable)->setParam("scale", {DType::F32, scale, memory.data()}));
  ASSERT_OK((*executable)->setObserver(&watcher));
  const std::vector<NamedTensor> inputs{{"x", {DType::F32, shape, memory.data()}},
                                        {"y", {DType::F32, shape, memory.data() + 512}}};
  ASSERT_OK((*executable)->run(inputs));
  const size_t seenBefore = watcher.seen;
  const uint64_t newBefore = newCalls, alignedBefore = allocationStats().allocations;
  bool allOk = true;
  for (int i = 0; i < 50; ++i)
    allOk &= (*executable)->run(inputs).ok();
  EXPECT_EQ(newCalls, newBefore);
  EXPECT_EQ(allocationStats().allocations, alignedBefore);
  EXPECT_TRUE(allOk);
  EXPECT_GT(watcher.seen, seenBefore + 100);
}

// Runs `action` with a budget of 0, 1, 2, … allocations until it succeeds. Every failure must be
// out_of_memory: no exception may escape, and no other error may hide the reason.
template <typename Action>
static void expectOutOfMemoryUntilEnough(const char *what, Action action) {
  for (int64_t budget = 0; budget < 5000; ++budget) {
    newBudget = budget;
    Status status = action();
    newBudget = -1;
    if (status.ok()) {
      EXPECT_GT(budget, 0) << what << " allocates nothing: the test tests nothing";
      return;
    }
    ASSERT_EQ(status.code(), StatusCode::OutOfMemory) << what << ": " << status.toString();
  }
  FAIL() << what << " never has enough";
}

TEST(OutOfMemory, EveryStepReportsIt) {
  const Program program = sumProgram({.cols = 16});
  const KernelTable kernels = testKernels();
  std::vector<uint8_t> bytes = *encodeProgram(program);
  expectOutOfMemoryUntilEnough("encode", [&] { return encodeProgram(program).status(); });
  expectOutOfMemoryUntilEnough("decode", [&] { return decodeProgram(bytes).status(); });
  std::unique_ptr<Executable> executable;
  // load consumes the copy that decodeProgram makes, so the copy is counted and may fail too.
  expectOutOfMemoryUntilEnough("load", [&]() -> Status {
    RLX_ASSIGN_OR_RETURN(Program copy, decodeProgram(bytes));
    RLX_ASSIGN_OR_RETURN(executable, Executable::load(std::move(copy), kernels, {"", 1}));
    return okStatus();
  });
  // A lazy executable that cannot be made for lack of memory repeats this error.
  expectOutOfMemoryUntilEnough("a deferred one", [&] {
    return catchAllocFailure([&]() -> Status {
      RLX_ASSIGN_OR_RETURN(Program copy, decodeProgram(bytes));
      RLX_ASSIGN_OR_RETURN(
          auto late,
          Executable::deferred(std::move(copy),
                               [&]() -> StatusOr<std::unique_ptr<Executable>> {
                                 RLX_ASSIGN_OR_RETURN(Program whole, decodeProgram(bytes));
                                 return Executable::load(std::move(whole), kernels, {"", 1});
                               },
                               {0}));
      Status made = late->materialize();
      EXPECT_EQ(late->materialize().code(), made.code());
      return made;
    });
  });
  std::vector<float> values(64, 1.0f);
  const std::vector<int64_t> shape{4, 16}, scale{16};
  expectOutOfMemoryUntilEnough("set param", [&] {
    return executable->setParam("scale", {DType::F32, scale, values.data()});
  });
  const std::vector<NamedTensor> inputs{{"x", {DType::F32, shape, values.data()}},
                                        {"y", {DType::F32, shape, values.data()}}};
  expectOutOfMemoryUntilEnough("first run", [&] { return executable->run(inputs); });
  EXPECT_EQ(executable->output(0).as<float>()[63], 5.0f);
  expectOutOfMemoryUntilEnough("clone", [&] { return executable->clone().status(); });
  expectOutOfMemoryUntilEnough("typed param", [&] {
    return executable->setParamTyped("scale", {DType::I8, scale, values.data()});
  });
  const std::vector<uint8_t> npy = *formatNpy({DType::F32, shape, values.data()});
  expectOutOfMemoryUntilEnough("parse npy", [&] { return parseNpy(npy).status(); });
}

TEST(OutOfMemory, Packages) {
  const std::string path = ::testing::TempDir() + "rlx-out-of-memory.rlxe";
  ASSERT_OK_AND_ASSIGN(PackageVariant variant, sumVariant(PackagedWeights::Prepared));
  variant.features = {"a-feature-name-that-is-too-long-for-a-small-string"};
  expectOutOfMemoryUntilEnough("write package", [&] { return writePackage(path, {&variant, 1}); });
  // Messages are allocated too. This one names the missing feature.
  EXPECT_ERROR(loadPackage(path).status(), Unsupported, "too-long-for-a-small-string");
  variant.features.clear();
  ASSERT_OK(writePackage(path, {&variant, 1}));
  expectOutOfMemoryUntilEnough("open package", [&] { return Package::open(path).status(); });
  std::unique_ptr<Executable> executable;
  expectOutOfMemoryUntilEnough("load package", [&]() -> Status {
    KernelTable kernels;
    RLX_RETURN_IF_ERROR(kernels.addCPU("add_rows", addRowsKernel));
    RLX_RETURN_IF_ERROR(kernels.addCPU("double", doubleKernel));
    RLX_RETURN_IF_ERROR(kernels.addCPU("scale_rows", scaleRowsKernel));
    RLX_ASSIGN_OR_RETURN(executable, loadPackage(path, {"cpu", 1}, std::move(kernels)));
    return okStatus();
  });
  EXPECT_EQ(executable->missingParams().size(), 0u);
  expectOutOfMemoryUntilEnough("share weights",
                               [&] { return executable->shareWeights().status(); });
  // The package's weights are copied before they are written.
  const int64_t four = 4;
  const float scale[] = {1, 2, 3, 4};
  expectOutOfMemoryUntilEnough(
      "set param", [&] { return executable->setParam("scale", {DType::F32, {&four, 1}, scale}); });
  expectOutOfMemoryUntilEnough("prepare again", [&] { return executable->prepare(); });
  std::remove(path.c_str());
}

TEST(OutOfMemory, CodeImages) {
  CodeImage image;
  image.architecture = std::string(hostArchitecture());
  image.segments = {{CodeImage::Protection::ReadExecute, 0, std::vector<uint8_t>(64, 0xC3)}};
  image.kernels = {{"a kernel with a long name", 0}};
  const std::vector<uint8_t> bytes = *encodeCodeImage(image);
  expectOutOfMemoryUntilEnough("encode image", [&] { return encodeCodeImage(image).status(); });
  expectOutOfMemoryUntilEnough("load image", [&] {
    KernelTable kernels;
    return loadCodeImage(bytes, kernels);
  });
}

TEST(OutOfMemory, EveryFormOfRunReportsIt) {
  const float x[4] = {1, 2, 3, 4};
  const std::vector<int64_t> row{1, 4}, twoRows{2, 4};
  const std::vector<NamedTensor> inputs{{"x", {DType::F32, row, x}}};
  ASSERT_OK_AND_ASSIGN(auto executable, Executable::load(cacheProgram(), testKernels(), {"", 1}));
  const std::vector<float> old(8, 7.0f);
  ASSERT_OK(executable->bindHandle("cache", {DType::F32, twoRows, old.data()}));
  expectOutOfMemoryUntilEnough("fed run",
                               [&] { return executable->runFeed(inputs, "cache", 0).status(); });
  EXPECT_EQ(executable->readHandle("cache")->as<float>()[7], 7);
  EXPECT_EQ(executable->readHandle("cache")->as<float>()[11], 4);
  const std::vector<FlatView> slots{std::span<const float>(x), FlatView()};
  expectOutOfMemoryUntilEnough("slots", [&] { return executable->runSlots(slots).status(); });
  const std::vector<size_t> list(100, 0);
  expectOutOfMemoryUntilEnough("listed outputs",
                               [&] { return executable->runReadOutputs(inputs, list).status(); });
  const std::vector<NamedF32> floats{{"x", x}};
  expectOutOfMemoryUntilEnough("floats", [&] { return executable->runF32(floats).status(); });
  // The failed runs have not changed the cache.
  EXPECT_EQ(executable->readHandle("cache")->shape[0], 6);
  expectOutOfMemoryUntilEnough("clone", [&] { return executable->clone().status(); });
  Commit commit;
  expectOutOfMemoryUntilEnough("commit", [&]() -> Status {
    RLX_RETURN_IF_ERROR(executable->commitNoWait(inputs, commit));
    return commit.wait();
  });
  EXPECT_EQ(executable->readHandle("cache")->shape[0], 7);
}

TEST(OutOfMemory, ExpertsThatAreCountedAndCaptured) {
  ASSERT_OK_AND_ASSIGN(auto executable, Executable::load(moeProgram(), moeKernels(), {"", 1}));
  const std::vector<uint8_t> four{1, 0, 0, 1}, five{1, 1, 0, 0, 1};
  const std::vector<std::span<const uint8_t>> masks{four, five, four};
  MoeCase inputs(4);
  ASSERT_OK(executable->run(inputs.named));
  expectOutOfMemoryUntilEnough("masks",
                               [&] { return executable->setMoeResidentExpertsPerLayer(masks); });
  expectOutOfMemoryUntilEnough("capture",
                               [&] { return executable->enableMoeTopkCapture(4).status(); });
  ASSERT_OK(executable->run(inputs.named));
  expectOutOfMemoryUntilEnough("clone", [&] { return executable->clone().status(); });
  expectOutOfMemoryUntilEnough("taking choices",
                               [&] { return executable->takeMoeTopkCapture().status(); });
  MoeStatistics taken;
  expectOutOfMemoryUntilEnough("taking counts", [&]() -> Status {
    RLX_ASSIGN_OR_RETURN(taken, executable->takeMoeStatistics());
    return okStatus();
  });
  // The failed calls have not lost the counts.
  EXPECT_EQ(taken.runs, 1u);
  EXPECT_EQ(taken.layers[0].hits, inputs.hits(0));
}

#ifndef RLX_TEST_NO_THREAD_HOOK
TEST(OutOfMemory, ThreadsThatCannotBeStartedAreAStatus) {
  auto loaded = Executable::load(cacheProgram(), testKernels(), {"", 1});
  ASSERT_TRUE(loaded.ok());
  const float x[4] = {1, 2, 3, 4};
  const std::vector<int64_t> row{1, 4};
  const std::vector<NamedTensor> inputs{{"x", {DType::F32, row, x}},
                                        {"cache", {DType::F32, row, x}}};
  Commit commit;
  refuseThreads = true;
  EXPECT_ERROR((*loaded)->commitNoWait(inputs, commit), OutOfMemory,
               "cannot start a thread for committed runs");
  ASSERT_OK((*loaded)->run(inputs));
  refuseThreads = false;
  ASSERT_OK((*loaded)->commitNoWait(inputs, commit));
  ASSERT_OK(commit.wait());
  EXPECT_EQ(commit.output(0).shape[0], 2);
}

#ifdef RLX_HAS_POOL
// Other threads than the caller's are help, not a need.
TEST(OutOfMemory, RunsWithoutTheThreadsThatCannotBeStarted) {
  auto loaded =
      Executable::load(sumProgram({.cols = 16, .costNs = 100000}), testKernels(), {"", 64});
  ASSERT_TRUE(loaded.ok());
  const std::vector<float> ones(512, 1.0f);
  const std::vector<int64_t> shape{32, 16}, scale{16};
  ASSERT_OK((*loaded)->setParam("scale", {DType::F32, scale, ones.data()}));
  const std::vector<NamedTensor> inputs{{"x", {DType::F32, shape, ones.data()}},
                                        {"y", {DType::F32, shape, ones.data()}}};
  refuseThreads = true;
  const bool isOk = (*loaded)->run(inputs).ok();
  refuseThreads = false;
  EXPECT_TRUE(isOk);
}
#endif
#endif

TEST(OutOfMemory, ErrorsWithoutMemoryAreStillErrors) {
  newBudget = 0;
  Status status = invalidArgument("a message that is far too long for any small-string buffer");
  Status moved = std::move(status).withContext("doing something with a long description of it");
  const StatusCode code = moved.code();
  newBudget = -1;
  EXPECT_EQ(code, StatusCode::OutOfMemory);
  EXPECT_EQ(moved.toString(), "out_of_memory: out of memory");
}
