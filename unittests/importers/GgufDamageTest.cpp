// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Damaged GGUF models: a file with bits flipped, or cut, gives a module or an error, never a crash.
#include <cstdio>
#include <fstream>
#include <gtest/gtest.h>
#include <random>

#include "importers/gguf/GgufImporter.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "unittests/TestSet.h"
#include "unittests/importers/RandomEncoder.h"

namespace gguf_damage_test {

using namespace rlx;
using namespace rlx::test;

namespace {

class Importer {
public:
  Importer() : path(testing::TempDir() + "gguf-damage-" + std::to_string(::getpid()) + ".gguf") {}
  ~Importer() { std::remove(path.c_str()); }

  // Whether it gives a module; otherwise it must give an error.
  bool import(const std::vector<uint8_t> &bytes) {
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char *>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    unsigned errors = 0;
    mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
      errors += diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error;
      return mlir::success();
    });
    const bool isModule = mlir::succeeded(importLanguageModel(&context, path));
    EXPECT_EQ(errors, isModule ? 0u : 1u);
    return isModule;
  }

private:
  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  std::string path;
};

std::vector<uint8_t> seed() {
  using Type = gguf::TensorType;
  return RandomDecoder{.layers = 1,
                       .types = {{"token_embd", Type::Q4_0},
                                 {"attn_q", Type::MXFP4},
                                 {"attn_k", Type::Q2_0},
                                 {"attn_output", Type::NVFP4},
                                 {"ffn_up", Type::Q8_0},
                                 {"ffn_gate", Type::IQ4_NL}},
                       .hasHead = true,
                       .hasBiases = true,
                       .hasDivisors = true,
                       .numbers = {{"rope.scaling.factor", 4}},
                       .scaling = "yarn",
                       .hasScales = true}
      .bytes();
}

// Windows, factors and matrices with several parts; experts and biases; norms everywhere.
std::vector<RandomDecoder> otherArchitectures() {
  const RandomDecoder phi3{
      .layers = 1,
      .numbers = {{"attention.sliding_window", 9}, {"rope.scaling.original_context_length", 20}},
      .architecture = "phi3",
      .layer = {"attn_norm", "attn_qkv", "attn_output", "ffn_norm", "ffn_up", "ffn_down"},
      .vectors = {"rope_factors_long.weight", "rope_factors_short.weight"},
      .hasGateInUp = true};
  const RandomDecoder qwen2moe{.layers = 1,
                               .architecture = "qwen2moe",
                               .layer = {"attn_norm", "attn_q", "attn_k", "attn_v", "attn_output",
                                         "ffn_norm", "ffn_gate_inp", "ffn_gate_exps", "ffn_up_exps",
                                         "ffn_down_exps", "ffn_gate_inp_shexp", "ffn_gate_shexp",
                                         "ffn_up_shexp", "ffn_down_shexp"},
                               .experts = 4,
                               .expertsUsed = 2};
  const RandomDecoder gemma3{.layers = 1,
                             .numbers = {{"attention.sliding_window", 9}},
                             .architecture = "gemma3",
                             .layer = {"attn_norm", "attn_q", "attn_k", "attn_v", "attn_q_norm",
                                       "attn_k_norm", "attn_output", "post_attention_norm",
                                       "ffn_norm", "ffn_gate", "ffn_up", "ffn_down",
                                       "post_ffw_norm"},
                             .integers = {{"attention.sliding_window_pattern", 2}}};
  return {phi3, qwen2moe, gemma3};
}

// The bytes before the data of tensors.
constexpr size_t kHeader = 1800;

TEST(GgufDamage, TheSeedImports) {
  Importer importer;
  EXPECT_TRUE(importer.import(seed()));
}

TEST(GgufDamage, FlippedBits) {
  Importer importer;
  const std::vector<uint8_t> whole = seed();
  ASSERT_GT(whole.size(), kHeader);
  std::mt19937 engine(5);
  unsigned modules = 0;
  const int runs = runsAllTests() ? 20000 : 1000;
  for (int i = 0; i < runs; ++i) {
    std::vector<uint8_t> damaged = whole;
    for (unsigned flips = 1 + engine() % 3; flips > 0; --flips)
      damaged[engine() % kHeader] ^= static_cast<uint8_t>(1u << engine() % 8);
    modules += importer.import(damaged);
  }
  EXPECT_LT(modules, static_cast<unsigned>(runs));
}

TEST(GgufDamage, FlippedBitsOfOtherArchitectures) {
  Importer importer;
  std::mt19937 engine(6);
  std::vector<std::vector<uint8_t>> files = {RandomEncoder(false).bytes(),
                                             RandomEncoder(true).bytes()};
  for (const RandomDecoder &decoder : otherArchitectures())
    files.push_back(decoder.bytes());
  for (const std::vector<uint8_t> &whole : files) {
    EXPECT_TRUE(importer.import(whole));
    for (int i = 0; i < (runsAllTests() ? 10000 : 400); ++i) {
      std::vector<uint8_t> damaged = whole;
      for (unsigned flips = 1 + engine() % 3; flips > 0; --flips)
        damaged[engine() % 1400] ^= static_cast<uint8_t>(1u << engine() % 8);
      importer.import(damaged);
    }
  }
}

// Bytes as they stand for small and large numbers.
TEST(GgufDamage, ReplacedBytes) {
  Importer importer;
  const std::vector<uint8_t> whole = seed();
  for (size_t at = 0; at < kHeader; at += runsAllTests() ? 1 : 7)
    for (const uint8_t byte : {0x00, 0x01, 0x7f, 0xff}) {
      std::vector<uint8_t> damaged = whole;
      damaged[at] = byte;
      importer.import(damaged);
    }
}

TEST(GgufDamage, CutFiles) {
  Importer importer;
  const std::vector<uint8_t> whole = seed();
  for (size_t size = 0; size < whole.size(); size += size < kHeader ? 13 : 3001)
    EXPECT_FALSE(importer.import({whole.begin(), whole.begin() + static_cast<int64_t>(size)}));
}

} // namespace

} // namespace gguf_damage_test
