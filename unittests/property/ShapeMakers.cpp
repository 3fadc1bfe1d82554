// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makers of random ops that move elements; see GraphBuilder.h.
#include "unittests/property/MakerHelpers.h"

#include <numeric>

using namespace mlir;

namespace rlx::property {
namespace {

// Merges two adjacent dimensions.
bool makeCollapse(GraphBuilder &g) {
  Value x = pickRanked(g, 2);
  if (!x)
    return false;
  unsigned rank = g.sizes(x).size(), at = g.random.between(0, rank - 2);
  SmallVector<OpFoldResult> sizes;
  for (unsigned i = 0; i < rank; ++i) {
    OpFoldResult size = g.sizeOf(x, i);
    if (i == at)
      size = g.multiply(size, g.sizeOf(x, ++i));
    sizes.push_back(size);
  }
  auto [fixed, dynamic] = decomposeMixedValues(sizes);
  return g.add<ReshapeOp>(x, dynamic, fixed);
}

// Splits a fixed dimension into two, or adds or removes a dimension of size 1.
bool makeSplit(GraphBuilder &g) {
  Value x = pickRanked(g, 0);
  if (!x)
    return false;
  Sizes shape = g.sizes(x);
  SmallVector<OpFoldResult> sizes;
  for (auto [i, size] : llvm::enumerate(shape)) {
    int64_t factor = g.random.between(2, 4);
    if (size.isOne() && g.random.chance(50))
      continue;
    if (size.isDynamic || size.runs[0] % factor != 0 || g.random.chance(50)) {
      sizes.push_back(g.sizeOf(x, i));
      continue;
    }
    sizes.push_back(g.builder.getIndexAttr(size.runs[0] / factor));
    sizes.push_back(g.builder.getIndexAttr(factor));
  }
  if (sizes.size() < 4 && g.random.chance(50))
    sizes.insert(sizes.begin() + g.random.between(0, sizes.size()), g.builder.getIndexAttr(1));
  auto [fixed, dynamic] = decomposeMixedValues(sizes);
  return sizes.size() <= 5 && g.add<ReshapeOp>(x, dynamic, fixed);
}

bool makeTranspose(GraphBuilder &g) {
  Value x = pickRanked(g, 2);
  if (!x)
    return false;
  SmallVector<int64_t> perm(g.sizes(x).size());
  std::iota(perm.begin(), perm.end(), 0);
  for (size_t i = perm.size() - 1; i > 0; --i)
    std::swap(perm[i], perm[g.random.between(0, i)]);
  return g.add<TransposeOp>(x, perm);
}

bool makeSlice(GraphBuilder &g) {
  Value x = pickRanked(g, 1);
  if (!x)
    return false;
  SmallVector<OpFoldResult> starts, sizes;
  SmallVector<int64_t> strides;
  for (auto [i, size] : llvm::enumerate(g.sizes(x))) {
    starts.push_back(g.builder.getIndexAttr(0));
    strides.push_back(1);
    if (size.isDynamic || size.runs[0] == 0 || g.random.chance(40)) {
      sizes.push_back(g.sizeOf(x, i));
      continue;
    }
    int64_t first = g.random.between(0, size.runs[0] - 1);
    int64_t last = g.random.between(0, size.runs[0] - 1);
    int64_t stride = g.random.between(1, 3);
    starts.back() = g.builder.getIndexAttr(first);
    strides.back() = last < first ? -stride : stride;
    sizes.push_back(g.builder.getIndexAttr(std::abs(last - first) / stride + 1));
  }
  auto [fixedStarts, dynamicStarts] = decomposeMixedValues(starts);
  auto [fixedSizes, dynamicSizes] = decomposeMixedValues(sizes);
  return g.add<SliceOp>(x, dynamicStarts, dynamicSizes, fixedStarts, fixedSizes, strides);
}

// The first k rows along an axis, where k is an input, or is computed by the run.
bool makeComputedSlice(GraphBuilder &g) {
  Value x = pickRanked(g, 1);
  if (!x)
    return false;
  Sizes all = g.sizes(x);
  unsigned axis = g.random.between(0, int64_t(all.size()) - 1);
  Value k = g.source(g.builder.getI64Type(), {}, 0, double(all[axis].least()));
  if (g.random.chance(70)) {
    if (!g.add<MaxOp>(k, g.source(g.builder.getI64Type(), {}, 0, 0)))
      return false;
    k = g.results()[0];
  }
  SmallVector<OpFoldResult> starts(all.size(), g.builder.getIndexAttr(0)), sizes;
  for (unsigned i = 0; i < all.size(); ++i)
    sizes.push_back(i == axis ? OpFoldResult(g.elementAsIndex(k)) : g.sizeOf(x, i));
  auto [fixedStarts, dynamicStarts] = decomposeMixedValues(starts);
  auto [fixedSizes, dynamicSizes] = decomposeMixedValues(sizes);
  return g.add<SliceOp>(x, dynamicStarts, dynamicSizes, fixedStarts, fixedSizes,
                        SmallVector<int64_t>(all.size(), 1));
}

bool makeConcat(GraphBuilder &g) {
  Value x = pickRanked(g, 1);
  if (!x)
    return false;
  Sizes sizes = g.sizes(x);
  int64_t rank = sizes.size(), axis = g.random.between(0, rank - 1);
  SmallVector<Value> inputs = {x};
  for (int64_t more = g.random.between(0, 3); more > 0; --more) {
    sizes[axis] = g.random.chance(30) ? sizes[axis] : g.freshSize();
    inputs.insert(inputs.begin() + g.random.between(0, inputs.size()),
                  g.like(g.elementType(x), sizes));
  }
  return g.add<ConcatOp>(inputs, uint64_t(g.random.chance(50) ? axis : axis - rank));
}

// Expands to the sizes of another tensor.
bool makeExpand(GraphBuilder &g) {
  Value model = pickRanked(g, 1);
  if (!model)
    return false;
  Value x = g.broadcastable(g.random.chance(50) ? g.elementType(model) : g.builder.getF32Type(),
                            g.sizes(model));
  SmallVector<OpFoldResult> sizes;
  for (unsigned i = 0; i < g.sizes(model).size(); ++i)
    sizes.push_back(g.sizeOf(model, i));
  auto [fixed, dynamic] = decomposeMixedValues(sizes);
  return g.add<ExpandOp>(x, dynamic, fixed);
}

bool makePad(GraphBuilder &g) {
  Value x = pickRanked(g, 1);
  if (!x)
    return false;
  auto mode =
      g.random.chance(60) ? PadMode::Constant : static_cast<PadMode>(g.random.between(0, 3));
  SmallVector<int64_t> low, high;
  for (const Size &size : g.sizes(x)) {
    // The compiler must be able to check the pads. An empty dimension allows constant padding only.
    int64_t limit = mode == PadMode::Constant  ? 3
                    : mode == PadMode::Reflect ? std::min<int64_t>(size.least() - 1, 2)
                                               : (size.least() > 0 ? 2 : 0);
    limit = g.random.chance(50) ? std::max<int64_t>(limit, 0) : 0;
    low.push_back(g.random.between(0, limit));
    high.push_back(g.random.between(0, limit));
  }
  Value value;
  if (mode == PadMode::Constant && g.random.chance(50))
    value = g.source(g.elementType(x), {});
  return g.add<PadOp>(x, value, ValueRange{}, ValueRange{}, low, high, mode);
}

bool makeGather(GraphBuilder &g) {
  Value x = pickRanked(g, 1);
  if (!x)
    return false;
  Sizes sizes = g.sizes(x), indexSizes;
  int64_t rank = sizes.size(), axis = g.random.between(0, rank - 1);
  int64_t least = sizes[axis].least();
  if (least == 0)
    return false;
  for (int64_t more = g.random.between(0, 2); more > 0; --more)
    indexSizes.push_back(g.freshSize());
  Type index = g.random.chance(50) ? g.builder.getI64Type() : g.builder.getI32Type();
  if (g.random.chance(30)) {
    sizes[axis] = g.freshSize();
    return g.add<GatherElementsOp>(x, g.source(index, sizes, double(-least), double(least - 1)),
                                   uint64_t(axis));
  }
  Value indices = g.source(index, indexSizes, double(-least), double(least - 1));
  return g.add<GatherOp>(x, indices, uint64_t(axis));
}

// A tensor of dynamic sizes that are 1 in some of the runs.
bool makeDynamicExpand(GraphBuilder &g) {
  Value like = pickRanked(g, 1);
  if (!like)
    return false;
  Sizes from = g.sizes(like);
  SmallVector<int64_t> dims;
  SmallVector<OpFoldResult> sizes;
  for (auto [i, size] : llvm::enumerate(from)) {
    if (g.random.chance(40))
      continue;
    size.isDynamic = true;
    for (int64_t &inRun : size.runs)
      inRun = g.random.chance(50) ? 1 : inRun;
    dims.push_back(i);
    sizes.push_back(g.sizeOf(like, i));
  }
  auto [fixed, dynamic] = decomposeMixedValues(sizes);
  return !dims.empty() &&
         g.add<DynamicExpandOp>(g.source(g.elementType(like), from), dynamic, dims, fixed);
}

} // namespace

std::vector<Maker> shapeMakers() {
  return {{5, makeCollapse},      {5, makeSplit},        {7, makeTranspose}, {5, makeSlice},
          {6, makeConcat},        {4, makeExpand},       {4, makePad},       {4, makeGather},
          {3, makeComputedSlice}, {4, makeDynamicExpand}};
}

} // namespace rlx::property
