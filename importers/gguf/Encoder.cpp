// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of Encoder.h.
#include "importers/gguf/Encoder.h"

#include <algorithm>

#include "importers/gguf/FeedForward.h"
#include "importers/gguf/Rope.h"

namespace rlx::gguf {
namespace {

class Encoder {
public:
  Encoder(GraphBuilder &g, const ModelPointer &model, const DecoderForm &form)
      : g(g), weights(g, model), form(form) {}

  rt::Status read(const Hyperparameters &parameters);
  void build();

private:
  struct Projected {
    GraphValue q, k, v; // [texts, tokens, heads, headSize]
  };
  GraphValue embedding();
  GraphValue numbers(); // of the places in a text, [tokens]
  Projected project(const std::string &layer, GraphValue x);
  GraphValue attention(const std::string &layer, GraphValue x);
  GraphValue layer(int64_t number, GraphValue x);

  GraphBuilder &g;
  Weights weights;
  const DecoderForm &form;
  DecoderGraph graph{g, weights, form};
  std::optional<Rope> rope;
  RopeTables tables;
  GraphValue tokens, segments, visible;
};

rt::Status Encoder::read(const Hyperparameters &parameters) {
  RLX_RETURN_IF_ERROR(weights.check(tensorSpecs(form.tensors, form.sizes)));
  if (!form.rotation)
    return rt::okStatus();
  RopeRequest request;
  request.dimensions = form.sizes.rotated;
  request.contextLength = form.sizes.context;
  RLX_ASSIGN_OR_RETURN(rope, readRope(parameters, request));
  return rt::okStatus();
}

GraphValue Encoder::numbers() {
  return g.iota(0, {g.dim(tokens, 1)}, 0);
}

GraphValue Encoder::embedding() {
  GraphValue x = weights.rows("token_embd.weight", tokens);
  if (segments.valid())
    x = g.add(x, weights.rows("token_types.weight", segments));
  if (weights.has("position_embd.weight"))
    x = g.add(x, weights.rows("position_embd.weight", numbers()));
  return norm(graph, x, "token_embd_norm");
}

Encoder::Projected Encoder::project(const std::string &layer, GraphValue x) {
  const DecoderSizes &sizes = form.sizes;
  const GraphSize texts = g.dim(x, 0), count = g.dim(x, 1);
  const bool isFused = weights.has(layer + "attn_qkv.weight");
  GraphValue all = isFused ? weights.linear(x, layer + "attn_qkv") : GraphValue();
  const auto part = [&](const char *name, int64_t first) {
    GraphValue rows = isFused ? g.slice(all, {0, 0, first}, {texts, count, sizes.queries()})
                              : weights.linear(x, layer + name);
    return g.reshape(rows, {texts, count, sizes.heads, sizes.headSize});
  };
  // In this order: they are arguments of the graph.
  GraphValue q = part("attn_q", 0);
  GraphValue k = part("attn_k", sizes.queries());
  GraphValue v = part("attn_v", 2 * sizes.queries());
  return {q, k, v};
}

GraphValue Encoder::attention(const std::string &layer, GraphValue x) {
  auto [q, k, v] = project(layer, x);
  const auto scope = g.scope(layer + "attention");
  if (rope) {
    q = g.rope(q, tables.cos, tables.sin, *form.rotation, AttentionLayout::BSHD);
    k = g.rope(k, tables.cos, tables.sin, *form.rotation, AttentionLayout::BSHD);
  }
  GraphValue attended = g.attention(q, k, v, AttentionLayout::BSHD, AttentionMask::Custom,
                                    {.mask = visible, .scale = form.attentionScale});
  return g.reshape(attended, {g.dim(x, 0), g.dim(x, 1), form.sizes.queries()});
}

GraphValue Encoder::layer(int64_t number, GraphValue x) {
  const std::string name = layerName(number);
  GraphValue attended = weights.linear(attention(name, x), name + "attn_output");
  x = norm(graph, g.add(x, attended), name + "attn_output_norm");
  return norm(graph, g.add(x, feedForward(graph, name, x)), name + "layer_output_norm");
}

void Encoder::build() {
  tokens = g.input("tokens", rt::DType::I64, {"texts", "tokens"});
  GraphValue lengths = g.input("lengths", rt::DType::I64, {"texts"});
  if (weights.has("token_types.weight"))
    segments = g.input("segments", rt::DType::I64, {"texts", "tokens"});
  GraphValue keys = g.iota(0, {1, 1, 1, g.dim(tokens, 1)}, 3);
  visible = g.compare(keys, g.reshape(lengths, {g.dim(lengths, 0), 1, 1, 1}), ComparePredicate::lt);
  if (rope)
    tables = ropeTables(g, *rope, numbers(), form.sizes.context);
  GraphValue x = embedding();
  for (int64_t i = 0; i < form.sizes.layers; ++i)
    x = layer(i, x);
  g.output("hidden", x);
}

constexpr TensorRow kEncoderModel[] = {
    {"token_embd.weight", Size::Vocabulary, Size::Embedding},
    {"token_embd_norm.weight", Size::Embedding},
    {"token_embd_norm.bias", Size::Embedding, Size::None, kOptional},
    {"token_types.weight", Size::Segments, Size::Embedding, kOptional},
};
constexpr TensorRow kEncoderNorms[] = {
    {"attn_output_norm.weight", Size::Embedding},
    {"attn_output_norm.bias", Size::Embedding, Size::None, kOptional},
    {"layer_output_norm.weight", Size::Embedding},
    {"layer_output_norm.bias", Size::Embedding, Size::None, kOptional},
};

} // namespace

TensorTable encoderTensors() {
  return {.model = {kEncoderModel}, .layer = {kEncoderNorms}};
}

rt::Status buildEncoder(GraphBuilder &g, const ModelPointer &model,
                        const Hyperparameters &parameters, DecoderForm form) {
  const TensorView *types = model->find("token_types.weight");
  if (types && !types->shape.empty())
    form.sizes.segments = std::max<int64_t>(1, types->shape.front());
  if (form.sizes.keyHeads != form.sizes.heads)
    return rt::unsupported(parameters.shown("attention.head_count_kv") + " is " +
                           std::to_string(form.sizes.keyHeads) + ", but encoders have " +
                           std::to_string(form.sizes.heads) + ", one for each head");
  Encoder encoder(g, model, form);
  RLX_RETURN_IF_ERROR(encoder.read(parameters));
  encoder.build();
  return g.status();
}

} // namespace rlx::gguf
