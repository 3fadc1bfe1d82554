// What passes over functions share: models and kernels are functions of one block.
#ifndef RLX_PASSES_FUNCTIONPASS_H
#define RLX_PASSES_FUNCTIONPASS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace rlx {

// An error at a function whose body is not one block with a func.return at its end.
llvm::LogicalResult expectOneBlock(mlir::func::FuncOp function);

// The functions of a module, or of any op with one block, that have a body. The list stays as it is
// when functions are added and erased.
llvm::SmallVector<mlir::func::FuncOp> functionsWithBodies(mlir::Operation *module);

// Base of passes over single functions (FunctionPass in FunctionPass.td). Declarations are left as
// they are, and a function with branches between blocks is an error.
class FunctionPass : public mlir::OperationPass<mlir::func::FuncOp> {
protected:
  using OperationPass::OperationPass;

  // getOperation() has one block, with a func.return at its end.
  virtual void runOnBody() = 0;

private:
  void runOnOperation() final;
};

} // namespace rlx

#endif // RLX_PASSES_FUNCTIONPASS_H
