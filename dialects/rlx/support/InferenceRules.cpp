// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of InferenceRules.h. Messages say the expected value first, and then the actual
// one. A rule that cannot decide statically records a requirement with the context, which the
// symbolic analysis turns into a check.
#include "dialects/rlx/support/InferenceRules.h"

#include "llvm/ADT/SmallSet.h"

using namespace mlir;

namespace rlx {
namespace {
std::string str(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}
} // namespace

LogicalResult expectSameElementType(InferContext &ctx, ValueRange operands) {
  for (auto [i, operand] : llvm::enumerate(operands)) {
    Type expected = InferContext::elementType(operands[0]);
    Type actual = InferContext::elementType(operand);
    if (actual != expected)
      return ctx.fail("expects operand #" + Twine(i) + " to have element type " + str(expected) +
                      " like operand #0, but got " + str(actual));
  }
  return success();
}

LogicalResult inferElementwise(InferContext &ctx, ValueRange operands,
                               SmallVectorImpl<InferredType> &results, Type elementType,
                               bool mixedTypes) {
  if (!mixedTypes && failed(expectSameElementType(ctx, operands)))
    return failure();
  Dims shape = ctx.shape(operands[0]);
  for (Value operand : operands.drop_front()) {
    Dims other = ctx.shape(operand);
    std::optional<Dims> combined = ctx.broadcast(shape, other);
    if (!combined)
      return ctx.fail("expects operands whose shapes broadcast, but got " + toString(shape) +
                      " and " + toString(other));
    shape = *combined;
  }
  for (Value operand : operands)
    ctx.broadcasts(operand, shape);
  results.push_back({shape, elementType ? elementType : InferContext::elementType(operands[0])});
  return success();
}

LogicalResult normalizeAxis(InferContext &ctx, int64_t &axis, int64_t rank) {
  if (axis < -rank || axis >= rank)
    return ctx.fail("expects an axis in [" + Twine(-rank) + ", " + Twine(rank) + "), but got " +
                    Twine(axis));
  axis = normalizedAxis(axis, rank);
  return success();
}

LogicalResult normalizeAxes(InferContext &ctx, ArrayRef<int64_t> axes, int64_t rank,
                            bool emptyMeansAll, SmallVectorImpl<int64_t> &normalized) {
  llvm::SmallSet<int64_t, 8> seen;
  for (int64_t axis : axes) {
    if (failed(normalizeAxis(ctx, axis, rank)))
      return failure();
    if (!seen.insert(axis).second)
      return ctx.fail("expects distinct axes, but axis " + Twine(axis) + " occurs twice");
  }
  normalized.assign(normalizedAxes(axes, rank, emptyMeansAll));
  return success();
}

int64_t normalizedAxis(int64_t axis, int64_t rank) {
  return axis < 0 ? axis + rank : axis;
}

SmallVector<int64_t> normalizedAxes(ArrayRef<int64_t> axes, int64_t rank, bool emptyMeansAll) {
  SmallVector<int64_t> result;
  if (axes.empty() && emptyMeansAll)
    return llvm::to_vector(llvm::seq<int64_t>(0, rank));
  for (int64_t axis : axes)
    result.push_back(normalizedAxis(axis, rank));
  llvm::sort(result);
  return result;
}

LogicalResult expectShape(InferContext &ctx, StringRef name, Value value, ArrayRef<Dim> expected) {
  if (!value)
    return success();
  Dims actual = ctx.shape(value);
  bool matches = actual.size() == expected.size();
  for (size_t i = 0; matches && i < actual.size(); ++i) {
    std::optional<int64_t> a = InferContext::staticValue(actual[i]),
                           e = InferContext::staticValue(expected[i]);
    matches = !a || !e || *a == *e;
  }
  if (!matches)
    return ctx.fail("expects " + name + " of shape " + toString(expected) + ", but got " +
                    toString(actual));
  for (auto [a, e] : llvm::zip(actual, expected))
    if (a != e)
      ctx.requireEqual(a, e, "a size of " + name);
  return success();
}

bool isClash(Dim lhs, Dim rhs) {
  std::optional<int64_t> l = InferContext::staticValue(lhs), r = InferContext::staticValue(rhs);
  return l && r && *l != *r;
}

Dim product(InferContext &ctx, ArrayRef<Dim> dims) {
  Dim result = ctx.constant(1);
  for (Dim dim : dims)
    result = result * dim;
  return result;
}

std::string ifKnown(StringRef before, Dim size) {
  std::optional<int64_t> known = InferContext::staticValue(size);
  return known ? (before + Twine(*known)).str() : "";
}

LogicalResult expectNonNegative(InferContext &ctx, Dim value, const Twine &message) {
  if (std::optional<int64_t> known = InferContext::staticValue(value))
    return *known < 0 ? ctx.fail(message) : success();
  if (ctx.isNonNegative(value))
    return success();
  ctx.requireNonNegative(value, message);
  return success();
}

LogicalResult expectSizes(InferContext &ctx, ArrayRef<Dim> sizes) {
  for (auto [i, size] : llvm::enumerate(sizes))
    if (failed(expectNonNegative(ctx, size,
                                 "expects size #" + Twine(i) + " to be at least 0" +
                                     ifKnown(", but got ", size))))
      return failure();
  return success();
}

} // namespace rlx
