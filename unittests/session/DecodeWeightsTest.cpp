// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Block-quantized weights that one kernel decodes for all tiles (rlx-decode-weights). A run decides
// the number of rows. The device emulates cooperative matrices.
#include "session/Session.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "dialects/rlx/reference/Blocks.h"
#include "dialects/rlx/reference/RefTensor.h"
#include "runtime/device/DeviceRegistry.h"
#include "session/CompileModel.h"
#include "unittests/runtime/StatusMatchers.h"

using namespace rlx;

namespace {

// 2^20 weights: the kernel that decodes also transposes them.
constexpr int64_t kSize = 1024, kColumns = 1024, kBytes = kSize / 32 * 18;

// Scales of 2^-6 and a little more.
std::vector<uint8_t> randomBlocks() {
  std::minstd_rand random(7);
  std::vector<uint8_t> packed(kColumns * kBytes);
  for (size_t i = 0; i < packed.size(); ++i)
    packed[i] = i % 18 == 1 ? 0x24 : static_cast<uint8_t>(random() >> 8);
  return packed;
}

// For each number of rows, the largest error of some results of a program with the input x and the
// weights w, relative to the sum of the terms' magnitudes.
std::vector<double> largestErrors(const std::string &body, const std::vector<int64_t> &counts) {
  SessionOptions options;
  options.load.device = "vulkan";
  EXPECT_OK(compileForDevice("vulkan", options.compile));
  options.compile.codegen.device = RLX_MATRICES_PROFILE;
  auto session = Session::fromSource(R"(
    func.func @main(%x: tensor<?x1024xf32> {rlx.kind = "input", rlx.name = "x"},
                    %w: tensor<1024x576xui8> {rlx.kind = "param", rlx.name = "w"})
        -> (tensor<?x1024xf32> {rlx.name = "y"}) {)" +
                                         body + "return %y : tensor<?x1024xf32>\n}",
                                     options);
  if (!session.ok()) {
    ADD_FAILURE() << session.status().message();
    return {};
  }
  const std::vector<uint8_t> packed = randomBlocks();
  ref::Tensor bytes;
  bytes.ints.assign(packed.begin(), packed.end());
  const std::vector<double> weights = ref::decodeBlocks(BlockScheme::Q4_0, bytes);
  rt::Executable &executable = (*session)->executable();
  const int64_t shape[] = {kColumns, kBytes};
  EXPECT_OK(executable.setParamTyped("w", {rt::DType::U8, shape, packed.data()}));
  std::minstd_rand random(3);
  std::uniform_real_distribution<float> uniform(-1, 1);
  std::vector<double> errors;
  for (const int64_t count : counts) {
    double &worst = errors.emplace_back();
    std::vector<float> x(static_cast<size_t>(count * kSize));
    for (float &each : x)
      each = std::round(uniform(random) * 256) / 256; // an f16
    const int64_t rows[] = {count, kSize};
    const rt::NamedTensor inputs[] = {{"x", {rt::DType::F32, rows, x.data()}}};
    const size_t wanted[] = {0};
    auto outputs = executable.runReadOutputs(inputs, wanted);
    if (!outputs.ok()) {
      ADD_FAILURE() << outputs.status().message();
      return {};
    }
    const auto *y = outputs->front().as<float>();
    for (const int64_t row : {int64_t(0), count / 2, count - 1})
      for (int64_t column = 0; column < kColumns; ++column) {
        double sum = 0, magnitudes = 0;
        for (int64_t i = 0; i < kSize; ++i) {
          const double term = x[row * kSize + i] * weights[column * kSize + i];
          sum += term;
          magnitudes += std::abs(term);
        }
        worst = std::max(worst, std::abs(y[row * kColumns + column] - sum) / magnitudes);
      }
  }
  return errors;
}

// Why the device cannot run such kernels; empty if it can.
std::string whyNot() {
  const auto device = rt::DeviceRegistry::get().find("vulkan");
  if (!device.ok())
    return std::string(device.status().message());
  const std::string profile = (*device)->codegenProfile();
  for (const char *feature : {"shaderFloat16", "storageBuffer8BitAccess"})
    if (profile.find(feature) == std::string::npos)
      return std::string("the device has no ") + feature;
  return "";
}

// Before and from the first number of rows with decoded weights on.
TEST(DecodeWeights, NumbersOfRowsAgree) {
  if (const std::string reason = whyNot(); !reason.empty())
    GTEST_SKIP() << reason;
  const auto errors = largestErrors(R"(
      %h = rlx.cast %x to f16 : (tensor<?x1024xf32>) -> tensor<?x1024xf16>
      %0 = rlx.dequant_matmul %h, %w scheme = q4_0 : (tensor<?x1024xf16>, tensor<1024x576xui8>) -> tensor<?x1024xf16>
      %y = rlx.cast %0 to f32 : (tensor<?x1024xf16>) -> tensor<?x1024xf32>
    )",
                                    {255, 256, 300});
  ASSERT_EQ(errors.size(), 3U);
  for (const double error : errors) // weights and results are rounded to f16
    EXPECT_LE(error, 0x1p-10);
}

// Fast rows of f32 become bf16, as do the weights: in tiles, and decoded before. The bound is that
// of rows of bytes, and the precision has an effect. Fewer rows stay f32 without shuffles.
TEST(DecodeWeights, FastRowsKeepTheirBound) {
  if (const std::string reason = whyNot(); !reason.empty())
    GTEST_SKIP() << reason;
  const auto errors = largestErrors(R"(
      %y = rlx.dequant_matmul %x, %w scheme = q4_0 row_precision = fast : (tensor<?x1024xf32>, tensor<1024x576xui8>) -> tensor<?x1024xf32>
    )",
                                    {63, 64, 256});
  ASSERT_EQ(errors.size(), 3U);
  EXPECT_LE(errors[0], 0x1p-21);
  for (const double error : {errors[1], errors[2]}) {
    EXPECT_LE(error, 1.0 / 254);
    EXPECT_GT(error, 0x1p-14);
  }
}

} // namespace
