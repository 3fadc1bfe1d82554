// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makers of random reductions and normalizations; see GraphBuilder.h.
#include "unittests/property/MakerHelpers.h"

using namespace mlir;

namespace rlx::property {
namespace {

constexpr int64_t kMaxFactors = 16;

bool makeReduce(GraphBuilder &g) {
  int64_t kind = g.random.between(0, 4);
  // Sums, means and products do not accept i1.
  Value x = g.pick(
      [&](Type type, size_t rank) { return rank >= 1 && (kind >= 3 || !type.isInteger(1)); });
  if (!x)
    return false;
  SmallVector<int64_t> axes;
  int64_t rank = g.sizes(x).size();
  for (int64_t i = 0; i < rank; ++i)
    if (g.random.chance(45))
      axes.push_back(g.random.chance(70) ? i : i - rank);
  bool keeps = g.random.chance(40);
  // A product of many floats may overflow in one order only.
  if (kind == 2 && isa<FloatType>(g.elementType(x)) && maxElements(g.sizes(x)) > kMaxFactors)
    return false;
  switch (kind) {
  case 0:
    return g.add<ReduceSumOp>(x, axes, keeps);
  case 1:
    return g.add<ReduceMeanOp>(x, axes, keeps);
  case 2:
    return g.add<ReduceProdOp>(x, axes, keeps);
  case 3:
    return g.add<ReduceMaxOp>(x, axes, keeps);
  default:
    return g.add<ReduceMinOp>(x, axes, keeps);
  }
}

bool makeArgReduce(GraphBuilder &g) {
  Value x = g.pick([&](Value v) { return !g.isNoisy(v) && !g.sizes(v).empty(); });
  if (!x)
    return false;
  uint64_t axis = g.random.between(0, int64_t(g.sizes(x).size()) - 1);
  bool keeps = g.random.chance(40), last = g.random.chance(40);
  if (g.sizes(x)[axis].least() == 0)
    return false;
  return g.random.chance(50) ? g.add<ArgMaxOp>(x, axis, keeps, last)
                             : g.add<ArgMinOp>(x, axis, keeps, last);
}

bool makeSoftmax(GraphBuilder &g) {
  Value x = pickFloats(g, 1);
  if (!x)
    return false;
  int64_t rank = g.sizes(x).size();
  int64_t axis = g.random.chance(60) ? -1 : g.random.between(-rank, rank - 1);
  return g.random.chance(75) ? g.add<SoftmaxOp>(x, uint64_t(axis))
                             : g.add<LogSoftmaxOp>(x, uint64_t(axis));
}

bool makeAxisNorm(GraphBuilder &g) {
  Value x = pickFloats(g, 1);
  if (!x)
    return false;
  Type type = g.elementType(x);
  Sizes sizes = g.sizes(x);
  int64_t rank = sizes.size();
  int64_t axis = g.random.chance(70) ? rank - 1 : g.random.between(0, rank - 1);
  auto scale = [&]() -> Value {
    if (g.random.chance(30))
      return {};
    return g.source(type, ArrayRef<Size>(sizes).drop_front(axis), -1.5, 1.5, g.random.chance(70));
  };
  Value gamma = scale(), beta = scale();
  uint64_t position = g.random.chance(50) ? axis : axis - rank;
  llvm::APFloat eps(1e-3);
  return g.random.chance(60) ? g.add<LayerNormOp>(x, gamma, beta, position, eps)
                             : g.add<RmsNormOp>(x, gamma, beta, position, eps);
}

bool makeBatchNorm(GraphBuilder &g) {
  Value x = pickFloats(g, 1);
  if (!x)
    return false;
  Sizes sizes = g.sizes(x);
  uint64_t axis =
      g.random.chance(50) && sizes.size() > 1 ? 1 : g.random.between(0, int64_t(sizes.size()) - 1);
  auto channel = [&](double low, double high) {
    return g.source(g.elementType(x), sizes[axis], low, high, g.random.chance(80));
  };
  Value scale = channel(-1.5, 1.5), bias = channel(-1, 1), mean = channel(-0.5, 0.5);
  return g.add<BatchNormOp>(x, scale, bias, mean, channel(0.5, 2), axis, llvm::APFloat(1e-3));
}

} // namespace

std::vector<Maker> reductionMakers() {
  return {
      {9, makeReduce}, {2, makeArgReduce}, {4, makeSoftmax}, {5, makeAxisNorm}, {2, makeBatchNorm}};
}

} // namespace rlx::property
