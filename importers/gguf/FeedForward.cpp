// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of FeedForward.h.
#include "importers/gguf/FeedForward.h"

namespace rlx::gguf {
namespace {

GraphValue activate(const DecoderGraph &d, GraphValue x) {
  switch (d.form.activation) {
  case Activation::Silu:
    return d.g.silu(x);
  case Activation::Gelu:
    return d.g.gelu(x);
  case Activation::GeluTanh:
    return d.g.geluTanh(x);
  }
  return x;
}

// The rows before "ffn_down".
GraphValue inner(const DecoderGraph &d, const std::string &layer, GraphValue x) {
  if (d.weights.has(layer + "ffn_gate.weight")) {
    GraphValue gate = activate(d, d.weights.linear(x, layer + "ffn_gate"));
    return d.g.mul(gate, d.weights.linear(x, layer + "ffn_up"));
  }
  GraphValue up = d.weights.linear(x, layer + "ffn_up");
  const int64_t size = d.form.sizes.feedForward;
  if (up.size(1) == size)
    return activate(d, up);
  const GraphSize rows = d.g.dim(up, 0);
  GraphValue gate = activate(d, d.g.slice(up, {0, 0}, {rows, size}));
  return d.g.mul(gate, d.g.slice(up, {0, size}, {rows, size}));
}

} // namespace

GraphValue feedForward(const DecoderGraph &d, const std::string &layer, GraphValue x) {
  return d.weights.linear(inner(d, layer, x), layer + "ffn_down");
}

} // namespace rlx::gguf
