// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Executable: results over shapes and threads, all caller errors, clones, observers, misuse.
#include "runtime/program/executable/Executable.h"

#include <chrono>
#include <gtest/gtest.h>
#include <mutex>
#include <thread>

#include "runtime/device/DeviceRegistry.h"
#include "unittests/runtime/OnDevices.h"

using namespace rlx::rt;
using namespace rlx::rt::testing;

namespace {
class ExecutableTest : public OnDevices {};
RLX_ON_DEVICES(ExecutableTest);
} // namespace

TEST_P(ExecutableTest, ComputesForEveryShapeAndThreadCount) {
  for (unsigned threads : {1u, 2u, 3u, 7u}) {
    auto executable = readySum({.cols = 37, .costNs = 1'000'000}, threads);
    for (int64_t rows : {5, 1, 3, 0, 100, 1000, 3, 2, 4, 6, 7, 8, 9, 10, 11, 5, 1000}) {
      Case test(rows, 37, 1.0f + static_cast<float>(rows));
      ASSERT_OK(executable->run(test.inputs()));
      test.check(*executable);
    }
  }
}

TEST_P(ExecutableTest, WritesIntoCallersMemoryAtAnyAlignment) {
  auto executable = readySum();
  Case test(9, 4, 2);
  for (size_t shift : {0, 1, 3}) {
    std::vector<float> memory(200), inputMemory(200);
    auto aligned = [](std::vector<float> &v) {
      return reinterpret_cast<float *>((reinterpret_cast<uintptr_t>(v.data()) + 63) / 64 * 64);
    };
    float *out = aligned(memory) + shift, *x = aligned(inputMemory) + shift;
    std::copy(test.x.begin(), test.x.end(), x);
    std::vector<NamedTensor> inputs = test.inputs();
    inputs[1].tensor.data = x;
    std::vector<NamedOutput> outputs{{"out", {DType::F32, test.shape, out}}};
    ASSERT_OK(executable->run(inputs, outputs));
    test.check(TensorView{DType::F32, test.shape, out});
    EXPECT_EQ(executable->output(0).data, nullptr);
    EXPECT_NE(executable->output(1).data, nullptr);
  }
}

TEST_P(ExecutableTest, BindTellsOutputShapesWithoutData) {
  auto executable = loadSum();
  EXPECT_TRUE(executable->outputShape(0).empty());
  std::vector<int64_t> shape{6, 4};
  std::vector<NamedTensor> inputs{{"x", {DType::F32, shape, nullptr}},
                                  {"y", {DType::F32, shape, nullptr}}};
  ASSERT_OK(executable->bind(inputs));
  ASSERT_EQ(executable->outputShape(0).size(), 2u);
  EXPECT_EQ(executable->outputShape(0)[0], 6);
  EXPECT_EQ(executable->outputShape(1)[0], 1);
  EXPECT_EQ(executable->output(0).data, nullptr);
  ASSERT_OK(executable->setParam("scale", Case(1, 4, 0).scaleView()));
  EXPECT_ERROR(executable->run(inputs), InvalidArgument, "input 'x' has a null data pointer");
}

TEST_P(ExecutableTest, InputErrorsNameWhatIsWanted) {
  auto executable = readySum();
  Case test(3, 4, 1);
  auto with = [&](auto change) {
    std::vector<NamedTensor> inputs = test.inputs(); // y, x
    change(inputs);
    return executable->run(inputs);
  };
  EXPECT_ERROR(with([](auto &v) { v.pop_back(); }), InvalidArgument,
               "missing input 'x'; inputs are x: f32[rows,4], y: f32[rows,4]");
  EXPECT_ERROR(with([](auto &v) { v[0].name = "z"; }), InvalidArgument, "there is no input 'z'");
  EXPECT_ERROR(with([](auto &v) { v[0].name = "x"; }), InvalidArgument, "input 'x' is given twice");
  EXPECT_ERROR(with([](auto &v) { v[0].tensor.dtype = DType::I32; }), InvalidArgument,
               "input 'y' expects element type f32, got i32");
  std::vector<int64_t> rank1{12}, wrongStatic{3, 5}, wrongSymbol{4, 4}, negative{-3, 4};
  EXPECT_ERROR(with([&](auto &v) { v[0].tensor.shape = rank1; }), InvalidArgument,
               "input 'y' expects rank 2 (y: f32[rows,4]), got rank 1 (f32[12])");
  EXPECT_ERROR(with([&](auto &v) { v[1].tensor.shape = wrongStatic; }), InvalidArgument,
               "input 'x' dimension 1: expected 4, got 5");
  EXPECT_ERROR(with([&](auto &v) { v[0].tensor.shape = wrongSymbol; }), InvalidArgument,
               "input 'y' dimension 0: expected 3 (rows), since input 'x' dimension 0 is 3, got 4");
  EXPECT_ERROR(with([&](auto &v) { v[1].tensor.shape = negative; }), InvalidArgument,
               "input 'x' dimension 0 is negative: -3");
  // The executable still works after all errors.
  ASSERT_OK(executable->run(test.inputs()));
  test.check(*executable);
}

TEST_P(ExecutableTest, OutputErrors) {
  auto executable = readySum();
  Case test(3, 4, 1);
  std::vector<float> memory(12);
  std::vector<int64_t> wrong{4, 4};
  auto with = [&](NamedOutput output) {
    std::vector<NamedOutput> outputs{output};
    return executable->run(test.inputs(), outputs);
  };
  EXPECT_ERROR(with({"nope", {DType::F32, test.shape, memory.data()}}), InvalidArgument,
               "there is no output 'nope'; outputs are out: f32[rows,4], head: ");
  EXPECT_ERROR(with({"out", {DType::F32, wrong, memory.data()}}), InvalidArgument,
               "output 'out' is f32[3,4] for these inputs, got f32[4,4]");
  EXPECT_ERROR(with({"out", {DType::F32, test.shape, nullptr}}), InvalidArgument, "null data");
  EXPECT_ERROR(with({"out", {DType::F32, test.shape, test.x.data() + 4}}), InvalidArgument,
               "overlaps input 'x'");
  EXPECT_ERROR(executable->output("nope").status(), NotFound, "there is no output 'nope'");
}

TEST_P(ExecutableTest, ParamErrors) {
  auto executable = loadSum();
  Case test(3, 4, 1);
  EXPECT_ERROR(executable->run(test.inputs()), FailedPrecondition,
               "params have no value yet: 'scale'");
  EXPECT_EQ(executable->missingParams().size(), 1u);
  EXPECT_ERROR(executable->setParam("weight", test.scaleView()), NotFound,
               "there is no param 'weight'; params are scale: f32[4]");
  TensorView wrongType = test.scaleView();
  wrongType.dtype = DType::I32;
  EXPECT_ERROR(executable->setParam("scale", wrongType), InvalidArgument,
               "param 'scale' expects scale: f32[4], got i32[4]");
  std::vector<int64_t> wrongShape{2, 2};
  EXPECT_ERROR(executable->setParam("scale", {DType::F32, wrongShape, test.scale.data()}),
               InvalidArgument, "got f32[2,2]");
  ASSERT_OK(executable->setParam("scale", test.scaleView()));
  ASSERT_OK(executable->run(test.inputs()));
  test.check(*executable);
  // A new value runs the prepare program again.
  for (float &value : test.scale)
    value += 3;
  ASSERT_OK(executable->setParam("scale", test.scaleView()));
  ASSERT_OK(executable->run(test.inputs()));
  test.check(*executable);
}

TEST(Executable, ParamsThatOnlyPrepareReadsCanBeReleased) {
  Program program = sumProgram();
  // A second param that main itself reads. It replaces y in the first command.
  program.params.push_back({"bias", DType::F32, {c(3), c(4)}, uint32_t(program.buffers.size())});
  program.buffers.push_back({BufferKind::Param, 1, 0, {}, c(48)});
  program.main[0].buffers[1] = program.params[1].buffer;
  LoadOptions options;
  options.releaseParams = true;
  ASSERT_OK_AND_ASSIGN(auto executable, Executable::load(program, testKernels(), options));
  Case test(3, 4, 1);
  auto owner = std::make_shared<int>(0), otherOwner = std::make_shared<int>(0);
  alignas(64) float scale[4], bias[12];
  std::copy(test.scale.begin(), test.scale.end(), scale);
  std::copy(test.y.begin(), test.y.end(), bias);
  auto adopt = [&](const char *name, std::vector<int64_t> shape, float *data, auto keep) {
    auto tensor = Tensor::wrap(DType::F32, shape, data, keep);
    return executable->adoptParam(name, std::move(*tensor));
  };
  ASSERT_OK(adopt("scale", {4}, scale, owner));
  ASSERT_OK(adopt("bias", {3, 4}, bias, otherOwner));
  ASSERT_OK(executable->run(test.inputs()));
  test.check(*executable);
  EXPECT_EQ(owner.use_count(), 1);      // packed into the persistent buffer, released
  EXPECT_EQ(otherOwner.use_count(), 2); // still read by every run
  ASSERT_OK_AND_ASSIGN(auto clone, executable->clone());
  ASSERT_OK(clone->run(test.inputs()));
  test.check(*clone);
  // Nothing that is prepared depends on the bias, so scale stays released.
  ASSERT_OK(adopt("bias", {3, 4}, bias, otherOwner));
  ASSERT_OK(executable->run(test.inputs()));
  test.check(*executable);
  ASSERT_OK(adopt("scale", {4}, scale, owner));
  ASSERT_OK(executable->run(test.inputs()));
  test.check(*executable);
  ASSERT_OK(clone->run(test.inputs()));
  test.check(*clone);
}

// A model of realistic size: the first run of a new shape must take far less than a millisecond on
// a free machine (about 0.25 ms). The bound allows for sanitizers and other processes.
TEST(Executable, BindingANewShapeIsCheap) {
  ProgramBuilder b;
  Program &p = b.program;
  p.symbols = {{"rows", 0, 0}};
  const Expr rows = sym(0), bytes = mul(mul(rows, c(8)), c(4));
  uint32_t x = b.tensor(BufferKind::Input, "x", DType::F32, {rows, c(8)});
  uint32_t addRows = b.kernel("add_rows");
  uint32_t last = x;
  for (int i = 0; i < 500; ++i) {
    uint32_t next = b.buffer(BufferKind::Arena, i % 3 ? bytes : mul(bytes, c(2)));
    p.main.push_back(
        ProgramBuilder::dispatch(addRows, {x, last, next}, 1, {rows, c(8)}, rows, "step"));
    last = next;
  }
  uint32_t out = b.tensor(BufferKind::Output, "out", DType::F32, {rows, c(8)});
  p.main.push_back(
      ProgramBuilder::dispatch(addRows, {x, last, out}, 1, {rows, c(8)}, rows, "last"));
  ASSERT_OK_AND_ASSIGN(auto executable, Executable::load(std::move(p), testKernels()));
  auto best = std::chrono::steady_clock::duration::max();
  for (int64_t size = 1; size <= 30; ++size) {
    const std::vector<int64_t> shape{size, 8};
    const std::vector<float> data(size_t(size) * 8, 1.0f);
    const std::vector<NamedTensor> inputs{{"x", {DType::F32, shape, data.data()}}};
    auto start = std::chrono::steady_clock::now();
    ASSERT_OK(executable->bind(inputs));
    best = std::min(best, std::chrono::steady_clock::now() - start);
    ASSERT_OK(executable->run(inputs));
    ASSERT_EQ(executable->output(0).as<float>()[size * 8 - 1], 502.0f);
  }
  RecordProperty("best_us",
                 int(std::chrono::duration_cast<std::chrono::microseconds>(best).count()));
  EXPECT_LT(best, std::chrono::milliseconds(20));
}

TEST_P(ExecutableTest, GuardsAreCheckedBeforeAnythingRuns) {
  Program program = sumProgram();
  program.guards.push_back({binaryExpr(ExprOpcode::Mod, sym(0), c(2)), c(0), "rows must be even"});
  auto executable = tryLoad(std::move(program));
  ASSERT_TRUE(executable.ok());
  ASSERT_OK((*executable)->setParam("scale", Case(1, 4, 0).scaleView()));
  EXPECT_ERROR(
      (*executable)->run(Case(3, 4, 1).inputs()), InvalidArgument,
      "rows must be even (expects mod(rows, 2) = 0, but it is 1, since rows (dimension 0 of "
      "input 'x') is 3; 2 or 4 would fit)");
  ASSERT_OK((*executable)->run(Case(4, 4, 1).inputs()));
}

// The formulas of a network that halves an image several times fill lines.
TEST_P(ExecutableTest, LongFormulasOfGuardsAreNotPrinted) {
  Program program = sumProgram();
  Expr half = sym(0), down = sym(0);
  for (int level = 0; level < 5; ++level) {
    half = binaryExpr(
        ExprOpcode::Add,
        binaryExpr(ExprOpcode::FloorDiv, binaryExpr(ExprOpcode::Add, half, c(-1)), c(2)), c(1));
    down = binaryExpr(ExprOpcode::FloorDiv, down, c(2));
  }
  program.guards.push_back({half, down, "halves"});
  auto executable = tryLoad(std::move(program));
  ASSERT_TRUE(executable.ok());
  ASSERT_OK((*executable)->setParam("scale", Case(1, 4, 0).scaleView()));
  EXPECT_ERROR(
      (*executable)->run(Case(33, 4, 1).inputs()), InvalidArgument,
      "halves (expects two sizes to be equal, but they are 2 and 1, since rows (dimension 0 "
      "of input 'x') is 33; 32 or 64 would fit)");
  ASSERT_OK((*executable)->run(Case(32, 4, 1).inputs()));
}

TEST_P(ExecutableTest, GuardsHaveAPlaceAndShapes) {
  Program program = sumProgram();
  Guard guard{binaryExpr(ExprOpcode::Mul, sym(0), c(2)), c(8), "cannot reshape"};
  guard.place = "node 'r' (Reshape)";
  guard.from = {sym(0), c(2)};
  guard.to = {c(8)};
  program.guards.push_back(guard);
  auto executable = tryLoad(std::move(program));
  ASSERT_TRUE(executable.ok());
  ASSERT_OK((*executable)->setParam("scale", Case(1, 4, 0).scaleView()));
  const Status status = (*executable)->run(Case(3, 4, 1).inputs());
  EXPECT_EQ(status.place(), "node 'r' (Reshape)");
  EXPECT_EQ(status.message(),
            "node 'r' (Reshape): cannot reshape [3, 2] to [8] (expects rows * 2 = 8, but it is 6, "
            "since rows (dimension 0 of input 'x') is 3; 4 would fit)");
  ASSERT_OK((*executable)->run(Case(4, 4, 1).inputs()));
}

TEST_P(ExecutableTest, GuardsOfOrder) {
  Program program = sumProgram();
  program.guards.push_back({c(5), sym(0), "too many", Relation::AtLeast});
  program.guards.push_back({sym(0), c(3), "too few", Relation::AtLeast});
  auto executable = tryLoad(std::move(program));
  ASSERT_TRUE(executable.ok());
  ASSERT_OK((*executable)->setParam("scale", Case(1, 4, 0).scaleView()));
  EXPECT_ERROR((*executable)->run(Case(6, 4, 1).inputs()), InvalidArgument,
               "too many (expects rows <= 5, but it is 6)");
  EXPECT_ERROR((*executable)->run(Case(2, 4, 1).inputs()), InvalidArgument,
               "too few (expects rows >= 3, but it is 2)");
  ASSERT_OK((*executable)->run(Case(3, 4, 1).inputs()));
  ASSERT_OK((*executable)->run(Case(5, 4, 1).inputs()));
}

TEST(Executable, LoadErrors) {
  KernelTable empty;
  EXPECT_ERROR(Executable::load(sumProgram(), empty).status(), NotFound,
               "no code for 'add_rows', 'double', 'scale_rows'");
  Program program = sumProgram();
  program.kernels[1].target = "abacus";
  program.kernels[2].target = "slide rule";
  EXPECT_ERROR(Executable::load(program, testKernels()).status(), Unsupported,
               "kernel 'scale_rows' is for 'slide rule', but 'double' is for 'abacus'");
  for (Kernel &kernel : program.kernels)
    kernel.target = "abacus";
  EXPECT_ERROR(Executable::load(program, testKernels()).status(), NotFound,
               "no device runs kernels for 'abacus'; there are 'cpu'");
  EXPECT_ERROR(Executable::load(program, testKernels(), {"cpu", 0}).status(), InvalidArgument,
               "device 'cpu' runs kernels for 'cpu'");
  EXPECT_ERROR(Executable::load(sumProgram(), testKernels(), {"gpu", 0}).status(), NotFound,
               "no device 'gpu'");
  EXPECT_ERROR(Executable::load(sumProgram(), testKernels(), {"", 1000000}).status(),
               InvalidArgument, "thread count 1000000");
}

TEST_P(ExecutableTest, SizeErrorsOfAShapeDoNotStick) {
  auto executable = readySum();
  std::vector<int64_t> huge{int64_t(1) << 61, 4};
  std::vector<NamedTensor> inputs{{"x", {DType::F32, huge, &huge}},
                                  {"y", {DType::F32, huge, &huge}}};
  EXPECT_ERROR(executable->run(inputs), OutOfRange, "overflow");
  huge[0] = int64_t(1) << 40;
  EXPECT_ERROR(executable->run(inputs), OutOfRange, "a grid size is 1099511627776");
  Case test(3, 4, 1);
  ASSERT_OK(executable->run(test.inputs()));
  test.check(*executable);
}

TEST(Executable, LackOfMemoryIsAStatus) {
  auto executable = loadSum({.cols = int64_t(1) << 20});
  std::vector<int64_t> huge{int64_t(1) << 31, int64_t(1) << 20}, small{2, int64_t(1) << 20};
  auto bind = [&](const std::vector<int64_t> &shape) {
    std::vector<NamedTensor> inputs{{"x", {DType::F32, shape, nullptr}},
                                    {"y", {DType::F32, shape, nullptr}}};
    return executable->bind(inputs);
  };
  ASSERT_OK(bind(small));
  EXPECT_ERROR(bind(huge), OutOfMemory, "no memory for 18014398509481984 bytes of temporaries");
  ASSERT_OK(bind(small));
  EXPECT_EQ(executable->outputShape(0)[0], 2);
}

// --- kernels that fail

static int32_t singularAtRowFive(const rlx_kernel_args *args, uint32_t row, uint32_t y,
                                 uint32_t z) {
  return row == 5 ? RLX_KERNEL_ERROR(RLX_KERNEL_SINGULAR_MATRIX, 70000)
                  : addRowsKernel(args, row, y, z);
}

static int32_t unknownAtRowFive(const rlx_kernel_args *args, uint32_t row, uint32_t y, uint32_t z) {
  return row == 5 ? RLX_KERNEL_ERROR(99, 3) : addRowsKernel(args, row, y, z);
}

static int32_t failAtRowFive(const rlx_kernel_args *args, uint32_t row, uint32_t y, uint32_t z) {
  return row == 5 ? RLX_KERNEL_INDEX_OUT_OF_RANGE : addRowsKernel(args, row, y, z);
}

static int32_t belowAtRowFive(const rlx_kernel_args *args, uint32_t row, uint32_t y, uint32_t z) {
  return row == 5 ? RLX_KERNEL_ERROR(RLX_KERNEL_INDEX_OUT_OF_RANGE, RLX_KERNEL_INDEX_DETAIL(-5))
                  : addRowsKernel(args, row, y, z);
}

static int32_t aboveAtRowFive(const rlx_kernel_args *args, uint32_t row, uint32_t y, uint32_t z) {
  return row == 5 ? RLX_KERNEL_ERROR(RLX_KERNEL_INDEX_OUT_OF_RANGE, RLX_KERNEL_INDEX_DETAIL(0))
                  : addRowsKernel(args, row, y, z);
}

TEST(Executable, KernelCodesBecomeStatus) {
  for (unsigned threads : {1u, 4u}) {
    KernelTable kernels;
    ASSERT_OK(kernels.addCPU("add_rows", failAtRowFive));
    ASSERT_OK(kernels.addCPU("double", doubleKernel));
    ASSERT_OK(kernels.addCPU("scale_rows", scaleRowsKernel));
    EXPECT_ERROR(kernels.addCPU("double", doubleKernel), AlreadyExists, "'double' was added twice");
    auto executable = Executable::load(sumProgram({.costNs = 100000}), kernels, {"", threads});
    ASSERT_TRUE(executable.ok());
    ASSERT_OK((*executable)->setParam("scale", Case(1, 4, 0).scaleView()));
    EXPECT_ERROR((*executable)->run(Case(50, 4, 1).inputs()), OutOfRange,
                 "command 'add' (kernel 'add_rows') met an index outside its axis");
    EXPECT_EQ((*executable)->output(0).data, nullptr);
    Case test(5, 4, 1);
    ASSERT_OK((*executable)->run(test.inputs()));
    test.check(**executable);
  }
}

TEST(Executable, KernelErrorsHaveDetails) {
  auto run = [](rlx_kernel_fn kernel) {
    KernelTable kernels;
    EXPECT_TRUE(kernels.addCPU("add_rows", kernel).ok());
    EXPECT_TRUE(kernels.addCPU("double", doubleKernel).ok());
    EXPECT_TRUE(kernels.addCPU("scale_rows", scaleRowsKernel).ok());
    auto executable = Executable::load(sumProgram({.costNs = 100000}), kernels, {"", 4});
    EXPECT_TRUE(executable.ok());
    EXPECT_TRUE((*executable)->setParam("scale", Case(1, 4, 0).scaleView()).ok());
    return (*executable)->run(Case(50, 4, 1).inputs());
  };
  EXPECT_ERROR(run(singularAtRowFive), InvalidArgument,
               "command 'add' (kernel 'add_rows') cannot solve: matrix 70000 of the batch is "
               "singular");
  EXPECT_ERROR(run(unknownAtRowFive), Internal, "failed with the unknown code 99");
  EXPECT_ERROR(run(belowAtRowFive), OutOfRange,
               "(kernel 'add_rows') met index -5 outside its axis");
  EXPECT_ERROR(run(aboveAtRowFive), OutOfRange, "(kernel 'add_rows') met index 0 outside its axis");
}

// --- threads

namespace gate {
static std::atomic<bool> entered{false}, leave{false};
static int32_t wait(const rlx_kernel_args *args, uint32_t row, uint32_t y, uint32_t z) {
  entered = true;
  while (!leave)
    std::this_thread::yield();
  return addRowsKernel(args, row, y, z);
}
} // namespace gate

TEST(Executable, OverlappingCallsAreRefused) {
  gate::entered = gate::leave = false;
  KernelTable kernels;
  ASSERT_OK(kernels.addCPU("add_rows", gate::wait));
  ASSERT_OK(kernels.addCPU("double", doubleKernel));
  ASSERT_OK(kernels.addCPU("scale_rows", scaleRowsKernel));
  auto loaded = Executable::load(sumProgram(), kernels);
  ASSERT_TRUE(loaded.ok());
  Executable &executable = **loaded;
  Case test(2, 4, 1);
  ASSERT_OK(executable.setParam("scale", test.scaleView()));
  std::thread runner([&] {
    Status status = executable.run(test.inputs());
    EXPECT_TRUE(status.ok()) << status.toString();
  });
  while (!gate::entered)
    std::this_thread::yield();
  EXPECT_ERROR(executable.run(test.inputs()), FailedPrecondition, "in use by another call");
  EXPECT_ERROR(executable.bind(test.inputs()), FailedPrecondition, "in use");
  EXPECT_ERROR(executable.setParam("scale", test.scaleView()), FailedPrecondition, "in use");
  EXPECT_ERROR(executable.clone().status(), FailedPrecondition, "in use");
  EXPECT_ERROR(executable.setObserver(nullptr), FailedPrecondition, "in use");
  Commit commit;
  const std::vector<NamedF32> floats{{"x", test.x}, {"y", test.y}};
  const std::vector<FlatView> slots{std::span<const float>(test.x), std::span<const float>(test.y)};
  const TensorView x = test.inputs()[1].tensor;
  EXPECT_ERROR(executable.runTyped(test.inputs()), FailedPrecondition, "in use");
  EXPECT_ERROR(executable.runF32(floats).status(), FailedPrecondition, "in use");
  EXPECT_ERROR(executable.runSlots(slots).status(), FailedPrecondition, "in use");
  EXPECT_ERROR(executable.runRaw(test.inputs()).status(), FailedPrecondition, "in use");
  EXPECT_ERROR(executable.commitNoWait(test.inputs(), commit), FailedPrecondition, "in use");
  EXPECT_ERROR(executable.syncPending(), FailedPrecondition, "in use");
  EXPECT_ERROR(executable.bindHandle("x", x), FailedPrecondition, "in use");
  EXPECT_ERROR(executable.setActiveExtent(1, 2), FailedPrecondition, "in use");
  gate::leave = true;
  runner.join();
  test.check(executable);
}

TEST_P(ExecutableTest, ClonesRunOnTheirOwnThreads) {
  auto original = readySum({.cols = 16, .costNs = 100000}, 2);
  std::vector<std::unique_ptr<Executable>> clones;
  for (int i = 0; i < 3; ++i) {
    auto clone = original->clone();
    ASSERT_TRUE(clone.ok()) << clone.status().toString();
    clones.push_back(std::move(*clone));
  }
  clones.push_back(std::move(original)); // the original may run concurrently with its clones
  std::vector<std::thread> threads;
  for (size_t i = 0; i < clones.size(); ++i)
    threads.emplace_back([&, i] {
      for (int64_t run = 0; run < 30; ++run) {
        Case test(1 + (run * 7 + int64_t(i) * 3) % 20, 16, float(i));
        Status status = clones[i]->run(test.inputs());
        ASSERT_TRUE(status.ok()) << status.toString();
        test.check(*clones[i]);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

TEST_P(ExecutableTest, ParamsSetOnACloneStayThere) {
  auto original = readySum();
  auto clone = original->clone();
  ASSERT_TRUE(clone.ok());
  Case test(3, 4, 1), changed(3, 4, 1);
  for (float &value : changed.scale)
    value *= 5;
  ASSERT_OK((*clone)->setParam("scale", changed.scaleView()));
  ASSERT_OK((*clone)->run(changed.inputs()));
  changed.check(**clone);
  ASSERT_OK(original->run(test.inputs()));
  test.check(*original);
  // The same in reverse, with weights that the original has shared.
  ASSERT_OK(original->setParam("scale", changed.scaleView()));
  ASSERT_OK(original->run(changed.inputs()));
  changed.check(*original);
}

TEST_P(ExecutableTest, CloneOfAnUnpreparedExecutableCanBeCompleted) {
  auto original = loadSum();
  auto clone = original->clone();
  ASSERT_TRUE(clone.ok());
  Case test(3, 4, 1);
  ASSERT_OK((*clone)->setParam("scale", test.scaleView()));
  ASSERT_OK((*clone)->run(test.inputs()));
  test.check(**clone);
  EXPECT_ERROR(original->run(test.inputs()), FailedPrecondition, "params have no value yet");
}

// --- observers

namespace {
struct Recorder : RunObserver {
  void onCommand(const DispatchRecord &record) override {
    labels.emplace_back(record.label);
    EXPECT_LE(record.startNs, record.endNs);
    prepares += record.inPrepare;
    grid = record.grid[0];
    threads = std::max(threads, record.threads);
  }
  bool wantsBuffers() const override { return true; }
  void onBuffers(const DispatchRecord &record, std::span<const ProbedBuffer> buffers) override {
    ASSERT_EQ(buffers.size(), 1u);
    if (record.label == "add")
      sum.assign(static_cast<const float *>(buffers[0].data),
                 static_cast<const float *>(buffers[0].data) + buffers[0].bytes / 4);
  }
  std::vector<std::string> labels;
  std::vector<float> sum;
  int prepares = 0;
  uint32_t grid = 0, threads = 0;
};
} // namespace

TEST(Executable, ObserverSeesEveryCommandAndItsBuffers) {
  auto executable = readySum({.cols = 4, .costNs = 100000}, 2);
  Recorder recorder;
  ASSERT_OK(executable->setObserver(&recorder));
  Case test(6, 4, 1);
  ASSERT_OK(executable->run(test.inputs()));
  EXPECT_EQ(recorder.labels,
            (std::vector<std::string>{"double", "add", "copy", "scale \"quoted\"", "copy"}));
  EXPECT_EQ(recorder.prepares, 1);
  EXPECT_EQ(recorder.threads, 2u);
  ASSERT_EQ(recorder.sum.size(), 24u);
  EXPECT_EQ(recorder.sum[5], test.x[5] + test.y[5]);
  ASSERT_OK(executable->setObserver(nullptr));
  ASSERT_OK(executable->run(test.inputs()));
  EXPECT_EQ(recorder.labels.size(), 5u);
}

namespace {
// Reads the inputs of commands, and ends the run after one of them.
struct Judge : RunObserver {
  bool wantsInputs() const override { return true; }
  void onInputs(uint32_t command, bool inPrepare, std::span<const ProbedBuffer> buffers) override {
    if (!inPrepare && command == 0) // add, of x and y
      for (const ProbedBuffer &buffer : buffers)
        firstElements.push_back(*static_cast<const float *>(buffer.data));
  }
  void onCommand(const DispatchRecord &record) override {
    last = record.label;
    commands += !record.inPrepare;
  }
  Status verdict() override { return last == refused ? invalidArgument("refused") : okStatus(); }
  std::vector<float> firstElements;
  std::string last, refused;
  int commands = 0;
};
} // namespace

TEST(Executable, ObserversSeeInputsAndCanEndARun) {
  auto executable = readySum();
  auto judge = std::make_shared<Judge>();
  const std::weak_ptr<Judge> alive = judge;
  ASSERT_OK(executable->keepObserver(judge));
  Case test(6, 4, 1);
  ASSERT_OK(executable->run(test.inputs()));
  EXPECT_EQ(judge->firstElements, (std::vector<float>{test.x[0], test.y[0]}));
  const int all = judge->commands;
  judge->refused = "add";
  judge->commands = 0;
  EXPECT_ERROR(executable->run(test.inputs()), InvalidArgument, "refused");
  EXPECT_EQ(judge->commands, 1);
  EXPECT_LT(judge->commands, all);
  // The executable keeps it until another one replaces it. A clone does not use it: it has no
  // observer for clones.
  judge.reset();
  ASSERT_FALSE(alive.expired());
  ASSERT_OK_AND_ASSIGN(auto clone, executable->clone());
  ASSERT_OK(clone->run(test.inputs()));
  test.check(*clone);
  ASSERT_OK(executable->keepObserver(nullptr));
  EXPECT_TRUE(alive.expired());
  ASSERT_OK(executable->run(test.inputs()));
  test.check(*executable);
}

TEST(Executable, AKeptObserverStaysWithOthers) {
  struct ForClones : Judge {
    std::shared_ptr<RunObserver> forClone() const override {
      auto fresh = std::make_shared<ForClones>();
      fresh->refused = refused;
      return fresh;
    }
  };
  auto executable = readySum();
  const auto kept = std::make_shared<ForClones>();
  ASSERT_OK(executable->keepObserver(kept));
  Judge given;
  ASSERT_OK(executable->setObserver(&given));
  Case test(6, 4, 1);
  ASSERT_OK(executable->run(test.inputs()));
  EXPECT_EQ(kept->commands, 4);
  EXPECT_EQ(given.commands, 4);
  EXPECT_EQ(given.firstElements, kept->firstElements);
  given.refused = "add"; // both observers may end a run
  EXPECT_ERROR(executable->run(test.inputs()), InvalidArgument, "refused");
  ASSERT_OK(executable->setObserver(nullptr));
  ASSERT_OK(executable->run(test.inputs()));
  EXPECT_EQ(kept->commands, 9);
  EXPECT_EQ(given.commands, 5);
  // The original's observer also works in its clones and in their clones.
  kept->refused = "add";
  ASSERT_OK_AND_ASSIGN(auto clone, executable->clone());
  ASSERT_OK_AND_ASSIGN(auto second, clone->clone());
  kept->refused = "";
  ASSERT_OK(executable->run(test.inputs()));
  for (Executable *one : {clone.get(), second.get()}) {
    EXPECT_ERROR(one->run(test.inputs()), InvalidArgument, "refused");
    ASSERT_OK(one->setObserver(nullptr));
    EXPECT_ERROR(one->run(test.inputs()), InvalidArgument, "refused");
    ASSERT_OK(one->keepObserver(nullptr));
    ASSERT_OK(one->run(test.inputs()));
    test.check(*one);
  }
  // Making a lazy executable does not lose it either.
  const auto make = [&]() -> StatusOr<std::unique_ptr<Executable>> {
    auto made = readySum();
    RLX_RETURN_IF_ERROR(made->keepObserver(kept));
    return made;
  };
  kept->refused = "add";
  ASSERT_OK_AND_ASSIGN(auto late, Executable::deferred(sumProgram(), make, {1}));
  ASSERT_OK(late->setObserver(&given));
  ASSERT_OK(late->setObserver(nullptr));
  EXPECT_ERROR(late->run(test.inputs()), InvalidArgument, "refused");
}

TEST(Executable, ADeferredOneIsMadeByItsFirstCall) {
  int made = 0;
  const auto make = [&made]() -> StatusOr<std::unique_ptr<Executable>> {
    ++made;
    return Executable::load(sumProgram(), testKernels(), {"", 1});
  };
  ASSERT_OK_AND_ASSIGN(auto executable, Executable::deferred(sumProgram(), make, {0}));
  EXPECT_EQ(executable->program().inputs.size(), sumProgram().inputs.size());
  EXPECT_TRUE(executable->program().main.empty());
  EXPECT_EQ(executable->missingParams(), (std::vector<std::string_view>{"scale"}));
  EXPECT_EQ(executable->output(0).data, nullptr);
  EXPECT_EQ(executable->deviceName(), "cpu");
  EXPECT_TRUE(executable->isLazy());
  EXPECT_EQ(made, 0);
  const std::string_view name = executable->program().params[0].name;
  Case test(3, 4, 1);
  ASSERT_OK(executable->setParam(name, test.scaleView()));
  EXPECT_EQ(made, 1);
  EXPECT_FALSE(executable->isLazy());
  ASSERT_OK(executable->run(test.inputs()));
  test.check(*executable);
  ASSERT_OK_AND_ASSIGN(auto clone, executable->clone());
  ASSERT_OK(executable->materialize());
  EXPECT_EQ(made, 1);
  executable.reset();
  ASSERT_OK(clone->run(test.inputs()));
  test.check(*clone);
  // Whether a clone can be made is not known yet, so the executable is made.
  ASSERT_OK_AND_ASSIGN(executable, Executable::deferred(sumProgram(), make, {1}));
  EXPECT_TRUE(executable->missingParams().empty());
  ASSERT_OK(executable->clone().status());
  EXPECT_EQ(made, 2);
}

TEST(Executable, ADeferredOneThatCannotBeMadeSaysWhyInEveryCall) {
  int tried = 0;
  ASSERT_OK_AND_ASSIGN(
      auto executable,
      Executable::deferred(sumProgram(),
                           [&tried]() -> StatusOr<std::unique_ptr<Executable>> {
                             ++tried;
                             return unsupported("no such op").withContext("compiling");
                           },
                           {0}));
  Case test(3, 4, 1);
  for (int i = 0; i < 2; ++i) {
    EXPECT_ERROR(executable->setParam("scale", test.scaleView()), Unsupported, "no such op");
    EXPECT_ERROR(executable->run(test.inputs()), Unsupported, "no such op; while compiling");
    EXPECT_ERROR(executable->bind(test.inputs()), Unsupported, "no such op");
    EXPECT_ERROR(executable->prepare(), Unsupported, "no such op");
    EXPECT_ERROR(executable->clone().status(), Unsupported, "no such op");
    EXPECT_ERROR(executable->shareWeights().status(), Unsupported, "no such op");
    Commit commit;
    EXPECT_ERROR(executable->commitNoWait(test.inputs(), commit), Unsupported, "no such op");
  }
  EXPECT_EQ(tried, 1);
  EXPECT_TRUE(executable->isLazy());
  EXPECT_EQ(executable->missingParams().size(), 1u);
  EXPECT_EQ(executable->memoryUse().arenaBytes, 0);
}

TEST(Executable, ADeferredOneIsWhatItWasSaidToBe) {
  const auto expectRefused = [](auto change, const char *why) {
    Program other = sumProgram();
    change(other);
    ASSERT_OK_AND_ASSIGN(
        auto executable,
        Executable::deferred(std::move(other),
                             [] { return Executable::load(sumProgram(), testKernels(), {"", 1}); },
                             {0}));
    EXPECT_ERROR(executable->prepare(), Internal,
                 "'sum' has another signature than it was said to");
    EXPECT_ERROR(executable->prepare(), Internal, why);
    EXPECT_TRUE(executable->isLazy());
  };
  expectRefused([](Program &p) { p.inputs[0].name = "z"; },
                "inputs are x: f32[rows,4], y: f32[rows,4], expected z: f32[rows,4]");
  expectRefused([](Program &p) { p.outputs[0].dtype = DType::F64; },
                "outputs are out: f32[rows,4], head: ");
  // Sizes are compared too. Static sizes must be equal, and dynamic sizes must be dynamic in both.
  expectRefused([](Program &p) { p.inputs[1].shape[1] = c(5); }, "y: f32[rows,5]");
  expectRefused([](Program &p) { p.params[0].shape[0] = c(3); },
                "params are scale: f32[4], expected scale: f32[3]");
  expectRefused([](Program &p) { p.outputs[0].shape[0] = c(3); }, "expected out: f32[3,4]");
  expectRefused([](Program &p) { p.outputs[0].shape[1] = sym(0); }, "expected out: f32[rows,rows]");
  expectRefused([](Program &p) { p.params[0].shape.clear(); }, "expected scale: f32[]");
  EXPECT_ERROR(Executable::deferred(sumProgram(), nullptr, {0}).status(), InvalidArgument,
               "expected a function");
}

TEST(Executable, MemoryUseIsReported) {
  auto executable = readySum();
  ASSERT_OK(executable->run(Case(100, 4, 1).inputs()));
  MemoryUse use = executable->memoryUse();
  EXPECT_GE(use.arenaBytes, 2 * 1600);
  EXPECT_GE(use.outputBytes, 1600 + 16);
  EXPECT_EQ(use.persistentBytes, 64);
  EXPECT_EQ(use.paramBytes, 16);
}

TEST(DeviceRegistry, AlwaysHasTheCpu) {
  auto cpu = DeviceRegistry::get().find("cpu");
  ASSERT_TRUE(cpu.ok());
  EXPECT_EQ((*cpu)->target(), "cpu");
  EXPECT_NE((*cpu)->description().find("threads"), std::string::npos);
}
