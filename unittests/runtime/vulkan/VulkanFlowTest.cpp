// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host control flow and host kernels, in programs for a Vulkan device.
#include <cmath>

#include "runtime/program/model/ProgramCodec.h"
#include "runtime/program/model/Verify.h"
#include "unittests/runtime/vulkan/VulkanTest.h"

using namespace rlx::rt;
using namespace rlx::rt::testing;

using VulkanFlow = VulkanTest;

static Status verifyWith(void (*change)(Program &)) {
  Program program = mixedProgram();
  change(program);
  return verifyProgram(program);
}

// The commands of mixedProgram.
enum : size_t { kToHost = 1, kLess = 4, kDo = 5, kAddOne = 6 };

TEST(MixedPrograms, OperandsAreWhereTheyAreReached) {
  ASSERT_OK(verifyProgram(mixedProgram()));
  EXPECT_ERROR(verifyWith([](Program &p) { p.main[kLess].buffers[1] = p.inputs[1].buffer; }),
               InvalidArgument,
               "the host reads or writes input buffer 1, which is not in its memory");
  EXPECT_ERROR(
      verifyWith([](Program &p) { p.main[kAddOne].buffers[0] = p.main[kToHost].buffers[1]; }),
      InvalidArgument, "a kernel for 'vulkan' reads or writes buffer 7, which is in");
  EXPECT_ERROR(verifyWith([](Program &p) {
                 ProgramBuilder b;
                 b.program = p;
                 const uint32_t device = b.buffer(BufferKind::Arena, c(1));
                 b.program.main.insert(b.program.main.begin() + kDo,
                                       ProgramBuilder::copy(p.main[kDo].buffers[0], device));
                 b.program.main[kDo + 1].buffers = {device};
                 p = b.program;
               }),
               InvalidArgument, "the host reads or writes arena buffer 11");
  EXPECT_ERROR(verifyWith([](Program &p) { p.buffers[0].onHost = true; }), InvalidArgument,
               "input buffer of a program for 'vulkan' is marked as the host's");
  EXPECT_ERROR(verifyWith([](Program &p) {
                 for (Kernel &kernel : p.kernels)
                   kernel.target = "cpu";
               }),
               InvalidArgument, "arena buffer of a program for 'cpu' is marked as the host's");
}

TEST(MixedPrograms, TheHostHasAnArenaOfItsOwn) {
  const Program program = mixedProgram();
  const std::vector<int64_t> symbols{1000};
  ASSERT_OK_AND_ASSIGN(const Plan plan,
                       computePlan(program, ProgramPart::Main,
                                   computeLifetimes(program, ProgramPart::Main),
                                   std::vector<int64_t>(program.buffers.size()), symbols));
  EXPECT_EQ(plan.arenaBytes, 2 * 4032);
  EXPECT_EQ(plan.hostArenaBytes, 3 * 64); // the memory of a condition is reused
}

TEST(MixedPrograms, TheCodecKeepsThem) {
  ASSERT_OK_AND_ASSIGN(const std::vector<uint8_t> bytes, encodeProgram(mixedProgram()));
  ASSERT_OK_AND_ASSIGN(const Program again, decodeProgram(bytes));
  size_t onHost = 0;
  for (const Buffer &buffer : again.buffers)
    onHost += buffer.onHost;
  EXPECT_EQ(onHost, 4u);
  EXPECT_EQ(*encodeProgram(again), bytes);
}

static void checkMixed(Executable &executable, int64_t n, float limit, float turns) {
  std::vector<int64_t> shape{n}, one{1};
  std::vector<float> x = ramp(static_cast<size_t>(n), 5);
  const std::vector<NamedTensor> inputs{{"x", {DType::F32, shape, x.data()}},
                                        {"limit", {DType::F32, one, &limit}}};
  ASSERT_OK(executable.run(inputs));
  for (size_t i = 0; i < x.size(); ++i)
    ASSERT_EQ(executable.output(0).as<float>()[i], x[i] + turns);
  ASSERT_EQ(*executable.output(1).as<float>(), std::exp2(turns));
}

TEST_F(VulkanFlow, TheHostTakesPart) {
  auto executable = loadOnVulkan(mixedProgram());
  for (int64_t n : {1, 1000, 64, 0})
    for (float turns : {0.0f, 1.0f, 5.0f})
      checkMixed(*executable, n, std::exp2(turns), turns);
  ASSERT_OK_AND_ASSIGN(const auto copy, executable->clone());
  checkMixed(*copy, 10, 4, 2);
  // The error names the missing kernel, whether the device or the host would run it.
  KernelTable kernels;
  ASSERT_OK(addSpirvKernel(kernels, vulkanKernel("add_one", 2, 1)));
  EXPECT_ERROR(Executable::load(mixedProgram(), kernels).status(), NotFound,
               "the kernel table has no code for 'less', 'add_rows'");
}

// loopProgram with its sums on the device and its conditions on the host.
static Program loopsOnVulkan() {
  Program p = onVulkan(loopProgram());
  ProgramBuilder b;
  b.program = std::move(p);
  const auto host = [&](int64_t size) {
    const uint32_t made = b.buffer(BufferKind::Arena, c(size));
    b.program.buffers[made].onHost = true;
    return made;
  };
  std::vector<Command> &main = b.program.main;
  for (Kernel &kernel : b.program.kernels)
    if (kernel.name == "less")
      kernel.target = "cpu";
  // less(count, bound, more) and if(flag) read host copies.
  const uint32_t flag = host(1), bound = host(4), count = host(4), more = host(1);
  const std::vector<uint32_t> less = main[13].buffers;
  main[13].buffers = {count, bound, more};
  main[14].buffers = {more};
  main.insert(main.begin() + 13,
              {ProgramBuilder::copy(less[0], count), ProgramBuilder::copy(less[1], bound)});
  const uint32_t given = main[6].buffers[0];
  main[6].buffers = {flag};
  main.insert(main.begin() + 6, ProgramBuilder::copy(given, flag));
  return std::move(b.program);
}

static void checkLoops(Executable &executable, int64_t rows, bool flag, float bound) {
  std::vector<int64_t> shape{rows, 4}, none, one{1};
  std::vector<float> x = ramp(static_cast<size_t>(rows * 4), 2), sum(4);
  const uint8_t flagByte = flag;
  const std::vector<NamedTensor> inputs{{"x", {DType::F32, shape, x.data()}},
                                        {"flag", {DType::Bool, none, &flagByte}},
                                        {"bound", {DType::F32, one, &bound}}};
  ASSERT_OK(executable.run(inputs));
  for (size_t row = 0; row < static_cast<size_t>(rows); ++row)
    for (size_t i = 0; i < 4; ++i) {
      sum[i] += x[4 * row + i];
      ASSERT_EQ(executable.output(0).as<float>()[4 * row + i], sum[i]) << row;
    }
  for (size_t i = 0; i < 4; ++i)
    ASSERT_EQ(executable.output(1).as<float>()[i], flag ? sum[i] : -1);
  float turns = 1;
  while (turns < bound)
    turns *= 2;
  ASSERT_EQ(*executable.output(2).as<float>(), turns);
}

TEST_F(VulkanFlow, LoopsAndBranches) {
  auto executable = loadOnVulkan(loopsOnVulkan());
  for (int64_t rows : {3, 0, 1, 100, 5, 3})
    for (bool flag : {false, true})
      for (float bound : {0.0f, 1.0f, 100.0f})
        checkLoops(*executable, rows, flag, bound);
}

// More iterations than are recorded at once.
TEST_F(VulkanFlow, LongLoopsAreRecordedByIteration) {
  auto executable = loadOnVulkan(loopsOnVulkan());
  checkLoops(*executable, 3000, true, 2); // 9000 commands
  checkLoops(*executable, 2, true, 2);
}

namespace {
class Counter : public RunObserver {
public:
  void onCommand(const DispatchRecord &record) override {
    records += 1;
    onHost += record.kernel == "less";
  }
  bool wantsBuffers() const override { return true; }
  void onBuffers(const DispatchRecord &record, std::span<const ProbedBuffer> buffers) override {
    if (record.kernel == "less")
      lastFlag = *static_cast<const uint8_t *>(buffers[0].data);
  }
  size_t records = 0, onHost = 0;
  int lastFlag = -1;
};
} // namespace

TEST_F(VulkanFlow, ObserversSeeEveryIteration) {
  auto executable = loadOnVulkan(loopsOnVulkan());
  Counter observer;
  ASSERT_OK(executable->setObserver(&observer));
  checkLoops(*executable, 7, true, 8);
  EXPECT_EQ(observer.onHost, 4u); // 1, 2, 4 and 8
  EXPECT_EQ(observer.records, 1u + 7 * 3 + 2 + 1 + 4 * 3 + 3 * 2 + 1);
  EXPECT_EQ(observer.lastFlag, 0);
}

// Copies run on any device. Conditions are then read from it.
TEST_F(VulkanFlow, ProgramsWithoutKernels) {
  ProgramBuilder b;
  b.program.name = "choice";
  uint32_t flag = b.tensor(BufferKind::Input, "flag", DType::Bool, {});
  uint32_t x = b.tensor(BufferKind::Input, "x", DType::F32, {c(4)});
  uint32_t y = b.tensor(BufferKind::Input, "y", DType::F32, {c(4)});
  uint32_t out = b.tensor(BufferKind::Output, "out", DType::F32, {c(4)});
  b.program.main = {mark(CommandKind::If, {flag}), ProgramBuilder::copy(x, out),
                    mark(CommandKind::Else), ProgramBuilder::copy(y, out), mark(CommandKind::End)};
  ASSERT_OK_AND_ASSIGN(const auto executable,
                       Executable::load(std::move(b.program), {}, {"vulkan"}));
  std::vector<int64_t> shape{4}, none;
  const std::vector<float> first{1, 2, 3, 4}, second{5, 6, 7, 8};
  for (uint8_t chosen : {1, 0}) {
    const std::vector<NamedTensor> inputs{{"flag", {DType::Bool, none, &chosen}},
                                          {"x", {DType::F32, shape, first.data()}},
                                          {"y", {DType::F32, shape, second.data()}}};
    ASSERT_OK(executable->run(inputs));
    for (size_t i = 0; i < 4; ++i)
      EXPECT_EQ(executable->output(0).as<float>()[i], (chosen ? first : second)[i]);
  }
}
