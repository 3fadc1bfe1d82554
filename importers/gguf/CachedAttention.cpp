// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of CachedAttention.h.
#include "importers/gguf/CachedAttention.h"

namespace rlx::gguf {

void CachedAttention::declareInputs() {
  const DecoderSizes &sizes = d.form.sizes;
  const std::vector<GraphDim> cache = {sizes.keyHeads, "capacity", sizes.headSize};
  for (int64_t i = 0; i < sizes.layers; ++i) {
    keys.push_back(d.g.input("k." + std::to_string(i), type, cache));
    values.push_back(d.g.input("v." + std::to_string(i), type, cache));
  }
}

void CachedAttention::declareOutputs() {
  for (size_t i = 0; i < keys.size(); ++i) {
    d.g.output("k." + std::to_string(i), keys[i]);
    d.g.output("v." + std::to_string(i), values[i]);
  }
}

// Rows [T, heads * headSize] as [1, T, heads, headSize]. A norm over whole rows comes before, and
// one over heads behind.
GraphValue CachedAttention::byHead(const std::string &name, GraphValue rows, GraphSize count,
                                   int64_t heads) {
  const int64_t headSize = d.form.sizes.headSize;
  const std::string normName = name + "_norm";
  const bool isNormalized = d.weights.has(normName + ".weight");
  const bool isOverHeads = isNormalized && d.weights.size(normName + ".weight") == headSize;
  if (isNormalized && !isOverHeads)
    rows = norm(d, rows, normName);
  GraphValue result = d.g.reshape(rows, {1, count, heads, headSize});
  return isOverHeads ? norm(d, result, normName) : result;
}

// Rows of all queries, then all keys, then all values.
GraphValue CachedAttention::fused(const std::string &layer, GraphValue x, GraphSize count) {
  GraphValue all = d.weights.linear(x, layer + "attn_qkv");
  if (!d.form.values.fusesByHead)
    return all;
  const DecoderSizes &sizes = d.form.sizes;
  all = d.g.reshape(all, {count, sizes.heads, 3, sizes.headSize});
  return d.g.reshape(d.g.transpose(all, {0, 2, 1, 3}), {count, 3 * sizes.queries()});
}

CachedAttention::Projected CachedAttention::project(const std::string &layer, GraphValue x,
                                                    GraphSize count) {
  const DecoderSizes &sizes = d.form.sizes;
  const bool isFused = d.weights.has(layer + "attn_qkv.weight");
  GraphValue all = isFused ? fused(layer, x, count) : GraphValue();
  const auto part = [&](const char *name, int64_t first, int64_t heads) {
    GraphValue rows = isFused ? d.g.slice(all, {0, first}, {count, heads * sizes.headSize})
                              : d.weights.linear(x, layer + name);
    return byHead(layer + name, rows, count, heads);
  };
  // In this order: they are arguments of the graph.
  GraphValue q = part("attn_q", 0, sizes.heads);
  GraphValue k = part("attn_k", sizes.queries(), sizes.keyHeads);
  GraphValue v = part("attn_v", sizes.queries() + sizes.keyValues(), sizes.keyHeads);
  return {q, k, v};
}

GraphValue CachedAttention::rotated(GraphValue each, int64_t number) {
  const RopeTables *tables = positions.rotations(number);
  return tables ? d.g.rope(each, tables->cos, tables->sin, *d.form.rotation, AttentionLayout::BSHD)
                : each;
}

// Writes the update [1, T, keyHeads, headSize] to the cache. The result is all of it, for
// attention, in f32.
GraphValue CachedAttention::cached(GraphValue &cache, GraphValue update, GraphSize count) {
  const DecoderSizes &sizes = d.form.sizes;
  const auto cast = [&](GraphValue value, rt::DType to) {
    return value.dtype() == to ? value : d.g.cast(value, to);
  };
  update = d.g.reshape(cast(update, type), {count, sizes.keyHeads, sizes.headSize});
  cache = d.g.scatterNd(cache, positions.indices(), update);
  GraphValue all = d.g.reshape(cache, {1, sizes.keyHeads, d.g.dim(cache, 1), sizes.headSize});
  return cast(all, rt::DType::F32);
}

GraphValue CachedAttention::apply(int64_t number, GraphValue x) {
  const GraphSize count = d.g.dim(x, 0);
  const std::string layer = layerName(number);
  auto [q, k, v] = project(layer, x, count);
  const auto scope = d.g.scope(layer + "attention");
  const auto index = static_cast<size_t>(number);
  q = d.g.transpose(rotated(q, number), {0, 2, 1, 3});
  k = cached(keys[index], rotated(k, number), count);
  v = cached(values[index], v, count);
  GraphValue attended = d.g.attention(q, k, v, AttentionLayout::BHSD, AttentionMask::Custom,
                                      {.mask = positions.visible(number),
                                       .scale = d.form.attentionScale,
                                       .softcap = d.form.scoreCap});
  return d.g.reshape(d.g.transpose(attended, {0, 2, 1, 3}), {count, d.form.sizes.queries()});
}

} // namespace rlx::gguf
