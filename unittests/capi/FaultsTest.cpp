// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A caller's mistake is a status, after which the object still works: through the C API and its C++
// form. It must not end the process or corrupt memory. scripts/regressions.py lists the tests that
// begin with "Regression:".
#include <cstdlib>
#include <functional>
#include <numeric>

#include "unittests/capi/CppCase.h"

namespace faults_test {

using namespace rlx::testing;
using namespace rlx::rt::testing;

namespace {

using Values = std::vector<float>;

// One form of run, on tensors called `x` and `y` or on their elements.
struct Form {
  const char *name;
  bool takesNames;
  std::function<rlx::Status(rlx::Executable &, rlx::Arguments &, std::vector<rlx::NamedF32>)> run;
};

rlx::Status commitAndWait(rlx::Executable &model, rlx::Arguments &inputs) {
  auto commit = rlx::Commit::create();
  rlx::Status status = model.commitNoWait(inputs, *commit);
  if (!status.ok())
    return status;
  status = commit->wait();
  model.syncPending().ignore();
  return status;
}

std::vector<Form> forms() {
  using Model = rlx::Executable;
  using Inputs = rlx::Arguments;
  using Floats = std::vector<rlx::NamedF32>;
  return {
      {"run", true, [](Model &m, Inputs &in, Floats) { return m.run(in); }},
      {"runTyped", true, [](Model &m, Inputs &in, Floats) { return m.runTyped(in); }},
      {"runF32", true,
       [](Model &m, Inputs &, Floats floats) {
         std::vector<rlx_named_f32_t> list(floats.begin(), floats.end());
         return m.runF32(list).status();
       }},
      {"runReadOutputs", true,
       [](Model &m, Inputs &in, Floats) {
         return m.runReadOutputs(rlx::Executable::NamedList(in), {0, 1}).status();
       }},
      {"runRaw", true, [](Model &m, Inputs &in, Floats) { return m.runRaw(in).status(); }},
      {"runSlots", false,
       [](Model &m, Inputs &, Floats floats) {
         std::vector<rlx_slot_input_t> slots;
         for (const rlx_named_f32_t &values : floats)
           slots.push_back({RLX_F32, values.values, values.count});
         return m.runSlots(slots).status();
       }},
      {"commitNoWait", true, [](Model &m, Inputs &in, Floats) { return commitAndWait(m, in); }},
      {"runPipelined", true,
       [](Model &m, Inputs &in, Floats) {
         auto commit = rlx::Commit::create();
         return m.runPipelined({{in, *commit}});
       }},
  };
}

// The sum program with x and y of two rows, and results of an earlier run.
struct Faults : ::testing::Test {
  void SetUp() override {
    std::iota(xs.begin(), xs.end(), 0.0f);
    expectOk(model.setParamF32("scale", Values(4, 3)));
  }
  rlx::Status runWith(const Form &form, const char *name, Values values, rlx::Shape shape) {
    rlx::Arguments inputs;
    std::vector<rlx::NamedF32> floats{{"x", xs}};
    inputs.add("x", x);
    rlx::Tensor second = tensorOf(shape, std::span(values));
    if (name) {
      inputs.add(name, second);
      floats.emplace_back(name, values);
    }
    return form.run(model, inputs, floats);
  }
  void expectItWorks() {
    expectOk(model.run({{"x", x}, {"y", x}}));
    for (int i = 0; i < 8; ++i)
      EXPECT_EQ(model.output(0)->data<float>()[i], static_cast<float>(12 * i + 1)) << i;
  }
  Values xs = Values(8);
  rlx::Executable model = load(sumProgram());
  rlx::Tensor x = tensorOf({2, 4}, std::span(xs));
};

} // namespace

// Regression: unknown names of inputs were ignored, and an input that was not given kept the data
// of an earlier run. Both are errors of every form of run.
TEST_F(Faults, UnknownAndMissingInputsAreErrorsInEveryFormOfRun) {
  for (const Form &form : forms()) {
    SCOPED_TRACE(form.name);
    expectItWorks(); // leaves a y behind that later runs must not use
    if (form.takesNames) {
      expectError(runWith(form, "z", Values(8), {2, 4}), RLX_INVALID_ARGUMENT,
                  "there is no input 'z'; inputs are x: f32[rows,4], y: f32[rows,4]");
      expectError(runWith(form, "x", Values(8), {2, 4}), RLX_INVALID_ARGUMENT, "given twice");
    }
    expectError(runWith(form, nullptr, Values(8), {2, 4}), RLX_INVALID_ARGUMENT,
                form.takesNames ? "missing input 'y'" : "takes 2 inputs, got 1");
    expectItWorks();
  }
}

// Regression: a length was checked against the end of all memory, not of the tensor: more elements
// overwrote adjacent tensors, fewer left stale data. Both are errors of every form of run, and
// neither earlier results nor handles change.
TEST_F(Faults, WrongLengthsAreErrorsInEveryFormOfRunAndHarmNothing) {
  rlx::Executable steps = load(stepProgram());
  for (const Form &form : forms()) {
    SCOPED_TRACE(form.name);
    expectItWorks();
    Values before(model.output(0)->values<float>().begin(), model.output(0)->values<float>().end());
    for (const auto &[count, shape] :
         {std::pair<size_t, rlx::Shape>(6, {1, 6}), {9, {9}}, {3, {1, 3}}, {7, {7}}}) {
      expectError(runWith(form, "y", Values(count, 9), shape), RLX_INVALID_ARGUMENT, "y");
    }
    // Numbers of rows that disagree, although each input alone is valid.
    for (int64_t rows : {1, 3, 1000})
      expectError(runWith(form, "y", Values(size_t(rows) * 4, 9), {rows, 4}), RLX_INVALID_ARGUMENT,
                  "expected 2 (rows)");
    if (std::string(form.name).starts_with("run") && form.name != std::string("runPipelined")) {
      ASSERT_TRUE(model.output(0).ok());
      EXPECT_TRUE(std::ranges::equal(model.output(0)->values<float>(), before));
    }
    expectItWorks();
  }
  // The same for handles and params, which stay between runs.
  Values four{1, 2, 3, 4}, three(3, 9), five(5, 9);
  const rlx::Tensor right = tensorOf({4}, std::span(four)),
                    shorter = tensorOf({3}, std::span(three)),
                    longer = tensorOf({5}, std::span(five));
  expectOk(steps.bindHandle("state", right));
  for (const rlx::Tensor *wrong : {&shorter, &longer}) {
    expectError(steps.bindHandle("state", *wrong), RLX_INVALID_ARGUMENT, "state: f32[4], got f32[");
    expectError(steps.bindDeviceHandle("state", *wrong), RLX_INVALID_ARGUMENT, "state: f32[4]");
    expectError(steps.run({{"x", *wrong}}), RLX_INVALID_ARGUMENT, "expected 4, got");
    expectError(steps.runFeed({{"x", *wrong}}, "state", 0).status(), RLX_INVALID_ARGUMENT,
                "expected 4, got");
    expectError(model.setParam("scale", *wrong), RLX_INVALID_ARGUMENT, "f32[4], got f32[");
    expectError(model.setParamTyped("scale", *wrong), RLX_INVALID_ARGUMENT, "f32[4], got f32[");
    expectError(model.setParamF32("scale", wrong->values<float>()), RLX_INVALID_ARGUMENT,
                "has 4 elements, got");
  }
  EXPECT_EQ(steps.readHandle("state")->data<float>()[3], 4);
  expectOk(steps.run({{"x", right}}));
  EXPECT_EQ(steps.output(0)->data<float>()[3], 8);
  expectItWorks();
}

// Regression: results had the same fault as inputs. Memory of the wrong size for an output is an
// error before anything is computed, and the memory around it does not change.
TEST_F(Faults, MemoryOfTheWrongSizeForAnOutputIsAnErrorAndNothingAroundItChanges) {
  Values memory(32, -5);
  for (const rlx::Shape &shape : {rlx::Shape{1, 4}, {3, 4}, {8}, {2, 5}}) {
    rlx::Tensor out = tensorOf(
        shape, std::span(memory).subspan(8, size_t(shape[0] * (shape.size() > 1 ? shape[1] : 1))));
    expectError(model.run({{"x", x}, {"y", x}}, {{"out", out}}), RLX_INVALID_ARGUMENT, "'out'");
    expectError(model.runTyped({{"x", x}, {"y", x}}, {{"out", out}}), RLX_INVALID_ARGUMENT,
                "'out'");
  }
  expectError(model.run({{"x", x}, {"y", x}}, {{"outs", x}}), RLX_INVALID_ARGUMENT, "'outs'");
  EXPECT_EQ(memory, Values(32, -5));
  rlx::Tensor out = tensorOf({2, 4}, std::span(memory).subspan(8, 8));
  expectOk(model.run({{"x", x}, {"y", x}}, {{"out", out}}));
  EXPECT_EQ(memory[7], -5);
  EXPECT_EQ(memory[15], 12 * 7 + 1);
  EXPECT_EQ(memory[16], -5);
}

// Regression: raw results were dangling pointers by default. They are stored in the executable
// until its next run. An input that overlaps them is refused.
TEST_F(Faults, RawResultsLieInTheExecutableUntilItsNextRun) {
  auto raw = model.runRaw({{"x", x}, {"y", x}});
  ASSERT_TRUE(raw.ok()) << raw.status().message();
  const rlx_raw_output_t out = (*raw)[0];
  EXPECT_EQ(out.bytes, 32u);
  EXPECT_EQ(static_cast<const float *>(out.data)[7], 85);
  expectError(model.run({{"x", x}, {"z", x}}), RLX_INVALID_ARGUMENT, "no input 'z'");
  EXPECT_EQ(static_cast<const float *>(out.data)[7], 85); // the refused call ran nothing
  const rlx::OutputView result = *model.output(0);
  expectError(model.runRaw({{"x", result}, {"y", x}}).status(), RLX_INVALID_ARGUMENT,
              "input 'x' lies in results of this executable");
  expectItWorks();
}

// Regression: running by position panicked by default, and a slot of another length was dropped
// silently: that input then kept stale data.
TEST_F(Faults, SlotsOfAnotherLengthOrTypeAreErrorsAndNoneIsDropped) {
  const Values ys(8, 1);
  auto slots = model.runSlots({xs, ys});
  ASSERT_TRUE(slots.ok()) << slots.status().message();
  const auto last = [&] {
    return reinterpret_cast<const float *>(static_cast<const char *>(model.arena()) +
                                           (*slots)[0].offset)[7];
  };
  EXPECT_EQ(last(), (7 + 1) * 6 + 1);
  const Values many(12, 1);
  for (size_t count : {0, 1, 4, 7, 9, 12}) {
    const std::vector<rlx_slot_input_t> inputs{rlx::Slot(xs), {RLX_F32, many.data(), count}};
    expectError(model.runSlots(inputs).status(), RLX_INVALID_ARGUMENT, "y");
    EXPECT_EQ(last(), (7 + 1) * 6 + 1) << count;
  }
  expectError(model.runSlots({xs, {RLX_F32, nullptr, 8}}).status(), RLX_INVALID_ARGUMENT,
              "null data pointer");
  expectError(model.runSlots({xs, ys, ys}).status(), RLX_INVALID_ARGUMENT, "takes 2 inputs, got 3");
  ASSERT_TRUE(model.runSlots({xs, xs}).ok());
  EXPECT_EQ(last(), 85);
}

// Regression: errors of handles in device memory were wrong or missing. Each has its status, with
// the reason.
TEST_F(Faults, HandlesSayWhatIsWrong) {
  rlx::Executable steps = load(stepProgram());
  Values four{1, 2, 3, 4};
  const rlx::Tensor value = tensorOf({4}, std::span(four));
  expectError(steps.bindDeviceHandle("stat", value), RLX_INVALID_ARGUMENT,
              "there is no input 'stat'; inputs are x: f32[4], state: f32[4]");
  expectError(steps.readDeviceHandle("state").status(), RLX_NOT_FOUND, "'state'");
  expectError(steps.unbindHandle("state"), RLX_NOT_FOUND, "'state'");
  expectError(steps.setHandleFeed("state", 0), RLX_NOT_FOUND, "bind one first");
  expectOk(steps.bindDeviceHandle("state", value));
  expectError(steps.readHandle("state").status(), RLX_NOT_FOUND, "host handle");
  expectError(steps.setHandleFeed("state", 2), RLX_OUT_OF_RANGE, "there is no output 2");
  expectError(steps.run({{"x", value}, {"state", value}}), RLX_FAILED_PRECONDITION,
              "has a device handle");
  expectOk(steps.run({{"x", value}}));
  EXPECT_EQ(steps.output(0)->data<float>()[3], 8);
}

// Regression: a missing device ended the process. It is an error that lists the available devices.
TEST_F(Faults, ADeviceThatIsNotThereIsAStatus) {
  auto options = rlx::LoadOptions::create();
  ASSERT_TRUE(options.ok());
  expectError(options->setDevice("abacus"), RLX_NOT_FOUND, "'abacus'");
  expectOk(options->setDevice("cpu"));
}

// Regression: cloning ended the process in some states. Every executable can be cloned: before its
// params are set, after a run that failed, and with handles. During a call it is an error.
TEST_F(Faults, EveryExecutableCanBeClonedAtAnyTime) {
  rlx::Executable fresh = load(sumProgram());
  auto early = fresh.clone();
  ASSERT_TRUE(early.ok()) << early.status().message();
  expectError(early->run({{"x", x}, {"y", x}}), RLX_FAILED_PRECONDITION, "no value yet: 'scale'");
  expectOk(early->setParamF32("scale", Values(4, 3)));
  expectOk(early->run({{"x", x}, {"y", x}}));
  expectError(fresh.run({{"x", x}, {"y", x}}), RLX_FAILED_PRECONDITION, "no value yet: 'scale'");
  auto late = fresh.clone();
  ASSERT_TRUE(late.ok()) << late.status().message();
  expectError(model.run({{"x", x}}), RLX_INVALID_ARGUMENT, "missing input");
  auto after = model.clone();
  ASSERT_TRUE(after.ok());
  expectOk(after->run({{"x", x}, {"y", x}}));
  EXPECT_EQ(after->output(0)->data<float>()[7], 85);
}

// Regression: an unsupported element type ended the process. An unknown element type is an error
// wherever a type is given. A type that the model does not have is an error or converted.
TEST_F(Faults, AnElementTypeThatDoesNotFitIsAStatus) {
  // Values that the C++ enum can hold. unittests/capi/smoke.c has others.
  for (int number : {-7, 25}) {
    const std::string text = "no element type has the number " + std::to_string(number);
    expectError(rlx::Tensor::create(static_cast<rlx_dtype_t>(number), {4}).status(),
                RLX_INVALID_ARGUMENT, text);
  }
  std::vector<std::complex<float>> complex(8, {1, 2});
  const rlx::Tensor wrong = tensorOf({2, 4}, std::span(complex));
  expectError(model.run({{"x", wrong}, {"y", x}}), RLX_INVALID_ARGUMENT,
              "input 'x' expects element type f32, got c64");
  expectOk(model.runTyped({{"x", wrong}, {"y", x}}));
  EXPECT_EQ(model.output(0)->data<float>()[7], (1 + 7) * 6 + 1);
  expectItWorks();
}

// Regression: removing dead code changed the positions of inputs. Positions follow the declaration,
// whether an input is read or not.
TEST(FaultsOfPositions, AnInputThatNothingReadsKeepsItsPositionInEveryFormOfRun) {
  ProgramBuilder b;
  b.tensor(rlx::rt::BufferKind::Input, "unused", rlx::rt::DType::F32, {c(3)});
  const uint32_t used = b.tensor(rlx::rt::BufferKind::Input, "used", rlx::rt::DType::F32, {c(2)});
  b.program.main = {ProgramBuilder::copy(
      used, b.tensor(rlx::rt::BufferKind::Output, "copy", rlx::rt::DType::F32, {c(2)}))};
  rlx::Executable model = load(std::move(b.program));
  ASSERT_EQ(model.inputs().size(), 2u);
  EXPECT_EQ(model.inputs()[0].name, "unused");
  Values unused{1, 2, 3}, value{4, 5};
  expectError(model.runSlots({value, unused}).status(), RLX_INVALID_ARGUMENT,
              "input 'unused' (unused: f32[3]) has 3 elements, got 2");
  expectError(model.runSlots({value}).status(), RLX_INVALID_ARGUMENT, "takes 2 inputs");
  ASSERT_TRUE(model.runSlots({unused, value}).ok());
  EXPECT_EQ(model.output(0)->data<float>()[1], 5);
  const rlx::Tensor first = tensorOf({3}, std::span(unused)),
                    second = tensorOf({2}, std::span(value));
  expectError(model.run({{"used", second}}), RLX_INVALID_ARGUMENT, "missing input 'unused'");
  expectOk(model.run({{"used", second}, {"unused", first}}));
  EXPECT_EQ(model.output(0)->data<float>()[0], 4);
}

// Regression: environment variables were read at any time, as global state that could change under
// a compiled model. docs/reference/environment.md lists the variables and when they are read.
// Existing objects do not change with them, nor does the process's number of threads.
TEST_F(Faults, ChangingTheEnvironmentAfterLoadingChangesNothing) {
  const auto described = [] {
    auto devices = rlx::listDevices();
    return devices.ok() ? (*devices)[0].description : "";
  };
  const std::string before = described();
  expectItWorks();
  const std::pair<const char *, const char *> changes[] = {
      {"OMP_NUM_THREADS", "7"}, {"OMP_THREAD_LIMIT", "1"}, {"RLX_MODE", "nonsense"},
      {"RLX_DEVICE", "abacus"}, {"RLX_VERBOSE", "1"},      {"RLX_THREADS", "0"}};
  for (const auto &[name, value] : changes)
    ASSERT_EQ(::setenv(name, value, 1), 0);
  EXPECT_EQ(described(), before);
  expectItWorks();
  rlx::Executable later = load(sumProgram());
  expectOk(later.setParamF32("scale", Values(4, 3)));
  expectOk(later.run({{"x", x}, {"y", x}}));
  EXPECT_EQ(later.device(), "cpu");
  EXPECT_TRUE(
      std::ranges::equal(later.output(0)->values<float>(), model.output(0)->values<float>()));
  for (const auto &[name, value] : changes)
    ::unsetenv(name);
}

} // namespace faults_test
