// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The logits of a text are the same bits however it is cut into runs: whole, in chunks, token by
// token. Chunks are as long as the borders of panels, of vectors and of blocks of a cache.
#include "unittests/TestSet.h"
#include "unittests/session/DecoderSteps.h"

namespace cut_prompts_test {
namespace {

using namespace rlx;
using namespace rlx::test;
using Type = gguf::TensorType;

constexpr size_t kTokens = 150; // more than two blocks of a cache
constexpr int64_t kCapacity = 192;

std::vector<size_t> chunksOf(size_t length) {
  std::vector<size_t> lengths;
  for (size_t left = kTokens; left > 0; left -= lengths.back())
    lengths.push_back(std::min(length, left));
  return lengths;
}

void expectEqualBits(const Logits &got, const Logits &expected, const std::string &cut) {
  ASSERT_EQ(got.size(), expected.size());
  for (size_t t = 0; t < got.size(); ++t)
    ASSERT_EQ(got[t], expected[t]) << "token " << t << " of a text in " << cut;
}

void expectSameForAllCuts(const RandomDecoder &decoder, const SessionOptions &options = {}) {
  const Written file(decoder);
  DecoderSteps model(file.path, kCapacity, options);
  ASSERT_TRUE(model.ok());
  const std::vector<int64_t> tokens = randomTokens(kTokens, decoder.vocabulary);
  const Logits whole = inChunks(model, tokens, {kTokens}, kCapacity);
  for (const size_t length : {1, 3, 8, 9, 31, 33, 64, 65})
    expectEqualBits(inChunks(model, tokens, chunksOf(length), kCapacity), whole,
                    "chunks of " + std::to_string(length));
  expectEqualBits(inChunks(model, tokens, {61, 1, 1, 1, 1, 20, 5, 43, 1, 16}, kCapacity), whole,
                  "chunks of different lengths");
}

// The sizes of a layer of SmolLM2 135M.
RandomDecoder ofRealSize() {
  return {.layers = 1,
          .embedding = 576,
          .feedForward = 1536,
          .heads = 9,
          .keyHeads = 3,
          .headSize = 64};
}

// Each matrix in another type.
RandomDecoder inAllTypes() {
  RandomDecoder decoder = ofRealSize();
  decoder.types = {{"attn_q", Type::Q4_1},      {"attn_k", Type::F16},     {"attn_v", Type::Q8_0},
                   {"attn_output", Type::BF16}, {"ffn_gate", Type::Q5_0},  {"ffn_up", Type::Q4_0},
                   {"ffn_down", Type::Q5_1},    {"token_embd", Type::Q8_0}};
  return decoder;
}

} // namespace

TEST(CutPrompts, WithWeightsInF32) {
  expectSameForAllCuts(ofRealSize());
  if (!runsAllTests())
    return;
  SessionOptions options;
  options.cacheLayout = CacheLayout::Contiguous;
  expectSameForAllCuts(ofRealSize(), options);
}

TEST(CutPrompts, WithWeightsOfAllTypes) {
  SessionOptions options;
  options.compile.codegen.precision = Precision::High;
  options.cacheType = rt::DType::F16;
  expectSameForAllCuts(inAllTypes(), options);
  if (runsAllTests())
    expectSameForAllCuts(inAllTypes());
}

// `fast` rounds rows to bytes, by 32 elements of one row.
TEST(CutPrompts, WithRowsOfBytes) {
  SessionOptions options;
  options.compile.codegen.precision = Precision::Fast;
  expectSameForAllCuts(inAllTypes(), options);
}

// Blocks of 256 elements.
TEST(CutPrompts, WithWeightsOfKTypes) {
  RandomDecoder decoder = ofRealSize();
  decoder.embedding = 512;
  decoder.heads = 8;
  decoder.keyHeads = 2;
  decoder.types = {{"attn_q", Type::Q4_K},   {"attn_v", Type::Q6_K},    {"attn_output", Type::Q5_K},
                   {"ffn_gate", Type::Q4_K}, {"ffn_up", Type::Q3_K},    {"ffn_down", Type::Q6_K},
                   {"attn_k", Type::Q2_K},   {"token_embd", Type::Q6_K}};
  expectSameForAllCuts(decoder);
}

// Sizes that no vector divides, scores with a cap, and a window in every second layer.
TEST(CutPrompts, InAWindow) {
  RandomDecoder gemma{.embedding = 36,
                      .feedForward = 44,
                      .headSize = 10,
                      .numbers = {{"attention.sliding_window", 40},
                                  {"attn_logit_softcapping", 1.5f},
                                  {"final_logit_softcapping", 2}},
                      .architecture = "gemma2",
                      .layer = {"attn_norm", "attn_q", "attn_k", "attn_v", "attn_output",
                                "post_attention_norm", "ffn_norm", "ffn_gate", "ffn_up", "ffn_down",
                                "post_ffw_norm"}};
  expectSameForAllCuts(gemma);
}

TEST(CutPrompts, WithExperts) {
  RandomDecoder mixture{.types = {{"ffn_gate_exps", Type::Q4_1},
                                  {"ffn_up_exps", Type::Q8_0},
                                  {"ffn_down_exps", Type::F32}},
                        .architecture = "qwen3moe",
                        .layer = {"attn_norm", "attn_q", "attn_k", "attn_v", "attn_q_norm",
                                  "attn_k_norm", "attn_output", "ffn_norm", "ffn_gate_inp",
                                  "ffn_gate_exps", "ffn_up_exps", "ffn_down_exps"},
                        .experts = 8,
                        .expertsUsed = 2};
  expectSameForAllCuts(mixture);
}

} // namespace cut_prompts_test
