// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Language models from GGUF files compute the logits of the reference, however a prompt is cut into
// runs, and update their caches in place.
#include <gtest/gtest.h>

#include "unittests/TestSet.h"
#include "unittests/session/DecoderSteps.h"

namespace llama_test {

using namespace rlx;
using namespace rlx::rt;
using namespace rlx::test;

namespace {

using Type = gguf::TensorType;
} // namespace

// Old blocks, and the types of plain numbers; the head is the embedding.
TEST(Llama, TypesOf32Elements) {
  expectReference({.types = {{"token_embd", Type::Q8_0},
                             {"attn_q", Type::Q4_0},
                             {"attn_k", Type::Q4_1},
                             {"attn_v", Type::Q5_0},
                             {"attn_output", Type::Q5_1},
                             {"ffn_gate", Type::F16},
                             {"ffn_up", Type::BF16},
                             {"ffn_down", Type::Q8_0}}});
}

// Blocks of 256 elements, and a head of its own.
TEST(Llama, TypesOf256Elements) {
  expectReference({.layers = 1,
                   .embedding = 256,
                   .feedForward = 256,
                   .headSize = 64,
                   .types = {{"token_embd", Type::Q6_K},
                             {"output", Type::Q5_K},
                             {"attn_q", Type::Q2_K},
                             {"attn_k", Type::Q3_K},
                             {"attn_v", Type::Q4_K},
                             {"attn_output", Type::Q5_K},
                             {"ffn_gate", Type::Q6_K},
                             {"ffn_up", Type::Q8_K},
                             {"ffn_down", Type::Q4_K}},
                   .hasHead = true});
}

// Codes of four bits, and ternary elements; rows of the embedding are decoded by themselves.
TEST(Llama, TypesOfCodes) {
  expectReference({.layers = 1,
                   .embedding = 256,
                   .feedForward = 256,
                   .headSize = 64,
                   .types = {{"token_embd", Type::IQ4_NL},
                             {"output", Type::IQ4_XS},
                             {"attn_q", Type::MXFP4},
                             {"attn_k", Type::NVFP4},
                             {"attn_v", Type::IQ4_XS},
                             {"attn_output", Type::TQ1_0},
                             {"ffn_gate", Type::TQ2_0},
                             {"ffn_up", Type::IQ4_NL},
                             {"ffn_down", Type::MXFP4}},
                   .hasHead = true});
}

// One and two bits an element, also in the embedding, and NVFP4 with a scale for each matrix.
TEST(Llama, TypesOfSignsAndScales) {
  expectReference({.layers = 1,
                   .embedding = 256,
                   .feedForward = 256,
                   .headSize = 64,
                   .types = {{"token_embd", Type::Q1_0},
                             {"output", Type::NVFP4},
                             {"attn_q", Type::Q2_0},
                             {"attn_k", Type::Q1_0},
                             {"attn_v", Type::NVFP4},
                             {"attn_output", Type::Q2_0},
                             {"ffn_gate", Type::NVFP4},
                             {"ffn_up", Type::Q1_0},
                             {"ffn_down", Type::NVFP4}},
                   .hasHead = true,
                   .hasBiases = true,
                   .hasScales = true});
}

// The scale of an embedding is that of its rows, and of the logits if there is no other head.
TEST(Llama, ScaledEmbeddings) {
  for (const bool hasHead : {false, true})
    expectReference({.layers = 1,
                     .types = {{"token_embd", Type::NVFP4}},
                     .hasHead = hasHead,
                     .hasScales = true});
}

// Codebooks, also of the embedding.
TEST(Llama, TypesOfCodebooks) {
  expectReference({.layers = 1,
                   .embedding = 256,
                   .feedForward = 256,
                   .headSize = 64,
                   .types = {{"token_embd", Type::IQ3_S},
                             {"attn_q", Type::IQ1_S},
                             {"attn_k", Type::IQ1_M},
                             {"attn_v", Type::IQ2_XXS},
                             {"attn_output", Type::IQ2_XS},
                             {"ffn_gate", Type::IQ2_S},
                             {"ffn_up", Type::IQ3_XXS},
                             {"ffn_down", Type::IQ3_S}}});
}

// Llama 3's divisors of frequencies, biases, and a head size that is not embedding / heads. A
// factor counts for nothing without a scaling.
TEST(Llama, DivisorsAndBiases) {
  expectReference({.embedding = 48,
                   .heads = 6,
                   .keyHeads = 1,
                   .types = {{"token_embd", Type::F16}},
                   .hasBiases = true,
                   .hasDivisors = true,
                   .numbers = {{"rope.freq_base", 500000}, {"rope.scaling.factor", 4}},
                   .scaling = "none"});
}

// A part of each head is rotated, by divided positions.
TEST(Llama, LinearScaling) {
  expectReference({.layers = 1,
                   .keyHeads = 4,
                   .rotated = 10,
                   .numbers = {{"rope.scaling.factor", 2.5}, {"attention.scale", 0.2}}});
}

// A prompt beyond one step of the tables of rotations.
TEST(Llama, YarnScaling) {
  const RandomDecoder llama{.layers = 1,
                            .heads = 2,
                            .keyHeads = 1,
                            .hasHead = true,
                            .numbers = {{"rope.scaling.factor", 8},
                                        {"rope.scaling.original_context_length", 75},
                                        {"rope.scaling.attn_factor", 1.1f},
                                        {"rope.scaling.yarn_log_multiplier", 0.7f}},
                            .scaling = "yarn"};
  const Written file(llama);
  ASSERT_OK_AND_ASSIGN(std::shared_ptr<const gguf::GgufModel> read,
                       gguf::GgufModel::open(file.path));
  const std::vector<int64_t> tokens = randomTokens(530, llama.vocabulary);
  const Rows expected = DecoderReference(*read).logits(tokens);
  DecoderSteps model(file.path);
  ASSERT_TRUE(model.ok());
  expectNear(inChunks(model, tokens, {530}, 530), expected);
  expectNear(inChunks(model, tokens, {200, 329, 1}, 600), expected);
}

// Caches keep their memory in all runs, only rows that are asked for have logits, and one compiled
// model serves any capacity.
static void expectInPlace(DecoderSteps &model) {
  ASSERT_TRUE(model.ok());
  const Program &program = model.program();
  EXPECT_EQ(program.outputs.back().name, "hidden");
  for (size_t i = 1; i + 1 < program.outputs.size(); ++i) {
    ASSERT_TRUE(program.outputs[i].donor.has_value()) << program.outputs[i].name;
    EXPECT_EQ(program.inputs[*program.outputs[i].donor].name, program.outputs[i].name);
  }
  const std::vector<int64_t> tokens = randomTokens(9, 50);
  const Rows whole = asRows(inChunks(model, tokens, {9}));
  const std::vector<const void *> memory = model.memory();
  ASSERT_OK(model.step(tokens, 0, {8, 2}));
  expectNear(model.logits(), {whole[8], whole[2]});
  ASSERT_OK(model.step({1}, 9, {}));
  EXPECT_TRUE(model.logits().empty());
  EXPECT_EQ(model.memory(), memory);
  expectNear(inChunks(model, tokens, {4, 5}, 9), whole);
}

TEST(Llama, CachesAreUpdatedInPlace) {
  const Written file(RandomDecoder{});
  DecoderSteps paged(file.path);
  expectInPlace(paged);
  DecoderSteps model(file.path, 32, {.cacheLayout = CacheLayout::Contiguous});
  expectInPlace(model);

  // Places that a cache, the context or the vocabulary does not have.
  EXPECT_ERROR(model.step({1}, 9, {0}), OutOfRange, "met index 9 outside its axis");
  EXPECT_ERROR(model.step({1}, 0, {0}), FailedPrecondition, "set it again");
  model.clear(1000);
  EXPECT_ERROR(model.step({1}, 768, {0}), OutOfRange, "met index 3 outside its axis");
  EXPECT_ERROR(model.step({50}, 0, {0}), OutOfRange, "met index 50 outside its axis");
  EXPECT_ERROR(model.step({1}, 0, {1}), OutOfRange, "met index 1 outside its axis");
}

// Caches of f16 round keys and values once: logits are near those of f32 however a prompt is cut
// into runs, equal runs give equal bits, and caches keep their memory. A run over positions that
// were written before, as a rejected draft or an edited message has them, sees the new keys only.
TEST(Llama, CachesOfF16) {
  const RandomDecoder llama{.layers = 3, .heads = 6, .keyHeads = 2};
  const Written file(llama);
  DecoderSteps model(file.path, 200, {.cacheType = DType::F16});
  ASSERT_TRUE(model.ok());
  ASSERT_OK_AND_ASSIGN(std::shared_ptr<const gguf::GgufModel> read,
                       gguf::GgufModel::open(file.path));
  const std::vector<int64_t> tokens = randomTokens(150, llama.vocabulary);
  const Rows expected = DecoderReference(*read).logits(tokens);
  constexpr double kHalf = 2e-3; // of the range; keys and values are off by 2^-11 of themselves
  expectNear(inChunks(model, tokens, {150}, 200), expected, kHalf);
  const Rows cut = asRows(inChunks(model, tokens, {100, 1, 45, 3, 1}, 150));
  expectNear(inChunks(model, tokens, {100, 1, 45, 3, 1}, 150), cut, 0);
  expectNear(inChunks(model, tokens, {64, 86}, 160), expected, kHalf);
  const std::vector<const void *> memory = model.memory();
  // Other tokens, and then the right ones again.
  ASSERT_OK(model.step(randomTokens(20, 7), 120, numbersUpTo(20)));
  const std::vector<int64_t> rest(tokens.begin() + 120, tokens.end());
  ASSERT_OK(model.step(rest, 120, numbersUpTo(30)));
  expectNear(model.logits(), Rows(expected.begin() + 120, expected.end()), kHalf);
  EXPECT_EQ(model.memory(), memory);
}

// SmolLM2-135M, which scripts/fetch-models.sh smollm2 fetches.
TEST(Llama, SmolLM2) {
  if (!runsAllTests())
    GTEST_SKIP() << "only with RLX_TEST_ALL=1";
  expectReference(RLX_MODELS_DIR "/smollm2/model.gguf", randomTokens(13, 49152));
}

} // namespace llama_test
