// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of AttentionRules.h: checks of attributes and masks, and the reference. The
// reference computes one query after the other, with all scores in double. It shares no code with
// the decomposition.
#include "dialects/rlx/ops/attention/AttentionRules.h"

#include "dialects/rlx/support/AttributeChecks.h"
#include "dialects/rlx/support/InferenceRules.h"

#include <cmath>
#include <limits>

using namespace mlir;

namespace rlx {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

LogicalResult checkAttributes(InferContext &ctx, const AttentionRule &rule, Value mask, Dim size) {
  if (!rule.scale && !InferContext::isStatic(size)) // attention_c4
    return ctx.fail("expects a static head size where no scale is given, but got a dynamic one");
  if (!rule.scale && *InferContext::staticValue(size) == 0) // attention_c4
    return ctx.fail("expects a scale for a head size of 0: the default is 1 / sqrt(0)");
  StringRef kind = stringifyAttentionMask(rule.maskKind);
  bool wantsMask = rule.maskKind == AttentionMask::Custom || rule.maskKind == AttentionMask::Bias;
  if (wantsMask != bool(mask)) // attention_c5
    return ctx.fail(Twine("expects ") + (wantsMask ? "a" : "no") + " mask operand for mask kind '" +
                    kind + "'");
  bool wantsWindow = rule.maskKind == AttentionMask::SlidingWindow;
  if (wantsWindow != bool(rule.window)) // attention_c8
    return ctx.fail(Twine("expects ") + (wantsWindow ? "a" : "no") + " window for mask kind '" +
                    kind + "'");
  if (rule.window.value_or(0) < 0) // attention_c8
    return ctx.fail("expects a window of at least 0, but got " + Twine(*rule.window));
  if (rule.softcap && failed(expectFinite(ctx, APFloat(*rule.softcap), *rule.softcap > 0,
                                          "a positive softcap that is finite"))) // attention_c9
    return failure();
  if (rule.scale && failed(expectFinite(ctx, APFloat(*rule.scale), /*inRange=*/true,
                                        "a finite scale"))) // attention_c11
    return failure();
  return success();
}

LogicalResult checkMask(InferContext &ctx, AttentionMask kind, Value mask, Type scoreType,
                        const AttentionSizes<Dim> &sizes) {
  bool isCustom = kind == AttentionMask::Custom;
  Type element = InferContext::elementType(mask),
       expected = isCustom ? Type(IntegerType::get(ctx.getContext(), 1)) : scoreType;
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
  ctx.broadcasts(mask, target);
  return success();
}

// Applies the softmax to scores; all weights are zero if every score is -inf.
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

LogicalResult expectAttentionTypes(InferContext &ctx, Value query, Value key, Value value) {
  Type element = InferContext::elementType(key), other = InferContext::elementType(value);
  if (!InferContext::elementType(query).isF32() || !(element.isF16() || element.isBF16()))
    return expectSameElementType(ctx, {query, key, value});
  if (element == other)
    return success();
  std::string text;
  llvm::raw_string_ostream(text) << element << " like key, but got " << other;
  return ctx.fail("expects value to have element type " + text);
}

LogicalResult checkAttention(InferContext &ctx, const AttentionRule &rule, Value mask, Type element,
                             const AttentionSizes<Dim> &sizes) {
  if (failed(checkAttributes(ctx, rule, mask, sizes.size)))
    return failure();
  return mask ? checkMask(ctx, rule.maskKind, mask, element, sizes) : success();
}

AttentionReference::AttentionReference(const AttentionRule &rule, AttentionLayout layout,
                                       const ref::Tensor &query, const ref::Tensor &key,
                                       const ref::Tensor *mask)
    : sequence(layout == AttentionLayout::BSHD ? 1 : 2), batch(query.shape[0]),
      heads(query.shape[3 - sequence]), queries(query.shape[sequence]), keys(key.shape[sequence]),
      size(query.shape[3]), group(heads / std::max<int64_t>(1, key.shape[3 - sequence])),
      rule(rule), query(query), key(key), mask(mask) {}

// The score of a key with bias and mask; -inf if the mask excludes it.
double AttentionReference::masked(ArrayRef<int64_t> index, double score) const {
  int64_t position = index[2] + keys - queries, j = index[3];
  switch (rule.maskKind) {
  case AttentionMask::None:
    return score;
  case AttentionMask::Causal:
    return j <= position ? score : -kInfinity;
  case AttentionMask::SlidingWindow:
    return j <= position && j >= position - *rule.window ? score : -kInfinity;
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

void AttentionReference::weigh(int64_t b, int64_t h, int64_t i, std::vector<double> &weights,
                               std::vector<double> *slopes) const {
  HeadView queryAt{query.shape, sequence}, keyAt{key.shape, sequence};
  double scale = rule.scale.value_or(1 / std::sqrt(double(size)));
  weights.resize(keys);
  for (int64_t j = 0; j < keys; ++j) {
    double score = 0, slope = scale;
    for (int64_t d = 0; d < size; ++d)
      score += query.floats[queryAt(b, h, i, d)] * key.floats[keyAt(b, h / group, j, d)];
    score *= scale;
    if (rule.softcap) {
      slope *= std::pow(std::cosh(score / *rule.softcap), -2);
      score = *rule.softcap * std::tanh(score / *rule.softcap);
    }
    weights[j] = masked({b, h, i, j}, score);
    if (slopes)
      (*slopes)[j] = slope;
  }
  normalizeScores(weights);
}

void ref::attention(const AttentionRule &rule, AttentionLayout layout, const Tensor &query,
                    const Tensor &key, const Tensor &value, const Tensor *mask, Tensor &result) {
  AttentionReference a(rule, layout, query, key, mask);
  HeadView valueAt{value.shape, a.sequence}, resultAt{result.shape, a.sequence};
  std::vector<double> weights;
  forEachIndex({a.batch, a.heads, a.queries}, [&](ArrayRef<int64_t> index, int64_t) {
    int64_t b = index[0], h = index[1], i = index[2];
    a.weigh(b, h, i, weights);
    for (int64_t d = 0; d < result.shape[3]; ++d) {
      double sum = 0;
      for (int64_t j = 0; j < a.keys; ++j)
        if (weights[j] != 0)
          sum += weights[j] * value.floats[valueAt(b, h / a.group, j, d)];
      result.set(resultAt(b, h, i, d), sum);
    }
  });
}

} // namespace rlx
