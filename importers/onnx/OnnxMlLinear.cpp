// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scalers and linear models of ai.onnx.ml: Scaler, Normalizer, Imputer, Binarizer, LinearRegressor,
// LinearClassifier, FeatureVectorizer.
#include "importers/onnx/OnnxExpr.h"
#include "importers/onnx/OnnxMl.h"
#include "importers/onnx/OnnxOpTable.h"
#include "importers/onnx/OnnxStrings.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {

Type floatTypeOf(Value x) {
  return cast<RankedTensorType>(x.getType()).getElementType();
}

// Per feature, or one for all.
Value perFeature(Node &n, StringRef name, Type type, double fallback) {
  SmallVector<double> values = n.floatsAttr(name);
  if (values.empty())
    return n.scalar(type, fallback);
  if (values.size() == 1)
    return n.scalar(type, values[0]);
  std::optional<int64_t> features = constantOf(n.dims(0)[n.rank(0) - 1]);
  if (features && *features != static_cast<int64_t>(values.size())) {
    n.fail("attribute '" + name + "' has " + Twine(values.size()) +
           " elements, but the input has " + Twine(*features) + " features");
    return {};
  }
  return mlTable(n, type, values, static_cast<int64_t>(values.size()));
}

// (x - offset) * scale.
void importScaler(Node &n) {
  if (n.rank(0) < 1)
    return n.fail("expects rank 1 or more");
  Type f32 = n.builder().getF32Type();
  Type type = n.elementType(0).isF64() ? n.elementType(0) : f32;
  Value shifted = n.emit("rlx.sub", {n.cast(n.tensor(0), type), perFeature(n, "offset", type, 0)});
  n.set(0, n.cast(n.emit("rlx.mul", {shifted, perFeature(n, "scale", type, 1)}), f32));
}

// Rows divided by their norm, unless it is 0. As ONNX has it, MAX is the greatest element and not
// the greatest absolute value.
void importNormalizer(Node &n) {
  const std::string norm = n.stringAttr("norm", "MAX");
  if (norm != "MAX" && norm != "L1" && norm != "L2")
    return n.fail("attribute 'norm' is '" + norm + "', but must be MAX, L1 or L2");
  Value x = mlMatrix(n);
  if (!x || n.hasFailed())
    return;
  Value length;
  if (norm == "L2")
    length = n.emit("rlx.sqrt", n.reduce("rlx.reduce_sum", n.emit("rlx.mul", {x, x}), int64_t(1),
                                         /*keepDims=*/true));
  else if (norm == "L1")
    length = n.reduce("rlx.reduce_sum", n.emit("rlx.abs", x), int64_t(1), /*keepDims=*/true);
  else
    length = n.reduce("rlx.reduce_max", x, int64_t(1), /*keepDims=*/true);
  Type type = floatTypeOf(x);
  Value isZero = n.compare(ComparePredicate::eq, length, n.scalar(type, 0));
  length = n.emit("rlx.where", {isZero, n.scalar(type, 1), length});
  Value result = n.reshape(n.emit("rlx.div", {x, length}), n.dims(0));
  n.set(0, n.cast(result, n.builder().getF32Type()));
}

// Elements equal to a value (or NaN ones) become others.
void importImputer(Node &n) {
  if (n.rank(0) < 1)
    return n.fail("expects rank 1 or more");
  Type type = n.elementType(0);
  const bool isFloatInput = isa<FloatType>(type);
  StringRef name = isFloatInput ? "imputed_value_floats" : "imputed_value_int64s";
  SmallVector<double> values = n.floatsAttr("imputed_value_floats");
  IntList integers = n.intsAttr("imputed_value_int64s");
  const double replacedFloat = n.floatAttr("replaced_value_float", 0);
  const int64_t replacedInt = n.intAttr("replaced_value_int64", 0);
  if (!isFloatInput)
    values.assign(integers.begin(), integers.end());
  std::optional<int64_t> features = constantOf(n.dims(0)[n.rank(0) - 1]);
  const auto count = static_cast<int64_t>(values.size());
  if (count == 0 || (count != 1 && features && *features != count))
    return n.fail("attribute '" + name + "' has " + Twine(count) +
                  " elements, expected one, or one for each feature");
  if (n.hasFailed())
    return;
  Value x = n.tensor(0);
  Value imputed;
  if (isFloatInput) {
    imputed = mlTable(n, type, values, count);
  } else {
    SmallVector<Attribute> exact = llvm::map_to_vector(integers, [&](int64_t value) -> Attribute {
      return n.builder().getIntegerAttr(type, value);
    });
    imputed = n.literal(DenseElementsAttr::get(RankedTensorType::get(count, type), exact));
  }
  Value isMissing;
  if (isFloatInput && std::isnan(replacedFloat)) {
    isMissing = n.emit("rlx.is_nan", x);
  } else {
    Attribute replaced = isFloatInput ? Attribute(n.scalarAttr(type, replacedFloat))
                                      : n.builder().getIntegerAttr(type, replacedInt);
    Value one = n.literal(DenseElementsAttr::get(RankedTensorType::get({}, type), replaced));
    isMissing = n.compare(ComparePredicate::eq, x, one);
  }
  n.set(0, n.emit("rlx.where", {isMissing, imputed, x}));
}

// 1 above the threshold, else 0.
void importBinarizer(Node &n) {
  const double threshold = n.floatAttr("threshold", 0);
  Type type = n.elementType(0);
  // An integer is above a fraction if it is above its floor.
  const double bound = isa<FloatType>(type) ? threshold : std::floor(threshold);
  Value isAbove = n.compare(ComparePredicate::gt, n.tensor(0), n.scalar(type, bound));
  n.set(0, n.cast(isAbove, type));
}

// x * coefficients' + intercepts, [rows, outputs], where coefficients are [outputs, features]. As
// in ONNX Runtime, more coefficients are left over.
Value linearScores(Node &n, Value x, int64_t outputs) {
  SmallVector<double> coefficients = n.floatsAttr("coefficients"),
                      intercepts = n.floatsAttr("intercepts");
  const int64_t features = mlNumFeatures(n);
  if (n.hasFailed())
    return {};
  if (outputs < 1 || static_cast<int64_t>(coefficients.size()) < outputs * features) {
    n.fail("attribute 'coefficients' has " + Twine(coefficients.size()) + " elements, expected " +
           Twine(outputs) + " x " + Twine(features));
    return {};
  }
  coefficients.resize(static_cast<size_t>(outputs * features));
  Type type = floatTypeOf(x);
  Value weights = mlTable(n, type, coefficients, {outputs, features});
  Value scores = n.emit("rlx.matmul", {x, n.transpose(weights, {1, 0})});
  if (intercepts.empty())
    return scores;
  if (static_cast<int64_t>(intercepts.size()) != outputs && intercepts.size() != 1) {
    n.fail("attribute 'intercepts' has " + Twine(intercepts.size()) + " elements, expected " +
           Twine(outputs));
    return {};
  }
  return n.emit("rlx.add",
                {scores, mlTable(n, type, intercepts, static_cast<int64_t>(intercepts.size()))});
}

void importLinearRegressor(Node &n) {
  PostTransform transform = mlPostTransform(n);
  const int64_t targets = n.intAttr("targets", 1);
  Value x = mlMatrix(n);
  if (n.hasFailed())
    return;
  Value scores = applyPostTransform(n, transform, linearScores(n, x, targets));
  n.set(0, n.cast(scores, n.builder().getF32Type()));
}

// The label of each row: that of the greatest score. A single score decides by its sign between two
// labels, or between its label, if there is one, and 0, or the empty string.
Value labelsOf(Node &n, Value scores, int64_t numScores, ArrayRef<int64_t> labels, Type labelType) {
  Type i64 = n.builder().getI64Type();
  auto table = [&](ArrayRef<int64_t> values) {
    return n.literal(DenseElementsAttr::get(
        RankedTensorType::get(static_cast<int64_t>(values.size()), labelType), values));
  };
  if (numScores > 1) {
    Value best = n.emit("rlx.argmax", scores, {n.i64("axis", 1), n.flag("keep_dims", false)});
    best = n.cast(best, i64);
    return labels.empty() ? best : n.emit("rlx.gather", {table(labels), best}, n.i64("axis", 0));
  }
  const int64_t positive = labels.empty() ? 1 : labels.back(),
                negative = labels.size() == 2 ? labels.front() : 0;
  Value isAbove = n.compare(ComparePredicate::gt, scores, n.scalar(floatTypeOf(scores), 0));
  Value label = n.emit("rlx.where", {isAbove, table(positive), table(negative)});
  return n.reshape(label, {n.dimsOf(scores)[0]});
}

// The scores of two classes from that of the second one. As in ONNX Runtime, they are 1 - s and s,
// without a softmax. LOGISTIC makes them complements, too.
Value scoresOfTwo(Node &n, Expr score, PostTransform transform) {
  const bool isLogistic = transform == PostTransform::Logistic;
  Expr other = isLogistic ? score.unary("rlx.neg") : 1 - score;
  Value both = n.emit("rlx.concat", {other.value(), score.value()}, n.i64("axis", 1));
  return isLogistic || transform == PostTransform::Probit ? applyPostTransform(n, transform, both)
                                                          : both;
}

void importLinearClassifier(Node &n) {
  PostTransform transform = mlPostTransform(n);
  n.ignoreAttr("multi_class"); // changes no result
  IntList labels = n.intsAttr("classlabels_ints");
  Type labelType = n.builder().getI64Type();
  if (SmallVector<std::string> names = n.stringsAttr("classlabels_strings"); !names.empty()) {
    labels = stringNumbers(n, names);
    labelType = stringType(n.getContext());
  }
  const int64_t features = mlNumFeatures(n);
  auto outputs = static_cast<int64_t>(n.floatsAttr("intercepts").size());
  if (outputs == 0 && features > 0)
    outputs = static_cast<int64_t>(n.floatsAttr("coefficients").size()) / features;
  Value x = mlMatrix(n);
  Value scores = n.hasFailed() ? Value() : linearScores(n, x, outputs);
  if (n.hasFailed())
    return;
  const bool isForTwo = outputs == 1 && labels.size() == 2;
  if (outputs > 1 && !labels.empty() && static_cast<int64_t>(labels.size()) != outputs)
    return n.fail("has " + Twine(labels.size()) + " labels, but " + Twine(outputs) + " scores");
  if (n.wants(0))
    n.set(0, labelsOf(n, scores, outputs, labels, labelType));
  scores =
      isForTwo ? scoresOfTwo(n, {n, scores}, transform) : applyPostTransform(n, transform, scores);
  if (!n.hasFailed())
    n.set(1, n.cast(scores, n.builder().getF32Type()));
}

// The features of all inputs side by side, as f32. As in ONNX Runtime, an input that has fewer
// features than inputdimensions says gets zeros behind them, and others lose the rest.
void importFeatureVectorizer(Node &n) {
  IntList widths = n.intsAttr("inputdimensions");
  const bool hasWidths = n.hasAttr("inputdimensions");
  if (hasWidths && widths.size() != n.numInputs())
    return n.fail("attribute 'inputdimensions' has " + Twine(widths.size()) +
                  " elements, but the node has " + Twine(n.numInputs()) + " inputs");
  Type f32 = n.builder().getF32Type();
  SmallVector<Value> parts;
  for (unsigned i = 0; i < n.numInputs(); ++i) {
    if (n.rank(i) < 1 || (hasWidths && widths[i] < 0))
      return n.fail("expects inputs of rank 1 or more, and no negative inputdimensions");
    ArrayRef<Dim> sizes = n.dims(i);
    Dim rows = sizes.size() == 1 ? n.size(1) : sizes[0];
    Dim features = productOf(n, sizes.size() == 1 ? sizes : sizes.drop_front());
    Value x = n.reshape(n.cast(n.tensor(i), f32), {rows, features});
    if (hasWidths) {
      Dim width = n.size(widths[i]), taken = n.min(features, width);
      x = n.sliceAxis(x, 1, n.size(0), taken);
      x = n.pad(x, n.scalar(f32, 0), {n.size(0), n.size(0)}, {n.size(0), width - taken},
                PadMode::Constant);
    }
    if (n.hasFailed())
      return;
    parts.push_back(x);
  }
  n.set(0, n.emit("rlx.concat", parts, n.i64("axis", 1)));
}

// A list of maps from class to score has no tensor form. The scores themselves stand for it: one
// row per map, one column per class, in the order of the class labels.
void importZipMap(Node &n) {
  n.ignoreAttr("classlabels_int64s");
  n.ignoreAttr("classlabels_strings");
  n.set(0, n.tensor(0));
}

} // namespace

void rlx::onnxim::addMlLinearOps(OpTable &table) {
  table.add("Scaler", {importScaler, nullptr, 1, 1}, kMlDomain);
  table.add("Normalizer", {importNormalizer, nullptr, 1, 1}, kMlDomain);
  table.add("Imputer", {importImputer, nullptr, 1, 1}, kMlDomain);
  table.add("Binarizer", {importBinarizer, nullptr, 1, 1}, kMlDomain);
  table.add("LinearRegressor", {importLinearRegressor, nullptr, 1, 1}, kMlDomain);
  table.add("LinearClassifier", {importLinearClassifier, nullptr, 1, 1}, kMlDomain);
  table.add("FeatureVectorizer", {importFeatureVectorizer, nullptr, 1, 1}, kMlDomain);
  table.add("ZipMap", {importZipMap, nullptr, 1, 1}, kMlDomain);
  for (StringRef op : {"LinearClassifier", "LinearRegressor"})
    table.limit(op, "a dynamic number of features", kMlDomain);
}
