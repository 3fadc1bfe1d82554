// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Body of attention_backward. It computes the softmax weights like attention, and decomposes the
// rest into four more matmuls: for dvalue, the gradient of the weights, dquery and dkey. Scores are
// recomputed, not stored.
#include "dialects/rlx/ir/AttentionBackwardOps.h"
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/ir/MatmulOps.h"
#include "dialects/rlx/ir/ReductionOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "dialects/rlx/ops/attention/AttentionParts.h"
#include "dialects/rlx/support/InferenceRules.h"

using namespace mlir;
using namespace rlx;

// ---- attention_backward ----

// attention_backward_c1 to attention_backward_c9 are the checks of attention.
LogicalResult AttentionBackwardOp::infer(InferContext &ctx, Adaptor op,
                                         SmallVectorImpl<InferredType> &results) {
  Value values[] = {op.getQuery(), op.getKey(), op.getValue(), op.getDy()};
  AttentionParts parts(op);
  if (failed(expectSameElementType(ctx, values)) || // attention_backward_c10
      failed(inferAttention(ctx, parts)) ||
      failed(expectShape(ctx, "dy", op.getDy(),
                         attentionResult(ctx, parts)))) // attention_backward_c11
    return failure();
  for (Value value : {op.getQuery(), op.getKey(), op.getValue()})
    results.push_back({ctx.shape(value), InferContext::elementType(value)});
  return success();
}

namespace {

Value transposed(OpComposer &c, Value matrices) {
  return c.make<TransposeOp>(matrices, ArrayRef<int64_t>{0, 1, 3, 2});
}

} // namespace

FailureOr<SmallVector<Value>> AttentionBackwardOp::decompose(OpBuilder &b, LoweringReason &) {
  AttentionParts parts(*this);
  AttentionComposer a(parts, b, getLoc());
  OpComposer &c = a.c;
  Value query = a.scaledQuery(), scores = a.products(query), squashed = a.squashed(scores);
  if (squashed)
    scores = c.make<MulOp>(squashed, c.scalar(a.element, *parts.softcap));
  Value weights = a.weights(scores);
  // From here on, heads that share a key head are rows of one matrix.
  query = a.rowsFromHeads(query, a.sizes.size);
  weights = a.rowsFromHeads(weights, a.sizes.keys);
  Value dy = a.rowsFromHeads(a.inOrder(getDy(), {0, 2, 1, 3}), a.sizes.valueSize);
  Value dvalue = c.make<MatmulOp>(transposed(c, weights), dy);
  Value dweights = c.make<MatmulOp>(dy, a.inOrder(getValue(), {0, 2, 3, 1}));
  Value along = c.reduce<ReduceSumOp>(c.make<MulOp>(weights, dweights), int64_t(-1));
  Value dscores = c.make<MulOp>(weights, c.make<SubOp>(dweights, along));
  if (squashed) {
    squashed = a.rowsFromHeads(squashed, a.sizes.keys);
    Value slope = c.make<SubOp>(c.scalar(a.element, 1), c.make<MulOp>(squashed, squashed));
    dscores = c.make<MulOp>(dscores, slope);
  }
  Value dquery = c.make<MatmulOp>(dscores, a.inOrder(getKey(), {0, 2, 1, 3}));
  dquery = c.make<MulOp>(a.headsFromRows(dquery, a.sizes.size), c.scalar(a.element, a.scale()));
  Value dkey = c.make<MatmulOp>(transposed(c, dscores), query); // scaled, because the query is
  Type element = getElementTypeOrSelf(getQuery().getType());
  SmallVector<Value> results;
  for (Value result : {dquery, dkey, dvalue})
    results.push_back(a.inLayout(c.cast(result, element)));
  return results;
}

llvm::Error AttentionBackwardOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                          MutableArrayRef<ref::Tensor> out) {
  AttentionReference a(attentionRule(*this), getLayout(), in[0], in[1],
                       in.size() > 4 ? &in[4] : nullptr);
  const ref::Tensor &query = in[0], &key = in[1], &value = in[2], &dy = in[3];
  unsigned sequence = a.sequence;
  HeadView queryAt{query.shape, sequence}, keyAt{key.shape, sequence},
      valueAt{value.shape, sequence}, dyAt{dy.shape, sequence};
  int64_t valueSize = value.shape[3];
  std::vector<double> weights, slopes(a.keys), dweights(a.keys);
  ref::forEachIndex({a.batch, a.heads, a.queries}, [&](ArrayRef<int64_t> index, int64_t) {
    int64_t b = index[0], h = index[1], i = index[2], shared = h / a.group;
    a.weigh(b, h, i, weights, &slopes);
    double mean = 0;
    for (int64_t j = 0; j < a.keys; ++j) {
      dweights[j] = 0;
      if (weights[j] == 0) // a masked key has no effect, whatever its values are
        continue;
      for (int64_t d = 0; d < valueSize; ++d) {
        dweights[j] += dy.floats[dyAt(b, h, i, d)] * value.floats[valueAt(b, shared, j, d)];
        out[2].floats[valueAt(b, shared, j, d)] += weights[j] * dy.floats[dyAt(b, h, i, d)];
      }
      mean += weights[j] * dweights[j];
    }
    for (int64_t j = 0; j < a.keys; ++j) {
      if (weights[j] == 0)
        continue;
      double dproduct = weights[j] * (dweights[j] - mean) * slopes[j];
      for (int64_t d = 0; d < a.size; ++d) {
        int64_t q = queryAt(b, h, i, d), k = keyAt(b, shared, j, d);
        out[0].floats[q] += dproduct * key.floats[k];
        out[1].floats[k] += dproduct * query.floats[q];
      }
    }
  });
  return llvm::Error::success();
}
