// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tables, matrices and post transforms of ai.onnx.ml; see OnnxMl.h.
#include "importers/onnx/OnnxMl.h"

#include <numbers>

using namespace mlir;

namespace rlx::onnxim {

Value mlTable(Node &n, Type elementType, ArrayRef<double> elements, ArrayRef<int64_t> shape) {
  auto tableType = RankedTensorType::get(shape, elementType);
  // Tables have millions of elements, for which attributes are too slow.
  if (elementType.isF64())
    return n.literal(DenseElementsAttr::get(tableType, elements));
  if (elementType.isF32())
    return n.literal(
        DenseElementsAttr::get(tableType, ArrayRef<float>(SmallVector<float>(elements))));
  SmallVector<Attribute> values;
  for (double element : elements)
    values.push_back(n.scalarAttr(elementType, element));
  return n.literal(DenseElementsAttr::get(tableType, values));
}

Value mlMatrix(Node &n) {
  Type type = n.elementType(0).isF64() ? n.elementType(0) : Type(n.builder().getF32Type());
  Value x = n.cast(n.tensor(0), type);
  if (n.rank(0) == 1)
    return n.reshape(x, {n.size(1), n.dims(0)[0]});
  if (n.rank(0) == 2)
    return x;
  n.fail("expects input #0 of rank 1 or 2, but got rank " + Twine(n.rank(0)));
  return {};
}

int64_t mlNumFeatures(Node &n) {
  std::optional<int64_t> count =
      n.rank(0) == 0 ? std::nullopt : constantOf(n.dims(0)[n.rank(0) - 1]);
  if (!count)
    n.needsStatic("the number of features, the last size of input #0,");
  return count.value_or(1);
}

PostTransform mlPostTransform(Node &n) {
  const std::pair<StringRef, PostTransform> names[] = {{"NONE", PostTransform::None},
                                                       {"SOFTMAX", PostTransform::Softmax},
                                                       {"LOGISTIC", PostTransform::Logistic},
                                                       {"SOFTMAX_ZERO", PostTransform::SoftmaxZero},
                                                       {"PROBIT", PostTransform::Probit}};
  const std::string name = n.stringAttr("post_transform", "NONE");
  for (auto [known, transform] : names)
    if (known == name)
      return transform;
  n.fail("attribute 'post_transform' is '" + name +
         "', but must be NONE, SOFTMAX, LOGISTIC, SOFTMAX_ZERO or PROBIT");
  return PostTransform::None;
}

// Softmax of the scores that are not 0; those stay 0. A row of zeros becomes 1/2.
static Value softmaxZero(Node &n, Value scores, Type type) {
  auto absolute = n.emit("rlx.abs", scores);
  Value isPresent = n.compare(ComparePredicate::gt, absolute, n.scalar(type, 1e-7));
  Value maximum = n.reduce("rlx.reduce_max", scores, int64_t(1), /*keepDims=*/true);
  Value powers = n.emit("rlx.exp", n.emit("rlx.sub", {scores, maximum}));
  Value small = n.emit("rlx.mul", {scores, n.emit("rlx.exp", n.emit("rlx.neg", maximum))});
  Value weights = n.emit("rlx.where", {isPresent, powers, small});
  Value sum = n.reduce("rlx.reduce_sum", weights, int64_t(1), /*keepDims=*/true);
  Value isEmpty = n.compare(ComparePredicate::eq, sum, n.scalar(type, 0));
  return n.emit("rlx.where", {isEmpty, n.scalar(type, 0.5), n.emit("rlx.div", {weights, sum})});
}

// The quantile of the normal distribution, by Winitzki's approximation of the inverse error
// function, as ONNX's implementations have it.
static Value probit(Node &n, Value scores, Type type) {
  constexpr double kA = 0.147;
  auto scalar = [&](double value) { return n.scalar(type, value); };
  auto binary = [&](StringRef op, Value l, Value r) { return n.emit(op, {l, r}); };
  Value x = binary("rlx.sub", binary("rlx.mul", scores, scalar(2)), scalar(1));
  Value rest = binary("rlx.mul", binary("rlx.sub", scalar(1), x), binary("rlx.add", scalar(1), x));
  Value log = n.emit("rlx.log", rest);
  Value half =
      binary("rlx.add", binary("rlx.mul", log, scalar(0.5)), scalar(2 / (std::numbers::pi * kA)));
  Value inner =
      binary("rlx.sub", binary("rlx.mul", half, half), binary("rlx.mul", log, scalar(1 / kA)));
  Value root = n.emit("rlx.sqrt", binary("rlx.sub", n.emit("rlx.sqrt", inner), half));
  Value isNegative = n.compare(ComparePredicate::lt, x, scalar(0));
  Value result = n.emit("rlx.where", {isNegative, n.emit("rlx.neg", root), root});
  Value isEnd = n.compare(ComparePredicate::eq, rest, scalar(0));
  result = n.emit("rlx.where", {isEnd, scalar(0), result});
  return binary("rlx.mul", result, scalar(1.41421356));
}

Value applyPostTransform(Node &n, PostTransform transform, Value scores) {
  if (n.hasFailed())
    return {};
  Type type = cast<RankedTensorType>(scores.getType()).getElementType();
  switch (transform) {
  case PostTransform::None:
    return scores;
  case PostTransform::Softmax:
    return n.emit("rlx.softmax", scores, n.i64("axis", 1));
  case PostTransform::Logistic:
    return n.emit("rlx.sigmoid", scores);
  case PostTransform::SoftmaxZero:
    return softmaxZero(n, scores, type);
  case PostTransform::Probit:
    return probit(n, scores, type);
  }
  return {};
}

} // namespace rlx::onnxim
