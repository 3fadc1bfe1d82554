// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sizes that a run computes: plans of stages, their memory, outputs whose size is known after the
// run, and every form of run.
#include <gtest/gtest.h>

#include "runtime/program/model/ProgramCodec.h"
#include "runtime/program/model/Verify.h"
#include "unittests/runtime/ComputedPrograms.h"
#include "unittests/runtime/OnDevices.h"

using namespace rlx::rt;
using namespace rlx::rt::testing;

namespace {

class ComputedSizes : public ::testing::Test {
protected:
  void SetUp() override { executable = load(headProgram()); }

  static std::unique_ptr<Executable> load(Program program) {
    KernelTable kernels;
    EXPECT_OK(kernels.addCPU("add_rows", addRowsKernel));
    auto loaded = Executable::load(std::move(program), kernels, {.device = "cpu"});
    EXPECT_TRUE(loaded.ok());
    return loaded.ok() ? std::move(*loaded) : nullptr;
  }
  std::span<const NamedTensor> inputs(int64_t n, int64_t k) {
    x.resize(static_cast<size_t>(4 * n));
    for (size_t i = 0; i < x.size(); ++i)
      x[i] = static_cast<float>(i);
    counts = {k, -1};
    shape = {n, 4};
    given = {{"x", {DType::F32, shape, x.data()}}, {"counts", {DType::I64, pair, counts.data()}}};
    return given;
  }
  static void expectHead(const TensorView &head, int64_t k) {
    ASSERT_EQ(head.shape.size(), 2u);
    ASSERT_EQ(head.shape[0], k);
    for (int64_t i = 0; i < 4 * k; ++i)
      ASSERT_EQ(head.as<float>()[i], 2.0f * static_cast<float>(i)) << "of k = " << k;
  }

  std::unique_ptr<Executable> executable;
  std::vector<float> x;
  std::vector<int64_t> counts, shape, pair = {2};
  std::vector<NamedTensor> given;
};

TEST_F(ComputedSizes, AreKnownAfterTheRun) {
  ASSERT_OK(executable->bind(inputs(6, 2)));
  EXPECT_EQ(executable->outputShape(0)[0], -1);
  EXPECT_EQ(executable->outputShape(1)[0], 6);
  for (const auto &[n, k] :
       {std::pair<int64_t, int64_t>{6, 2}, {6, 6}, {6, 0}, {6, 1}, {3, 3}, {100, 99}, {6, 2}}) {
    ASSERT_OK(executable->run(inputs(n, k)));
    expectHead(executable->output(0), k);
    EXPECT_EQ(executable->output(1).shape[0], n);
  }
}

// Memory grows to the largest size; a size seen before allocates nothing.
// The C API tells such a size to be unknown, even if the last run had it.
TEST_F(ComputedSizes, AreTold) {
  ASSERT_OK(executable->run(inputs(6, 2)));
  EXPECT_TRUE(executable->computesSize(0, 0));
  EXPECT_FALSE(executable->computesSize(0, 1) || executable->computesSize(1, 0));
}

TEST_F(ComputedSizes, SmallerSizesReuseMemory) {
  ASSERT_OK(executable->run(inputs(50, 40)));
  const uint64_t before = allocationStats().allocations;
  for (const int64_t k : {40, 7, 0, 39, 40}) {
    ASSERT_OK(executable->run(inputs(50, k)));
    expectHead(executable->output(0), k);
  }
  EXPECT_EQ(allocationStats().allocations, before);
  EXPECT_GE(executable->memoryUse().outputBytes, 40 * 16 + 50 * 16);
}

TEST_F(ComputedSizes, WrongOnesFailTheRunOnly) {
  EXPECT_ERROR(executable->run(inputs(3, 4)), InvalidArgument,
               "rows of x (expects n >= k, but they are 3 and 4, since n (dimension 0 of "
               "input 'x') is 3 and k (computed in this run) is 4)");
  EXPECT_ERROR(executable->run(inputs(3, -1)), OutOfRange,
               "the size of output 'head' (4 * k * 4) is -16; while with -1 for k");
  EXPECT_EQ(executable->output(0).data, nullptr);
  ASSERT_OK(executable->run(inputs(3, 3)));
  expectHead(executable->output(0), 3);
}

TEST_F(ComputedSizes, MemoryOfTheCallerHasToFit) {
  std::vector<float> memory(8, -1);
  const std::vector<int64_t> two = {2, 4}, one = {1, 4}, wrong = {2, 3};
  const NamedOutput fits[] = {{"head", {DType::F32, two, memory.data()}}};
  ASSERT_OK(executable->run(inputs(5, 2), fits));
  expectHead({DType::F32, two, memory.data()}, 2);
  EXPECT_ERROR(executable->run(inputs(5, 3), fits), InvalidArgument,
               "output 'head' is f32[3,4] in this run, but the memory given for it is f32[2,4]");
  expectHead(executable->output(0), 3); // stays here
  const NamedOutput never[] = {{"head", {DType::F32, wrong, memory.data()}}};
  EXPECT_ERROR(executable->run(inputs(5, 2), never), InvalidArgument, "output 'head' is");
  // Results must not become inputs of the run that overwrites them.
  ASSERT_OK(executable->run(inputs(5, 5)));
  given[0].tensor.data = executable->output(0).data;
  EXPECT_ERROR(executable->run(given), InvalidArgument, "lies in results of this executable");
}

TEST_F(ComputedSizes, AllFormsOfRunsHaveThem) {
  const std::vector<float> rows = {0, 1, 2, 3, 4, 5, 6, 7};
  const std::vector<float> two = {1, 0};
  const NamedF32 flat[] = {{"x", rows}, {"counts", two}};
  ASSERT_OK_AND_ASSIGN(const auto floats, executable->runF32(flat));
  ASSERT_EQ(floats[0].size(), 4u);
  EXPECT_EQ(floats[0][3], 6);
  ASSERT_OK_AND_ASSIGN(const auto raw, executable->runRaw(inputs(4, 3)));
  EXPECT_EQ(raw[0].bytes, 3 * 16u);
  const size_t listed[] = {1, 0};
  ASSERT_OK_AND_ASSIGN(const auto read, executable->runReadOutputs(inputs(4, 2), listed));
  expectHead(read[1], 2);
  const FlatView views[] = {std::span<const float>(rows), {DType::I64, counts.data(), 2}};
  ASSERT_OK_AND_ASSIGN(const auto slots, executable->runSlots(views));
  ASSERT_EQ(slots[0].elements, 8);
  const auto *base = static_cast<const std::byte *>(executable->arena());
  expectHead({DType::F32, shape = {2, 4}, base + slots[0].offset}, 2);
  ASSERT_OK_AND_ASSIGN(const FlatView row, executable->readOutputRow(0, 1, 4));
  EXPECT_EQ(static_cast<const float *>(row.data)[0], 8);
}

TEST_F(ComputedSizes, CommitsAndClonesHaveThem) {
  Commit commit;
  for (const int64_t k : {4, 1, 3}) {
    ASSERT_OK(executable->commitNoWait(inputs(4, k), commit));
    ASSERT_OK(commit.wait());
    expectHead(commit.output(0), k);
  }
  ASSERT_OK_AND_ASSIGN(const auto copy, executable->clone());
  ASSERT_OK(executable->run(inputs(4, 4)));
  ASSERT_OK(copy->run(inputs(4, 1)));
  expectHead(copy->output(0), 1);
  expectHead(executable->output(0), 4);
}

TEST_F(ComputedSizes, GrowInLoops) {
  executable = load(growProgram());
  ASSERT_TRUE(executable);
  for (const auto &[n, turns] : {std::pair<int64_t, int64_t>{2, 5}, {3, 0}, {1, 40}, {2, 5}}) {
    inputs(n, 0);
    const std::vector<int64_t> one = {1};
    const NamedTensor all[] = {given[0], {"turns", {DType::I64, one, &turns}}};
    ASSERT_OK(executable->run(all));
    const TensorView y = executable->output(0);
    ASSERT_EQ(y.shape[0], n * (turns + 1));
    for (int64_t i = 0; i < 4 * n * (turns + 1); ++i)
      ASSERT_EQ(y.as<float>()[i], x[static_cast<size_t>(i % (4 * n))]);
  }
}

// A copy that one branch's size makes impossible fails only if it runs.
TEST_F(ComputedSizes, OtherBranchesMayNotFit) {
  ProgramBuilder b;
  Program &p = b.program;
  p.name = "branches";
  p.symbols = {{"n", 0, 0}, computed("m")};
  const uint32_t x = b.tensor(BufferKind::Input, "x", DType::F32, {sym(0)});
  const uint32_t flag = b.tensor(BufferKind::Input, "flag", DType::Bool, {});
  const uint32_t y = b.tensor(BufferKind::Output, "y", DType::F32, {sym(1)});
  const float values[3] = {7, 8, 9};
  const uint32_t three = b.constant(values, sizeof(values));
  p.main = {mark(CommandKind::If, {flag}), setSize(1, sym(0)), ProgramBuilder::copy(x, y),
            mark(CommandKind::Else),       setSize(1, c(3)),   ProgramBuilder::copy(three, y),
            mark(CommandKind::End)};
  Program wrong = p;
  wrong.main[4] = setSize(1, c(2));
  executable = load(std::move(p));
  const std::unique_ptr<Executable> fails = load(std::move(wrong));
  ASSERT_TRUE(executable && fails);
  const std::vector<float> data = {1, 2, 3, 4, 5};
  const std::vector<int64_t> five = {5};
  for (const bool takesX : {true, false, true}) {
    const NamedTensor all[] = {{"x", {DType::F32, five, data.data()}},
                               {"flag", {DType::Bool, {}, &takesX}}};
    ASSERT_OK(executable->run(all));
    const TensorView y = executable->output(0);
    ASSERT_EQ(y.shape[0], takesX ? 5 : 3);
    EXPECT_EQ(y.as<float>()[2], takesX ? 3 : 9);
    if (takesX)
      ASSERT_OK(fails->run(all));
    else
      EXPECT_ERROR(fails->run(all), OutOfRange, "from 12 bytes into 8");
  }
}

// Two sizes of a run must be equal. The second one stays as it was, and the first one changes.
TEST_F(ComputedSizes, GuardsOfTwoSizesSeeEachChange) {
  ProgramBuilder b;
  Program &p = b.program;
  p.name = "two_sizes";
  p.symbols = {computed("k"), computed("m")};
  const uint32_t input = b.tensor(BufferKind::Input, "counts", DType::I64, {c(2)});
  const uint32_t y = b.tensor(BufferKind::Output, "y", DType::I64, {c(2)});
  const uint32_t saved = b.buffer(BufferKind::Arena, c(16));
  const uint32_t first = b.view(saved, c(0), c(8)), second = b.view(saved, c(8), c(8));
  p.guards.push_back({sym(0), sym(1), "rows"});
  p.main = {ProgramBuilder::copy(input, saved), setSize(0, first), setSize(1, second),
            ProgramBuilder::copy(saved, y)};
  executable = load(std::move(p));
  ASSERT_TRUE(executable);
  const auto runWith = [&](int64_t k, int64_t m) {
    counts = {k, m};
    const NamedTensor all[] = {{"counts", {DType::I64, pair, counts.data()}}};
    return executable->run(all);
  };
  ASSERT_OK(runWith(3, 3));
  EXPECT_ERROR(runWith(4, 3), InvalidArgument, "rows (expects k = m, but they are 4 and 3");
  EXPECT_ERROR(runWith(4, 3), InvalidArgument, "rows");
  ASSERT_OK(runWith(4, 4));
}

// The guard of a branch fails only the runs that take it.
TEST_F(ComputedSizes, GuardsOfBranchesWaitForThem) {
  ProgramBuilder b;
  Program &p = b.program;
  p.name = "branch";
  p.symbols = {{"n", 0, 0}, computed("branch")};
  const uint32_t x = b.tensor(BufferKind::Input, "x", DType::F32, {sym(0)});
  const uint32_t flag = b.tensor(BufferKind::Input, "flag", DType::Bool, {});
  const uint32_t y = b.tensor(BufferKind::Output, "y", DType::F32, {sym(0)});
  p.guards.push_back({sym(0), c(3), "three elements"});
  p.guards.back().branch = 1;
  p.main = {mark(CommandKind::If, {flag}), setSize(1, c(0)),           ProgramBuilder::copy(x, y),
            mark(CommandKind::Else),       ProgramBuilder::copy(x, y), mark(CommandKind::End)};
  ASSERT_OK_AND_ASSIGN(const auto bytes, encodeProgram(p));
  ASSERT_OK_AND_ASSIGN(Program back, decodeProgram(bytes));
  executable = load(std::move(back));
  ASSERT_TRUE(executable);
  const std::vector<float> data = {1, 2, 3, 4, 5};
  for (const auto &[n, taken] : {std::pair<int64_t, bool>{3, true},
                                 {5, false},
                                 {5, true},
                                 {3, false},
                                 {3, true},
                                 {5, true}}) {
    const NamedTensor all[] = {{"x", {DType::F32, {&n, 1}, data.data()}},
                               {"flag", {DType::Bool, {}, &taken}}};
    if (n == 3 || !taken)
      ASSERT_OK(executable->run(all));
    else
      EXPECT_ERROR(executable->run(all), InvalidArgument,
                   "three elements (expects n = 3, but it is 5");
  }
}

TEST(ComputedSizesProgram, IsChecked) {
  const auto verifyWith = [](auto change) {
    Program p = headProgram();
    change(p);
    return verifyProgram(p);
  };
  EXPECT_ERROR(verifyWith([](Program &p) { std::swap(p.main[1], p.main[2]); }), InvalidArgument,
               "uses the size 'k' before a command sets it");
  EXPECT_ERROR(verifyWith([](Program &p) { p.main[1].symbol = 0; }), InvalidArgument,
               "sets symbol 0, which is not a computed one");
  EXPECT_ERROR(verifyWith([](Program &p) { p.main[1].symbol = 9; }), InvalidArgument,
               "sets symbol 9, which is not a computed one");
  EXPECT_ERROR(verifyWith([](Program &p) { p.main[1].dims = {c(1)}; }), InvalidArgument,
               "setting a size takes either an element or an expression");
  EXPECT_ERROR(verifyWith([](Program &p) { p.main[1].dtype = DType::F32; }), InvalidArgument,
               "a size is read from an element of type f32");
  EXPECT_ERROR(verifyWith([](Program &p) { std::swap(p.main[0], p.main[1]); }), InvalidArgument,
               "before anything wrote it");
  EXPECT_ERROR(verifyWith([](Program &p) { p.inputs[0].shape[0] = sym(1); }), InvalidArgument,
               "input 'x' has a size that depends on data");
  EXPECT_ERROR(verifyWith([](Program &p) { p.guards[0].branch = 0; }), InvalidArgument,
               "guard waits for symbol 0, which is not a computed one");
  EXPECT_ERROR(verifyWith([](Program &p) { p.guards[0].branch = 2; }), InvalidArgument,
               "guard waits for symbol 2, which is not a computed one");
  // Set in one branch only.
  EXPECT_ERROR(verifyWith([](Program &p) {
                 const uint32_t flag = p.main[1].buffers[0];
                 p.main.insert(p.main.begin() + 2, mark(CommandKind::End));
                 p.main.insert(p.main.begin() + 1, mark(CommandKind::If, {flag}));
               }),
               InvalidArgument, "uses the size 'k' before a command sets it");
}

TEST(ComputedSizesProgram, SurvivesEncoding) {
  ASSERT_OK_AND_ASSIGN(const auto bytes, encodeProgram(growProgram()));
  ASSERT_OK_AND_ASSIGN(const Program back, decodeProgram(bytes));
  EXPECT_EQ(back.symbols[1].source, SymbolSource::Computed);
  EXPECT_EQ(back.main[5].kind, CommandKind::SetSize);
  EXPECT_EQ(back.main[5].symbol, 2u);
  ASSERT_OK_AND_ASSIGN(const auto again, encodeProgram(back));
  EXPECT_EQ(bytes, again);
}

} // namespace
