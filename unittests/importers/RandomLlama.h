// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GGUF files of small llamas with random weights, in any type of blocks.
#ifndef RLX_UNITTESTS_IMPORTERS_RANDOMLLAMA_H
#define RLX_UNITTESTS_IMPORTERS_RANDOMLLAMA_H

#include <cstring>
#include <map>
#include <random>

#include "unittests/formats/GgufWriter.h"
#include "llvm/ADT/APFloat.h"

namespace rlx::test {

// Random bytes of a type whose elements lie about -0.2 to 0.2: blocks get such scales, f16 at these
// offsets.
class RandomTensor {
public:
  explicit RandomTensor(unsigned seed) : engine(seed) {}

  std::vector<uint8_t> bytes(gguf::TensorType type, int64_t elements, double low, double high) {
    const gguf::TensorTypeInfo &form = gguf::info(type);
    std::vector<uint8_t> result;
    for (int64_t i = 0; i < elements / form.elements; ++i) {
      std::vector<uint8_t> block = blockOf(type, static_cast<size_t>(form.bytes), low, high);
      result.insert(result.end(), block.begin(), block.end());
    }
    return result;
  }

private:
  struct Scale {
    gguf::TensorType type;
    size_t offset;
    double value;
  };

  std::vector<uint8_t> blockOf(gguf::TensorType type, size_t size, double low, double high) {
    using Type = gguf::TensorType;
    static constexpr Scale kScales[] = {
        {Type::Q4_0, 0, 0.02},    {Type::Q4_1, 0, 0.02},   {Type::Q4_1, 2, -0.15},
        {Type::Q5_0, 0, 0.01},    {Type::Q5_1, 0, 0.01},   {Type::Q5_1, 2, -0.15},
        {Type::Q8_0, 0, 0.0015},  {Type::Q2_K, 80, 0.006}, {Type::Q2_K, 82, 0.01},
        {Type::Q3_K, 108, 0.002}, {Type::Q4_K, 0, 0.0003}, {Type::Q4_K, 2, 0.003},
        {Type::Q5_K, 0, 0.00015}, {Type::Q5_K, 2, 0.003},  {Type::Q6_K, 208, 0.00006},
    };
    std::vector<uint8_t> block(size);
    if (type == Type::F32 || type == Type::F16 || type == Type::BF16) {
      std::uniform_real_distribution<float> uniform(static_cast<float>(low),
                                                    static_cast<float>(high));
      store(block, type, 0, uniform(engine));
      return block;
    }
    for (uint8_t &byte : block)
      byte = static_cast<uint8_t>(engine());
    for (const Scale &scale : kScales)
      if (scale.type == type)
        store(block, Type::F16, scale.offset, scale.value);
    if (type == Type::Q8_K)
      store(block, Type::F32, 0, 0.0015);
    return block;
  }

  static void store(std::vector<uint8_t> &block, gguf::TensorType type, size_t offset,
                    double value) {
    if (type == gguf::TensorType::F32) {
      const auto number = static_cast<float>(value);
      std::memcpy(&block[offset], &number, 4);
      return;
    }
    llvm::APFloat number(value);
    bool lost = false;
    number.convert(type == gguf::TensorType::F16 ? llvm::APFloat::IEEEhalf()
                                                 : llvm::APFloat::BFloat(),
                   llvm::APFloat::rmNearestTiesToEven, &lost);
    const uint64_t bits = number.bitcastToAPInt().getZExtValue();
    block[offset] = static_cast<uint8_t>(bits);
    block[offset + 1] = static_cast<uint8_t>(bits >> 8);
  }

  std::mt19937 engine;
};

struct RandomLlama {
  using Type = gguf::TensorType;

  uint32_t layers = 2, embedding = 64, feedForward = 96, heads = 4, keyHeads = 2, headSize = 16,
           vocabulary = 50, context = 600, rotated = 0; // 0: the head size
  // Tests may leave out what follows. NOLINTBEGIN(readability-redundant-*)
  std::map<std::string, Type> types = {}; // of matrices by name without layer: "attn_q"; else F32
  bool hasHead = false, hasBiases = false, hasDivisors = false;
  std::map<std::string, float> numbers = {}; // more metadata of the architecture
  std::string scaling = "";                  // rope.scaling.type
  std::vector<std::string> tokens = {};      // of a vocabulary of BPE without merges
  std::string chatTemplate = "";
  // NOLINTEND(readability-redundant-*)

  std::vector<uint8_t> bytes() const {
    gguf::ValueType u32 = gguf::ValueType::U32;
    GgufWriter file;
    file.text("general.architecture", "llama");
    file.value("llama.block_count", u32, layers).value("llama.embedding_length", u32, embedding);
    file.value("llama.feed_forward_length", u32, feedForward);
    file.value("llama.context_length", u32, context)
        .value("llama.attention.head_count", u32, heads);
    file.value("llama.attention.head_count_kv", u32, keyHeads);
    file.value("llama.attention.key_length", u32, headSize);
    file.value("llama.attention.layer_norm_rms_epsilon", gguf::ValueType::F32, 1e-5f);
    if (rotated)
      file.value("llama.rope.dimension_count", u32, rotated);
    for (const auto &[key, number] : numbers)
      key.ends_with("_length") ? file.value("llama." + key, u32, static_cast<uint32_t>(number))
                               : file.value("llama." + key, gguf::ValueType::F32, number);
    if (!scaling.empty())
      file.text("llama.rope.scaling.type", scaling);
    if (!tokens.empty())
      file.text("tokenizer.ggml.model", "gpt2").texts("tokenizer.ggml.tokens", tokens);
    if (!chatTemplate.empty())
      file.text("tokenizer.chat_template", chatTemplate);
    RandomTensor random(7);
    addTensors(file, random);
    return file.bytes();
  }

private:
  void addTensors(GgufWriter &file, RandomTensor &random) const {
    const uint64_t queries = heads * headSize, keys = keyHeads * headSize;
    addMatrix(file, random, "", "token_embd", vocabulary, embedding);
    addVector(file, random, "output_norm.weight", embedding, 0.5, 1.5);
    if (hasHead)
      addMatrix(file, random, "", "output", vocabulary, embedding);
    if (hasDivisors)
      addVector(file, random, "rope_freqs.weight", headSize / 2, 1, 8);
    for (uint32_t i = 0; i < layers; ++i) {
      const std::string layer = "blk." + std::to_string(i) + ".";
      addVector(file, random, layer + "attn_norm.weight", embedding, 0.5, 1.5);
      addMatrix(file, random, layer, "attn_q", queries, embedding);
      addMatrix(file, random, layer, "attn_k", keys, embedding);
      addMatrix(file, random, layer, "attn_v", keys, embedding);
      addMatrix(file, random, layer, "attn_output", embedding, queries);
      addVector(file, random, layer + "ffn_norm.weight", embedding, 0.5, 1.5);
      addMatrix(file, random, layer, "ffn_gate", feedForward, embedding);
      addMatrix(file, random, layer, "ffn_up", feedForward, embedding);
      addMatrix(file, random, layer, "ffn_down", embedding, feedForward);
    }
  }

  void addMatrix(GgufWriter &file, RandomTensor &random, const std::string &layer,
                 const std::string &name, uint64_t rows, uint64_t columns) const {
    const auto found = types.find(name);
    const Type type = found == types.end() ? Type::F32 : found->second;
    const auto elements = static_cast<int64_t>(rows * columns);
    file.tensor(layer + name + ".weight", type, {rows, columns},
                random.bytes(type, elements, -0.2, 0.2));
    if (hasBiases && !layer.empty())
      addVector(file, random, layer + name + ".bias", rows, -0.5, 0.5);
  }

  static void addVector(GgufWriter &file, RandomTensor &random, const std::string &name,
                        uint64_t size, double low, double high) {
    file.tensor(name, Type::F32, {size},
                random.bytes(Type::F32, static_cast<int64_t>(size), low, high));
  }
};

} // namespace rlx::test

#endif // RLX_UNITTESTS_IMPORTERS_RANDOMLLAMA_H
