// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The operands and attributes of rlx.attention and rlx.paged_attention by name, for schedules that
// serve both.
#ifndef RLX_CONVERSIONS_KERNEL_ATTENTIONFORM_H
#define RLX_CONVERSIONS_KERNEL_ATTENTIONFORM_H

#include "dialects/rlx/ir/AttentionOps.h"
#include "dialects/rlx/ir/PagedAttentionOps.h"

namespace rlx {

struct AttentionForm {
  explicit AttentionForm(AttentionOp op);
  // Queries are [T, heads, size], without a batch; keys and values [blocks, heads, places, size].
  explicit AttentionForm(PagedAttentionOp op);
  // std::nullopt for other ops.
  static std::optional<AttentionForm> find(mlir::Operation *op);

  mlir::Operation *op;
  mlir::Value query, key, value, mask, result; // the mask may be null
  // Of query and result, and, without pages, of key and value. The latter have the same `headDim`.
  unsigned sequenceDim, headDim;
  AttentionMask maskKind;
  std::optional<int64_t> window;
  std::optional<double> scale, softcap;
  // Of paged attention.
  mlir::Value blockTable, queryStarts, keyLengths;
  int64_t places = 0; // of a block

  bool isPaged() const { return bool(blockTable); }
  // Queries see no keys behind their own one.
  bool isCausal() const {
    return maskKind == AttentionMask::Causal || maskKind == AttentionMask::SlidingWindow;
  }
  llvm::ArrayRef<int64_t> maskShape() const;
  // False without a mask operand, and for masks over keys only, such as padding masks.
  bool maskDependsOnQuery() const;
};

} // namespace rlx

#endif // RLX_CONVERSIONS_KERNEL_ATTENTIONFORM_H
