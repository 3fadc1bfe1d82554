// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lists of values, and stacks; see OnnxLists.h.
#include "importers/onnx/OnnxLists.h"

using namespace mlir;

namespace rlx::onnxim {

using Kind = OnnxValue::Kind;

OnnxValue tensorValue(Graph &graph, Value tensor) {
  OnnxValue value;
  value.elementType = cast<RankedTensorType>(tensor.getType()).getElementType();
  value.dims = graph.dims(tensor);
  value.tensor = tensor;
  return value;
}

// A name may mean another value where the element is used, for example in the next iteration.
static OnnxValue withoutName(OnnxValue value) {
  value.name.clear();
  return value;
}

OnnxValue sequenceOf(Type elementType, std::vector<OnnxValue> elements) {
  OnnxValue value;
  value.kind = Kind::Sequence;
  value.elementType = elementType;
  for (OnnxValue &element : elements)
    value.elements.push_back(withoutName(std::move(element)));
  return value;
}

OnnxValue stackValue(Graph &graph, Value tensor) {
  OnnxValue value = tensorValue(graph, tensor);
  value.kind = Kind::Sequence;
  return value;
}

OnnxValue emptyOptional(Type elementType) {
  OnnxValue value;
  value.kind = Kind::Optional;
  value.elementType = elementType;
  return value;
}

OnnxValue optionalOf(OnnxValue element) {
  OnnxValue value = emptyOptional(element.elementType);
  value.elements.push_back(withoutName(std::move(element)));
  return value;
}

OnnxValue mapOf(OnnxValue keys, OnnxValue values) {
  OnnxValue value;
  value.kind = Kind::Map;
  value.elementType = values.elementType;
  value.elements = {withoutName(std::move(keys)), withoutName(std::move(values))};
  return value;
}

std::string valueText(const OnnxValue &value) {
  if (value.isTensor())
    return valueText(value.elementType, value.dims);
  if (value.kind == Kind::Optional)
    return value.elements.empty() ? "an empty optional"
                                  : "an optional of " + valueText(value.elements[0]);
  if (value.kind == Kind::Map)
    return "a map from " + typeText(value.elements[0].elementType) + " to " +
           typeText(value.elementType);
  if (value.isStack())
    return "a sequence of " + valueText(value.elementType, ArrayRef<Dim>(value.dims).drop_front());
  return "a sequence of " + std::to_string(value.elements.size()) + " x " +
         typeText(value.elementType);
}

std::optional<Dims> elementDims(const OnnxValue &sequence) {
  if (sequence.isStack())
    return Dims(ArrayRef<Dim>(sequence.dims).drop_front());
  if (sequence.elements.empty())
    return std::nullopt;
  const Dims &first = sequence.elements[0].dims;
  for (const OnnxValue &element : sequence.elements)
    if (!llvm::equal(first, element.dims, [](Dim l, Dim r) { return equal(l, r) == true; }))
      return std::nullopt;
  return first;
}

Dim lengthOf(Node &n, const OnnxValue &sequence) {
  return sequence.isStack() ? sequence.dims[0] : n.size(sequence.elements.size());
}

static Value emitLine(Node &n, const OnnxValue &element) {
  Dims dims = element.dims;
  dims.insert(dims.begin(), n.size(1));
  return n.reshape(n.tensorOf(element), dims);
}

Value emitStack(Node &n, const OnnxValue &sequence, StringRef why, std::optional<Dims> dims) {
  if (sequence.isStack())
    return sequence.tensor;
  if (sequence.elements.empty() && dims) {
    dims->insert(dims->begin(), n.size(0));
    return n.expand(n.scalar(sequence.elementType, 0), *dims);
  }
  if (sequence.elements.empty())
    return n.fail("the sequence '" + sequence.name + "' is empty"), Value();
  if (!elementDims(sequence)) {
    std::string shapes;
    for (const OnnxValue &element : ArrayRef(sequence.elements).take_front(4))
      shapes += (shapes.empty() ? "" : ", ") + shapeText(element.dims);
    n.unsupported("the elements of the sequence must have one shape, but have " + shapes +
                  (sequence.elements.size() > 4 ? ", ..." : "") + ", and " + why);
    return {};
  }
  SmallVector<Value> lines;
  for (const OnnxValue &element : sequence.elements)
    lines.push_back(emitLine(n, element));
  return lines.size() == 1 ? lines[0] : n.emit("rlx.concat", lines, n.i64("axis", 0));
}

Value emitRows(Node &n, Value stack, Dim start, Dim size) {
  return n.sliceAxis(stack, 0, start, size);
}

Value emitAppended(Node &n, Value stack, const OnnxValue &element, bool atFront) {
  if (n.hasFailed())
    return {};
  Dims rows = n.dimsOf(stack);
  if (!llvm::equal(ArrayRef<Dim>(rows).drop_front(), element.dims,
                   [](Dim l, Dim r) { return equal(l, r) == true; })) {
    n.unsupported("inserts " + valueText(element) + " into a sequence of " +
                  shapeText(ArrayRef<Dim>(rows).drop_front()) +
                  ", whose length is known only in a run; supported are elements of one shape");
    return {};
  }
  Value line = emitLine(n, element);
  SmallVector<Value> parts = {atFront ? line : stack, atFront ? stack : line};
  return n.emit("rlx.concat", parts, n.i64("axis", 0));
}

Value emitRow(Node &n, Value stack, Value position) {
  return n.emit("rlx.gather", {stack, position}, n.i64("axis", 0));
}

void flatten(const OnnxValue &value, SmallVectorImpl<OnnxValue> &tensors) {
  if (value.isTensor() || value.isStack())
    tensors.push_back(value);
  for (const OnnxValue &element : value.elements)
    flatten(element, tensors);
}

OnnxValue rebuilt(Graph &graph, const OnnxValue &like, ArrayRef<Value> &tensors) {
  if (like.isTensor() || like.isStack()) {
    Value tensor = tensors.front();
    tensors = tensors.drop_front();
    return like.isTensor() ? tensorValue(graph, tensor) : stackValue(graph, tensor);
  }
  OnnxValue value;
  value.kind = like.kind;
  value.elementType = like.elementType;
  for (const OnnxValue &element : like.elements)
    value.elements.push_back(rebuilt(graph, element, tensors));
  return value;
}

bool haveEqualLists(const OnnxValue &lhs, const OnnxValue &rhs) {
  return lhs.kind == rhs.kind && lhs.isStack() == rhs.isStack() &&
         llvm::equal(lhs.elements, rhs.elements, haveEqualLists);
}

} // namespace rlx::onnxim
