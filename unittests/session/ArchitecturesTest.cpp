// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each architecture of GGUF beside llama computes the logits of the reference, with random weights.
// Windows are shorter than the prompts. test/gguf compares them with transformers.
#include "unittests/session/DecoderSteps.h"

namespace architectures_test {

using namespace rlx;
using namespace rlx::test;

namespace {

const RandomDecoder::Names kGated = {"attn_norm", "attn_q",   "attn_k", "attn_v",  "attn_output",
                                     "ffn_norm",  "ffn_gate", "ffn_up", "ffn_down"};
const RandomDecoder::Names kHeadNorms = {"attn_norm",   "attn_q",      "attn_k",      "attn_v",
                                         "attn_q_norm", "attn_k_norm", "attn_output", "ffn_norm",
                                         "ffn_gate",    "ffn_up",      "ffn_down"};
const RandomDecoder::Names kGemma3 = {
    "attn_norm",    "attn_q",      "attn_k",      "attn_v",
    "attn_q_norm",  "attn_k_norm", "attn_output", "post_attention_norm",
    "ffn_norm",     "ffn_gate",    "ffn_up",      "ffn_down",
    "post_ffw_norm"};
const RandomDecoder::Names kGemma2 = {
    "attn_norm", "attn_q",   "attn_k", "attn_v",   "attn_output",  "post_attention_norm",
    "ffn_norm",  "ffn_gate", "ffn_up", "ffn_down", "post_ffw_norm"};
const RandomDecoder::Names kNormsBehind = {"attn_q",
                                           "attn_k",
                                           "attn_v",
                                           "attn_output",
                                           "attn_q_norm",
                                           "attn_k_norm",
                                           "post_attention_norm",
                                           "ffn_gate",
                                           "ffn_up",
                                           "ffn_down",
                                           "post_ffw_norm"};
const RandomDecoder::Names kOneMatrix = {"attn_norm", "attn_qkv", "attn_output",
                                         "ffn_norm",  "ffn_up",   "ffn_down"};
const RandomDecoder::Names kPlain = {"attn_norm",   "attn_q",   "attn_k", "attn_v",
                                     "attn_output", "ffn_norm", "ffn_up", "ffn_down"};

const RandomDecoder::Names kExperts = {
    "attn_norm", "attn_q",       "attn_k",        "attn_v",      "attn_output",
    "ffn_norm",  "ffn_gate_inp", "ffn_gate_exps", "ffn_up_exps", "ffn_down_exps"};

// Sizes that no vector of a CPU divides.
RandomDecoder small(const std::string &architecture, const RandomDecoder::Names &layer) {
  return {.embedding = 36,
          .feedForward = 44,
          .headSize = 10,
          .context = 64,
          .architecture = architecture,
          .layer = layer};
}

} // namespace

TEST(Architectures, LlamaInAWindow) {
  RandomDecoder file = small("llama", kGated);
  file.numbers = {{"attention.sliding_window", 5}};
  expectReference(file, {.window = 5});
}

// The file says which layers have the window: the pattern is a period.
TEST(Architectures, LlamaInAWindowOfSomeLayers) {
  RandomDecoder file = small("llama", kGated);
  file.layers = 4;
  file.numbers = {{"attention.sliding_window", 5}};
  file.integers = {{"attention.sliding_window_pattern", 3}};
  expectReference(file, {.window = 5, .windowPeriod = 3});
}

TEST(Architectures, Qwen2) {
  RandomDecoder file = small("qwen2", kGated);
  file.matrixBiases = {"attn_q", "attn_k", "attn_v"};
  file.hasHead = true;
  expectReference(file, {.rotatesHalves = true});
}

TEST(Architectures, Qwen3) {
  expectReference(small("qwen3", kHeadNorms), {.rotatesHalves = true});
}

TEST(Architectures, Gemma) {
  expectReference(small("gemma", kGated),
                  {.rotatesHalves = true, .gate = Gate::GeluTanh, .embeddingScale = 6});
}

TEST(Architectures, Gemma2) {
  RandomDecoder file = small("gemma2", kGemma2);
  file.layers = 3;
  file.numbers = {{"attention.sliding_window", 5},
                  {"attn_logit_softcapping", 1.5f},
                  {"final_logit_softcapping", 2}};
  expectReference(file, {.rotatesHalves = true,
                         .gate = Gate::GeluTanh,
                         .embeddingScale = 6,
                         .scoreCap = 1.5,
                         .logitCap = 2,
                         .window = 5,
                         .windowPeriod = 2});
}

// Positions are divided in the layers without a window only, also if the window has room for all of
// the context.
TEST(Architectures, Gemma3) {
  for (const int64_t window : {5, 5000}) {
    RandomDecoder file = small("gemma3", kGemma3);
    file.layers = 7;
    file.numbers = {{"attention.sliding_window", static_cast<float>(window)},
                    {"rope.freq_base", 1e6f},
                    {"rope.scaling.factor", 8}};
    expectReference(file, {.rotatesHalves = true,
                           .gate = Gate::GeluTanh,
                           .embeddingScale = 6,
                           .window = window,
                           .windowPeriod = 6,
                           .windowBase = 10000});
  }
}

// The capacity for a text chooses the factors, not its length.
TEST(Architectures, Phi3) {
  RandomDecoder file = small("phi3", kOneMatrix);
  file.hasGateInUp = true;
  file.vectors = {"rope_factors_long.weight", "rope_factors_short.weight"};
  file.numbers = {{"attention.sliding_window", 7},
                  {"rope.scaling.original_context_length", 64},
                  {"rope.scaling.attn_factor", 1.2f}};
  DecoderTraits traits{.rotatesHalves = true, .window = 7, .divisors = "rope_factors_short.weight"};
  expectReference(file, traits, {.capacity = 64});
  traits.divisors = "rope_factors_long.weight";
  expectReference(file, traits, {.capacity = 65});
}

TEST(Architectures, Granite) {
  RandomDecoder file = small("granite", kGated);
  file.hasBiases = true;
  file.numbers = {{"embedding_scale", 3},
                  {"residual_scale", 0.5f},
                  {"attention.scale", 0.25f},
                  {"logit_scale", 4}};
  expectReference(file, {.embeddingScale = 3, .residualScale = 0.5, .logitScale = 0.25});
}

TEST(Architectures, Olmo2) {
  RandomDecoder file = small("olmo2", kNormsBehind);
  file.hasRowNorms = true;
  expectReference(file, {.rotatesHalves = true});
}

// OLMo 3: YaRN in the layers without a window only.
TEST(Architectures, Olmo2InAWindow) {
  RandomDecoder file = small("olmo2", kNormsBehind);
  file.layers = 5;
  file.hasRowNorms = true;
  file.numbers = {{"attention.sliding_window", 5},
                  {"rope.scaling.factor", 4},
                  {"rope.scaling.original_context_length", 16}};
  file.scaling = "yarn";
  expectReference(file,
                  {.rotatesHalves = true, .window = 5, .windowPeriod = 4, .windowBase = 10000});
}

TEST(Architectures, Starcoder2) {
  RandomDecoder file = small("starcoder2", kPlain);
  file.hasLayerNorms = file.hasBiases = true;
  file.numbers = {{"attention.sliding_window", 5}};
  expectReference(
      file, {.rotatesHalves = true, .hasLayerNorms = true, .gate = Gate::GeluTanh, .window = 5});
}

TEST(Architectures, Gpt2) {
  RandomDecoder file = small("gpt2", kOneMatrix);
  file.keyHeads = file.heads;
  file.hasLayerNorms = file.hasBiases = file.hasPositions = true;
  expectReference(file, {.rotatesNothing = true, .hasLayerNorms = true, .gate = Gate::GeluTanh});
}

TEST(Architectures, GptNeox) {
  RandomDecoder file = small("gptneox", kOneMatrix);
  file.keyHeads = file.heads;
  file.rotated = 4;
  file.hasHead = file.hasLayerNorms = file.hasBiases = true;
  for (const bool isParallel : {false, true}) {
    file.flags = {{"use_parallel_residual", isParallel}};
    expectReference(file, {.rotatesHalves = true,
                           .hasLayerNorms = true,
                           .isParallel = isParallel,
                           .gate = Gate::Gelu});
  }
}

TEST(Architectures, Stablelm) {
  RandomDecoder file = small("stablelm", kGated);
  file.rotated = 4;
  file.hasLayerNorms = true;
  file.matrixBiases = {"attn_q", "attn_k", "attn_v"};
  expectReference(file, {.rotatesHalves = true, .hasLayerNorms = true});
  std::erase(file.layer, "ffn_norm");
  expectReference(file, {.rotatesHalves = true, .hasLayerNorms = true, .isParallel = true});
}

TEST(Architectures, Smollm3) {
  RandomDecoder file = small("smollm3", kGated);
  file.layers = 5;
  expectReference(file, {.rotatedPeriod = 4});
}

TEST(Architectures, Phi2) {
  RandomDecoder file = small("phi2", kOneMatrix);
  std::erase(file.layer, "ffn_norm");
  file.keyHeads = file.heads;
  file.rotated = 4;
  file.hasHead = file.hasLayerNorms = file.hasBiases = true;
  const DecoderTraits traits{
      .rotatesHalves = true, .hasLayerNorms = true, .isParallel = true, .gate = Gate::GeluTanh};
  expectReference(file, traits);
  file.layer = kPlain; // q, k and v in three matrices
  std::erase(file.layer, "ffn_norm");
  expectReference(file, traits);
}

// Packed experts, and some of each type.
TEST(Architectures, Mixtral) {
  RandomDecoder file = small("llama", kExperts);
  file.embedding = 64;
  file.experts = 5;
  file.expertsUsed = 2;
  file.types = {{"ffn_gate_exps", gguf::TensorType::Q4_0},
                {"ffn_down_exps", gguf::TensorType::F16}};
  expectReference(file);
  file.hasScales = true; // one for each expert
  file.expertFeedForward = 64;
  file.types = {{"ffn_gate_exps", gguf::TensorType::NVFP4},
                {"ffn_up_exps", gguf::TensorType::NVFP4},
                {"ffn_down_exps", gguf::TensorType::NVFP4}};
  expectReference(file);
}

TEST(Architectures, Qwen2Moe) {
  RandomDecoder file = small("qwen2moe", kExperts);
  file.layer.insert(file.layer.end(),
                    {"ffn_gate_inp_shexp", "ffn_gate_shexp", "ffn_up_shexp", "ffn_down_shexp"});
  file.experts = 5;
  file.expertsUsed = 3;
  file.matrixBiases = {"attn_q", "attn_k", "attn_v"};
  expectReference(file, {.rotatesHalves = true, .normalizesExperts = false});
}

TEST(Architectures, Qwen3Moe) {
  RandomDecoder file = small("qwen3moe", kExperts);
  file.layer.insert(file.layer.end(), {"attn_q_norm", "attn_k_norm"});
  file.experts = 5;
  file.expertsUsed = 2;
  file.expertFeedForward = 20;
  expectReference(file, {.rotatesHalves = true});
}

} // namespace architectures_test
