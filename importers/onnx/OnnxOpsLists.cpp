// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators on sequences and optionals: SequenceConstruct, SequenceAt, ConcatFromSequence,
// SplitToSequence, SequenceMap, Optional, …
//
// Most of them only rearrange lists of values and create no op; see OnnxLists.h.
#include "importers/onnx/OnnxLists.h"
#include "importers/onnx/OnnxOpTable.h"
#include "importers/onnx/OnnxSubgraph.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {

constexpr StringLiteral kPositionIsComputed =
    "a position in it is known only in a run; make the position a constant";

void importSequenceConstruct(Node &n) {
  std::vector<OnnxValue> elements;
  for (unsigned i = 0; i < n.numInputs(); ++i)
    elements.push_back(n.in(i));
  if (!n.hasFailed())
    n.setValue(0, sequenceOf(n.elementType(0), std::move(elements)));
}

// The element type that attribute 'dtype' or a type names; null once the node has failed.
Type listElementType(Node &n, int dataType) {
  Type type = elementTypeOf(n.getContext(), dataType);
  if (!type)
    n.unsupported("elements of type " + dataTypeName(dataType) + " are not supported");
  return type;
}

void importSequenceEmpty(Node &n) {
  if (Type type = listElementType(n, n.intAttr("dtype", TensorProto::FLOAT)))
    n.setValue(0, sequenceOf(type, {}));
}

// ---- positions ----

// A position that is a constant; std::nullopt if the run computes it.
std::optional<int64_t> constantPosition(Node &n, unsigned i) {
  n.expectSingle(i, "the position");
  const Dims *known = n.hasFailed() ? nullptr : n.known(i);
  return known && known->size() == 1 ? constantOf(known->front()) : std::nullopt;
}

// The position from the front. `numPositions` is the number of elements, or one more for an
// insertion.
size_t checkedPosition(Node &n, int64_t position, size_t length, size_t numPositions) {
  int64_t size = length, end = numPositions;
  if (position < -size || position >= end) {
    n.fail("position " + Twine(position) + " is not in [" + Twine(-size) + ", " + Twine(end - 1) +
           "], the positions of a sequence of " + Twine(length) + " elements");
    return 0;
  }
  return position < 0 ? position + size : position;
}

// A position in a stack, from the front. `length` is added to one below 0.
Dim positionInStack(Node &n, unsigned i, Dim length) {
  Dims positions = n.knownInts(i, "the position");
  if (n.hasFailed() || positions.size() != 1)
    return n.size(0);
  if (std::optional<int64_t> constant = constantOf(positions[0]))
    return *constant < 0 ? length + *constant : positions[0];
  Dim position = n.select(n.atLeast(positions[0], n.size(0)), positions[0], positions[0] + length);
  return n.clamp(position, n.size(0), length);
}

// ---- parts of sequences ----

void importSequenceInsert(Node &n) {
  const OnnxValue &sequence = n.in(0), &element = n.in(1);
  if (sequence.elementType != element.elementType)
    return n.fail("inserts " + valueText(element) + " into " + valueText(sequence));
  std::optional<int64_t> constant = n.has(2) ? constantPosition(n, 2) : std::nullopt;
  if (n.hasFailed())
    return;
  if (!sequence.isStack() && (constant || !n.has(2))) {
    OnnxValue result = sequence;
    const size_t length = result.elements.size();
    size_t position = constant ? checkedPosition(n, *constant, length, length + 1) : length;
    if (n.hasFailed())
      return;
    result.elements.insert(result.elements.begin() + position, element);
    return n.setValue(0, sequenceOf(sequence.elementType, std::move(result.elements)));
  }
  Value stack = emitStack(n, sequence, kPositionIsComputed, element.dims);
  if (n.hasFailed())
    return;
  Value result;
  if (!n.has(2) || constant == 0) {
    result = emitAppended(n, stack, element, constant == 0);
  } else {
    Dim length = n.dimsOf(stack)[0], position = positionInStack(n, 2, length);
    result = emitAppended(n, emitRows(n, stack, n.size(0), position), element);
    result = n.emit("rlx.concat", {result, emitRows(n, stack, position, length - position)},
                    n.i64("axis", 0));
  }
  if (result)
    n.setValue(0, stackValue(n.graph(), result));
}

void importSequenceErase(Node &n) {
  const OnnxValue &sequence = n.in(0);
  std::optional<int64_t> constant = n.has(1) ? constantPosition(n, 1) : -1;
  if (n.hasFailed())
    return;
  if (!sequence.isStack() && constant) {
    std::vector<OnnxValue> elements = sequence.elements;
    size_t position = checkedPosition(n, *constant, elements.size(), elements.size());
    if (n.hasFailed())
      return;
    elements.erase(elements.begin() + position);
    return n.setValue(0, sequenceOf(sequence.elementType, std::move(elements)));
  }
  Value stack = emitStack(n, sequence, kPositionIsComputed);
  if (n.hasFailed())
    return;
  Dim length = n.dimsOf(stack)[0];
  Dim position = n.has(1) ? positionInStack(n, 1, length) : length - 1;
  Value front = emitRows(n, stack, n.size(0), position);
  Value back = emitRows(n, stack, position + 1, length - 1 - position);
  if (Value result = n.emit("rlx.concat", {front, back}, n.i64("axis", 0)))
    n.setValue(0, stackValue(n.graph(), result));
}

void importSequenceAt(Node &n) {
  const OnnxValue &sequence = n.in(0);
  std::optional<int64_t> constant = constantPosition(n, 1);
  if (n.hasFailed())
    return;
  if (!sequence.isStack() && constant) {
    size_t position =
        checkedPosition(n, *constant, sequence.elements.size(), sequence.elements.size());
    return n.hasFailed() ? void() : n.setValue(0, sequence.elements[position]);
  }
  Value stack = emitStack(n, sequence, kPositionIsComputed);
  n.set(0, emitRow(n, stack, n.single(1, "the position")));
}

void importSequenceLength(Node &n) {
  n.setKnown(0, {lengthOf(n, n.in(0))}, {}, n.builder().getI64Type());
}

// ---- whole sequences ----

// The rows of a stack joined along an axis of theirs, or along a new one.
Value emitJoinedRows(Node &n, Value stack, int64_t axis, bool isNewAxis) {
  Dims dims = n.dimsOf(stack);
  IntList order = axisRange(1, dims.size());
  order.insert(order.begin() + axis, 0);
  Value moved = axis == 0 ? stack : n.transpose(stack, order);
  if (isNewAxis)
    return moved;
  Dims sizes(ArrayRef<Dim>(dims).drop_front());
  sizes[axis] = n.need(mul(dims[0], sizes[axis]), "the size of the result");
  return n.reshape(moved, sizes);
}

void importConcatFromSequence(Node &n) {
  const OnnxValue &sequence = n.in(0);
  bool isNewAxis = n.flagAttr("new_axis", false);
  int64_t axis = n.requiredIntAttr("axis");
  if (!sequence.isStack() && sequence.elements.empty())
    n.fail("the sequence is empty");
  if (n.hasFailed())
    return;
  const int64_t rank =
      sequence.isStack() ? sequence.dims.size() - 1 : sequence.elements[0].dims.size();
  axis = n.axis(axis, rank + isNewAxis);
  if (n.hasFailed())
    return;
  if (sequence.isStack())
    return n.set(0, emitJoinedRows(n, sequence.tensor, axis, isNewAxis));
  SmallVector<Value> parts;
  for (const OnnxValue &element : sequence.elements) {
    Dims dims = element.dims;
    if (static_cast<int64_t>(dims.size()) != rank)
      return n.fail("joins elements of different ranks: " + valueText(sequence.elements[0]) +
                    " and " + valueText(element));
    if (isNewAxis)
      dims.insert(dims.begin() + axis, n.size(1));
    parts.push_back(n.reshape(n.tensorOf(element), dims));
  }
  n.set(0, parts.size() == 1 ? parts[0] : n.emit("rlx.concat", parts, n.i64("axis", axis)));
}

// The sizes of the parts along the axis. Empty once the node has failed, or for an axis of a
// dynamic size that is split into parts of one.
std::optional<Dims> splitSizes(Node &n, Dim size) {
  std::optional<int64_t> fixed = constantOf(size);
  const bool isList = n.has(1) && n.rank(1) == 1;
  if (isList)
    return n.knownInts(1, "the sizes of the parts");
  std::optional<int64_t> part = 1;
  if (n.has(1)) {
    n.expectSingle(1, "the size of a part");
    IntList given = n.constantInts(1, "the size of a part");
    if (n.hasFailed())
      return std::nullopt;
    part = given[0];
    if (*part < 1)
      return n.fail("the size of a part is " + Twine(*part) + ", but must be at least 1"),
             std::nullopt;
  }
  if (!fixed) {
    if (*part != 1)
      n.needsStatic("the axis that is split into parts of " + Twine(*part));
    return std::nullopt;
  }
  Dims sizes;
  if (llvm::divideCeilSigned(*fixed, *part) > kMaxKnownElements)
    return std::nullopt;
  for (int64_t at = 0; at < *fixed; at += *part)
    sizes.push_back(n.size(std::min(*part, *fixed - at)));
  return sizes;
}

// The slices of one element along an axis, as the rows of a stack.
Value emitSlices(Node &n, int64_t axis, bool keepDims) {
  Dims dims(n.dims(0));
  IntList order = axisRange(0, dims.size());
  order.erase(order.begin() + axis);
  order.insert(order.begin(), axis);
  Value rows = axis == 0 ? n.tensor(0) : n.transpose(n.tensor(0), order);
  if (!keepDims || n.hasFailed())
    return rows;
  Dims sizes = n.dimsOf(rows);
  sizes.insert(sizes.begin() + 1 + axis, n.size(1));
  return n.reshape(rows, sizes);
}

void importSplitToSequence(Node &n) {
  const int64_t axis = n.axis(n.intAttr("axis", 0), n.rank(0));
  const bool keepDims = n.flagAttr("keepdims", true) || n.has(1);
  if (n.hasFailed())
    return;
  Dims whole(n.dims(0));
  std::optional<Dims> sizes = splitSizes(n, whole[axis]);
  if (n.hasFailed())
    return;
  if (!sizes) {
    Value stack = emitSlices(n, axis, keepDims);
    return stack ? n.setValue(0, stackValue(n.graph(), stack)) : void();
  }
  Value data = n.tensor(0);
  std::vector<OnnxValue> parts;
  Dim at = n.size(0);
  for (Dim size : *sizes) {
    n.require(size, n.size(0), "the size of a part must be at least 0");
    Value part = n.sliceAxis(data, axis, at, size);
    at = n.need(small(at + size), "the start of a part");
    if (!keepDims) {
      Dims dims = whole;
      dims.erase(dims.begin() + axis);
      part = n.reshape(part, dims);
    }
    if (n.hasFailed())
      return;
    parts.push_back(tensorValue(n.graph(), part));
  }
  if (equal(at, whole[axis]) == false)
    return n.mismatch("the parts have " + shapeText(at) + " elements along axis " + Twine(axis) +
                      ", but the input has " + shapeText(whole[axis]));
  if (!constantOf(at) || !constantOf(whole[axis])) {
    n.require(at, whole[axis], "the parts of a split must have all elements of its input");
    n.require(whole[axis], at, "the parts of a split must have all elements of its input");
  }
  n.setValue(0, sequenceOf(n.elementType(0), std::move(parts)));
}

// ---- SequenceMap ----

// The body for each element of sequences that are lists.
void mapLists(Node &n, const GraphProto &body) {
  std::vector<std::vector<OnnxValue>> results(n.numOutputs());
  for (size_t i = 0; i < n.in(0).elements.size(); ++i) {
    SmallVector<OnnxValue> inputs;
    for (unsigned j = 0; j < n.numInputs(); ++j)
      inputs.push_back(n.in(j).isTensor() ? n.in(j) : n.in(j).elements[i]);
    Graph::Mark mark = n.graph().mark();
    FailureOr<SubgraphResults> values = importSubgraph(n, body, inputs);
    n.graph().forgetNames(mark);
    if (failed(values))
      return;
    for (auto [list, value] : llvm::zip(results, *values))
      list.push_back(std::move(value));
  }
  for (auto [i, list] : llvm::enumerate(results)) {
    Type type = list.empty()
                    ? elementTypeOf(n.getContext(), body.output[i].type->tensorType->elemType)
                    : list[0].elementType;
    if (!type)
      return n.fail("output #" + Twine(i) + " of the body has no type");
    n.setValue(i, sequenceOf(type, std::move(list)));
  }
}

// The body as a scan over the rows of stacks.
void mapStacks(Node &n, const GraphProto &body) {
  SmallVector<Value> stacks;
  for (unsigned j = 0; j < n.numInputs(); ++j)
    if (!n.in(j).isTensor())
      stacks.push_back(emitStack(n, n.in(j),
                                 "another sequence has a length that is known only in "
                                 "a run"));
  auto step = [&](ArrayRef<Value>, ArrayRef<Value> rows) {
    SmallVector<OnnxValue> inputs;
    for (unsigned j = 0, row = 0; j < n.numInputs(); ++j)
      inputs.push_back(n.in(j).isTensor() ? n.in(j) : tensorValue(n.graph(), rows[row++]));
    SmallVector<Value> tensors;
    if (FailureOr<SubgraphResults> values = importSubgraph(n, body, inputs); succeeded(values))
      for (const OnnxValue &value : *values)
        tensors.push_back(n.tensorOf(value));
    return tensors;
  };
  SmallVector<Value> results = emitScan(n, {}, stacks, /*reverse=*/false, step);
  for (auto [i, result] : llvm::enumerate(results))
    n.setValue(i, stackValue(n.graph(), result));
}

void importSequenceMap(Node &n) {
  const GraphProto *body = n.graphAttr("body");
  if (n.hasFailed())
    return;
  if (body->output.size() != n.numOutputs())
    return n.fail("has " + Twine(n.numOutputs()) + " outputs, but its body has " +
                  Twine(body->output.size()));
  bool isList = true;
  for (unsigned j = 0; j < n.numInputs(); ++j) {
    if (n.in(j).isTensor())
      continue;
    isList &= !n.in(j).isStack();
    if (equal(lengthOf(n, n.in(j)), lengthOf(n, n.in(0))) == false)
      return n.fail("its sequences must have one length, but " + n.inputText(0) + " is " +
                    valueText(n.in(0)) + " and " + n.inputText(j) + " is " + valueText(n.in(j)));
  }
  if (n.hasFailed())
    return;
  isList &= n.graph().mayRepeat(n.in(0).elements.size());
  isList ? mapLists(n, *body) : mapStacks(n, *body);
}

// ---- optionals ----

// The element type of a type; null once the node has failed.
Type elementTypeIn(Node &n, const TypeProto &type) {
  if (type.sequenceType)
    return elementTypeIn(n, *type.sequenceType->elemType);
  if (type.optionalType)
    return elementTypeIn(n, *type.optionalType->elemType);
  return listElementType(n, type.tensorType->elemType);
}

void importOptional(Node &n) {
  const TypeProto *type = n.typeAttr("type");
  if (n.hasFailed())
    return;
  if (n.has(0))
    return n.setValue(0, optionalOf(n.in(0)));
  if (!type)
    return n.fail("has neither an input nor the attribute 'type'");
  if (Type element = elementTypeIn(n, *type))
    n.setValue(0, emptyOptional(element));
}

bool isEmptyOptional(const OnnxValue &value) {
  return value.kind == OnnxValue::Kind::Optional && value.elements.empty();
}

void importOptionalHasElement(Node &n) {
  const bool has = n.has(0) && !isEmptyOptional(n.in(0));
  n.setKnown(0, {n.size(has)}, {}, n.builder().getI1Type());
}

void importOptionalGetElement(Node &n) {
  if (isEmptyOptional(n.in(0)))
    return n.fail("takes the element of an empty optional, " + n.inputText(0));
  if (n.in(0).kind == OnnxValue::Kind::Optional)
    n.setValue(0, n.in(0).elements[0]);
  else
    n.forward(0, 0);
}

} // namespace

void rlx::onnxim::addListOps(OpTable &table) {
  table.add("SequenceConstruct", {importSequenceConstruct, nullptr, 11});
  table.add("SequenceEmpty", {importSequenceEmpty, nullptr, 11});
  table.add("SequenceInsert", {importSequenceInsert, nullptr, 11});
  table.add("SequenceErase", {importSequenceErase, nullptr, 11});
  table.add("SequenceAt", {importSequenceAt, nullptr, 11});
  table.add("SequenceLength", {importSequenceLength, nullptr, 11});
  table.add("ConcatFromSequence", {importConcatFromSequence, nullptr, 11});
  table.add("SplitToSequence", {importSplitToSequence, nullptr, 11});
  table.add("SequenceMap", {importSequenceMap, nullptr, 17});
  table.add("Optional", {importOptional, nullptr, 15});
  table.add("OptionalHasElement", {importOptionalHasElement, nullptr, 15, 18});
  table.add("OptionalGetElement", {importOptionalGetElement, nullptr, 15, 18});
  for (StringRef op : {"SequenceInsert", "SequenceErase", "SequenceAt"})
    table.limit(op, "elements of different shapes with a position that is computed from data");
  table.limit("SplitToSequence", "parts whose number is known only in a run, unless they have one "
                                 "element along the axis");
}
