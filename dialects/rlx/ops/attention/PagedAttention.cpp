// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Body of paged attention. It decomposes to rlx.attention with a batch entry for each row, whose
// keys are gathered from their blocks:
//
//   sequence[t] = the number of sequences that end at row t or before it
//   keys[t]     = key[block_table[sequence[t]]]       [T, M, Hk, P, D] -> [T, Hk, M * P, D]
//   position[t] = key_lengths[sequence[t]] - (end[sequence[t]] - t)
//
// That copies the keys of a sequence for each of its rows, so it is for targets without a schedule
// of paged attention.
#include "dialects/rlx/ir/AttentionOps.h"
#include "dialects/rlx/ir/CompareOps.h"
#include "dialects/rlx/ir/ConstantOps.h"
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/ir/GatherOps.h"
#include "dialects/rlx/ir/PagedAttentionOps.h"
#include "dialects/rlx/ir/ReductionOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "dialects/rlx/ops/attention/AttentionRules.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/OpComposer.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <cmath>

using namespace mlir;
using namespace rlx;

namespace {

constexpr int64_t kMaxRows = int64_t(1) << 31; // of a sequence

// The attributes as those of rlx.attention, whose queries are aligned with the last keys, too.
template <typename Op>
AttentionRule ruleOf(Op op) {
  return attentionRule(op, op.getWindow() ? AttentionMask::SlidingWindow : AttentionMask::Causal);
}

LogicalResult expectRank(InferContext &ctx, StringRef name, const Dims &shape, size_t rank) {
  if (shape.size() == rank) // paged_attention_c1
    return success();
  return ctx.fail("expects " + name + " of rank " + Twine(rank) + ", but got rank " +
                  Twine(shape.size()));
}

LogicalResult expectRanks(InferContext &ctx, PagedAttentionOp::Adaptor op) {
  const std::tuple<StringRef, Value, size_t> operands[] = {
      {"a query", op.getQuery(), 3},      {"a key", op.getKey(), 4},
      {"a value", op.getValue(), 4},      {"a block table", op.getBlockTable(), 2},
      {"starts", op.getQueryStarts(), 1}, {"lengths", op.getKeyLengths(), 1}};
  for (auto [name, value, rank] : operands)
    if (failed(expectRank(ctx, name, ctx.shape(value), rank)))
      return failure();
  return success();
}

// Sizes that must be equal; paged_attention_c2.
LogicalResult expectEqualSizes(InferContext &ctx, PagedAttentionOp::Adaptor op) {
  Dims query = ctx.shape(op.getQuery()), key = ctx.shape(op.getKey()),
       value = ctx.shape(op.getValue());
  Dim sequences = ctx.shape(op.getBlockTable())[0];
  const std::tuple<StringRef, Dim, Dim> pairs[] = {
      {"head sizes of query and key", query[2], key[3]},
      {"block counts of key and value", key[0], value[0]},
      {"head counts of key and value", key[1], value[1]},
      {"block sizes of key and value", key[2], value[2]}};
  for (auto [what, lhs, rhs] : pairs) {
    if (isClash(lhs, rhs))
      return ctx.fail("expects equal " + what + ", but got " +
                      Twine(*InferContext::staticValue(lhs)) + " and " +
                      Twine(*InferContext::staticValue(rhs)));
    if (lhs != rhs)
      ctx.requireEqual(lhs, rhs, what);
  }
  if (failed(expectNonNegative(ctx, sequences * kMaxRows - query[0],
                               "expects a sequence for the rows of the query")))
    return failure(); // paged_attention_c8
  if (failed(expectShape(ctx, "starts", op.getQueryStarts(), {sequences + 1})))
    return failure();
  return expectShape(ctx, "lengths", op.getKeyLengths(), {sequences});
}

LogicalResult expectHeads(InferContext &ctx, Dim query, Dim key) {
  std::optional<int64_t> heads = InferContext::staticValue(query),
                         keyHeads = InferContext::staticValue(key);
  if (heads && keyHeads && (*keyHeads < 1 || *heads % *keyHeads)) // paged_attention_c3
    return ctx.fail("expects a number of query heads that is a multiple of the key heads, but "
                    "got " +
                    Twine(*heads) + " and " + Twine(*keyHeads));
  if ((!heads || !keyHeads) && query != key)
    ctx.requireEqual(query, key, "head counts of query and key");
  return success();
}

// Builds the decomposition.
class Composer {
public:
  Composer(PagedAttentionOp op, OpBuilder &b) : op(op), c(b, op.getLoc()), i64(b.getI64Type()) {}

  Value result();

private:
  OpFoldResult one() { return c.builder.getIndexAttr(1); }
  OpFoldResult size(Value tensor, int64_t dim) {
    return tensor::getMixedSize(c.builder, c.loc, tensor, dim);
  }
  Value column(Value vector) { return c.reshape(vector, {size(vector, 0), one()}); }
  Value row(Value vector) { return c.reshape(vector, {one(), size(vector, 0)}); }
  Value ofRows(Value ofSequences) { return c.make<GatherOp>(ofSequences, sequence, 0); }
  Value starts(int64_t first);
  void findRows();
  Value blocks();
  Value gathered(Value cache, Value blocks);
  Value visible(OpFoldResult keys);
  Value integer(int64_t value) {
    auto type = RankedTensorType::get({}, i64);
    return c.make<ConstantOp>(DenseElementsAttr::get(type, c.builder.getI64IntegerAttr(value)));
  }

  PagedAttentionOp op;
  OpComposer c;
  Type i64;
  Value sequence, position; // of each row, [T]
};

// S elements of query_starts from `first` on, i64: the begins of the sequences, or their ends.
Value Composer::starts(int64_t first) {
  SmallVector<Value> dynamicSizes;
  SmallVector<int64_t> staticSizes;
  dispatchIndexOpFoldResults(size(op.getKeyLengths(), 0), dynamicSizes, staticSizes);
  Value part = c.make<SliceOp>(op.getQueryStarts(), ValueRange(), dynamicSizes,
                               ArrayRef<int64_t>{first}, staticSizes, ArrayRef<int64_t>());
  return c.cast(part, i64);
}

void Composer::findRows() {
  Value ends = starts(1);
  Value rows = c.cast(c.iota(c.builder.getIndexAttr(0), {size(op.getQuery(), 0)}, 0), i64);
  Value isBehind = c.make<CompareOp>(ComparePredicate::ge, column(rows), row(ends));
  Value numbers = c.reduce<ReduceSumOp>(c.cast(isBehind, i64), {1});
  sequence = c.reshape(numbers, {size(op.getQuery(), 0)});
  Value left = c.make<SubOp>(ofRows(ends), rows);
  position = c.make<SubOp>(ofRows(c.cast(op.getKeyLengths(), i64)), left);
}

// The block numbers of each row's sequence, [T, M]; 0 where none of its rows sees a key.
Value Composer::blocks() {
  Value table = c.cast(op.getBlockTable(), i64);
  const int64_t places = cast<ShapedType>(op.getKey().getType()).getDimSize(2);
  Value first = c.cast(c.iota(c.builder.getIndexAttr(0), {one(), size(table, 1)}, 1), i64);
  Value begin = c.make<MulOp>(first, integer(places));
  Value lengths = c.cast(op.getKeyLengths(), i64);
  Value isUsed = c.make<CompareOp>(ComparePredicate::lt, begin, column(lengths));
  if (op.getWindow()) {
    Value rows = c.make<SubOp>(starts(1), starts(0));
    Value before = c.make<AddOp>(rows, integer(static_cast<int64_t>(*op.getWindow())));
    Value firstKey = column(c.make<SubOp>(lengths, before));
    Value end = c.make<AddOp>(begin, integer(places));
    isUsed = c.make<AndOp>(isUsed, c.make<CompareOp>(ComparePredicate::gt, end, firstKey));
  }
  return ofRows(c.make<WhereOp>(isUsed, table, integer(0)));
}

// [N, Hk, P, D] as the keys of each row, [T, Hk, M * P, D].
Value Composer::gathered(Value cache, Value blocks) {
  Value parts = c.make<GatherOp>(cache, blocks, 0);
  Value byHead = c.make<TransposeOp>(parts, ArrayRef<int64_t>{0, 2, 1, 3, 4});
  OpFoldResult count = size(byHead, 2), places = size(byHead, 3);
  AffineExpr a, b;
  bindSymbols(c.builder.getContext(), a, b);
  OpFoldResult keys =
      affine::makeComposedFoldedAffineApply(c.builder, c.loc, a * b, {count, places});
  return c.reshape(byHead, {size(byHead, 0), size(byHead, 1), keys, size(byHead, 4)});
}

// Which keys each row sees, [T, M * P].
Value Composer::visible(OpFoldResult keys) {
  Value numbers = c.cast(c.iota(c.builder.getIndexAttr(0), {one(), keys}, 1), i64);
  Value last = column(position);
  Value seen = c.make<CompareOp>(ComparePredicate::le, numbers, last);
  if (!op.getWindow())
    return seen;
  Value first = c.make<SubOp>(last, integer(static_cast<int64_t>(*op.getWindow())));
  return c.make<AndOp>(seen, c.make<CompareOp>(ComparePredicate::ge, numbers, first));
}

Value Composer::result() {
  findRows();
  Value blocks = this->blocks();
  Value key = gathered(op.getKey(), blocks), value = gathered(op.getValue(), blocks);
  Value query = op.getQuery();
  OpFoldResult rows = size(query, 0), heads = size(query, 1);
  query = c.reshape(query, {rows, heads, one(), size(query, 2)});
  Value mask = visible(size(key, 2));
  Value result =
      c.make<AttentionOp>(query, key, value, mask, AttentionLayout::BHSD, AttentionMask::Custom,
                          IntegerAttr(), op.getScaleAttr(), op.getSoftcapAttr());
  return c.reshape(result, {rows, heads, size(result, 3)});
}

// One sequence of the reference: its rows and keys as operands of rlx.attention.
class Sequence {
public:
  Sequence(ArrayRef<ref::Tensor> in, int64_t number, std::optional<int64_t> window)
      : in(in), number(number) {
    begin = in[4].ints[number];
    rows = in[4].ints[number + 1] - begin;
    keys = in[5].ints[number];
    if (window)
      firstKey = std::max<int64_t>(keys - rows - *window, 0);
  }

  llvm::Error check() const {
    const int64_t places = in[1].shape[2], blocks = in[3].shape[1];
    if (begin < 0 || rows < 0 || begin + rows > in[0].shape[0])
      return llvm::createStringError("starts do not ascend from 0 to the number of rows");
    if (keys < rows || keys > blocks * places)
      return llvm::createStringError("a length is not between a sequence's rows and its places");
    for (int64_t j = firstKey / places * places; j < keys; j += places)
      if (block(j) < 0 || block(j) >= in[1].shape[0])
        return llvm::createStringError("a block is outside the cache");
    return llvm::Error::success();
  }

  ref::Tensor query() const {
    const ref::Tensor &all = in[0];
    ref::Tensor part({1, rows, all.shape[1], all.shape[2]}, all.elementType);
    const int64_t width = all.shape[1] * all.shape[2];
    for (int64_t i = 0; i < rows * width; ++i)
      part.copyElement(i, all, begin * width + i);
    return part;
  }

  ref::Tensor cached(const ref::Tensor &cache) const {
    const int64_t heads = cache.shape[1], places = cache.shape[2], size = cache.shape[3];
    ref::Tensor part({1, keys, heads, size}, cache.elementType);
    ref::forEachIndex({keys, heads, size}, [&](ArrayRef<int64_t> at, int64_t i) {
      if (at[0] < firstKey)
        return; // before the window of the first row
      const int64_t row = (block(at[0]) * heads + at[1]) * places + at[0] % places;
      part.copyElement(i, cache, row * size + at[2]);
    });
    return part;
  }

  int64_t begin, rows, keys;
  int64_t firstKey = 0; // that a row sees

private:
  int64_t block(int64_t key) const {
    return in[3].ints[number * in[3].shape[1] + key / in[1].shape[2]];
  }

  ArrayRef<ref::Tensor> in;
  int64_t number;
};

} // namespace

LogicalResult PagedAttentionOp::infer(InferContext &ctx, Adaptor op,
                                      SmallVectorImpl<InferredType> &results) {
  // paged_attention_c7
  if (failed(expectAttentionTypes(ctx, op.getQuery(), op.getKey(), op.getValue())) ||
      failed(expectRanks(ctx, op)) || failed(expectEqualSizes(ctx, op)))
    return failure();
  Dims query = ctx.shape(op.getQuery()), key = ctx.shape(op.getKey()),
       value = ctx.shape(op.getValue());
  if (failed(expectHeads(ctx, query[1], InferContext::isStatic(key[1]) ? key[1] : value[1])))
    return failure();
  std::optional<int64_t> places = InferContext::staticValue(key[2]);
  if (!places || *places < 1) // paged_attention_c5
    return ctx.fail("expects a static block size of at least 1, but got " + toString(key[2]));
  const AttentionSizes<Dim> sizes = {ctx.constant(1), query[1], key[1],  query[0],
                                     ctx.unknown(),   query[2], value[3]};
  if (failed(checkAttention(ctx, ruleOf(op), Value(), InferContext::elementType(op.getQuery()),
                            sizes))) // paged_attention_c4, paged_attention_c6
    return failure();
  results.push_back({{query[0], query[1], value[3]}, InferContext::elementType(op.getQuery())});
  return success();
}

FailureOr<SmallVector<Value>> PagedAttentionOp::decompose(OpBuilder &b, LoweringReason &) {
  return SmallVector<Value>{Composer(*this, b).result()};
}

llvm::Error PagedAttentionOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                       MutableArrayRef<ref::Tensor> out) {
  const AttentionRule rule = ruleOf(*this);
  const std::vector<int64_t> &starts = in[4].ints;
  if (starts.front() != 0 || starts.back() != in[0].shape[0])
    return llvm::createStringError("starts do not ascend from 0 to the number of rows");
  for (size_t s = 0; s + 1 < starts.size(); ++s) {
    const Sequence sequence(in, static_cast<int64_t>(s), rule.window);
    if (llvm::Error error = sequence.check())
      return error;
    const int64_t width = out[0].shape[1] * out[0].shape[2];
    ref::Tensor part({1, sequence.rows, out[0].shape[1], out[0].shape[2]}, out[0].elementType);
    ref::attention(rule, AttentionLayout::BSHD, sequence.query(), sequence.cached(in[1]),
                   sequence.cached(in[2]), nullptr, part);
    for (int64_t i = 0; i < sequence.rows * width; ++i)
      out[0].copyElement(sequence.begin * width + i, part, i);
  }
  return llvm::Error::success();
}
