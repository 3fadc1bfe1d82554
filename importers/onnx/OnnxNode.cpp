// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attributes, operands, results and op builders of a node; see OnnxNode.h.
//
// Accessors record which attributes were read, so that unknown ones can be reported.
#include "importers/onnx/OnnxNode.h"

#include "dialects/rlx/interfaces/Parts.h"
#include "importers/onnx/OnnxSchemas.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/APSInt.h"

using namespace mlir;

namespace rlx::onnxim {
namespace {
// The message of an op without the op's name, which is not one of ONNX.
std::string withoutOp(const std::string &text) {
  constexpr llvm::StringLiteral kOp = "' op ";
  size_t end = text.find(kOp);
  return StringRef(text).starts_with("'rlx.") && end != std::string::npos
             ? text.substr(end + kOp.size())
             : text;
}

void replaceWord(std::string &text, StringRef word, StringRef by) {
  auto isPart = [&](size_t i) { return i < text.size() && (isalnum(text[i]) || text[i] == '_'); };
  for (size_t at = 0; (at = text.find(word, at)) != std::string::npos;) {
    bool isWhole = !(at > 0 && isPart(at - 1)) && !isPart(at + word.size());
    if (isWhole)
      text.replace(at, word.size(), by);
    at += isWhole ? by.size() : word.size();
  }
}

} // namespace

CapturedErrors::CapturedErrors(MLIRContext *context)
    : handler(context, [this](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == DiagnosticSeverity::Error && text.empty()) {
          text = diagnostic.str();
          kind = errorKind(diagnostic);
        }
        return success();
      }) {}

std::string nodeName(const NodeProto &proto, unsigned number) {
  return proto.name.empty() ? proto.opType + "_" + std::to_string(number) : proto.name;
}

// "Conv, opset 11".
static std::string kindText(const NodeProto &proto, int64_t opset) {
  const StringRef domain = canonicalDomain(proto.domain);
  return (domain.empty() ? "" : domain.str() + ".") + proto.opType +
         (opset == 0 ? "" : ", opset " + std::to_string(opset));
}

std::string nodeTitle(const NodeProto &proto, unsigned number, int64_t opset) {
  return "node '" + nodeName(proto, number) + "' (" + kindText(proto, opset) + ")";
}

std::string typeText(Type elementType) {
  return typesText(TypeSet(1) << dataTypeOf(elementType));
}

std::string shapeText(ArrayRef<Dim> dims) {
  std::string text;
  for (Dim dim : dims) {
    std::optional<int64_t> size = constantOf(dim);
    text += (text.empty() ? "" : "x") + (size ? std::to_string(*size) : "?");
  }
  return "[" + text + "]";
}

std::string valueText(Type elementType, ArrayRef<Dim> dims) {
  return typeText(elementType) + " " + shapeText(dims);
}

bool mayBeEqual(ArrayRef<Dim> lhs, ArrayRef<Dim> rhs) {
  return llvm::equal(lhs, rhs, [](Dim l, Dim r) { return equal(l, r).value_or(true); });
}

bool mayBeOneElement(ArrayRef<Dim> dims) {
  return llvm::all_of(dims, [](Dim dim) { return constantOf(dim).value_or(1) == 1; });
}

Node::Node(Graph &graph, const NodeProto &proto, ExternalFiles &files, unsigned number,
           int64_t opset)
    : state(graph), proto(proto), externalFiles(files),
      title(nodeTitle(proto, number, opset) + ": "),
      location(nodeLocation(StringAttr::get(graph.getContext(), nodeName(proto, number)),
                            kindText(proto, opset))),
      results(proto.output.size()) {
  absent.elementType = Float32Type::get(graph.getContext()); // any type
}

void Node::fail(const Twine &message, ErrorKind kind) {
  if (!failed) {
    InFlightDiagnostic error = emitError(location);
    error << title << message;
    if (kind == ErrorKind::Unsupported)
      rlx::unsupported(std::move(error));
  }
  failed = true;
}

void Node::needsStatic(const Twine &what) {
  unsupported(what + " must be static, but is dynamic" + inputsText() +
              "; export the model with a fixed size");
}

std::string Node::inputsText() const {
  constexpr size_t kMaxListed = 8;
  SmallVector<StringRef> names;
  std::string list;
  for (unsigned i = 0; i < numInputs(); ++i) {
    const OnnxValue *input = findInput(i);
    if (!input || llvm::is_contained(names, proto.input[i]))
      continue;
    names.push_back(proto.input[i]);
    if (names.size() <= kMaxListed)
      list += (list.empty() ? "'" : ", '") + proto.input[i] + "' " + shapeText(input->dims);
  }
  if (names.empty())
    return "";
  return (names.size() == 1 ? "; the input is " : "; the inputs are ") + list +
         (names.size() > kMaxListed ? ", ..." : "");
}

void Node::note(const Twine &message) {
  std::string text = (title + message).str();
  if (!llvm::is_contained(state.notes, text))
    state.notes.push_back(std::move(text));
}

std::string Node::inputText(unsigned i) const {
  return "input #" + std::to_string(i) + " '" + (has(i) ? proto.input[i] : "") + "'";
}

std::string Node::inTermsOfInputs(std::string text, ValueRange operands) const {
  text = withoutOp(text);
  auto textOf = [&](size_t operand) -> std::string {
    for (unsigned i = 0; i < numInputs() && operand < operands.size(); ++i)
      if (const OnnxValue *input = findInput(i); input && input->tensor == operands[operand])
        return inputText(i);
    return "";
  };
  auto replace = [&](StringRef word, size_t operand, StringRef otherwise) {
    std::string input = textOf(operand);
    replaceWord(text, word, input.empty() ? otherwise : input);
  };
  replace("lhs", 0, "the left operand");
  replace("rhs", 1, "the right operand");
  replace("gamma", 1, "gamma");
  replace("beta", 2, "beta");
  replaceWord(text, "eps", "epsilon");
  for (size_t i = 0; i < operands.size(); ++i) {
    std::string word = "operand #" + std::to_string(i);
    replace(word, i, word);
  }
  return text;
}

template <typename Callback>
Value Node::attempt(Callback callback, llvm::function_ref<std::string(std::string)> describe) {
  if (failed)
    return {};
  FailureOr<Value> value = failure();
  std::string text;
  ErrorKind kind;
  {
    CapturedErrors errors(getContext());
    value = callback();
    text = errors.text;
    kind = errors.kind;
  }
  if (succeeded(value))
    return *value;
  fail(describe(std::move(text)), kind);
  return {};
}

// ---- attributes ----

bool Node::hasAttr(StringRef name) const {
  return llvm::any_of(proto.attribute, [&](auto &attribute) { return attribute.name == name; });
}

const AttributeProto *Node::find(StringRef name, int type, StringRef typeName) {
  readAttrs.insert(name);
  for (const AttributeProto &attribute : proto.attribute) {
    if (attribute.name != name)
      continue;
    if (attribute.type == type)
      return &attribute;
    fail("attribute '" + name + "' is expected to be " + typeName + ", but is " +
         attributeTypeName(attribute.type));
    return nullptr;
  }
  return nullptr;
}

int64_t Node::intAttr(StringRef name, int64_t fallback) {
  auto *attribute = find(name, AttributeProto::INT, "INT");
  return attribute ? attribute->i : fallback;
}

int64_t Node::requiredIntAttr(StringRef name) {
  if (!hasAttr(name))
    fail("attribute '" + name + "' is missing");
  return intAttr(name, 0);
}

bool Node::flagAttr(StringRef name, bool fallback) {
  int64_t value = intAttr(name, fallback);
  if (value != 0 && value != 1)
    fail("attribute '" + name + "' is " + Twine(value) + ", expected 0 or 1");
  return value == 1;
}

double Node::floatAttr(StringRef name, double fallback) {
  auto *attribute = find(name, AttributeProto::FLOAT, "FLOAT");
  return attribute ? attribute->f : fallback;
}

std::string Node::stringAttr(StringRef name, StringRef fallback) {
  auto *attribute = find(name, AttributeProto::STRING, "STRING");
  return attribute ? attribute->s : fallback.str();
}

IntList Node::intsAttr(StringRef name) {
  auto *attribute = find(name, AttributeProto::INTS, "INTS");
  return attribute ? IntList(attribute->ints.begin(), attribute->ints.end()) : IntList();
}

IntList Node::intsAttr(StringRef name, size_t count, int64_t fallback, int64_t min) {
  IntList values = intsAttr(name);
  if (!hasAttr(name))
    return IntList(count, fallback);
  if (values.size() != count)
    fail("attribute '" + name + "' has " + Twine(values.size()) + " elements instead of " +
         Twine(count));
  for (int64_t value : values)
    if (value < min || value > (int64_t(1) << 31))
      fail("attribute '" + name + "' has the invalid element " + Twine(value));
  return values;
}

SmallVector<double> Node::floatsAttr(StringRef name) {
  auto *attribute = find(name, AttributeProto::FLOATS, "FLOATS");
  return attribute ? SmallVector<double>(attribute->floats.begin(), attribute->floats.end())
                   : SmallVector<double>();
}

SmallVector<std::string> Node::stringsAttr(StringRef name) {
  auto *attribute = find(name, AttributeProto::STRINGS, "STRINGS");
  return attribute ? SmallVector<std::string>(attribute->strings.begin(), attribute->strings.end())
                   : SmallVector<std::string>();
}

const TensorProto *Node::tensorAttr(StringRef name) {
  auto *attribute = find(name, AttributeProto::TENSOR, "TENSOR");
  return attribute ? &*attribute->t : nullptr;
}

const SparseTensorProto *Node::sparseAttr(StringRef name) {
  auto *attribute = find(name, AttributeProto::SPARSE_TENSOR, "SPARSE_TENSOR");
  return attribute ? &*attribute->sparseTensor : nullptr;
}

const TypeProto *Node::typeAttr(StringRef name) {
  auto *attribute = find(name, AttributeProto::TYPE_PROTO, "TYPE_PROTO");
  return attribute ? &*attribute->tp : nullptr;
}

const GraphProto *Node::graphAttr(StringRef name) {
  auto *attribute = find(name, AttributeProto::GRAPH, "GRAPH");
  if (!attribute)
    fail("attribute '" + name + "' is missing");
  return attribute ? &*attribute->g : nullptr;
}

void Node::expectIntAttr(StringRef name, int64_t supported) {
  int64_t value = intAttr(name, supported);
  if (value != supported)
    unsupported("attribute '" + name + "' = " + Twine(value) + " is not supported, only " +
                Twine(supported) + " is");
}

StringRef Node::unreadAttr() const {
  for (const AttributeProto &attribute : proto.attribute)
    // Before operator set 6, 'consumed_inputs' allowed inputs to be overwritten. This is optional.
    if (!readAttrs.contains(attribute.name) &&
        !(opset() < 6 && attribute.name == "consumed_inputs"))
      return attribute.name;
  return {};
}

std::string Node::nearestAttr(StringRef name) const {
  // One edit for every three letters makes another word.
  unsigned least = static_cast<unsigned>(name.size()) / 3 + 1;
  StringRef nearest;
  for (StringRef read : readAttrs.keys()) {
    const unsigned edits = read.edit_distance(name, true, least);
    if (edits < least || (edits == least && !nearest.empty() && read < nearest)) {
      least = edits;
      nearest = read;
    }
  }
  return nearest.str();
}

// ---- operands ----

const OnnxValue *Node::findInput(unsigned i) const {
  return has(i) ? state.find(proto.input[i]) : nullptr;
}

const OnnxValue &Node::in(unsigned i) {
  if (const OnnxValue *input = findInput(i))
    return *input;
  fail("input #" + Twine(i) + " is missing");
  return absent;
}

Value Node::tensor(unsigned i) {
  const OnnxValue &input = in(i); // fails, if it does, before errors are captured
  return attempt([&] { return state.tensor(input, location); },
                 [&](const std::string &text) {
                   return "input #" + std::to_string(i) + ": " + withoutOp(text);
                 });
}

Value Node::tensorOf(const OnnxValue &value) {
  return attempt([&] { return state.tensor(value, location); },
                 [](const std::string &text) { return withoutOp(text); });
}

void Node::expectSingle(unsigned i, StringRef what) {
  if (!mayBeOneElement(dims(i)))
    fail(inputText(i) + " (" + what + ") must have one element, but has shape " +
         shapeText(dims(i)));
}

void Node::expectVector(unsigned i, StringRef what, Dim size, StringRef each) {
  if (has(i) && !mayBeEqual(dims(i), size))
    fail(inputText(i) + " (" + what + ") must have shape " + shapeText(size) +
         ", one element for each " + each + ", but has shape " + shapeText(dims(i)));
}

Value Node::single(unsigned i, StringRef what) {
  expectSingle(i, what);
  return reshape(tensor(i), {});
}

Value Node::constantOrTensor(unsigned i, int64_t maxInline) {
  const OnnxValue &input = in(i);
  return attempt([&] { return state.tensor(input, location, maxInline); },
                 [&](const std::string &text) {
                   return "input #" + std::to_string(i) + ": " + withoutOp(text);
                 });
}

SmallVector<Value> Node::tensors() {
  SmallVector<Value> all;
  for (unsigned i = 0; i < numInputs(); ++i)
    all.push_back(tensor(i));
  return all;
}

const Dims *Node::known(unsigned i) {
  const OnnxValue &value = in(i);
  if (wantsElements)
    return state.elementsOf(value);
  return value.known ? &*value.known : nullptr;
}

const Dims *Node::foldable(unsigned i) {
  return in(i).tensor && !wantsElements ? nullptr : known(i);
}

std::optional<Dims> Node::resultElements(unsigned i) {
  const Dims *elements = failed || !results[i] ? nullptr : state.elementsOf(*results[i]);
  return elements ? std::optional<Dims>(*elements) : std::nullopt;
}

Dims Node::knownInts(unsigned i, StringRef what, std::optional<int64_t> length) {
  const OnnxValue &value = in(i);
  if (length && value.dims.size() == 1 && !constantOf(value.dims[0])) {
    requireEqual(value.dims[0], size(*length),
                 inputText(i) + " (" + what + ") must have " + Twine(*length) +
                     (*length == 1 ? " element" : " elements"));
    state.fixLength(value, *length);
  }
  if (const Dims *elements = state.computedElementsOf(value))
    return *elements;
  unsupported(inputText(i) + " (" + what + "), " + valueText(value.elementType, value.dims) + ", " +
              unknownText(value));
  return {};
}

std::string Node::unknownText(const OnnxValue &value) {
  if (value.data && value.data->numElements() > kMaxKnownElements)
    return "has more elements than the " + std::to_string(kMaxKnownElements) +
           " that are supported here";
  if (value.data)
    return "is a constant whose elements are not all signed integers";
  if (value.dims.size() == 1 && !constantOf(value.dims[0])) {
    const std::string unknown = "has a length that is not known before the run";
    if (!state.isInput(value))
      return unknown;
    state.advice = "declare it in the model";
    if (StringRef name = state.declaredName(value.dims[0]); !name.empty())
      state.advice = ("fix the size '" + name + "', for example with rlx-run --fix-dim=" + name +
                      "=3 or dims={\"" + name + "\": 3} in Python, or declare it in the model")
                         .str();
    return unknown + "; " + state.advice;
  }
  return "is computed from data; supported are at most 64 signed integers of rank 0 or 1";
}

IntList Node::constantInts(unsigned i, StringRef what) {
  const OnnxValue &value = in(i);
  const Dims *elements = state.elementsOf(value);
  IntList values;
  for (Dim dim : elements ? *elements : Dims())
    if (std::optional<int64_t> element = constantOf(dim))
      values.push_back(*element);
  if (elements && values.size() == elements->size())
    return values;
  unsupported(inputText(i) + " (" + what + "), " + valueText(value.elementType, value.dims) + ", " +
              (value.data ? unknownText(value)
                          : "must be a constant, but follows from the sizes or the data of the "
                            "model's inputs; export the model with a constant here, for example "
                            "with fixed sizes and constant folding"));
  return {};
}

std::optional<SmallVector<double>> Node::constantDoubles(unsigned i) {
  const OnnxValue &value = in(i);
  SmallVector<double> elements;
  if (value.data) {
    if (value.data->numElements() > kMaxKnownElements)
      return std::nullopt;
    for (int64_t j = 0, e = value.data->numElements(); j < e; ++j)
      elements.push_back(value.data->doubleAt(j));
    return elements;
  }
  if (!value.known)
    return std::nullopt;
  for (Dim dim : *value.known) {
    auto constant = constantOf(dim);
    if (!constant)
      return std::nullopt;
    elements.push_back(static_cast<double>(*constant));
  }
  return elements;
}

int64_t Node::axis(int64_t axis, int64_t rank) {
  if (axis >= -rank && axis < rank)
    return axis < 0 ? axis + rank : axis;
  fail("axis " + Twine(axis) + " is not in [" + Twine(-rank) + ", " + Twine(rank) + ")");
  return 0;
}

IntList Node::axes(ArrayRef<int64_t> axes, int64_t rank) {
  IntList result;
  for (int64_t value : axes) {
    int64_t normalized = axis(value, rank);
    if (!failed && llvm::is_contained(result, normalized))
      fail("axis " + Twine(value) + " occurs twice");
    if (failed)
      return {};
    result.push_back(normalized);
  }
  return result;
}

// ---- results ----

void Node::set(unsigned i, Value tensor) {
  if (!tensor || !wants(i))
    return;
  OnnxValue value;
  value.elementType = cast<RankedTensorType>(tensor.getType()).getElementType();
  value.dims = state.dims(tensor);
  value.tensor = tensor;
  results[i] = std::move(value);
}

void Node::setKnown(unsigned i, Dims elements, ArrayRef<int64_t> shape, Type elementType) {
  if (failed || !wants(i))
    return;
  OnnxValue value;
  value.elementType = elementType;
  for (int64_t n : shape)
    value.dims.push_back(size(n));
  value.known = std::move(elements);
  results[i] = std::move(value);
}

void Node::setData(unsigned i, TensorData data) {
  if (failed || !wants(i))
    return;
  results[i] = valueOf(getContext(), std::move(data));
}

void Node::setValue(unsigned i, OnnxValue value) {
  if (!failed && wants(i))
    results[i] = std::move(value);
}

void Node::forward(unsigned i, unsigned input) {
  if (failed || !wants(i))
    return;
  results[i] = in(input);
}

LogicalResult Node::finish() {
  for (unsigned i = 0; i < numOutputs() && !failed; ++i) {
    if (!wants(i))
      continue;
    if (!results[i])
      unsupported("output #" + Twine(i) + " '" + proto.output[i] + "' is not supported");
    else if (mlir::failed(state.define(proto.output[i], std::move(*results[i]))))
      fail("output '" + Twine(proto.output[i]) + "' is defined a second time");
  }
  return success(!failed);
}

// ---- building ----

Value Node::emit(StringRef op, ValueRange operands, ArrayRef<NamedAttribute> attributes,
                 ArrayRef<std::unique_ptr<Region>> regions) {
  if (llvm::any_of(operands, [](Value value) { return !value; }))
    return {};
  return attempt(
      [&]() -> FailureOr<Value> {
        FailureOr<Operation *> created = state.create(location, op, operands, attributes, regions);
        if (mlir::failed(created))
          return failure();
        return (*created)->getResult(0);
      },
      [&](std::string text) { return inTermsOfInputs(std::move(text), operands) + inputsText(); });
}

NamedAttribute Node::attr(StringRef name, Attribute value) {
  return builder().getNamedAttr(name, value);
}
NamedAttribute Node::i64(StringRef name, int64_t value) {
  return attr(name, builder().getI64IntegerAttr(value));
}
NamedAttribute Node::f64(StringRef name, double value) {
  return attr(name, builder().getF64FloatAttr(value));
}
NamedAttribute Node::flag(StringRef name, bool value) {
  return attr(name, builder().getBoolAttr(value));
}
NamedAttribute Node::i64s(StringRef name, ArrayRef<int64_t> value) {
  return attr(name, builder().getDenseI64ArrayAttr(value));
}

Value Node::literal(DenseElementsAttr value) {
  return attempt([&] { return state.constant(location, value); }, withoutOp);
}

Value Node::scalar(Type elementType, double value) {
  Attribute element = scalarAttr(elementType, value);
  return literal(DenseElementsAttr::get(RankedTensorType::get({}, elementType), element));
}

TypedAttr Node::scalarAttr(Type elementType, double value) {
  if (auto floatType = dyn_cast<FloatType>(elementType)) {
    APFloat number(value);
    bool losesInfo;
    number.convert(floatType.getFloatSemantics(), APFloat::rmNearestTiesToEven, &losesInfo);
    return FloatAttr::get(floatType, number);
  }
  // The only positive value of a boolean is not one of a signed integer of 1 bit.
  bool isUnsigned = elementType.isUnsignedInteger() || elementType.isInteger(1);
  llvm::APSInt number(elementType.getIntOrFloatBitWidth(), isUnsigned);
  bool isExact;
  APFloat(value).convertToInteger(number, APFloat::rmTowardZero, &isExact); // saturates
  return IntegerAttr::get(elementType, number);
}

Dims Node::dimsOf(Value tensor) {
  return tensor ? state.dims(tensor) : Dims();
}
Dim Node::size(int64_t value) {
  return getAffineConstantExpr(value, getContext());
}

Dim Node::atLeast(Dim lhs, Dim rhs) {
  return clamp(named(lhs - rhs + 1), size(0), size(1));
}

Dim Node::isEqual(Dim lhs, Dim rhs) {
  if (isAtLeast(lhs, rhs + 1) || isAtLeast(rhs, lhs + 1))
    return size(0);
  return lhs == rhs ? size(1) : atLeast(lhs, rhs) + atLeast(rhs, lhs) - 1;
}

Dim Node::select(Dim condition, Dim yes, Dim no) {
  if (auto known = constantOf(condition))
    return *known ? yes : no;
  return yes == no ? yes : named(no + condition * (yes - no));
}

void Node::require(Dim lhs, Dim rhs, const Twine &message) {
  if (failed || isAtLeast(lhs, rhs))
    return;
  if (isAtLeast(rhs, lhs + 1))
    return fail(message);
  state.require(lhs, rhs, message, location);
}

void Node::requireEqual(Dim lhs, Dim rhs, const Twine &message) {
  if (failed || lhs == rhs)
    return;
  if (isAtLeast(lhs, rhs + 1) || isAtLeast(rhs, lhs + 1))
    return fail(message);
  state.requireEqual(lhs, rhs, message, location);
}

Dim Node::need(MaybeDim dim, StringRef what) {
  if (dim)
    return *dim;
  unsupported(what + " cannot be expressed in the sizes of the inputs");
  return size(1);
}

Value Node::iota(Dim start, ArrayRef<Dim> sizes, int64_t axis) {
  if (failed)
    return {};
  Mixed list = mixed(sizes);
  SmallVector<Value> operands = {state.materialize(start, location)};
  llvm::append_range(operands, list.operands);
  return emit("rlx.iota", operands, {i64s("static_sizes", list.constants), i64("axis", axis)});
}

Value Node::compare(ComparePredicate predicate, Value lhs, Value rhs) {
  return emit("rlx.compare", {lhs, rhs}, choice("predicate", predicate));
}

Value Node::cast(Value tensor, Type elementType) {
  if (!tensor || mlir::cast<RankedTensorType>(tensor.getType()).getElementType() == elementType)
    return tensor;
  return emit("rlx.cast", tensor, attr("to", TypeAttr::get(elementType)));
}

Node::Mixed Node::mixed(ArrayRef<Dim> sizes) {
  Mixed result;
  for (Dim dim : sizes) {
    auto constant = constantOf(dim);
    result.constants.push_back(constant.value_or(ShapedType::kDynamic));
    if (!constant)
      result.operands.push_back(state.materialize(dim, location));
  }
  return result;
}

Value Node::reshape(Value tensor, ArrayRef<Dim> sizes) {
  return resized("rlx.reshape", tensor, sizes);
}

Value Node::expand(Value tensor, ArrayRef<Dim> sizes) {
  if (!tensor || failed)
    return {};
  if (sizes.size() >= dimsOf(tensor).size())
    tensor = attempt([&] { return state.expandDynamic(location, tensor, sizes); }, withoutOp);
  return resized("rlx.expand", tensor, sizes);
}

Value Node::resized(StringRef op, Value tensor, ArrayRef<Dim> sizes) {
  if (!tensor || failed || ArrayRef(dimsOf(tensor)) == sizes)
    return tensor;
  Mixed list = mixed(sizes);
  SmallVector<Value> operands = {tensor};
  llvm::append_range(operands, list.operands);
  return emit(op, operands, i64s("static_sizes", list.constants));
}

Value Node::transpose(Value tensor, ArrayRef<int64_t> permutation) {
  if (llvm::equal(permutation, llvm::seq<int64_t>(0, permutation.size())))
    return tensor;
  return emit("rlx.transpose", tensor, i64s("perm", permutation));
}

Value Node::slice(Value tensor, ArrayRef<Dim> starts, ArrayRef<Dim> sizes,
                  ArrayRef<int64_t> strides) {
  if (!tensor || failed)
    return {};
  Mixed first = mixed(starts), extent = mixed(sizes);
  SmallVector<Value> operands = {tensor};
  llvm::append_range(operands, first.operands);
  llvm::append_range(operands, extent.operands);
  return emit("rlx.slice", operands,
              {i64s("static_starts", first.constants), i64s("static_sizes", extent.constants),
               i64s("strides", strides),
               attr("operandSegmentSizes", builder().getDenseI32ArrayAttr(
                                               {1, static_cast<int32_t>(first.operands.size()),
                                                static_cast<int32_t>(extent.operands.size())}))});
}

Value Node::sliceAxis(Value tensor, int64_t axis, Dim start, Dim length) {
  Dims sizes = dimsOf(tensor), starts(sizes.size(), size(0));
  if (failed)
    return {};
  starts[axis] = start;
  sizes[axis] = length;
  return slice(tensor, starts, sizes, IntList(sizes.size(), 1));
}

Value Node::pad(Value tensor, Value value, ArrayRef<Dim> low, ArrayRef<Dim> high, PadMode mode) {
  if (failed)
    return {};
  bool hasValue = mode == PadMode::Constant;
  Mixed front = mixed(low), back = mixed(high);
  SmallVector<Value> operands = {tensor};
  if (hasValue)
    operands.push_back(value);
  llvm::append_range(operands, front.operands);
  llvm::append_range(operands, back.operands);
  return emit("rlx.pad", operands,
              {i64s("static_low", front.constants), i64s("static_high", back.constants),
               choice("mode", mode),
               attr("operandSegmentSizes",
                    builder().getDenseI32ArrayAttr({1, hasValue ? 1 : 0,
                                                    static_cast<int32_t>(front.operands.size()),
                                                    static_cast<int32_t>(back.operands.size())}))});
}

Value Node::pad(Value tensor, Value value, ArrayRef<int64_t> low, ArrayRef<int64_t> high,
                PadMode mode) {
  auto sizes = [&](ArrayRef<int64_t> pads) {
    return llvm::map_to_vector<4>(pads, [&](int64_t pad) { return size(pad); });
  };
  return pad(tensor, value, sizes(low), sizes(high), mode);
}

Value Node::reduce(StringRef op, Value tensor, ArrayRef<int64_t> axes, bool keepDims) {
  return emit(op, tensor, {i64s("axes", axes), flag("keep_dims", keepDims)});
}

} // namespace rlx::onnxim
