// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators that create constants, and those that read shapes: Constant, ConstantOfShape, EyeLike,
// Range, Shape, Size.
//
// Shape and Size give known integers, and no op if nothing needs them as a tensor.
#include "importers/onnx/OnnxContribSchemas.h"
#include "importers/onnx/OnnxExpr.h"
#include "importers/onnx/OnnxOpTable.h"
#include "importers/onnx/OnnxStrings.h"
#include "llvm/Support/CheckedArithmetic.h"

#include <cmath>
#include <cstring>

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {
template <typename T>
TensorData ownedData(ArrayRef<T> values, ArrayRef<int64_t> shape, Type elementType) {
  auto bytes = std::make_shared<std::vector<char>>(values.size() * sizeof(T));
  if (!values.empty())
    std::memcpy(bytes->data(), values.data(), bytes->size());
  return {RankedTensorType::get(shape, elementType), ArrayRef<char>(*bytes), bytes};
}

// Decodes a tensor attribute; std::nullopt after failing the node.
std::optional<TensorData> decode(Node &n, StringRef attribute, const TensorProto &tensor) {
  auto data = decodeTensor(n.getContext(), tensor, n.files());
  if (data)
    return std::move(*data);
  n.fail("attribute '" + attribute + "' " + llvm::toString(data.takeError()));
  return std::nullopt;
}

void importConstant(Node &n) {
  OpBuilder &b = n.builder();
  if (const TensorProto *tensor = n.tensorAttr("value")) {
    if (std::optional<TensorData> data = decode(n, "value", *tensor))
      n.setData(0, std::move(*data));
  } else if (n.hasAttr("sparse_value")) {
    const SparseTensorProto *sparse = n.sparseAttr("sparse_value");
    if (!sparse)
      return;
    if (auto data = decodeSparse(n.getContext(), *sparse, n.files()))
      n.setData(0, std::move(*data));
    else
      n.fail("attribute 'sparse_value' " + llvm::toString(data.takeError()));
  } else if (n.hasAttr("value_int")) {
    int64_t value = n.intAttr("value_int", 0);
    n.setData(0, ownedData<int64_t>(value, {}, b.getI64Type()));
  } else if (n.hasAttr("value_ints")) {
    IntList values = n.intsAttr("value_ints");
    n.setData(0, ownedData<int64_t>(values, int64_t(values.size()), b.getI64Type()));
  } else if (n.hasAttr("value_float")) {
    float value = n.floatAttr("value_float", 0);
    n.setData(0, ownedData<float>(value, {}, b.getF32Type()));
  } else if (n.hasAttr("value_floats")) {
    SmallVector<float> values(llvm::map_range(
        n.floatsAttr("value_floats"), [](double value) { return static_cast<float>(value); }));
    n.setData(0, ownedData<float>(values, int64_t(values.size()), b.getF32Type()));
  } else if (n.hasAttr("value_string")) {
    const int64_t number = n.files().strings.of(n.stringAttr("value_string", ""));
    n.setData(0, ownedData<int64_t>(number, {}, stringType(n.getContext())));
  } else if (n.hasAttr("value_strings")) {
    IntList numbers = stringNumbers(n, n.stringsAttr("value_strings"));
    n.setData(0, ownedData<int64_t>(numbers, int64_t(numbers.size()), stringType(n.getContext())));
  } else {
    n.fail("has no value");
  }
}

// The fill value of a ConstantOfShape: one element of a supported type, 0.0f by default.
std::optional<TensorData> fillElement(Node &n) {
  const TensorProto *tensor = n.tensorAttr("value");
  if (!tensor)
    return ownedData<float>(0.0f, {}, n.builder().getF32Type());
  std::optional<TensorData> data = decode(n, "value", *tensor);
  if (data && data->numElements() != 1) {
    n.fail("attribute 'value' has " + Twine(data->numElements()) + " elements instead of one");
    return std::nullopt;
  }
  return data;
}

void importConstantOfShape(Node &n) {
  std::optional<TensorData> element = fillElement(n);
  Dims sizes = n.knownInts(0, "the shape");
  if (!element || n.hasFailed())
    return;
  Type type = element->type.getElementType();
  IntList shape;
  for (Dim dim : sizes)
    if (auto size = constantOf(dim))
      shape.push_back(*size);
  bool isStatic = shape.size() == sizes.size();
  if (auto count = checkedNumElements(shape, type); !count)
    return n.fail("has an invalid shape: " + llvm::toString(count.takeError()));
  else if (isStatic && *count <= kMaxKnownElements && !isa<FloatType>(type) &&
           !type.isUnsignedInteger(64))
    return n.setKnown(0, Dims(*count, n.size(element->intAt(0))), shape, type);
  element->type = RankedTensorType::get({}, type);
  if (isStatic)
    return n.set(0,
                 n.literal(element->attribute().resizeSplat(RankedTensorType::get(shape, type))));
  n.set(0, n.expand(n.literal(element->attribute()), sizes));
}

void importShape(Node &n) {
  ArrayRef<Dim> dims = n.dims(0);
  int64_t rank = dims.size();
  auto clampAxis = [&](int64_t axis) {
    return std::clamp<int64_t>(axis < 0 ? axis + rank : axis, 0, rank);
  };
  int64_t start = 0, end = rank;
  if (n.opset() >= 15) {
    start = clampAxis(n.intAttr("start", 0));
    end = clampAxis(n.intAttr("end", rank));
  }
  Dims elements(dims.slice(start, std::max<int64_t>(end - start, 0)));
  n.setKnown(0, elements, int64_t(elements.size()), n.builder().getI64Type());
}

void importSize(Node &n) {
  MaybeDim size = n.size(1);
  for (Dim dim : n.dims(0))
    size = size ? mul(*size, dim) : size;
  n.setKnown(0, {n.need(size, "the number of elements")}, {}, n.builder().getI64Type());
}

// A Range of known integers: known elements if there are few, otherwise a sequence of tensors.
void importIntRange(Node &n) {
  Dims start = n.knownInts(0, "start"), limit = n.knownInts(1, "limit");
  Dims delta = n.has(2) ? n.knownInts(2, "the delta") : Dims{n.size(1)};
  if (n.hasFailed())
    return;
  auto step = delta.size() == 1 ? constantOf(delta[0]) : std::nullopt;
  if (start.size() != 1 || limit.size() != 1 || delta.size() != 1 || step == 0)
    return n.fail("expects three scalars and a delta that is not 0");
  if (step && llvm::AbsoluteValue(*step) > (1u << 30))
    return n.unsupported("a delta of " + Twine(*step) + " is not supported");
  Dim isForward = n.atLeast(delta[0], n.size(1)), extent = limit[0] - start[0];
  Dim distance = n.select(isForward, delta[0], 0 - delta[0]);
  n.require(distance, n.size(1), n.inputText(2) + " (the delta) must not be 0");
  MaybeDim parts = ceilDiv(n.select(isForward, extent, 0 - extent), distance);
  Dim count = n.max(n.need(parts, "the number of elements"), n.size(0));
  if (n.hasFailed())
    return;
  auto fixed = constantOf(count);
  if (!fixed || *fixed > kMaxKnownElements) {
    auto scalar = [&](Dim dim) { return n.reshape(n.iota(dim, n.size(1), 0), {}); };
    Value steps = n.emit("rlx.mul", {n.iota(n.size(0), count, 0), scalar(delta[0])});
    return n.set(0, n.cast(n.emit("rlx.add", {steps, scalar(start[0])}), n.elementType(0)));
  }
  Dims elements;
  for (int64_t i = 0; i < *fixed; ++i)
    elements.push_back(n.need(small(start[0] + delta[0] * i), "an element"));
  n.setKnown(0, elements, int64_t(elements.size()), n.elementType(0));
}

// A Range of floating-point numbers that the run computes. One more than their number is computed,
// and 0 is an error.
void importComputedRange(Node &n) {
  Type f64 = n.builder().getF64Type();
  auto bound = [&](unsigned i, StringRef what) {
    return Expr(n, n.has(i) ? n.single(i, what) : n.scalar(f64, 1)).to(f64);
  };
  Expr start = bound(0, "start"), limit = bound(1, "the limit"), delta = bound(2, "the delta");
  constexpr double kMost = 9007199254740992; // 2^53: larger ones are not exact
  Expr all = ceil((limit - start) / delta);
  Expr isFinite = all.unary("rlx.abs") <= all.number(kMost);
  Dim end = sizeOf(where(isFinite, max(all, 0) + 1, all.number(0))), count = end - 1;
  n.require(end, n.size(1), "expects finite bounds, and a delta that is not 0");
  Expr steps = iotaAlong(n, count, 0, 1, f64) * delta;
  n.set(0, (start + steps).to(n.elementType(0)).value());
}

void importRange(Node &n) {
  n.ignoreAttr("stash_type"); // computed in f64
  if (!isa<FloatType>(n.elementType(0)))
    return importIntRange(n);
  SmallVector<double> bounds;
  for (unsigned i = 0; i < 3; ++i) {
    auto value = n.has(i) ? n.constantDoubles(i) : SmallVector<double>{1}; // the delta
    if (!value)
      return importComputedRange(n);
    if (value->size() != 1)
      return n.expectSingle(i, "a bound or the delta");
    bounds.push_back(value->front());
  }
  double count = std::ceil((bounds[1] - bounds[0]) / bounds[2]);
  if (bounds[2] == 0 || !std::isfinite(count))
    return n.fail("expects finite bounds, and a delta that is not 0");
  if (count > kMaxKnownElements)
    return importComputedRange(n);
  SmallVector<Attribute> elements;
  for (int64_t i = 0; i < count; ++i)
    elements.push_back(n.scalarAttr(n.elementType(0), bounds[0] + i * bounds[2]));
  auto type = RankedTensorType::get(int64_t(elements.size()), n.elementType(0));
  n.set(0, n.literal(DenseElementsAttr::get(type, elements)));
}

void importEyeLike(Node &n) {
  if (n.rank(0) != 2)
    return n.fail("expects a matrix, but got rank " + Twine(n.rank(0)));
  auto rows = constantOf(n.dims(0)[0]), columns = constantOf(n.dims(0)[1]);
  Type type = elementTypeOf(n.getContext(), n.intAttr("dtype", 0));
  if (!type)
    type = n.elementType(0);
  int64_t k = n.intAttr("k", 0);
  if (n.hasFailed())
    return;
  if (!rows || !columns || *rows * *columns > (1 << 20)) {
    // Diagonals farther away than any size are empty.
    k = std::clamp<int64_t>(k, -(int64_t(1) << 40), int64_t(1) << 40);
    Dim one = n.size(1);
    Value row = n.iota(n.size(k), {n.dims(0)[0], one}, 0);
    Value column = n.iota(n.size(0), {one, n.dims(0)[1]}, 1);
    return n.set(0, n.cast(n.compare(ComparePredicate::eq, row, column), type));
  }
  SmallVector<Attribute> elements;
  Attribute one = n.scalarAttr(type, 1), zero = n.scalarAttr(type, 0);
  for (int64_t i = 0; i < *rows && *columns > 0; ++i) // many rows may have no column
    for (int64_t j = 0; j < *columns; ++j)
      elements.push_back(llvm::checkedAdd(i, k) == j ? one : zero);
  n.set(0, n.literal(
               DenseElementsAttr::get(RankedTensorType::get({*rows, *columns}, type), elements)));
}
} // namespace

void rlx::onnxim::addConstantOps(OpTable &table) {
  table.add("Constant", {importConstant, nullptr});
  table.add("ConstantOfShape", {importConstantOfShape, nullptr, 9});
  table.add("Shape", {importShape, nullptr});
  table.add("Size", {importSize, nullptr});
  table.add("Range", {importRange, nullptr, 11, 27});
  table.add("Range", {importRange, nullptr}, kContribDomain);
  table.add("EyeLike", {importEyeLike, nullptr, 9});
}
