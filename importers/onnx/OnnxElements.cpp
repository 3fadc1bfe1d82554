// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The elements of small integer tensors, which give shapes, axes and bounds: known ones from
// constants and shape arithmetic, others as symbols that the runtime reads.
#include "importers/onnx/OnnxEvaluate.h"
#include "importers/onnx/OnnxGraph.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;

namespace rlx::onnxim {

const Dims *Graph::elementsOf(const OnnxValue &value) {
  if (value.known)
    return &*value.known;
  auto it = values.find(value.name);
  if (it == values.end())
    return nullptr;
  if (readsComputed) {
    llvm::SaveAndRestore<bool> onlyKnown(readsComputed, false);
    if (const Dims *known = elementsOf(value))
      return known;
  }
  llvm::StringMap<std::optional<Dims>> &cache = readsComputed ? computedElements : elements;
  auto [found, isNew] = cache.try_emplace(value.name);
  if (isNew) {
    std::optional<Dims> computed = computeElements(it->second);
    found = cache.find(it->first()); // the map may have grown
    found->second = std::move(computed);
  }
  return found->second ? &*found->second : nullptr;
}

const Dims *Graph::computedElementsOf(const OnnxValue &value) {
  llvm::SaveAndRestore<bool> all(readsComputed, true);
  return elementsOf(value);
}

std::optional<Dims> Graph::computeElements(const OnnxValue &own) {
  constexpr int64_t kMaxElements = 64;
  constexpr unsigned kMaxDepth = 256; // of nodes behind each other
  std::optional<int64_t> count = own.dims.empty() ? 1 : constantOf(own.dims[0]);
  if (!count || *count > kMaxElements || own.dims.size() > 1)
    return std::nullopt;
  if (!isInput(own)) {
    llvm::SaveAndRestore<unsigned> deeper(elementsDepth, elementsDepth + 1);
    std::optional<Dims> known =
        elementsDepth > kMaxDepth ? std::nullopt : elementsFromNode(own.name);
    if (!known)
      known = constantElements(own);
    if (known || !readsComputed)
      return known;
  }
  // Unsigned integers have no signless form, which index arithmetic needs.
  if (!own.elementType.isSignlessInteger() || !own.tensor)
    return std::nullopt;
  return readElements(own.tensor, *count);
}

std::optional<Dims> Graph::constantElements(const OnnxValue &own) {
  constexpr int64_t kMaxOperandElements = 256;
  if (!own.tensor || !own.elementType.isSignlessInteger())
    return std::nullopt;
  std::optional<ref::Tensor> tensor = evaluateConstants(own.tensor, kMaxOperandElements);
  if (!tensor)
    return std::nullopt;
  return llvm::map_to_vector<4>(
      tensor->ints, [&](int64_t value) { return getAffineConstantExpr(value, context); });
}

bool Graph::isInput(const OnnxValue &value) {
  auto argument = dyn_cast_or_null<BlockArgument>(value.tensor);
  return argument && argument.getOwner() == &function.front() &&
         !arguments[argument.getArgNumber()].data;
}

void Graph::fixLength(const OnnxValue &value, int64_t length) {
  const auto found = values.find(value.name);
  if (found == values.end())
    return;
  found->second.dims[0] = getAffineConstantExpr(length, context);
  elements.erase(value.name);
  computedElements.erase(value.name);
}

std::optional<Dims> Graph::readElements(Value tensor, int64_t count) {
  Dims result;
  for (int64_t i = 0; i < count; ++i) {
    result.push_back(newSymbol());
    symbols.back() = {tensor, i, /*isElement=*/true};
    derived.setSigned(result.back());
  }
  return result;
}

} // namespace rlx::onnxim
