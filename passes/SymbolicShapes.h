// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Symbolic shape analysis of a model function: every size as an expression over the dynamic sizes
// of the function's inputs.
//
// Arguments name their dynamic sizes with `rlx.dims`; equal names are one symbol. For example, with
// ["batch", ""] and a static 4, the flattened tensor has size batch * 4. The analysis runs each
// op's own inference (SymbolicShapeOpInterface) and evaluates index arithmetic (tensor.dim, arith,
// affine.apply), also in regions of control flow. It describes the IR at construction; recompute it
// after changes.
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
  // A relation that the program relies on and that could not be proved: both sizes are equal or,
  // with `atLeast`, lhs >= rhs.
  struct Guard {
    Dim lhs, rhs;
    bool atLeast;
    std::string message;
  };

  // Emits an error and fails if an op's inference fails or an op is unknown.
  static mlir::FailureOr<SymbolicShapes> compute(mlir::func::FuncOp function);

  llvm::ArrayRef<Symbol> symbols() const { return knownSymbols; }
  llvm::ArrayRef<Guard> guards() const { return knownGuards; }
  // The sizes of a tensor value of the function.
  llvm::ArrayRef<Dim> shape(mlir::Value tensor) const;
  // An index value of the function as an expression.
  Dim index(mlir::Value value) const;
  // False if the expression uses a size that the inputs do not determine.
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
