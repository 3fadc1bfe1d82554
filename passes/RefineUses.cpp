// Implementation of type refinement; see RefineUses.h.
#include "passes/RefineUses.h"

#include "dialects/rlx/ir/RLXDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace rlx {
namespace {

// The function whose result type may follow the returned operand; null if somebody calls it.
func::FuncOp freeFunction(Operation *user) {
  auto function = dyn_cast<func::FuncOp>(user->getParentOp());
  if (!isa<func::ReturnOp>(user) || !function)
    return {};
  Operation *scope = function->getParentOp();
  return scope && SymbolTable::symbolKnownUseEmpty(function, scope) ? function : func::FuncOp();
}

void setResultType(func::FuncOp function, unsigned result, Type type) {
  SmallVector<Type> types(function.getResultTypes());
  types[result] = type;
  function.setFunctionType(
      FunctionType::get(function.getContext(), function.getArgumentTypes(), types));
}

// Makes `uses`, which expect the type `before`, uses of `refined`.
void redirect(ArrayRef<OpOperand *> uses, Value refined, Type before) {
  Value cast;
  for (OpOperand *use : uses) {
    Operation *user = use->getOwner();
    bool accepts = refined.getType() == before || acceptsRefinedOperand(user);
    func::FuncOp function = accepts ? func::FuncOp() : freeFunction(user);
    if (accepts || function) {
      use->set(refined);
      if (function)
        setResultType(function, use->getOperandNumber(), refined.getType());
      continue;
    }
    if (!cast) {
      OpBuilder builder(refined.getContext());
      builder.setInsertionPointAfterValue(refined);
      cast = tensor::CastOp::create(builder, refined.getLoc(), before, refined);
    }
    use->set(cast);
  }
}

SmallVector<OpOperand *> usesOf(Value value) {
  return llvm::map_to_vector(value.getUses(), [](OpOperand &use) { return &use; });
}

} // namespace

bool acceptsRefinedOperand(Operation *user) {
  return (isa_and_nonnull<RLXDialect>(user->getDialect()) && user->getNumRegions() == 0 &&
          !user->hasTrait<mlir::OpTrait::IsTerminator>()) ||
         isa<tensor::DimOp>(user);
}

void replaceByRefined(Value value, Value refined) {
  redirect(usesOf(value), refined, value.getType());
}

void refineType(Value value, Type type) {
  Type before = value.getType();
  if (before == type)
    return;
  value.setType(type);
  redirect(usesOf(value), value, before);
}

} // namespace rlx
