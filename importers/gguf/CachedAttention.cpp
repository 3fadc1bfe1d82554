// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of CachedAttention.h.
#include "importers/gguf/CachedAttention.h"

namespace rlx::gguf {

void CachedAttention::declareInputs() {
  cache->declareInputs();
  for (int64_t i = 0; i < d.form.sizes.layers; ++i) {
    keys.push_back(d.g.input("k." + std::to_string(i), type, cache->shape()));
    values.push_back(d.g.input("v." + std::to_string(i), type, cache->shape()));
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

GraphValue CachedAttention::written(GraphValue old, GraphValue rows, GraphSize count) {
  const DecoderSizes &sizes = d.form.sizes;
  if (rows.dtype() != type)
    rows = d.g.cast(rows, type);
  return cache->write(old, d.g.reshape(rows, {count, sizes.keyHeads, sizes.headSize}));
}

GraphValue CachedAttention::apply(int64_t number, GraphValue x) {
  const DecoderSizes &sizes = d.form.sizes;
  const GraphSize count = d.g.dim(x, 0);
  const std::string layer = layerName(number);
  auto [q, k, v] = project(layer, x, count);
  const auto scope = d.g.scope(layer + "attention");
  GraphValue &key = keys[static_cast<size_t>(number)], &value = values[static_cast<size_t>(number)];
  q = d.g.reshape(rotated(q, number), {count, sizes.heads, sizes.headSize});
  key = written(key, rotated(k, number), count);
  value = written(value, v, count);
  return d.g.reshape(cache->attend(q, key, value, number), {count, sizes.queries()});
}

} // namespace rlx::gguf
