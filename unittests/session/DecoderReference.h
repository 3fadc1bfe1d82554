// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decoders in double precision, written from their definitions: all rows at once, without a cache.
// It shares the reader of GGUF with the importer, and nothing else. Without traits it is llama.
#ifndef RLX_UNITTESTS_SESSION_DECODERREFERENCE_H
#define RLX_UNITTESTS_SESSION_DECODERREFERENCE_H

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>

#include "dialects/rlx/reference/Blocks.h"
#include "dialects/rlx/reference/RefTensor.h"
#include "formats/gguf/GgufModel.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringRef.h"

namespace rlx::test {

using Rows = std::vector<std::vector<double>>;

enum class Gate { Silu, Gelu, GeluTanh };

// What tells an architecture from llama and is no tensor of the file.
struct DecoderTraits {
  bool rotatesHalves = false, rotatesNothing = false, hasLayerNorms = false, isParallel = false;
  Gate gate = Gate::Silu;
  double embeddingScale = 1, residualScale = 1, logitScale = 1, scoreCap = 0, logitCap = 0;
  int64_t window = 0, windowPeriod = 0; // of each period the last layer has no window; 0: all have
  double windowBase = 0;                // of rotations in layers with a window
  bool normalizesExperts = true;        // the weights of a row's experts have the sum 1
  int64_t rotatedPeriod = 0;            // of each period the last layer rotates nothing
  const char *divisors = "rope_freqs.weight"; // of the frequencies, if the file has them
};

class DecoderReference {
public:
  explicit DecoderReference(const gguf::GgufModel &model, const DecoderTraits &traits = {})
      : model(model), traits(traits),
        architecture(*model.metadata().string("general.architecture")) {
    width = size("embedding_length");
    heads = size("attention.head_count");
    keyHeads = size("attention.head_count_kv", heads);
    headSize = size("attention.key_length", width / heads);
    epsilon = number(traits.hasLayerNorms ? "attention.layer_norm_epsilon"
                                          : "attention.layer_norm_rms_epsilon",
                     0);
  }

  // The logits behind each token.
  Rows logits(const std::vector<int64_t> &tokens) const {
    Rows x;
    for (const int64_t token : tokens) {
      x.push_back(row("token_embd.weight", token));
      scale(x.back(), scaleOf("token_embd") * traits.embeddingScale);
    }
    for (size_t t = 0; has("position_embd") && t < x.size(); ++t)
      addTo(x[t], row("position_embd.weight", static_cast<int64_t>(t)));
    for (int64_t i = 0; i < size("block_count"); ++i)
      addLayer(x, i);
    Rows y = linear(norm(x, "output_norm"), has("output") ? "output" : "token_embd");
    for (std::vector<double> &each : y) {
      scale(each, traits.logitScale);
      for (double &value : each)
        value = capped(value, traits.logitCap);
    }
    return y;
  }

private:
  void addLayer(Rows &x, int64_t number) const {
    const std::string layer = "blk." + std::to_string(number) + ".";
    const Rows before = x;
    const Rows normed = normIfThere(x, layer + "attn_norm");
    addPart(x, normIfThere(linear(attention(normed, layer, number), layer + "attn_output"),
                           layer + "post_attention_norm"));
    Rows inner = traits.isParallel ? before : x;
    if (has(layer + "ffn_norm"))
      inner = norm(inner, layer + "ffn_norm");
    else if (traits.isParallel)
      inner = normed;
    addPart(x, normIfThere(feedForward(inner, layer), layer + "post_ffw_norm"));
  }

  // Each row takes the experts with the highest probabilities. They are matrices behind each other.
  Rows experts(const Rows &x, const std::string &layer) const {
    Rows probabilities = linear(x, layer + "ffn_gate_inp"), result;
    for (size_t t = 0; t < x.size(); ++t) {
      double total = 0, chosen = 0;
      for (double &value : probabilities[t])
        total += value = std::exp(value);
      std::vector<std::pair<double, int64_t>> order;
      for (size_t i = 0; i < probabilities[t].size(); ++i)
        order.emplace_back(-probabilities[t][i] / total, static_cast<int64_t>(i));
      std::sort(order.begin(), order.end());
      order.resize(static_cast<size_t>(size("expert_used_count")));
      for (const auto &[negative, expert] : order)
        chosen -= negative;
      std::vector<double> sum(x[t].size());
      for (const auto &[negative, expert] : order) {
        std::vector<double> inner = times(x[t], layer + "ffn_gate_exps", expert);
        const std::vector<double> up = times(x[t], layer + "ffn_up_exps", expert);
        for (size_t j = 0; j < inner.size(); ++j)
          inner[j] = activated(inner[j]) * up[j];
        std::vector<double> part = times(inner, layer + "ffn_down_exps", expert);
        scale(part, traits.normalizesExperts ? -negative / chosen : -negative);
        addTo(sum, part);
      }
      result.push_back(sum);
    }
    return result;
  }

  // One row times the matrix of an expert.
  std::vector<double> times(const std::vector<double> &x, const std::string &name,
                            int64_t expert) const {
    const int64_t count = model.find(name + ".weight")->shape[1];
    const double scale = scaleOf(name, expert);
    std::vector<double> y;
    for (int64_t n = 0; n < count; ++n) {
      const std::vector<double> weights = row(name + ".weight", expert * count + n);
      y.push_back(0);
      for (size_t k = 0; k < weights.size(); ++k)
        y.back() += x[k] * weights[k] * scale;
    }
    return y;
  }

  // The expert of all rows, weighted by a sigmoid.
  void addSharedExpert(Rows &y, const Rows &x, const std::string &layer) const {
    Rows inner = linear(x, layer + "ffn_gate_shexp");
    const Rows up = linear(x, layer + "ffn_up_shexp");
    for (size_t t = 0; t < x.size(); ++t)
      for (size_t j = 0; j < inner[t].size(); ++j)
        inner[t][j] = activated(inner[t][j]) * up[t][j];
    Rows part = linear(inner, layer + "ffn_down_shexp");
    const std::vector<double> router = row(layer + "ffn_gate_inp_shexp.weight", 0);
    for (size_t t = 0; t < x.size(); ++t) {
      double sum = 0;
      for (size_t k = 0; k < router.size(); ++k)
        sum += x[t][k] * router[k];
      scale(part[t], 1 / (1 + std::exp(-sum)));
    }
    addTo(y, part);
  }

  Rows feedForward(const Rows &x, const std::string &layer) const {
    if (has(layer + "ffn_gate_inp")) {
      Rows y = experts(x, layer);
      if (has(layer + "ffn_gate_shexp"))
        addSharedExpert(y, x, layer);
      return y;
    }
    const auto count = static_cast<size_t>(size("feed_forward_length"));
    Rows up = linear(x, layer + "ffn_up"), result;
    const Rows gate = has(layer + "ffn_gate") ? linear(x, layer + "ffn_gate") : up;
    for (size_t t = 0; t < x.size(); ++t) {
      result.emplace_back();
      for (size_t j = 0; j < count; ++j) {
        double factor = 1; // without a gate
        if (has(layer + "ffn_gate"))
          factor = up[t][j];
        else if (up[t].size() == 2 * count) // the gate is the first half
          factor = up[t][count + j];
        result[t].push_back(activated(gate[t][j]) * factor);
      }
    }
    return linear(result, layer + "ffn_down");
  }

  double activated(double x) const {
    switch (traits.gate) {
    case Gate::Silu:
      return x / (1 + std::exp(-x));
    case Gate::Gelu:
      return x * std::erfc(-x / std::numbers::sqrt2) / 2;
    case Gate::GeluTanh:
      return x / 2 * (1 + std::tanh(std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x)));
    }
    return 0;
  }

  static double capped(double x, double cap) { return cap == 0 ? x : cap * std::tanh(x / cap); }
  static void scale(std::vector<double> &x, double factor) {
    for (double &value : x)
      value *= factor;
  }

  bool has(const std::string &name) const { return model.find(name + ".weight") != nullptr; }
  double number(const std::string &key, double otherwise) const {
    return *model.metadata().number(architecture + "." + key, otherwise);
  }
  int64_t size(const std::string &key, int64_t otherwise = 0) const {
    return *model.metadata().integer(architecture + "." + key, otherwise);
  }

  static double halfValue(const uint8_t *bytes, const llvm::fltSemantics &form) {
    const llvm::APInt bits(16, static_cast<uint64_t>(bytes[0]) | static_cast<uint64_t>(bytes[1])
                                                                     << 8);
    return llvm::APFloat(form, bits).convertToDouble();
  }

  // Row `index` of a matrix or of several; of a vector all of it.
  std::vector<double> row(const std::string &name, int64_t index) const {
    const gguf::TensorView &tensor = *model.find(name);
    size_t rows = 1;
    for (size_t i = 0; i + 1 < tensor.shape.size(); ++i)
      rows *= static_cast<size_t>(tensor.shape[i]);
    const size_t bytes = tensor.data.size() / rows;
    const std::span<const uint8_t> data =
        tensor.data.subspan(static_cast<size_t>(index) * bytes, bytes);
    std::vector<double> values;
    if (tensor.type == gguf::TensorType::F32) {
      for (size_t i = 0; i < bytes; i += 4) {
        float value = 0;
        std::memcpy(&value, &data[i], 4);
        values.push_back(value);
      }
    } else if (tensor.type == gguf::TensorType::F16 || tensor.type == gguf::TensorType::BF16) {
      const bool isF16 = tensor.type == gguf::TensorType::F16;
      for (size_t i = 0; i < bytes; i += 2)
        values.push_back(
            halfValue(&data[i], isF16 ? llvm::APFloat::IEEEhalf() : llvm::APFloat::BFloat()));
    } else if (tensor.type == gguf::TensorType::Q1_0 || tensor.type == gguf::TensorType::Q2_0) {
      values = signs(tensor.type, data);
    } else {
      ref::Tensor blocks;
      blocks.ints.assign(data.begin(), data.end());
      const std::string_view type = info(tensor.type).name;
      values = ref::decodeBlocks(*symbolizeBlockScheme(llvm::StringRef(type).lower()), blocks);
    }
    return values;
  }

  // Blocks of a scale and 16 bytes: bits that are signs, or two bits less 1.
  static std::vector<double> signs(gguf::TensorType type, std::span<const uint8_t> data) {
    const int bits = type == gguf::TensorType::Q1_0 ? 1 : 2;
    std::vector<double> values;
    for (size_t at = 0; at < data.size(); at += 18)
      for (int i = 0; i < 128; i += bits) {
        const int q = data[at + 2 + static_cast<size_t>(i) / 8] >> (i % 8) & (bits == 1 ? 1 : 3);
        values.push_back(halfValue(&data[at], llvm::APFloat::IEEEhalf()) *
                         (bits == 1 ? 2 * q - 1 : q - 1));
      }
    return values;
  }

  // That of a matrix, or of one of its experts.
  double scaleOf(const std::string &matrix, int64_t expert = 0) const {
    return model.find(matrix + ".scale") ? row(matrix + ".scale", 0)[static_cast<size_t>(expert)]
                                         : 1;
  }

  Rows linear(const Rows &x, const std::string &name) const {
    const int64_t count = model.find(name + ".weight")->shape.front();
    const double scale = scaleOf(name);
    Rows y(x.size(), std::vector<double>(static_cast<size_t>(count)));
    for (int64_t n = 0; n < count; ++n) {
      const std::vector<double> weights = row(name + ".weight", n);
      for (size_t t = 0; t < x.size(); ++t)
        for (size_t k = 0; k < weights.size(); ++k)
          y[t][static_cast<size_t>(n)] += x[t][k] * weights[k] * scale;
    }
    if (model.find(name + ".bias"))
      addTo(y, Rows(y.size(), row(name + ".bias", 0)));
    return y;
  }

  Rows norm(Rows x, const std::string &name) const {
    for (std::vector<double> &each : x)
      normalize(each, 0, each.size(), name);
    return x;
  }
  Rows normIfThere(const Rows &x, const std::string &name) const {
    return has(name) ? norm(x, name) : x;
  }

  // Elements begin to begin + count.
  void normalize(std::vector<double> &x, size_t begin, size_t count,
                 const std::string &name) const {
    const std::vector<double> gamma = row(name + ".weight", 0);
    const std::vector<double> beta =
        traits.hasLayerNorms ? row(name + ".bias", 0) : std::vector<double>(count);
    double mean = 0, sum = 0;
    for (size_t i = 0; traits.hasLayerNorms && i < count; ++i)
      mean += x[begin + i] / static_cast<double>(count);
    for (size_t i = 0; i < count; ++i)
      sum += (x[begin + i] - mean) * (x[begin + i] - mean);
    const double factor = 1 / std::sqrt(sum / static_cast<double>(count) + epsilon);
    for (size_t i = 0; i < count; ++i)
      x[begin + i] = (x[begin + i] - mean) * factor * gamma[i] + beta[i];
  }

  // Over whole rows or over each head, as the norm's size says.
  void normalizeHeads(Rows &x, const std::string &name) const {
    if (!has(name))
      return;
    const size_t count = row(name + ".weight", 0).size();
    for (std::vector<double> &each : x)
      for (size_t begin = 0; begin < each.size(); begin += count)
        normalize(each, begin, count, name);
  }

  static void addTo(std::vector<double> &x, const std::vector<double> &y) {
    for (size_t i = 0; i < x.size(); ++i)
      x[i] += y[i];
  }
  static void addTo(Rows &x, const Rows &y) {
    for (size_t t = 0; t < x.size(); ++t)
      addTo(x[t], y[t]);
  }
  void addPart(Rows &x, Rows part) const {
    for (std::vector<double> &each : part)
      scale(each, traits.residualScale);
    addTo(x, part);
  }

  // The rotation of pair i at a position: its angle, and the factor of its length.
  std::pair<double, double> rotation(int64_t pair, int64_t position, bool isWindow) const {
    const double dimensions = number("rope.dimension_count", static_cast<double>(headSize));
    if (isWindow && traits.windowBase != 0)
      return {static_cast<double>(position) /
                  std::pow(traits.windowBase, 2.0 * static_cast<double>(pair) / dimensions),
              1};
    const double base = number("rope.freq_base", 10000);
    const std::vector<double> divisors =
        model.find(traits.divisors) ? row(traits.divisors, 0) : std::vector<double>();
    const double given = number("rope.scaling.factor", number("rope.scale_linear", 0));
    const std::string_view type =
        *model.metadata().string(architecture + ".rope.scaling.type", "linear");
    const double factor = given == 0 || type == "none" ? 1 : given;
    double whole = static_cast<double>(position) /
                   std::pow(base, 2.0 * static_cast<double>(pair) / dimensions);
    if (!divisors.empty())
      whole /= divisors[static_cast<size_t>(pair)];
    double magnitude = number("rope.scaling.attn_factor", 1);
    if (type != "yarn")
      return {whole / factor, magnitude};
    const double context =
        number("rope.scaling.original_context_length", number("context_length", 0));
    // The pair that turns `times` times within the context.
    const auto border = [&](double times) {
      return dimensions * std::log(context / (times * 2 * std::numbers::pi)) / (2 * std::log(base));
    };
    const double first = std::max(std::floor(border(32)), 0.0);
    const double last = std::min(std::ceil(border(1)), dimensions - 1);
    const double y = (static_cast<double>(pair) - first) / std::max(0.001, last - first);
    const double mix = 1 - std::min(1.0, std::max(0.0, y));
    const double angle = whole / factor * (1 - mix) + whole * mix;
    if (const double multiplier = number("rope.scaling.yarn_log_multiplier", 0); multiplier != 0)
      magnitude /= 1 + 0.1 * multiplier * std::log(factor);
    return {angle, magnitude * (1 + 0.1 * std::log(factor))};
  }

  // Rotates pairs of each head: adjacent elements, or those that are half of the rotated ones
  // apart.
  void rotate(Rows &x, bool isWindow) const {
    const int64_t pairs = size("rope.dimension_count", headSize) / 2;
    const bool isHalf = traits.rotatesHalves;
    for (size_t t = 0; t < x.size(); ++t)
      for (int64_t i = 0; i < pairs; ++i) {
        const auto [angle, magnitude] = rotation(i, static_cast<int64_t>(t), isWindow);
        const double c = std::cos(angle) * magnitude, s = std::sin(angle) * magnitude;
        for (size_t h = 0; h < x[t].size(); h += static_cast<size_t>(headSize)) {
          double &a = x[t][h + static_cast<size_t>(isHalf ? i : 2 * i)],
                 &b = x[t][h + static_cast<size_t>(isHalf ? i + pairs : 2 * i + 1)];
          const double rotated = a * c - b * s;
          b = b * c + a * s;
          a = rotated;
        }
      }
  }

  // Columns first to first + count of each row.
  static Rows columns(const Rows &x, int64_t first, int64_t count) {
    Rows result;
    for (const std::vector<double> &each : x)
      result.emplace_back(each.begin() + first, each.begin() + first + count);
    return result;
  }

  static bool isLastOf(int64_t period, int64_t layer) {
    return period != 0 && layer % period == period - 1;
  }

  Rows attention(const Rows &x, const std::string &layer, int64_t number) const {
    const int64_t queries = heads * headSize, keys = keyHeads * headSize;
    Rows q, k, v;
    if (has(layer + "attn_qkv")) {
      const Rows all = linear(x, layer + "attn_qkv");
      q = columns(all, 0, queries);
      k = columns(all, queries, keys);
      v = columns(all, queries + keys, keys);
    } else {
      q = linear(x, layer + "attn_q");
      k = linear(x, layer + "attn_k");
      v = linear(x, layer + "attn_v");
    }
    normalizeHeads(q, layer + "attn_q_norm");
    normalizeHeads(k, layer + "attn_k_norm");
    const bool isWindow = traits.window != 0 && !isLastOf(traits.windowPeriod, number);
    if (!traits.rotatesNothing && !isLastOf(traits.rotatedPeriod, number)) {
      rotate(q, isWindow);
      rotate(k, isWindow);
    }
    Rows result(x.size(), std::vector<double>(q.front().size()));
    for (size_t t = 0; t < x.size(); ++t)
      for (int64_t h = 0; h < heads; ++h) {
        const auto count = static_cast<int64_t>(t + 1);
        const int64_t first = isWindow ? std::max<int64_t>(0, count - traits.window) : 0;
        attend(q[t], k, v, static_cast<size_t>(h * headSize),
               static_cast<size_t>(h / (heads / keyHeads) * headSize), static_cast<size_t>(first),
               t, result[t]);
      }
    return result;
  }

  // One head of row t, which sees keys `first` to t.
  void attend(const std::vector<double> &q, const Rows &k, const Rows &v, size_t head,
              size_t keyHead, size_t first, size_t t, std::vector<double> &result) const {
    const auto count = static_cast<size_t>(headSize);
    const double factor = number("attention.scale", 1 / std::sqrt(static_cast<double>(headSize)));
    std::vector<double> weights;
    double total = 0;
    for (size_t j = first; j <= t; ++j) {
      double score = 0;
      for (size_t d = 0; d < count; ++d)
        score += q[head + d] * k[j][keyHead + d];
      weights.push_back(std::exp(capped(score * factor, traits.scoreCap)));
      total += weights.back();
    }
    for (size_t j = first; j <= t; ++j)
      for (size_t d = 0; d < count; ++d)
        result[head + d] += weights[j - first] / total * v[j][keyHead + d];
  }

  const gguf::GgufModel &model;
  const DecoderTraits traits;
  const std::string architecture;
  int64_t width = 0, heads = 0, keyHeads = 0, headSize = 0;
  double epsilon = 0;
};

} // namespace rlx::test

#endif // RLX_UNITTESTS_SESSION_DECODERREFERENCE_H
