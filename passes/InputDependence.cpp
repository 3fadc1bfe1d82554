// Implementation of input dependence; see InputDependence.h.
#include "passes/InputDependence.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace rlx {

InputDependence::InputDependence(func::FuncOp function) {
  if (function.isExternal())
    return;
  for (BlockArgument argument : function.getArguments()) {
    auto kind = function.getArgAttrOfType<StringAttr>(argument.getArgNumber(), "rlx.kind");
    if (!kind || kind.getValue() != "param")
      runtimeValues.insert(argument);
  }
  for (Operation &op : function.getBody().front().without_terminator())
    visit(&op);
}

void InputDependence::visit(Operation *op) {
  // A static size does not change although it is read from a changing tensor.
  if (auto dim = dyn_cast<tensor::DimOp>(op)) {
    std::optional<int64_t> i = dim.getConstantIndex();
    auto type = dyn_cast<RankedTensorType>(dim.getSource().getType());
    if (i && type && *i < type.getRank() && !type.isDynamicDim(*i))
      return;
  }
  if (llvm::any_of(op->getOperands(), [&](Value operand) { return isRuntime(operand); }))
    runtimeValues.insert_range(op->getResults());
}

} // namespace rlx
