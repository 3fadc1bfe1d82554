// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See AttentionForm.h. Paged attention is causal, or has a sliding window.
#include "conversions/kernel/AttentionForm.h"

using namespace mlir;

namespace rlx {

template <typename Op>
static void readAttributes(Op op, AttentionForm &form) {
  if (op.getWindow())
    form.window = static_cast<int64_t>(*op.getWindow());
  if (op.getScale())
    form.scale = op.getScale()->convertToDouble();
  if (op.getSoftcap())
    form.softcap = op.getSoftcap()->convertToDouble();
}

AttentionForm::AttentionForm(AttentionOp op)
    : op(op), query(op.getQuery()), key(op.getKey()), value(op.getValue()), mask(op.getMask()),
      result(op.getResult()), sequenceDim(op.sequenceDim()), headDim(op.headDim()),
      maskKind(op.getMaskKind()) {
  readAttributes(op, *this);
}

AttentionForm::AttentionForm(PagedAttentionOp op)
    : op(op), query(op.getQuery()), key(op.getKey()), value(op.getValue()), result(op.getResult()),
      sequenceDim(0), headDim(1),
      maskKind(op.getWindow() ? AttentionMask::SlidingWindow : AttentionMask::Causal),
      blockTable(op.getBlockTable()), queryStarts(op.getQueryStarts()),
      keyLengths(op.getKeyLengths()),
      places(cast<RankedTensorType>(op.getKey().getType()).getDimSize(2)) {
  readAttributes(op, *this);
}

std::optional<AttentionForm> AttentionForm::find(Operation *op) {
  if (auto attention = dyn_cast<AttentionOp>(op))
    return AttentionForm(attention);
  if (auto paged = dyn_cast<PagedAttentionOp>(op))
    return AttentionForm(paged);
  return std::nullopt;
}

ArrayRef<int64_t> AttentionForm::maskShape() const {
  return cast<RankedTensorType>(mask.getType()).getShape();
}

// A custom mask of rank 2 is over batch and keys.
bool AttentionForm::maskDependsOnQuery() const {
  if (!mask)
    return false;
  ArrayRef<int64_t> shape = maskShape();
  bool overKeys = maskKind == AttentionMask::Custom && shape.size() == 2;
  return !overKeys && shape.size() >= 2 && shape[shape.size() - 2] != 1;
}

} // namespace rlx
