// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decides which users accept a refined type; see RefineUses.h.
//
// A function's result type changes only if no caller in the module depends on it.
#include "passes/RefineUses.h"

#include "dialects/rlx/interfaces/ControlFlowInterface.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace rlx {
namespace {

bool acceptsRefinedOperand(Operation *user) {
  // Control flow compares the types that enter and leave its regions with compatible ones.
  if (isControlFlow(user) ||
      (user->hasTrait<mlir::OpTrait::IsTerminator>() && isControlFlow(user->getParentOp())))
    return true;
  return (isa_and_nonnull<RLXDialect>(user->getDialect()) && user->getNumRegions() == 0 &&
          !user->hasTrait<mlir::OpTrait::IsTerminator>()) ||
         isa<tensor::DimOp, tensor::ExtractOp>(user);
}

// The function whose result type may follow the returned operand; null if it has callers.
func::FuncOp freeFunction(Operation *user) {
  auto function = dyn_cast<func::FuncOp>(user->getParentOp());
  if (!isa<func::ReturnOp>(user) || !function)
    return {};
  Operation *scope = function->getParentOp();
  return scope && SymbolTable::symbolKnownUseEmpty(function, scope) ? function : func::FuncOp();
}

bool allUsersAccept(Value value) {
  return llvm::all_of(value.getUsers(), [](Operation *user) {
    return acceptsRefinedOperand(user) || freeFunction(user);
  });
}

// Updates the types of functions that return `value`.
void updateFunctionTypes(Value value) {
  for (OpOperand &use : value.getUses()) {
    auto function = dyn_cast<func::FuncOp>(use.getOwner()->getParentOp());
    if (!function || !isa<func::ReturnOp>(use.getOwner()))
      continue;
    SmallVector<Type> types(function.getResultTypes());
    types[use.getOperandNumber()] = value.getType();
    function.setFunctionType(
        FunctionType::get(function.getContext(), function.getArgumentTypes(), types));
  }
}

} // namespace

bool replaceByRefined(Value value, Value refined) {
  if (value.getType() != refined.getType() && !allUsersAccept(value))
    return false;
  value.replaceAllUsesWith(refined);
  updateFunctionTypes(refined);
  return true;
}

bool refineType(Value value, Type type) {
  if (value.getType() == type)
    return true;
  if (!allUsersAccept(value))
    return false;
  value.setType(type);
  updateFunctionTypes(value);
  return true;
}

LogicalResult inferAgain(Operation *op) {
  auto inferable = dyn_cast<InferTypeOpInterface>(op);
  SmallVector<Type> types;
  if (!inferable ||
      failed(inferable.inferReturnTypes(op->getContext(), std::nullopt, op->getOperands(),
                                        op->getDiscardableAttrDictionary(),
                                        op->getPropertiesStorage(), op->getRegions(), types)))
    return failure();
  for (auto [result, type] : llvm::zip(op->getResults(), types))
    result.setType(type);
  return success();
}

} // namespace rlx
