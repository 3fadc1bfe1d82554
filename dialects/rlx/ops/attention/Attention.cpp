// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Body of attention. It decomposes into two matmuls around a softmax:
//
//   scores = matmul(scale * q, k^T)
//   result = matmul(softmax(mask(scores)), v)
//
// Targets with a flash attention schedule take rlx.attention itself, so this form is for all other
// targets and shapes.
#include "dialects/rlx/ir/AttentionOps.h"
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/ir/MatmulOps.h"
#include "dialects/rlx/ops/attention/AttentionParts.h"
#include "dialects/rlx/support/InferenceRules.h"

using namespace mlir;
using namespace rlx;

// ---- attention ----

LogicalResult AttentionOp::infer(InferContext &ctx, Adaptor op,
                                 SmallVectorImpl<InferredType> &results) {
  AttentionParts parts(op);
  // attention_c10
  if (failed(expectAttentionTypes(ctx, op.getQuery(), op.getKey(), op.getValue())) ||
      failed(inferAttention(ctx, parts)))
    return failure();
  results.push_back({attentionResult(ctx, parts), InferContext::elementType(op.getQuery())});
  return success();
}

FailureOr<SmallVector<Value>> AttentionOp::decompose(OpBuilder &b, LoweringReason &) {
  AttentionParts parts(*this);
  AttentionComposer a(parts, b, getLoc());
  OpComposer &c = a.c;
  Value scores = a.products(a.scaledQuery());
  if (Value squashed = a.squashed(scores))
    scores = c.make<MulOp>(squashed, c.scalar(a.element, *parts.softcap));
  Value weights = a.rowsFromHeads(a.weights(scores), a.sizes.keys);
  Value result = c.make<MatmulOp>(weights, a.inOrder(getValue(), {0, 2, 1, 3}));
  result = c.cast(a.headsFromRows(result, a.sizes.valueSize), getElementTypeOrSelf(getType()));
  return SmallVector<Value>{a.inLayout(result)};
}

llvm::Error AttentionOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                  MutableArrayRef<ref::Tensor> out) {
  ref::attention(attentionRule(*this), getLayout(), in[0], in[1], in[2],
                 in.size() > 3 ? &in[3] : nullptr, out[0]);
  return llvm::Error::success();
}
