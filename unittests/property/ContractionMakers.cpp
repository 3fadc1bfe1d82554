// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makers of random matmuls, convolutions, poolings and attentions; see GraphBuilder.h.
#include "unittests/property/MakerHelpers.h"

using namespace mlir;

namespace rlx::property {
namespace {

bool makeMatmul(GraphBuilder &g) {
  Value x = pickNumbers(g, 2);
  if (!x)
    return false;
  Sizes sizes = g.sizes(x);
  Size outer =
      g.random.chance(30) ? g.fixed(g.random.pick({1, 16, 31, 32, 48, 65})) : g.freshSize();
  Sizes right = {sizes.back(), outer};
  if (g.random.chance(25)) // batched
    right.insert(right.begin(), sizes.begin(), sizes.end() - 2);
  bool fits = llvm::none_of(right, [](const Size &size) { return size.isDynamic; });
  Value y = fits && g.random.chance(75) ? weight(g, g.elementType(x), right)
                                        : g.like(g.elementType(x), right);
  return g.add<MatmulOp>(x, y);
}

// Chains of dense layers, which epilogue fusion and the fast paths match.
bool makeDense(GraphBuilder &g) {
  Value x = pickFloats(g, 2, 4);
  if (!x || g.sizes(x).back().isDynamic)
    return false;
  Size outer = g.fixed(g.random.pick({1, 7, 16, 32, 40, 64}));
  if (!g.add<MatmulOp>(x, weight(g, g.elementType(x), {g.sizes(x).back(), outer})))
    return false;
  Value product = g.newest();
  g.addByName("rlx.add", {product, weight(g, g.elementType(x), {outer})});
  return g.addByName(g.random.pick<StringRef>({"rlx.relu", "rlx.gelu", "rlx.silu", "rlx.tanh"}),
                     g.newest());
}

// The limit of terms in one sum. More terms may cancel to a result much smaller than each of them.
// The tolerances are relative to the largest sum and do not cover that.
constexpr int64_t kMaxTerms = 1024;

bool makeDotGeneral(GraphBuilder &g) {
  Value x = pickNumbers(g, 1);
  if (!x)
    return false;
  Sizes sizes = g.sizes(x), right;
  SmallVector<int64_t> lhsBatch, rhsBatch, lhsContract, rhsContract;
  Sizes summed;
  for (auto [i, size] : llvm::enumerate(sizes)) {
    int64_t role = g.random.between(0, 3); // 0: batch, 1: free, else contracted
    if (role == 1)
      continue;
    (role == 0 ? lhsBatch : lhsContract).push_back(i);
    (role == 0 ? rhsBatch : rhsContract).push_back(right.size());
    right.push_back(size);
    if (role != 0)
      summed.push_back(size);
  }
  if (maxElements(summed) > kMaxTerms)
    return false;
  if (g.random.chance(60))
    right.push_back(g.freshSize());
  return g.add<DotGeneralOp>(x, g.like(g.elementType(x), right), lhsBatch, rhsBatch, lhsContract,
                             rhsContract, TypeAttr());
}

bool makeConv(GraphBuilder &g) {
  Value x = image(g);
  Sizes sizes = g.sizes(x);
  bool last = g.random.chance(20);
  Size channels = last ? sizes.back() : sizes[1];
  Window window = randomWindow(g, sizes, last);
  if (channels.isDynamic || channels.runs[0] == 0 || channels.runs[0] > 16 || !window.fits)
    return false;
  int64_t c = channels.runs[0];
  int64_t groups = g.random.chance(25) ? c : 1;
  int64_t out = groups * g.random.pick({1, 1, 2, 5, 8, 16});
  if (out > 32)
    return false;
  Sizes filter = {g.fixed(out), g.fixed(c / groups)};
  for (int64_t k : window.kernel)
    filter.push_back(g.fixed(k));
  Type type = g.elementType(x);
  Value w = weight(g, type, filter);
  Value bias = g.random.chance(50) ? weight(g, type, {g.fixed(out)}) : Value();
  return g.add<ConvOp>(x, w, bias, window.strides, window.pads, window.dilations, groups,
                       last ? DataFormat::ChannelsLast : DataFormat::ChannelsFirst);
}

bool makePool(GraphBuilder &g) {
  Value x = image(g);
  bool last = g.random.chance(20);
  Window window = randomWindow(g, g.sizes(x), last);
  auto kind = static_cast<PoolKind>(g.random.between(0, 4));
  return window.fits && g.add<PoolOp>(x, kind, window.kernel, window.strides, window.pads,
                                      window.dilations, g.random.chance(20), g.random.chance(30),
                                      last ? DataFormat::ChannelsLast : DataFormat::ChannelsFirst);
}

bool makeAttention(GraphBuilder &g) {
  Builder &b = g.builder;
  Type type = g.random.chance(80) ? Type(b.getF32Type()) : Type(b.getF16Type());
  auto layout = static_cast<AttentionLayout>(g.random.between(0, 1));
  auto mask = static_cast<AttentionMask>(g.random.between(0, 4));
  int64_t heads = g.random.between(1, 2), groups = g.random.between(1, 2);
  Size batch = g.freshSize(), queries = g.freshSize(), keys = g.freshSize();
  Size depth = g.fixed(g.random.pick({1, 4, 8, 16, 17}));
  auto sizes = [&](Size sequence, int64_t numHeads, Size last) -> Sizes {
    Size h = g.fixed(numHeads);
    return layout == AttentionLayout::BSHD ? Sizes{batch, sequence, h, last}
                                           : Sizes{batch, h, sequence, last};
  };
  Value query = g.like(type, sizes(queries, heads * groups, depth));
  Value key = g.like(type, sizes(keys, heads, depth));
  Value value = g.like(type, sizes(keys, heads, g.random.chance(60) ? depth : g.fixed(5)));
  Value operand;
  if (mask == AttentionMask::Custom)
    operand =
        g.source(b.getI1Type(), g.random.chance(50) ? Sizes{batch, keys}
                                                    : Sizes{g.fixed(1), g.fixed(1), queries, keys});
  if (mask == AttentionMask::Bias)
    operand = g.source(type, {g.fixed(1), g.fixed(heads * groups), queries, keys});
  IntegerAttr window;
  if (mask == AttentionMask::SlidingWindow)
    window = b.getI64IntegerAttr(g.random.between(0, 4));
  FloatAttr none;
  return g.add<AttentionOp>(query, key, value, operand, layout, mask, window,
                            g.random.chance(30) ? b.getF64FloatAttr(0.3) : none,
                            g.random.chance(20) ? b.getF64FloatAttr(5.0) : none);
}

// Integers in a constant of shape `shape`.
Value integers(GraphBuilder &g, ArrayRef<int64_t> shape, ArrayRef<int64_t> values) {
  ref::Tensor tensor(shape, g.builder.getI32Type());
  tensor.ints.assign(values.begin(), values.end());
  return g.constant(tensor);
}

// Up to three sequences, which may be empty, in permuted blocks.
bool makePagedAttention(GraphBuilder &g) {
  Builder &b = g.builder;
  Type type = g.random.chance(80) ? Type(b.getF32Type()) : Type(b.getF16Type());
  const int64_t heads = g.random.between(1, 2), groups = g.random.between(1, 2);
  const int64_t places = g.random.pick({3, 16, 64}), blocks = g.random.between(1, 2);
  const int64_t sequences = g.random.between(1, 3), total = sequences * blocks;
  SmallVector<int64_t> table, starts = {0}, lengths;
  const int64_t first = g.random.between(0, total - 1);
  for (int64_t i = 0; i < total; ++i)
    table.push_back((first + i) % total);
  for (int64_t i = 0; i < sequences; ++i) {
    lengths.push_back(g.random.between(0, blocks * places));
    starts.push_back(starts.back() + g.random.between(0, std::min<int64_t>(lengths.back(), 9)));
  }
  Size depth = g.fixed(g.random.pick({1, 8, 17}));
  Value query = g.like(type, {g.fixed(starts.back()), g.fixed(heads * groups), depth});
  const Size cache[] = {g.fixed(total), g.fixed(heads), g.fixed(places), depth};
  Value key = g.like(type, cache), value = g.like(type, cache);
  FloatAttr none;
  return g.add<PagedAttentionOp>(
      query, key, value, integers(g, {sequences, blocks}, table),
      integers(g, {sequences + 1}, starts), integers(g, {sequences}, lengths),
      g.random.chance(40) ? b.getI64IntegerAttr(g.random.between(0, 9)) : IntegerAttr(),
      g.random.chance(30) ? b.getF64FloatAttr(0.3) : none,
      g.random.chance(20) ? b.getF64FloatAttr(5.0) : none);
}

} // namespace

std::vector<Maker> contractionMakers() {
  return {{8, makeMatmul}, {5, makeDense},     {3, makeDotGeneral},    {7, makeConv},
          {4, makePool},   {3, makeAttention}, {2, makePagedAttention}};
}

} // namespace rlx::property
