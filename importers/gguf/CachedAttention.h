// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attention with caches: for rows x [T, E],
//   q, k, v = x wq, x wk, x wv     q and k normalized and rotated, if the architecture has that
//   the caches get k and v, rounded to their type, at the rows' positions
//   the result is attention(q, keys, values), where Positions.h says which keys a row sees
#ifndef RLX_IMPORTERS_GGUF_CACHEDATTENTION_H
#define RLX_IMPORTERS_GGUF_CACHEDATTENTION_H

#include "importers/gguf/Norm.h"
#include "importers/gguf/Positions.h"

namespace rlx::gguf {

class CachedAttention {
public:
  CachedAttention(const DecoderGraph &graph, const Positions &positions, rt::DType type)
      : d(graph), positions(positions), type(type) {}

  // "k.N" and "v.N" of each layer.
  void declareInputs();
  void declareOutputs();
  GraphValue firstCache() const { return keys.front(); }

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
  GraphValue cached(GraphValue &cache, GraphValue update, GraphSize count);

  const DecoderGraph &d;
  const Positions &positions;
  rt::DType type;                       // of the caches
  std::vector<GraphValue> keys, values; // caches of the layers, [keyHeads, capacity, headSize]
};

} // namespace rlx::gguf

#endif // RLX_IMPORTERS_GGUF_CACHEDATTENTION_H
