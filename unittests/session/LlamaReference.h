// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architecture llama in double precision, written from its definition: all rows at once,
// without a cache. It shares the reader of GGUF with the importer, and nothing else.
#ifndef RLX_UNITTESTS_SESSION_LLAMAREFERENCE_H
#define RLX_UNITTESTS_SESSION_LLAMAREFERENCE_H

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

class LlamaReference {
public:
  explicit LlamaReference(const gguf::GgufModel &model) : model(model) {
    width = size("embedding_length");
    heads = size("attention.head_count");
    keyHeads = size("attention.head_count_kv", heads);
    headSize = size("attention.key_length", width / heads);
    epsilon = number("attention.layer_norm_rms_epsilon", 0);
  }

  // The logits behind each token.
  Rows logits(const std::vector<int64_t> &tokens) const {
    Rows x;
    for (const int64_t token : tokens)
      x.push_back(row("token_embd.weight", token));
    for (int64_t i = 0; i < size("block_count"); ++i) {
      const std::string layer = "blk." + std::to_string(i) + ".";
      addTo(x, linear(attention(norm(x, layer + "attn_norm"), layer), layer + "attn_output"));
      const Rows m = norm(x, layer + "ffn_norm");
      Rows gate = linear(m, layer + "ffn_gate");
      const Rows up = linear(m, layer + "ffn_up");
      for (size_t t = 0; t < gate.size(); ++t)
        for (size_t j = 0; j < gate[t].size(); ++j)
          gate[t][j] *= up[t][j] / (1 + std::exp(-gate[t][j]));
      addTo(x, linear(gate, layer + "ffn_down"));
    }
    return linear(norm(x, "output_norm"), model.find("output.weight") ? "output" : "token_embd");
  }

private:
  double number(const std::string &key, double otherwise) const {
    return *model.metadata().number("llama." + key, otherwise);
  }
  int64_t size(const std::string &key, int64_t otherwise = 0) const {
    return *model.metadata().integer("llama." + key, otherwise);
  }

  static double halfValue(const uint8_t *bytes, const llvm::fltSemantics &form) {
    const llvm::APInt bits(16, static_cast<uint64_t>(bytes[0]) | static_cast<uint64_t>(bytes[1])
                                                                     << 8);
    return llvm::APFloat(form, bits).convertToDouble();
  }

  // Row `index` of a matrix; of a vector all of it.
  std::vector<double> row(const std::string &name, int64_t index) const {
    const gguf::TensorView &tensor = *model.find(name);
    const size_t rows = tensor.shape.size() == 2 ? static_cast<size_t>(tensor.shape.front()) : 1;
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
    } else {
      ref::Tensor blocks;
      blocks.ints.assign(data.begin(), data.end());
      const std::string_view type = info(tensor.type).name;
      values = ref::decodeBlocks(*symbolizeBlockScheme(llvm::StringRef(type).lower()), blocks);
    }
    return values;
  }

  Rows linear(const Rows &x, const std::string &name) const {
    const int64_t count = model.find(name + ".weight")->shape.front();
    Rows y(x.size(), std::vector<double>(static_cast<size_t>(count)));
    for (int64_t n = 0; n < count; ++n) {
      const std::vector<double> weights = row(name + ".weight", n);
      for (size_t t = 0; t < x.size(); ++t)
        for (size_t k = 0; k < weights.size(); ++k)
          y[t][static_cast<size_t>(n)] += x[t][k] * weights[k];
    }
    if (model.find(name + ".bias"))
      addTo(y, Rows(y.size(), row(name + ".bias", 0)));
    return y;
  }

  Rows norm(Rows x, const std::string &name) const {
    const std::vector<double> gamma = row(name + ".weight", 0);
    for (std::vector<double> &each : x) {
      double sum = 0;
      for (const double value : each)
        sum += value * value;
      const double scale = 1 / std::sqrt(sum / static_cast<double>(each.size()) + epsilon);
      for (size_t i = 0; i < each.size(); ++i)
        each[i] *= scale * gamma[i];
    }
    return x;
  }

  static void addTo(Rows &x, const Rows &y) {
    for (size_t t = 0; t < x.size(); ++t)
      for (size_t i = 0; i < x[t].size(); ++i)
        x[t][i] += y[t][i];
  }

  // The rotation of pair i at a position: its angle, and the factor of its length.
  std::pair<double, double> rotation(int64_t pair, int64_t position) const {
    const double dimensions = number("rope.dimension_count", static_cast<double>(headSize));
    const double base = number("rope.freq_base", 10000);
    const std::vector<double> divisors =
        model.find("rope_freqs.weight") ? row("rope_freqs.weight", 0) : std::vector<double>();
    const double given = number("rope.scaling.factor", number("rope.scale_linear", 0));
    const std::string_view type = *model.metadata().string("llama.rope.scaling.type", "linear");
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

  // Rotates adjacent pairs of each head.
  void rotate(Rows &x) const {
    const int64_t pairs = size("rope.dimension_count", headSize) / 2;
    for (size_t t = 0; t < x.size(); ++t)
      for (int64_t i = 0; i < pairs; ++i) {
        const auto [angle, magnitude] = rotation(i, static_cast<int64_t>(t));
        const double c = std::cos(angle) * magnitude, s = std::sin(angle) * magnitude;
        for (size_t h = 0; h < x[t].size(); h += static_cast<size_t>(headSize)) {
          double &a = x[t][h + static_cast<size_t>(2 * i)],
                 &b = x[t][h + static_cast<size_t>(2 * i + 1)];
          const double rotated = a * c - b * s;
          b = b * c + a * s;
          a = rotated;
        }
      }
  }

  Rows attention(const Rows &x, const std::string &layer) const {
    Rows q = linear(x, layer + "attn_q"), k = linear(x, layer + "attn_k");
    const Rows v = linear(x, layer + "attn_v");
    rotate(q);
    rotate(k);
    Rows result(x.size(), std::vector<double>(q.front().size()));
    for (size_t t = 0; t < x.size(); ++t)
      for (int64_t h = 0; h < heads; ++h)
        attend(q[t], k, v, static_cast<size_t>(h * headSize),
               static_cast<size_t>(h / (heads / keyHeads) * headSize), t, result[t]);
    return result;
  }

  // One head of row t, which sees keys 0 to t.
  void attend(const std::vector<double> &q, const Rows &k, const Rows &v, size_t head,
              size_t keyHead, size_t t, std::vector<double> &result) const {
    const auto count = static_cast<size_t>(headSize);
    const double scale = number("attention.scale", 1 / std::sqrt(static_cast<double>(headSize)));
    std::vector<double> weights;
    double total = 0;
    for (size_t j = 0; j <= t; ++j) {
      double score = 0;
      for (size_t d = 0; d < count; ++d)
        score += q[head + d] * k[j][keyHead + d];
      weights.push_back(std::exp(score * scale));
      total += weights.back();
    }
    for (size_t j = 0; j <= t; ++j)
      for (size_t d = 0; d < count; ++d)
        result[head + d] += weights[j] / total * v[j][keyHead + d];
  }

  const gguf::GgufModel &model;
  int64_t width = 0, heads = 0, keyHeads = 0, headSize = 0;
  double epsilon = 0;
};

} // namespace rlx::test

#endif // RLX_UNITTESTS_SESSION_LLAMAREFERENCE_H
