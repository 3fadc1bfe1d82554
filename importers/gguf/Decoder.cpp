// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of Decoder.h.
#include "importers/gguf/Decoder.h"

#include "importers/gguf/CachedAttention.h"
#include "importers/gguf/FeedForward.h"

namespace rlx::gguf {
namespace {

class Decoder {
public:
  Decoder(GraphBuilder &g, const ModelPointer &model, const DecoderForm &form,
          const LanguageModelOptions &options)
      : g(g), weights(g, model), form(form), attention(graph, rows, options),
        layout(options.cacheLayout) {}

  rt::Status read(const Hyperparameters &parameters);
  void build();

private:
  GraphValue embedding();
  GraphValue layer(int64_t number, GraphValue x);
  // `x` are the rows that attention reads, and `sum` is x plus its result.
  GraphValue feedForwardInput(const std::string &layer, GraphValue x, GraphValue sum);
  GraphValue scaled(GraphValue x, double scale);
  GraphValue logits(GraphValue x);

  GraphBuilder &g;
  Weights weights;
  const DecoderForm &form;
  DecoderGraph graph{g, weights, form};
  Positions rows;
  CachedAttention attention;
  const CacheLayout layout;
  GraphValue tokens, positions, selected;
};

rt::Status Decoder::read(const Hyperparameters &parameters) {
  RLX_RETURN_IF_ERROR(weights.check(tensorSpecs(form.tensors, form.sizes)));
  return rows.read(parameters, weights, form);
}

GraphValue Decoder::scaled(GraphValue x, double scale) {
  return scale == 1 ? x : g.mul(x, g.scalarLike(x, scale));
}

GraphValue Decoder::embedding() {
  GraphValue x = scaled(weights.rows("token_embd.weight", tokens), form.embeddingScale);
  if (!weights.has("position_embd.weight"))
    return x;
  return g.add(x, weights.rows("position_embd.weight", positions));
}

GraphValue Decoder::feedForwardInput(const std::string &layer, GraphValue x, GraphValue sum) {
  const bool hasNorm = weights.has(layer + "ffn_norm.weight");
  const bool isSum = form.feedForwardInput == FeedForwardInput::Sum ||
                     (form.feedForwardInput == FeedForwardInput::ByNorm && hasNorm);
  if (isSum || hasNorm)
    return optionalNorm(graph, isSum ? sum : x, layer + "ffn_norm");
  return norm(graph, x, layer + "attn_norm");
}

GraphValue Decoder::layer(int64_t number, GraphValue x) {
  const std::string name = layerName(number);
  GraphValue attended = attention.apply(number, optionalNorm(graph, x, name + "attn_norm"));
  if (number == form.sizes.layers - 1) { // the others are only keys and values from here on
    attended = g.gather(attended, selected, 0);
    x = g.gather(x, selected, 0);
    weights.selectResultRows();
  }
  attended = weights.linear(attended, name + "attn_output");
  attended = optionalNorm(graph, attended, name + "post_attention_norm");
  GraphValue sum = g.add(x, scaled(attended, form.residualScale));
  GraphValue input = feedForwardInput(name, x, sum);
  GraphValue y = optionalNorm(graph, feedForward(graph, name, input), name + "post_ffw_norm");
  return g.add(sum, scaled(y, form.residualScale));
}

GraphValue Decoder::logits(GraphValue x) {
  // Rounded logits would change more than all other roundings together.
  GraphValue y = weights.linear(x, weights.has("output.weight") ? "output" : "token_embd",
                                RowPrecision::Exact);
  y = scaled(y, form.logitScale);
  if (!form.logitCap)
    return y;
  GraphValue cap = g.scalarLike(y, *form.logitCap);
  return g.mul(g.tanh(g.div(y, cap)), cap);
}

void Decoder::build() {
  tokens = g.input("tokens", rt::DType::I64, {"tokens"});
  positions = g.input("positions", rt::DType::I64, {"tokens"});
  selected = g.input("rows", rt::DType::I64, {"rows"});
  if (layout == CacheLayout::Paged) // for several texts, which may have other adapters
    weights.declareAdaptedRows();
  attention.declareInputs();
  rows.build(g, positions, attention.capacity());
  attention.build(positions);
  GraphValue x = embedding();
  for (int64_t i = 0; i < form.sizes.layers; ++i)
    x = layer(i, x);
  x = norm(graph, x, "output_norm");
  g.output("logits", logits(x));
  attention.declareOutputs();
  g.output("hidden", x);
}

} // namespace

rt::Status buildDecoder(GraphBuilder &g, const ModelPointer &model,
                        const Hyperparameters &parameters, const DecoderForm &form,
                        const LanguageModelOptions &given) {
  LanguageModelOptions options = given;
  if (options.readsPages && !options.readsPages(form.sizes.headSize))
    options.cacheLayout = CacheLayout::Contiguous;
  Decoder decoder(g, model, form, options);
  RLX_RETURN_IF_ERROR(decoder.read(parameters));
  decoder.build();
  return g.status();
}

} // namespace rlx::gguf
