// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makers of random losses and of gradients of elementwise ops, sums and lookups; see
// GraphBuilder.h.
#include "unittests/property/MakerHelpers.h"

using namespace mlir;

namespace rlx::property {
namespace {

bool makeActivationBackward(GraphBuilder &g) {
  Value x = exactFloats(g, 0);
  Value dy = g.like(g.elementType(x), g.sizes(x));
  if (g.random.chance(20))
    return g.addByName("rlx.relu_backward", {x, dy});
  // Functions of positive numbers need an x of positive numbers.
  int64_t kind = g.random.between(0, 19);
  if (kind >= 7 && kind <= 9)
    x = g.source(g.elementType(x), g.sizes(x), 0.3, 3);
  return g.addByName("rlx.activation_backward", {x, dy},
                     "kind = " + std::to_string(kind) + " : i32");
}

bool makeCumsum(GraphBuilder &g) {
  Value x = g.pick([](Type type, size_t rank) { return rank >= 1 && !type.isInteger(1); });
  if (!x)
    return false;
  bool isBackward = isa<FloatType>(g.elementType(x)) && g.random.chance(40);
  int64_t rank = g.sizes(x).size();
  return g.addByName(isBackward ? "rlx.cumsum_backward" : "rlx.cumsum", {x},
                     llvm::formatv("axis = {0}, exclusive = {1}, reverse = {2}",
                                   eitherWay(g, g.random.between(0, rank - 1), rank),
                                   g.random.chance(40) ? "true" : "false",
                                   g.random.chance(40) ? "true" : "false")
                         .str());
}

bool makeGatherBackward(GraphBuilder &g) {
  Value dy = pickFloats(g, 0);
  if (!dy)
    return false;
  Sizes sizes = g.sizes(dy);
  int64_t rank = sizes.size(), axis = g.random.between(0, rank);
  int64_t indexRank = g.random.between(0, rank - axis), count = g.random.between(1, 9);
  Value ids = indices(g, ArrayRef<Size>(sizes).slice(axis, indexRank), count);
  SmallVector<Value> operands = {dy, ids};
  NamedAttribute to = sizesAttribute(g, {g.builder.getIndexAttr(count)}, operands);
  return g.addByName("rlx.gather_backward", operands,
                     llvm::formatv("axis = {0}", eitherWay(g, axis, rank - indexRank + 1)).str(),
                     to);
}

bool makeCrossEntropy(GraphBuilder &g) {
  Value logits = pickFloats(g, 1);
  if (!logits || g.sizes(logits).back().least() == 0)
    return false;
  Sizes sizes = g.sizes(logits);
  ArrayRef<Size> rows = ArrayRef<Size>(sizes).drop_back();
  Value labels = indices(g, rows, std::min<int64_t>(sizes.back().least(), 100), /*negative=*/false);
  if (g.random.chance(50))
    return g.addByName("rlx.softmax_cross_entropy", {logits, labels});
  return g.addByName("rlx.softmax_cross_entropy_backward",
                     {logits, labels, g.like(g.elementType(logits), rows)});
}

} // namespace

std::vector<Maker> gradientMakers() {
  return {
      {6, makeActivationBackward}, {5, makeCumsum}, {3, makeGatherBackward}, {4, makeCrossEntropy}};
}

} // namespace rlx::property
