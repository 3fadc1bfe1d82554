// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/rlx/reference/Evaluate.h"

#include "dialects/rlx/ir/RLXDialect.h"
#include "dialects/rlx/reference/Conversion.h"
#include "dialects/rlx/reference/Interpreter.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace rlx::ref {

bool isEvaluable(Operation *op) {
  return isa<ReferenceOpInterface>(op) && op->getNumRegions() == 0 && isMemoryEffectFree(op);
}

llvm::Expected<Tensor> fromConstant(Attribute constant, int64_t maxElements) {
  if (auto integer = dyn_cast<IntegerAttr>(constant))
    return scalar(constant.getContext(), integer.getInt());
  auto elements = dyn_cast<ElementsAttr>(constant);
  if (!elements)
    return llvm::createStringError("an operand is no tensor");
  if (elements.getNumElements() > maxElements)
    return llvm::createStringError("an operand has " + Twine(elements.getNumElements()) +
                                   " elements, more than " + Twine(maxElements));
  return fromElements(elements);
}

llvm::Expected<SmallVector<Tensor>> evaluate(Operation *op, SmallVector<Tensor> operands,
                                             int64_t maxElements) {
  InterpreterOptions options;
  options.maxElements = maxElements;
  return Interpreter(std::move(options)).runOp(op, std::move(operands));
}

} // namespace rlx::ref
