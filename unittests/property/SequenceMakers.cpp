// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makers of random recurrences and linear systems; see GraphBuilder.h.
#include "unittests/property/MakerHelpers.h"

using namespace mlir;

namespace rlx::property {
namespace {

bool makeSelectiveScan(GraphBuilder &g) {
  Type type = floatType(g);
  Size batch = g.freshSize(), steps = g.freshSize(), channels = g.freshSize();
  Size states = g.fixed(g.random.pick({1, 3, 4, 16}));
  Value x = g.like(type, {batch, steps, channels});
  Value delta = g.source(type, {batch, steps, channels}, 0.1, 1);
  Value a = g.source(type, {channels, states}, -1, 0);
  Value b = g.like(type, {batch, steps, states}), c = g.like(type, {batch, steps, states});
  Value skip = maybeWeight(g, type, channels);
  return g.addByName("rlx.selective_scan",
                     {x, delta, a, b, c, skip, maybeWeight(g, type, {batch, channels, states})});
}

bool makeGatedDeltaNet(GraphBuilder &g) {
  Type type = floatType(g);
  Size batch = g.freshSize(), steps = g.freshSize(), heads = g.fixed(g.random.between(1, 3));
  Size keys = g.fixed(g.random.pick({1, 3, 4, 8})), values = g.fixed(g.random.pick({1, 4, 5, 16}));
  Value q = g.like(type, {batch, steps, heads, keys});
  Value k = g.source(type, {batch, steps, heads, keys}, -0.5, 0.5);
  Value v = g.like(type, {batch, steps, heads, values});
  Value gate = g.source(type, {batch, steps, heads}, -1, 0);
  Value beta = g.source(type, {batch, steps, heads}, 0, 1);
  return g.addByName("rlx.gated_delta_net",
                     {q, k, v, gate, beta, maybeWeight(g, type, {batch, heads, keys, values})},
                     g.random.chance(30) ? "scale = 0.25" : "");
}

// A matrix close to the identity is well-conditioned.
bool makeDenseSolve(GraphBuilder &g) {
  Type type = floatType(g);
  int64_t n = g.random.between(1, 6);
  Sizes sizes = randomSizes(g, 0, 2), right = sizes;
  if (sizes.size() > 2)
    return false;
  sizes.append({g.fixed(n), g.fixed(n)});
  right.push_back(g.fixed(n));
  if (g.random.chance(50))
    right.push_back(g.freshSize());
  ref::Tensor identity({n, n}, type);
  for (int64_t i = 0; i < n; ++i)
    identity.set(i * n + i, 1);
  if (!g.addByName("rlx.add", {g.source(type, sizes, -0.7 / n, 0.7 / n), g.constant(identity)}))
    return false;
  Value a = g.newest();
  return g.addByName("rlx.dense_solve", {a, g.like(type, right)});
}

} // namespace

std::vector<Maker> sequenceMakers() {
  return {{3, makeSelectiveScan}, {3, makeGatedDeltaNet}, {3, makeDenseSolve}};
}

} // namespace rlx::property
