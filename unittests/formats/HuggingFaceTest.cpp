// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Folders of language models in GGUF's terms: hyperparameters by config.json, names and forms of
// tensors, and the files of the tokenizer. Graphs of whole models are compared in test/gguf.
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

#include "formats/language_model/LanguageModelFile.h"
#include "unittests/formats/SafetensorsWriter.h"
#include "unittests/runtime/StatusMatchers.h"

using namespace rlx;
using gguf::ModelSource;
using gguf::TensorView;
using test::SafetensorsWriter;

namespace {

using Source = std::shared_ptr<const ModelSource>;

const std::string kSizes = R"("vocab_size": 32, "max_position_embeddings": 64, "hidden_size": 24,
  "num_hidden_layers": 3, "intermediate_size": 40, "num_attention_heads": 4,
  "num_key_value_heads": 2, "rms_norm_eps": 1e-6)";

class HuggingFace : public ::testing::Test {
public:
  void SetUp() override {
    folder = testing::TempDir() + "huggingface-" + std::to_string(getpid());
    std::filesystem::create_directories(folder);
    add("lm_head.weight", "[32, 24]", 768);
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  void write(const std::string &name, const std::string &text) {
    std::ofstream(folder + "/" + name, std::ios::binary) << text;
  }
  HuggingFace &add(const std::string &name, const std::string &shape, size_t elements) {
    tensors.tensor(name, "F32", shape, std::vector<uint8_t>(4 * elements));
    return *this;
  }
  rt::StatusOr<Source> open(const std::string &name, const std::string &more = "",
                            const std::string &sizes = kSizes) {
    write("config.json", R"({"architectures": [")" + name + R"("], )" + sizes +
                             (more.empty() ? "" : ", ") + more + "}");
    const std::vector<uint8_t> bytes = tensors.bytes();
    write("model.safetensors", {bytes.begin(), bytes.end()});
    return openLanguageModel(folder);
  }

  std::string folder;
  SafetensorsWriter tensors;
};

double numberOf(const Source &source, std::string_view key) {
  const auto value = source->metadata().number(key);
  EXPECT_TRUE(value.ok()) << value.status().toString();
  return value.ok() ? *value : 0;
}

TEST_F(HuggingFace, HyperparametersHaveGgufsNames) {
  ASSERT_OK_AND_ASSIGN(const Source source, open("LlamaForCausalLM", R"("head_dim": 8)"));
  EXPECT_EQ(source->metadata().string("general.architecture").value(), "llama");
  EXPECT_EQ(source->metadata().integer("llama.block_count").value(), 3);
  EXPECT_EQ(source->metadata().integer("llama.embedding_length").value(), 24);
  EXPECT_EQ(source->metadata().integer("llama.attention.head_count_kv").value(), 2);
  EXPECT_EQ(source->metadata().integer("llama.attention.key_length").value(), 8);
  EXPECT_EQ(numberOf(source, "llama.attention.layer_norm_rms_epsilon"), 1e-6);
  EXPECT_EQ(numberOf(source, "llama.rope.freq_base"), 10000);
  EXPECT_EQ(source->metadata().find("llama.rope.scaling.type"), nullptr);
  EXPECT_ERROR(source->metadata().integer("llama.vocab").status(), NotFound, "llama.vocab");
  EXPECT_EQ(source->metadata().shown("llama.block_count"), "'num_hidden_layers' of config.json");
  EXPECT_TRUE(source->forms().rotatesHalves);
}

TEST_F(HuggingFace, TensorsHaveGgufsNames) {
  add("model.embed_tokens.weight", "[32, 24]", 768)
      .add("model.layers.2.self_attn.q_proj.bias", "[24]", 24)
      .add("model.layers.2.self_attn.rotary_emb.inv_freq", "[3]", 3)
      .add("model.layers.2.self_attn.other.weight", "[3]", 3)
      .add("blk.0.attn_norm.weight", "[3]", 3);
  ASSERT_OK_AND_ASSIGN(const Source source, open("MistralForCausalLM"));
  ASSERT_NE(source->find("token_embd.weight"), nullptr);
  const TensorView *bias = source->find("blk.2.attn_q.bias");
  ASSERT_NE(bias, nullptr);
  EXPECT_EQ(bias->shape, std::vector<int64_t>{24});
  EXPECT_EQ(source->nameInFiles("blk.2.attn_q.bias"), "model.layers.2.self_attn.q_proj.bias");
  // One that is missing has a name in the files, too. One that no table has gets a name that no
  // architecture has, even if it is one of GGUF.
  EXPECT_EQ(source->nameInFiles("blk.1.ffn_norm.weight"),
            "model.layers.1.post_attention_layernorm.weight");
  EXPECT_EQ(source->find("blk.0.attn_norm.weight"), nullptr);
  for (const std::string name : {"model.layers.2.self_attn.other.weight", "blk.0.attn_norm.weight"})
    EXPECT_EQ(source->nameInFiles("unknown:" + name), name);
  EXPECT_EQ(source->tensors().size(), 5U); // without the frequencies
}

TEST_F(HuggingFace, AModelWithoutAHeadHasShorterNames) {
  add("embed_tokens.weight", "[32, 24]", 768).add("layers.0.mlp.up_proj.weight", "[40, 24]", 960);
  ASSERT_OK_AND_ASSIGN(const Source source,
                       open("LlamaForCausalLM", R"("tie_word_embeddings": true)"));
  EXPECT_NE(source->find("token_embd.weight"), nullptr);
  EXPECT_NE(source->find("blk.0.ffn_up.weight"), nullptr);
  EXPECT_EQ(source->find("output.weight"), nullptr); // tied
  EXPECT_EQ(source->nameInFiles("blk.1.ffn_up.weight"), "layers.1.mlp.up_proj.weight");
}

TEST_F(HuggingFace, FormsOfValues) {
  add("transformer.h.0.attn.c_attn.weight", "[24, 72]", 1728)
      .add("transformer.h.0.attn.c_attn.bias", "[72]", 72)
      .add("transformer.h.0.attn.bias", "[64]", 64);
  ASSERT_OK_AND_ASSIGN(Source source,
                       open("GPT2LMHeadModel", "", R"("n_embd": 24, "vocab_size": 32)"));
  const TensorView *fused = source->find("blk.0.attn_qkv.weight");
  ASSERT_NE(fused, nullptr);
  EXPECT_TRUE(fused->isTransposed);
  EXPECT_EQ(fused->shape, (std::vector<int64_t>{72, 24}));
  EXPECT_FALSE(source->find("blk.0.attn_qkv.bias")->isTransposed);
  EXPECT_EQ(source->tensors().size(), 2U); // without the mask and the tied head
  EXPECT_EQ(source->metadata().integer("gpt2.feed_forward_length").value(), 96);
  ASSERT_OK_AND_ASSIGN(source, open("GemmaForCausalLM"));
  EXPECT_TRUE(source->forms().normsLackOne);
}

TEST_F(HuggingFace, ExpertsAreOneTensor) {
  const std::string layer = "model.layers.0.mlp.experts.";
  add(layer + "1.up_proj.weight", "[8, 24]", 192).add(layer + "0.up_proj.weight", "[8, 24]", 192);
  add("model.layers.0.mlp.shared_expert_gate.weight", "[1, 24]", 24);
  ASSERT_OK_AND_ASSIGN(const Source source, open("Qwen2MoeForCausalLM", R"("num_experts": 2)"));
  const TensorView *experts = source->find("blk.0.ffn_up_exps.weight");
  ASSERT_NE(experts, nullptr);
  EXPECT_EQ(experts->shape, (std::vector<int64_t>{2, 8, 24}));
  ASSERT_EQ(experts->parts.size(), 2U);
  EXPECT_EQ(source->nameInFiles(experts->parts[1].name), layer + "1.up_proj.weight");
  EXPECT_EQ(source->find("blk.0.ffn_gate_inp_shexp.weight")->shape, std::vector<int64_t>{24});
  EXPECT_FALSE(source->metadata().boolean("qwen2moe.expert_weights_norm").value());

  EXPECT_ERROR(open("Qwen2MoeForCausalLM", R"("num_experts": 3)").status(), InvalidArgument,
               "tensor '" + layer + "0.up_proj.weight' has no counterpart for expert 2");
  EXPECT_ERROR(open("Qwen2MoeForCausalLM", R"("num_experts": 1)").status(), InvalidArgument,
               "up_proj.weight' is one of expert 1, but 'num_experts' of config.json is 1");
  EXPECT_ERROR(open("Qwen2MoeForCausalLM", R"("num_experts": 2000000000)").status(),
               InvalidArgument, "is 2000000000, but the files have 4 tensors");
  add(layer + "2.up_proj.weight", "[9, 24]", 216);
  EXPECT_ERROR(open("Qwen2MoeForCausalLM", R"("num_experts": 3)").status(), InvalidArgument,
               "2.up_proj.weight' has another shape or element type than other experts'");
}

TEST_F(HuggingFace, ATensorHasOneName) {
  add("model.norm.weight", "[24]", 24).add("model.layers.00.mlp.up_proj.weight", "[1]", 1);
  ASSERT_OK_AND_ASSIGN(const Source source, open("LlamaForCausalLM"));
  EXPECT_EQ(source->find("blk.0.ffn_up.weight"), nullptr); // "00" is no number
}

TEST_F(HuggingFace, Rotations) {
  const auto rope = [&](const std::string &settings) {
    return open("LlamaForCausalLM", R"("rope_theta": 500.0, "rope_scaling": )" + settings);
  };
  ASSERT_OK_AND_ASSIGN(Source source, rope(R"({"rope_type": "linear", "factor": 4})"));
  EXPECT_EQ(numberOf(source, "llama.rope.freq_base"), 500);
  EXPECT_EQ(source->metadata().string("llama.rope.scaling.type").value(), "linear");
  EXPECT_EQ(numberOf(source, "llama.rope.scaling.factor"), 4);

  // Its magnitude is the usual one of the factor unless it is given.
  ASSERT_OK_AND_ASSIGN(source, rope(R"({"type": "yarn", "factor": 4.0,
                                        "original_max_position_embeddings": 16})"));
  EXPECT_EQ(numberOf(source, "llama.rope.scaling.original_context_length"), 16);
  EXPECT_EQ(numberOf(source, "llama.rope.scaling.attn_factor"), 1);
  ASSERT_OK_AND_ASSIGN(source, rope(R"({"type": "yarn", "factor": 4.0, "attention_factor": 0.5})"));
  EXPECT_NEAR(numberOf(source, "llama.rope.scaling.attn_factor"), 0.5 / (0.1 * std::log(4) + 1),
              1e-12);
  EXPECT_EQ(numberOf(source, "llama.rope.scaling.original_context_length"), 64);

  // Of a head of 6 elements there are 3 pairs. Short wavelengths stay.
  ASSERT_OK_AND_ASSIGN(source,
                       rope(R"({"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0,
      "high_freq_factor": 4.0, "original_max_position_embeddings": 16})"));
  const TensorView *divisors = source->find("rope_freqs.weight");
  ASSERT_NE(divisors, nullptr);
  EXPECT_EQ(divisors->shape, std::vector<int64_t>{3});
  float values[3];
  std::memcpy(values, divisors->data.data(), sizeof(values));
  EXPECT_GT(values[0], 1);
  EXPECT_LT(values[0], 8);
  EXPECT_EQ(values[2], 8);

  EXPECT_ERROR(
      rope(R"({"rope_type": "longrope", "long_factor": [1, 2], "short_factor": [1, 2, 3]})")
          .status(),
      InvalidArgument, "'rope_scaling.long_factor' of config.json is no list of 3");
  EXPECT_ERROR(rope(R"({"rope_type": "yarn", "factor": -1})").status(), InvalidArgument,
               "'rope_scaling.factor' of config.json is not positive");
  EXPECT_ERROR(rope(R"({"rope_type": "yarn", "factor": 2, "truncate": false})").status(),
               Unsupported, "'rope_scaling.truncate' of config.json is false");
  EXPECT_ERROR(rope(R"({"rope_type": 3})").status(), InvalidArgument,
               "'rope_scaling.rope_type' of config.json is an integer, expected a text");
}

TEST_F(HuggingFace, Windows) {
  const std::string use = R"("sliding_window": 5, "use_sliding_window": )";
  ASSERT_OK_AND_ASSIGN(Source source, open("Qwen2ForCausalLM", use + "false"));
  EXPECT_EQ(source->metadata().integer("qwen2.attention.sliding_window").value(), 0);
  ASSERT_OK_AND_ASSIGN(source, open("Qwen2ForCausalLM", use + R"(true, "max_window_layers": 1)"));
  EXPECT_EQ(source->metadata().integer("qwen2.attention.sliding_window").value(), 5);
  const gguf::Value *pattern = source->metadata().find("qwen2.attention.sliding_window_pattern");
  ASSERT_TRUE(pattern && pattern->isArray());
  EXPECT_EQ(pattern->size(), 3U);
  EXPECT_FALSE(pattern->boolean(0).value());
  EXPECT_TRUE(pattern->boolean(2).value());
  ASSERT_OK_AND_ASSIGN(source, open("Gemma2ForCausalLM", R"("sliding_window": null)"));
  EXPECT_EQ(source->metadata().integer("gemma2.attention.sliding_window").value(), 0);
  EXPECT_ERROR(
      open("Qwen2ForCausalLM", use + R"(true, "layer_types": ["chunked_attention"])").status(),
      Unsupported, "'layer_types' of config.json has 'chunked_attention'");
}

TEST_F(HuggingFace, FilesOfTheTokenizer) {
  write("tokenizer.json", "{}");
  write("tokenizer_config.json", R"({"bos_token": {"content": "<s>"}, "add_bos_token": true,
      "chat_template": [{"name": "tool", "template": "t"}, {"name": "default", "template": "d"}]})");
  write("generation_config.json", R"({"eos_token_id": [3, 4]})");
  ASSERT_OK_AND_ASSIGN(Source source, open("LlamaForCausalLM", R"("eos_token_id": 2)"));
  const gguf::Metadata &metadata = source->metadata();
  EXPECT_EQ(metadata.string("tokenizer.huggingface.json").value(), "{}");
  EXPECT_EQ(metadata.string("tokenizer.huggingface.bos_token").value(), "<s>");
  EXPECT_TRUE(metadata.boolean("tokenizer.ggml.add_bos_token").value());
  EXPECT_EQ(metadata.string("tokenizer.chat_template").value(), "d");
  EXPECT_EQ(metadata.integers("tokenizer.ggml.eos_token_id").value(), (std::vector<int64_t>{3, 4}));
  write("generation_config.json", "{}");
  ASSERT_OK_AND_ASSIGN(source, open("LlamaForCausalLM", R"("eos_token_id": 2)"));
  EXPECT_EQ(source->metadata().integers("tokenizer.ggml.eos_token_id").value(),
            std::vector<int64_t>{2});
  write("tokenizer_config.json", R"({"chat_template": [{"name": "tool", "template": "t"}]})");
  ASSERT_OK_AND_ASSIGN(source, open("LlamaForCausalLM"));
  EXPECT_ERROR(source->metadata().string("tokenizer.chat_template").status(), NotFound,
               "'chat_template' of tokenizer_config.json has no template called 'default'");
  write("tokenizer_config.json", R"({"add_bos_token": 3})");
  EXPECT_ERROR(open("LlamaForCausalLM").status(), InvalidArgument,
               "'add_bos_token' of tokenizer_config.json is an integer, expected true or false");
  write("tokenizer_config.json", "{}");
  EXPECT_ERROR(open("LlamaForCausalLM", R"("eos_token_id": "x")").status(), InvalidArgument,
               "'eos_token_id' of config.json is a text, expected an integer or a list of them");
}

// Files and numbers that are not trusted.
TEST_F(HuggingFace, HostileFolders) {
  EXPECT_ERROR(open("MistralForCausalLM", "", R"("num_hidden_layers": 2147483647)").status(),
               InvalidArgument, "is 2147483647, but at most 10000 layers are supported");
  add("blk.0.ffn_gate_exps.weight", "[8, 4, 4]", 128);
  add("model.layers.0.block_sparse_moe.experts.1000000.w1.weight", "[4, 4]", 16);
  EXPECT_ERROR(open("MixtralForCausalLM", R"("num_local_experts": 2000000000)").status(),
               InvalidArgument, "is 2000000000, but the files have 3 tensors");
  for (const char *layer : {"1", "2"})
    add(std::string("model.layers.") + layer + ".block_sparse_moe.experts.0.w1.weight", "[4, 4]",
        16);
  EXPECT_ERROR(open("MixtralForCausalLM", R"("num_local_experts": 4)").status(), InvalidArgument,
               "is one of expert 1000000, but");
}

// Each tensor of experts has room for all of them, so many layers with one expert each have too
// few.
TEST_F(HuggingFace, ExpertsOfManyLayers) {
  for (const char *layer : {"0", "1", "2"})
    add(std::string("model.layers.") + layer + ".block_sparse_moe.experts.0.w1.weight", "[4, 4]",
        16);
  EXPECT_ERROR(open("MixtralForCausalLM", R"("num_local_experts": 3)").status(), InvalidArgument,
               "is 3, but the files have 4 tensors, too few for the experts of each layer");
}

TEST_F(HuggingFace, PathsOfFolders) {
  ASSERT_OK(open("LlamaForCausalLM").status());
  EXPECT_TRUE(isModelFolder(folder));
  EXPECT_TRUE(isModelFolder(folder + "/config.json"));
  EXPECT_TRUE(isLanguageModelPath("m.GGUF"));
  EXPECT_FALSE(isLanguageModelPath("m.onnx"));
  EXPECT_OK(openLanguageModel(folder + "/config.json").status());
  EXPECT_OK(openLanguageModel(folder + "/").status());
  std::filesystem::remove(folder + "/config.json");
  EXPECT_ERROR(openLanguageModel(folder).status(), InvalidArgument, "has a config.json");
}

} // namespace
