// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architecture "llama": Llama 1 to 3, Mistral, SmolLM2 and others of the same graph.
//
// One layer, for rows x [T, E]:
//   n = rms_norm(x);  q, k = rope(n wq), rope(n wk);  v = n wv
//   the cache gets k and v at the rows' positions
//   x += attention(q, keys, values) wo    row t sees the keys of positions 0 to positions[t]
//   x += (silu(m gate) * (m up)) down     with m = rms_norm(x)
// Rotated pairs are adjacent elements, since converters permute the rows of wq and wk.
#include "importers/gguf/Architecture.h"
#include "importers/gguf/Hyperparameters.h"
#include "importers/gguf/Rope.h"
#include "importers/gguf/Weights.h"

namespace rlx::gguf {
namespace {

constexpr std::string_view kName = "llama";
constexpr int64_t kMaxContext = int64_t(1) << 24; // bounds the tables of rotations

struct LlamaSizes {
  int64_t layers = 0, embedding = 0, feedForward = 0, heads = 0, keyHeads = 0, headSize = 0,
          rotated = 0, context = 0, vocabulary = 0;
  double epsilon = 0;
  double scale = 0; // of attention's scores; 0: 1 / sqrt(headSize)
};

std::string layerName(int64_t layer) {
  return "blk." + std::to_string(layer) + ".";
}

class Llama {
public:
  Llama(GraphBuilder &g, const ModelPointer &model)
      : g(g), model(*model), parameters(model->metadata(), kName), weights(g, model) {}

  rt::Status read();
  void build();

private:
  rt::Status readSizes();
  rt::Status checkSizes() const;
  std::vector<TensorSpec> tensors() const;

  void declareInputs();
  void readPositions();
  GraphValue layer(int64_t number, GraphValue x);
  GraphValue attention(const std::string &name, GraphValue x, size_t number);
  GraphValue cached(GraphValue &cache, GraphValue update);
  GraphValue feedForward(const std::string &name, GraphValue x);
  GraphValue norm(GraphValue x, const std::string &name);
  // x times NAME.weight plus NAME.bias, if there is one.
  GraphValue linear(GraphValue x, const std::string &name);

  GraphBuilder &g;
  const GgufModel &model;
  Hyperparameters parameters;
  Weights weights;
  LlamaSizes sizes;
  Rope rope;
  GraphValue tokens, positions, selected;
  std::vector<GraphValue> keys, values; // caches of the layers, [keyHeads, capacity, headSize]
  RopeTables rotations;
  GraphValue indices; // of the rows in a cache, [T, keyHeads, 2]
  GraphValue visible; // [1, 1, T, capacity]
};

rt::Status Llama::readSizes() {
  RLX_ASSIGN_OR_RETURN(sizes.layers, parameters.size("block_count"));
  RLX_ASSIGN_OR_RETURN(sizes.embedding, parameters.size("embedding_length"));
  RLX_ASSIGN_OR_RETURN(sizes.feedForward, parameters.size("feed_forward_length"));
  RLX_ASSIGN_OR_RETURN(sizes.context, parameters.size("context_length"));
  RLX_ASSIGN_OR_RETURN(sizes.heads, parameters.size("attention.head_count"));
  RLX_ASSIGN_OR_RETURN(sizes.keyHeads, parameters.size("attention.head_count_kv", sizes.heads));
  RLX_ASSIGN_OR_RETURN(sizes.headSize,
                       parameters.size("attention.key_length", sizes.embedding / sizes.heads));
  RLX_ASSIGN_OR_RETURN(sizes.rotated, parameters.size("rope.dimension_count", sizes.headSize));
  RLX_ASSIGN_OR_RETURN(sizes.epsilon, parameters.number("attention.layer_norm_rms_epsilon"));
  RLX_ASSIGN_OR_RETURN(sizes.scale, parameters.number("attention.scale", 0));
  const TensorView *embedding = model.find("token_embd.weight");
  const bool hasRows = embedding && !embedding->shape.empty();
  const int64_t rows = hasRows ? std::max<int64_t>(1, embedding->shape.front()) : 1;
  RLX_ASSIGN_OR_RETURN(sizes.vocabulary, parameters.size("vocab_size", rows));
  return rt::okStatus();
}

rt::Status Llama::checkSizes() const {
  const auto invalid = [&](std::string_view name, const std::string &problem) {
    return rt::invalidArgument("'" + parameters.key(name) + "' " + problem);
  };
  // Before a list of tensors is made for each layer.
  if (sizes.layers > static_cast<int64_t>(model.tensors().size()))
    return invalid("block_count", "is " + std::to_string(sizes.layers) + ", but the file has " +
                                      std::to_string(model.tensors().size()) + " tensors");
  if (sizes.context > kMaxContext)
    return invalid("context_length",
                   "is " + std::to_string(sizes.context) + ", expected 2^24 at most");
  if (sizes.heads % sizes.keyHeads != 0)
    return invalid("attention.head_count",
                   "is " + std::to_string(sizes.heads) + ", expected a multiple of " +
                       std::to_string(sizes.keyHeads) + " (attention.head_count_kv)");
  if (!parameters.has("attention.key_length") && sizes.embedding % sizes.heads != 0)
    return invalid("embedding_length", "is " + std::to_string(sizes.embedding) +
                                           ", expected a multiple of " +
                                           std::to_string(sizes.heads) + " (attention.head_count)");
  if (sizes.rotated % 2 != 0 || sizes.rotated > sizes.headSize)
    return invalid("rope.dimension_count", "is " + std::to_string(sizes.rotated) +
                                               ", expected an even number up to " +
                                               std::to_string(sizes.headSize));
  if (sizes.epsilon < 0)
    return invalid("attention.layer_norm_rms_epsilon", "is negative");
  return rt::okStatus();
}

// What a file may have and this graph does not.
rt::Status checkFeatures(const Hyperparameters &parameters, const LlamaSizes &sizes) {
  RLX_ASSIGN_OR_RETURN(const double experts, parameters.number("expert_count", 0));
  if (experts > 0)
    return rt::unsupported("'" + parameters.key("expert_count") + "' is " +
                           std::to_string(static_cast<int64_t>(experts)) +
                           "; mixtures of experts are not supported");
  RLX_ASSIGN_OR_RETURN(const int64_t valueSize,
                       parameters.size("attention.value_length", sizes.headSize));
  if (valueSize != sizes.headSize)
    return rt::unsupported("'" + parameters.key("attention.value_length") + "' is " +
                           std::to_string(valueSize) + ", but keys have " +
                           std::to_string(sizes.headSize) + " elements");
  RLX_ASSIGN_OR_RETURN(const double window, parameters.number("attention.sliding_window", 0));
  if (window > 0 && window < static_cast<double>(sizes.context))
    return rt::unsupported("'" + parameters.key("attention.sliding_window") + "' is " +
                           std::to_string(static_cast<int64_t>(window)) +
                           "; attention in a window is not supported");
  return rt::okStatus();
}

std::vector<TensorSpec> Llama::tensors() const {
  constexpr bool kOptional = true;
  const int64_t embedding = sizes.embedding, queries = sizes.heads * sizes.headSize,
                keyValues = sizes.keyHeads * sizes.headSize, inner = sizes.feedForward;
  std::vector<TensorSpec> table = {
      {"token_embd.weight", {sizes.vocabulary, embedding}},
      {"output_norm.weight", {embedding}},
      {"output.weight", {sizes.vocabulary, embedding}, kOptional}, // else that of the tokens
      {"rope_freqs.weight", {sizes.rotated / 2}, kOptional},
  };
  for (int64_t i = 0; i < sizes.layers; ++i) {
    const std::string layer = layerName(i);
    const std::vector<TensorSpec> each = {
        {layer + "attn_norm.weight", {embedding}},
        {layer + "attn_q.weight", {queries, embedding}},
        {layer + "attn_q.bias", {queries}, kOptional},
        {layer + "attn_k.weight", {keyValues, embedding}},
        {layer + "attn_k.bias", {keyValues}, kOptional},
        {layer + "attn_v.weight", {keyValues, embedding}},
        {layer + "attn_v.bias", {keyValues}, kOptional},
        {layer + "attn_output.weight", {embedding, queries}},
        {layer + "attn_output.bias", {embedding}, kOptional},
        {layer + "ffn_norm.weight", {embedding}},
        {layer + "ffn_gate.weight", {inner, embedding}},
        {layer + "ffn_gate.bias", {inner}, kOptional},
        {layer + "ffn_up.weight", {inner, embedding}},
        {layer + "ffn_up.bias", {inner}, kOptional},
        {layer + "ffn_down.weight", {embedding, inner}},
        {layer + "ffn_down.bias", {embedding}, kOptional},
    };
    table.insert(table.end(), each.begin(), each.end());
  }
  return table;
}

rt::Status Llama::read() {
  RLX_RETURN_IF_ERROR(readSizes());
  RLX_RETURN_IF_ERROR(checkSizes());
  RLX_RETURN_IF_ERROR(checkFeatures(parameters, sizes));
  RLX_RETURN_IF_ERROR(weights.check(tensors()));
  RLX_ASSIGN_OR_RETURN(const std::vector<float> divisors, weights.read("rope_freqs.weight"));
  RLX_ASSIGN_OR_RETURN(rope, readRope(parameters, sizes.rotated, sizes.context, divisors));
  return rt::okStatus();
}

void Llama::declareInputs() {
  tokens = g.input("tokens", rt::DType::I64, {"tokens"});
  positions = g.input("positions", rt::DType::I64, {"tokens"});
  selected = g.input("rows", rt::DType::I64, {"rows"});
  const std::vector<GraphDim> cache = {sizes.keyHeads, "capacity", sizes.headSize};
  for (int64_t i = 0; i < sizes.layers; ++i) {
    keys.push_back(g.input("k." + std::to_string(i), rt::DType::F32, cache));
    values.push_back(g.input("v." + std::to_string(i), rt::DType::F32, cache));
  }
}

// The values that all layers share.
void Llama::readPositions() {
  const auto scope = g.scope("positions");
  const GraphSize count = g.dim(positions, 0), capacity = g.dim(keys.front(), 1);
  rotations = ropeTables(g, rope, positions, sizes.context);
  const std::vector<GraphSize> each = {count, sizes.keyHeads, 1};
  indices = g.concat({g.iota(0, each, 1), g.expand(g.reshape(positions, {count, 1, 1}), each)}, 2);
  GraphValue last = g.reshape(positions, {1, 1, count, 1});
  GraphValue places = g.iota(0, {1, 1, 1, capacity}, 3);
  visible = g.compare(places, last, ComparePredicate::le);
}

GraphValue Llama::norm(GraphValue x, const std::string &name) {
  const auto scope = g.scope(name);
  return g.rmsNorm(x, {.gamma = weights.vector(name + ".weight"), .eps = sizes.epsilon});
}

GraphValue Llama::linear(GraphValue x, const std::string &name) {
  const auto scope = g.scope(name);
  GraphValue y = weights.matmul(x, name + ".weight");
  return weights.has(name + ".bias") ? g.add(y, weights.vector(name + ".bias")) : y;
}

// Writes the update [T, keyHeads, headSize] to the cache. The result is all of it, for attention.
GraphValue Llama::cached(GraphValue &cache, GraphValue update) {
  cache = g.scatterNd(cache, indices, update);
  return g.reshape(cache, {1, sizes.keyHeads, g.dim(cache, 1), sizes.headSize});
}

// The result is not projected yet, [T, heads * headSize].
GraphValue Llama::attention(const std::string &name, GraphValue x, size_t number) {
  const GraphSize count = g.dim(x, 0);
  const auto projected = [&](const char *matrix, int64_t heads) {
    return g.reshape(linear(x, name + matrix), {1, count, heads, sizes.headSize});
  };
  const auto rotated = [&](GraphValue each) {
    return g.rope(each, rotations.cos, rotations.sin, RopeStyle::Interleaved,
                  AttentionLayout::BSHD);
  };
  const auto update = [&](GraphValue each) {
    return g.reshape(each, {count, sizes.keyHeads, sizes.headSize});
  };
  GraphValue q = projected("attn_q", sizes.heads);
  GraphValue k = projected("attn_k", sizes.keyHeads);
  GraphValue v = projected("attn_v", sizes.keyHeads);
  const auto scope = g.scope(name + "attention");
  q = g.transpose(rotated(q), {0, 2, 1, 3});
  k = cached(keys[number], update(rotated(k)));
  v = cached(values[number], update(v));
  const std::optional<double> scale = sizes.scale == 0 ? std::nullopt : std::optional(sizes.scale);
  GraphValue attended = g.attention(q, k, v, AttentionLayout::BHSD, AttentionMask::Custom,
                                    {.mask = visible, .scale = scale});
  return g.reshape(g.transpose(attended, {0, 2, 1, 3}), {count, sizes.heads * sizes.headSize});
}

GraphValue Llama::feedForward(const std::string &name, GraphValue x) {
  GraphValue gate = g.silu(linear(x, name + "ffn_gate"));
  return linear(g.mul(gate, linear(x, name + "ffn_up")), name + "ffn_down");
}

GraphValue Llama::layer(int64_t number, GraphValue x) {
  const std::string name = layerName(number);
  GraphValue attended = attention(name, norm(x, name + "attn_norm"), static_cast<size_t>(number));
  if (number == sizes.layers - 1) { // the others are only keys and values from here on
    attended = g.gather(attended, selected, 0);
    x = g.gather(x, selected, 0);
  }
  x = g.add(x, linear(attended, name + "attn_output"));
  return g.add(x, feedForward(name, norm(x, name + "ffn_norm")));
}

void Llama::build() {
  declareInputs();
  readPositions();
  GraphValue x = weights.rows("token_embd.weight", tokens);
  for (int64_t i = 0; i < sizes.layers; ++i)
    x = layer(i, x);
  x = norm(x, "output_norm");
  g.output("logits", linear(x, weights.has("output.weight") ? "output" : "token_embd"));
  for (size_t i = 0; i < keys.size(); ++i) {
    g.output("k." + std::to_string(i), keys[i]);
    g.output("v." + std::to_string(i), values[i]);
  }
}

} // namespace

rt::Status buildLlama(GraphBuilder &g, const ModelPointer &model) {
  Llama llama(g, model);
  RLX_RETURN_IF_ERROR(llama.read());
  llama.build();
  return g.status();
}

} // namespace rlx::gguf
