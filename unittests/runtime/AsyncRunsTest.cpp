// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Committed runs: order, separate results, errors at the commit and at syncPending, callbacks, and
// the effect of other calls and of destruction on pending runs.
#include <atomic>
#include <gtest/gtest.h>
#include <thread>

#include "unittests/runtime/OnDevices.h"

using namespace rlx::rt;
using namespace rlx::rt::testing;

namespace {

const std::vector<int64_t> kFour{4};
using Values = std::vector<float>;

std::vector<NamedTensor> named(const Values &x) {
  return {{"x", {DType::F32, kFour, x.data()}}};
}

// stepProgram with a state of zeros and a feed: every run adds x.
std::unique_ptr<Executable> loadSteps(const KernelTable &kernels) {
  auto executable = Executable::load(stepProgram(), kernels, {"", 1});
  EXPECT_TRUE(executable.ok()) << executable.status().toString();
  const Values zeros(4);
  EXPECT_TRUE((*executable)->bindHandle("state", {DType::F32, kFour, zeros.data()}).ok());
  EXPECT_TRUE((*executable)->setHandleFeed("state", 0).ok());
  return std::move(*executable);
}

class CommitsTest : public OnDevices {
protected:
  std::unique_ptr<Executable> loadSteps() const {
    auto executable = load(stepProgram());
    const Values zeros(4);
    EXPECT_OK(executable->bindHandle("state", {DType::F32, kFour, zeros.data()}));
    EXPECT_OK(executable->setHandleFeed("state", 0));
    return executable;
  }
};
class RunPipelinedTest : public OnDevices {};
RLX_ON_DEVICES(CommitsTest);
RLX_ON_DEVICES(RunPipelinedTest);

// Adds rows once the test opens the gate, and fails when the test asks for it.
std::atomic<bool> entered{false}, open{true}, failing{false};
int32_t gatedAdd(const rlx_kernel_args *args, uint32_t row, uint32_t y, uint32_t z) {
  entered = true;
  while (!open)
    std::this_thread::yield();
  return failing ? RLX_KERNEL_INDEX_OUT_OF_RANGE : addRowsKernel(args, row, y, z);
}
KernelTable gatedKernels() {
  entered = failing = false;
  open = true;
  KernelTable kernels;
  kernels.addCPU("add_rows", gatedAdd).ignore();
  return kernels;
}

} // namespace

TEST_P(CommitsTest, RunInOrderWithResultsKeptApart) {
  auto executable = loadSteps();
  const size_t count = 50;
  std::vector<Commit> commits(count);
  std::vector<Values> inputs;
  for (size_t i = 0; i < count; ++i)
    inputs.push_back(Values(4, static_cast<float>(i)));
  for (size_t i = 0; i < count; ++i)
    ASSERT_OK(executable->commitNoWait(named(inputs[i]), commits[i]));
  ASSERT_OK(executable->syncPending());
  float sum = 0;
  for (size_t i = 0; i < count; ++i) {
    EXPECT_TRUE(commits[i].done());
    ASSERT_OK(commits[i].wait());
    const TensorView next = commits[i].output(0), seen = commits[i].output(1);
    ASSERT_EQ(next.shape.size(), 1u);
    ASSERT_EQ(seen.as<float>()[3], sum);
    ASSERT_EQ(next.as<float>()[3], sum += static_cast<float>(i));
    EXPECT_EQ(commits[i].output(2).data, nullptr);
  }
  ASSERT_OK_AND_ASSIGN(TensorView state, executable->readHandle("state"));
  EXPECT_EQ(state.as<float>()[0], sum);
  // Results outlive the executable, and a commit can be used by another one.
  executable.reset();
  EXPECT_EQ(commits[count - 1].output(0).as<float>()[0], sum);
  auto other = loadSteps();
  ASSERT_OK(other->commitNoWait(named(inputs[7]), commits[0]));
  ASSERT_OK(commits[0].wait());
  EXPECT_EQ(commits[0].output(0).as<float>()[0], 7);
}

TEST_P(CommitsTest, NamesAndShapesAreCopied) {
  auto executable = readySum();
  Case test(3, 4, 1);
  Commit commit;
  {
    std::string x = "x", y = "y";
    std::vector<int64_t> shape = test.shape;
    const std::vector<NamedTensor> inputs{{x, {DType::F32, shape, test.x.data()}},
                                          {y, {DType::F32, shape, test.y.data()}}};
    ASSERT_OK(executable->commitNoWait(inputs, commit));
    x = y = "gone";
    shape.assign(2, -1);
  }
  ASSERT_OK(commit.wait());
  test.check(commit.output(0));
}

TEST_P(CommitsTest, ErrorsAreTheirsAndSyncPendings) {
  auto executable = readySum();
  Case test(3, 4, 1), other(3, 4, 2);
  std::vector<Commit> commits(3);
  std::vector<int64_t> wrong{3, 5};
  std::vector<NamedTensor> broken = other.inputs();
  broken[0].tensor.shape = wrong;
  ASSERT_OK(executable->commitNoWait(test.inputs(), commits[0]));
  ASSERT_OK(executable->commitNoWait(broken, commits[1]));
  ASSERT_OK(executable->commitNoWait(other.inputs(), commits[2])); // runs anyway
  ASSERT_OK(commits[0].wait());
  EXPECT_ERROR(commits[1].wait(), InvalidArgument, "input 'y' dimension 1: expected 4, got 5");
  EXPECT_EQ(commits[1].output(0).data, nullptr);
  ASSERT_OK(commits[2].wait());
  other.check(commits[2].output(0));
  // A run in between does not clear the error.
  ASSERT_OK(executable->run(test.inputs()));
  test.check(*executable);
  EXPECT_ERROR(executable->syncPending(), InvalidArgument, "expected 4, got 5");
  ASSERT_OK(executable->syncPending());
  // Names are checked before anything is queued.
  std::vector<NamedTensor> misnamed = test.inputs();
  misnamed[0].name = "z";
  EXPECT_ERROR(executable->commitNoWait(misnamed, commits[0]), InvalidArgument, "no input 'z'");
  misnamed[0].name = "x";
  EXPECT_ERROR(executable->commitNoWait(misnamed, commits[0]), InvalidArgument, "given twice");
  EXPECT_ERROR(commits[0].wait(), FailedPrecondition, "nothing was committed");
  ASSERT_OK(executable->commitNoWait(test.inputs(), commits[0]));
  ASSERT_OK(commits[0].wait());
  // A result of the commit is an input of its next run.
  std::vector<NamedTensor> own = test.inputs();
  own[0].tensor.data = commits[0].output(0).data;
  EXPECT_ERROR(executable->commitNoWait(own, commits[0]), InvalidArgument,
               "input 'y' lies in results of the commit");
  ASSERT_OK(executable->commitNoWait(own, commits[1]));
  ASSERT_OK(executable->syncPending());
}

// The error of a commit says what the runtime was doing.
TEST(Commits, ErrorsKeepTheirContexts) {
  KernelTable kernels;
  ASSERT_OK(kernels.addCPU("add_rows", addRowsKernel));
  ASSERT_OK(kernels.addCPU("scale_rows", scaleRowsKernel));
  ASSERT_OK(kernels.addCPU("double", [](const rlx_kernel_args *, uint32_t, uint32_t, uint32_t) {
    return int32_t(RLX_KERNEL_INDEX_OUT_OF_RANGE);
  }));
  ASSERT_OK_AND_ASSIGN(auto executable, Executable::load(sumProgram(), kernels));
  const Case test(3, 4, 1);
  ASSERT_OK(executable->setParam("scale", test.scaleView()));
  const std::string expected = executable->run(test.inputs()).toString();
  EXPECT_NE(expected.find("; while preparing params"), std::string::npos) << expected;
  Commit commit, second;
  ASSERT_OK(executable->commitNoWait(test.inputs(), commit));
  EXPECT_EQ(commit.wait().toString(), expected);
  EXPECT_EQ(executable->syncPending().toString(), expected);
  const std::vector<NamedTensor> inputs = test.inputs();
  const std::span<const NamedTensor> sets[] = {inputs};
  Commit *const commits[] = {&second};
  EXPECT_EQ(executable->runPipelined(sets, commits).toString(), expected + "; while running set 0");
}

TEST(Commits, AFailedOneLeavesHandlesAndFeeds) {
  auto executable = loadSteps(gatedKernels());
  const Values x{1, 2, 3, 4};
  std::vector<Commit> commits(2);
  ASSERT_OK(executable->commitNoWait(named(x), commits[0]));
  ASSERT_OK(executable->syncPending());
  failing = true;
  ASSERT_OK(executable->commitNoWait(named(x), commits[1]));
  EXPECT_ERROR(commits[1].wait(), OutOfRange, "met an index outside its axis");
  EXPECT_ERROR(executable->syncPending(), OutOfRange, "met an index outside its axis");
  failing = false;
  ASSERT_OK_AND_ASSIGN(TensorView state, executable->readHandle("state"));
  EXPECT_EQ(state.as<float>()[3], 4);
  ASSERT_OK(executable->run(named(x)));
  EXPECT_EQ(executable->output(0).as<float>()[3], 8);
}

TEST(Commits, EveryOtherCallComesAfterThem) {
  auto executable = loadSteps(gatedKernels());
  const Values x{1, 2, 3, 4};
  auto pending = [&](const char *what, auto call) {
    SCOPED_TRACE(what);
    Commit commit;
    open = false;
    entered = false;
    ASSERT_OK(executable->commitNoWait(named(x), commit));
    while (!entered)
      std::this_thread::yield();
    EXPECT_FALSE(commit.done());
    EXPECT_EQ(commit.output(0).data, nullptr);
    EXPECT_ERROR(executable->commitNoWait(named(x), commit), FailedPrecondition, "still pending");
    std::thread opener([] {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      open = true;
    });
    call();
    EXPECT_TRUE(commit.done());
    opener.join();
  };
  pending("run", [&] { ASSERT_OK(executable->run(named(x))); });
  pending("runF32",
          [&] { ASSERT_OK(executable->runF32(std::vector<NamedF32>{{"x", x}}).status()); });
  pending("runSlots", [&] {
    ASSERT_OK(executable->runSlots(std::vector<FlatView>{std::span(x), FlatView()}).status());
  });
  pending("clone", [&] { ASSERT_OK(executable->clone().status()); });
  pending("readHandle", [&] { ASSERT_OK(executable->readHandle("state").status()); });
  pending("output", [&] { executable->output(0); });
  pending("arena", [&] { executable->arena(); });
  pending("syncPending", [&] { ASSERT_OK(executable->syncPending()); });
  pending("bindHandle",
          [&] { ASSERT_OK(executable->bindHandle("state", {DType::F32, kFour, x.data()})); });
  pending("destruction", [&] { executable.reset(); });
}

TEST(Commits, OverlappingCallsAreRefused) {
  auto executable = loadSteps(gatedKernels());
  const Values x{1, 2, 3, 4};
  Commit commit, other;
  open = false;
  ASSERT_OK(executable->commitNoWait(named(x), commit));
  std::atomic<bool> waiting{false};
  std::thread drainer([&] {
    waiting = true;
    Status status = executable->syncPending();
    while (status.code() == StatusCode::FailedPrecondition) // overlaps a call of the other thread
      status = executable->syncPending();
    EXPECT_TRUE(status.ok()) << status.toString();
  });
  while (!waiting)
    std::this_thread::yield();
  // Commits succeed until the other thread is inside its call, and are then refused.
  Status status = executable->commitNoWait(named(x), other);
  while (status.ok() || status.message().find("pending") != std::string::npos) {
    std::this_thread::yield();
    status = executable->commitNoWait(named(x), other);
  }
  EXPECT_ERROR(std::move(status), FailedPrecondition, "in use by another call");
  open = true;
  drainer.join();
}

TEST_P(CommitsTest, CallbacksSeeResultsAndMayNotCallBack) {
  struct Seen {
    Executable *executable;
    Commit *other;
    std::thread::id thread;
    float value = 0;
    int calls = 0;
    StatusCode again = StatusCode::Ok, sync = StatusCode::Ok, own = StatusCode::Internal,
               others = StatusCode::Ok;
  };
  auto executable = loadSteps();
  const Values x{1, 2, 3, 4};
  Commit commit, other;
  Seen seen{executable.get(), &other, {}};
  commit.onCompletion(
      [](void *context, Commit &done) {
        Seen &seen = *static_cast<Seen *>(context);
        ++seen.calls;
        seen.thread = std::this_thread::get_id();
        seen.value = done.output(0).as<float>()[3];
        seen.own = done.wait().code();
        // Each would wait for itself.
        seen.others =
            seen.other->done() ? StatusCode::FailedPrecondition : seen.other->wait().code();
        Commit third;
        const Values x(4);
        seen.again = seen.executable->commitNoWait(named(x), third).code();
        seen.sync = seen.executable->syncPending().code();
      },
      &seen);
  ASSERT_OK(executable->commitNoWait(named(x), commit));
  // The call is refused while the callback makes its own, also refused, call.
  Status status = executable->commitNoWait(named(x), other);
  while (status.code() == StatusCode::FailedPrecondition)
    status = executable->commitNoWait(named(x), other);
  ASSERT_OK(std::move(status));
  ASSERT_OK(commit.wait());
  ASSERT_OK(other.wait());
  EXPECT_EQ(seen.calls, 1);
  EXPECT_NE(seen.thread, std::this_thread::get_id());
  EXPECT_EQ(seen.value, 4);
  EXPECT_EQ(seen.own, StatusCode::Ok);
  EXPECT_EQ(seen.others, StatusCode::FailedPrecondition);
  EXPECT_EQ(seen.again, StatusCode::FailedPrecondition);
  EXPECT_EQ(seen.sync, StatusCode::FailedPrecondition);
  EXPECT_EQ(other.output(0).as<float>()[3], 8);
}

// Callbacks may not read the executable either: the next run may be in flight.
TEST_P(CommitsTest, CallbacksMayNotLookAtTheExecutable) {
  struct Seen {
    Executable *executable;
    StatusCode handle = StatusCode::Ok, deviceHandle = StatusCode::Ok, output = StatusCode::Ok,
               row = StatusCode::Ok;
    int given = 0;
  };
  auto executable = loadSteps();
  const Values x{1, 2, 3, 4};
  ASSERT_OK(executable->run(named(x))); // gives callbacks something to read
  Commit commit;
  Seen seen{executable.get()};
  commit.onCompletion(
      [](void *context, Commit &) {
        Seen &seen = *static_cast<Seen *>(context);
        const Executable &executable = *seen.executable;
        seen.handle = executable.readHandle("state").status().code();
        seen.deviceHandle = executable.readDeviceHandle("state").status().code();
        seen.output = executable.output("next").status().code();
        seen.row = executable.readOutputRow(0, 0, 4).status().code();
        seen.given += executable.output(0).data != nullptr || executable.arena() != nullptr;
        seen.given += !executable.outputShape(0).empty();
        seen.given += executable.hasHandle("state") || executable.hasDeviceHandle("state");
        seen.given += executable.isOutputOnDevice(0);
        seen.given += executable.memoryUse().handleBytes != 0;
      },
      &seen);
  ASSERT_OK(executable->commitNoWait(named(x), commit));
  ASSERT_OK(commit.wait());
  EXPECT_EQ(seen.handle, StatusCode::FailedPrecondition);
  EXPECT_EQ(seen.deviceHandle, StatusCode::FailedPrecondition);
  EXPECT_EQ(seen.output, StatusCode::FailedPrecondition);
  EXPECT_EQ(seen.row, StatusCode::FailedPrecondition);
  EXPECT_EQ(seen.given, 0);
  EXPECT_TRUE(executable->hasHandle("state"));
  EXPECT_EQ(executable->outputShape(0).size(), 1u);
  ASSERT_OK_AND_ASSIGN(const TensorView state, executable->readHandle("state"));
  EXPECT_EQ(state.as<float>()[3], 8);
}

// In its callback a commit is done and can be read. It may not be used again yet.
TEST_P(CommitsTest, AreDoneInTheirCallbackAndNotFree) {
  struct Seen {
    Executable *another;
    std::atomic<bool> isInside{false}, mayGoOn{false};
    bool done = false, replaced = true;
    StatusCode again = StatusCode::Ok;
  };
  auto executable = loadSteps(), another = loadSteps();
  const Values x{1, 2, 3, 4};
  Commit commit;
  Seen seen{another.get()};
  ASSERT_TRUE(commit.onCompletion(
      [](void *context, Commit &own) {
        Seen &seen = *static_cast<Seen *>(context);
        const Values x(4);
        seen.done = own.done();
        seen.replaced = own.onCompletion(nullptr, nullptr);
        seen.again = seen.another->commitNoWait(named(x), own).code();
        seen.isInside = true;
        while (!seen.mayGoOn)
          std::this_thread::yield();
      },
      &seen));
  ASSERT_OK(executable->commitNoWait(named(x), commit));
  while (!seen.isInside)
    std::this_thread::yield();
  EXPECT_FALSE(commit.done());
  EXPECT_EQ(commit.output(0).data, nullptr);
  EXPECT_FALSE(commit.onCompletion(nullptr, nullptr));
  EXPECT_ERROR(another->commitNoWait(named(x), commit), FailedPrecondition, "still pending");
  seen.mayGoOn = true;
  ASSERT_OK(commit.wait());
  EXPECT_TRUE(commit.done());
  EXPECT_TRUE(seen.done);
  EXPECT_FALSE(seen.replaced);
  EXPECT_EQ(seen.again, StatusCode::FailedPrecondition);
  EXPECT_EQ(commit.output(0).as<float>()[3], 4);
  EXPECT_TRUE(commit.onCompletion(nullptr, nullptr));
}

TEST_P(RunPipelinedTest, EqualsRunsOneAfterTheOther) {
  auto executable = readySum(), sequential = readySum();
  std::vector<Case> cases;
  for (int64_t rows : {3, 1, 7, 0, 3, 20})
    cases.emplace_back(rows, 4, static_cast<float>(rows));
  std::vector<std::vector<NamedTensor>> inputs;
  std::vector<std::span<const NamedTensor>> sets;
  std::vector<Commit> commits(cases.size());
  std::vector<Commit *> results;
  for (size_t i = 0; i < cases.size(); ++i) {
    inputs.push_back(cases[i].inputs());
    results.push_back(&commits[i]);
  }
  for (const std::vector<NamedTensor> &set : inputs)
    sets.push_back(set);
  for (int round = 0; round < 3; ++round) {
    ASSERT_OK(executable->runPipelined(sets, results));
    for (size_t i = 0; i < cases.size(); ++i) {
      cases[i].check(commits[i].output(0));
      ASSERT_OK(sequential->run(inputs[i]));
      const TensorView head = commits[i].output(1), expected = sequential->output(1);
      ASSERT_EQ(head.shape[0], expected.shape[0]);
      EXPECT_EQ(std::memcmp(head.data, expected.data, size_t(head.shape[0]) * 16), 0);
    }
  }
}

// The destructor of an executable finishes pending runs but calls no more callbacks.
TEST(Commits, AnEndingExecutableRefusesCallbacks) {
  struct Calls {
    Executable *executable = nullptr;
    std::atomic<int> refused{0};
  } calls;
  const Values ones(4, 1);
  std::vector<Commit> commits(20);
  auto executable = loadSteps(gatedKernels());
  calls.executable = executable.get();
  open = false;
  for (Commit &commit : commits) {
    commit.onCompletion(
        [](void *context, Commit &) {
          auto &of = *static_cast<Calls *>(context);
          const Values x(4, 2);
          Commit other;
          of.refused += of.executable->run(named(x)).code() == StatusCode::FailedPrecondition;
          of.refused +=
              of.executable->commitNoWait(named(x), other).code() == StatusCode::FailedPrecondition;
        },
        &calls);
    ASSERT_OK(executable->commitNoWait(named(ones), commit));
  }
  std::thread opener([] {
    while (!entered)
      std::this_thread::yield();
    open = true;
  });
  executable.reset();
  opener.join();
  EXPECT_EQ(calls.refused, 40);
  for (size_t i = 0; i < commits.size(); ++i)
    EXPECT_EQ(commits[i].output(0).as<float>()[0], static_cast<float>(i + 1));
}

TEST_P(RunPipelinedTest, ErrorsSayWhichSet) {
  auto executable = readySum();
  Case test(3, 4, 1);
  std::vector<int64_t> wrong{3, 5};
  std::vector<NamedTensor> right = test.inputs(), broken = right, misnamed = right;
  broken[0].tensor.shape = wrong;
  misnamed[0].name = "z";
  std::vector<Commit> commits(3);
  std::vector<Commit *> results{&commits[0], &commits[1], &commits[2]};
  auto run = [&](std::vector<std::span<const NamedTensor>> sets) {
    return executable->runPipelined(sets, results);
  };
  EXPECT_ERROR(run({right, broken, right}), InvalidArgument, "got 5; while running set 1");
  test.check(commits[0].output(0));
  EXPECT_EQ(commits[1].output(0).data, nullptr);
  test.check(commits[2].output(0));
  ASSERT_OK(executable->syncPending()); // reported already
  // A refused run does not stop later ones, and its commit does not show earlier results.
  EXPECT_ERROR(run({right, misnamed, right}), InvalidArgument, "'z'; inputs are");
  test.check(commits[0].output(0));
  EXPECT_EQ(commits[1].output(0).data, nullptr);
  EXPECT_ERROR(commits[1].wait(), FailedPrecondition, "");
  test.check(commits[2].output(0));
  EXPECT_ERROR(run({misnamed, broken, right}), InvalidArgument, "while running set 0");
  test.check(commits[2].output(0));
  EXPECT_ERROR(run({right, right}), InvalidArgument, "one commit for each of the 2 sets");
  results[2] = &commits[0];
  EXPECT_ERROR(run({right, right, right}), InvalidArgument, "commit 2 is given twice");
  results[2] = nullptr;
  EXPECT_ERROR(run({right, right, right}), InvalidArgument, "commit 2 is null");
  results[2] = &commits[2];
  // An error that is kept for syncPending is not lost.
  Commit lost;
  ASSERT_OK(executable->commitNoWait(broken, lost));
  ASSERT_OK(run({right, right, right}));
  EXPECT_ERROR(executable->syncPending(), InvalidArgument, "got 5");
}
