// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds block-quantized weights behind an operand of a contraction (see BlockOperand.h).
#include "conversions/gpu/matmul/BlockOperand.h"

#include "conversions/gpu/builder/ElementEmitter.h"
#include "conversions/gpu/matmul/CooperativeMatmul.h"
#include "dialects/rlx/ops/matmul/OperandPrecision.h"
#include "dialects/rlx/ops/quant/BlockLayout.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace rlx {
namespace {

// The tensor whose elements the operand reads by index; null if there is not exactly one.
BlockArgument bytesOf(linalg::LinalgOp op, const Operand &operand) {
  Value found;
  for (Value each : valuesBehind(op, operand.value))
    if (auto read = each.getDefiningOp<tensor::ExtractOp>()) {
      if (found && found != read.getTensor())
        return {};
      found = read.getTensor();
    }
  auto argument = dyn_cast_or_null<BlockArgument>(found);
  return argument && argument.getOwner()->getParentOp() == op->getParentOp() ? argument
                                                                             : BlockArgument();
}

} // namespace

int64_t BlockOperand::terms() const {
  const BlockLayout &layout = blockLayout(scheme);
  return bytes.getDimSize(1) / layout.bytes * layout.elements;
}

std::optional<BlockOperand> BlockOperand::of(const Contraction &contraction) {
  linalg::LinalgOp op = contraction.reduction.op;
  auto scheme = op->getAttrOfType<BlockSchemeAttr>(kBlockSchemeAttr);
  if (!scheme || !contraction.batch.empty() || contraction.sum.size() != 1)
    return std::nullopt;
  BlockArgument columns = bytesOf(op, contraction.columns);
  BlockArgument argument = columns ? columns : bytesOf(op, contraction.rows);
  auto type = argument ? dyn_cast<RankedTensorType>(argument.getType()) : RankedTensorType();
  if (!type || !type.hasStaticShape() || type.getRank() != 2)
    return std::nullopt;
  return BlockOperand{scheme.getValue(), argument.getArgNumber(), type, !columns};
}

bool canDecodeOnce(const Contraction &contraction, const rt::DeviceProfile &profile) {
  // Scratch memory: the weights of the logits would be the largest by far.
  constexpr int64_t kMaxBytes = 1 << 28;
  std::optional<BlockOperand> operand = BlockOperand::of(contraction);
  if (!operand || operand->isRows || !takesCooperativeMatrices(contraction, profile) ||
      !contraction.reduction.op->hasAttr(kOperandPrecisionAttr))
    return false;
  const int64_t bytes = 2 * operand->columns() * operand->terms();
  return operand->columns() >= kMinForMatrices && bytes <= kMaxBytes &&
         static_cast<uint64_t>(bytes) <= profile.maxBufferBytes;
}

} // namespace rlx
