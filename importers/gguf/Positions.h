// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The positions of a run's rows decide for all layers how heads are rotated, which keys a row sees,
// and where its own key lies in a cache.
#ifndef RLX_IMPORTERS_GGUF_POSITIONS_H
#define RLX_IMPORTERS_GGUF_POSITIONS_H

#include "importers/gguf/DecoderForm.h"
#include "importers/gguf/Rope.h"

namespace rlx::gguf {

class Positions {
public:
  // Rotations by the metadata, "rope_freqs", and "rope_factors_long" and "rope_factors_short".
  rt::Status read(const Hyperparameters &parameters, const Weights &weights,
                  const DecoderForm &form);

  // `positions` [T]; a cache is [keyHeads, capacity, headSize].
  void build(GraphBuilder &g, GraphValue positions, GraphValue cache);

  // ---- after build()

  // Of the rows in a cache, [T, keyHeads, 2].
  GraphValue indices() const { return places; }
  // Which keys the rows see in this layer, [1, 1, T, capacity].
  GraphValue visible(int64_t layer) const;
  // Null if the layer rotates nothing.
  const RopeTables *rotations(int64_t layer) const;

private:
  void buildRotations(GraphBuilder &g, GraphValue positions, GraphSize capacity);
  void buildMasks(GraphBuilder &g, GraphValue positions, GraphSize count, GraphSize capacity);

  const DecoderForm *form = nullptr;
  std::optional<Rope> rope;       // of all layers, or of those without a window
  std::optional<Rope> longRope;   // instead of `rope` in caches of more than `original` rows
  std::optional<Rope> windowRope; // of layers with a window
  int64_t original = 0;

  GraphValue places, seen, seenInWindow;
  RopeTables tables, windowTables;
};

} // namespace rlx::gguf

#endif // RLX_IMPORTERS_GGUF_POSITIONS_H
