// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Executable on a Vulkan device: results over shapes, memory, errors, clones and observers.
#include <cmath>
#include <numeric>
#include <thread>

#include "runtime/vulkan/device/VulkanDevice.h"
#include "runtime/vulkan/pipeline/SpirvImage.h"
#include "unittests/runtime/vulkan/VulkanTest.h"

using namespace rlx::rt;
using namespace rlx::rt::testing;

using VulkanExecutable = VulkanTest;

static std::unique_ptr<Executable> readySumOnVulkan(const SumProgramOptions &options = {}) {
  auto executable = loadOnVulkan(onVulkan(sumProgram(options)));
  EXPECT_OK(executable->setParam("scale", Case(1, options.cols, 0).scaleView()));
  return executable;
}

TEST_F(VulkanExecutable, ComputesForEveryShape) {
  auto executable = readySumOnVulkan({.cols = 37});
  EXPECT_EQ(executable->deviceName(), "vulkan:0");
  for (int64_t rows : {5, 1, 3, 0, 100, 1000, 3, 2, 4, 6, 7, 8, 9, 10, 11, 5, 1000}) {
    Case test(rows, 37, 1.0f + static_cast<float>(rows));
    for (int again = 0; again < 2; ++again) {
      ASSERT_OK(executable->run(test.inputs()));
      test.check(*executable);
    }
  }
}

TEST_F(VulkanExecutable, WritesIntoCallersMemory) {
  auto executable = readySumOnVulkan();
  Case test(9, 4, 2);
  std::vector<float> memory(37);
  for (size_t shift : {0, 1}) {
    std::vector<NamedOutput> outputs{{"out", {DType::F32, test.shape, memory.data() + shift}}};
    ASSERT_OK(executable->run(test.inputs(), outputs));
    test.check(TensorView{DType::F32, test.shape, memory.data() + shift});
    EXPECT_EQ(executable->output(0).data, nullptr);
    EXPECT_NE(executable->output(1).data, nullptr);
  }
}

TEST_F(VulkanExecutable, ParamsAreSetAgainAndReleased) {
  auto executable = readySumOnVulkan();
  Case test(3, 4, 1);
  ASSERT_OK(executable->run(test.inputs()));
  test.check(*executable);
  for (float &value : test.scale)
    value += 3;
  ASSERT_OK(executable->setParam("scale", test.scaleView()));
  ASSERT_OK(executable->run(test.inputs()));
  test.check(*executable);
  LoadOptions options;
  options.device = "vulkan";
  options.releaseParams = true;
  ASSERT_OK_AND_ASSIGN(const auto released,
                       Executable::load(onVulkan(sumProgram()), vulkanKernels(), options));
  ASSERT_OK(released->setParam("scale", test.scaleView()));
  ASSERT_OK(released->prepare());
  EXPECT_EQ(released->memoryUse().paramBytes, 0);
  ASSERT_OK(released->run(test.inputs()));
  test.check(*released);
}

// The params are so large that copies are in flight when the executable is destroyed.
TEST_F(VulkanExecutable, GoesBeforeItsParamsArrive) {
  for (int i = 0; i < 4; ++i)
    readySumOnVulkan({.cols = 3 << 20});
  auto executable = readySumOnVulkan({.cols = 3 << 20});
  const Case test(1, 3 << 20, 0);
  for (int i = 0; i < 4; ++i) // replaces one that may still be in flight
    ASSERT_OK(executable->setParam("scale", test.scaleView()));
}

TEST_F(VulkanExecutable, WeightsLeaveAndComeBack) {
  auto executable = readySumOnVulkan();
  ASSERT_OK(executable->prepare());
  ASSERT_OK_AND_ASSIGN(ModelWeights weights, executable->shareWeights());
  ASSERT_TRUE(weights.prepared);
  Case test(6, 4, 2);
  ASSERT_EQ(weights.params[0].elements(), 4);
  ASSERT_EQ(weights.persistent.bytes(), 64u);
  for (int64_t i = 0; i < 4; ++i) {
    EXPECT_EQ(weights.params[0].as<float>()[i], test.scale[size_t(i)]);
    EXPECT_EQ(weights.persistent.as<float>()[i], 2 * test.scale[size_t(i)]);
  }
  ASSERT_OK_AND_ASSIGN(const auto other, Executable::load(onVulkan(sumProgram()), vulkanKernels(),
                                                          {}, std::move(weights)));
  ASSERT_OK(other->run(test.inputs()));
  test.check(*other);
}

TEST_F(VulkanExecutable, ClonesShareWeightsAndRunOnTheirOwnThreads) {
  auto executable = readySumOnVulkan();
  std::vector<std::unique_ptr<Executable>> clones;
  for (int i = 0; i < 3; ++i) {
    ASSERT_OK_AND_ASSIGN(auto copy, executable->clone());
    clones.push_back(std::move(copy));
  }
  std::vector<std::thread> threads;
  for (auto &one : clones)
    threads.emplace_back([&one] {
      for (int64_t rows = 1; rows < 20; ++rows) {
        Case test(rows, 4, static_cast<float>(rows));
        ASSERT_OK(one->run(test.inputs()));
        test.check(*one);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  // A param set on one executable does not reach the others.
  Case test(2, 4, 1), changed(2, 4, 1);
  changed.scale[2] = 70;
  ASSERT_OK(clones[0]->setParam("scale", changed.scaleView()));
  ASSERT_OK(clones[0]->run(test.inputs()));
  changed.check(*clones[0]);
  for (auto *one : {executable.get(), clones[1].get()}) {
    ASSERT_OK(one->run(test.inputs()));
    test.check(*one);
  }
}

TEST_F(VulkanExecutable, OutputsFeedHandles) {
  auto executable = loadOnVulkan(onVulkan(stepProgram()));
  const std::vector<int64_t> shape{4};
  const std::vector<float> x{1, 2, 3, 4}, zeros(4);
  ASSERT_OK(executable->bindHandle("state", {DType::F32, shape, zeros.data()}));
  ASSERT_OK(executable->setHandleFeed("state", 0));
  const std::vector<NamedTensor> inputs{{"x", {DType::F32, shape, x.data()}}};
  for (int turn = 1; turn <= 5; ++turn) {
    ASSERT_OK(executable->run(inputs));
    for (size_t i = 0; i < 4; ++i) {
      ASSERT_EQ(executable->output(0).as<float>()[i], x[i] * static_cast<float>(turn));
      ASSERT_EQ(executable->output(1).as<float>()[i], x[i] * static_cast<float>(turn - 1));
    }
  }
}

TEST_F(VulkanExecutable, PipelinedRunsEqualRuns) {
  auto executable = readySumOnVulkan();
  std::vector<Case> cases;
  for (int i = 0; i < 6; ++i)
    cases.emplace_back(1 + i % 3, 4, static_cast<float>(i));
  std::vector<std::vector<NamedTensor>> inputs;
  for (const Case &one : cases)
    inputs.push_back(one.inputs());
  std::vector<std::span<const NamedTensor>> sets(inputs.begin(), inputs.end());
  std::vector<Commit> commits(cases.size());
  std::vector<Commit *> results;
  for (Commit &commit : commits)
    results.push_back(&commit);
  ASSERT_OK(executable->runPipelined(sets, results));
  for (size_t i = 0; i < cases.size(); ++i)
    cases[i].check(commits[i].output(0));
}

// x + 1 a hundred times, through two buffers in turn: every command depends on the one before.
static Program chainProgram(int64_t length) {
  ProgramBuilder b;
  b.program.name = "chain";
  b.program.symbols = {{"n", 0, 0}};
  const Expr n = sym(0), bytes = mul(n, c(4));
  uint32_t at = b.tensor(BufferKind::Input, "x", DType::F32, {n});
  uint32_t out = b.tensor(BufferKind::Output, "out", DType::F32, {n});
  uint32_t buffers[2] = {b.buffer(BufferKind::Arena, bytes), b.buffer(BufferKind::Arena, bytes)};
  uint32_t addOne = b.kernel("add_one", "vulkan");
  for (int64_t i = 0; i < length; ++i) {
    const uint32_t to = i + 1 == length ? out : buffers[i % 2];
    b.program.main.push_back(
        ProgramBuilder::dispatch(addOne, {at, to}, 1, {n}, ceilDiv(n, c(64)), "add"));
    at = to;
  }
  return std::move(b.program);
}

TEST_F(VulkanExecutable, AChainOfCommandsIsInOrder) {
  auto executable = loadOnVulkan(chainProgram(100));
  for (int64_t n : {1, 1000, 100'000}) {
    std::vector<int64_t> shape{n};
    std::vector<float> x(static_cast<size_t>(n));
    std::iota(x.begin(), x.end(), 0.0f);
    const std::vector<NamedTensor> inputs{{"x", {DType::F32, shape, x.data()}}};
    ASSERT_OK(executable->run(inputs));
    for (size_t i = 0; i < x.size(); ++i)
      ASSERT_EQ(executable->output(0).as<float>()[i], x[i] + 100) << i;
  }
}

// Views, read and written, at offsets that no device can bind at.
static Program viewsProgram() {
  ProgramBuilder b;
  b.program.name = "views";
  uint32_t x = b.tensor(BufferKind::Input, "x", DType::F32, {c(100)});
  uint32_t out = b.tensor(BufferKind::Output, "out", DType::F32, {c(100)});
  uint32_t addOne = b.kernel("add_one", "vulkan");
  for (int64_t begin = 0; begin < 100; begin += 25) // 100 bytes each, so most are unaligned
    b.program.main.push_back(ProgramBuilder::dispatch(
        addOne, {b.view(x, c(4 * begin), c(100)), b.view(out, c(4 * begin), c(100))}, 1, {c(25)},
        c(1), "add"));
  return std::move(b.program);
}

TEST_F(VulkanExecutable, ViewsMayBeginAnywhere) {
  auto executable = loadOnVulkan(viewsProgram());
  std::vector<int64_t> shape{100};
  std::vector<float> values = ramp(100, 3);
  const std::vector<NamedTensor> inputs{{"x", {DType::F32, shape, values.data()}}};
  ASSERT_OK(executable->run(inputs));
  for (size_t i = 0; i < 100; ++i)
    ASSERT_EQ(executable->output(0).as<float>()[i], values[i] + 1) << i;
}

// The compiler gives no unaligned views to kernels that read vectors. A package that does is
// damaged.
TEST_F(VulkanExecutable, ViewsOfKernelsThatReadVectorsAreAligned) {
  KernelTable kernels;
  SpirvKernel aligned = vulkanKernel("add_one", 2, 1);
  aligned.needsAligned = true;
  ASSERT_OK(addSpirvKernel(kernels, std::move(aligned)));
  ASSERT_OK_AND_ASSIGN(auto executable, Executable::load(viewsProgram(), kernels));
  std::vector<int64_t> shape{100};
  std::vector<float> values = ramp(100, 3);
  const std::vector<NamedTensor> inputs{{"x", {DType::F32, shape, values.data()}}};
  EXPECT_ERROR(executable->run(inputs), DataLoss, "operand 0 is not at a multiple of 16 bytes");
}

TEST_F(VulkanExecutable, ManySizesGoThroughMemory) {
  ProgramBuilder b;
  b.program.name = "dims";
  b.program.symbols = {{"n", 0, 0}};
  b.tensor(BufferKind::Input, "x", DType::F32, {sym(0)});
  uint32_t out = b.tensor(BufferKind::Output, "out", DType::I32, {c(40)});
  std::vector<Expr> dims;
  for (int64_t i = 0; i < 40; ++i)
    dims.push_back(mul(sym(0), c(i)));
  b.program.main = {
      ProgramBuilder::dispatch(b.kernel("show_dims", "vulkan"), {out}, 1, dims, c(1), "show")};
  auto executable = loadOnVulkan(std::move(b.program));
  for (int64_t n : {1, 7}) {
    std::vector<int64_t> shape{n};
    std::vector<float> x(static_cast<size_t>(n));
    const std::vector<NamedTensor> inputs{{"x", {DType::F32, shape, x.data()}}};
    ASSERT_OK(executable->run(inputs));
    for (int64_t i = 0; i < 40; ++i)
      ASSERT_EQ(executable->output(0).as<int32_t>()[i], n * i);
  }
}

// Two commands that may fail. The first in order is reported, with the CPU's message.
static Program checkProgram() {
  ProgramBuilder b;
  b.program.name = "check";
  b.program.symbols = {{"n", 0, 0}};
  uint32_t x = b.tensor(BufferKind::Input, "x", DType::I32, {sym(0)});
  uint32_t y = b.tensor(BufferKind::Input, "y", DType::I32, {sym(0)});
  uint32_t a = b.tensor(BufferKind::Output, "a", DType::I32, {sym(0)});
  uint32_t d = b.tensor(BufferKind::Output, "d", DType::I32, {sym(0)});
  uint32_t check = b.kernel("check_index", "vulkan");
  const Expr groups = ceilDiv(sym(0), c(64));
  b.program.main = {ProgramBuilder::dispatch(check, {x, a}, 1, {sym(0), c(5)}, groups, "first"),
                    ProgramBuilder::dispatch(check, {y, d}, 1, {sym(0), c(9)}, groups, "second")};
  return std::move(b.program);
}

TEST_F(VulkanExecutable, KernelsSayWhatFailed) {
  auto executable = loadOnVulkan(checkProgram());
  std::vector<int64_t> shape{200};
  std::vector<int32_t> x(200, 4), y(200, 8);
  const std::vector<NamedTensor> inputs{{"x", {DType::I32, shape, x.data()}},
                                        {"y", {DType::I32, shape, y.data()}}};
  ASSERT_OK(executable->run(inputs));
  EXPECT_EQ(executable->output(1).as<int32_t>()[199], 8);
  y[150] = 9;
  EXPECT_ERROR(executable->run(inputs), OutOfRange,
               "command 'second' (kernel 'check_index') met index 9 outside its axis");
  x[70] = -3;
  EXPECT_ERROR(executable->run(inputs), OutOfRange,
               "command 'first' (kernel 'check_index') met index -3 outside its axis");
  x[70] = 0;
  y[150] = 0;
  ASSERT_OK(executable->run(inputs));
}

TEST_F(VulkanExecutable, WhatCannotBeLoadedSaysWhy) {
  const auto load = [](Program program, const KernelTable &kernels, const char *device = "") {
    return Executable::load(std::move(program), kernels, {device}).status();
  };
  EXPECT_ERROR(load(onVulkan(sumProgram()), testKernels()), NotFound,
               "the kernel table has no code for 'add_rows', 'double', 'scale_rows'");
  EXPECT_ERROR(load(onVulkan(sumProgram()), vulkanKernels(), "cpu"), InvalidArgument,
               "device 'cpu' runs kernels for 'cpu', but the program has kernels for 'vulkan'");
  EXPECT_ERROR(
      load(sumProgram(), vulkanKernels(), "vulkan"), InvalidArgument,
      "device 'vulkan:0' runs kernels for 'vulkan', but the program has kernels for 'cpu'");
  KernelTable damaged;
  ASSERT_OK(addSpirvKernel(damaged, {"add_one", {1, 2, 3, 4, 5}, 2, 1}));
  EXPECT_ERROR(load(chainProgram(2), damaged), DataLoss, "kernel 'add_one' is not SPIR-V");
  KernelTable other;
  ASSERT_OK(addSpirvKernel(other, vulkanKernel("add_one", 2, 2)));
  EXPECT_ERROR(load(chainProgram(2), other), InvalidArgument,
               "command 'add' gives 2 buffers and 1 sizes, but kernel 'add_one' takes 2 and 2");
  KernelTable cut;
  SpirvKernel part = vulkanKernel("add_one", 2, 1);
  EXPECT_EQ(workgroupSizeOf(part), (std::array<uint32_t, 3>{64, 1, 1}));
  SpirvKernel large = part;
  part.words.pop_back();
  part.words.back() = 0x00050000;
  ASSERT_OK(addSpirvKernel(cut, std::move(part)));
  EXPECT_ERROR(load(chainProgram(2), cut), DataLoss, "the SPIR-V of kernel 'add_one' is cut off");
  for (uint32_t &word : large.words)
    if (word == 64) // no other word of this module is 64
      word = 1 << 20;
  KernelTable larger;
  ASSERT_OK(addSpirvKernel(larger, std::move(large)));
  EXPECT_ERROR(load(chainProgram(2), larger), Unsupported, "its workgroups of 1048576 x 1 x 1 are");
  KernelTable many;
  SpirvKernel wide = vulkanKernel("add_one", 1'000'000, 1);
  ASSERT_OK(addSpirvKernel(many, std::move(wide)));
  EXPECT_ERROR(load(chainProgram(2), many), Unsupported, "buffers, but the device binds at most");
}

TEST_F(VulkanExecutable, WhatIsTooLargeSaysWhy) {
  ProgramBuilder b;
  b.program.name = "large";
  b.program.symbols = {{"n", 0, 0}, {"m", 1, 0}};
  b.tensor(BufferKind::Input, "x", DType::F32, {sym(0)});
  b.tensor(BufferKind::Input, "y", DType::F32, {sym(1)});
  uint32_t out = b.tensor(BufferKind::Output, "out", DType::F32, {c(1)});
  uint32_t big = b.buffer(BufferKind::Arena, mul(sym(1), c(int64_t(1) << 30)));
  const float zero = 0;
  uint32_t addOne = b.kernel("add_one", "vulkan");
  uint32_t from = b.constant(&zero, sizeof(zero));
  const Expr groups = mul(sym(0), c(1 << 20));
  b.program.main = {ProgramBuilder::dispatch(addOne, {from, out}, 1, {c(1)}, groups, "grid"),
                    ProgramBuilder::dispatch(addOne, {from, big}, 1, {c(0)}, c(1), "memory")};
  auto executable = loadOnVulkan(std::move(b.program));
  std::vector<float> values(100);
  const auto run = [&](int64_t n, int64_t m) {
    std::vector<int64_t> x{n}, y{m};
    const std::vector<NamedTensor> inputs{{"x", {DType::F32, x, values.data()}},
                                          {"y", {DType::F32, y, values.data()}}};
    return executable->run(inputs);
  };
  EXPECT_ERROR(run(1, 100), OutOfMemory,
               "no memory for temporaries: 107374182400 bytes in one piece");
  EXPECT_ERROR(run(100, 0), OutOfRange, "the grid has 104857600 workgroups along axis 0");
  ASSERT_OK(run(0, 0));
}

namespace {
class Recorder : public RunObserver {
public:
  void onCommand(const DispatchRecord &record) override {
    labels.emplace_back(record.label);
    EXPECT_LE(record.startNs, record.endNs);
  }
  bool wantsBuffers() const override { return true; }
  void onBuffers(const DispatchRecord &, std::span<const ProbedBuffer> buffers) override {
    for (const ProbedBuffer &buffer : buffers)
      firsts.push_back(buffer.bytes ? *static_cast<const float *>(buffer.data) : -1);
  }
  bool wantsInputs() const override { return true; }
  void onInputs(uint32_t, bool, std::span<const ProbedBuffer> buffers) override {
    inputs += buffers.size();
  }
  std::vector<std::string> labels;
  std::vector<float> firsts;
  size_t inputs = 0;
};
} // namespace

TEST_F(VulkanExecutable, ObserversSeeEveryCommandAndItsBuffers) {
  auto executable = readySumOnVulkan();
  Recorder observer;
  ASSERT_OK(executable->setObserver(&observer));
  Case test(3, 4, 2);
  ASSERT_OK(executable->run(test.inputs()));
  test.check(*executable);
  EXPECT_EQ(observer.labels,
            (std::vector<std::string>{"double", "add", "copy", "scale \"quoted\"", "copy"}));
  const float sum = test.x[0] + test.y[0], doubled = 2 * test.scale[0];
  EXPECT_EQ(observer.firsts, (std::vector<float>{doubled, sum, sum, sum * doubled + 1, sum}));
  EXPECT_EQ(observer.inputs, 1u + 2 + 1 + 3 + 1);
  ASSERT_OK(executable->setObserver(nullptr));
  ASSERT_OK(executable->run(test.inputs()));
  test.check(*executable);
}

TEST_F(VulkanExecutable, ALostDeviceIsAStatusAndCanBeStartedAgain) {
  auto executable = readySumOnVulkan();
  auto unprepared = loadOnVulkan(onVulkan(sumProgram()));
  Case test(3, 4, 1);
  ASSERT_OK(executable->run(test.inputs()));
  static_cast<VulkanDevice &>(**DeviceRegistry::get().find("vulkan:0")).giveUp();
  for (int i = 0; i < 2; ++i)
    EXPECT_ERROR(executable->run(test.inputs()), Unavailable,
                 "was lost; load the model again to go on");
  ASSERT_OK(unprepared->setParam("scale", test.scaleView()));
  EXPECT_ERROR(unprepared->prepare(), Unavailable, "was lost");
  EXPECT_ERROR(executable->shareWeights().status(), Unavailable, "was lost");
  auto again = readySumOnVulkan();
  ASSERT_OK(again->run(test.inputs()));
  test.check(*again);
}

// Ids that a device's command reads are counted. The surrounding commands keep their order.
TEST_F(VulkanExecutable, ExpertsAreCounted) {
  ProgramBuilder b;
  b.program.name = "experts";
  b.program.symbols = {{"n", 0, 0}};
  const Expr n = sym(0);
  uint32_t ids = b.tensor(BufferKind::Input, "ids", DType::I32, {n});
  uint32_t x = b.tensor(BufferKind::Input, "x", DType::F32, {n});
  uint32_t used = b.tensor(BufferKind::Output, "used", DType::I32, {n});
  uint32_t y = b.tensor(BufferKind::Output, "y", DType::F32, {n});
  uint32_t between = b.buffer(BufferKind::Arena, mul(n, c(4)));
  uint32_t addOne = b.kernel("add_one", "vulkan"), check = b.kernel("check_index", "vulkan");
  const Expr groups = ceilDiv(n, c(64));
  b.program.main = {ProgramBuilder::dispatch(addOne, {x, between}, 1, {n}, groups, "before"),
                    ProgramBuilder::dispatch(check, {ids, used}, 1, {n, c(4)}, groups, "experts"),
                    ProgramBuilder::dispatch(addOne, {between, y}, 1, {n}, groups, "after")};
  b.program.moeLayers = {
      {"experts", 4, 1, {{1, 0, DType::I32}}, std::nullopt, 0, "its routing is an input"}};
  auto executable = loadOnVulkan(std::move(b.program));
  const std::vector<uint8_t> mask{1, 0, 1, 1};
  std::vector<int64_t> shape{5};
  const std::vector<int32_t> chosen{3, 1, 3, 0, 3};
  const std::vector<float> values{1, 2, 3, 4, 5};
  const std::vector<NamedTensor> inputs{{"ids", {DType::I32, shape, chosen.data()}},
                                        {"x", {DType::F32, shape, values.data()}}};
  ASSERT_OK(executable->run(inputs));
  ASSERT_OK(executable->setMoeResidentExperts(mask));
  for (int i = 0; i < 3; ++i) {
    ASSERT_OK(executable->run(inputs));
    for (size_t k = 0; k < 5; ++k) {
      EXPECT_EQ(executable->output(0).as<int32_t>()[k], chosen[k]);
      EXPECT_EQ(executable->output(1).as<float>()[k], values[k] + 2);
    }
  }
  ASSERT_OK_AND_ASSIGN(const MoeStatistics counted, executable->takeMoeStatistics());
  EXPECT_EQ(counted.runs, 3u);
  EXPECT_EQ(counted.layers[0].hits, (std::vector<uint64_t>{3, 3, 0, 9}));
}

TEST_F(VulkanExecutable, MemoryUseIsReported) {
  auto executable = readySumOnVulkan();
  Case test(100, 4, 1);
  ASSERT_OK(executable->run(test.inputs()));
  const MemoryUse use = executable->memoryUse();
  EXPECT_GE(use.arenaBytes, 2 * 1600);
  EXPECT_GE(use.outputBytes, 1600 + 16);
  EXPECT_GE(use.paramBytes, 16);
  EXPECT_GE(use.persistentBytes, 16);
  EXPECT_GT(use.codeBytes, 0);
}
