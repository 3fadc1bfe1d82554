// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makers of random scatters, gathers, sorts and samples; see GraphBuilder.h.
#include "unittests/property/MakerHelpers.h"

using namespace mlir;

namespace rlx::property {
namespace {

// i1 allows no reduction.
std::string reduction(GraphBuilder &g, Type type) {
  int64_t kind = type.isInteger(1) ? 0 : g.random.between(0, 4);
  return "reduction = " + std::to_string(kind) + " : i32";
}

bool makeScatterElements(GraphBuilder &g) {
  Value x = pickRanked(g, 1);
  if (!x)
    return false;
  Sizes sizes = g.sizes(x);
  int64_t rank = sizes.size(), axis = g.random.between(0, rank - 1);
  int64_t least = std::min<int64_t>(sizes[axis].least(), 100);
  if (least == 0)
    return false;
  sizes[axis] = g.freshSize();
  Type type = g.elementType(x);
  Value ids = indices(g, sizes, least);
  return g.addByName(
      "rlx.scatter_elements", {x, ids, g.like(type, sizes)},
      llvm::formatv("axis = {0}, {1}", eitherWay(g, axis, rank), reduction(g, type)).str());
}

// The smallest of the sizes, at most 100 so that it fits in i8.
int64_t minOf(ArrayRef<Size> sizes) {
  int64_t least = 100;
  for (const Size &size : sizes)
    least = std::min(least, size.least());
  return least;
}

bool makeScatterND(GraphBuilder &g) {
  Value x = pickRanked(g, 0);
  if (!x)
    return false;
  Sizes sizes = g.sizes(x), positions = randomSizes(g, 0, 2);
  int64_t depth = g.random.between(0, int64_t(sizes.size()));
  int64_t least = minOf(ArrayRef<Size>(sizes).take_front(depth));
  if (least == 0)
    return false;
  Sizes updates = positions;
  updates.append(sizes.begin() + depth, sizes.end());
  positions.push_back(g.fixed(depth));
  Type type = g.elementType(x);
  Value ids = indices(g, positions, least);
  return g.addByName("rlx.scatter_nd", {x, ids, g.like(type, updates)}, reduction(g, type));
}

bool makeGatherND(GraphBuilder &g) {
  Value x = pickRanked(g, 1);
  if (!x)
    return false;
  Sizes sizes = g.sizes(x);
  int64_t rank = sizes.size(), batch = g.random.between(0, std::min<int64_t>(rank - 1, 2));
  int64_t depth = g.random.between(0, rank - batch);
  int64_t least = minOf(ArrayRef<Size>(sizes).slice(batch, depth));
  if (least == 0)
    return false;
  Sizes positions(sizes.begin(), sizes.begin() + batch);
  positions.append(randomSizes(g, 0, 1));
  positions.push_back(g.fixed(depth));
  return g.addByName("rlx.gather_nd", {x, indices(g, positions, least)},
                     "batch_dims = " + std::to_string(batch));
}

bool makeScatterAdd(GraphBuilder &g) {
  Value updates = g.pick([](Type type, size_t) { return !type.isInteger(1); });
  if (!updates)
    return false;
  Sizes sizes = g.sizes(updates);
  int64_t count = g.random.between(1, 9);
  Value ids = indices(
      g, ArrayRef<Size>(sizes).take_front(g.random.between(0, int64_t(sizes.size()))), count);
  SmallVector<Value> operands = {updates, ids};
  NamedAttribute to = sizesAttribute(g, {g.builder.getIndexAttr(count)}, operands);
  return g.addByName("rlx.scatter_add", operands, "", to);
}

// Operands are exact, so that the order is unambiguous.
bool makeTopK(GraphBuilder &g) {
  Value x = g.pick([&](Value v) { return !g.isNoisy(v) && !g.sizes(v).empty(); });
  if (!x)
    return false;
  int64_t rank = g.sizes(x).size(), axis = g.random.between(0, rank - 1);
  int64_t least = g.sizes(x)[axis].least();
  return g.addByName("rlx.top_k", {x},
                     llvm::formatv("k = {0}, axis = {1}, largest = {2}", g.random.between(0, least),
                                   eitherWay(g, axis, rank), g.random.chance(60) ? "true" : "false")
                         .str());
}

bool makeSort(GraphBuilder &g) {
  Value x = g.pick([&](Value v) { return !g.isNoisy(v) && !g.sizes(v).empty(); });
  if (!x)
    return false;
  const int64_t rank = g.sizes(x).size(), axis = g.random.between(0, rank - 1);
  return g.addByName("rlx.sort", {x},
                     llvm::formatv("axis = {0}, descending = {1}", eitherWay(g, axis, rank),
                                   g.random.chance(50) ? "true" : "false")
                         .str());
}

// Of a list that is sorted, or else of one element.
bool makeSearchSorted(GraphBuilder &g) {
  Value x = g.pick([&](Value v) {
    return !g.isNoisy(v) && g.sizes(v).size() == 1 && !g.elementType(v).isInteger(1);
  });
  if (!x || !g.addByName("rlx.sort", {x}, "axis = 0"))
    return false;
  Value sorted = g.results()[0];
  Value values =
      g.pick([&](Value v) { return !g.isNoisy(v) && g.elementType(v) == g.elementType(x); });
  return values && g.addByName("rlx.search_sorted", {sorted, values},
                               g.random.chance(50) ? "right = true" : "right = false");
}

// Of sources: an overlap near the threshold would amplify errors.
bool makeNonMaxSuppression(GraphBuilder &g) {
  Type f32 = g.builder.getF32Type(), i64 = g.builder.getI64Type();
  const Size batch = g.freshSize(), count = g.freshSize();
  Value boxes = g.source(f32, {batch, count, g.fixed(4)}, 0, 4);
  Value scores = g.source(f32, {batch, g.freshSize(), count}, 0, 1);
  Value most = g.source(i64, {}, 0, 9), iou = g.source(f32, {}, 0, 0.9);
  Value least = g.random.chance(50) ? g.source(f32, {}, 0, 0.5) : Value();
  return g.addByName("rlx.non_max_suppression", {boxes, scores, most, iou, least},
                     g.random.chance(50) ? "center_point_box = true" : "");
}

// The bits of f32 or f64 as i32, the low word first.
bool addWords(GraphBuilder &g, Value floats, SmallVectorImpl<Value> &words) {
  const bool isWide = g.elementType(floats).isF64();
  if (!g.addByName("rlx.bitcast", floats, isWide ? "to = i64" : "to = i32"))
    return false;
  Value bits = g.results()[0];
  if (!isWide)
    return words.push_back(bits), true;
  Value shift = g.source(g.builder.getI64Type(), {}, 32, 32);
  for (bool isHigh : {false, true}) {
    if (isHigh && !g.addByName("rlx.shift_right", {bits, shift}))
      return false;
    if (!g.addByName("rlx.cast", isHigh ? Value(g.results()[0]) : bits, "to = i32"))
      return false;
    words.push_back(g.results()[0]);
  }
  return true;
}

// Of sources: features near a threshold would amplify errors.
bool makeTreeLeaves(GraphBuilder &g) {
  Type i32 = g.builder.getI32Type(), i64 = g.builder.getI64Type();
  Type element = g.random.chance(50) ? Type(g.builder.getF32Type()) : g.builder.getF64Type();
  const int64_t numNodes = g.random.between(1, 40), numFeatures = g.random.between(1, 9),
                numTrees = g.random.between(1, 20);
  const Size nodes = g.fixed(numNodes), trees = g.fixed(numTrees), one = g.fixed(1);
  auto indices = [&](ArrayRef<Size> sizes, int64_t end) {
    return g.source(i32, sizes, -1, double(end)); // some out of range
  };
  Value x = g.source(element, {g.freshSize(), g.fixed(numFeatures)});
  if (g.random.chance(50))
    return g.addByName("rlx.tree_leaves_bitvector",
                       {x, indices(nodes, numFeatures), g.source(element, nodes),
                        g.source(i64, nodes, -1e18, 1e18), indices({trees, g.fixed(3)}, numNodes),
                        indices(trees, 100)},
                       g.random.chance(50) ? "strict = true" : "");
  SmallVector<Value> columns = {indices({nodes, one}, numFeatures)};
  if (!addWords(g, g.source(element, {nodes, one}), columns))
    return false;
  columns.push_back(indices({nodes, g.fixed(g.random.between(2, 3))}, numNodes));
  if (!g.addByName("rlx.concat", columns, "axis = 1"))
    return false;
  Value table = g.results()[0];
  Value tests = g.random.chance(30) ? g.source(i32, nodes, -1, 6) : Value();
  return g.addByName("rlx.tree_leaves",
                     {x, table, indices(trees, numNodes), g.source(i32, trees, 0, 9), tests},
                     llvm::formatv("predicate = {0} : i32", g.random.between(0, 5)).str());
}

bool makeSample(GraphBuilder &g) {
  Value logits = exactFloats(g, 1);
  if (g.sizes(logits).back().isDynamic)
    return false;
  Type type = g.random.chance(50) ? g.builder.getI64Type() : g.builder.getIntegerType(64, false);
  Value seed = g.source(type, {}, 0, 1e9), offset = g.source(type, {}, 0, 100);
  return g.addByName("rlx.sample", {logits, seed, offset},
                     llvm::formatv("temperature = {0}, top_k = {1}, top_p = {2}",
                                   g.random.pick<StringRef>({"1.0", "0.7", "2.0"}),
                                   g.random.pick({0, 0, 1, 3}),
                                   g.random.pick<StringRef>({"1.0", "0.9", "0.5"}))
                         .str());
}

bool makeIota(GraphBuilder &g) {
  Value model = pickRanked(g, 1);
  if (!model)
    return false;
  SmallVector<OpFoldResult> sizes;
  int64_t rank = g.sizes(model).size();
  for (int64_t i = 0; i < rank; ++i)
    sizes.push_back(g.sizeOf(model, i));
  SmallVector<Value> operands = {g.index(g.random.between(-5, 5))};
  NamedAttribute to = sizesAttribute(g, sizes, operands);
  return g.addByName(
      "rlx.iota", operands,
      llvm::formatv("axis = {0}", eitherWay(g, g.random.between(0, rank - 1), rank)).str(), to);
}

} // namespace

std::vector<Maker> indexMakers() {
  return {{4, makeScatterElements},
          {3, makeScatterND},
          {3, makeGatherND},
          {3, makeScatterAdd},
          {4, makeTopK},
          {2, makeSort},
          {2, makeSearchSorted},
          {1, makeNonMaxSuppression},
          {2, makeTreeLeaves},
          {2, makeSample},
          {2, makeIota}};
}

} // namespace rlx::property
