// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The form of the caches of keys and values: which inputs they need, where the rows of a run are
// written, and how queries read them.
//
//   contiguous   [keyHeads, capacity, headSize]           one text, whose token i is at position i
//   paged        [blocks, keyHeads, places, headSize]     several texts, each with a list of blocks
#ifndef RLX_IMPORTERS_GGUF_KEYCACHE_H
#define RLX_IMPORTERS_GGUF_KEYCACHE_H

#include "formats/language_model/CacheLayout.h"
#include "importers/gguf/DecoderForm.h"
#include "importers/gguf/LanguageModelOptions.h"

namespace rlx::gguf {

class KeyCache {
public:
  virtual ~KeyCache() = default;

  // The shape of the keys and of the values of a layer.
  virtual std::vector<GraphDim> shape() const = 0;
  // The inputs that all layers share, and the values that they need, for rows at these positions
  // [T]. `cache` is one of a layer.
  virtual void declareInputs() = 0;
  virtual void build(GraphValue positions, GraphValue cache) = 0;
  // The largest number of keys of a text.
  virtual GraphSize capacity(GraphValue cache) const = 0;

  // A layer's cache with the rows [T, keyHeads, headSize] of its element type.
  virtual GraphValue write(GraphValue cache, GraphValue rows) const = 0;
  // The attention of queries [T, heads, headSize]: of the same shape.
  virtual GraphValue attend(GraphValue queries, GraphValue keys, GraphValue values,
                            int64_t layer) const = 0;
};

std::unique_ptr<KeyCache> makeKeyCache(GraphBuilder &g, const DecoderForm &form,
                                       CacheLayout layout);

} // namespace rlx::gguf

#endif // RLX_IMPORTERS_GGUF_KEYCACHE_H
