// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of Positions.h.
#include "importers/gguf/Positions.h"

#include <algorithm>

namespace rlx::gguf {

rt::Status Positions::read(const Hyperparameters &parameters, const Weights &weights,
                           const DecoderForm &decoder) {
  form = &decoder;
  if (!form->rotation)
    return rt::okStatus();
  RopeRequest request;
  request.dimensions = form->sizes.rotated;
  request.contextLength = form->sizes.context;
  request.hasWindowBase = form->windowBase.has_value();
  RLX_ASSIGN_OR_RETURN(request.divisors, weights.read("rope_freqs.weight"));
  RLX_ASSIGN_OR_RETURN(const std::vector<float> longFactors,
                       weights.read("rope_factors_long.weight"));
  RLX_ASSIGN_OR_RETURN(const std::vector<float> shortFactors,
                       weights.read("rope_factors_short.weight"));
  if (longFactors.empty() != shortFactors.empty())
    return rt::invalidArgument("expected both tensors 'rope_factors_long.weight' and "
                               "'rope_factors_short.weight', or none");
  if (!longFactors.empty()) {
    request.hasFactors = true;
    RLX_ASSIGN_OR_RETURN(original, parameters.size("rope.scaling.original_context_length"));
    request.divisors = longFactors;
    RLX_ASSIGN_OR_RETURN(longRope, readRope(parameters, request));
    request.divisors = shortFactors;
  }
  RLX_ASSIGN_OR_RETURN(rope, readRope(parameters, request));
  if (form->windowBase)
    windowRope = plainRope(*form->windowBase, form->sizes.rotated);
  return rt::okStatus();
}

// The keys of a cache were rotated in earlier runs, too. So the capacity chooses the rotations, and
// not the positions of this run.
void Positions::build(GraphBuilder &g, GraphValue positions, GraphSize capacity) {
  if (!rope)
    return;
  const auto scope = g.scope("positions");
  const int64_t context = form->sizes.context;
  tables = ropeTables(g, *rope, positions, context);
  if (longRope) {
    const RopeTables others = ropeTables(g, *longRope, positions, context);
    GraphValue size = g.iota(capacity, {1, 1}, 0);
    GraphValue isLong = g.compare(size, g.scalarLike(size, original), ComparePredicate::gt);
    tables = {g.where(isLong, others.cos, tables.cos), g.where(isLong, others.sin, tables.sin)};
  }
  if (windowRope && form->windows.hasAny())
    windowTables = ropeTables(g, *windowRope, positions, context);
}

const RopeTables *Positions::rotations(int64_t layer) const {
  const int64_t period = form->rotatedPeriod;
  if (!rope || (period != 0 && layer % period == period - 1))
    return nullptr;
  return windowRope && form->windows.has(layer) ? &windowTables : &tables;
}

} // namespace rlx::gguf
