// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls every method of rlx.hpp as a C++ program would, also with wrong arguments.
#include <atomic>
#include <numeric>

#include "unittests/capi/CppCase.h"

namespace cpp_wrapper_test {

using namespace rlx::testing;
using namespace rlx::rt::testing;

namespace {

// The sum program, out = (x + y) * 2 * scale + 1, with x = 0, 1, …, y = 2 x and scale = 3.
struct Sum : ::testing::Test {
  void SetUp() override {
    std::iota(xs.begin(), xs.end(), 0.0f);
    for (size_t i = 0; i < 8; ++i)
      ys[i] = 2 * xs[i];
    expectOk(model.setParamF32("scale", std::vector<float>(4, 3)));
  }
  static void expectOut(const float *out) {
    for (int i = 0; i < 8; ++i)
      EXPECT_EQ(out[i], static_cast<float>(18 * i + 1)) << i;
  }
  std::vector<float> xs = std::vector<float>(8), ys = std::vector<float>(8);
  rlx::Executable model = load(sumProgram());
  rlx::Tensor x = tensorOf({2, 4}, std::span(xs)), y = tensorOf({2, 4}, std::span(ys));
};

// The step program, next = state + x and seen = state, all f32[4].
struct Steps : ::testing::Test {
  std::vector<float> ones{1, 1, 1, 1};
  rlx::Executable model = load(stepProgram());
  rlx::Tensor x = tensorOf({4}, std::span(ones));
};

} // namespace

TEST_F(Sum, OutputShapes) {
  const std::vector<int64_t> dims{5, 4};
  const std::vector<rlx_input_shape_t> shapes{{"x", RLX_F32, 2, dims.data(), nullptr},
                                              {"y", RLX_F32, 2, dims.data(), nullptr}};
  const auto outputs = model.outputShapes(shapes);
  expectOk(outputs.status());
  EXPECT_EQ(*outputs, (std::vector<std::vector<int64_t>>{{5, 4}, {1, 4}}));
  const auto missing = model.outputShapes(std::span(shapes).first(1));
  EXPECT_STREQ(std::string(missing.status().text()).substr(0, 17).c_str(), "missing input 'y'");
}

TEST_F(Sum, EveryFormOfRun) {
  std::vector<float> outs(8), heads(4);
  rlx::Tensor out = tensorOf({2, 4}, std::span(outs)), head = tensorOf({1, 4}, std::span(heads));
  const auto clear = [&] { std::fill(outs.begin(), outs.end(), -1.0f); };
  // Lists in braces and Arguments, in any combination.
  rlx::Arguments inputs, outputs;
  inputs.add("y", y).add(std::string("x"), x);
  outputs.add("out", out);
  expectOk(model.run({{"x", x}, {"y", y}}));
  expectOut(model.output(0)->data<float>());
  expectOk(model.run(inputs));
  expectOut(model.output(0)->values<float>().data());
  expectOk(model.run({{"x", x}, {"y", y}}, {{"out", out}, {"head", head}}));
  expectOut(outs.data());
  EXPECT_EQ(heads[3], 9);
  for (int form = 0; form < 6; ++form) {
    clear();
    expectOk(form == 0   ? model.run(inputs, outputs)
             : form == 1 ? model.run({{"x", x}, {"y", y}}, outputs)
             : form == 2 ? model.run(inputs, {{"out", out}})
             : form == 3 ? model.runTyped(inputs, outputs)
             : form == 4 ? model.runTyped({{"x", x}, {"y", y}}, outputs)
                         : model.runTyped(inputs, {{"out", out}}));
    expectOut(outs.data());
  }
  std::vector<double> wide(xs.begin(), xs.end());
  std::vector<int32_t> narrow(8);
  expectOk(model.runTyped({{"x", tensorOf({2, 4}, std::span(wide))}, {"y", y}},
                          {{"out", tensorOf({2, 4}, std::span(narrow))}}));
  EXPECT_EQ(narrow[7], 18 * 7 + 1);
  expectOk(model.runTyped({{"x", x}, {"y", y}}));

  auto floats = model.runF32({{"x", xs}, {"y", ys}});
  ASSERT_TRUE(floats.ok()) << floats.status().message();
  ASSERT_EQ(floats->size(), 2u);
  EXPECT_EQ((*floats)[0].count, 8u);
  expectOut((*floats)[0].values);

  auto listed = model.runReadOutputs({{"x", x}, {"y", y}}, {1, 0});
  ASSERT_TRUE(listed.ok()) << listed.status().message();
  EXPECT_EQ((*listed)[0].elementCount(), 4u);
  expectOut((*listed)[1].data<float>());
  listed = model.runReadOutputs(inputs, {0, 0});
  ASSERT_TRUE(listed.ok()) << listed.status().message();
  expectOut((*listed)[1].data<float>());
  std::vector<const rlx_tensor_t *> room(2);
  const std::vector<size_t> indices{0, 1};
  expectOk(model.runReadOutputs(inputs, indices, room));
  expectOut(rlx::OutputView(room[0]).data<float>());

  for (bool list : {true, false}) {
    auto raw = list ? model.runRaw(inputs) : model.runRaw({{"x", x}, {"y", y}});
    ASSERT_TRUE(raw.ok()) << raw.status().message();
    ASSERT_EQ(raw->size(), 2u);
    EXPECT_EQ((*raw)[0].bytes, 32u);
    expectOut(static_cast<const float *>((*raw)[0].data));
  }

  const std::vector<rlx_slot_input_t> byPosition{rlx::Slot(xs), rlx::Slot(y)};
  for (int form = 0; form < 4; ++form) {
    auto slots = form == 0   ? model.runSlots({xs, wide})
                 : form == 1 ? model.runSlots({x, y.view()})
                 : form == 2 ? model.runSlots({{RLX_F32, xs.data(), 8}, std::span(ys)})
                             : model.runSlots(byPosition);
    ASSERT_TRUE(slots.ok()) << slots.status().message();
    ASSERT_EQ(slots->size(), 2u);
    EXPECT_EQ((*slots)[0].count, 8u);
  }
  auto slots = model.runSlots({xs, ys});
  ASSERT_TRUE(slots.ok());
  expectOut(reinterpret_cast<const float *>(static_cast<const char *>(model.arena()) +
                                            (*slots)[0].offset));
  auto row = model.readOutputRow(0, 1, 4);
  ASSERT_TRUE(row.ok()) << row.status().message();
  EXPECT_EQ(static_cast<const float *>(*row)[0], 18 * 4 + 1);

  // An output of one executable as the input of another, without a copy.
  auto next = model.clone();
  ASSERT_TRUE(next.ok());
  expectOk(next->run({{"x", *model.output(0)}, {"y", y}}));
  EXPECT_EQ(next->output(0)->data<float>()[0], 1 * 6 + 1);
}

TEST_F(Sum, WrongArgumentsOfRuns) {
  std::vector<float> three(3), many(12);
  rlx::Tensor small = tensorOf({3}, std::span(three)), wider = tensorOf({2, 6}, std::span(many));
  expectError(model.run({{"x", x}}), RLX_INVALID_ARGUMENT, "missing input 'y'");
  expectError(model.run({{"x", x}, {"z", y}}), RLX_INVALID_ARGUMENT, "there is no input 'z'");
  expectError(model.run({{"x", x}, {"y", small}}), RLX_INVALID_ARGUMENT, "input 'y'");
  expectError(model.run({{"x", x}, {"y", wider}}), RLX_INVALID_ARGUMENT, "expected 4, got 6");
  expectError(model.run({{"x", x}, {"y", y}}, {{"oh", y}}), RLX_INVALID_ARGUMENT, "'oh'");
  expectError(model.run({{"x", x}, {nullptr, y}}), RLX_INVALID_ARGUMENT, "NULL name");
  expectError(model.run({{"x", x}, {"y", rlx::OutputView()}}), RLX_INVALID_ARGUMENT,
              "inputs[1] has a NULL name or tensor");
  expectError(model.run(), RLX_INVALID_ARGUMENT, "missing input");
  expectError(model.runTyped({{"x", x}, {"y", small}}), RLX_INVALID_ARGUMENT, "input 'y'");
  expectError(model.runF32({{"x", xs}, {"y", three}}).status(), RLX_INVALID_ARGUMENT,
              "multiple of 4 elements, got 3");
  expectError(model.runReadOutputs({{"x", x}, {"y", y}}, {0, 2}).status(), RLX_OUT_OF_RANGE,
              "there is no output 2");
  std::vector<const rlx_tensor_t *> room(1);
  const std::vector<size_t> indices{0, 1};
  expectError(model.runReadOutputs({}, indices, room), RLX_INVALID_ARGUMENT,
              "room for 2 outputs, got 1");
  expectError(model.runRaw({{"x", x}}).status(), RLX_INVALID_ARGUMENT, "missing input 'y'");
  expectError(model.runSlots({xs}).status(), RLX_INVALID_ARGUMENT, "takes 2 inputs, got 1");
  expectError(model.runSlots({xs, three}).status(), RLX_INVALID_ARGUMENT, "got 3");
  expectError(model.runSlots({{RLX_INVALID_DTYPE, xs.data(), 8}, ys}).status(),
              RLX_INVALID_ARGUMENT, "no element type has the number -1");
  expectOk(model.run({{"x", x}, {"y", y}}));
  expectError(model.output(2).status(), RLX_OUT_OF_RANGE, "output 2 of 2");
  expectError(model.readOutputRow(0, 2, 4).status(), RLX_OUT_OF_RANGE, "row 2");
  expectError(model.setParam("scale", small), RLX_INVALID_ARGUMENT, "f32[3]");
  expectError(model.setParam("scales", small), RLX_NOT_FOUND, "no param 'scales'");
  expectError(model.setParamTyped("scale", small), RLX_INVALID_ARGUMENT, "f32[3]");
  expectError(model.setParamF32("scale", three), RLX_INVALID_ARGUMENT, "has 4 elements, got 3");
  expectError(model.adoptParam("scale", std::move(small)), RLX_INVALID_ARGUMENT, "f32[3]");
  expectOut(model.output(0)->data<float>()); // the calls since then have not changed it
  expectOk(model.run({{"x", x}, {"y", y}}));
  expectOut(model.output(0)->data<float>());
}

TEST_F(Sum, ParamsExtentsAndClones) {
  std::vector<float> threes(4, 3);
  std::vector<int8_t> bytes(4, 3);
  auto own = rlx::Tensor::create(RLX_F32, {4});
  ASSERT_TRUE(own.ok());
  std::ranges::fill(own->values<float>(), 3.0f);
  rlx::Executable fresh = load(sumProgram());
  expectError(fresh.prepare(), RLX_FAILED_PRECONDITION, "no value yet: 'scale'");
  expectOk(fresh.setParam("scale", tensorOf({4}, std::span(threes))));
  expectOk(fresh.setParamTyped("scale", tensorOf({4}, std::span(bytes))));
  expectOk(fresh.adoptParam("scale", std::move(*own)));
  expectOk(fresh.prepare());
  expectOk(fresh.run({{"x", x}, {"y", y}}));
  expectOut(fresh.output(0)->data<float>());

  expectOk(model.setActiveExtent(1, 2));
  expectOk(model.run({{"x", x}, {"y", y}}));
  EXPECT_EQ(model.output(0)->dims()[0], 1);
  auto clone = model.clone();
  ASSERT_TRUE(clone.ok());
  expectOk(model.clearActiveExtent());
  expectOk(model.run({{"x", x}, {"y", y}}));
  EXPECT_EQ(model.output(0)->shape(), (rlx::Shape{2, 4}));
  expectOk(clone->run({{"x", x}, {"y", y}}));
  EXPECT_EQ(clone->output(0)->dims()[0], 1);
  expectError(model.setActiveExtent(3, 2), RLX_INVALID_ARGUMENT, "0 <= actual <= upper");

  EXPECT_EQ(model.name(), "sum");
  EXPECT_EQ(model.device(), "cpu");
  EXPECT_EQ(model.params()[0].name, "scale");
  EXPECT_EQ(model.inputs()[1].symbols[0], "rows");
  EXPECT_EQ(model.outputs()[1].dtype, RLX_F32);
}

TEST_F(Steps, HandlesOfBothKindsAndFeeds) {
  std::vector<float> fives{5, 5, 5, 5};
  const rlx::Tensor five = tensorOf({4}, std::span(fives));
  const std::string state = "state";
  EXPECT_FALSE(model.hasHandle(state));
  expectOk(model.bindHandle(state, five));
  EXPECT_TRUE(model.hasHandle(state));
  EXPECT_FALSE(model.hasDeviceHandle(state));
  expectOk(model.setHandleFeed(state, 0));
  expectOk(model.run({{"x", x}}));
  expectOk(model.run({{"x", x}}));
  auto content = model.readHandle(state);
  ASSERT_TRUE(content.ok()) << content.status().message();
  EXPECT_EQ(content->data<float>()[3], 7);
  // Slots are by position: the slot of the handle has no elements.
  auto slots = model.runSlots({x, rlx::Slot()});
  ASSERT_TRUE(slots.ok()) << slots.status().message();
  expectOk(model.clearHandleFeed(state));
  expectOk(model.run({{"x", x}}));
  EXPECT_EQ(model.output(1)->data<float>()[0], 8);
  auto fed = model.runFeed({{"x", x}}, state, 0);
  ASSERT_TRUE(fed.ok()) << fed.status().message();
  EXPECT_EQ(fed->data<float>()[0], 9);
  rlx::Arguments inputs;
  fed = model.runFeed(inputs.add("x", x), state, 0);
  ASSERT_TRUE(fed.ok()) << fed.status().message();
  EXPECT_EQ(fed->data<float>()[0], 10);
  expectOk(model.unbindHandle(state));

  expectOk(model.bindDeviceHandle(state, five));
  EXPECT_TRUE(model.hasDeviceHandle(state));
  expectOk(model.run({{"x", x}}));
  EXPECT_EQ(model.output(0)->data<float>()[2], 6);
  content = model.readDeviceHandle(state);
  ASSERT_TRUE(content.ok()) << content.status().message();
  EXPECT_EQ(content->data<float>()[2], 5);

  expectError(model.run({{"x", x}, {"state", five}}), RLX_FAILED_PRECONDITION, "device handle");
  expectError(model.readHandle(state).status(), RLX_NOT_FOUND, "host handle");
  expectError(model.readDeviceHandle("x").status(), RLX_NOT_FOUND, "handle");
  expectError(model.bindHandle("stat", five), RLX_INVALID_ARGUMENT, "there is no input 'stat'");
  expectError(model.bindDeviceHandle("stat", five), RLX_INVALID_ARGUMENT, "no input 'stat'");
  expectError(model.unbindHandle("x"), RLX_NOT_FOUND, "has no handle");
  expectError(model.setHandleFeed(state, 9), RLX_OUT_OF_RANGE, "no output 9");
  expectError(model.clearHandleFeed("x"), RLX_NOT_FOUND, "handle");
  expectError(model.runFeed({{"x", x}}, state, 9).status(), RLX_OUT_OF_RANGE, "no output 9");
  expectOk(model.run({{"x", x}}));
}

TEST_F(Steps, CommitsCallbacksAndPipelines) {
  std::vector<float> zeros(4);
  expectOk(model.bindHandle("state", tensorOf({4}, std::span(zeros))));
  expectOk(model.setHandleFeed("state", 0));
  std::vector<rlx::Commit> commits;
  std::atomic<int> called{0};
  std::atomic<float> seen{0};
  std::atomic<bool> refused{false};
  for (int i = 0; i < 3; ++i) {
    auto commit = rlx::Commit::create();
    ASSERT_TRUE(commit.ok());
    expectOk(commit->onCompletion([&](rlx::CommitView done) {
      ++called;
      seen = done.output(0)->data<float>()[0];
      refused = model.syncPending().code() == RLX_FAILED_PRECONDITION;
    }));
    commits.push_back(std::move(*commit)); // the callback moves with it
  }
  expectError(commits[0].wait(), RLX_FAILED_PRECONDITION, "nothing was committed yet");
  expectError(commits[0].output(0).status(), RLX_FAILED_PRECONDITION, "nothing was committed yet");
  rlx::Arguments inputs;
  inputs.add("x", x);
  const auto commitInto = [&](rlx::Commit &commit, bool list) {
    // The call is refused while a callback makes its own, also refused, call on the model.
    rlx::Status status;
    do
      status = list ? model.commitNoWait(inputs, commit) : model.commitNoWait({{"x", x}}, commit);
    while (status.code() == RLX_FAILED_PRECONDITION);
    expectOk(status);
  };
  commitInto(commits[0], false);
  commitInto(commits[1], true);
  expectOk(commits[1].wait());
  EXPECT_TRUE(commits[0].isDone());
  expectOk(commits[0].onCompletion(nullptr));
  expectOk(commits[1].onCompletion(nullptr));
  expectOk(commits[2].onCompletion(nullptr));
  EXPECT_EQ(called, 2);
  EXPECT_EQ(seen, 2);
  EXPECT_TRUE(refused);
  EXPECT_EQ(commits[0].output(0)->data<float>()[3], 1);
  EXPECT_EQ(commits[1].view().output(1)->data<float>()[3], 1);
  expectError(commits[0].output(2).status(), RLX_OUT_OF_RANGE, "the model has 2");
  expectOk(model.syncPending());

  expectOk(model.runPipelined({{inputs, commits[0]}, {inputs, commits[1]}, {inputs, commits[2]}}));
  EXPECT_EQ(commits[2].output(0)->data<float>()[0], 5);
  const std::vector<rlx_input_set_t> sets{inputs, inputs};
  const std::vector<rlx_commit_t *> handles{commits[0].get(), commits[1].get()};
  expectOk(model.runPipelined(sets, handles));
  EXPECT_EQ(commits[1].output(0)->data<float>()[0], 7);
  expectError(model.runPipelined(sets, std::span(handles).first(1)), RLX_INVALID_ARGUMENT,
              "each of the 2 sets of inputs, got 1");
  expectError(model.runPipelined({{inputs, commits[0]}, {inputs, commits[0]}}),
              RLX_INVALID_ARGUMENT, "given twice");
  expectError(model.commitNoWait({{"y", x}}, commits[0]), RLX_INVALID_ARGUMENT, "no input 'y'");

  // One result is kept, then all results are kept.
  const size_t seenOnly[] = {1};
  expectOk(commits[0].keepOutputs(seenOnly));
  expectOk(model.commitNoWait({{"x", x}}, commits[0]));
  expectOk(commits[0].wait());
  EXPECT_TRUE(commits[0].output(1).ok());
  EXPECT_EQ(commits[0].output(0).status().code(), RLX_FAILED_PRECONDITION);
  expectOk(commits[0].keepAllOutputs());
  // A commit outlives the executable. A commit that is replaced waits for its run.
  expectOk(model.commitNoWait({{"x", x}}, commits[0]));
  expectOk(model.commitNoWait({{"x", x}}, commits[1]));
  commits[1] = std::move(commits[2]);
  model = load(stepProgram());
  EXPECT_EQ(commits[0].output(0)->data<float>()[0], 9);
  expectError(commits[2].wait(), RLX_INVALID_ARGUMENT, "commit is NULL");
  expectError(commits[2].onCompletion(nullptr), RLX_FAILED_PRECONDITION, "moved from");
}

// In its callback a commit is done. A callback may not set another callback.
TEST_F(Steps, CommitsAreDoneInTheirCallback) {
  std::vector<float> zeros(4);
  expectOk(model.bindHandle("state", tensorOf({4}, std::span(zeros))));
  auto own = rlx::Commit::create();
  ASSERT_TRUE(own.ok());
  bool wasDone = false;
  rlx_status_code_t replaced = RLX_OK;
  expectOk(own->onCompletion([&](rlx::CommitView done) {
    wasDone = done.isDone();
    replaced = own->onCompletion(nullptr).code();
    rlx_commit_set_callback(own->get(), nullptr, nullptr); // no effect
  }));
  for (int i = 0; i < 2; ++i) {
    wasDone = false;
    expectOk(model.commitNoWait({{"x", x}}, *own));
    expectOk(own->wait());
    EXPECT_TRUE(wasDone);
    EXPECT_EQ(replaced, RLX_FAILED_PRECONDITION);
  }
  expectOk(own->onCompletion(nullptr));
}

namespace {

struct Behaviour {
  rlx_status_code_t code = RLX_OK;
  const char *message = "";
};

// Doubles rows, or fails when the test asks for it.
rlx_status_t *twice(void *context, const rlx_kernel_call_t *call) {
  const auto &behaviour = *static_cast<const Behaviour *>(context);
  const rlx_kernel_tensor_t &x = call->inputs[0], &y = call->outputs[0];
  for (int64_t i = 0; i < x.dims[0] * x.dims[1]; ++i)
    static_cast<float *>(y.data)[i] = 2 * static_cast<const float *>(x.data)[i];
  return rlx::Status(behaviour.code, behaviour.message).release();
}

} // namespace

TEST(CppPackages, LoadWithOptionsAndKernels) {
  const PackageFile file(userVariant(), "wrapper");
  Behaviour behaviour;
  auto options = rlx::LoadOptions::create();
  ASSERT_TRUE(options.ok());
  expectError(rlx::Executable::load(file.path).status(), RLX_NOT_FOUND, "'twice'");
  expectOk(options->addKernel("twice", twice, &behaviour));
  expectOk(options->setThreads(2));
  expectOk(options->setDevice("cpu"));
  expectError(options->addKernel("twice", twice), RLX_ALREADY_EXISTS, "'twice' was added twice");
  expectError(options->addKernel("", twice), RLX_INVALID_ARGUMENT, "name of a kernel is empty");
  expectError(options->addKernel("other", nullptr), RLX_INVALID_ARGUMENT, "function is NULL");
  expectError(options->setThreads(1025), RLX_INVALID_ARGUMENT, "at most 1024 threads, got 1025");
  expectError(options->setDevice("abacus"), RLX_NOT_FOUND, "abacus");
  auto loaded = rlx::Executable::load(file.path, *options);
  ASSERT_TRUE(loaded.ok()) << loaded.status().message();
  (void)rlx::LoadOptions(std::move(*options)); // destroyed here: no longer needed
  std::vector<float> xs{1, 2, 3, 4};
  rlx::Tensor x = tensorOf({1, 4}, std::span(xs));
  expectOk(loaded->run({{"x", x}}));
  EXPECT_EQ(loaded->output(0)->data<float>()[3], 8);

  // The kernel's error message appears once, with the command that ran.
  behaviour = {RLX_UNSUPPORTED, "three rows are too many"};
  rlx::Status failed = loaded->run({{"x", x}});
  EXPECT_STREQ(failed.message(), "unsupported: three rows are too many; while command "
                                 "'custom @ here', user kernel 'twice'");
  behaviour = {RLX_DATA_LOSS, ""};
  failed = loaded->run({{"x", x}});
  EXPECT_STREQ(failed.message(), "data_loss: the kernel failed and did not say why; while command "
                                 "'custom @ here', user kernel 'twice'");
  behaviour = {};
  expectOk(loaded->run({{"x", x}}));

  expectError(rlx::Executable::load("/nonexistent.rlxe").status(), RLX_NOT_FOUND,
              "cannot open '/nonexistent.rlxe'");
  expectError(rlx::Executable::load(nullptr).status(), RLX_INVALID_ARGUMENT, "path is NULL");
}

TEST(CppTensors, OwnWrapAndShow) {
  EXPECT_EQ(rlx::dtypeOf<int8_t>(), RLX_I8);
  EXPECT_EQ(rlx::dtypeOf<int64_t>(), RLX_I64);
  EXPECT_EQ(rlx::dtypeOf<uint16_t>(), RLX_U16);
  EXPECT_EQ(rlx::dtypeOf<uint64_t>(), RLX_U64);
  EXPECT_EQ(rlx::dtypeOf<bool>(), RLX_BOOL);
  EXPECT_EQ(rlx::dtypeOf<std::complex<double>>(), RLX_C128);
  EXPECT_EQ(rlx::dtypeOf<char *>(), RLX_INVALID_DTYPE);
  auto scalar = rlx::Tensor::create(RLX_I64, {});
  ASSERT_TRUE(scalar.ok());
  EXPECT_EQ(scalar->elementCount(), 1u);
  EXPECT_TRUE(scalar->dims().empty());
  EXPECT_EQ(scalar->values<int64_t>().size(), 1u);
  EXPECT_TRUE(scalar->values<float>().empty());
  int released = 0;
  float memory[6] = {};
  {
    auto wrapped = rlx::Tensor::wrap(
        RLX_F32, {2, 3}, memory, [](void *count) { ++*static_cast<int *>(count); }, &released);
    ASSERT_TRUE(wrapped.ok());
    wrapped->values<float>()[5] = 7;
    EXPECT_EQ(released, 0);
  }
  EXPECT_EQ(released, 1);
  EXPECT_EQ(memory[5], 7);
  expectError(rlx::Tensor::wrap({2, 2}, std::span(memory)).status(), RLX_INVALID_ARGUMENT,
              "the shape has 4 elements, but there are 6");
  expectError(rlx::Tensor::wrap({4, 2}, std::span(memory)).status(), RLX_INVALID_ARGUMENT,
              "the shape has 8 elements, but there are 6");
  expectError(rlx::Tensor::loadNpy("/nonexistent.npy").status(), RLX_NOT_FOUND, "cannot open");
  expectError(scalar->saveNpy("/nonexistent/x.npy"), RLX_NOT_FOUND, "cannot create");
  rlx::Tensor moved = std::move(*scalar);
  EXPECT_EQ(scalar->elementCount(), 0u);
  EXPECT_TRUE(scalar->shape().empty());
  EXPECT_EQ(moved.byteSize(), 8u);
}

TEST(CppTensors, OfStrings) {
  rlx::Executable echo = load(echoStringsProgram());
  std::vector<rlx_string_t> words = {rlx::stringElement("red"), rlx::stringElement("")};
  const rlx::Tensor x = tensorOf({2}, std::span(words));
  EXPECT_EQ(x.dtype(), RLX_STRING);
  expectOk(echo.run({{"x", x}}));
  const auto y = echo.output(0);
  ASSERT_TRUE(y.ok());
  ASSERT_EQ(y->values<rlx_string_t>().size(), 2u);
  EXPECT_EQ(rlx::stringView(y->values<rlx_string_t>()[0]), "red");
  EXPECT_EQ(rlx::stringView(y->values<rlx_string_t>()[1]), "");
}

TEST(CppStatus, IsAValue) {
  rlx::Status ok(RLX_OK, "fine");
  EXPECT_TRUE(ok.ok());
  EXPECT_EQ(ok.release(), nullptr);
  rlx::Status error(RLX_UNSUPPORTED, "no");
  EXPECT_STREQ(error.message(), "unsupported: no");
  rlx::StatusOr<int> none = std::move(error);
  EXPECT_FALSE(none.ok());
  rlx::Status taken = std::move(none).status();
  EXPECT_EQ(taken.code(), RLX_UNSUPPORTED);
  rlx_status_t *handle = taken.release();
  EXPECT_TRUE(taken.ok());
  rlx_status_free(handle);
}

TEST_F(Sum, AMovedFromExecutableRefusesEverything) {
  rlx::Executable moved = std::move(model);
  EXPECT_EQ(model.name(), "");
  EXPECT_EQ(model.device(), "");
  EXPECT_TRUE(model.inputs().empty());
  EXPECT_FALSE(model.hasHandle("x"));
  EXPECT_EQ(model.arena(), nullptr);
  auto commit = rlx::Commit::create();
  ASSERT_TRUE(commit.ok());
  for (const rlx::Status &status :
       std::array{model.run({{"x", x}}), model.runTyped({{"x", x}}), model.prepare(),
                  model.setParamF32("scale", xs), model.syncPending(), model.clearActiveExtent(),
                  model.commitNoWait({{"x", x}}, *commit)})
    expectError(status, RLX_INVALID_ARGUMENT, "executable is NULL");
  expectError(model.clone().status(), RLX_INVALID_ARGUMENT, "executable is NULL");
  expectError(model.output(0).status(), RLX_INVALID_ARGUMENT, "executable is NULL");
  expectError(model.runRaw({{"x", x}}).status(), RLX_INVALID_ARGUMENT, "executable is NULL");
  expectOk(moved.run({{"x", x}, {"y", y}}));
}

} // namespace cpp_wrapper_test
