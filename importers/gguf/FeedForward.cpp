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
  if (up.size(-1) == size)
    return activate(d, up);
  const GraphSize rows = d.g.dim(up, 0);
  GraphValue gate = activate(d, d.g.slice(up, {0, 0}, {rows, size}));
  return d.g.mul(gate, d.g.slice(up, {0, size}, {rows, size}));
}

GraphValue experts(const DecoderGraph &d, const std::string &layer, GraphValue x) {
  GraphBuilder &g = d.g;
  const int64_t used = d.form.sizes.expertsUsed, width = d.form.sizes.embedding;
  const GraphSize count = g.dim(x, 0);
  GraphValue probabilities = g.softmax(d.weights.linear(x, layer + "ffn_gate_inp"), -1);
  graph::TopKResults best = g.topK(probabilities, used, -1);
  GraphValue numbers = g.reshape(best.indices, {count * used});
  GraphValue each = g.reshape(g.expand(g.reshape(x, {count, 1, width}), {count, used, width}),
                              {count * used, width});
  GraphValue gate = activate(d, d.weights.expertMatmul(each, layer + "ffn_gate_exps", numbers));
  GraphValue rows = g.mul(gate, d.weights.expertMatmul(each, layer + "ffn_up_exps", numbers));
  rows = d.weights.expertMatmul(rows, layer + "ffn_down_exps", numbers);
  GraphValue weights = best.values;
  if (d.form.normalizesExperts)
    weights = g.div(weights, g.reduceSum(weights, {1}, {.keepDims = true}));
  rows = g.mul(g.reshape(rows, {count, used, width}), g.reshape(weights, {count, used, 1}));
  return g.reduceSum(rows, {1});
}

GraphValue sharedExpert(const DecoderGraph &d, const std::string &layer, GraphValue x) {
  GraphBuilder &g = d.g;
  GraphValue gate = activate(d, d.weights.linear(x, layer + "ffn_gate_shexp"));
  GraphValue y = d.weights.linear(g.mul(gate, d.weights.linear(x, layer + "ffn_up_shexp")),
                                  layer + "ffn_down_shexp");
  const std::string router = layer + "ffn_gate_inp_shexp.weight";
  if (!d.weights.has(router))
    return y;
  GraphValue weight = g.reshape(d.weights.vector(router), {d.form.sizes.embedding, 1});
  return g.mul(y, g.sigmoid(g.matmul(x, weight)));
}

} // namespace

GraphValue feedForward(const DecoderGraph &d, const std::string &layer, GraphValue x) {
  if (d.weights.has(layer + "ffn_gate_inp.weight")) {
    GraphValue y = experts(d, layer, x);
    return d.weights.has(layer + "ffn_gate_shexp.weight") ? d.g.add(y, sharedExpert(d, layer, x))
                                                          : y;
  }
  return d.weights.linear(inner(d, layer, x), layer + "ffn_down");
}

} // namespace rlx::gguf
