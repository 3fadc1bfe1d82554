// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attention with caches: for rows x [T, E],
//   q, k, v = x wq, x wk, x wv     q and k normalized and rotated, if the architecture has that
//   the caches get k and v, rounded to their type
//   the result is attention(q, keys, values), where KeyCache.h says which keys a row sees
#ifndef RLX_IMPORTERS_GGUF_CACHEDATTENTION_H
#define RLX_IMPORTERS_GGUF_CACHEDATTENTION_H

#include "importers/gguf/KeyCache.h"
#include "importers/gguf/Norm.h"
#include "importers/gguf/Positions.h"

namespace rlx::gguf {

class CachedAttention {
public:
  CachedAttention(const DecoderGraph &graph, const Positions &positions,
                  const LanguageModelOptions &options)
      : d(graph), positions(positions), type(options.cacheType),
        cache(makeKeyCache(graph.g, graph.form, options.cacheLayout)) {}

  // Those of the caches' form, and "k.N" and "v.N" of each layer.
  void declareInputs();
  void declareOutputs();
  // What all layers share, for rows at these positions [T].
  void build(GraphValue rowPositions) { cache->build(rowPositions, keys.front()); }
  // The largest number of keys of a text.
  GraphSize capacity() const { return cache->capacity(keys.front()); }

  // Attention of layer `number`, not projected yet: [T, heads * headSize].
  GraphValue apply(int64_t number, GraphValue x);

private:
  struct Projected {
    GraphValue q, k, v; // [1, T, heads, headSize]
  };
  Projected project(const std::string &layer, GraphValue x, GraphSize count);
  GraphValue fused(const std::string &layer, GraphValue x, GraphSize count);
  GraphValue byHead(const std::string &name, GraphValue rows, GraphSize count, int64_t heads);
  GraphValue rotated(GraphValue each, int64_t number);
  // The cache with the rows [1, T, keyHeads, headSize].
  GraphValue written(GraphValue old, GraphValue rows, GraphSize count);

  const DecoderGraph &d;
  const Positions &positions;
  rt::DType type; // of the caches
  std::unique_ptr<KeyCache> cache;
  std::vector<GraphValue> keys, values; // of the layers
};

} // namespace rlx::gguf

#endif // RLX_IMPORTERS_GGUF_CACHEDATTENTION_H
