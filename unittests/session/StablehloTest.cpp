// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of JAX, as StableHLO, compute what jax.jit computed: the fixtures of test/stablehlo.
//
// Floats may differ by 1e-5 of the value plus 2e-6 of the largest one (or of 1), as in
// benchmarks/jax_functions.py, where both libraries run. All other results must be equal. By
// default every second case runs, with RLX_TEST_ALL=1 all of them.
#include <cmath>
#include <cstring>

#include "session/Session.h"
#include "unittests/importers/StablehloFixtures.h"
#include <gtest/gtest.h>

namespace stablehlo_test {

using namespace rlx;
using namespace rlx::test;

namespace {

rt::DType dtypeOf(const std::string &element) {
  const std::pair<const char *, rt::DType> all[] = {
      {"f32", rt::DType::F32}, {"bf16", rt::DType::BF16},       {"i32", rt::DType::I32},
      {"i64", rt::DType::I64}, {"i8", rt::DType::I8},           {"ui32", rt::DType::U32},
      {"i1", rt::DType::Bool}, {"complex<f32>", rt::DType::C64}};
  for (const auto &[name, dtype] : all)
    if (element == name)
      return dtype;
  ADD_FAILURE() << "the test does not know the element type " << element;
  return rt::DType::U8;
}

void expectFloats(const float *got, const float *expected, size_t count) {
  float largest = 1;
  for (size_t i = 0; i < count; ++i)
    if (std::isfinite(expected[i]))
      largest = std::max(largest, std::abs(expected[i]));
  for (size_t i = 0; i < count; ++i) {
    const bool isSame =
        got[i] == expected[i] || (std::isnan(got[i]) && std::isnan(expected[i])) ||
        std::abs(got[i] - expected[i]) <= 2e-6 * largest + 1e-5 * std::abs(expected[i]);
    ASSERT_TRUE(isSame) << "element " << i << " is " << got[i] << " instead of " << expected[i];
  }
}

void expectEqual(const rt::TensorView &got, const FixtureTensor &expected) {
  ASSERT_EQ(got.dtype, dtypeOf(expected.element));
  ASSERT_EQ(std::vector<int64_t>(got.shape.begin(), got.shape.end()), expected.shape);
  const auto *floats = reinterpret_cast<const float *>(expected.bytes.data());
  if (expected.element == "f32" || expected.element == "complex<f32>")
    return expectFloats(static_cast<const float *>(got.data), floats, expected.bytes.size() / 4);
  EXPECT_EQ(std::memcmp(got.data, expected.bytes.data(), expected.bytes.size()), 0)
      << "the elements differ";
}

void run(const StablehloCase &test) {
  auto session = Session::fromSource(test.text);
  ASSERT_TRUE(session.ok()) << session.status().toString();
  rt::Executable &exec = (*session)->executable();
  ASSERT_EQ(exec.program().inputs.size(), test.inputs.size());
  std::vector<rt::NamedTensor> inputs;
  for (size_t i = 0; i < test.inputs.size(); ++i) {
    const FixtureTensor &input = test.inputs[i];
    inputs.push_back(
        {exec.program().inputs[i].name, {dtypeOf(input.element), input.shape, input.bytes.data()}});
  }
  rt::Status status = exec.run(inputs);
  ASSERT_TRUE(status.ok()) << status.toString();
  ASSERT_EQ(exec.program().outputs.size(), test.outputs.size());
  for (size_t i = 0; i < test.outputs.size(); ++i) {
    SCOPED_TRACE("result " + std::to_string(i));
    expectEqual(exec.output(i), test.outputs[i]);
  }
}

class StablehloFamily : public ::testing::TestWithParam<const char *> {};

TEST_P(StablehloFamily, ComputesWhatJaxDoes) {
  std::vector<StablehloCase> cases =
      readStablehloCases(std::string(RLX_STABLEHLO_DIR) + "/" + GetParam() + ".mlir");
  ASSERT_GE(cases.size(), 9u);
  for (const StablehloCase &each : cases) {
    SCOPED_TRACE(each.name);
    run(each);
  }
}

INSTANTIATE_TEST_SUITE_P(Families, StablehloFamily, ::testing::ValuesIn(kStablehloFamilies),
                         [](const auto &info) { return std::string(info.param); });

} // namespace
} // namespace stablehlo_test
