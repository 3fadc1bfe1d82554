// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code that attention and its backward op share: their operands with the checks, and the
// decomposition of the softmax weights. It builds plain matmuls; flash attention is a schedule of
// the targets.
#ifndef RLX_DIALECTS_RLX_OPS_ATTENTION_ATTENTIONPARTS_H
#define RLX_DIALECTS_RLX_OPS_ATTENTION_ATTENTIONPARTS_H

#include "dialects/rlx/ops/attention/AttentionRules.h"
#include "dialects/rlx/support/OpComposer.h"

namespace rlx {

/// The operands and attributes of an attention, read from the op or its adaptor.
struct AttentionParts : AttentionRule {
  template <typename Op>
  explicit AttentionParts(Op op)
      : AttentionRule(attentionRule(op)), query(op.getQuery()), key(op.getKey()),
        value(op.getValue()), mask(op.getMask()), layout(op.getLayout()) {}

  /// The numbers of the dimensions in query, key, value and result.
  unsigned sequenceDim() const { return layout == AttentionLayout::BSHD ? 1 : 2; }
  unsigned headDim() const { return 3 - sequenceDim(); }

  mlir::Value query, key, value, mask;
  AttentionLayout layout;
};

/// Checks operands and attributes (attention_c1 to attention_c9).
llvm::FailureOr<AttentionSizes<Dim>> inferAttention(InferContext &ctx, const AttentionParts &op);

/// The shape of the result: that of the query with the value's head size.
Dims attentionResult(InferContext &ctx, const AttentionParts &op);

/// Builds attention's decomposition in f32 or f64. Query heads that share a key head become rows of
/// one matmul. Below, "rows" means [B, Hk, Hq/Hk * Sq, n] and "heads" means [B, Hq, Sq, n].
class AttentionComposer {
public:
  AttentionComposer(const AttentionParts &op, mlir::OpBuilder &builder, mlir::Location loc);

  /// An operand, widened and permuted. `permutation` is that of layout bshd; it says where the
  /// dimensions b, s, h, d go.
  mlir::Value inOrder(mlir::Value operand, llvm::SmallVector<int64_t> permutation);
  /// Permutes [B, H, S, n] to the order of `layout`.
  mlir::Value inLayout(mlir::Value tensor);
  mlir::Value rowsFromHeads(mlir::Value tensor, mlir::OpFoldResult columns);
  mlir::Value headsFromRows(mlir::Value tensor, mlir::OpFoldResult columns);

  /// The query times `scale`, as heads.
  mlir::Value scaledQuery();
  double scale() const;
  /// scaledQuery times the transposed keys, as heads.
  mlir::Value products(mlir::Value scaledQuery);
  /// tanh(products / softcap), or null without softcap.
  mlir::Value squashed(mlir::Value products);
  /// The softmax over the scores that the mask keeps, as heads.
  mlir::Value weights(mlir::Value scores);

  const AttentionParts &op;
  OpComposer c;
  AttentionSizes<mlir::OpFoldResult> sizes;
  int64_t group;
  mlir::Type element;

private:
  mlir::Value keyPositions();
  mlir::Value queryPositions(int64_t back);
  mlir::Value kept();
  mlir::Value mask(mlir::Value scores);
};

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_ATTENTION_ATTENTIONPARTS_H
