// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of Norm.h.
#include "importers/gguf/Norm.h"

namespace rlx::gguf {

GraphValue norm(const DecoderGraph &d, GraphValue x, const std::string &name) {
  const auto scope = d.g.scope(name);
  GraphValue gamma = d.weights.vector(name + ".weight");
  if (d.form.values.normsLackOne)
    gamma = d.g.add(gamma, d.g.scalarLike(gamma, 1));
  std::optional<GraphValue> beta;
  if (d.weights.has(name + ".bias"))
    beta = d.weights.vector(name + ".bias");
  if (d.form.norm == NormKind::Layer)
    return d.g.layerNorm(x, {.gamma = gamma, .beta = beta, .eps = d.form.epsilon});
  return d.g.rmsNorm(x, {.gamma = gamma, .beta = beta, .eps = d.form.epsilon});
}

GraphValue optionalNorm(const DecoderGraph &d, GraphValue x, const std::string &name) {
  return d.weights.has(name + ".weight") ? norm(d, x, name) : x;
}

} // namespace rlx::gguf
