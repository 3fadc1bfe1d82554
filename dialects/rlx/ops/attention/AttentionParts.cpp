// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of AttentionParts.h. The weights are a matmul and a softmax. Masks that depend on
// positions are comparisons of iotas, which kernels compute in place; a causal mask of one query
// needs no mask at all.
#include "dialects/rlx/ops/attention/AttentionParts.h"

#include "dialects/rlx/ir/CompareOps.h"
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/ir/MatmulOps.h"
#include "dialects/rlx/ir/NormalizationOps.h"
#include "dialects/rlx/ir/ReductionOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace rlx;

namespace {

// Key and value have equal head counts; returns the one with the static count, if there is one.
Value withKeyHeads(const AttentionParts &op) {
  auto isDynamic = [&](Value value) {
    return cast<RankedTensorType>(value.getType()).isDynamicDim(op.headDim());
  };
  return isDynamic(op.key) && !isDynamic(op.value) ? op.value : op.key;
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Checks and names the sizes of query, key and value.
FailureOr<AttentionSizes<Dim>> inferSizes(InferContext &ctx, const AttentionParts &op) {
  Dims query = ctx.shape(op.query), key = ctx.shape(op.key), value = ctx.shape(op.value);
  for (const Dims &dims : {query, key, value})
    if (dims.size() != 4) // attention_c1
      return ctx.fail("expects query, key and value of rank 4, but got rank " + Twine(dims.size()));
  unsigned sequence = op.sequenceDim(), head = op.headDim();
  std::tuple<StringRef, Dim, Dim> pairs[] = {
      {"batch sizes of query and key", query[0], key[0]},
      {"batch sizes of query and value", query[0], value[0]},
      {"head sizes of query and key", query[3], key[3]},
      {"sequence lengths of key and value", key[sequence], value[sequence]},
      {"head counts of key and value", key[head], value[head]}};
  for (auto [what, lhs, rhs] : pairs) {
    if (isClash(lhs, rhs)) // attention_c2
      return ctx.fail("expects equal " + what + ", but got " +
                      Twine(*InferContext::staticValue(lhs)) + " and " +
                      Twine(*InferContext::staticValue(rhs)));
    if (lhs != rhs)
      ctx.requireEqual(lhs, rhs, what);
  }
  Dim knownHeads = InferContext::staticValue(key[head]) ? key[head] : value[head];
  std::optional<int64_t> heads = InferContext::staticValue(query[head]),
                         keyHeads = InferContext::staticValue(knownHeads);
  if (heads && keyHeads && (*keyHeads < 1 || *heads % *keyHeads)) // attention_c3
    return ctx.fail("expects a number of query heads that is a multiple of the key heads, but "
                    "got " +
                    Twine(*heads) + " and " + Twine(*keyHeads));
  if ((!heads || !keyHeads) && query[head] != key[head])
    ctx.requireEqual(query[head], key[head], "head counts of query and key");
  return AttentionSizes<Dim>{query[0],      query[head], key[head], query[sequence],
                             key[sequence], query[3],    value[3]};
}

} // namespace

// ---- inference ----

FailureOr<AttentionSizes<Dim>> rlx::inferAttention(InferContext &ctx, const AttentionParts &op) {
  FailureOr<AttentionSizes<Dim>> sizes = inferSizes(ctx, op);
  if (failed(sizes) ||
      failed(checkAttention(ctx, op, op.mask, InferContext::elementType(op.query), *sizes)))
    return failure();
  return sizes;
}

Dims rlx::attentionResult(InferContext &ctx, const AttentionParts &op) {
  Dims result = ctx.shape(op.query);
  result[3] = ctx.shape(op.value)[3];
  return result;
}

// ---- decomposition ----

AttentionComposer::AttentionComposer(const AttentionParts &op, OpBuilder &b, Location loc)
    : op(op), c(b, loc) {
  unsigned sequence = op.sequenceDim(), head = op.headDim();
  auto size = [&](Value value, unsigned dim) { return tensor::getMixedSize(b, loc, value, dim); };
  sizes = {size(op.query, 0),        size(op.query, head),   size(withKeyHeads(op), head),
           size(op.query, sequence), size(op.key, sequence), size(op.query, 3),
           size(op.value, 3)};
  std::optional<int64_t> heads = getConstantIntValue(sizes.heads),
                         keyHeads = getConstantIntValue(sizes.keyHeads);
  group = heads && keyHeads ? *heads / *keyHeads : 1;
  element = accumulatorType(getElementTypeOrSelf(op.query.getType()));
}

Value AttentionComposer::inOrder(Value operand, SmallVector<int64_t> permutation) {
  operand = c.widened(operand);
  if (op.layout == AttentionLayout::BHSD)
    for (int64_t &dim : permutation)
      dim = dim == 1 ? 2 : (dim == 2 ? 1 : dim);
  if (llvm::equal(permutation, llvm::seq<int64_t>(0, 4)))
    return operand;
  return c.make<TransposeOp>(operand, permutation);
}

Value AttentionComposer::inLayout(Value tensor) {
  return op.layout == AttentionLayout::BHSD
             ? tensor
             : c.make<TransposeOp>(tensor, ArrayRef<int64_t>{0, 2, 1, 3});
}

Value AttentionComposer::rowsFromHeads(Value tensor, OpFoldResult columns) {
  if (group == 1)
    return tensor;
  AffineExpr s0 = c.builder.getAffineSymbolExpr(0);
  OpFoldResult rows =
      affine::makeComposedFoldedAffineApply(c.builder, c.loc, s0 * group, {sizes.queries});
  return c.reshape(tensor, {sizes.batch, sizes.keyHeads, rows, columns});
}

Value AttentionComposer::headsFromRows(Value tensor, OpFoldResult columns) {
  return group == 1 ? tensor
                    : c.reshape(tensor, {sizes.batch, sizes.heads, sizes.queries, columns});
}

double AttentionComposer::scale() const {
  return op.scale ? *op.scale : 1 / std::sqrt(double(*getConstantIntValue(sizes.size)));
}

Value AttentionComposer::scaledQuery() {
  return c.make<MulOp>(inOrder(op.query, {0, 2, 1, 3}), c.scalar(element, scale()));
}

Value AttentionComposer::products(Value scaledQuery) {
  Value key = inOrder(op.key, {0, 2, 3, 1});
  return headsFromRows(c.make<MatmulOp>(rowsFromHeads(scaledQuery, sizes.size), key), sizes.keys);
}

Value AttentionComposer::squashed(Value products) {
  return op.softcap ? c.make<TanhOp>(c.make<DivOp>(products, c.scalar(element, *op.softcap)))
                    : Value();
}

Value AttentionComposer::weights(Value scores) {
  return c.make<SoftmaxOp>(mask(scores), int64_t(-1), /*masked=*/true);
}

// The key positions as [1, Sk], and the query positions among the keys, minus `back`, as [Sq, 1].
Value AttentionComposer::keyPositions() {
  return c.iota(c.builder.getIndexAttr(0), {c.builder.getIndexAttr(1), sizes.keys}, 1);
}
Value AttentionComposer::queryPositions(int64_t back) {
  AffineExpr keys = c.builder.getAffineSymbolExpr(0), queries = c.builder.getAffineSymbolExpr(1);
  OpFoldResult start = affine::makeComposedFoldedAffineApply(
      c.builder, c.loc, keys - queries - back, {sizes.keys, sizes.queries});
  return c.iota(start, {sizes.queries, c.builder.getIndexAttr(1)}, 0);
}

// Whether a key is kept, as a tensor; null if all keys are kept.
Value AttentionComposer::kept() {
  Value keys;
  int64_t window;
  switch (op.maskKind) {
  case AttentionMask::None:
  case AttentionMask::Bias:
    return {};
  case AttentionMask::Custom: {
    Value mask = op.mask;
    if (cast<ShapedType>(mask.getType()).getRank() == 4)
      return mask;
    OpFoldResult one = c.builder.getIndexAttr(1);
    return c.reshape(mask, {tensor::getMixedSize(c.builder, c.loc, mask, 0), one, one,
                            tensor::getMixedSize(c.builder, c.loc, mask, 1)});
  }
  case AttentionMask::Causal:
    if (getConstantIntValue(sizes.queries) == 1) // the last position, which sees all keys
      return {};
    return c.make<CompareOp>(ComparePredicate::le, keyPositions(), queryPositions(0));
  case AttentionMask::SlidingWindow:
    keys = keyPositions();
    window = std::min(*op.window, int64_t(1) << 40); // so that position - window does not overflow
    return c.make<AndOp>(c.make<CompareOp>(ComparePredicate::le, keys, queryPositions(0)),
                         c.make<CompareOp>(ComparePredicate::ge, keys, queryPositions(window)));
  }
  llvm_unreachable("all mask kinds handled");
}

Value AttentionComposer::mask(Value scores) {
  if (op.maskKind == AttentionMask::Bias)
    return c.make<AddOp>(scores, c.widened(op.mask));
  Value keep = kept();
  return keep ? c.make<WhereOp>(keep, scores, c.scalar(element, -kInfinity)) : scores;
}
