// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The forms of a run: typed, floats, listed outputs, raw pointers, slots. Each gives the same
// numbers over the same program and reports errors of its arguments.
#include <gtest/gtest.h>

#include "runtime/tensor/Convert.h"
#include "unittests/runtime/OnDevices.h"

using namespace rlx::rt;
using namespace rlx::rt::testing;

namespace {

std::vector<FlatView> slotsOf(const Case &test) {
  return {std::span<const float>(test.x), std::span<const float>(test.y)};
}

class ParamsTest : public OnDevices {};
class RunTypedTest : public OnDevices {};
class RunF32Test : public OnDevices {};
class RunReadOutputsTest : public OnDevices {};
class ReadOutputRowTest : public OnDevices {};
class RunRawTest : public OnDevices {};
class RunSlotsTest : public OnDevices {};
class RunRegressionTest : public OnDevices {};
RLX_ON_DEVICES(ParamsTest);
RLX_ON_DEVICES(RunTypedTest);
RLX_ON_DEVICES(RunF32Test);
RLX_ON_DEVICES(RunReadOutputsTest);
RLX_ON_DEVICES(ReadOutputRowTest);
RLX_ON_DEVICES(RunRawTest);
RLX_ON_DEVICES(RunSlotsTest);
RLX_ON_DEVICES(RunRegressionTest);

} // namespace

// --- params

TEST_P(ParamsTest, AreConvertedFromAnyType) {
  auto executable = loadSum();
  Case test(3, 4, 1);
  test.scale = {1, 2, 250, 3};
  for (DType type : {DType::U8, DType::I64, DType::F16, DType::F64, DType::C64, DType::F32}) {
    std::vector<uint8_t> bytes(4 * byteSize(type));
    convertElements(type, bytes.data(), DType::F32, test.scale.data(), 4);
    TensorView value = test.scaleView();
    value.dtype = type;
    value.data = bytes.data();
    ASSERT_OK(executable->setParamTyped("scale", value));
    ASSERT_OK(executable->run(test.inputs()));
    test.check(*executable);
  }
  test.scale = {5, 6, 7, 8};
  ASSERT_OK(executable->setParamF32("scale", test.scale));
  ASSERT_OK(executable->run(test.inputs()));
  test.check(*executable);
}

TEST_P(ParamsTest, ErrorsOfTheConvertingSetters) {
  auto executable = readySum();
  Case test(3, 4, 1);
  const std::vector<int64_t> wrong{2, 2};
  EXPECT_ERROR(executable->setParamTyped("scale", {DType::I8, wrong, test.x.data()}),
               InvalidArgument, "param 'scale' expects scale: f32[4], got i8[2,2]");
  EXPECT_ERROR(executable->setParamTyped("weight", test.scaleView()), NotFound,
               "there is no param 'weight'; params are scale: f32[4]");
  TensorView broken = test.scaleView();
  broken.dtype = static_cast<DType>(99);
  EXPECT_ERROR(executable->setParamTyped("scale", broken), InvalidArgument, "number 99");
  broken = test.scaleView();
  broken.data = nullptr;
  EXPECT_ERROR(executable->setParamTyped("scale", broken), InvalidArgument, "null data pointer");
  EXPECT_ERROR(executable->setParamF32("scale", std::vector<float>(5)), InvalidArgument,
               "param 'scale' (scale: f32[4]) has 4 elements, got 5");
  EXPECT_ERROR(executable->setParamF32("nope", {}), NotFound, "there is no param 'nope'");
  ASSERT_OK(executable->run(test.inputs()));
  test.check(*executable);
}

// --- typed

TEST_P(RunTypedTest, ConvertsBothWaysThroughTheTable) {
  auto executable = load(echoProgram());
  const std::vector<int64_t> shape{5};
  const std::vector<double> values{0, 1, 2.75, -3.5, 300};
  for (unsigned from = 0; from < kNumDTypes; ++from)
    for (unsigned to = 0; to < kNumDTypes; ++to) {
      const auto host = static_cast<DType>(from), result = static_cast<DType>(to);
      std::vector<uint8_t> given(5 * byteSize(host));
      convertElements(host, given.data(), DType::F64, values.data(), 5);
      std::vector<NamedTensor> inputs;
      std::vector<NamedOutput> outputs;
      std::vector<std::vector<uint8_t>> results(kNumDTypes,
                                                std::vector<uint8_t>(5 * byteSize(result)));
      for (size_t i = 0; i < kNumDTypes; ++i) {
        inputs.push_back({executable->program().inputs[i].name, {host, shape, given.data()}});
        outputs.push_back(
            {executable->program().outputs[i].name, {result, shape, results[i].data()}});
      }
      ASSERT_OK(executable->runTyped(inputs, outputs));
      for (size_t i = 0; i < kNumDTypes; ++i) {
        const auto model = static_cast<DType>(i);
        std::vector<uint8_t> inModel(5 * byteSize(model)), expected(5 * byteSize(result));
        convertElements(model, inModel.data(), host, given.data(), 5);
        convertElements(result, expected.data(), model, inModel.data(), 5);
        EXPECT_EQ(results[i], expected) << name(host) << " " << name(model) << " " << name(result);
      }
    }
}

// A kernel that records its buffers: tensors of equal types are not copied.
namespace seen {
static const void *input, *output;
static int32_t addRows(const rlx_kernel_args *args, uint32_t row, uint32_t y, uint32_t z) {
  input = args->buffers[0];
  output = args->buffers[2];
  return addRowsKernel(args, row, y, z);
}
} // namespace seen

TEST(RunTyped, EqualTypesAreNotCopied) {
  KernelTable kernels;
  ASSERT_OK(kernels.addCPU("add_rows", seen::addRows));
  ASSERT_OK_AND_ASSIGN(auto executable, Executable::load(stepProgram(), kernels, {"", 1}));
  alignas(64) float state[4] = {1, 2, 3, 4}, next[4];
  const double x[4] = {10, 20, 30, 40};
  const std::vector<int64_t> shape{4};
  const std::vector<NamedTensor> inputs{{"state", {DType::F32, shape, state}},
                                        {"x", {DType::F64, shape, x}}};
  const std::vector<NamedOutput> outputs{{"next", {DType::F32, shape, next}}};
  ASSERT_OK(executable->runTyped(inputs, outputs));
  EXPECT_EQ(seen::input, state);
  EXPECT_EQ(seen::output, next);
  EXPECT_EQ(next[3], 44);
}

TEST_P(RunTypedTest, Errors) {
  auto executable = readySum();
  Case test(3, 4, 1);
  std::vector<NamedTensor> inputs = test.inputs();
  inputs[0].tensor.dtype = static_cast<DType>(77);
  EXPECT_ERROR(executable->runTyped(inputs), InvalidArgument,
               "input 'y' expects element type f32, got invalid");
  std::vector<double> memory(12);
  std::vector<int64_t> wrong{12};
  auto into = [&](NamedOutput output) {
    const std::vector<NamedOutput> outputs{output};
    return executable->runTyped(test.inputs(), outputs);
  };
  EXPECT_ERROR(into({"out", {DType::F64, wrong, memory.data()}}), InvalidArgument,
               "output 'out' is f32[3,4] for these inputs, got f64[12]");
  EXPECT_ERROR(into({"out", {static_cast<DType>(77), test.shape, memory.data()}}), InvalidArgument,
               "got invalid[3,4]");
  // The converted result would be longer than the input that begins after its first element, and
  // might overlap others.
  EXPECT_ERROR(into({"out", {DType::C128, test.shape, test.y.data() - 1}}), InvalidArgument,
               "overlaps input '");
  ASSERT_OK(into({"out", {DType::F64, test.shape, memory.data()}}));
  EXPECT_EQ(memory[11], (test.x[11] + test.y[11]) * 2 * test.scale[3] + 1);
}

// --- floats

TEST_P(RunF32Test, TakesShapesFromTheSignature) {
  auto executable = readySum();
  for (int64_t rows : {3, 1, 0, 100}) {
    Case test(rows, 4, 2);
    const std::vector<NamedF32> inputs{{"y", test.y}, {"x", test.x}};
    ASSERT_OK_AND_ASSIGN(auto outputs, executable->runF32(inputs));
    ASSERT_EQ(outputs.size(), 2u);
    ASSERT_EQ(outputs[0].size(), size_t(rows * 4));
    ASSERT_EQ(outputs[1].size(), size_t(std::min<int64_t>(rows, 1) * 4));
    test.check(TensorView{DType::F32, test.shape, outputs[0].data()});
    test.check(*executable); // the same results by name
  }
}

TEST_P(RunF32Test, ConvertsToAndFromTheTypesOfTheModel) {
  auto executable = load(echoProgram());
  const std::vector<float> values{0, 1, 2.75f, -3.5f, 300};
  std::vector<NamedF32> inputs;
  for (const TensorSpec &spec : executable->program().inputs)
    inputs.push_back({spec.name, values});
  ASSERT_OK_AND_ASSIGN(auto outputs, executable->runF32(inputs));
  auto list = [&](DType type) {
    const auto span = outputs[static_cast<size_t>(type)];
    return std::vector<float>(span.begin(), span.end());
  };
  EXPECT_EQ(list(DType::Bool), (std::vector<float>{0, 1, 1, 1, 1}));
  EXPECT_EQ(list(DType::U8), (std::vector<float>{0, 1, 2, 0, 255}));
  EXPECT_EQ(list(DType::I64), (std::vector<float>{0, 1, 2, -3, 300}));
  EXPECT_EQ(list(DType::F16), values);
  EXPECT_EQ(list(DType::C128), values);
}

TEST_P(RunF32Test, Errors) {
  auto executable = readySum();
  Case test(3, 4, 1);
  auto run = [&](std::vector<NamedF32> inputs) { return executable->runF32(inputs).status(); };
  EXPECT_ERROR(run({{"x", test.x}}), InvalidArgument, "missing input 'y'");
  EXPECT_ERROR(run({{"x", test.x}, {"z", test.y}}), InvalidArgument, "there is no input 'z'");
  EXPECT_ERROR(run({{"x", test.x}, {"x", test.x}}), InvalidArgument, "'x' is given twice");
  EXPECT_ERROR(run({{"x", std::span(test.x).first(7)}, {"y", test.y}}), InvalidArgument,
               "input 'x' (x: f32[rows,4]) takes a multiple of 4 elements, got 7");
  EXPECT_ERROR(run({{"x", test.x}, {"y", std::span(test.y).first(8)}}), InvalidArgument,
               "input 'y' dimension 0: expected 3 (rows), since input 'x' dimension 0 is 3, got 2");
  ASSERT_OK(run({{"x", test.x}, {"y", test.y}}));
  test.check(*executable);
  // Dynamic shapes that a length does not determine, and static ones.
  ProgramBuilder b;
  b.program.symbols = {{"n", 0, 0}, {"m", 0, 1}};
  b.tensor(BufferKind::Input, "wide", DType::F32, {sym(0), sym(1)});
  auto wide = load(std::move(b.program));
  EXPECT_ERROR(wide->runF32(std::vector<NamedF32>{{"wide", test.x}}).status(), InvalidArgument,
               "the shape of input 'wide' (wide: f32[n,m]) does not follow from a number of "
               "elements: several of its dimensions are dynamic");
  ProgramBuilder empty;
  empty.program.symbols = {{"n", 0, 0}};
  empty.tensor(BufferKind::Input, "none", DType::F32, {sym(0), c(0)});
  auto none = load(std::move(empty.program));
  EXPECT_ERROR(none->runF32(std::vector<NamedF32>{{"none", {}}}).status(), InvalidArgument,
               "it has none; give it with its shape");
  auto step = load(stepProgram());
  EXPECT_ERROR(step->runF32(std::vector<NamedF32>{{"x", test.x}, {"state", test.x}}).status(),
               InvalidArgument, "input 'x' (x: f32[4]) has 4 elements, got 12");
}

// --- listed outputs, rows, raw pointers

TEST_P(RunReadOutputsTest, GivesWhatIsListedInItsOrder) {
  auto executable = readySum();
  Case test(3, 4, 1);
  const std::vector<size_t> list{1, 0, 1};
  ASSERT_OK_AND_ASSIGN(auto outputs, executable->runReadOutputs(test.inputs(), list));
  ASSERT_EQ(outputs.size(), 3u);
  EXPECT_EQ(outputs[0].shape[0], 1);
  EXPECT_EQ(outputs[0].data, outputs[2].data);
  test.check(outputs[1]);
  test.check(*executable); // the other outputs are there too
  ASSERT_OK_AND_ASSIGN(outputs, executable->runReadOutputs(test.inputs(), {}));
  EXPECT_TRUE(outputs.empty());
  const std::vector<size_t> wrong{0, 2};
  EXPECT_ERROR(executable->runReadOutputs(test.inputs(), wrong).status(), OutOfRange,
               "there is no output 2; the 2 outputs are out: f32[rows,4], head: ");
  test.check(*executable);
}

TEST_P(ReadOutputRowTest, SeesTheResultAsRows) {
  auto executable = readySum();
  Case test(6, 4, 1);
  EXPECT_ERROR(executable->readOutputRow(0, 0, 4).status(), FailedPrecondition,
               "no successful run yet");
  ASSERT_OK(executable->run(test.inputs()));
  const auto *all = executable->output(0).as<float>();
  for (int64_t inner : {1, 4, 8, 24}) {
    for (int64_t row = 0; row < 24 / inner; ++row) {
      ASSERT_OK_AND_ASSIGN(FlatView view, executable->readOutputRow(0, row, inner));
      EXPECT_EQ(view.data, all + row * inner);
      EXPECT_EQ(view.elements, inner);
      EXPECT_EQ(view.dtype, DType::F32);
    }
    EXPECT_ERROR(executable->readOutputRow(0, 24 / inner, inner).status(), OutOfRange,
                 "of output 'out' (f32[6,4]), which has");
  }
  EXPECT_ERROR(executable->readOutputRow(0, -1, 4).status(), OutOfRange, "row -1");
  EXPECT_ERROR(executable->readOutputRow(0, 0, 5).status(), InvalidArgument,
               "output 'out' (f32[6,4]) has no rows of 5 elements");
  EXPECT_ERROR(executable->readOutputRow(0, 0, 0).status(), InvalidArgument, "rows of 0");
  EXPECT_ERROR(executable->readOutputRow(0, 0, -4).status(), InvalidArgument, "rows of -4");
  EXPECT_ERROR(executable->readOutputRow(0, INT64_MAX, 4).status(), OutOfRange, "row 922");
  EXPECT_ERROR(executable->readOutputRow(7, 0, 4).status(), OutOfRange, "no output 7");
}

TEST_P(RunRawTest, PointsIntoTheExecutable) {
  auto executable = readySum();
  Case test(3, 4, 1);
  ASSERT_OK_AND_ASSIGN(auto outputs, executable->runRaw(test.inputs()));
  ASSERT_EQ(outputs.size(), 2u);
  EXPECT_EQ(outputs[0].bytes, 48u);
  EXPECT_EQ(outputs[1].bytes, 16u);
  test.check(TensorView{DType::F32, test.shape, outputs[0].data});
}

// --- slots

TEST_P(RunSlotsTest, EveryOutputIsInTheArena) {
  auto executable = readySum();
  for (int64_t rows : {3, 200, 0, 3}) {
    Case test(rows, 4, 2);
    ASSERT_OK_AND_ASSIGN(auto slots, executable->runSlots(slotsOf(test)));
    ASSERT_EQ(slots.size(), 2u);
    EXPECT_EQ(slots[0].elements, rows * 4);
    EXPECT_EQ(slots[1].elements, std::min<int64_t>(rows, 1) * 4);
    EXPECT_EQ(slots[0].offset % 64 + slots[1].offset % 64, 0);
    const auto *base = static_cast<const std::byte *>(executable->arena());
    test.check(TensorView{DType::F32, test.shape, base + slots[0].offset});
    EXPECT_EQ(executable->output(1).data, base + slots[1].offset);
    test.check(*executable);
  }
}

// A tensor without elements differs from a missing one, though neither has an address.
TEST_P(RunSlotsTest, TakesTensorsWithoutElements) {
  auto executable = readySum();
  const std::vector<float> none;
  const std::vector<FlatView> empty{std::span<const float>(none), std::span<const float>(none)};
  ASSERT_OK_AND_ASSIGN(auto slots, executable->runSlots(empty));
  EXPECT_EQ(slots[0].elements, 0);
  EXPECT_EQ(executable->outputShape(0)[0], 0);
  EXPECT_ERROR(executable->runSlots(std::vector<FlatView>{empty[0], FlatView()}).status(),
               InvalidArgument, "missing input 'y'");
  // The same by name, which is unambiguous.
  const int64_t shape[] = {0, 4};
  const std::vector<NamedTensor> named{{"x", {DType::F32, shape, nullptr}},
                                       {"y", {DType::F32, shape, nullptr}}};
  ASSERT_OK(executable->run(named));
  EXPECT_ERROR(executable->run(std::span(named).first(1)), InvalidArgument, "missing input 'y'");
}

TEST_P(RunSlotsTest, TakesAnyType) {
  auto executable = readySum();
  Case test(3, 4, 2);
  std::vector<int32_t> x(test.x.begin(), test.x.end());
  const std::vector<FlatView> inputs{{DType::I32, x.data(), 12}, std::span<const float>(test.y)};
  ASSERT_OK(executable->runSlots(inputs).status());
  test.check(*executable);
}

// --- regressions

// Regression: unknown names were ignored, missing inputs kept stale data, and params of another
// length overran adjacent tensors. All of these are errors.
TEST_P(RunRegressionTest, NamesThatDoNotExistAndStaleInputsAreErrors) {
  auto executable = readySum();
  Case first(5, 4, 1), test(3, 4, 9);
  ASSERT_OK(executable->run(first.inputs()));
  const std::vector<NamedTensor> misnamed{test.inputs()[0], {"X", test.inputs()[1].tensor}};
  const std::vector<NamedF32> floats{{"x", test.x}, {"Y", test.y}}, onlyX{{"x", test.x}};
  EXPECT_ERROR(executable->run(misnamed), InvalidArgument, "there is no input 'X'");
  EXPECT_ERROR(executable->runTyped(misnamed), InvalidArgument, "there is no input 'X'");
  EXPECT_ERROR(executable->runRaw(misnamed).status(), InvalidArgument, "there is no input 'X'");
  EXPECT_ERROR(executable->runF32(floats).status(), InvalidArgument, "there is no input 'Y'");
  EXPECT_ERROR(executable->runF32(onlyX).status(), InvalidArgument, "missing input 'y'");
  EXPECT_ERROR(executable->setParamF32("scales", test.scale), NotFound, "no param 'scales'");
  // A length that would overrun an adjacent tensor, and one that would leave old elements.
  EXPECT_ERROR(executable->setParamF32("scale", test.x), InvalidArgument, "got 12");
  EXPECT_ERROR(executable->setParamF32("scale", std::span(test.x).first(3)), InvalidArgument,
               "got 3");
  // The errors have not changed the results of the first run.
  first.check(*executable);
  ASSERT_OK(executable->run(test.inputs()));
  test.check(*executable);
}

// Regression: raw results were dangling pointers, running by position panicked, and slots of
// another length were dropped silently.
TEST_P(RunRegressionTest, SlotsAndPointersAreCheckedAndReal) {
  auto executable = readySum();
  Case test(3, 4, 2);
  EXPECT_EQ(executable->arena(), nullptr);
  auto slots = [&](std::vector<FlatView> inputs) { return executable->runSlots(inputs).status(); };
  const FlatView x = slotsOf(test)[0], y = slotsOf(test)[1];
  EXPECT_ERROR(slots({x}), InvalidArgument,
               "the model takes 2 inputs, got 1; in order they are x: f32[rows,4], y: f32[rows,4]");
  EXPECT_ERROR(slots({x, y, y}), InvalidArgument, "got 3");
  EXPECT_ERROR(slots({x, {DType::F32, y.data, 8}}), InvalidArgument, "expected 3 (rows)");
  EXPECT_ERROR(slots({x, {DType::F32, y.data, 11}}), InvalidArgument, "multiple of 4");
  EXPECT_ERROR(slots({x, {DType::F32, y.data, -4}}), InvalidArgument, "multiple of 4");
  EXPECT_ERROR(slots({x, {DType::F32, nullptr, 12}}), InvalidArgument, "null data pointer");
  EXPECT_ERROR(slots({x, {static_cast<DType>(40), y.data, 12}}), InvalidArgument, "got invalid");
  EXPECT_ERROR(slots({x, FlatView()}), InvalidArgument, "missing input 'y'; inputs are x");
  EXPECT_ERROR(slots({FlatView(), FlatView()}), InvalidArgument, "missing input 'x', 'y'");
  ASSERT_OK(slots({x, y}));
  test.check(*executable);
  // Results are inputs of the run that overwrites them.
  const FlatView result(DType::F32, executable->output(0).data, 12);
  EXPECT_ERROR(slots({x, result}), InvalidArgument,
               "input 'y' lies in results of this executable, which the run overwrites");
  std::vector<NamedTensor> inputs = test.inputs();
  inputs[0].tensor.data = result.data;
  EXPECT_ERROR(executable->run(inputs), InvalidArgument, "lies in results");
  const std::vector<NamedOutput> outputs{
      {"out", {DType::F32, test.shape, const_cast<void *>(result.data)}}};
  EXPECT_ERROR(executable->run(test.inputs(), outputs), InvalidArgument,
               "the memory given for output 'out' lies in results");
  test.check(*executable);
  ASSERT_OK(executable->run(test.inputs()));
}

// Results that are not f32 have separate memory as floats.
TEST_P(RunF32Test, ConvertedResultsAreNoInputs) {
  ProgramBuilder b;
  b.program.symbols = {{"n", 0, 0}};
  const uint32_t x = b.tensor(BufferKind::Input, "x", DType::F16, {sym(0)});
  b.program.main = {
      ProgramBuilder::copy(x, b.tensor(BufferKind::Output, "y", DType::F16, {sym(0)}))};
  auto executable = load(std::move(b.program));
  ASSERT_TRUE(executable);
  const std::vector<float> values(64, 1.5f);
  ASSERT_OK_AND_ASSIGN(const auto outputs,
                       executable->runF32(std::array{NamedF32{"x", std::span(values).first(8)}}));
  const std::span<const float> result = outputs[0];
  EXPECT_EQ(result[7], 1.5f);
  for (const size_t count : {8, 64}) // the same memory, and more of it
    EXPECT_ERROR(executable->runF32(std::array{NamedF32{"x", {result.data(), count}}}).status(),
                 InvalidArgument, "input 'x' lies in results of this executable");
  ASSERT_OK(executable->runF32(std::array{NamedF32{"x", values}}).status());
}

// Regression: removing dead code changed the order of inputs by position.
TEST_P(RunRegressionTest, PositionsAreThoseOfTheDeclaration) {
  // An input that no command reads keeps its position.
  ProgramBuilder b;
  b.tensor(BufferKind::Input, "unused", DType::F32, {c(3)});
  const uint32_t used = b.tensor(BufferKind::Input, "used", DType::F32, {c(2)});
  b.program.main = {
      ProgramBuilder::copy(used, b.tensor(BufferKind::Output, "copy", DType::F32, {c(2)}))};
  auto executable = load(std::move(b.program));
  const std::vector<float> unused{1, 2, 3}, value{4, 5};
  const std::vector<FlatView> right{std::span(unused), std::span(value)};
  const std::vector<FlatView> wrong{std::span(value), std::span(unused)};
  EXPECT_ERROR(executable->runSlots(wrong).status(), InvalidArgument,
               "input 'unused' (unused: f32[3]) has 3 elements, got 2");
  ASSERT_OK(executable->runSlots(right).status());
  EXPECT_EQ(executable->output(0).as<float>()[1], 5);
}
