// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makers of random image normalizations, rotary embeddings, and their gradients; see
// GraphBuilder.h.
#include "unittests/property/MakerHelpers.h"

using namespace mlir;

namespace rlx::property {
namespace {

constexpr StringLiteral kEps = "eps = 1.0e-3";

// A random divisor of `channels`.
int64_t groupsOf(GraphBuilder &g, int64_t channels) {
  int64_t groups = g.random.between(1, channels);
  while (channels % groups)
    --groups;
  return groups;
}

// Whether the gradient of a norm over all of `sizes`, in `groups` groups, is more than the rounding
// error of terms that cancel. The terms cancel over one or two elements, and if dy is x.
bool hasGradient(GraphBuilder &g, ArrayRef<Size> sizes, int64_t groups = 1) {
  for (unsigned run = 0; run < g.numRuns(); ++run) {
    int64_t elements = 1;
    for (const Size &size : sizes)
      elements *= size.runs[run];
    if (elements > 0 && elements / groups < 3)
      return false;
  }
  return true;
}

bool makeImageNorm(GraphBuilder &g) {
  Value x = pickFloats(g, 2);
  if (!x)
    return false;
  Sizes sizes = g.sizes(x);
  Type type = g.elementType(x);
  if (g.random.chance(40)) {
    Value gamma = maybeWeight(g, type, sizes[1]);
    return g.addByName("rlx.layer_norm_2d", {x, gamma, maybeWeight(g, type, sizes[1])}, kEps);
  }
  bool last = g.random.chance(30);
  Size channels = last ? sizes.back() : sizes[1];
  if (channels.isDynamic || channels.runs[0] == 0)
    return false;
  Value gamma = maybeWeight(g, type, channels);
  int64_t groups = groupsOf(g, channels.runs[0]);
  std::string attributes =
      llvm::formatv("groups = {0}, data_format = {1} : i32, {2}", groups, int(last), kEps);
  if (g.random.chance(50))
    return g.addByName("rlx.group_norm", {x, gamma, maybeWeight(g, type, channels)}, attributes);
  return hasGradient(g, ArrayRef<Size>(sizes).drop_front(), groups) &&
         g.addByName("rlx.group_norm_backward", {x, g.source(type, sizes), gamma}, attributes);
}

bool makeAxisNormBackward(GraphBuilder &g) {
  Value x = pickFloats(g, 1);
  if (!x)
    return false;
  Sizes sizes = g.sizes(x);
  int64_t rank = sizes.size();
  int64_t axis = g.random.chance(70) ? rank - 1 : g.random.between(0, rank - 1);
  ArrayRef<Size> normed = ArrayRef<Size>(sizes).drop_front(axis);
  if (!hasGradient(g, normed))
    return false;
  Value dy = g.source(g.elementType(x), sizes);
  Value gamma = maybeWeight(g, g.elementType(x), normed);
  return g.addByName(g.random.chance(50) ? "rlx.layer_norm_backward" : "rlx.rms_norm_backward",
                     {x, dy, gamma},
                     llvm::formatv("axis = {0}, {1}", eitherWay(g, axis, rank), kEps).str());
}

// [batch, sequence, heads, size] in the order of a layout.
Sizes heads(bool isBHSD, Size batch, Size sequence, Size numHeads, Size size) {
  return isBHSD ? Sizes{batch, numHeads, sequence, size} : Sizes{batch, sequence, numHeads, size};
}

bool makeRope(GraphBuilder &g) {
  Type type = floatType(g);
  bool isBHSD = g.random.chance(50);
  Size batch = g.freshSize(), sequence = g.freshSize();
  int64_t half = g.random.between(1, 4), rest = g.random.pick({0, 0, 1, 4});
  Value x = g.like(type, heads(isBHSD, batch, sequence, g.fixed(g.random.between(1, 3)),
                               g.fixed(2 * half + rest)));
  Size rows = g.fixed(*llvm::max_element(sequence.runs) + g.random.between(0, 3));
  Value positions;
  if (g.random.chance(50)) {
    rows = g.fixed(g.random.between(1, 12));
    positions =
        indices(g, g.random.chance(50) ? Sizes{sequence} : Sizes{batch, sequence}, rows.runs[0]);
  }
  Sizes table = {rows, g.fixed(half)};
  Value cos = g.source(type, table, -1, 1), sin = g.source(type, table, -1, 1);
  return g.addByName(
      g.random.chance(50) ? "rlx.rope" : "rlx.rope_backward", {x, cos, sin, positions},
      llvm::formatv("style = {0} : i32, layout = {1} : i32", g.random.between(0, 1), int(isBHSD))
          .str());
}

bool makeAxialRope(GraphBuilder &g) {
  int64_t width = g.random.between(1, 5), height = g.random.between(1, 4);
  int64_t repeat = g.random.chance(70) ? 1 : 2;
  bool isBHSD = g.random.chance(50);
  Value x = g.like(floatType(g),
                   heads(isBHSD, g.freshSize(), g.fixed(width * height * repeat),
                         g.fixed(g.random.between(1, 3)), g.fixed(4 * g.random.between(1, 3))));
  return g.addByName(
      "rlx.axial_rope_2d", {x},
      llvm::formatv("width = {0}, height = {1}, repeat = {2}, theta = {3}, layout = {4} : i32",
                    width, height, repeat, g.random.chance(50) ? "10000.0" : "50.0", int(isBHSD))
          .str());
}

bool makeAttentionBackward(GraphBuilder &g) {
  Type type = floatType(g);
  bool isBHSD = g.random.chance(50);
  int64_t mask = g.random.between(0, 4);
  Size numHeads = g.fixed(g.random.between(1, 2));
  Size queryHeads = g.fixed(numHeads.runs[0] * g.random.between(1, 2));
  Size batch = g.freshSize(), queries = g.freshSize(), keys = g.freshSize();
  Size depth = g.fixed(g.random.pick({1, 4, 8, 17}));
  Size width = g.random.chance(60) ? depth : g.fixed(5);
  Value query = g.like(type, heads(isBHSD, batch, queries, queryHeads, depth));
  Value key = g.like(type, heads(isBHSD, batch, keys, numHeads, depth));
  Value value = g.like(type, heads(isBHSD, batch, keys, numHeads, width));
  Value dy = g.like(type, heads(isBHSD, batch, queries, queryHeads, width));
  Value operand;
  if (mask == 3)
    operand = g.source(g.builder.getI1Type(), {batch, keys});
  if (mask == 4)
    operand = g.source(type, {g.fixed(1), queryHeads, queries, keys});
  std::string attributes =
      llvm::formatv("layout = {0} : i32, mask_kind = {1} : i32", int(isBHSD), mask);
  if (mask == 2)
    attributes += ", window = " + std::to_string(g.random.between(0, 4));
  // Weights near 0 and 1 cancel what the gradients of the scores round: no large scale.
  if (g.random.chance(30))
    attributes += ", scale = 0.1";
  if (g.random.chance(20))
    attributes += ", softcap = 5.0";
  return g.addByName("rlx.attention_backward", {query, key, value, dy, operand}, attributes);
}

} // namespace

std::vector<Maker> normMakers() {
  return {{6, makeImageNorm},
          {5, makeAxisNormBackward},
          {5, makeRope},
          {2, makeAxialRope},
          {3, makeAttentionBackward}};
}

} // namespace rlx::property
