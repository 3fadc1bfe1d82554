// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sizes of the symbolic shape analysis as index values at the start of the function.
#ifndef RLX_PASSES_SIZEBUILDER_H
#define RLX_PASSES_SIZEBUILDER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "passes/SymbolicShapes.h"

namespace rlx {

class SizeBuilder {
public:
  SizeBuilder(mlir::func::FuncOp function, const SymbolicShapes &shapes)
      : b(mlir::OpBuilder::atBlockBegin(&function.front())), shapes(shapes),
        arguments(function.args_begin(), function.args_end()) {}

  // Null if a run computes a symbol of it.
  mlir::Value valueOf(Dim dim, mlir::Location loc);

  mlir::OpBuilder b;

private:
  mlir::Value valueOf(const SymbolicShapes::Symbol &symbol, mlir::Location loc);
  mlir::Value element(mlir::Value tensor, int64_t number, mlir::Location loc);
  mlir::Value extremum(const DerivedSizes::Definition &definition, mlir::Location loc);

  const SymbolicShapes &shapes;
  llvm::SmallVector<mlir::Value> arguments; // those that the analysis has seen
};

} // namespace rlx

#endif // RLX_PASSES_SIZEBUILDER_H
