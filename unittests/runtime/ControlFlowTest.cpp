// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host control flow: errors of the verifier, lifetimes of buffers, and results.
#include <numeric>

#include <gtest/gtest.h>

#include "runtime/program/executable/Executable.h"
#include "runtime/program/model/ControlFlow.h"
#include "runtime/program/model/ProgramCodec.h"
#include "runtime/program/model/Verify.h"
#include "unittests/runtime/StatusMatchers.h"
#include "unittests/runtime/TestPrograms.h"

using namespace rlx::rt;
using namespace rlx::rt::testing;

static Status verifyWith(void (*change)(Program &)) {
  Program program = loopProgram();
  change(program);
  return verifyProgram(program);
}

TEST(ControlFlow, TheProgramIsValid) {
  ASSERT_OK(verifyProgram(loopProgram()));
}

TEST(ControlFlow, MarksAreProperlyNested) {
  EXPECT_ERROR(verifyWith([](Program &p) { p.main.erase(p.main.begin() + 5); }), InvalidArgument,
               "ends inside 1 blocks");
  EXPECT_ERROR(verifyWith([](Program &p) { p.main.push_back(mark(CommandKind::End)); }),
               InvalidArgument, "end without a block");
  EXPECT_ERROR(verifyWith([](Program &p) { p.main.push_back(mark(CommandKind::Else)); }),
               InvalidArgument, "else without if");
  EXPECT_ERROR(verifyWith([](Program &p) { p.main[12].kind = CommandKind::Copy; }), InvalidArgument,
               "copy has 0 buffers");
  EXPECT_ERROR(verifyWith([](Program &p) { p.main.erase(p.main.begin() + 12); }), InvalidArgument,
               "do without while");
  EXPECT_ERROR(verifyWith([](Program &p) { p.main.erase(p.main.begin() + 14); }), InvalidArgument,
               "end without a block, or of a while without do");
  EXPECT_ERROR(verifyWith([](Program &p) {
                 const Command open = mark(CommandKind::If, p.main[6].buffers);
                 p.main.insert(p.main.begin(), kMaxNesting + 1, open);
               }),
               InvalidArgument, "nested more than 64 deep");
}

TEST(ControlFlow, MarksAreWellFormed) {
  EXPECT_ERROR(verifyWith([](Program &p) { p.main[6].buffers.clear(); }), InvalidArgument,
               "control flow has 0 buffers");
  EXPECT_ERROR(verifyWith([](Program &p) { p.main[5].buffers = {0}; }), InvalidArgument,
               "control flow has 1 buffers");
  EXPECT_ERROR(verifyWith([](Program &p) { p.main[1].dims.clear(); }), InvalidArgument,
               "a loop has no length");
  EXPECT_ERROR(verifyWith([](Program &p) { p.main[6].dims = {c(1)}; }), InvalidArgument,
               "control flow other than for has a length");
  EXPECT_ERROR(verifyWith([](Program &p) { p.main[1].counter = 1; }), InvalidArgument,
               "loop counter 1 does not exist or is in use");
  EXPECT_ERROR(verifyWith([](Program &p) { p.numCounters = 1000; }), InvalidArgument,
               "1000 counters, more than it has commands");
}

TEST(ControlFlow, MovingViewsStayInTheirLoops) {
  EXPECT_ERROR(verifyWith([](Program &p) { std::swap(p.main[3], p.main[5]); }), InvalidArgument,
               "depends on counter 0 outside its loop");
  EXPECT_ERROR(verifyWith([](Program &p) { p.main[0].dims = {sym(1)}; }), InvalidArgument,
               "names symbol 1");
  // A buffer's size may not depend on a counter.
  EXPECT_ERROR(verifyWith([](Program &p) { p.buffers.back().size = sym(1); }), InvalidArgument,
               "names symbol 1");
}

// A buffer that only one branch or only the body of a while loop writes may be unwritten.
TEST(ControlFlow, WhatMayNotRunDoesNotCountAsWritten) {
  EXPECT_ERROR(verifyWith([](Program &p) { p.main.erase(p.main.begin() + 9); }), InvalidArgument,
               "no command writes output 'last'");
  EXPECT_ERROR(verifyWith([](Program &p) { p.main[18].buffers[0] = p.main[16].buffers[0]; }),
               InvalidArgument, "before anything wrote it");
  EXPECT_ERROR(verifyWith([](Program &p) {
                 std::swap(p.main[2], p.main[3]); // an iteration reads it before it is written
               }),
               InvalidArgument, "before anything wrote it");
}

TEST(ControlFlow, BuffersLiveForTheLoopsTheyCross) {
  const Program p = loopProgram();
  const Lifetimes lifetimes = computeLifetimes(p, ProgramPart::Main);
  auto expectLife = [&](uint32_t buffer, int32_t first, int32_t last) {
    EXPECT_EQ(lifetimes.first[buffer], first);
    EXPECT_EQ(lifetimes.last[buffer], last);
  };
  expectLife(p.main[0].buffers[1], 0, 7);    // carried: until the branch reads it
  expectLife(p.main[2].buffers[2], 2, 4);    // next: within one iteration
  expectLife(p.main[11].buffers[1], 11, 18); // count
  expectLife(p.main[13].buffers[2], 13, 14); // more
}

// A buffer that an iteration writes and that is only read after the loop must keep its content
// until a later iteration writes it again.
TEST(ControlFlow, ValuesLeaveALoopWhole) {
  ProgramBuilder b;
  Program &p = b.program;
  p.numCounters = 2;
  uint32_t x = b.tensor(BufferKind::Input, "x", DType::U8, {c(64)});
  uint32_t early = b.buffer(BufferKind::Arena, c(64)), late = b.buffer(BufferKind::Arena, c(64));
  uint32_t out = b.tensor(BufferKind::Output, "out", DType::U8, {c(64)});
  p.main = {forLoop(0, c(2)),
            forLoop(1, c(2)),
            ProgramBuilder::copy(x, early),
            mark(CommandKind::End),
            ProgramBuilder::copy(x, late),
            mark(CommandKind::End),
            ProgramBuilder::copy(late, out)};
  ASSERT_OK(verifyProgram(p));
  const Lifetimes lifetimes = computeLifetimes(p, ProgramPart::Main);
  EXPECT_EQ(lifetimes.first[late], 0);
  EXPECT_EQ(lifetimes.last[late], 6);
  EXPECT_EQ(lifetimes.first[early], 2);
  ASSERT_OK_AND_ASSIGN(const Plan plan, computePlan(p, ProgramPart::Main, lifetimes, {}, {}));
  EXPECT_NE(plan.ranges[early].offset, plan.ranges[late].offset);
}

namespace {
struct LoopRun {
  Status run(Executable &executable, int64_t rows, bool flag, float bound) {
    x.assign(size_t(rows) * 4, 0);
    for (size_t i = 0; i < x.size(); ++i)
      x[i] = float(i % 11);
    const std::vector<int64_t> shape{rows, 4}, one{1};
    const uint8_t byte = flag;
    const NamedTensor inputs[] = {{"x", {DType::F32, shape, x.data()}},
                                  {"flag", {DType::Bool, {}, &byte}},
                                  {"bound", {DType::F32, one, &bound}}};
    return executable.run(inputs);
  }
  std::vector<float> x;
};
} // namespace

TEST(ControlFlow, RunsForEveryShapeAndCondition) {
  ASSERT_OK_AND_ASSIGN(auto executable, Executable::load(loopProgram(), testKernels(), {"", 1}));
  LoopRun one;
  for (int64_t rows : {3, 0, 1, 20, 3, 0})
    for (bool flag : {false, true}) {
      ASSERT_OK(one.run(*executable, rows, flag, 9));
      std::vector<float> sum(4, 0);
      const TensorView sums = executable->output(0), last = executable->output(1);
      for (int64_t i = 0; i < rows * 4; ++i) {
        sum[size_t(i % 4)] += one.x[size_t(i)];
        ASSERT_EQ(sums.as<float>()[i], sum[size_t(i % 4)]);
      }
      for (size_t i = 0; i < 4; ++i)
        ASSERT_EQ(last.as<float>()[i], flag ? sum[i] : -1);
      ASSERT_EQ(executable->output(2).as<float>()[0], 16);
    }
  ASSERT_OK(one.run(*executable, 1, true, 0.5)); // no iteration
  EXPECT_EQ(executable->output(2).as<float>()[0], 1);
}

// @prepare uses no symbols, but its counters are also numbered after the program's symbols.
TEST(ControlFlow, LoopsOfPrepareInAProgramWithSymbols) {
  ProgramBuilder b;
  Program &p = b.program;
  p.symbols = {{"n", 0, 0}, {"m", 0, 1}, {"k", 0, 2}};
  p.numCounters = 1;
  const Expr row = c(16), at = mul(sym(3), row);
  b.tensor(BufferKind::Input, "x", DType::U8, {sym(0), sym(1), sym(2)});
  const uint32_t w = b.tensor(BufferKind::Param, "w", DType::F32, {c(5), c(4)});
  const uint32_t out = b.tensor(BufferKind::Output, "out", DType::F32, {c(5), c(4)});
  const uint32_t kept = b.buffer(BufferKind::Persistent, c(80));
  p.prepare = {forLoop(0, c(5)), ProgramBuilder::copy(b.view(w, at, row), b.view(kept, at, row)),
               mark(CommandKind::End)};
  p.main = {ProgramBuilder::copy(kept, out)};
  ASSERT_OK_AND_ASSIGN(auto executable, Executable::load(std::move(p), testKernels(), {"", 1}));
  std::vector<float> weights(20);
  std::iota(weights.begin(), weights.end(), 1.0f);
  const std::vector<int64_t> shape{5, 4}, sizes{2, 3, 1};
  ASSERT_OK(executable->setParam("w", {DType::F32, shape, weights.data()}));
  const uint8_t x[6] = {};
  const NamedTensor inputs[] = {{"x", {DType::U8, sizes, x}}};
  ASSERT_OK(executable->run(inputs));
  for (size_t i = 0; i < weights.size(); ++i)
    EXPECT_EQ(executable->output(0).as<float>()[i], weights[i]);
}

TEST(ControlFlow, ClonesAndTheCodecKeepIt) {
  ASSERT_OK_AND_ASSIGN(const auto bytes, encodeProgram(loopProgram()));
  ASSERT_OK_AND_ASSIGN(Program program, decodeProgram(bytes));
  ASSERT_OK_AND_ASSIGN(auto executable,
                       Executable::load(std::move(program), testKernels(), {"", 1}));
  ASSERT_OK_AND_ASSIGN(auto clone, executable->clone());
  LoopRun one;
  ASSERT_OK(one.run(*clone, 5, true, 3));
  EXPECT_EQ(clone->output(2).as<float>()[0], 4);
}

// The observer sees every iteration of a loop, but no control-flow marks.
TEST(ControlFlow, ObserversSeeEveryIteration) {
  struct Counter : RunObserver {
    void onCommand(const DispatchRecord &record) override { ++seen[record.command]; }
    std::vector<int> seen = std::vector<int>(19, 0);
  } counter;
  ASSERT_OK_AND_ASSIGN(auto executable, Executable::load(loopProgram(), testKernels(), {"", 1}));
  ASSERT_OK(executable->setObserver(&counter));
  LoopRun one;
  ASSERT_OK(one.run(*executable, 5, false, 3));
  EXPECT_EQ(counter.seen,
            (std::vector<int>{1, 0, 5, 5, 5, 0, 0, 0, 0, 1, 0, 1, 0, 3, 0, 2, 2, 0, 1}));
}

TEST(ControlFlow, RangesAndLengthsAreChecked) {
  auto runWith = [](void (*change)(Program &)) -> Status {
    Program program = loopProgram();
    change(program);
    RLX_ASSIGN_OR_RETURN(auto executable,
                         Executable::load(std::move(program), testKernels(), {"", 1}));
    return LoopRun().run(*executable, 3, true, 3);
  };
  EXPECT_ERROR(runWith([](Program &p) { p.main[1].dims = {add(sym(0), c(1))}; }), OutOfRange,
               "covers 16 bytes from 48 of buffer 0, which has 48");
  EXPECT_ERROR(runWith([](Program &p) { p.main[1].dims = {c(-1)}; }), OutOfRange,
               "the length of a loop");
  EXPECT_ERROR(runWith([](Program &p) { p.main[6].buffers[0] = 0; }), OutOfRange,
               "a condition has 48 bytes, expected 1");
}
