// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of TiedWeights.h.
#include "conversions/cpu/matmul/TiedWeights.h"

#include "dialects/rlx/ir/GatherOps.h"
#include "dialects/rlx/ir/PackedOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace rlx::cpu {
namespace {

// Matmuls that have been packed leave transposes and casts behind, which nobody reads.
bool isUnused(Operation *op) {
  return isMemoryEffectFree(op) && !op->hasTrait<mlir::OpTrait::IsTerminator>() &&
         llvm::all_of(op->getUsers(), [](Operation *user) { return isUnused(user); });
}

// The lookups of rows in runs; nothing if another op of a run reads the rows.
SmallVector<GatherOp> lookups(Value rows, const InputDependence &dependence) {
  SmallVector<GatherOp> found;
  for (OpOperand &use : rows.getUses()) {
    Operation *user = use.getOwner();
    if (user->getNumResults() == 1 && dependence.isPrepared(user->getResult(0)))
      continue; // packs it
    auto gather = dyn_cast<GatherOp>(user);
    if (gather && use.getOperandNumber() == 0 && gather.getAxis() == 0)
      found.push_back(gather);
    else if (!isUnused(user))
      return {};
  }
  return found;
}

// Moves `value` and the ops that it is made of before `point`, an op of the same block. They depend
// on params and constants alone.
void moveBefore(Value value, Operation *point) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != point->getBlock() || op->isBeforeInBlock(point))
    return;
  for (Value operand : op->getOperands())
    moveBefore(operand, point);
  op->moveBefore(point);
}

} // namespace

void gatherFromPanels(OpBuilder &b, PackedWeights weights, const InputDependence &dependence,
                      function_ref<void(Operation *)> made) {
  auto type = cast<RankedTensorType>(weights.rows.getType());
  for (GatherOp gather : lookups(weights.rows, dependence)) {
    Operation *point = weights.panels.getParentBlock()->findAncestorOpInBlock(*gather);
    if (!point)
      continue; // the panels are in a region that does not have the lookup
    moveBefore(weights.panels, point);
    b.setInsertionPoint(gather);
    BlockSchemeAttr scheme =
        weights.scheme ? BlockSchemeAttr::get(b.getContext(), *weights.scheme) : BlockSchemeAttr();
    auto packed = GatherPackedOp::create(
        b, gather.getLoc(), gather.getType(), weights.panels, gather.getIndices(), scheme,
        b.getI64IntegerAttr(type.getDimSize(0)), b.getI64IntegerAttr(type.getDimSize(1)));
    packed->setDiscardableAttrs(gather->getDiscardableAttrDictionary());
    made(packed);
    gather.replaceAllUsesWith(packed.getResult());
    gather.erase();
  }
}

} // namespace rlx::cpu
