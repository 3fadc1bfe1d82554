// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The base of passes on functions: models and kernels are functions of one block.
//
// A pass defined as FunctionPass<"rlx-…"> in tablegen implements runOnBody() and can rely on this
// form.
#ifndef RLX_PASSES_FUNCTIONPASS_H
#define RLX_PASSES_FUNCTIONPASS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace rlx {

// Emits an error unless the body is one block that ends with a func.return.
llvm::LogicalResult expectOneBlock(mlir::func::FuncOp function);

// The functions with a body in a module, or in any op with one block. The list does not change when
// functions are added or erased.
llvm::SmallVector<mlir::func::FuncOp> functionsWithBodies(mlir::Operation *module);

// The base class of FunctionPass in FunctionPass.td. Declarations are skipped, and a function with
// several blocks is an error.
class FunctionPass : public mlir::OperationPass<mlir::func::FuncOp> {
protected:
  using OperationPass::OperationPass;

  // getOperation() has one block that ends with a func.return.
  virtual void runOnBody() = 0;

private:
  void runOnOperation() final;
};

} // namespace rlx

#endif // RLX_PASSES_FUNCTIONPASS_H
