// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The thread contract of docs/reference/threads.md, mainly for ThreadSanitizer: allowed concurrent
// calls give right results, others give errors, never a race.
#include <atomic>
#include <functional>
#include <optional>
#include <thread>

#include "runtime/package/Package.h"
#include "unittests/capi/CppCase.h"
#include "unittests/runtime/SumCase.h"

namespace threads_test {

using namespace rlx::testing;
namespace rt = rlx::rt;
using rt::testing::Case;
using rt::testing::testKernels;

namespace {

using Values = std::vector<float>;
constexpr const char *kInUse = "in use by";

void onThreads(size_t count, const std::function<void(size_t)> &body) {
  std::vector<std::thread> threads;
  for (size_t i = 0; i < count; ++i)
    threads.emplace_back(body, i);
  for (std::thread &thread : threads)
    thread.join();
}

rlx::Executable loadSum(unsigned threads = 1) {
  rlx::Executable model = load(rt::testing::sumProgram({.costNs = 100000}), testKernels(), threads);
  expectOk(model.setParamF32("scale", Values(4, 3)));
  return model;
}

// Runs the sum program in one of its forms, and checks the results.
void runSum(rlx::Executable &model, int64_t rows, float start) {
  const auto count = static_cast<size_t>(rows * 4);
  Values xs(count, start), ys(count, 2), outs(count, -1);
  rlx::Tensor x = tensorOf({rows, 4}, std::span(xs)), y = tensorOf({rows, 4}, std::span(ys)),
              out = tensorOf({rows, 4}, std::span(outs));
  const float *result = outs.data();
  switch (rows % 4) {
  case 0:
    expectOk(model.run({{"x", x}, {"y", y}}, {{"out", out}}));
    break;
  case 1: {
    auto floats = model.runF32({{"x", xs}, {"y", ys}});
    ASSERT_TRUE(floats.ok()) << floats.status().message();
    result = (*floats)[0].values;
    break;
  }
  case 2: {
    auto slots = model.runSlots({xs, ys});
    ASSERT_TRUE(slots.ok()) << slots.status().message();
    result = reinterpret_cast<const float *>(static_cast<const char *>(model.arena()) +
                                             (*slots)[0].offset);
    break;
  }
  default: {
    auto commit = rlx::Commit::create();
    ASSERT_TRUE(commit.ok());
    expectOk(model.commitNoWait({{"x", x}, {"y", y}}, *commit));
    expectOk(commit->wait());
    std::copy_n(commit->output(0)->data<float>(), count, outs.begin());
  }
  }
  for (size_t i = 0; i < count; ++i)
    ASSERT_EQ(result[i], (start + 2) * 6 + 1) << i;
}

// Adds rows once the test opens the gate.
std::atomic<bool> entered{false}, open{true};
int32_t gatedAdd(const rlx_kernel_args *args, uint32_t row, uint32_t y, uint32_t z) {
  entered = true;
  while (!open)
    std::this_thread::yield();
  return rt::testing::addRowsKernel(args, row, y, z);
}
// The step program with a layer of experts. Its ids are the bits of a result.
rt::Program stepsWithExperts() {
  rt::Program program = rt::testing::stepProgram();
  const rt::ExpertIds ids{0, 2, rt::DType::I32};
  program.moeLayers = {{"step", 4, 1, {ids}, ids, 2, ""}};
  return program;
}

// The same as a lazy executable: `make` makes it at its first use.
rlx::Executable lateSteps(rt::Executable::Make make) {
  auto late = rt::Executable::deferred(stepsWithExperts(), std::move(make), {});
  EXPECT_TRUE(late.ok()) << late.status().toString();
  rlx_executable_t *handle = nullptr;
  EXPECT_EQ(rlx::capi::wrap(std::move(*late), &handle), nullptr);
  return rlx::Executable(handle);
}

rt::KernelTable gatedKernels() {
  rt::KernelTable kernels;
  kernels.addCPU("add_rows", gatedAdd).ignore();
  return kernels;
}

rlx_status_t *twice(void *context, const rlx_kernel_call_t *call) {
  static_cast<std::atomic<int> *>(context)->fetch_add(1);
  const rlx_kernel_tensor_t &x = call->inputs[0], &y = call->outputs[0];
  for (int64_t i = 0; i < x.dims[0] * x.dims[1]; ++i)
    static_cast<float *>(y.data)[i] = 2 * static_cast<const float *>(x.data)[i];
  return nullptr;
}

// A named call on an executable of the step program. The caller owns its results.
struct Call {
  const char *name;
  std::function<rlx::Status()> make;
};

struct StepCalls {
  explicit StepCalls(rlx::Executable &steps) : model(steps) {
    inputs.add("x", x);
    for (int i = 0; i < 2; ++i) {
      auto made = rlx::Commit::create();
      EXPECT_TRUE(made.ok());
      commits.push_back(std::move(*made));
    }
  }
  // All of rlx.h's functions that take an executable and return a status.
  std::vector<Call> all() {
    return {
        {"run", [&] { return model.run({{"x", x}}); }},
        {"run with outputs", [&] { return model.run({{"x", x}}, {{"next", out}}); }},
        {"runTyped", [&] { return model.runTyped({{"x", x}}); }},
        {"runF32", [&] { return model.runF32({{"x", ones}}).status(); }},
        {"runReadOutputs", [&] { return model.runReadOutputs({{"x", x}}, {1, 0}).status(); }},
        {"runRaw", [&] { return model.runRaw({{"x", x}}).status(); }},
        {"runSlots", [&] { return model.runSlots({ones, rlx::Slot()}).status(); }},
        {"runFeed", [&] { return model.runFeed({{"x", x}}, "state", 0).status(); }},
        {"setParam", [&] { return model.setParam("none", x); }},
        {"setParamTyped", [&] { return model.setParamTyped("none", x); }},
        {"setParamF32", [&] { return model.setParamF32("none", ones); }},
        {"adoptParam", [&] { return adopt(); }},
        {"prepare", [&] { return model.prepare(); }},
        {"setActiveExtent", [&] { return model.setActiveExtent(1, 2); }},
        {"clearActiveExtent", [&] { return model.clearActiveExtent(); }},
        {"bindHandle", [&] { return model.bindHandle("state", x); }},
        {"bindDeviceHandle", [&] { return model.bindDeviceHandle("state", x); }},
        {"unbindHandle", [&] { return model.unbindHandle("state"); }},
        {"readHandle", [&] { return model.readHandle("state").status(); }},
        {"readDeviceHandle", [&] { return model.readDeviceHandle("state").status(); }},
        {"setHandleFeed", [&] { return model.setHandleFeed("state", 0); }},
        {"clearHandleFeed", [&] { return model.clearHandleFeed("state"); }},
        {"commitNoWait", [&] { return model.commitNoWait({{"x", x}}, commits[0]); }},
        {"syncPending", [&] { return model.syncPending(); }},
        {"runPipelined",
         [&] { return model.runPipelined({{inputs, commits[0]}, {inputs, commits[1]}}); }},
        {"setMoeResidentExperts", [&] { return model.setMoeResidentExperts({1, 0, 0, 1}); }},
        {"setMoeResidentExpertsPerLayer",
         [&] { return model.setMoeResidentExpertsPerLayer({{0, 1, 1, 0}}); }},
        {"clearMoeResidentExperts", [&] { return model.clearMoeResidentExperts(); }},
        {"takeMoeStatistics", [&] { return takeStatistics(); }},
        {"enableMoeTopkCapture", [&] { return model.enableMoeTopkCapture(4).status(); }},
        {"disableMoeTopkCapture", [&] { return model.disableMoeTopkCapture(); }},
        {"takeMoeTopkCapture", [&] { return takeCapture(); }},
        {"clone", [&] { return model.clone().status(); }},
        {"output", [&] { return model.output(0).status(); }},
        {"readOutputRow", [&] { return model.readOutputRow(0, 0, 4).status(); }},
    };
  }
  rlx::Status adopt() {
    auto tensor = rlx::Tensor::create(RLX_F32, {4});
    EXPECT_TRUE(tensor.ok());
    return model.adoptParam("none", std::move(*tensor));
  }

  // Does not read the statistics: the next call of another thread may replace them.
  rlx::Status takeStatistics() {
    const rlx_moe_statistics_t *layers = nullptr;
    return rlx::Status(rlx_executable_take_moe_statistics(model.get(), &layers, nullptr));
  }
  rlx::Status takeCapture() {
    const rlx_moe_choice_t *choices = nullptr;
    size_t count = 0;
    return rlx::Status(rlx_executable_take_moe_topk_capture(model.get(), &choices, &count));
  }

  rlx::Executable &model;
  Values ones{1, 1, 1, 1}, outs{0, 0, 0, 0};
  rlx::Tensor x = tensorOf({4}, std::span(ones)), out = tensorOf({4}, std::span(outs));
  rlx::Arguments inputs;
  std::vector<rlx::Commit> commits;
};

} // namespace

TEST(Threads, ClonesRunAtTheSameTime) {
  for (unsigned threads : {1u, 2u}) {
    rlx::Executable original = loadSum(threads);
    std::vector<rlx::Executable> clones;
    for (int i = 0; i < 3; ++i) {
      auto clone = original.clone();
      ASSERT_TRUE(clone.ok()) << clone.status().message();
      clones.push_back(std::move(*clone));
    }
    clones.push_back(std::move(original)); // the original runs concurrently with its clones
    onThreads(clones.size(), [&](size_t i) {
      for (int64_t run = 0; run < 60; ++run)
        runSum(clones[i], 1 + run % 9, static_cast<float>(i));
    });
  }
}

// Clones share params until one of them sets its own. Any thread may create, clone and destroy
// them.
TEST(Threads, CloningSettingParamsAndEndingWhileOthersRun) {
  rlx::Executable original = loadSum();
  std::vector<rlx::Executable> models;
  for (int i = 0; i < 4; ++i)
    models.push_back(std::move(*original.clone()));
  onThreads(5, [&](size_t i) {
    if (i == 4) { // the original is cloned and run at the same time
      for (int64_t turn = 0; turn < 40; ++turn) {
        auto clone = original.clone();
        ASSERT_TRUE(clone.ok()) << clone.status().message();
        runSum(*clone, 1 + turn % 5, 1);
        runSum(original, 1 + turn % 5, 2);
      }
      return;
    }
    for (int64_t turn = 0; turn < 40; ++turn) {
      expectOk(models[i].setParamF32("scale", Values(4, 3)));
      runSum(models[i], 1 + turn % 5, static_cast<float>(turn));
      auto clone = models[i].clone();
      ASSERT_TRUE(clone.ok()) << clone.status().message();
      models[i] = std::move(*clone); // destroys the clone before
    }
  });
}

TEST(Threads, PackagesAreLoadedAndEndWhileOthersRun) {
  std::atomic<int> calls{0};
  const PackageFile file(userVariant(), "threads");
  auto options = rlx::LoadOptions::create();
  ASSERT_TRUE(options.ok());
  expectOk(options->addKernel("twice", twice, &calls));
  expectOk(options->setThreads(1));
  auto shared = rlx::Executable::load(file.path, *options);
  ASSERT_TRUE(shared.ok()) << shared.status().message();
  auto runner = shared->clone();
  ASSERT_TRUE(runner.ok());
  Values ones{1, 2, 3, 4};
  const rlx::Tensor x = tensorOf({1, 4}, std::span(ones)); // all threads read it
  onThreads(5, [&](size_t i) {
    for (int turn = 0; turn < 30; ++turn) {
      if (i == 0) {
        ASSERT_TRUE(runner->run({{"x", x}}).ok());
        ASSERT_EQ(runner->output(0)->data<float>()[3], 8);
        continue;
      }
      auto model = rlx::Executable::load(file.path, *options);
      ASSERT_TRUE(model.ok()) << model.status().message();
      ASSERT_TRUE(model->run({{"x", x}}).ok());
      ASSERT_EQ(model->output(0)->data<float>()[2], 6);
      ASSERT_TRUE(rlx::listDevices().ok());
      expectError(rlx::Executable::load("/nonexistent.rlxe", *options).status(), RLX_NOT_FOUND, "");
    }
  });
  EXPECT_EQ(calls, 150);
}

// The runtime's own handle of a package: all threads share one, and executables do not need it
// after the load.
TEST(Threads, OnePackageGivesExecutablesToAllThreads) {
  auto variant = rt::testing::sumVariant(rt::testing::PackagedWeights::Prepared);
  ASSERT_TRUE(variant.ok()) << variant.status().toString();
  const PackageFile file(*variant, "shared");
  auto package = rt::Package::open(file.path);
  ASSERT_TRUE(package.ok()) << package.status().toString();
  std::vector<std::unique_ptr<rt::Executable>> loaded(4);
  const Case test(3, 4, 1);
  onThreads(loaded.size(), [&](size_t i) {
    for (int turn = 0; turn < 10; ++turn) {
      auto executable = rt::loadPackage(**package, {"", 1}, testKernels());
      ASSERT_TRUE(executable.ok()) << executable.status().toString();
      ASSERT_TRUE((*executable)->run(test.inputs()).ok());
      loaded[i] = std::move(*executable);
    }
  });
  package = rt::StatusOr<std::shared_ptr<const rt::Package>>(nullptr);
  std::remove(file.path.c_str());
  onThreads(loaded.size(), [&](size_t i) {
    ASSERT_TRUE(loaded[i]->run(test.inputs()).ok());
    for (int64_t k = 0; k < 12; ++k)
      ASSERT_EQ(loaded[i]->output(0).as<float>()[k],
                (test.x[size_t(k)] + test.y[size_t(k)]) * 2 * static_cast<float>(k % 4 + 1) + 1);
    loaded[i].reset();
  });
}

TEST(Threads, EveryCallIsRefusedDuringARunOfAnotherThread) {
  open = true;
  entered = false;
  rlx::Executable model = load(stepsWithExperts(), gatedKernels());
  StepCalls calls(model), mine(model);
  Values zeros(4);
  expectOk(model.bindHandle("state", tensorOf({4}, std::span(zeros))));
  expectOk(model.setHandleFeed("state", 0));
  for (Call &call : calls.all()) {
    SCOPED_TRACE(call.name);
    entered = open = false;
    std::thread runner([&] { expectOk(model.run({{"x", mine.x}})); });
    while (!entered)
      std::this_thread::yield();
    expectError(call.make(), RLX_FAILED_PRECONDITION, kInUse);
    EXPECT_FALSE(model.hasHandle("state"));
    EXPECT_FALSE(model.hasDeviceHandle("state"));
    EXPECT_EQ(model.arena(), nullptr);
    open = true;
    runner.join();
  }
  // The refused calls have changed nothing: the state has one step per run.
  EXPECT_TRUE(model.hasHandle("state"));
  EXPECT_EQ(model.readHandle("state")->data<float>()[0], static_cast<float>(calls.all().size()));
  EXPECT_EQ(calls.outs, Values(4));
}

namespace {

// Without a gate, so calls overlap at random. Each call does its work alone or is refused.
void misuse(rlx::Executable &model) {
  Values zeros(4);
  std::atomic<int> done{0};
  onThreads(4, [&](size_t thread) {
    StepCalls mine(model);
    const std::vector<Call> calls = mine.all();
    uint64_t random = thread + 1;
    for (int i = 0; i < 400; ++i) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      const Call &call = calls[(random >> 33) % calls.size()];
      const rlx::Status status = call.make();
      done += status.ok();
      ASSERT_TRUE(status.code() == RLX_OK || status.code() == RLX_FAILED_PRECONDITION ||
                  status.code() == RLX_NOT_FOUND || status.code() == RLX_INVALID_ARGUMENT ||
                  status.code() == RLX_UNSUPPORTED)
          << call.name << ": " << status.message();
      model.hasHandle("state");
      model.arena();
      ASSERT_EQ(model.inputs()[1].name, "state");
    }
  }); // destroys commits that may be pending
  EXPECT_GT(done, 0);
  // The executable still works.
  model.syncPending().ignore();
  StepCalls mine(model);
  expectOk(model.bindHandle("state", tensorOf({4}, std::span(zeros))));
  expectOk(model.run({{"x", mine.x}}, {{"next", mine.out}}));
  EXPECT_EQ(mine.outs, Values(4, 1));
}

} // namespace

TEST(Threads, MisuseIsNeverARace) {
  open = true;
  rlx::Executable model = load(stepsWithExperts(), gatedKernels());
  Values zeros(4);
  expectOk(model.bindHandle("state", tensorOf({4}, std::span(zeros))));
  misuse(model);
  for (int turn = 0; turn < 3; ++turn) { // the threads also race to make the executable
    std::atomic<int> made{0};
    rlx::Executable late = lateSteps([&] {
      ++made;
      return rt::Executable::load(stepsWithExperts(), gatedKernels(), {"", 1});
    });
    misuse(late);
    EXPECT_EQ(made, 1);
  }
}

// While one thread makes a lazy executable, others may read its signature. Calls are refused and
// change nothing.
TEST(Threads, ALateExecutableIsLookedAtWhileItIsMade) {
  open = true;
  std::atomic<bool> making{false}, letGo{false};
  rlx::Executable model = lateSteps([&] {
    making = true;
    while (!letGo)
      std::this_thread::yield();
    return rt::Executable::load(stepsWithExperts(), gatedKernels(), {"", 1});
  });
  const auto look = [&] {
    EXPECT_EQ(model.name(), "step");
    EXPECT_EQ(model.device(), "cpu");
    EXPECT_EQ(model.inputs()[1].name, "state");
    EXPECT_EQ(model.outputs().size(), 2u);
    EXPECT_TRUE(model.params().empty());
  };
  Values zeros(4);
  const rlx::Tensor state = tensorOf({4}, std::span(zeros));
  StepCalls calls(model);
  std::thread maker([&] { expectOk(model.bindHandle("state", state)); });
  while (!making)
    std::this_thread::yield();
  for (Call &call : calls.all()) {
    SCOPED_TRACE(call.name);
    expectError(call.make(), RLX_FAILED_PRECONDITION, kInUse);
    EXPECT_FALSE(model.hasHandle("state"));
    look();
  }
  std::atomic<bool> isMade{false};
  std::thread looker([&] {
    do
      look();
    while (!isMade);
    EXPECT_EQ(model.moeLayers().size(), 1u);
  });
  letGo = true;
  maker.join();
  isMade = true;
  looker.join();
  EXPECT_TRUE(model.hasHandle("state"));
  expectOk(model.run({{"x", calls.x}}, {{"next", calls.out}}));
  EXPECT_EQ(calls.outs, Values(4, 1));
  // Clones behave like those of other executables.
  std::vector<rlx::Executable> clones;
  for (int i = 0; i < 3; ++i)
    clones.push_back(std::move(*model.clone()));
  onThreads(clones.size(), [&](size_t i) {
    StepCalls mine(clones[i]);
    for (int run = 0; run < 50; ++run)
      expectOk(clones[i].run({{"x", mine.x}}, {{"next", mine.out}}));
    EXPECT_EQ(mine.outs, Values(4, 1));
  });
}

// Several threads use it first: one makes it, the others are refused or come later. A failure
// reaches all of them.
TEST(Threads, ALateExecutableIsMadeOnce) {
  open = true;
  for (const bool fails : {false, true}) {
    std::atomic<int> made{0}, ran{0};
    rlx::Executable model = lateSteps([&]() -> rt::StatusOr<std::unique_ptr<rt::Executable>> {
      ++made;
      if (fails)
        return rt::unsupported("no such op");
      return rt::Executable::load(stepsWithExperts(), gatedKernels(), {"", 1});
    });
    onThreads(6, [&](size_t) {
      const rlx::Status status = model.prepare();
      ran += status.ok();
      if (!status.ok() && status.code() != RLX_FAILED_PRECONDITION)
        expectError(status, RLX_UNSUPPORTED, "no such op");
    });
    EXPECT_EQ(made, 1);
    EXPECT_EQ(ran > 0, !fails);
    if (fails)
      expectError(model.clone().status(), RLX_UNSUPPORTED, "no such op");
  }
}

TEST(Threads, ReadsOfAnIdleExecutableMayOverlap) {
  rlx::Executable model = loadSum();
  runSum(model, 5, 1);
  onThreads(4, [&](size_t) {
    for (int i = 0; i < 200; ++i) {
      ASSERT_EQ(model.output(0)->data<float>()[19], 19);
      ASSERT_EQ(*static_cast<const float *>(*model.readOutputRow(0, 4, 4)), 19);
      ASSERT_EQ(model.inputs().size(), 2u);
      ASSERT_NE(model.arena(), nullptr);
      ASSERT_FALSE(model.hasHandle("x"));
    }
  });
}

// Callbacks run on the worker while the owner makes calls and other threads wait.
TEST(Threads, CallbacksWhileTheOwnerCallsAndOthersWait) {
  rlx::Executable model = load(rt::testing::stepProgram());
  Values zeros(4), ones(4, 1);
  const rlx::Tensor x = tensorOf({4}, std::span(ones));
  expectOk(model.bindHandle("state", tensorOf({4}, std::span(zeros))));
  expectOk(model.setHandleFeed("state", 0));
  std::vector<rlx::Commit> commits;
  std::atomic<int> called{0}, refused{0};
  for (int i = 0; i < 8; ++i) {
    commits.push_back(std::move(*rlx::Commit::create()));
    expectOk(commits.back().onCompletion([&](rlx::CommitView commit) {
      called += commit.output(0)->data<float>()[0] > 0;
      Values two(4, 2);
      refused += model.runF32({{"x", two}}).status().code() == RLX_FAILED_PRECONDITION;
    }));
  }
  // The owner's call is refused while the callback makes its own, also refused, call.
  const auto insist = [](auto call) {
    rlx::Status status = call();
    while (status.code() == RLX_FAILED_PRECONDITION)
      status = call();
    expectOk(status);
  };
  for (int turn = 0; turn < 20; ++turn) {
    for (rlx::Commit &commit : commits)
      insist([&] { return model.commitNoWait({{"x", x}}, commit); });
    std::thread waiter([&] {
      for (const rlx::Commit &commit : commits)
        expectOk(commit.wait());
    });
    std::thread looker([&] {
      while (!commits.back().isDone())
        std::this_thread::yield();
    });
    insist([&] { return model.run({{"x", x}}); });
    insist([&] { return model.clone().status(); });
    insist([&] { return model.syncPending(); });
    waiter.join();
    looker.join();
    EXPECT_EQ(commits.back().output(0)->data<float>()[0], static_cast<float>(9 * turn + 8));
  }
  EXPECT_EQ(called, 160);
  EXPECT_EQ(refused, 160);
}

// Calls that only read are refused too: the worker may already be in the next run and uses the same
// data.
TEST(Threads, EveryCallIsRefusedInACallback) {
  open = true;
  rlx::Executable model = load(stepsWithExperts(), gatedKernels());
  StepCalls calls(model);
  Values zeros(4);
  expectOk(model.bindHandle("state", tensorOf({4}, std::span(zeros))));
  expectOk(model.setHandleFeed("state", 0));
  expectOk(model.run({{"x", calls.x}}));
  std::atomic<bool> isCommitted{false}, isCalled{false};
  auto commit = rlx::Commit::create();
  ASSERT_TRUE(commit.ok());
  expectOk(commit->onCompletion([&](rlx::CommitView) {
    while (!isCommitted) // a concurrent call of the owner would also refuse these
      std::this_thread::yield();
    for (Call &call : calls.all()) {
      SCOPED_TRACE(call.name);
      expectError(call.make(), RLX_FAILED_PRECONDITION,
                  "a completion callback may not call the executable");
    }
    EXPECT_FALSE(model.hasHandle("state"));
    EXPECT_FALSE(model.hasDeviceHandle("state"));
    EXPECT_EQ(model.arena(), nullptr);
    isCalled = true;
  }));
  expectOk(model.commitNoWait({{"x", calls.x}}, *commit));
  isCommitted = true;
  expectOk(commit->wait());
  EXPECT_TRUE(isCalled);
  EXPECT_EQ(model.readHandle("state")->data<float>()[0], 2);
  EXPECT_EQ(calls.outs, Values(4));
}

// Destroys the objects in this order and in its reverse, as the documentation allows.
TEST(Threads, ObjectsEndInAnyOrder) {
  std::atomic<int> calls{0};
  for (bool reversed : {false, true}) {
    std::optional<rlx::LoadOptions> options(std::move(*rlx::LoadOptions::create()));
    expectOk(options->addKernel("twice", twice, &calls));
    std::optional<PackageFile> file(std::in_place, userVariant(), "order");
    std::optional<rlx::Tensor> x(std::move(*rlx::Tensor::create(RLX_F32, {1, 4})));
    std::optional<rlx::Executable> model(std::move(*rlx::Executable::load(file->path, *options)));
    std::optional<rlx::Executable> clone(std::move(*model->clone()));
    std::optional<rlx::Commit> commit(std::move(*rlx::Commit::create()));
    std::optional<rlx::Status> status(model->run({{"y", *x}}));
    auto devices = rlx::listDevices();
    expectOk(model->commitNoWait({{"x", *x}}, *commit));
    // A tensor is used by the commit until it is done.
    expectOk(commit->wait());
    std::vector<std::function<void()>> ends{[&] { file.reset(); },  [&] { options.reset(); },
                                            [&] { x.reset(); },     [&] { model.reset(); },
                                            [&] { clone.reset(); }, [&] { commit.reset(); },
                                            [&] { status.reset(); }};
    if (reversed)
      std::reverse(ends.begin(), ends.end());
    for (const std::function<void()> &end : ends) {
      end();
      // The remaining objects still work.
      if (clone && x)
        expectOk(clone->run({{"x", *x}}));
      if (commit)
        EXPECT_EQ(commit->output(0)->elementCount(), 4u);
      if (status)
        expectError(*status, RLX_INVALID_ARGUMENT, "there is no input 'y'");
    }
    EXPECT_EQ((*devices)[0].name, "cpu");
  }
  // An adopted tensor may be destroyed, and so may an executable with pending commits.
  open = true;
  rlx::Executable sum = load(rt::testing::sumProgram());
  {
    auto scale = rlx::Tensor::create(RLX_F32, {4});
    ASSERT_TRUE(scale.ok());
    std::ranges::fill(scale->values<float>(), 3.0f);
    expectOk(rlx::Status(rlx_executable_adopt_param(sum.get(), "scale", scale->get())));
  }
  runSum(sum, 2, 1);
  Values xs(8, 1), ys(8, 2);
  rlx::Tensor x = tensorOf({2, 4}, std::span(xs)), y = tensorOf({2, 4}, std::span(ys));
  rlx::Commit late(nullptr);
  {
    rlx::Executable ending = std::move(sum);
    late = std::move(*rlx::Commit::create());
    expectOk(ending.commitNoWait({{"x", x}, {"y", y}}, late));
  }
  EXPECT_TRUE(late.isDone());
  EXPECT_EQ(late.output(0)->data<float>()[7], 19);
  // A commit that is destroyed before its executable waits for its run.
  rlx::Executable again = loadSum();
  {
    auto brief = rlx::Commit::create();
    ASSERT_TRUE(brief.ok());
    expectOk(again.commitNoWait({{"x", x}, {"y", y}}, *brief));
  }
  expectOk(again.syncPending());
  runSum(again, 3, 1);
}

} // namespace threads_test
