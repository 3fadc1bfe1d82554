// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bytes to the config.json of a folder with weights: if it is accepted, then all metadata and
// tensors can be read, and messages name all of them.
#include <fstream>

#include "formats/language_model/LanguageModelFile.h"
#include "unittests/formats/SafetensorsWriter.h"
#include "unittests/fuzz/Fuzz.h"
#include "unittests/fuzz/TempFolder.h"

using namespace rlx;

static void check(bool condition) {
  if (!condition)
    __builtin_trap();
}

static void write(const std::string &path, const std::vector<uint8_t> &bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char *>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
}

static const test::TempFolder &folder() {
  static const test::TempFolder made("rlx-model-folder-fuzz");
  static const bool isWritten = [] {
    const std::vector<uint8_t> four(4), eight(8);
    write(made / "model.safetensors",
          test::SafetensorsWriter()
              .tensor("model.embed_tokens.weight", "F32", "[1, 2]", eight)
              .tensor("model.layers.0.self_attn.q_proj.weight", "BF16", "[2, 2]", eight)
              .tensor("model.layers.0.block_sparse_moe.experts.0.w1.weight", "F32", "[1]", four)
              .tensor("model.layers.0.block_sparse_moe.experts.1.w1.weight", "F32", "[1]", four)
              .tensor("lm_head.weight", "F32", "[1, 2]", eight)
              .tensor("embeddings.position_embeddings.weight", "F32", "[2, 1]", eight)
              .bytes());
    return true;
  }();
  check(isWritten);
  return made;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::string config = folder() / "config.json";
  write(config, {data, data + size});
  const auto source = openLanguageModel(config);
  if (!source.ok()) {
    check(!source.status().message().empty());
    return 0;
  }
  const gguf::Metadata &metadata = (*source)->metadata();
  for (const std::string_view key : metadata.keys()) {
    const gguf::Value *value = metadata.find(key);
    check(value && !value->typeText().empty() && !metadata.shown(key).empty());
    for (size_t i = 0; i < value->size(); ++i)
      (void)(value->number(i).has_value() || value->string(i) || value->boolean(i));
  }
  for (const gguf::TensorView &tensor : (*source)->tensors()) {
    check((*source)->find(tensor.name) == &tensor && !(*source)->nameInFiles(tensor.name).empty());
    for (const gguf::TensorView &part : tensor.parts)
      check(!part.data.empty());
  }
  return 0;
}

std::vector<std::vector<uint8_t>> fuzzSeeds() {
  const std::string sizes = R"("vocab_size": 1, "max_position_embeddings": 8, "hidden_size": 2,
    "num_hidden_layers": 1, "intermediate_size": 4, "num_attention_heads": 1, "rms_norm_eps": 1e-5,)";
  std::vector<std::vector<uint8_t>> seeds;
  for (
      const std::string rest :
      {R"("architectures": ["LlamaForCausalLM"], "rope_scaling": {"rope_type": "llama3", "factor": 8,
           "low_freq_factor": 1, "high_freq_factor": 4, "original_max_position_embeddings": 4}})",
       R"("architectures": ["MixtralForCausalLM"], "num_local_experts": 2, "sliding_window": 4,
           "rope_parameters": {"rope_type": "yarn", "factor": 2, "rope_theta": 100}})",
       R"("architectures": ["XLMRobertaModel"], "layer_norm_eps": 1e-5, "pad_token_id": 0})",
       R"("architectures": ["FalconMambaForCausalLM"], "state_size": 2, "conv_kernel": 2,
           "time_step_rank": 1, "layer_norm_epsilon": 1e-5})",
       R"("architectures": ["NomicBertModel"], "n_embd": 2, "n_head": 1, "rotary_emb_base": 1000})",
       R"("architectures": ["Gemma3ForCausalLM"], "layer_types": ["sliding_attention"],
           "rope_parameters": {"full_attention": {"rope_type": "linear", "factor": 2},
                               "sliding_attention": {"rope_theta": 10.0}}})"}) {
    const std::string text = "{" + sizes + rest;
    seeds.emplace_back(text.begin(), text.end());
  }
  return seeds;
}
