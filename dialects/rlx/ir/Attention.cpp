// Bodies of attention. It decomposes into two matrix products around a softmax; query heads that
// share a key head become rows of one product. Masks that depend on positions come from iotas.
#include "dialects/rlx/ir/AttentionOps.h"
#include "dialects/rlx/ir/CompareOps.h"
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/ir/InferUtils.h"
#include "dialects/rlx/ir/LinalgOps.h"
#include "dialects/rlx/ir/NormalizationOps.h"
#include "dialects/rlx/ir/OpComposer.h"
#include "dialects/rlx/ir/ReductionOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace rlx;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The sizes of one attention, by name.
template <typename T>
struct AttentionSizes {
  T batch, heads, keyHeads, queries, keys, size, valueSize;
};

bool isClash(Dim lhs, Dim rhs) {
  std::optional<int64_t> l = InferContext::staticValue(lhs), r = InferContext::staticValue(rhs);
  return l && r && *l != *r;
}

LogicalResult checkAttributes(InferContext &ctx, AttentionOp::Adaptor op, Dim size) {
  if (!op.getScale() && !InferContext::isStatic(size)) // attention_c4
    return ctx.fail("expects a static head size where no scale is given, but got a dynamic one");
  bool wantsMask =
      op.getMaskKind() == AttentionMask::Custom || op.getMaskKind() == AttentionMask::Bias;
  if (wantsMask != bool(op.getMask())) // attention_c5
    return ctx.fail(Twine("expects ") + (wantsMask ? "a" : "no") + " mask operand for mask kind '" +
                    stringifyAttentionMask(op.getMaskKind()) + "'");
  bool wantsWindow = op.getMaskKind() == AttentionMask::SlidingWindow;
  if (wantsWindow != bool(op.getWindow())) // attention_c8
    return ctx.fail(Twine("expects ") + (wantsWindow ? "a" : "no") + " window for mask kind '" +
                    stringifyAttentionMask(op.getMaskKind()) + "'");
  // The attribute is signless and read as unsigned.
  int64_t window = static_cast<int64_t>(op.getWindow().value_or(0));
  if (window < 0) // attention_c8
    return ctx.fail("expects a window of at least 0, but got " + Twine(window));
  if (op.getSoftcap() && !(op.getSoftcap()->convertToDouble() > 0)) // attention_c9
    return ctx.fail("expects a positive softcap");
  return success();
}

LogicalResult checkMask(InferContext &ctx, AttentionOp::Adaptor op,
                        const AttentionSizes<Dim> &sizes) {
  Value mask = op.getMask();
  if (!mask)
    return success();
  bool isCustom = op.getMaskKind() == AttentionMask::Custom;
  Type element = InferContext::elementType(mask),
       expected = isCustom ? Type(IntegerType::get(ctx.getContext(), 1))
                           : InferContext::elementType(op.getQuery());
  if (element != expected) { // attention_c7
    std::string text;
    llvm::raw_string_ostream(text) << expected << ", but got " << element;
    return ctx.fail("expects a mask operand of element type " + text);
  }
  Dims shape = ctx.shape(mask), scores = {sizes.batch, sizes.heads, sizes.queries, sizes.keys};
  Dims target = scores;
  if (isCustom && shape.size() == 2)
    target = {sizes.batch, sizes.keys};
  else if (isCustom ? shape.size() != 4 : shape.size() > 4) // attention_c6
    return ctx.fail("expects a mask operand of rank " + Twine(isCustom ? "2 or 4" : "at most 4") +
                    ", but got rank " + Twine(shape.size()));
  std::optional<Dims> combined = ctx.broadcast(shape, target);
  for (size_t i = 0; combined && i < target.size(); ++i)
    if (isClash((*combined)[i], target[i]))
      combined.reset();
    else if ((*combined)[i] != target[i])
      ctx.requireEqual((*combined)[i], target[i], "a size of the mask");
  if (!combined) // attention_c6
    return ctx.fail("expects a mask operand that broadcasts to " + toString(target) + ", but got " +
                    toString(shape));
  return success();
}

// Checks and names the sizes of query, key and value.
FailureOr<AttentionSizes<Dim>> inferSizes(InferContext &ctx, AttentionOp::Adaptor op) {
  Dims query = ctx.shape(op.getQuery()), key = ctx.shape(op.getKey()),
       value = ctx.shape(op.getValue());
  for (const Dims &dims : {query, key, value})
    if (dims.size() != 4) // attention_c1
      return ctx.fail("expects query, key and value of rank 4, but got rank " + Twine(dims.size()));
  unsigned sequence = op.getLayout() == AttentionLayout::BSHD ? 1 : 2, head = 3 - sequence;
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
  std::optional<int64_t> heads = InferContext::staticValue(query[head]),
                         keyHeads = InferContext::staticValue(key[head]);
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

// ---- attention ----

LogicalResult AttentionOp::infer(InferContext &ctx, Adaptor op,
                                 SmallVectorImpl<InferredType> &results) {
  Value values[] = {op.getQuery(), op.getKey(), op.getValue()};
  if (failed(expectSameElementType(ctx, values))) // attention_c10
    return failure();
  FailureOr<AttentionSizes<Dim>> sizes = inferSizes(ctx, op);
  if (failed(sizes) || failed(checkAttributes(ctx, op, sizes->size)) ||
      failed(checkMask(ctx, op, *sizes)))
    return failure();
  Dims result = ctx.shape(op.getQuery());
  result[3] = sizes->valueSize;
  results.push_back({result, InferContext::elementType(op.getQuery())});
  return success();
}

namespace {

class AttentionDecomposition {
public:
  AttentionDecomposition(AttentionOp op, OpBuilder &b) : op(op), c(b, op.getLoc()) {
    unsigned sequence = op.sequenceDim(), head = op.headDim();
    auto size = [&](Value value, unsigned dim) {
      return tensor::getMixedSize(b, op.getLoc(), value, dim);
    };
    sizes = {size(op.getQuery(), 0),        size(op.getQuery(), head),   size(op.getKey(), head),
             size(op.getQuery(), sequence), size(op.getKey(), sequence), size(op.getQuery(), 3),
             size(op.getValue(), 3)};
    std::optional<int64_t> heads = getConstantIntValue(sizes.heads),
                           keyHeads = getConstantIntValue(sizes.keyHeads);
    group = heads && keyHeads ? *heads / *keyHeads : 1;
    element = accumulator(op.getQuery());
  }

  Value run() {
    Value scores = mask(scoreMatrix());
    Value weights = ungrouped(mayHaveEmptyRows() ? guardedSoftmax(scores)
                                                 : c.make<SoftmaxOp>(scores, int64_t(-1)),
                              /*columns=*/sizes.keys);
    Value value = inOrder(op.getValue(), {0, 2, 1, 3});
    Value result = c.make<MatmulOp>(weights, value);
    if (group > 1)
      result = c.reshape(result, {sizes.batch, sizes.heads, sizes.queries, sizes.valueSize});
    result = c.cast(result, getElementTypeOrSelf(op.getType()));
    return isBSHD() ? c.make<TransposeOp>(result, ArrayRef<int64_t>{0, 2, 1, 3}) : result;
  }

private:
  bool isBSHD() { return op.getLayout() == AttentionLayout::BSHD; }

  static Type accumulator(Value value) {
    Type type = getElementTypeOrSelf(value.getType());
    return type.isF16() || type.isBF16() ? Type(Float32Type::get(type.getContext())) : type;
  }

  // The operand, widened and permuted; `permutation` is the one for bshd and says what becomes of
  // the dimensions b, s, h, d.
  Value inOrder(Value operand, SmallVector<int64_t> permutation) {
    operand = c.widened(operand);
    if (!isBSHD())
      for (int64_t &dim : permutation)
        dim = dim == 1 ? 2 : (dim == 2 ? 1 : dim);
    if (llvm::equal(permutation, llvm::seq<int64_t>(0, 4)))
      return operand;
    return c.make<TransposeOp>(operand, permutation);
  }

  // [B, Hq, Sq, n] -> [B, Hk, Hq/Hk * Sq, n]: the heads of a group become rows.
  Value ungrouped(Value tensor, OpFoldResult columns) {
    if (group == 1)
      return tensor;
    AffineExpr s0 = c.builder.getAffineSymbolExpr(0);
    OpFoldResult rows =
        affine::makeComposedFoldedAffineApply(c.builder, c.loc, s0 * group, {sizes.queries});
    return c.reshape(tensor, {sizes.batch, sizes.keyHeads, rows, columns});
  }

  // cap(scale * q k^T) as [B, Hq, Sq, Sk].
  Value scoreMatrix() {
    Value query = inOrder(op.getQuery(), {0, 2, 1, 3}), key = inOrder(op.getKey(), {0, 2, 3, 1});
    double scale = op.getScale() ? op.getScale()->convertToDouble()
                                 : 1 / std::sqrt(double(*getConstantIntValue(sizes.size)));
    query = c.make<MulOp>(query, c.scalar(element, scale));
    Value scores = c.make<MatmulOp>(ungrouped(query, sizes.size), key);
    if (group > 1)
      scores = c.reshape(scores, {sizes.batch, sizes.heads, sizes.queries, sizes.keys});
    if (!op.getSoftcap())
      return scores;
    Value cap = c.scalar(element, op.getSoftcap()->convertToDouble());
    return c.make<MulOp>(c.make<TanhOp>(c.make<DivOp>(scores, cap)), cap);
  }

  // Key positions as [1, Sk], and as [Sq, 1] the query positions among the keys minus `back`.
  Value keyPositions() {
    return c.iota(c.builder.getIndexAttr(0), {c.builder.getIndexAttr(1), sizes.keys}, 1);
  }
  Value queryPositions(int64_t back) {
    AffineExpr keys = c.builder.getAffineSymbolExpr(0), queries = c.builder.getAffineSymbolExpr(1);
    OpFoldResult start = affine::makeComposedFoldedAffineApply(
        c.builder, c.loc, keys - queries - back, {sizes.keys, sizes.queries});
    return c.iota(start, {sizes.queries, c.builder.getIndexAttr(1)}, 0);
  }

  // What keeps a key, or null if all are kept.
  Value kept() {
    Value keys;
    switch (op.getMaskKind()) {
    case AttentionMask::None:
    case AttentionMask::Bias:
      return {};
    case AttentionMask::Custom: {
      Value mask = op.getMask();
      if (cast<ShapedType>(mask.getType()).getRank() == 4)
        return mask;
      OpFoldResult one = c.builder.getIndexAttr(1);
      return c.reshape(mask, {tensor::getMixedSize(c.builder, c.loc, mask, 0), one, one,
                              tensor::getMixedSize(c.builder, c.loc, mask, 1)});
    }
    case AttentionMask::Causal:
      return c.make<CompareOp>(ComparePredicate::le, keyPositions(), queryPositions(0));
    case AttentionMask::SlidingWindow:
      keys = keyPositions();
      return c.make<AndOp>(
          c.make<CompareOp>(ComparePredicate::le, keys, queryPositions(0)),
          c.make<CompareOp>(ComparePredicate::ge, keys, queryPositions(*op.getWindow())));
    }
    llvm_unreachable("all mask kinds handled");
  }

  Value mask(Value scores) {
    if (op.getMaskKind() == AttentionMask::Bias)
      return c.make<AddOp>(scores, c.widened(op.getMask()));
    Value keep = kept();
    return keep ? c.make<WhereOp>(keep, scores, c.scalar(element, -kInfinity)) : scores;
  }

  // Scores of -inf only come from masks and biases; a causal query sees a key if Sq <= Sk.
  bool mayHaveEmptyRows() {
    if (op.getMaskKind() == AttentionMask::None)
      return false;
    if (op.getMaskKind() == AttentionMask::Custom || op.getMaskKind() == AttentionMask::Bias)
      return true;
    std::optional<int64_t> queries = getConstantIntValue(sizes.queries),
                           keys = getConstantIntValue(sizes.keys);
    return !queries || !keys || *queries > *keys;
  }

  // Softmax of the last axis that gives zeros where every score is -inf.
  Value guardedSoftmax(Value scores) {
    Value zero = c.scalar(element, 0), maximum = c.reduce<ReduceMaxOp>(scores, int64_t(-1));
    Value isEmpty = c.make<CompareOp>(ComparePredicate::eq, maximum, c.scalar(element, -kInfinity));
    Value reference = c.make<WhereOp>(isEmpty, zero, maximum);
    Value exponential = c.make<ExpOp>(c.make<SubOp>(scores, reference));
    Value sum = c.reduce<ReduceSumOp>(exponential, int64_t(-1));
    Value divisor = c.make<WhereOp>(isEmpty, c.scalar(element, 1), sum);
    return c.make<DivOp>(exponential, divisor);
  }

  AttentionOp op;
  OpComposer c;
  AttentionSizes<OpFoldResult> sizes;
  int64_t group;
  Type element;
};

// A view of query, key, value or result by batch, head, position and element.
struct HeadView {
  ArrayRef<int64_t> shape;
  unsigned sequence;
  int64_t operator()(int64_t b, int64_t h, int64_t s, int64_t d) const {
    int64_t outer = sequence == 1 ? s : h, inner = sequence == 1 ? h : s;
    return ((b * shape[1] + outer) * shape[2] + inner) * shape[3] + d;
  }
};

// The score of a key after bias and mask; -inf if the mask drops it.
double maskedScore(AttentionOp op, const ref::Tensor *mask, ArrayRef<int64_t> index, int64_t keys,
                   int64_t queries, double score) {
  int64_t position = index[2] + keys - queries, j = index[3];
  switch (op.getMaskKind()) {
  case AttentionMask::None:
    return score;
  case AttentionMask::Causal:
    return j <= position ? score : -kInfinity;
  case AttentionMask::SlidingWindow:
    return j <= position && j >= position - int64_t(*op.getWindow()) ? score : -kInfinity;
  case AttentionMask::Custom: {
    int64_t batchAndKey[] = {index[0], j};
    ArrayRef<int64_t> at = mask->rank() == 2 ? ArrayRef<int64_t>(batchAndKey) : index;
    return mask->ints[ref::broadcastOffset(mask->shape, at)] ? score : -kInfinity;
  }
  case AttentionMask::Bias:
    return score + mask->floats[ref::broadcastOffset(mask->shape, index)];
  }
  llvm_unreachable("all mask kinds handled");
}

// Turns scores into weights; all zero where every score is -inf.
void normalizeScores(MutableArrayRef<double> scores) {
  double maximum = -kInfinity, sum = 0;
  for (double score : scores)
    if (score > maximum || std::isnan(score))
      maximum = std::isnan(maximum) ? maximum : score;
  if (maximum == -kInfinity)
    return std::fill(scores.begin(), scores.end(), 0.0);
  for (double &score : scores)
    sum += score = std::exp(score - maximum);
  for (double &score : scores)
    score /= sum;
}

} // namespace

FailureOr<SmallVector<Value>> AttentionOp::decompose(OpBuilder &b, LoweringReason &) {
  return SmallVector<Value>{AttentionDecomposition(*this, b).run()};
}

llvm::Error AttentionOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                  MutableArrayRef<ref::Tensor> out) {
  unsigned sequence = sequenceDim(), head = headDim();
  HeadView query{in[0].shape, sequence}, key{in[1].shape, sequence}, value{in[2].shape, sequence},
      result{out[0].shape, sequence};
  const ref::Tensor *mask = in.size() > 3 ? &in[3] : nullptr;
  int64_t size = in[0].shape[3], keys = in[1].shape[sequence], queries = in[0].shape[sequence];
  int64_t heads = in[0].shape[head], group = heads / std::max<int64_t>(1, in[1].shape[head]);
  double scale = getScale() ? getScale()->convertToDouble() : 1 / std::sqrt(double(size));
  std::vector<double> weights(keys);
  ref::forEachIndex({in[0].shape[0], heads, queries}, [&](ArrayRef<int64_t> index, int64_t) {
    int64_t b = index[0], h = index[1], i = index[2];
    for (int64_t j = 0; j < keys; ++j) {
      double score = 0;
      for (int64_t d = 0; d < size; ++d)
        score += in[0].floats[query(b, h, i, d)] * in[1].floats[key(b, h / group, j, d)];
      score *= scale;
      if (getSoftcap())
        score =
            getSoftcap()->convertToDouble() * std::tanh(score / getSoftcap()->convertToDouble());
      weights[j] = maskedScore(*this, mask, {b, h, i, j}, keys, queries, score);
    }
    normalizeScores(weights);
    for (int64_t d = 0; d < out[0].shape[3]; ++d) {
      double sum = 0;
      for (int64_t j = 0; j < keys; ++j)
        if (weights[j] != 0)
          sum += weights[j] * in[2].floats[value(b, h / group, j, d)];
      out[0].set(result(b, h, i, d), sum);
    }
  });
  return llvm::Error::success();
}
