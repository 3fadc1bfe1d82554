// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of KeyCache.h.
#include "importers/gguf/KeyCache.h"

namespace rlx::gguf {
namespace {

// ---- contiguous ----

class ContiguousCache final : public KeyCache {
public:
  ContiguousCache(GraphBuilder &g, const DecoderForm &form) : g(g), form(form) {}

  std::vector<GraphDim> shape() const override {
    return {form.sizes.keyHeads, "capacity", form.sizes.headSize};
  }
  void declareInputs() override {}
  void build(GraphValue positions, GraphValue cache) override;
  GraphSize capacity(GraphValue cache) const override { return g.dim(cache, 1); }
  GraphValue write(GraphValue cache, GraphValue rows) const override {
    return g.scatterNd(cache, places, rows, {.uniqueIndices = true});
  }
  GraphValue attend(GraphValue queries, GraphValue keys, GraphValue values,
                    int64_t layer) const override;

private:
  void buildMasks(GraphValue positions, GraphSize count, GraphSize capacity);
  // All of a cache, in f32.
  GraphValue all(GraphValue cache) const;

  GraphBuilder &g;
  const DecoderForm &form;
  GraphValue places;             // of rows in a cache, [T, keyHeads, 2]
  GraphValue seen, seenInWindow; // which keys a row sees, [1, 1, T, capacity]
};

void ContiguousCache::build(GraphValue positions, GraphValue cache) {
  const auto scope = g.scope("positions");
  const GraphSize count = g.dim(positions, 0);
  const std::vector<GraphSize> each = {count, form.sizes.keyHeads, 1};
  places = g.concat({g.iota(0, each, 1), g.expand(g.reshape(positions, {count, 1, 1}), each)}, 2);
  buildMasks(positions, count, capacity(cache));
}

void ContiguousCache::buildMasks(GraphValue positions, GraphSize count, GraphSize capacity) {
  GraphValue last = g.reshape(positions, {1, 1, count, 1});
  GraphValue keys = g.iota(0, {1, 1, 1, capacity}, 3);
  seen = g.compare(keys, last, ComparePredicate::le);
  if (form.windows.size == 0)
    return;
  GraphValue first = g.sub(last, g.scalarLike(last, form.windows.size - 1));
  seenInWindow = g.and_(seen, g.compare(keys, first, ComparePredicate::ge));
}

GraphValue ContiguousCache::all(GraphValue cache) const {
  const DecoderSizes &sizes = form.sizes;
  cache = g.reshape(cache, {1, sizes.keyHeads, g.dim(cache, 1), sizes.headSize});
  return cache.dtype() == rt::DType::F32 ? cache : g.cast(cache, rt::DType::F32);
}

GraphValue ContiguousCache::attend(GraphValue queries, GraphValue keys, GraphValue values,
                                   int64_t layer) const {
  const GraphSize count = g.dim(queries, 0);
  const DecoderSizes &sizes = form.sizes;
  queries = g.reshape(queries, {1, count, sizes.heads, sizes.headSize});
  GraphValue byHead = g.transpose(queries, {0, 2, 1, 3});
  GraphValue attended =
      g.attention(byHead, all(keys), all(values), AttentionLayout::BHSD, AttentionMask::Custom,
                  {.mask = form.windows.limits(layer) ? seenInWindow : seen,
                   .scale = form.attentionScale,
                   .softcap = form.scoreCap});
  return g.reshape(g.transpose(attended, {0, 2, 1, 3}), {count, sizes.heads, sizes.headSize});
}

// ---- paged ----

class PagedCache final : public KeyCache {
public:
  PagedCache(GraphBuilder &g, const DecoderForm &form) : g(g), form(form) {}

  std::vector<GraphDim> shape() const override {
    return {"blocks", form.sizes.keyHeads, kBlockTokens, form.sizes.headSize};
  }
  void declareInputs() override;
  void build(GraphValue positions, GraphValue cache) override;
  GraphSize capacity(GraphValue) const override { return g.dim(table, 1) * kBlockTokens; }
  GraphValue write(GraphValue cache, GraphValue rows) const override {
    return g.scatterNd(cache, places, rows, {.uniqueIndices = true});
  }
  GraphValue attend(GraphValue queries, GraphValue keys, GraphValue values,
                    int64_t layer) const override;

private:
  GraphBuilder &g;
  const DecoderForm &form;
  GraphValue slots;                  // block * kBlockTokens + place of each row, [T]
  GraphValue table, starts, lengths; // operands of rlx.paged_attention
  GraphValue places;                 // of rows in a cache, [T, keyHeads, 3]
};

void PagedCache::declareInputs() {
  slots = g.input("slots", rt::DType::I64, {"tokens"});
  table = g.input("block_table", rt::DType::I32, {"sequences", "sequence_blocks"});
  starts = g.input("query_starts", rt::DType::I32, {"starts"});
  lengths = g.input("key_lengths", rt::DType::I32, {"sequences"});
}

void PagedCache::build(GraphValue positions, GraphValue) {
  const auto scope = g.scope("positions");
  const GraphSize count = g.dim(positions, 0);
  const std::vector<GraphSize> each = {count, form.sizes.keyHeads, 1};
  GraphValue size = g.scalarLike(slots, kBlockTokens);
  const auto ofRows = [&](GraphValue rows) {
    return g.expand(g.reshape(rows, {count, 1, 1}), each);
  };
  places =
      g.concat({ofRows(g.div(slots, size)), g.iota(0, each, 1), ofRows(g.mod(slots, size))}, 2);
}

GraphValue PagedCache::attend(GraphValue queries, GraphValue keys, GraphValue values,
                              int64_t layer) const {
  graph::PagedAttentionOptions options{.scale = form.attentionScale, .softcap = form.scoreCap};
  if (form.windows.limits(layer))
    options.window = form.windows.size - 1; // keys before a row's own one
  return g.pagedAttention(queries, keys, values, table, starts, lengths, options);
}

} // namespace

std::unique_ptr<KeyCache> makeKeyCache(GraphBuilder &g, const DecoderForm &form,
                                       CacheLayout layout) {
  if (layout == CacheLayout::Paged)
    return std::make_unique<PagedCache>(g, form);
  return std::make_unique<ContiguousCache>(g, form);
}

} // namespace rlx::gguf
