// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A node as the handler of its operator sees it: attributes, operands, and ways to create results.
//
// Errors latch. The first one is emitted, prefixed with the node's name, operator and operator set
// version. From then on all accessors return harmless values (null, defaults), so handlers run to
// their end without checking each step.
#ifndef RLX_IMPORTERS_ONNX_ONNXNODE_H
#define RLX_IMPORTERS_ONNX_ONNXNODE_H

#include "dialects/rlx/interfaces/ErrorKind.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "importers/onnx/OnnxGraph.h"
#include "importers/onnx/OnnxProto.h"
#include "llvm/ADT/StringSet.h"

namespace rlx::onnxim {

using mlir::Type;
using mlir::Value;
using IntList = llvm::SmallVector<int64_t>;

// begin, …, end - 1.
inline IntList axisRange(int64_t begin, int64_t end) {
  return llvm::to_vector<6>(llvm::seq<int64_t>(begin, end));
}

// For messages: "bool", "f32"; "[2x?]"; "f32 [2x?]".
std::string typeText(Type elementType);
std::string shapeText(llvm::ArrayRef<Dim> dims);
std::string valueText(Type elementType, llvm::ArrayRef<Dim> dims);
// False if ranks differ, or sizes that are never equal.
bool mayBeEqual(llvm::ArrayRef<Dim> lhs, llvm::ArrayRef<Dim> rhs);
bool mayBeOneElement(llvm::ArrayRef<Dim> dims);

// For messages: "node 'conv1' (Conv, opset 11)", "node 'n' (ai.onnx.ml.Scaler, opset 3)", with the
// operator set of the domain. A node without a name has its operator's and its number.
std::string nodeName(const NodeProto &proto, unsigned number);
std::string nodeTitle(const NodeProto &proto, unsigned number, int64_t opset);

// Collects the errors emitted during its lifetime instead of passing them on: the first one.
class CapturedErrors {
public:
  explicit CapturedErrors(mlir::MLIRContext *context);
  std::string text;
  ErrorKind kind = ErrorKind::Invalid;

private:
  mlir::ScopedDiagnosticHandler handler;
};

class Node {
public:
  // `opset`: of the operator's domain; 0 if the model names none.
  Node(Graph &graph, const NodeProto &proto, ExternalFiles &files, unsigned number, int64_t opset);

  Graph &graph() { return state; }
  mlir::OpBuilder &builder() { return state.builder(); }
  mlir::MLIRContext *getContext() { return state.getContext(); }
  llvm::StringRef op() const { return proto.opType; }
  int64_t opset() const { return state.opset(); }
  mlir::Location loc() const { return location; }

  // ---- failing
  // The node is invalid, or this version does not support it.
  void fail(const llvm::Twine &message) { fail(message, ErrorKind::Invalid); }
  // Something else has failed the node and emitted the error.
  void failSilently() { failed = true; }
  void unsupported(const llvm::Twine &message) { fail(message, ErrorKind::Unsupported); }
  // `what`, a size, must be static, but follows from a dynamic size of the model.
  void needsStatic(const llvm::Twine &what);
  // The inputs do not fit together: the message goes on with their names and shapes.
  void mismatch(const llvm::Twine &message) { fail(message + inputsText()); }
  bool hasFailed() const { return failed; }

  // ---- attributes. An attribute of another type than the requested one is an error.
  bool hasAttr(llvm::StringRef name) const;
  int64_t intAttr(llvm::StringRef name, int64_t fallback);
  int64_t requiredIntAttr(llvm::StringRef name);
  // An INT that must be 0 or 1.
  bool flagAttr(llvm::StringRef name, bool fallback);
  double floatAttr(llvm::StringRef name, double fallback);
  std::string stringAttr(llvm::StringRef name, llvm::StringRef fallback);
  // Empty if absent (hasAttr tells).
  IntList intsAttr(llvm::StringRef name);
  // `count` numbers of at least `min`; if it is absent, all are `fallback`.
  IntList intsAttr(llvm::StringRef name, size_t count, int64_t fallback, int64_t min);
  llvm::SmallVector<double> floatsAttr(llvm::StringRef name);
  llvm::SmallVector<std::string> stringsAttr(llvm::StringRef name);
  const TensorProto *tensorAttr(llvm::StringRef name);
  const SparseTensorProto *sparseAttr(llvm::StringRef name);
  const TypeProto *typeAttr(llvm::StringRef name);
  // A required graph; null once the node has failed.
  const GraphProto *graphAttr(llvm::StringRef name);
  // Marks an attribute that has no effect here.
  void ignoreAttr(llvm::StringRef name) { readAttrs.insert(name); }
  // Fails if the attribute has another value than the only supported one.
  void expectIntAttr(llvm::StringRef name, int64_t supported);
  // The first attribute that was never read, or "".
  llvm::StringRef unreadAttr() const;
  // The one most like `name` of those that the operator reads, or "".
  std::string nearestAttr(llvm::StringRef name) const;

  // ---- operands
  unsigned numInputs() const { return proto.input.size(); }
  bool has(unsigned i) const { return i < numInputs() && !proto.input[i].empty(); }
  // Input i. If it is absent, the node fails, and the value is a scalar without elements.
  const OnnxValue &in(unsigned i);
  Value tensor(unsigned i);
  // Another value as a tensor, for example an element of a sequence.
  Value tensorOf(const OnnxValue &value);
  // Input i as a scalar. `what` names it in the error if it has several elements.
  Value single(unsigned i, llvm::StringRef what);
  void expectSingle(unsigned i, llvm::StringRef what);
  // Fails unless input i, if it is given, may have shape [size]: one element for each `each`.
  void expectVector(unsigned i, llvm::StringRef what, Dim size, llvm::StringRef each);
  // For messages: "input #1 'w'".
  std::string inputText(unsigned i) const;
  // Tells the user about the reading of this node.
  void note(const llvm::Twine &message);
  // As a constant if it is an initializer of at most `maxInline` elements, else as `tensor` gives
  // it.
  Value constantOrTensor(unsigned i, int64_t maxInline);
  llvm::SmallVector<Value> tensors();
  Type elementType(unsigned i) { return in(i).elementType; }
  llvm::ArrayRef<Dim> dims(unsigned i) { return in(i).dims; }
  int64_t rank(unsigned i) { return in(i).dims.size(); }
  // The elements as expressions over the model's dynamic sizes, if all are known integers. While
  // sizes need the results of the node, elements of inputs are known, too.
  const Dims *known(unsigned i);
  // The same, unless there is a tensor already: ops on it are no worse.
  const Dims *foldable(unsigned i);
  // The elements as constants, or as known integers. `what` names the input in the error if they
  // are not.
  IntList constantInts(unsigned i, llvm::StringRef what);
  // `length` is the number of elements that the operator takes. A list of dynamic length has it
  // from here on, or a run fails.
  Dims knownInts(unsigned i, llvm::StringRef what, std::optional<int64_t> length = std::nullopt);
  // The elements of a constant of any type; std::nullopt if it is not constant or too large.
  std::optional<llvm::SmallVector<double>> constantDoubles(unsigned i);
  // Maps an axis in [-rank, rank) to a non-negative one.
  int64_t axis(int64_t axis, int64_t rank);
  IntList axes(llvm::ArrayRef<int64_t> axes, int64_t rank);

  // ---- results
  unsigned numOutputs() const { return proto.output.size(); }
  // Whether result i is read.
  bool wants(unsigned i) const { return i < numOutputs() && state.isUsed(proto.output[i]); }
  void set(unsigned i, Value tensor);
  void setKnown(unsigned i, Dims elements, llvm::ArrayRef<int64_t> shape, Type elementType);
  // Sets result i to `value`, with everything known of it.
  void setValue(unsigned i, OnnxValue value);
  // Sets result i to input `input`, with everything known of it.
  void forward(unsigned i, unsigned input);
  void setData(unsigned i, TensorData data);
  // Adds the results to the graph. An output that is read but was not set is an error.
  mlir::LogicalResult finish();
  // From now on, results are wanted for their elements: see known().
  void wantElements() { wantsElements = true; }
  // The elements of result i, if they are known.
  std::optional<Dims> resultElements(unsigned i);
  ExternalFiles &files() { return externalFiles; }

  // ---- building
  Value emit(llvm::StringRef op, mlir::ValueRange operands,
             llvm::ArrayRef<mlir::NamedAttribute> attributes = {},
             llvm::ArrayRef<std::unique_ptr<mlir::Region>> regions = {});
  mlir::NamedAttribute attr(llvm::StringRef name, mlir::Attribute value);
  mlir::NamedAttribute i64(llvm::StringRef name, int64_t value);
  // A value of one of the dialect's enumerations.
  template <typename Enum>
  mlir::NamedAttribute choice(llvm::StringRef name, Enum value) {
    static_assert(std::is_enum_v<Enum>);
    return attr(name, builder().getI32IntegerAttr(static_cast<int32_t>(value)));
  }
  mlir::NamedAttribute f64(llvm::StringRef name, double value);
  mlir::NamedAttribute flag(llvm::StringRef name, bool value);
  mlir::NamedAttribute i64s(llvm::StringRef name, llvm::ArrayRef<int64_t> value);
  mlir::TypedAttr scalarAttr(Type elementType, double value);
  // A rank-0 constant.
  Value scalar(Type elementType, double value);
  Value literal(mlir::DenseElementsAttr value);
  Dims dimsOf(Value tensor);
  Dim size(int64_t value);
  // Arithmetic that makes derived sizes. Comparisons give 1 for true and 0 for false.
  Dim min(Dim lhs, Dim rhs) { return state.extremum(Extremum::Min, lhs, rhs); }
  Dim max(Dim lhs, Dim rhs) { return state.extremum(Extremum::Max, lhs, rhs); }
  // The size of broadcasting. Sizes that share a symbol count as equal (mayBroadcast), which an op
  // of the node or an assertion must require.
  Dim broadcast(Dim lhs, Dim rhs) { return state.broadcast(lhs, rhs, location); }
  bool mayBroadcast(Dim lhs, Dim rhs) const { return state.mayBroadcast(lhs, rhs); }
  Dim clamp(Dim value, Dim low, Dim high) { return max(min(value, high), low); }
  Dim atLeast(Dim lhs, Dim rhs);
  Dim isEqual(Dim lhs, Dim rhs);
  // `yes` if the condition is 1, `no` if it is 0.
  Dim select(Dim condition, Dim yes, Dim no);
  // A long expression as a symbol, so that expressions over it stay short.
  Dim named(Dim dim) { return state.named(dim); }
  // Whether lhs >= rhs for all sizes.
  bool isAtLeast(Dim lhs, Dim rhs) { return state.bounds().isAtLeast(lhs, rhs); }
  // Requires lhs >= rhs in each run of the node; fails if it is false for all sizes.
  void require(Dim lhs, Dim rhs, const llvm::Twine &message);
  // The same of lhs == rhs.
  void requireEqual(Dim lhs, Dim rhs, const llvm::Twine &message);
  // Unwraps the size, or fails because `what` cannot be expressed.
  Dim need(MaybeDim dim, llvm::StringRef what);
  // start, start + 1, … along `axis` of an i64 tensor with these sizes.
  Value iota(Dim start, llvm::ArrayRef<Dim> sizes, int64_t axis);
  Value compare(ComparePredicate predicate, Value lhs, Value rhs);
  Value cast(Value tensor, Type elementType);
  Value reshape(Value tensor, llvm::ArrayRef<Dim> sizes);
  Value expand(Value tensor, llvm::ArrayRef<Dim> sizes);
  Value transpose(Value tensor, llvm::ArrayRef<int64_t> permutation);
  Value slice(Value tensor, llvm::ArrayRef<Dim> starts, llvm::ArrayRef<Dim> sizes,
              llvm::ArrayRef<int64_t> strides);
  // A slice along one axis.
  Value sliceAxis(Value tensor, int64_t axis, Dim start, Dim size);
  Value reduce(llvm::StringRef op, Value tensor, llvm::ArrayRef<int64_t> axes, bool keepDims);

  // `value` is used in mode Constant only.
  Value pad(Value tensor, Value value, llvm::ArrayRef<Dim> low, llvm::ArrayRef<Dim> high,
            PadMode mode);
  Value pad(Value tensor, Value value, llvm::ArrayRef<int64_t> low, llvm::ArrayRef<int64_t> high,
            PadMode mode);

  // Sizes as MLIR's mixed lists: a dynamic size is kDynamic and an operand.
  struct Mixed {
    IntList constants;
    llvm::SmallVector<Value> operands;
  };
  Mixed mixed(llvm::ArrayRef<Dim> sizes);

private:
  void fail(const llvm::Twine &message, ErrorKind kind);
  // `op` with `sizes`, or the tensor itself if it already has them.
  Value resized(llvm::StringRef op, Value tensor, llvm::ArrayRef<Dim> sizes);
  // Runs a builder of the graph and turns its error into the node's, with the text that `describe`
  // gives for it.
  template <typename Callback>
  Value attempt(Callback callback, llvm::function_ref<std::string(std::string)> describe);
  // For messages: "; the inputs are 'x' [2x3], 'w' [4x4]".
  std::string inputsText() const;
  // Why the integers of an input are not known: "is a constant of f32, not of integers".
  std::string unknownText(const OnnxValue &value);
  // The message of an op with these operands in terms of the node's inputs.
  std::string inTermsOfInputs(std::string text, mlir::ValueRange operands) const;
  const AttributeProto *find(llvm::StringRef name, int type, llvm::StringRef typeName);
  // Input i; null if it is absent.
  const OnnxValue *findInput(unsigned i) const;

  Graph &state;
  const NodeProto &proto;
  ExternalFiles &externalFiles;
  std::string title; // for example: node 'conv1' (Conv, opset 11)
  mlir::Location location;
  bool failed = false, wantsElements = false;
  llvm::StringSet<> readAttrs;
  OnnxValue absent; // in place of an input that is not there
  llvm::SmallVector<std::optional<OnnxValue>> results;
};

} // namespace rlx::onnxim

#endif // RLX_IMPORTERS_ONNX_ONNXNODE_H
