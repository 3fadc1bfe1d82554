// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GGUF files of small decoders with random weights, in any type of blocks. Without settings they
// are llamas.
#ifndef RLX_UNITTESTS_IMPORTERS_RANDOMDECODER_H
#define RLX_UNITTESTS_IMPORTERS_RANDOMDECODER_H

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
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
        {Type::Q4_0, 0, 0.02},     {Type::Q4_1, 0, 0.02},      {Type::Q4_1, 2, -0.15},
        {Type::Q5_0, 0, 0.01},     {Type::Q5_1, 0, 0.01},      {Type::Q5_1, 2, -0.15},
        {Type::Q8_0, 0, 0.0015},   {Type::Q2_K, 80, 0.006},    {Type::Q2_K, 82, 0.01},
        {Type::Q3_K, 108, 0.002},  {Type::Q4_K, 0, 0.0003},    {Type::Q4_K, 2, 0.003},
        {Type::Q5_K, 0, 0.00015},  {Type::Q5_K, 2, 0.003},     {Type::Q6_K, 208, 0.00006},
        {Type::IQ4_NL, 0, 0.0015}, {Type::IQ4_XS, 0, 0.00006}, {Type::TQ1_0, 52, 0.1},
        {Type::TQ2_0, 64, 0.1},    {Type::IQ1_S, 0, 0.01},     {Type::IQ2_XXS, 0, 0.001},
        {Type::IQ2_XS, 0, 0.001},  {Type::IQ2_S, 0, 0.001},    {Type::IQ3_XXS, 0, 0.0005},
        {Type::IQ3_S, 0, 0.0005},  {Type::Q1_0, 0, 0.1},       {Type::Q2_0, 0, 0.1},
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
    if (type == Type::MXFP4) // 2^-6
      block[0] = 122;
    if (type == Type::NVFP4) // halves of 2^-5
      std::fill_n(block.begin(), 4, 0x10);
    if (type == Type::IQ1_M) // the nibbles of an f16 of about 2^-7
      for (size_t i = 49; i < 56; i += 2)
        block[i] = (block[i] & 15) | (i == 55 ? 0x20 : 0);
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

struct RandomDecoder {
  using Type = gguf::TensorType;
  using Names = std::vector<std::string>;

  uint32_t layers = 2, embedding = 64, feedForward = 96, heads = 4, keyHeads = 2, headSize = 16,
           vocabulary = 50, context = 600, rotated = 0; // 0: the head size
  // Tests may leave out what follows. NOLINTBEGIN(readability-redundant-*)
  std::map<std::string, Type> types = {}; // of matrices by name without layer: "attn_q"; else F32
  bool hasHead = false, hasBiases = false, hasDivisors = false;
  std::map<std::string, float> numbers = {}; // more metadata of the architecture
  std::string scaling = "";                  // rope.scaling.type
  std::vector<std::string> tokens = {};      // of a vocabulary of BPE without merges
  std::string chatTemplate = "";
  std::optional<uint32_t> begin = {}; // the token that begins texts

  std::string architecture = "llama";
  // The tensors of a layer, in this order.
  Names layer = {"attn_norm", "attn_q",   "attn_k", "attn_v",  "attn_output",
                 "ffn_norm",  "ffn_gate", "ffn_up", "ffn_down"};
  Names vectors = {};         // tensors that each file has once, of rotated / 2 elements
  bool hasLayerNorms = false; // with biases
  bool hasRowNorms = false;   // norms of q and k are over all heads
  bool hasScales = false;     // beside matrices of NVFP4
  bool hasGateInUp = false, hasPositions = false; // "ffn_up" holds the gate, too; "position_embd"
  Names matrixBiases = {};                        // of these matrices, without hasBiases
  std::map<std::string, bool> flags = {};         // more metadata
  std::map<std::string, uint32_t> integers = {};
  uint32_t experts = 0, expertsUsed = 0, expertFeedForward = 32; // of "ffn_*_exps", and "_shexp"
  // NOLINTEND(readability-redundant-*)

  std::vector<uint8_t> bytes() const {
    const gguf::ValueType u32 = gguf::ValueType::U32, f32 = gguf::ValueType::F32;
    GgufWriter file;
    file.text("general.architecture", architecture);
    file.value(key("block_count"), u32, layers).value(key("embedding_length"), u32, embedding);
    file.value(key("feed_forward_length"), u32, feedForward);
    file.value(key("context_length"), u32, context).value(key("attention.head_count"), u32, heads);
    file.value(key("attention.head_count_kv"), u32, keyHeads);
    file.value(key("attention.key_length"), u32, headSize);
    file.value(
        key(hasLayerNorms ? "attention.layer_norm_epsilon" : "attention.layer_norm_rms_epsilon"),
        f32, 1e-5f);
    if (experts) {
      file.value(key("expert_count"), u32, experts)
          .value(key("expert_used_count"), u32, expertsUsed);
      file.value(key("expert_feed_forward_length"), u32, expertFeedForward);
      file.value(key("expert_shared_feed_forward_length"), u32, expertFeedForward);
    }
    if (rotated)
      file.value(key("rope.dimension_count"), u32, rotated);
    for (const auto &[name, number] : numbers)
      name.ends_with("_length") || name.ends_with("_window")
          ? file.value(key(name), u32, static_cast<uint32_t>(number))
          : file.value(key(name), f32, number);
    for (const auto &[name, number] : integers)
      file.value(key(name), u32, number);
    for (const auto &[name, flag] : flags)
      file.value(key(name), gguf::ValueType::Bool, static_cast<uint8_t>(flag));
    if (!scaling.empty())
      file.text(key("rope.scaling.type"), scaling);
    if (!tokens.empty())
      file.text("tokenizer.ggml.model", "gpt2").texts("tokenizer.ggml.tokens", tokens);
    if (begin)
      file.value("tokenizer.ggml.bos_token_id", u32, *begin)
          .value("tokenizer.ggml.add_bos_token", gguf::ValueType::Bool, uint8_t{1});
    if (!chatTemplate.empty())
      file.text("tokenizer.chat_template", chatTemplate);
    RandomTensor random(7);
    addTensors(file, random);
    return file.bytes();
  }

private:
  std::string key(const std::string &name) const { return architecture + "." + name; }

  void addTensors(GgufWriter &file, RandomTensor &random) const {
    addMatrix(file, random, "", "token_embd", vocabulary, embedding);
    addNorm(file, random, "output_norm", embedding);
    if (hasPositions)
      addMatrix(file, random, "", "position_embd", context, embedding);
    if (hasHead)
      addMatrix(file, random, "", "output", vocabulary, embedding);
    const uint64_t pairs = (rotated ? rotated : headSize) / 2;
    if (hasDivisors)
      addVector(file, random, "rope_freqs.weight", pairs, 1, 8);
    for (const std::string &name : vectors)
      addVector(file, random, name, pairs, 1, 8);
    for (uint32_t i = 0; i < layers; ++i)
      for (const std::string &name : layer)
        addLayerTensor(file, random, "blk." + std::to_string(i) + ".", name);
  }

  void addLayerTensor(GgufWriter &file, RandomTensor &random, const std::string &prefix,
                      const std::string &name) const {
    const uint64_t queries = heads * headSize, keys = keyHeads * headSize;
    const std::map<std::string, std::pair<uint64_t, uint64_t>> matrices = {
        {"attn_q", {queries, embedding}},
        {"attn_k", {keys, embedding}},
        {"attn_v", {keys, embedding}},
        {"attn_qkv", {queries + 2 * keys, embedding}},
        {"attn_output", {embedding, queries}},
        {"ffn_gate", {feedForward, embedding}},
        {"ffn_up", {hasGateInUp ? 2 * feedForward : feedForward, embedding}},
        {"ffn_down", {embedding, feedForward}},
        {"ffn_gate_inp", {experts, embedding}},
        {"ffn_gate_shexp", {expertFeedForward, embedding}},
        {"ffn_up_shexp", {expertFeedForward, embedding}},
        {"ffn_down_shexp", {embedding, expertFeedForward}}};
    if (const auto matrix = matrices.find(name); matrix != matrices.end())
      addMatrix(file, random, prefix, name, matrix->second.first, matrix->second.second);
    else if (name.ends_with("_exps"))
      addExperts(file, random, prefix, name);
    else if (name == "attn_q_norm" || name == "attn_k_norm")
      addNorm(file, random, prefix + name,
              !hasRowNorms     ? headSize
              : name[5] == 'q' ? queries
                               : keys);
    else
      addNorm(file, random, prefix + name, embedding);
  }

  void addMatrix(GgufWriter &file, RandomTensor &random, const std::string &prefix,
                 const std::string &name, uint64_t rows, uint64_t columns) const {
    const auto found = types.find(name);
    const Type type = found == types.end() ? Type::F32 : found->second;
    const auto elements = static_cast<int64_t>(rows * columns);
    file.tensor(prefix + name + ".weight", type, {rows, columns},
                random.bytes(type, elements, -0.2, 0.2));
    const bool isNamed =
        std::find(matrixBiases.begin(), matrixBiases.end(), name) != matrixBiases.end();
    addScales(file, random, prefix + name, type, 1);
    if ((hasBiases && !prefix.empty()) || isNamed)
      addVector(file, random, prefix + name + ".bias", rows, -0.5, 0.5);
  }

  void addExperts(GgufWriter &file, RandomTensor &random, const std::string &prefix,
                  const std::string &name) const {
    const bool isDown = name == "ffn_down_exps";
    const std::vector<uint64_t> shape = {experts, isDown ? embedding : expertFeedForward,
                                         isDown ? expertFeedForward : embedding};
    const auto found = types.find(name);
    const Type type = found == types.end() ? Type::F32 : found->second;
    file.tensor(
        prefix + name + ".weight", type, shape,
        random.bytes(type, static_cast<int64_t>(shape[0] * shape[1] * shape[2]), -0.2, 0.2));
    addScales(file, random, prefix + name, type, experts);
  }

  void addScales(GgufWriter &file, RandomTensor &random, const std::string &matrix, Type type,
                 uint64_t count) const {
    if (!hasScales || type != Type::NVFP4)
      return;
    addVector(file, random, matrix + ".scale", count, 0.5, 1.5);
    addVector(file, random, matrix + ".input_scale", count, 0.1, 9); // has no effect
  }

  void addNorm(GgufWriter &file, RandomTensor &random, const std::string &name,
               uint64_t size) const {
    addVector(file, random, name + ".weight", size, 0.5, 1.5);
    if (hasLayerNorms)
      addVector(file, random, name + ".bias", size, -0.5, 0.5);
  }

  static void addVector(GgufWriter &file, RandomTensor &random, const std::string &name,
                        uint64_t size, double low, double high) {
    file.tensor(name, Type::F32, {size},
                random.bytes(Type::F32, static_cast<int64_t>(size), low, high));
  }
};

} // namespace rlx::test

#endif // RLX_UNITTESTS_IMPORTERS_RANDOMDECODER_H
