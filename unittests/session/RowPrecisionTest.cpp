// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matmuls with block-quantized weights, whose rows may be rounded: errors within the bounds that
// the documentation of rlx.dequant_matmul gives for each precision.
#include "session/Session.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <span>

#include <gtest/gtest.h>

#include "dialects/rlx/ops/quant/BlockLayout.h"
#include "dialects/rlx/reference/Blocks.h"
#include "dialects/rlx/reference/RefTensor.h"
#include "runtime/device/DeviceRegistry.h"
#include "session/CompileModel.h"
#include "unittests/TestSet.h"
#include "unittests/runtime/StatusMatchers.h"

using namespace rlx;

namespace {

constexpr int64_t kRows = 7, kColumns = 70, kSize = 512;
constexpr int64_t kGroup = 32; // elements of a row with one scale

// The first six have code of their own; the others share most of it.
const BlockScheme kSchemes[] = {
    BlockScheme::Q4_1,   BlockScheme::Q8_0,   BlockScheme::Q5_K,   BlockScheme::Q2_K,
    BlockScheme::IQ2_S,  BlockScheme::IQ4_NL, BlockScheme::Q4_0,   BlockScheme::Q5_0,
    BlockScheme::Q5_1,   BlockScheme::Q4_K,   BlockScheme::Q3_K,   BlockScheme::Q6_K,
    BlockScheme::IQ4_XS, BlockScheme::MXFP4,  BlockScheme::NVFP4,  BlockScheme::TQ1_0,
    BlockScheme::TQ2_0,  BlockScheme::IQ1_S,  BlockScheme::IQ1_M,  BlockScheme::IQ2_XXS,
    BlockScheme::IQ2_XS, BlockScheme::IQ3_S,  BlockScheme::IQ3_XXS};

std::span<const BlockScheme> schemes() {
  return std::span(kSchemes).first(runsAllTests() ? std::size(kSchemes) : 6);
}

// Gives a block of random bytes ordinary scales: f16 from 1/128 to 1/16, and a few powers of two.
void setScales(BlockScheme scheme, std::span<uint8_t> block) {
  const auto setTop = [&](size_t byte) { block[byte] = 0x28 | (block[byte] & 3); };
  const BlockLayout &layout = blockLayout(scheme);
  switch (scheme) {
  case BlockScheme::MXFP4:
    block[0] = 120 + block[0] % 8;
    return;
  case BlockScheme::NVFP4:
    for (size_t i = 0; i < 4; ++i)
      block[i] = 0x20 + block[i] % 32;
    return;
  case BlockScheme::IQ1_M: // the upper nibble of d
    block[55] = 0x20 | (block[55] & 15);
    return;
  default:
    for (const int64_t offset : {layout.scale, layout.minimum})
      if (offset != BlockLayout::kNone)
        setTop(offset + 1);
  }
}

struct Bound {
  Precision precision;
  double error; // of an element, relative to the largest of its group
};

const Bound kBounds[] = {
    {Precision::Exact, 0x1p-22}, {Precision::High, 1.0 / 65278}, {Precision::Fast, 1.0 / 254}};

class Matmul {
public:
  // The one of a scheme, which compiles once for each precision.
  static Matmul &of(BlockScheme scheme) {
    static std::map<BlockScheme, Matmul> all;
    return all.try_emplace(scheme, scheme, "cpu").first->second;
  }

  Matmul(BlockScheme scheme, std::string device)
      : name(stringifyBlockScheme(scheme)), device(std::move(device)) {
    std::minstd_rand random(7);
    const auto byte = [&] { return static_cast<uint8_t>(random() >> 8); };
    const BlockLayout &layout = blockLayout(scheme);
    packed.resize(static_cast<size_t>(kColumns * kSize / layout.elements * layout.bytes));
    std::ranges::generate(packed, byte);
    for (size_t block = 0; block < packed.size(); block += layout.bytes)
      setScales(scheme, std::span(packed).subspan(block, layout.bytes));
    ref::Tensor all;
    all.ints.assign(packed.begin(), packed.end());
    weights = ref::decodeBlocks(scheme, all);
  }

  std::vector<float> run(const std::vector<float> &x, Precision precision) {
    rt::Executable &executable = compiled(precision).executable();
    const int64_t rows[] = {static_cast<int64_t>(x.size()) / kSize, kSize};
    const rt::NamedTensor inputs[] = {{"x", {rt::DType::F32, rows, x.data()}}};
    const size_t wanted[] = {0};
    auto outputs = executable.runReadOutputs(inputs, wanted);
    EXPECT_TRUE(outputs.ok()) << outputs.status().message();
    const auto *result = outputs->front().as<float>();
    return {result, result + rows[0] * kColumns};
  }

  // For row r and column c the exact result, and the sum of |weight| times the largest of the
  // group.
  std::pair<double, double> expected(const std::vector<float> &x, size_t r, size_t c) const {
    const float *row = x.data() + r * kSize;
    const double *column = weights.data() + c * kSize;
    double sum = 0, scale = 0;
    for (int64_t begin = 0; begin < kSize; begin += kGroup) {
      double largest = 0, magnitudes = 0;
      for (int64_t i = begin; i < begin + kGroup; ++i) {
        sum += row[i] * column[i];
        largest = std::max(largest, std::abs(static_cast<double>(row[i])));
        magnitudes += std::abs(column[i]);
      }
      scale += largest * magnitudes;
    }
    return {sum, scale};
  }

  std::string name, device;

private:
  Session &compiled(Precision precision) {
    std::unique_ptr<Session> &made = sessions[precision];
    if (made)
      return *made;
    const std::string lhs = "tensor<?x" + std::to_string(kSize) + "xf32>",
                      w = "tensor<" + std::to_string(kColumns) + "x" +
                          std::to_string(packed.size() / kColumns) + "xui8>",
                      y = "tensor<?x" + std::to_string(kColumns) + "xf32>";
    SessionOptions options;
    options.load.device = device;
    EXPECT_OK(compileForDevice(device, options.compile));
    options.compile.codegen.precision = precision;
    auto session = Session::fromSource(
        "func.func @main(%x: " + lhs + " {rlx.kind = \"input\", rlx.name = \"x\"}, %w: " + w +
            " {rlx.kind = \"param\", rlx.name = \"w\"}) -> (" + y +
            " {rlx.name = \"y\"}) {\n  %0 = rlx.dequant_matmul %x, %w scheme = " + name + " : (" +
            lhs + ", " + w + ") -> " + y + "\n  return %0 : " + y + "\n}",
        options);
    EXPECT_TRUE(session.ok()) << session.status().message();
    made = std::move(*session);
    const int64_t shape[] = {kColumns, static_cast<int64_t>(packed.size()) / kColumns};
    EXPECT_OK(made->executable().setParamTyped("w", {rt::DType::U8, shape, packed.data()}));
    return *made;
  }

  std::map<Precision, std::unique_ptr<Session>> sessions;
  std::vector<uint8_t> packed;
  std::vector<double> weights;
};

// Groups differ in magnitude. One is zero, and two rows are very small and very large.
std::vector<float> rowsOfManyMagnitudes() {
  std::minstd_rand random(3);
  std::uniform_real_distribution<float> uniform(-1, 1);
  std::vector<float> x(kRows * kSize);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = uniform(random) * std::ldexp(1.0F, static_cast<int>(i / kGroup % 9) - 4);
  std::fill_n(x.begin() + kGroup, kGroup, 0.0F);
  for (size_t i = 0; i < kSize; ++i) {
    x[5 * kSize + i] = std::ldexp(uniform(random), -100);
    x[6 * kSize + i] = std::ldexp(uniform(random), 110);
  }
  return x;
}

// The largest error, in units of the bound's scale.
double largestError(Matmul &matmul, const std::vector<float> &x, Precision precision) {
  const std::vector<float> y = matmul.run(x, precision);
  double worst = 0;
  for (size_t r = 0; r < x.size() / kSize; ++r)
    for (size_t c = 0; c < kColumns; ++c) {
      const auto [sum, scale] = matmul.expected(x, r, c);
      worst = std::max(worst, std::abs(y[r * kColumns + c] - sum) / scale);
    }
  return worst;
}

TEST(RowPrecision, ErrorsAreWithinTheBounds) {
  const std::vector<float> x = rowsOfManyMagnitudes();
  for (const BlockScheme scheme : schemes()) {
    Matmul &matmul = Matmul::of(scheme);
#if defined(__x86_64__)
    // The option reaches the kernel.
    if (__builtin_cpu_supports("avx512vnni"))
      EXPECT_GT(largestError(matmul, x, Precision::Fast), 0x1p-13) << matmul.name;
#endif
    for (const auto &[precision, bound] : kBounds)
      // Sums in f32 lose a little more.
      EXPECT_LE(largestError(matmul, x, precision), bound + 0x1p-21)
          << matmul.name << " " << precisionName(precision).str();
  }
}

// Whether the GPU computes few rows by integer dot products.
bool roundsRows() {
  const std::string profile = rt::DeviceRegistry::get().find("vulkan").value()->codegenProfile();
  return profile.find("shaderIntegerDotProduct") != std::string::npos &&
         profile.find("subgroupShuffle") != std::string::npos;
}

// GPUs with integer dot products round few rows in the same way. Others round none.
TEST(RowPrecision, ErrorsAreWithinTheBoundsOnVulkan) {
  if (const auto found = rt::DeviceRegistry::get().find("vulkan"); !found.ok())
    GTEST_SKIP() << found.status().message();
  const std::vector<float> x = rowsOfManyMagnitudes();
  // Each has code of its own. Of the others, quick runs compile one precision.
  const BlockScheme all[] = {BlockScheme::Q4_1, BlockScheme::Q8_0, BlockScheme::Q4_K,
                             BlockScheme::Q6_K, BlockScheme::Q3_K, BlockScheme::Q4_0,
                             BlockScheme::Q5_0, BlockScheme::Q5_1, BlockScheme::Q2_K,
                             BlockScheme::Q5_K, BlockScheme::TQ2_0};
  for (const auto [number, scheme] : llvm::enumerate(all)) {
    Matmul matmul(scheme, "vulkan");
    for (const auto &[precision, bound] : kBounds) {
      if (number >= 5 && precision != Precision::Fast && !runsAllTests())
        continue;
      const double error = largestError(matmul, x, precision);
      EXPECT_LE(error, bound + 0x1p-20) << matmul.name << " " << precisionName(precision).str();
      if (roundsRows() && precision == Precision::Fast) // it reaches the kernel
        EXPECT_GT(error, 0x1p-13) << matmul.name;
    }
  }
}

// One row and several give the same bits, whatever tile they are in.
TEST(RowPrecision, RowsDoNotDependOnEachOther) {
  const std::vector<float> x = rowsOfManyMagnitudes();
  Matmul &matmul = Matmul::of(kSchemes[0]);
  for (const auto &[precision, bound] : kBounds) {
    const std::vector<float> all = matmul.run(x, precision);
    for (size_t r = 0; r < kRows; ++r) {
      const std::vector<float> row(x.begin() + r * kSize, x.begin() + (r + 1) * kSize);
      const std::vector<float> single = matmul.run(row, precision);
      EXPECT_TRUE(std::equal(single.begin(), single.end(), all.begin() + r * kColumns))
          << precisionName(precision).str() << " row " << r;
    }
  }
}

// On GPUs with integer dot products one, seven and 191 rows have kernels of their own, which add up
// in the same order. The last workgroup has seven of eight rows.
TEST(RowPrecision, RowsDoNotDependOnEachOtherOnVulkan) {
  if (const auto found = rt::DeviceRegistry::get().find("vulkan"); !found.ok())
    GTEST_SKIP() << found.status().message();
  if (!roundsRows())
    GTEST_SKIP() << "the device rounds no rows";
  constexpr size_t kMany = 191;
  const std::vector<float> x = rowsOfManyMagnitudes();
  std::vector<float> many;
  for (size_t r = 0; r < kMany; ++r)
    many.insert(many.end(), x.begin() + r % kRows * kSize, x.begin() + (r % kRows + 1) * kSize);
  for (const BlockScheme scheme : {BlockScheme::Q4_K, BlockScheme::Q6_K, BlockScheme::Q4_0}) {
    Matmul matmul(scheme, "vulkan");
    const Precision precision = scheme == BlockScheme::Q4_K ? Precision::High : Precision::Exact;
    const std::vector<float> few = matmul.run(x, precision), all = matmul.run(many, precision);
    for (size_t r = 0; r < kMany; ++r)
      EXPECT_TRUE(std::equal(all.begin() + r * kColumns, all.begin() + (r + 1) * kColumns,
                             few.begin() + r % kRows * kColumns))
          << matmul.name << " row " << r << " of 191 and of 7";
    for (size_t r = 0; r < kRows; ++r) {
      const std::vector<float> row(x.begin() + r * kSize, x.begin() + (r + 1) * kSize);
      const std::vector<float> single = matmul.run(row, precision);
      EXPECT_TRUE(std::equal(single.begin(), single.end(), few.begin() + r * kColumns))
          << matmul.name << " row " << r << " of 7 and alone";
    }
  }
}

// Infinities and NaNs reach the results as they do in f32.
TEST(RowPrecision, NoNumbers) {
  std::vector<float> x(3 * kSize, 1.0F);
  x[40] = std::numeric_limits<float>::infinity();
  x[kSize + 300] = std::numeric_limits<float>::quiet_NaN();
  for (const BlockScheme scheme : schemes()) {
    Matmul &matmul = Matmul::of(scheme);
    for (const auto &[precision, bound] : kBounds) {
      const std::vector<float> y = matmul.run(x, precision);
      for (size_t c = 0; c < kColumns; ++c) {
        const auto [sum, scale] = matmul.expected(x, 0, c);
        EXPECT_TRUE(std::isnan(sum) ? std::isnan(y[c]) : y[c] == static_cast<float>(sum)) << c;
        EXPECT_TRUE(std::isnan(y[kColumns + c]));
        EXPECT_TRUE(std::isfinite(y[2 * kColumns + c]));
      }
    }
  }
}

} // namespace
