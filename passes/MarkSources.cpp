// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-mark-sources`: marks each op of the model with its number and name; knows no op.
//
// The mark is in the op's location and survives rewrites. It serves compilations that keep the
// model's ops apart.
#include "passes/Passes.h"

#include "dialects/rlx/interfaces/SourceOp.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "mlir/IR/Matchers.h"
#include "passes/KernelGroups.h"

namespace rlx {
#define GEN_PASS_DEF_MARKSOURCESPASS
#include "passes/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

bool isNonFinite(Attribute attribute) {
  if (auto number = dyn_cast<FloatAttr>(attribute))
    return !number.getValue().isFinite();
  if (auto array = dyn_cast<ArrayAttr>(attribute))
    return llvm::any_of(array, isNonFinite);
  auto elements = dyn_cast<DenseElementsAttr>(attribute);
  if (!elements || !isa<FloatType>(elements.getElementType()))
    return false;
  if (elements.isSplat())
    return !elements.getSplatValue<APFloat>().isFinite();
  return llvm::any_of(elements.getValues<APFloat>(),
                      [](const APFloat &value) { return !value.isFinite(); });
}

// Other constants are in buffers, where runs can see them.
bool usesNonFinite(Operation *op) {
  for (OpOperand &operand : op->getOpOperands()) {
    Attribute value;
    if (matchPattern(operand.get(), m_Constant(&value)) && rlx::isInlineConstant(operand) &&
        isNonFinite(value))
      return true;
  }
  return llvm::any_of(op->getAttrDictionary(),
                      [](NamedAttribute attribute) { return isNonFinite(attribute.getValue()); });
}

struct MarkSources : rlx::impl::MarkSourcesPassBase<MarkSources> {
  void runOnOperation() override {
    int64_t number = 0;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa_and_nonnull<rlx::RLXDialect>(op->getDialect()) &&
          !op->hasTrait<mlir::OpTrait::ConstantLike>() &&
          !op->hasTrait<mlir::OpTrait::IsTerminator>())
        rlx::markSourceOp(op, number++, usesNonFinite(op));
    });
  }
};

} // namespace
