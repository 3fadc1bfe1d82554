// The state of one import: what is known of every ONNX value, the function being built, and the
// model's dynamic dimensions as symbols.
//
// A value is a tensor in the function, or the bytes of an initialiser, or integers known as
// expressions over the dynamic dimensions, or several of these. Tensors are made only when an
// operator asks for them, so that shape computations leave no trace.
#ifndef RLX_IMPORTERS_ONNX_ONNXGRAPH_H
#define RLX_IMPORTERS_ONNX_ONNXGRAPH_H

#include <functional>

#include "importers/onnx/OnnxImporter.h"
#include "importers/onnx/OnnxSizes.h"
#include "importers/onnx/OnnxTypes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringSet.h"

namespace onnx {
class GraphProto;
} // namespace onnx

namespace rlx::onnxim {

// Tensors of more elements are not followed element by element.
inline constexpr int64_t kMaxKnownElements = 4096;
// Integer and boolean constants of more elements become params.
inline constexpr int64_t kMaxInlineIntegers = 64;
// Scales, zero points and biases of quantised tensors, which decide how a model is computed, are
// constants up to this size.
inline constexpr int64_t kMaxInlineQuantisation = 16384;

struct OnnxValue {
  std::string name;
  mlir::Type elementType;
  Dims dims;
  mlir::Value tensor;             // null until somebody needs it
  std::optional<Dims> known;      // the elements, where all are known integers
  std::optional<TensorData> data; // constant bytes
};

// A constant: small integer tensors are known element by element.
OnnxValue valueOf(mlir::MLIRContext *context, TensorData data);

class Graph {
public:
  Graph(mlir::func::FuncOp function, const OnnxImportOptions &options, int64_t opset);

  mlir::MLIRContext *getContext() const { return context; }
  int64_t opset() const { return opsetVersion; }
  mlir::OpBuilder &builder() { return opBuilder; }

  // ---- values by name; nullptr / failure where the name is unknown / taken
  const OnnxValue *find(llvm::StringRef name) const;
  mlir::LogicalResult define(llvm::StringRef name, OnnxValue value);
  // Values that some node or result of the model reads; the others need not be made.
  void markUsed(llvm::StringRef name) { usedValues.insert(name); }
  bool isUsed(llvm::StringRef name) const { return usedValues.contains(name); }

  // How far this import has come, to go back to when a region has been filled.
  struct Mark {
    size_t numNames, numChanges;
  };
  Mark mark() const { return {names.size(), changes.size()}; }
  // Forgets names, tensors and sizes from behind the mark: what has been made since is in `region`,
  // where nobody outside can use it.
  void goBack(Mark mark, mlir::Region &region);
  // Forgets names only: what has been made can be used.
  void forgetNames(Mark mark);
  // Imports the initialisers and nodes of a graph where the builder stands; set by the importer.
  std::function<mlir::LogicalResult(const onnx::GraphProto &)> importBody;

  // ---- function signature
  // A name no fresh one may take.
  void reserveDimName(llvm::StringRef name) { reservedDimNames.insert(name); }
  // Adds an input. `dimNames` has one entry a dimension: "" means a fresh name.
  mlir::Value addInput(mlir::Location loc, llvm::StringRef name, mlir::Type elementType,
                       llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<std::string> dimNames);
  // Ends the function: results, argument attributes. Drops what no result needs.
  mlir::LogicalResult finish(mlir::Location loc, llvm::ArrayRef<std::string> outputs,
                             llvm::SmallVectorImpl<ImportedParam> &params,
                             std::vector<std::shared_ptr<std::vector<char>>> &storage);

  // ---- tensors and sizes
  // The value as a tensor of the function. Emits an error and fails if that cannot be.
  // Initialisers of more than `maxInline` elements (by default as the options say) become params.
  mlir::FailureOr<mlir::Value> tensor(const OnnxValue &value, mlir::Location loc,
                                      std::optional<int64_t> maxInline = std::nullopt);
  // Creates an op; emits an error and fails if it is not valid. Sizes of the results are inferred.
  mlir::FailureOr<mlir::Operation *>
  create(mlir::Location loc, llvm::StringRef op, mlir::ValueRange operands,
         llvm::ArrayRef<mlir::NamedAttribute> attributes,
         llvm::ArrayRef<std::unique_ptr<mlir::Region>> regions = {});
  mlir::FailureOr<mlir::Value> constant(mlir::Location loc, mlir::DenseElementsAttr value);
  Dims dims(mlir::Value tensor);
  // Of the argument of a region.
  void setDims(mlir::Value tensor, llvm::ArrayRef<Dim> dims) { shapes[tensor] = Dims(dims); }
  Dim index(mlir::Value value);
  // An index value that computes the size, which must be one of the function's.
  mlir::Value materialize(Dim dim, mlir::Location loc);
  Dim newSymbol();

private:
  class Context;
  struct Argument {
    std::string name;
    llvm::SmallVector<std::string> dimNames;
    std::optional<TensorData> data; // a param
  };
  struct Symbol {
    mlir::Value source; // tensor and dimension that define it; null while unknown
    int64_t dim = 0;
  };

  std::string freshDimName();
  mlir::Value addParam(const OnnxValue &value, mlir::Location loc);
  mlir::FailureOr<mlir::Value> knownAsTensor(const OnnxValue &value, mlir::Location loc);
  mlir::FailureOr<mlir::Value> sizeAsTensor(Dim dim, mlir::Location loc);
  mlir::Value remember(mlir::Value value, Dim dim);
  mlir::LogicalResult inferSizes(mlir::Operation *op);
  bool isBound(Dim dim) const;
  void eraseDeadOps(mlir::Block &block);
  void eraseUnusedParams();
  void setSignature(mlir::ArrayRef<std::string> outputs);

  mlir::func::FuncOp function;
  const OnnxImportOptions &options;
  mlir::MLIRContext *context;
  int64_t opsetVersion;
  mlir::OpBuilder opBuilder;
  llvm::StringMap<OnnxValue> values;
  std::vector<std::string> names;             // of `values`, in the order of their definitions
  std::vector<std::function<void()>> changes; // how to undo what was made, in order
  std::vector<Argument> arguments;
  std::vector<Symbol> symbols;
  llvm::StringMap<Dim> dimsByName;
  llvm::StringSet<> reservedDimNames, usedValues;
  llvm::DenseMap<mlir::Value, Dims> shapes;
  llvm::DenseMap<mlir::Value, Dim> indices;
  llvm::DenseMap<Dim, mlir::Value> materialized;
  llvm::DenseMap<Dim, mlir::Value> sizeTensors;
  llvm::DenseMap<const char *, mlir::Value> paramOfBytes;
  llvm::StringSet<> paramNames;
  unsigned freshDims = 0;
};

} // namespace rlx::onnxim

#endif // RLX_IMPORTERS_ONNX_ONNXGRAPH_H
