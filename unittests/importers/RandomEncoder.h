// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GGUF files of small encoders with random weights, and their hidden states in double precision,
// written from the definition.
#ifndef RLX_UNITTESTS_IMPORTERS_RANDOMENCODER_H
#define RLX_UNITTESTS_IMPORTERS_RANDOMENCODER_H

#include <cmath>
#include <numbers>

#include "unittests/importers/RandomDecoder.h"

namespace rlx::test {

using Matrix = std::vector<std::vector<double>>;

// The tensors of a file, which the reference reads, too.
class RandomEncoder {
public:
  static constexpr size_t kWidth = 24, kInner = 28, kHeads = 3, kHead = 8, kVocabulary = 40,
                          kContext = 32, kLayers = 2;
  static constexpr double kEpsilon = 1e-5, kBase = 1000;

  explicit RandomEncoder(bool isNomic) : isNomic(isNomic) {
    const std::string name = isNomic ? "nomic-bert" : "bert";
    const auto u32 = gguf::ValueType::U32;
    writer.text("general.architecture", name);
    const std::pair<const char *, size_t> sizes[] = {
        {".block_count", kLayers},         {".embedding_length", kWidth},
        {".feed_forward_length", kInner},  {".context_length", kContext},
        {".attention.head_count", kHeads}, {".pooling_type", 2}};
    for (const auto &[key, size] : sizes)
      writer.value(name + key, u32, static_cast<uint32_t>(size));
    writer.value(name + ".attention.layer_norm_epsilon", gguf::ValueType::F32,
                 static_cast<float>(kEpsilon));
    writer.value(name + ".attention.causal", gguf::ValueType::Bool, uint8_t{0});
    writer.value(name + ".rope.freq_base", gguf::ValueType::F32, static_cast<float>(kBase));
    addVocabulary();
    matrix("token_embd.weight", kVocabulary, kWidth);
    matrix("token_types.weight", 2, kWidth);
    if (!isNomic)
      matrix("position_embd.weight", kContext, kWidth);
    norm("token_embd_norm");
    for (size_t i = 0; i < kLayers; ++i)
      layer("blk." + std::to_string(i) + ".");
  }

  std::vector<uint8_t> bytes() const { return writer.bytes(); }

  // The hidden states of one text, of segment 0.
  Matrix hidden(const std::vector<uint32_t> &tokens) const {
    Matrix x;
    for (size_t t = 0; t < tokens.size(); ++t) {
      std::vector<double> row = values.at("token_embd.weight")[tokens[t]];
      add(row, values.at("token_types.weight")[0]);
      if (!isNomic)
        add(row, values.at("position_embd.weight")[t]);
      x.push_back(normalized(row, "token_embd_norm"));
    }
    for (size_t i = 0; i < kLayers; ++i) {
      const std::string name = "blk." + std::to_string(i) + ".";
      const Matrix attended = linear(attention(x, name), name + "attn_output");
      for (size_t t = 0; t < x.size(); ++t) {
        add(x[t], attended[t]);
        x[t] = normalized(x[t], name + "attn_output_norm");
      }
      const Matrix y = feedForward(x, name);
      for (size_t t = 0; t < x.size(); ++t) {
        add(x[t], y[t]);
        x[t] = normalized(x[t], name + "layer_output_norm");
      }
    }
    return x;
  }

private:
  // Letters that begin a word, and some that do not.
  void addVocabulary() {
    std::vector<std::string> tokens = {"[PAD]", "[UNK]", "[CLS]", "[SEP]"};
    for (char letter = 'a'; letter <= 'z'; ++letter)
      tokens.push_back("\u2581" + std::string(1, letter));
    for (char letter = 'a'; tokens.size() < kVocabulary; ++letter)
      tokens.emplace_back(1, letter);
    writer.text("tokenizer.ggml.model", "bert").texts("tokenizer.ggml.tokens", tokens);
    const std::pair<const char *, uint32_t> ids[] = {{"unknown", 1}, {"bos", 2}, {"seperator", 3}};
    for (const auto &[key, id] : ids)
      writer.value("tokenizer.ggml." + std::string(key) + "_token_id", gguf::ValueType::U32, id);
  }

  void layer(const std::string &name) {
    if (isNomic) {
      matrix(name + "attn_qkv.weight", 3 * kWidth, kWidth);
      matrix(name + "attn_output.weight", kWidth, kWidth);
      matrix(name + "ffn_gate.weight", kInner, kWidth);
      matrix(name + "ffn_up.weight", kInner, kWidth);
      matrix(name + "ffn_down.weight", kWidth, kInner);
    } else {
      for (const char *part : {"attn_q", "attn_k", "attn_v", "attn_output"})
        biased(name + part, kWidth, kWidth);
      biased(name + "ffn_up", kInner, kWidth);
      biased(name + "ffn_down", kWidth, kInner);
    }
    norm(name + "attn_output_norm");
    norm(name + "layer_output_norm");
  }

  void matrix(const std::string &name, size_t rows, size_t columns, double center = 0) {
    const std::vector<uint8_t> bytes = random.bytes(
        gguf::TensorType::F32, static_cast<int64_t>(rows * columns), center - 0.4, center + 0.4);
    const auto *floats = reinterpret_cast<const float *>(bytes.data());
    Matrix &made = values[name];
    for (size_t i = 0; i < rows; ++i)
      made.emplace_back(floats + i * columns, floats + (i + 1) * columns);
    const bool isVector = rows == 1;
    writer.tensor(name, gguf::TensorType::F32,
                  isVector ? std::vector<uint64_t>{columns} : std::vector<uint64_t>{rows, columns},
                  bytes);
  }
  void biased(const std::string &name, size_t rows, size_t columns) {
    matrix(name + ".weight", rows, columns);
    matrix(name + ".bias", 1, rows);
  }
  void norm(const std::string &name) {
    matrix(name + ".weight", 1, kWidth, 1);
    matrix(name + ".bias", 1, kWidth);
  }

  static void add(std::vector<double> &x, const std::vector<double> &y) {
    for (size_t i = 0; i < x.size(); ++i)
      x[i] += y[i];
  }

  std::vector<double> normalized(std::vector<double> x, const std::string &name) const {
    double mean = 0, sum = 0;
    for (const double each : x)
      mean += each / kWidth;
    for (const double each : x)
      sum += (each - mean) * (each - mean) / kWidth;
    for (size_t i = 0; i < x.size(); ++i)
      x[i] = (x[i] - mean) / std::sqrt(sum + kEpsilon) * values.at(name + ".weight")[0][i] +
             values.at(name + ".bias")[0][i];
    return x;
  }

  Matrix linear(const Matrix &x, const std::string &name) const {
    const Matrix &weight = values.at(name + ".weight");
    const auto bias = values.find(name + ".bias");
    Matrix y(x.size(), std::vector<double>(weight.size()));
    for (size_t t = 0; t < x.size(); ++t)
      for (size_t n = 0; n < weight.size(); ++n) {
        y[t][n] = bias == values.end() ? 0 : bias->second[0][n];
        for (size_t k = 0; k < x[t].size(); ++k)
          y[t][n] += x[t][k] * weight[n][k];
      }
    return y;
  }

  Matrix feedForward(const Matrix &x, const std::string &name) const {
    Matrix inner = linear(x, name + "ffn_up");
    const Matrix gate = isNomic ? linear(x, name + "ffn_gate") : Matrix();
    for (size_t t = 0; t < inner.size(); ++t)
      for (size_t j = 0; j < kInner; ++j) {
        double &value = inner[t][j];
        value = isNomic ? value * gate[t][j] / (1 + std::exp(-gate[t][j]))
                        : value * std::erfc(-value / std::numbers::sqrt2) / 2;
      }
    return linear(inner, name + "ffn_down");
  }

  // Pairs half a head apart.
  static void rotate(Matrix &x) {
    for (size_t t = 0; t < x.size(); ++t)
      for (size_t head = 0; head < kWidth; head += kHead)
        for (size_t i = 0; i < kHead / 2; ++i) {
          const double angle =
              static_cast<double>(t) / std::pow(kBase, 2.0 * static_cast<double>(i) / kHead);
          double &a = x[t][head + i], &b = x[t][head + i + kHead / 2];
          const double rotated = a * std::cos(angle) - b * std::sin(angle);
          b = b * std::cos(angle) + a * std::sin(angle);
          a = rotated;
        }
  }

  Matrix attention(const Matrix &x, const std::string &name) const {
    Matrix q, k, v;
    if (isNomic) {
      for (const std::vector<double> &row : linear(x, name + "attn_qkv")) {
        q.emplace_back(row.begin(), row.begin() + kWidth);
        k.emplace_back(row.begin() + kWidth, row.begin() + 2 * kWidth);
        v.emplace_back(row.begin() + 2 * kWidth, row.end());
      }
      rotate(q);
      rotate(k);
    } else {
      q = linear(x, name + "attn_q");
      k = linear(x, name + "attn_k");
      v = linear(x, name + "attn_v");
    }
    Matrix result(x.size(), std::vector<double>(kWidth));
    for (size_t t = 0; t < x.size(); ++t)
      for (size_t head = 0; head < kWidth; head += kHead) {
        std::vector<double> weights;
        double total = 0;
        for (const std::vector<double> &key : k) {
          double score = 0;
          for (size_t d = head; d < head + kHead; ++d)
            score += q[t][d] * key[d];
          weights.push_back(std::exp(score / std::sqrt(static_cast<double>(kHead))));
          total += weights.back();
        }
        for (size_t j = 0; j < x.size(); ++j)
          for (size_t d = head; d < head + kHead; ++d)
            result[t][d] += weights[j] / total * v[j][d];
      }
    return result;
  }

  const bool isNomic;
  GgufWriter writer;
  RandomTensor random{11};
  std::map<std::string, Matrix> values;
};

} // namespace rlx::test

#endif // RLX_UNITTESTS_IMPORTERS_RANDOMENCODER_H
