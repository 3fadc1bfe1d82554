// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Body of sample. The decomposition computes Philox from integer ops on a column of row indices, in
// ui64 so that the product of two words fits. It samples through top_k and cumsum. The reference
// uses dialects/rlx/reference/Philox.h.
#include "dialects/rlx/ir/CompareOps.h"
#include "dialects/rlx/ir/ConstantOps.h"
#include "dialects/rlx/ir/CumulativeOps.h"
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/ir/GatherOps.h"
#include "dialects/rlx/ir/NormalizationOps.h"
#include "dialects/rlx/ir/ReductionOps.h"
#include "dialects/rlx/ir/SampleOps.h"
#include "dialects/rlx/reference/Philox.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/OpComposer.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <cmath>
#include <numeric>

using namespace mlir;
using namespace rlx;

namespace {

constexpr double kMinTemperature = 1e-6;

// The number of elements of a row of `size` that are kept before the nucleus is selected.
int64_t numKept(int64_t topK, int64_t size) {
  return topK == 0 ? size : std::min(topK, size);
}

} // namespace

LogicalResult SampleOp::infer(InferContext &ctx, Adaptor op,
                              SmallVectorImpl<InferredType> &results) {
  Dims shape = ctx.shape(op.getLogits());
  if (shape.empty()) // sample_c1
    return ctx.fail("expects logits of rank 1 or more, but got rank 0");
  std::optional<int64_t> size = InferContext::staticValue(shape.back());
  if (!size || *size < 1) // sample_c2
    return ctx.fail("expects logits whose last size is static and at least 1, but got " +
                    toString(shape));
  if (!ctx.shape(op.getSeed()).empty() || !ctx.shape(op.getOffset()).empty()) // sample_c3
    return ctx.fail("expects seed and offset of rank 0");
  double temperature = op.getTemperature().convertToDouble(), topP = op.getTopP().convertToDouble();
  if (!(temperature >= 0) || std::isinf(temperature)) // sample_c4
    return ctx.fail("expects a finite temperature of at least 0, but got " +
                    std::to_string(temperature));
  if (int64_t(op.getTopK()) < 0) // sample_c5
    return ctx.fail("expects top_k to be at least 0, but got " + Twine(int64_t(op.getTopK())));
  if (!(topP > 0 && topP <= 1)) // sample_c6
    return ctx.fail("expects top_p in (0, 1], but got " + std::to_string(topP));
  shape.pop_back();
  results.push_back({shape, IntegerType::get(ctx.getContext(), 64)});
  return success();
}

namespace {

// Arithmetic on 32-bit words, each in an element of a ui64 tensor.
struct Words {
  OpComposer &c;

  Type type() const { return IntegerType::get(c.builder.getContext(), 64, IntegerType::Unsigned); }
  Value constant(uint64_t value) const {
    Attribute attr = IntegerAttr::get(type(), APInt(64, value));
    return c.make<ConstantOp>(
        DenseElementsAttr::get(RankedTensorType::get({}, type()), ArrayRef<Attribute>(attr)));
  }
  Value low(Value x) const { return c.make<AndOp>(x, constant(0xFFFFFFFF)); }
  Value high(Value x) const { return c.make<ShiftRightOp>(x, constant(32)); }
  Value exclusiveOr(Value x, Value y, Value z) const {
    return c.make<XorOp>(c.make<XorOp>(x, y), z);
  }
};

// The index of each row as a column of ui64: `sizes` with 1 as the last.
Value rowNumbers(OpComposer &c, ArrayRef<OpFoldResult> sizes) {
  OpFoldResult count = c.builder.getIndexAttr(1);
  AffineExpr product = c.builder.getAffineSymbolExpr(0) * c.builder.getAffineSymbolExpr(1);
  for (OpFoldResult size : sizes)
    count = affine::makeComposedFoldedAffineApply(c.builder, c.loc, product, {count, size});
  Value rows = c.iota(c.builder.getIndexAttr(0), {count}, 0);
  return c.cast(c.reshape(rows, sizes), Words{c}.type());
}

// Word 0 of the Philox block of each row.
Value randomWord(OpComposer &c, Value seed, Value offset, Value rows) {
  Words w{c};
  seed = c.cast(seed, w.type());
  offset = c.cast(offset, w.type());
  SmallVector<Value> counter = {w.low(offset), w.high(offset), w.low(rows), w.high(rows)};
  SmallVector<Value> key = {w.low(seed), w.high(seed)};
  for (unsigned round = 0; round < ref::kPhiloxRounds; ++round) {
    Value first = c.make<MulOp>(counter[0], w.constant(ref::kPhiloxMultipliers[0]));
    Value second = c.make<MulOp>(counter[2], w.constant(ref::kPhiloxMultipliers[1]));
    counter = {w.exclusiveOr(w.high(second), counter[1], key[0]), w.low(second),
               w.exclusiveOr(w.high(first), counter[3], key[1]), w.low(first)};
    for (unsigned i : {0, 1})
      key[i] = w.low(c.make<AddOp>(key[i], w.constant(ref::kPhiloxKeyBumps[i])));
  }
  return counter[0];
}

// The number of true elements of each row, as a column.
Value countTrue(OpComposer &c, Value flags, int64_t axis) {
  return c.reduce<ReduceSumOp>(c.cast(flags, c.builder.getI64Type()), axis);
}

Value integer(OpComposer &c, int64_t value) {
  Type i64 = c.builder.getI64Type();
  return c.make<ConstantOp>(DenseElementsAttr::get(
      RankedTensorType::get({}, i64), ArrayRef<Attribute>(c.builder.getI64IntegerAttr(value))));
}

// Inverse transform sampling: the first index at which the cumulative sum of `p` exceeds u times
// the sum of the kept elements.
Value invertSums(OpComposer &c, Value p, Value u, double topP, int64_t axis) {
  Type element = getElementTypeOrSelf(p.getType());
  Value sums = c.make<CumsumOp>(p, axis);
  Value before = c.make<CumsumOp>(p, axis, /*exclusive=*/true);
  // Without a nucleus every element is kept, however the sums are rounded.
  Value bound = c.scalar(element, topP < 1 ? topP : INFINITY);
  Value stays = c.make<CompareOp>(ComparePredicate::lt, before, bound);
  Value kept = c.make<WhereOp>(stays, p, c.scalar(element, 0));
  Value target = c.make<MulOp>(c.reduce<ReduceSumOp>(kept, axis), u);
  Value passed = c.make<AndOp>(stays, c.make<CompareOp>(ComparePredicate::le, sums, target));
  Value last = c.make<SubOp>(countTrue(c, stays, axis), integer(c, 1));
  Value position = c.make<MinOp>(countTrue(c, passed, axis), last);
  return c.make<MaxOp>(position, integer(c, 0));
}

} // namespace

FailureOr<SmallVector<Value>> SampleOp::decompose(OpBuilder &b, LoweringReason &) {
  OpComposer c(b, getLoc());
  int64_t axis = getLogits().getType().getRank() - 1;
  int64_t size = getLogits().getType().getShape().back(), kept = numKept(getTopK(), size);
  double topP = getTopP().convertToDouble();
  Value z = c.widened(getLogits());
  Type element = getElementTypeOrSelf(z.getType());
  double temperature = std::max(getTemperature().convertToDouble(), kMinTemperature);
  z = c.make<DivOp>(z, c.scalar(element, temperature));
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, getLoc(), z), column(sizes);
  sizes.pop_back();
  column.back() = b.getIndexAttr(1);
  Value positions;
  if (kept < size || topP < 1) {
    auto best = TopKOp::create(b, getLoc(), z, kept, axis);
    z = best.getValues();
    positions = best.getIndices();
  }
  Words w{c};
  Value word = randomWord(c, getSeed(), getOffset(), rowNumbers(c, column));
  Value u = c.cast(c.make<ShiftRightOp>(word, w.constant(8)), element);
  u = c.make<MulOp>(u, c.scalar(element, 0x1p-24));
  Value drawn = invertSums(c, c.make<SoftmaxOp>(z, axis), u, topP, axis);
  if (positions)
    drawn = c.make<GatherElementsOp>(positions, drawn, axis);
  return SmallVector<Value>{c.reshape(drawn, sizes)};
}

namespace {

// Steps 1 to 5 for one row.
int64_t draw(ArrayRef<double> logits, double temperature, int64_t topK, double topP, double u) {
  int64_t size = logits.size(), kept = numKept(topK, size);
  std::vector<int64_t> order(size);
  std::iota(order.begin(), order.end(), 0);
  if (kept < size || topP < 1)
    std::sort(order.begin(), order.end(), [&](int64_t l, int64_t r) {
      // std::sort needs a strict weak order of all elements, so NaN comes before every number.
      if (std::isnan(logits[l]) || std::isnan(logits[r]))
        return std::isnan(logits[l]) != std::isnan(logits[r]) ? std::isnan(logits[l]) : l < r;
      return logits[l] != logits[r] ? logits[l] > logits[r] : l < r;
    });
  order.resize(kept);
  double largest = -INFINITY, whole = 0, sum = 0;
  for (int64_t i : order)
    largest = std::max(largest, logits[i] / temperature);
  std::vector<double> p;
  for (int64_t i : order)
    whole += p.emplace_back(std::exp(logits[i] / temperature - largest));
  size_t nucleus = 0;
  for (; nucleus < p.size() && (topP == 1 || sum < topP); ++nucleus)
    sum += p[nucleus] /= whole;
  double passed = 0;
  for (size_t i = 0; i < nucleus; ++i) {
    passed += p[i];
    if (passed > u * sum)
      return order[i];
  }
  return order[nucleus == 0 ? 0 : nucleus - 1];
}

} // namespace

llvm::Error SampleOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                               MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor &logits = in[0];
  int64_t size = logits.shape.back();
  uint64_t seed = in[1].ints[0], offset = in[2].ints[0];
  double temperature = std::max(getTemperature().convertToDouble(), kMinTemperature);
  for (int64_t row = 0, count = out[0].numElements(); row < count; ++row) {
    uint32_t word = ref::philox(
        {uint32_t(offset), uint32_t(offset >> 32), uint32_t(row), uint32_t(uint64_t(row) >> 32)},
        {uint32_t(seed), uint32_t(seed >> 32)})[0];
    out[0].ints[row] = draw(ArrayRef(logits.floats).slice(row * size, size), temperature, getTopK(),
                            getTopP().convertToDouble(), (word >> 8) * 0x1p-24);
  }
  return llvm::Error::success();
}
