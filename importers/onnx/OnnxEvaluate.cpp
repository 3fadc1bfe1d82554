// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "importers/onnx/OnnxEvaluate.h"

#include "dialects/rlx/reference/Evaluate.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace rlx;

namespace {

constexpr size_t kMaxOps = 64;

class Evaluator {
public:
  explicit Evaluator(int64_t maxElements) : maxElements(maxElements) {}

  // Null if the value cannot be computed.
  const ref::Tensor *valueOf(Value value) {
    if (auto found = values.find(value); found != values.end())
      return &found->second;
    Operation *op = value.getDefiningOp();
    if (!op || ++numOps > kMaxOps)
      return nullptr;
    Attribute constant;
    if (matchPattern(value, m_Constant(&constant))) {
      auto tensor = ref::fromConstant(constant, maxElements);
      return tensor ? &values.try_emplace(value, std::move(*tensor)).first->second
                    : unknown(tensor.takeError());
    }
    if (!ref::isEvaluable(op))
      return nullptr;
    SmallVector<ref::Tensor> operands;
    for (Value operand : op->getOperands()) {
      const ref::Tensor *known = valueOf(operand);
      if (!known)
        return nullptr;
      operands.push_back(*known);
    }
    auto results = ref::evaluate(op, std::move(operands), maxElements);
    if (!results)
      return unknown(results.takeError());
    for (auto [result, tensor] : llvm::zip(op->getResults(), *results))
      values.try_emplace(result, std::move(tensor));
    return &values.find(value)->second;
  }

private:
  // An error of the model is reported where it is run.
  static const ref::Tensor *unknown(llvm::Error error) {
    llvm::consumeError(std::move(error));
    return nullptr;
  }

  int64_t maxElements;
  DenseMap<Value, ref::Tensor> values;
  size_t numOps = 0;
};

} // namespace

std::optional<ref::Tensor> rlx::onnxim::evaluateConstants(Value tensor, int64_t maxElements) {
  Evaluator evaluator(maxElements);
  const ref::Tensor *value = evaluator.valueOf(tensor);
  return value ? std::optional(*value) : std::nullopt;
}
