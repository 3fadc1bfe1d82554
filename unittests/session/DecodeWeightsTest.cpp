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

TEST(DecodeWeights, NumbersOfRowsAgree) {
  const auto device = rt::DeviceRegistry::get().find("vulkan");
  if (!device.ok())
    GTEST_SKIP() << device.status().message();
  const std::string profile = (*device)->codegenProfile();
  for (const char *feature : {"shaderFloat16", "storageBuffer8BitAccess"})
    if (profile.find(feature) == std::string::npos)
      GTEST_SKIP() << "the device has no " << feature;
  SessionOptions options;
  options.load.device = "vulkan";
  ASSERT_OK(compileForDevice("vulkan", options.compile));
  options.compile.codegen.device = RLX_MATRICES_PROFILE;
  auto session = Session::fromSource(R"(
    func.func @main(%x: tensor<?x1024xf32> {rlx.kind = "input", rlx.name = "x"},
                    %w: tensor<1024x576xui8> {rlx.kind = "param", rlx.name = "w"})
        -> (tensor<?x1024xf32> {rlx.name = "y"}) {
      %h = rlx.cast %x to f16 : (tensor<?x1024xf32>) -> tensor<?x1024xf16>
      %0 = rlx.dequant_matmul %h, %w scheme = q4_0 : (tensor<?x1024xf16>, tensor<1024x576xui8>) -> tensor<?x1024xf16>
      %1 = rlx.cast %0 to f32 : (tensor<?x1024xf16>) -> tensor<?x1024xf32>
      return %1 : tensor<?x1024xf32>
    })",
                                     options);
  ASSERT_TRUE(session.ok()) << session.status().message();
  std::minstd_rand random(7);
  std::vector<uint8_t> packed(kColumns * kBytes);
  for (size_t i = 0; i < packed.size(); ++i) // scales of 2^-6 and a little more
    packed[i] = i % 18 == 1 ? 0x24 : static_cast<uint8_t>(random() >> 8);
  ref::Tensor bytes;
  bytes.ints.assign(packed.begin(), packed.end());
  const std::vector<double> weights = ref::decodeBlocks(BlockScheme::Q4_0, bytes);
  rt::Executable &executable = (*session)->executable();
  const int64_t shape[] = {kColumns, kBytes};
  ASSERT_OK(executable.setParamTyped("w", {rt::DType::U8, shape, packed.data()}));
  std::uniform_real_distribution<float> uniform(-1, 1);
  for (const int64_t count : {255, 256, 300}) { // before and from the first with decoded weights on
    std::vector<float> x(static_cast<size_t>(count * kSize));
    for (float &each : x)
      each = std::round(uniform(random) * 256) / 256; // an f16
    const int64_t rows[] = {count, kSize};
    const rt::NamedTensor inputs[] = {{"x", {rt::DType::F32, rows, x.data()}}};
    const size_t wanted[] = {0};
    auto outputs = executable.runReadOutputs(inputs, wanted);
    ASSERT_TRUE(outputs.ok()) << outputs.status().message();
    const auto *y = outputs->front().as<float>();
    for (const int64_t row : {int64_t(0), int64_t(77), count - 1})
      for (int64_t column = 0; column < kColumns; ++column) {
        double sum = 0, largest = 0;
        for (int64_t i = 0; i < kSize; ++i) {
          const double term = x[row * kSize + i] * weights[column * kSize + i];
          sum += term;
          largest += std::abs(term);
        }
        // Weights and results are rounded to f16.
        ASSERT_NEAR(y[row * kColumns + column], sum, largest * 0x1p-11 + std::abs(sum) * 0x1p-11)
            << count << " rows, " << row << ", " << column;
      }
  }
}

} // namespace
