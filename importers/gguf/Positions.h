// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The positions of a run's rows decide for all layers how heads are rotated.
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

  // `positions` [T]; texts have at most `capacity` tokens.
  void build(GraphBuilder &g, GraphValue positions, GraphSize capacity);

  // ---- after build()

  // Null if the layer rotates nothing.
  const RopeTables *rotations(int64_t layer) const;

private:
  const DecoderForm *form = nullptr;
  std::optional<Rope> rope;       // of all layers, or of those without a window
  std::optional<Rope> longRope;   // instead of `rope` if texts may have more than `original` rows
  std::optional<Rope> windowRope; // of layers with a window
  int64_t original = 0;

  RopeTables tables, windowTables;
};

} // namespace rlx::gguf

#endif // RLX_IMPORTERS_GGUF_POSITIONS_H
