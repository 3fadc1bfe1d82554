// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code that attention and the ops with an inner attention share: attributes and sizes by name, the
// checks of masks, and the reference evaluation. It emits no ops; AttentionParts.h builds the
// decomposition. Sizes are symbolic in inference, and values in lowering.
#ifndef RLX_DIALECTS_RLX_OPS_ATTENTION_ATTENTIONRULES_H
#define RLX_DIALECTS_RLX_OPS_ATTENTION_ATTENTIONRULES_H

#include "dialects/rlx/interfaces/Inference.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "dialects/rlx/reference/RefTensor.h"

namespace rlx {

/// The sizes of an attention, by name.
template <typename T>
struct AttentionSizes {
  T batch, heads, keyHeads, queries, keys, size, valueSize;
};

/// The attributes of an attention: those of `rlx.attention`.
struct AttentionRule {
  AttentionMask maskKind;
  std::optional<int64_t> window;
  std::optional<double> scale, softcap;
};

/// The attributes of an op or adaptor whose mask is of this kind.
template <typename Op>
AttentionRule attentionRule(Op op, AttentionMask maskKind) {
  AttentionRule rule{maskKind, std::nullopt, std::nullopt, std::nullopt};
  if (op.getWindow()) // the attribute is signless and read as unsigned
    rule.window = static_cast<int64_t>(*op.getWindow());
  if (op.getScale())
    rule.scale = op.getScale()->convertToDouble();
  if (op.getSoftcap())
    rule.softcap = op.getSoftcap()->convertToDouble();
  return rule;
}

/// The attributes of an op or adaptor that names the kind of its mask.
template <typename Op>
AttentionRule attentionRule(Op op) {
  return attentionRule(op, op.getMaskKind());
}

/// Fails unless the element types are equal, or those of key and value are both f16 or both bf16
/// and the query's is f32: attention_c10, paged_attention_c7.
mlir::LogicalResult expectAttentionTypes(InferContext &ctx, mlir::Value query, mlir::Value key,
                                         mlir::Value value);

/// Fails unless attributes and mask operand (which may be absent) are valid: attention_c4 to
/// attention_c9, and attention_c11. `element` is the type of the scores.
mlir::LogicalResult checkAttention(InferContext &ctx, const AttentionRule &rule, mlir::Value mask,
                                   mlir::Type element, const AttentionSizes<Dim> &sizes);

/// The linear index of an element of query, key, value or result, by batch, head, position and
/// element.
struct HeadView {
  llvm::ArrayRef<int64_t> shape;
  unsigned sequence;
  int64_t operator()(int64_t b, int64_t h, int64_t s, int64_t d) const {
    int64_t outer = sequence == 1 ? s : h, inner = sequence == 1 ? h : s;
    return ((b * shape[1] + outer) * shape[2] + inner) * shape[3] + d;
  }
};

/// The softmax weights, computed from their definition.
class AttentionReference {
public:
  /// `mask` may be null.
  AttentionReference(const AttentionRule &rule, AttentionLayout layout, const ref::Tensor &query,
                     const ref::Tensor &key, const ref::Tensor *mask);

  /// Sets the weights of the keys of one query; they are all zero if every score is -inf. With
  /// `slopes`, also sets the derivatives of the scores by the dot products of query and key.
  void weigh(int64_t b, int64_t h, int64_t i, std::vector<double> &weights,
             std::vector<double> *slopes = nullptr) const;

  unsigned sequence; // number of the sequence dimension
  int64_t batch, heads, queries, keys, size, group;

private:
  double masked(llvm::ArrayRef<int64_t> index, double score) const;

  AttentionRule rule;
  const ref::Tensor &query, &key, *mask;
};

namespace ref {
/// rlx.attention, written from its definition; `mask` may be null.
void attention(const AttentionRule &rule, AttentionLayout layout, const Tensor &query,
               const Tensor &key, const Tensor &value, const Tensor *mask, Tensor &result);
} // namespace ref

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_ATTENTION_ATTENTIONRULES_H
