// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state of one import: ONNX values, the function under construction, and the model's dynamic
// dimensions as symbols.
//
// A value is a tensor in the function, the bytes of an initializer, integers known as expressions
// over the dynamic dimensions, or several of these. Tensors are created only when an operator asks
// for them, so shape computations leave no ops. For example, Shape, Gather and Concat in front of a
// Reshape become the list of its sizes. Sequences and optionals are lists of such values; see
// OnnxLists.h.
#ifndef RLX_IMPORTERS_ONNX_ONNXGRAPH_H
#define RLX_IMPORTERS_ONNX_ONNXGRAPH_H

#include <functional>
#include <map>

#include "dialects/rlx/support/DerivedSizes.h"
#include "importers/onnx/OnnxImporter.h"
#include "importers/onnx/OnnxSizes.h"
#include "importers/onnx/OnnxTypes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringSet.h"

namespace rlx::onnxim {

// Larger tensors are not tracked element by element.
inline constexpr int64_t kMaxKnownElements = 4096;
// Larger integer and boolean constants become params.
inline constexpr int64_t kMaxInlineIntegers = 64;
// Scales, zero points and biases of quantized tensors are constants up to this size, since they
// decide how a model is computed.
inline constexpr int64_t kMaxInlineQuantisation = 16384;

struct OnnxValue {
  enum class Kind { Tensor, Sequence, Optional, Map };

  std::string name;
  mlir::Type elementType;
  Dims dims;
  mlir::Value tensor;             // null until it is needed
  std::optional<Dims> known;      // the elements, if all are known integers
  std::optional<TensorData> data; // bytes of a constant
  Kind kind = Kind::Tensor;
  // Of a sequence or an optional; they have no names. A map has two: its keys and its values. A
  // sequence with a tensor is a stack instead: its elements are the rows of the tensor, and their
  // number may be dynamic.
  std::vector<OnnxValue> elements;

  bool isTensor() const { return kind == Kind::Tensor; }
  bool isStack() const { return kind == Kind::Sequence && tensor; }
};

// A constant. Small integer tensors are known element by element.
OnnxValue valueOf(mlir::MLIRContext *context, TensorData data);

// How an If is read whose condition depends on sizes, and whose branches differ in rank. PyTorch's
// TorchScript exporter writes squeeze(dim) of a dynamic size as If(size == 1, Squeeze, Identity).
enum class RankChoice {
  Lower,           // size 1, which is why somebody wrote squeeze
  AsForLargeSizes, // the rest of the model does not fit the lower rank
};

class Graph {
public:
  Graph(mlir::func::FuncOp function, const OnnxImportOptions &options, int64_t opset);

  mlir::MLIRContext *getContext() const { return context; }
  int64_t opset() const { return opsetVersion; }
  mlir::OpBuilder &builder() { return opBuilder; }

  // ---- values by name. find: nullptr if unknown; define: failure if already defined
  const OnnxValue *find(llvm::StringRef name) const;
  mlir::LogicalResult define(llvm::StringRef name, OnnxValue value);
  // Values that a node or a result of the model reads. Others need not be created.
  void markUsed(llvm::StringRef name) { usedValues.insert(name); }
  bool isUsed(llvm::StringRef name) const { return usedValues.contains(name); }

  // The progress of the import, to return to when a region is complete.
  struct Mark {
    size_t numNames, numChanges;
  };
  Mark mark() const { return {names.size(), changes.size()}; }
  // Forgets names, tensors and sizes from after the mark: values created since then are in `region`
  // and unusable outside.
  void goBack(Mark mark, mlir::Region &region);
  // Forgets names only: values created since then remain usable.
  void forgetNames(Mark mark);
  // Imports the initializers and nodes of a graph at the builder's insertion point; set by the
  // importer.
  std::function<mlir::LogicalResult(const GraphProto &)> importBody;
  // Counts imports of the same graph, which loops inside each other multiply. False once there are
  // too many.
  bool mayRepeat(int64_t times) { return (numRepeats += times) <= kMaxRepeats; }
  // The elements of a value from those of the inputs of its node, which is imported once more with
  // them; set by the importer.
  std::function<std::optional<Dims>(llvm::StringRef)> elementsFromNode;

  // Whether presents are the buffers of pasts (OnnxImportOptions::inPlaceCaches).
  bool updatesCaches() const { return options.inPlaceCaches; }

  // ---- function signature
  // Reserves a name that no fresh one may take.
  void reserveDimName(llvm::StringRef name) { reservedDimNames.insert(name); }
  // A name that an input has twice is a hint only: the second size becomes NAME_2, unless an op
  // needs it to be equal. All names are reserved before.
  void nameRepeated(llvm::ArrayRef<llvm::StringRef> names);
  // Adds an input. `dimNames` has one entry per dimension; "" asks for a fresh name. It is a param
  // if the options say so.
  mlir::Value addInput(mlir::Location loc, llvm::StringRef name, mlir::Type elementType,
                       llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<std::string> dimNames);
  // Completes the function with results and argument attributes. Drops everything that no result
  // needs. A sequence that is no stack gives a result for each element: NAME.0, NAME.1, …
  mlir::LogicalResult finish(mlir::Location loc, llvm::ArrayRef<std::string> outputs,
                             llvm::SmallVectorImpl<ImportedParam> &params,
                             std::vector<std::shared_ptr<std::vector<char>>> &storage);

  // ---- tensors and sizes
  // The value as a tensor of the function. Emits an error and fails if that is impossible.
  // Initializers of more than `maxInline` elements (by default that of the options) become params.
  mlir::FailureOr<mlir::Value> tensor(const OnnxValue &value, mlir::Location loc,
                                      std::optional<int64_t> maxInline = std::nullopt);
  // Creates an op and infers the sizes of its results. Emits an error and fails if the op is
  // invalid.
  mlir::FailureOr<mlir::Operation *>
  create(mlir::Location loc, llvm::StringRef op, mlir::ValueRange operands,
         llvm::ArrayRef<mlir::NamedAttribute> attributes,
         llvm::ArrayRef<std::unique_ptr<mlir::Region>> regions = {});
  mlir::FailureOr<mlir::Value> constant(mlir::Location loc, mlir::DenseElementsAttr value);
  Dims dims(mlir::Value tensor);
  // The tensor, whose dimensions are matched from the last one, expanded to sizes `to` in
  // dimensions whose dynamic size may be 1.
  mlir::FailureOr<mlir::Value> expandDynamic(mlir::Location loc, mlir::Value tensor,
                                             llvm::ArrayRef<Dim> to);
  // For the argument of a region.
  void setDims(mlir::Value tensor, llvm::ArrayRef<Dim> dims) { shapes[tensor] = Dims(dims); }
  Dim index(mlir::Value value);
  // The elements of a small integer value as sizes: those that are known, or elements of inputs,
  // which the runtime reads before a run. Null if the value is computed from other data.
  const Dims *elementsOf(const OnnxValue &value);
  // The same, also for a value that the run computes: the runtime reads it then.
  const Dims *computedElementsOf(const OnnxValue &value);
  // Gives a list of dynamic length one that an operator requires, for all nodes that follow. The
  // caller requires that runs have it.
  void fixLength(const OnnxValue &value, int64_t length);
  bool isInput(const OnnxValue &value);
  // The name of a size in the model's declarations, or "".
  llvm::StringRef declaredName(Dim dim) const;
  // The element of an integer scalar that the run computes, as a size: it is never negative.
  Dim computedSize(mlir::Value scalar);
  // The minimum or maximum of two sizes.
  Dim extremum(Extremum kind, Dim lhs, Dim rhs);
  // The size of broadcasting two sizes, one of which may be 1. Sizes that must be equal anyway
  // become required to be.
  Dim broadcast(Dim lhs, Dim rhs, mlir::Location loc);
  // Whether one of the sizes may be 1 while the other one is not.
  bool mayBroadcast(Dim lhs, Dim rhs) const;
  // A long expression as a symbol.
  Dim named(Dim dim);
  // Adds a check of lhs >= rhs, or of lhs == rhs, in each run that comes here.
  void require(Dim lhs, Dim rhs, const llvm::Twine &message, mlir::Location loc);
  void requireEqual(Dim lhs, Dim rhs, const llvm::Twine &message, mlir::Location loc);
  const DerivedSizes &bounds() const { return derived; }
  // An index value that computes the size, which must be one of the function's.
  mlir::Value materialize(Dim dim, mlir::Location loc);
  Dim newSymbol();
  // The size of a tensor's dimension as a symbol of its own.
  Dim ownSize(mlir::Value tensor, int64_t dim);
  size_t numSymbols() const { return symbols.size(); }
  // Whether the size depends on a symbol that was made when there were `first` of them, or later.
  bool usesSymbolFrom(Dim dim, size_t first) const;
  // Whether sizes and elements of inputs alone decide it.
  bool isOfInputs(Dim dim) const;
  // For the user: how the model was read, where it could be read otherwise. Without repetitions.
  std::vector<std::string> notes;
  // What to try against the last error, for --check; it is part of the error's text. May be empty.
  std::string advice;
  // The reading of such an If; set `choseRank`.
  RankChoice rankChoice = RankChoice::Lower;
  bool choseRank = false;
  // The value if the sizes of the inputs are large and differ. It is constant unless it depends on
  // elements of inputs.
  Dim atLargeSizes(Dim dim) const;

private:
  class Context;
  struct Argument {
    std::string name;
    llvm::SmallVector<std::string> dimNames;
    std::optional<TensorData> data; // for a param of the model
    bool isParam = false;
  };
  struct Symbol {
    mlir::Value source; // tensor and dimension that define it; null while unknown, or derived
    int64_t dim = 0;
    bool isElement = false; // it is the element `dim` of `source`
  };

  std::string freshDimName();
  llvm::StringRef nameOf(Dim dim) const;
  bool areNamedEqual(Dim lhs, Dim rhs) const;
  void useRepeated(Dim lhs, Dim rhs);
  mlir::Value addParam(const OnnxValue &value, mlir::Location loc);
  mlir::FailureOr<mlir::Value> knownAsTensor(const OnnxValue &value, mlir::Location loc);
  mlir::FailureOr<mlir::Value> sizeAsTensor(Dim dim, mlir::Location loc);
  std::optional<Dims> computeElements(const OnnxValue &value);
  // Those of a tensor that is computed from constants alone.
  std::optional<Dims> constantElements(const OnnxValue &own);
  std::optional<Dims> readElements(mlir::Value tensor, int64_t count);
  mlir::Value materializeSymbol(Dim dim, mlir::Location loc);
  mlir::Value remember(mlir::Value value, Dim dim);
  mlir::LogicalResult inferSizes(mlir::Operation *op);
  mlir::LogicalResult expandOperands(mlir::Operation *op,
                                     llvm::ArrayRef<std::pair<mlir::Value, Dims>> wanted);
  void addEquality(Dim lhs, Dim rhs, const llvm::Twine &why, mlir::Location loc);
  bool allSources(Dim dim, llvm::function_ref<bool(mlir::AffineSymbolExpr)> holds) const;
  bool isBound(Dim dim) const;
  Dim atLargeSizes(Dim dim, llvm::DenseMap<mlir::AffineExpr, mlir::AffineExpr> &values) const;
  void eraseDeadOps(mlir::Block &block);
  void eraseUnusedParams();
  mlir::LogicalResult addResults(const OnnxValue &value, const std::string &name,
                                 mlir::Location loc, llvm::SmallVectorImpl<mlir::Value> &results,
                                 std::vector<std::string> &resultNames);
  void setSignature(mlir::ArrayRef<std::string> outputs);
  void replaceStrings();

  mlir::func::FuncOp function;
  const OnnxImportOptions &options;
  mlir::MLIRContext *context;
  int64_t opsetVersion;
  mlir::OpBuilder opBuilder;
  llvm::StringMap<OnnxValue> values;
  // By elementsOf and by computedElementsOf, of values without known ones.
  llvm::StringMap<std::optional<Dims>> elements, computedElements;
  bool readsComputed = false;                 // elementsOf does as computedElementsOf
  std::vector<std::string> names;             // names in `values`, in order of definition
  std::vector<std::function<void()>> changes; // undo actions, in order of creation
  std::vector<Argument> arguments;
  std::vector<Symbol> symbols;
  DerivedSizes derived;
  llvm::DenseSet<std::pair<Dim, Dim>> equalSizes; // required to be, in both orders
  llvm::StringMap<Dim> dimsByName;
  // By the name in the model, and how often the input had it before.
  std::map<std::pair<std::string, int64_t>, std::string> repeatedNames;
  llvm::DenseMap<Dim, Dim> repeatedSizes; // and that of the name in the model
  llvm::DenseSet<Dim> needsRepeated;      // those that must be equal to it
  llvm::StringSet<> reservedDimNames, usedValues;
  llvm::DenseMap<mlir::Value, Dims> shapes;
  llvm::DenseMap<mlir::Value, Dim> indices;
  llvm::DenseMap<Dim, mlir::Value> materialized;
  llvm::DenseMap<Dim, mlir::Value> sizeTensors;
  llvm::DenseMap<const char *, mlir::Value> paramOfBytes;
  llvm::StringSet<> paramNames;
  unsigned freshDims = 0, elementsDepth = 0;
  static constexpr int64_t kMaxRepeats = 1 << 11;
  int64_t numRepeats = 0;
};

} // namespace rlx::onnxim

#endif // RLX_IMPORTERS_ONNX_ONNXGRAPH_H
