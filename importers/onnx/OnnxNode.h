// What an operator's handler sees of its node: attributes, operands, and ways to make results.
//
// Errors latch: the first one is emitted, prefixed with the node's name, operator and operator set
// version; from then on every accessor returns something harmless (null values, defaults) and
// handlers run to their end without checking each step.
#ifndef RLX_IMPORTERS_ONNX_ONNXNODE_H
#define RLX_IMPORTERS_ONNX_ONNXNODE_H

#include "dialects/rlx/interfaces/ErrorKind.h"
#include "importers/onnx/OnnxGraph.h"
#include "importers/onnx/OnnxProto.h"
#include "llvm/ADT/StringSet.h"

namespace rlx::onnxim {

using mlir::Type;
using mlir::Value;
using IntList = llvm::SmallVector<int64_t>;
enum class PadMode { Constant, Reflect, Edge };

// begin, …, end - 1.
inline IntList axisRange(int64_t begin, int64_t end) {
  return llvm::to_vector<6>(llvm::seq<int64_t>(begin, end));
}

class Node {
public:
  Node(Graph &graph, const onnx::NodeProto &proto, ExternalFiles &files, unsigned number);

  Graph &graph() { return state; }
  mlir::OpBuilder &builder() { return state.builder(); }
  mlir::MLIRContext *getContext() { return state.getContext(); }
  llvm::StringRef op() const { return proto.op_type(); }
  int64_t opset() const { return state.opset(); }
  mlir::Location loc() const { return location; }

  // ---- failing
  // What is wrong with the node, or what of it this version cannot do.
  void fail(const llvm::Twine &message) { fail(message, ErrorKind::Invalid); }
  // Something else has failed the node, and said why.
  void failSilently() { failed = true; }
  void unsupported(const llvm::Twine &message) { fail(message, ErrorKind::Unsupported); }
  bool hasFailed() const { return failed; }

  // ---- attributes; one of another type than asked for is an error
  bool hasAttr(llvm::StringRef name) const;
  int64_t intAttr(llvm::StringRef name, int64_t fallback);
  int64_t requiredIntAttr(llvm::StringRef name);
  double floatAttr(llvm::StringRef name, double fallback);
  std::string stringAttr(llvm::StringRef name, llvm::StringRef fallback);
  // Empty if absent (use hasAttr to tell).
  IntList intsAttr(llvm::StringRef name);
  llvm::SmallVector<double> floatsAttr(llvm::StringRef name);
  llvm::SmallVector<std::string> stringsAttr(llvm::StringRef name);
  const onnx::TensorProto *tensorAttr(llvm::StringRef name);
  // The graph, which must be there; null once the node has failed.
  const onnx::GraphProto *graphAttr(llvm::StringRef name);
  // The attribute changes nothing here.
  void ignoreAttr(llvm::StringRef name) { readAttrs.insert(name); }
  // Fails if the attribute is given with another value than the only supported one.
  void expectIntAttr(llvm::StringRef name, int64_t supported);
  // Names the first attribute that nobody read, or "".
  llvm::StringRef unreadAttr() const;

  // ---- operands
  unsigned numInputs() const { return proto.input_size(); }
  bool has(unsigned i) const { return i < numInputs() && !proto.input(i).empty(); }
  // Input i, which is present (the driver checks the required ones).
  const OnnxValue &in(unsigned i) const;
  Value tensor(unsigned i);
  // The same as a constant, if it is an initialiser of no more than `maxInline` elements.
  Value constantOrTensor(unsigned i, int64_t maxInline);
  llvm::SmallVector<Value> tensors();
  Type elementType(unsigned i) const { return in(i).elementType; }
  llvm::ArrayRef<Dim> dims(unsigned i) const { return in(i).dims; }
  int64_t rank(unsigned i) const { return in(i).dims.size(); }
  // The elements as expressions over the model's dynamic sizes, if all are known integers.
  const Dims *known(unsigned i) const;
  // The same as constants; `what` in the error if the input is not constant.
  IntList constantInts(unsigned i, llvm::StringRef what);
  Dims knownInts(unsigned i, llvm::StringRef what);
  // The elements of a constant of any type; std::nullopt if not constant (or too large).
  std::optional<llvm::SmallVector<double>> constantDoubles(unsigned i) const;
  // An axis from [-rank, rank) made non-negative.
  int64_t axis(int64_t axis, int64_t rank);
  IntList axes(llvm::ArrayRef<int64_t> axes, int64_t rank);

  // ---- results
  unsigned numOutputs() const { return proto.output_size(); }
  // Whether somebody reads result i.
  bool wants(unsigned i) const { return i < numOutputs() && state.isUsed(proto.output(i)); }
  void set(unsigned i, Value tensor);
  void setKnown(unsigned i, Dims elements, llvm::ArrayRef<int64_t> shape, Type elementType);
  // Result i is `value`, all that is known of it.
  void setValue(unsigned i, OnnxValue value);
  // Result i is input 0 (all that is known of it).
  void forward(unsigned i, unsigned input);
  void setData(unsigned i, TensorData data);
  // Enters the results into the graph; an output that was wanted but not set is an error.
  mlir::LogicalResult finish();
  ExternalFiles &files() { return externalFiles; }

  // ---- building
  Value emit(llvm::StringRef op, mlir::ValueRange operands,
             llvm::ArrayRef<mlir::NamedAttribute> attributes = {},
             llvm::ArrayRef<std::unique_ptr<mlir::Region>> regions = {});
  mlir::NamedAttribute attr(llvm::StringRef name, mlir::Attribute value);
  mlir::NamedAttribute i64(llvm::StringRef name, int64_t value);
  mlir::NamedAttribute i32(llvm::StringRef name, int32_t value);
  mlir::NamedAttribute f64(llvm::StringRef name, double value);
  mlir::NamedAttribute flag(llvm::StringRef name, bool value);
  mlir::NamedAttribute i64s(llvm::StringRef name, llvm::ArrayRef<int64_t> value);
  mlir::TypedAttr scalarAttr(Type elementType, double value);
  // A rank-0 constant.
  Value scalar(Type elementType, double value);
  Value literal(mlir::DenseElementsAttr value);
  Dims dimsOf(Value tensor);
  Dim size(int64_t value);
  // Unwraps, or fails saying that `what` cannot be expressed.
  Dim need(MaybeDim dim, llvm::StringRef what);
  Value cast(Value tensor, Type elementType);
  Value reshape(Value tensor, llvm::ArrayRef<Dim> sizes);
  Value expand(Value tensor, llvm::ArrayRef<Dim> sizes);
  Value transpose(Value tensor, llvm::ArrayRef<int64_t> permutation);
  Value slice(Value tensor, llvm::ArrayRef<Dim> starts, llvm::ArrayRef<Dim> sizes,
              llvm::ArrayRef<int64_t> strides);
  // One axis only.
  Value sliceAxis(Value tensor, int64_t axis, Dim start, Dim size);
  Value reduce(llvm::StringRef op, Value tensor, llvm::ArrayRef<int64_t> axes, bool keepDims);

  // `value` is used by mode Constant only.
  Value pad(Value tensor, Value value, llvm::ArrayRef<int64_t> low, llvm::ArrayRef<int64_t> high,
            PadMode mode);

  // Sizes as MLIR's mixed lists: dynamic ones as kDynamic and an operand.
  struct Mixed {
    IntList constants;
    llvm::SmallVector<Value> operands;
  };
  Mixed mixed(llvm::ArrayRef<Dim> sizes);

private:
  void fail(const llvm::Twine &message, ErrorKind kind);
  // `op` with `sizes`; the tensor itself if it has them.
  Value resized(llvm::StringRef op, Value tensor, llvm::ArrayRef<Dim> sizes);
  // Runs a builder of the graph; its error becomes the node's.
  template <typename Callback>
  Value attempt(Callback callback, const llvm::Twine &prefix);
  const onnx::AttributeProto *find(llvm::StringRef name, int type, llvm::StringRef typeName);

  Graph &state;
  const onnx::NodeProto &proto;
  ExternalFiles &externalFiles;
  std::string title; // node 'conv1' (Conv, opset 11)
  mlir::Location location;
  bool failed = false;
  llvm::StringSet<> readAttrs;
  llvm::SmallVector<std::optional<OnnxValue>> results;
};

} // namespace rlx::onnxim

#endif // RLX_IMPORTERS_ONNX_ONNXNODE_H
