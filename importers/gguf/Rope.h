// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rotary position embedding by the metadata "ARCHITECTURE.rope.*": the frequency of each pair, with
// linear, YaRN or LongRoPE scaling, and the cosines and sines of the rows of a run.
//
// Linear scaling divides all positions. YaRN divides those of slow pairs only, and scales the
// result. See Peng et al., "YaRN" (2023). LongRoPE divides the frequency of each pair by a factor
// of the file (Ding et al., 2024). The formulas and defaults are llama.cpp's.
#ifndef RLX_IMPORTERS_GGUF_ROPE_H
#define RLX_IMPORTERS_GGUF_ROPE_H

#include <vector>

#include "dialects/rlx/builder/GraphBuilder.h"
#include "importers/gguf/Hyperparameters.h"

namespace rlx::gguf {

struct Rope {
  std::vector<double> frequencies; // of a pair: its angle at position 1
  double magnitude = 1;            // of cosines and sines
};

struct RopeRequest {
  int64_t dimensions = 0, contextLength = 0;
  std::vector<float> divisors; // of the pairs' frequencies, or empty
  bool hasFactors = false;     // the divisors are LongRoPE's factors
  bool hasWindowBase = false;  // "rope.freq_base_swa" is known
};
// Unsupported for another scaling, and for metadata that it does not know.
rt::StatusOr<Rope> readRope(const Hyperparameters &parameters, const RopeRequest &request);
// Without scaling.
Rope plainRope(double base, int64_t dimensions);
// The base of the frequencies, for example "rope.freq_base". InvalidArgument unless it is more than
// 1.
rt::StatusOr<double> readRopeBase(const Hyperparameters &parameters, std::string_view name,
                                  double otherwise);

struct RopeTables {
  GraphValue cos, sin; // [rows, pairs]
};
// For the positions [rows]. Tables reach from 0 to the multiple of 256 that `contextLength` does
// not exceed; a run with a position beyond fails.
RopeTables ropeTables(GraphBuilder &g, const Rope &rope, GraphValue positions,
                      int64_t contextLength);

} // namespace rlx::gguf

#endif // RLX_IMPORTERS_GGUF_ROPE_H
