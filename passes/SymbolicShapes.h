// Symbolic shape analysis of one model function: every size as an expression over the dynamic
// sizes of the function's inputs.
//
// Arguments name their dynamic sizes with `rlx.dims`; equal names are one symbol. The analysis
// runs each op's own inference (SymbolicShapeOpInterface) and evaluates index arithmetic
// (tensor.dim, arith, affine.apply), in the regions of control flow too. Compute it once, use it,
// throw it away when the IR changes.
#ifndef RLX_PASSES_SYMBOLICSHAPES_H
#define RLX_PASSES_SYMBOLICSHAPES_H

#include <string>

#include "dialects/rlx/interfaces/Inference.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace rlx {

class SymbolicShapes {
public:
  struct Symbol {
    std::string name;
    unsigned argument; // the first argument and dimension that define it
    unsigned dim;
  };
  // Two sizes the program relies on being equal, or lhs on being no smaller than rhs, though that
  // could not be proved.
  struct Guard {
    Dim lhs, rhs;
    bool atLeast;
    std::string message;
  };

  // Emits an error and fails if an op's inference fails or an op is not understood.
  static mlir::FailureOr<SymbolicShapes> compute(mlir::func::FuncOp function);

  llvm::ArrayRef<Symbol> symbols() const { return knownSymbols; }
  llvm::ArrayRef<Guard> guards() const { return knownGuards; }
  // The sizes of a tensor value of the function.
  llvm::ArrayRef<Dim> shape(mlir::Value tensor) const;
  // The value of an index value of the function.
  Dim index(mlir::Value value) const;
  // False if the expression uses a size that the inputs do not decide.
  bool isKnown(Dim dim) const;
  bool isKnown(llvm::ArrayRef<Dim> dims) const;

private:
  class Context;
  mlir::LogicalResult addArguments(mlir::func::FuncOp function);
  mlir::LogicalResult visit(mlir::Operation *op);
  mlir::LogicalResult visitRegions(mlir::Operation *op);
  mlir::FailureOr<Dims> declaredDims(mlir::Operation *op, mlir::Value value,
                                     llvm::ArrayRef<Dim> inferred);
  mlir::LogicalResult checkDivision(mlir::Operation *op);
  Dim evaluateIndex(mlir::Operation *op);
  Dim unknown();
  Dim simplify(Dim dim) const;

  mlir::MLIRContext *context = nullptr;
  llvm::SmallVector<Symbol> knownSymbols;
  llvm::SmallVector<Guard> knownGuards;
  llvm::DenseMap<mlir::Value, Dims> shapes;
  llvm::DenseMap<mlir::Value, Dim> indices;
  unsigned unknowns = 0;
};

} // namespace rlx

#endif // RLX_PASSES_SYMBOLICSHAPES_H
