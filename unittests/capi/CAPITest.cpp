// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the C smoke test, and the C++ wrapper over the same program.
#include <array>
#include <gtest/gtest.h>

#include "rlx/rlx.hpp"
#include "runtime/capi/Wrap.h"
#include "unittests/capi/smoke.h"
#include "unittests/runtime/MoeProgram.h"
#include "unittests/runtime/StatusMatchers.h"
#include "unittests/runtime/TestPrograms.h"

namespace capi_test {

static rlx_executable_t *load(rlx::rt::Program program) {
  auto loaded = rlx::rt::Executable::load(std::move(program), rlx::rt::testing::testKernels());
  EXPECT_TRUE(loaded.ok());
  rlx_executable_t *handle = nullptr;
  EXPECT_EQ(rlx::capi::wrap(std::move(*loaded), &handle), nullptr);
  return handle;
}

static rlx_executable_t *makeSum() {
  return load(rlx::rt::testing::sumProgram());
}

TEST(CAPI, RunFormsInC) {
  rlx_executable_t *handle = makeSum();
  const char *failed = run_forms_test(handle);
  EXPECT_EQ(failed, nullptr) << failed;
  rlx_executable_free(handle);
}

TEST(CAPI, HandlesInC) {
  rlx_executable_t *handle = load(rlx::rt::testing::stepProgram());
  const char *failed = handles_test(handle);
  EXPECT_EQ(failed, nullptr) << failed;
  rlx_executable_free(handle);
}

TEST(CAPI, CommitsInC) {
  rlx_executable_t *handle = load(rlx::rt::testing::stepProgram());
  const char *failed = commits_test(handle);
  EXPECT_EQ(failed, nullptr) << failed;
  rlx_executable_free(handle);
}

TEST(CAPI, StringsInC) {
  rlx_executable_t *handle = load(rlx::rt::testing::echoStringsProgram());
  const char *failed = strings_test(handle);
  EXPECT_EQ(failed, nullptr) << failed;
  rlx_executable_free(handle);
}

static rlx_executable_t *loadExperts(rlx::rt::Program program = rlx::rt::testing::moeProgram()) {
  auto loaded = rlx::rt::Executable::load(std::move(program), rlx::rt::testing::moeKernels());
  EXPECT_TRUE(loaded.ok());
  rlx_executable_t *handle = nullptr;
  EXPECT_EQ(rlx::capi::wrap(std::move(*loaded), &handle), nullptr);
  return handle;
}

TEST(CAPI, ExpertsInC) {
  rlx_executable_t *handle = loadExperts(), *other = loadExperts();
  const char *failed = experts_test(handle, other);
  EXPECT_EQ(failed, nullptr) << failed;
  rlx_executable_free(handle);
  rlx_executable_free(other);
}

TEST(CppWrapper, CountsAndCapturesExperts) {
  rlx::Executable executable(loadExperts());
  const std::vector<rlx::MoeLayer> layers = executable.moeLayers();
  ASSERT_EQ(layers.size(), 3u);
  EXPECT_EQ(layers[1].experts, 5u);
  EXPECT_EQ(layers[1].perRow, 0u);
  EXPECT_EQ(layers[1].withoutChoice, "its routing is an input");
  EXPECT_EQ(executable.setMoeResidentExperts({1, 0, 1, 0}).code(), RLX_INVALID_ARGUMENT);
  ASSERT_TRUE(
      executable.setMoeResidentExpertsPerLayer({{1, 0, 1, 0}, {0, 0, 0, 0, 1}, {1, 1, 1, 1}}).ok());
  auto without = executable.enableMoeTopkCapture(4);
  ASSERT_TRUE(without.ok()) << without.status().message();
  EXPECT_EQ(*without, 0u);
  EXPECT_EQ(executable.enableMoeTopkCapture(5).status().code(), RLX_UNSUPPORTED);
  const std::vector<float> scores{4, 1, 2, 3, 1, 2, 3, 4}, ids{4, 0}, flag{0};
  ASSERT_TRUE(executable.runF32({{"scores", scores}, {"ids", ids}, {"flag", flag}}).ok());
  auto counted = executable.takeMoeStatistics();
  ASSERT_TRUE(counted.ok());
  EXPECT_EQ(counted->runs, 1u);
  ASSERT_EQ(counted->layers.size(), 3u);
  EXPECT_EQ(counted->layers[0].hits, (std::vector<uint64_t>{1, 0, 1, 2}));
  EXPECT_EQ(counted->layers[0].residentTokens, 2u);
  EXPECT_EQ(counted->layers[1].residentTokens, 3u);
  EXPECT_EQ(counted->layers[1].otherTokens, 3u);
  EXPECT_EQ(executable.takeMoeStatistics()->runs, 0u);
  auto choices = executable.takeMoeTopkCapture();
  ASSERT_TRUE(choices.ok());
  ASSERT_EQ(choices->size(), 2u);
  EXPECT_EQ((*choices)[0].ids.shape(), (rlx::Shape{2, 2}));
  EXPECT_EQ((*choices)[0].ids.data<int64_t>()[3], 2);
  EXPECT_EQ((*choices)[1].layer, 2u);
  EXPECT_EQ((*choices)[1].ids.elementCount(), 0u);
  ASSERT_TRUE(executable.disableMoeTopkCapture().ok());
  ASSERT_TRUE(executable.clearMoeResidentExperts().ok());
  EXPECT_EQ(executable.takeMoeTopkCapture().status().code(), RLX_FAILED_PRECONDITION);
}

TEST(CppWrapper, SaysHowManyLayersCannotBeCaptured) {
  rlx::rt::Program program = rlx::rt::testing::moeProgram();
  rlx::rt::MoeLayer &last = program.moeLayers[2];
  last.chosen.reset();
  last.perRow = 0;
  last.withoutChoice = "nobody knows";
  rlx::Executable executable(loadExperts(std::move(program)));
  auto without = executable.enableMoeTopkCapture(4);
  ASSERT_TRUE(without.ok()) << without.status().message();
  EXPECT_EQ(*without, 1u);
}

TEST(CAPI, SmokeTestInC) {
  rlx_executable_t *handle = makeSum();
  const char *failed = smoke_test(handle);
  EXPECT_EQ(failed, nullptr) << failed;
  rlx_executable_free(handle);
}

TEST(CAPI, StatusCarriesContext) {
  rlx::Status status(rlx::capi::wrap(rlx::rt::dataLoss("bad").withContext("reading 'x'")));
  EXPECT_FALSE(status.ok());
  EXPECT_EQ(status.code(), RLX_DATA_LOSS);
  EXPECT_STREQ(status.message(), "data_loss: bad; while reading 'x'");
  EXPECT_TRUE(rlx::Status().ok());
}

TEST(CppWrapper, RunsByName) {
  rlx::Executable executable(makeSum());
  EXPECT_EQ(executable.name(), "sum");
  std::vector<rlx::TensorInfo> inputs = executable.inputs();
  ASSERT_EQ(inputs.size(), 2u);
  EXPECT_EQ(inputs[0].shape, (rlx::Shape{-1, 4}));
  EXPECT_EQ(inputs[0].symbols[0], "rows");
  auto x = rlx::Tensor::create(RLX_F32, {3, 4}), y = rlx::Tensor::create(RLX_F32, {3, 4});
  auto scale = rlx::Tensor::create(RLX_F32, {4}), out = rlx::Tensor::create(RLX_F32, {3, 4});
  ASSERT_TRUE(x.ok() && y.ok() && scale.ok() && out.ok());
  for (int i = 0; i < 12; ++i)
    x->data<float>()[i] = float(i);
  for (int i = 0; i < 4; ++i)
    scale->data<float>()[i] = 5;
  rlx::Status tooEarly = executable.run({{"x", *x}, {"y", *y}});
  EXPECT_EQ(tooEarly.code(), RLX_FAILED_PRECONDITION);
  rlx::Status set = executable.setParam("scale", *scale);
  ASSERT_TRUE(set.ok()) << set.message();
  rlx::Status ran = executable.run({{"x", *x}, {"y", *y}}, {{"out", *out}});
  ASSERT_TRUE(ran.ok()) << ran.message();
  EXPECT_EQ(out->data<float>()[11], 111);
  auto clone = executable.clone();
  ASSERT_TRUE(clone.ok());
  ran = clone->run({{"y", *y}, {"x", *x}});
  ASSERT_TRUE(ran.ok()) << ran.message();
  auto view = clone->output(0);
  ASSERT_TRUE(view.ok());
  EXPECT_EQ(view->shape(), (rlx::Shape{3, 4}));
  EXPECT_EQ(view->data<float>()[1], 11);
  EXPECT_FALSE(clone->output(9).ok());
}

TEST(CppWrapper, RunsOnFloatsWithAState) {
  rlx::Executable steps(load(rlx::rt::testing::stepProgram()));
  auto zero = rlx::Tensor::create(RLX_I8, {4});
  ASSERT_TRUE(zero.ok());
  const std::vector<float> x{1, 2, 3, 4};
  for (rlx::Status &status :
       std::array{steps.bindHandle("state", *zero), steps.setHandleFeed("state", 0)})
    ASSERT_TRUE(status.ok()) << status.message();
  for (float turn = 1; turn <= 3; ++turn) {
    auto results = steps.runF32({{"x", x}});
    ASSERT_TRUE(results.ok()) << results.status().message();
    ASSERT_EQ(results->size(), 2u);
    EXPECT_EQ((*results)[0].values[3], 4 * turn);
  }
  auto state = steps.readHandle("state");
  ASSERT_TRUE(state.ok());
  EXPECT_EQ(state->data<float>()[0], 3);
  ASSERT_TRUE(steps.clearHandleFeed("state").ok());
  ASSERT_TRUE(steps.unbindHandle("state").ok());
  EXPECT_EQ(steps.runF32({{"x", x}}).status().code(), RLX_INVALID_ARGUMENT);
  rlx::Executable sum(makeSum());
  EXPECT_TRUE(sum.setParamF32("scale", x).ok());
  EXPECT_TRUE(sum.setParamTyped("scale", *zero).ok());
  auto wide = rlx::Tensor::create(RLX_F64, {1, 4}), out = rlx::Tensor::create(RLX_I32, {1, 4});
  ASSERT_TRUE(wide.ok() && out.ok());
  ASSERT_TRUE(sum.runTyped({{"x", *wide}, {"y", *wide}}, {{"out", *out}}).ok());
  EXPECT_EQ(out->data<int32_t>()[2], 1);
}

TEST(CppWrapper, TensorsAndDevices) {
  EXPECT_STREQ(rlx::version(), RLX_TEST_VERSION);
  auto devices = rlx::listDevices();
  ASSERT_TRUE(devices.ok());
  EXPECT_EQ((*devices)[0].name, "cpu");
  auto tensor = rlx::Tensor::create(RLX_I64, {2, 2});
  ASSERT_TRUE(tensor.ok());
  tensor->data<int64_t>()[3] = -7;
  const std::string path = ::testing::TempDir() + "/rlx_capi_test.npy";
  rlx::Status saved = tensor->saveNpy(path);
  ASSERT_TRUE(saved.ok()) << saved.message();
  auto back = rlx::Tensor::loadNpy(path);
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(back->dtype(), RLX_I64);
  EXPECT_EQ(back->shape(), (rlx::Shape{2, 2}));
  EXPECT_EQ(back->data<int64_t>()[3], -7);
  std::remove(path.c_str());
  auto bad = rlx::Tensor::create(RLX_F32, {-2});
  EXPECT_EQ(bad.status().code(), RLX_INVALID_ARGUMENT);
}

} // namespace capi_test
