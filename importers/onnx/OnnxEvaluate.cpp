// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "importers/onnx/OnnxEvaluate.h"

#include "dialects/rlx/ir/RLXDialect.h"
#include "dialects/rlx/reference/Conversion.h"
#include "dialects/rlx/reference/Interpreter.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace rlx;

namespace {

constexpr size_t kMaxOps = 64;

class Evaluator {
public:
  explicit Evaluator(int64_t maxElements) : maxElements(maxElements) {
    options.maxElements = maxElements;
  }

  // Null if the value cannot be computed.
  const ref::Tensor *valueOf(Value value) {
    if (auto found = values.find(value); found != values.end())
      return &found->second;
    Operation *op = value.getDefiningOp();
    if (!op || ++numOps > kMaxOps)
      return nullptr;
    Attribute constant;
    if (matchPattern(value, m_Constant(&constant)))
      return setConstant(value, constant);
    if (!isa<ReferenceOpInterface>(op) || op->getNumRegions() != 0 || !isMemoryEffectFree(op))
      return nullptr;
    SmallVector<ref::Tensor> operands;
    for (Value operand : op->getOperands()) {
      const ref::Tensor *known = valueOf(operand);
      if (!known)
        return nullptr;
      operands.push_back(*known);
    }
    auto results = ref::Interpreter(options).runOp(op, std::move(operands));
    if (!results) { // an error of the model, which is reported where it is run
      llvm::consumeError(results.takeError());
      return nullptr;
    }
    for (auto [result, tensor] : llvm::zip(op->getResults(), *results))
      values.try_emplace(result, std::move(tensor));
    return &values.find(value)->second;
  }

private:
  const ref::Tensor *setConstant(Value value, Attribute constant) {
    if (auto integer = dyn_cast<IntegerAttr>(constant))
      return &values.try_emplace(value, ref::scalar(value.getContext(), integer.getInt()))
                  .first->second;
    auto elements = dyn_cast<ElementsAttr>(constant);
    if (!elements || elements.getNumElements() > maxElements)
      return nullptr;
    auto tensor = ref::fromElements(elements);
    if (!tensor) {
      llvm::consumeError(tensor.takeError());
      return nullptr;
    }
    return &values.try_emplace(value, std::move(*tensor)).first->second;
  }

  int64_t maxElements;
  ref::InterpreterOptions options;
  DenseMap<Value, ref::Tensor> values;
  size_t numOps = 0;
};

} // namespace

std::optional<ref::Tensor> rlx::onnxim::evaluateConstants(Value tensor, int64_t maxElements) {
  Evaluator evaluator(maxElements);
  const ref::Tensor *value = evaluator.valueOf(tensor);
  return value ? std::optional(*value) : std::nullopt;
}
