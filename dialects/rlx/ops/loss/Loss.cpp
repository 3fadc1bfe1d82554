// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of the losses. They decompose into the terms of the softmax. Gathers check the labels:
// these are unsigned there, so a negative label is out of range too. The largest logit is
// subtracted first, so no exponential overflows.
#include "dialects/rlx/ir/CompareOps.h"
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/ir/GatherOps.h"
#include "dialects/rlx/ir/LossOps.h"
#include "dialects/rlx/ir/NormalizationOps.h"
#include "dialects/rlx/ir/ReductionOps.h"
#include "dialects/rlx/reference/RefNorm.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/OpComposer.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace rlx;

namespace {

// The checks of both ops, which have the same labels.
template <typename Adaptor>
LogicalResult checkLogits(InferContext &ctx, Adaptor op) {
  Dims shape = ctx.shape(op.getLogits());
  if (shape.empty()) // softmax_cross_entropy_c1
    return ctx.fail("expects logits of rank 1 or more");
  if (failed(expectNonNegative(ctx, shape.back() - 1, // softmax_cross_entropy_c2
                               "expects logits of at least one class")))
    return failure();
  return expectShape(ctx, "labels", op.getLabels(),
                     ArrayRef(shape).drop_back()); // softmax_cross_entropy_c3
}

// One value per row of the logits, as a column: [p..] -> [p.., 1].
Value column(OpComposer &c, Value logits, Value rows) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(c.builder, c.loc, logits);
  sizes.back() = c.builder.getIndexAttr(1);
  return c.reshape(rows, sizes);
}

Value unsignedLabels(OpComposer &c, Value labels) {
  if (getElementTypeOrSelf(labels.getType()).isUnsignedInteger())
    return labels;
  return c.cast(labels, c.builder.getIntegerType(64, /*isSigned=*/false));
}

// Whether a class is the label of a row, as [p.., C]. The gather returns the labels if they are
// valid.
Value isLabel(OpComposer &c, Value logits, Value labels) {
  int64_t last = cast<ShapedType>(logits.getType()).getRank() - 1;
  Value classes =
      c.iota(c.builder.getIndexAttr(0), {tensor::getMixedSize(c.builder, c.loc, logits, last)}, 0);
  Value checked = c.make<GatherOp>(classes, unsignedLabels(c, labels), 0);
  return c.make<CompareOp>(ComparePredicate::eq, classes, column(c, logits, checked));
}

// The label of row i, for the interpreter.
llvm::Expected<int64_t> labelAt(const ref::Tensor &labels, int64_t i, int64_t classes) {
  int64_t label = labels.ints[i];
  if (label < 0 || label >= classes)
    return llvm::createStringError("a label is out of range: " + llvm::Twine(label) + " of " +
                                   llvm::Twine(classes) + " classes");
  return label;
}

// Calls `body(row index, line, label)` for every row of the logits.
llvm::Error forEachLabelled(ArrayRef<ref::Tensor> in,
                            llvm::function_ref<void(int64_t, const ref::Line &, int64_t)> body) {
  int64_t row = 0;
  std::string problem;
  ref::forEachLine(in[0], in[0].rank() - 1, [&](const ref::Line &line) {
    llvm::Expected<int64_t> label = labelAt(in[1], row, line.size);
    if (label)
      body(row, line, *label);
    else
      problem = llvm::toString(label.takeError());
    ++row;
  });
  return problem.empty() ? llvm::Error::success() : llvm::createStringError(problem);
}

} // namespace

// ---- softmax_cross_entropy ----

LogicalResult SoftmaxCrossEntropyOp::infer(InferContext &ctx, Adaptor op,
                                           SmallVectorImpl<InferredType> &results) {
  if (failed(checkLogits(ctx, op)))
    return failure();
  Dims shape = ctx.shape(op.getLogits());
  shape.pop_back();
  results.push_back({shape, InferContext::elementType(op.getLogits())});
  return success();
}

// Decomposes as ln(sum_c e^(x[c] - m)) - (x[label] - m), in which no large terms cancel.
FailureOr<SmallVector<Value>> SoftmaxCrossEntropyOp::decompose(OpBuilder &b, LoweringReason &) {
  OpComposer c(b, getLoc());
  Value x = c.widened(getLogits());
  int64_t last = cast<ShapedType>(x.getType()).getRank() - 1;
  Value maximum = c.reduce<ReduceMaxOp>(x, last);
  Value sum = c.reduce<ReduceSumOp>(c.make<ExpOp>(c.make<SubOp>(x, maximum)), last);
  Value picked = c.make<GatherElementsOp>(x, column(c, x, unsignedLabels(c, getLabels())), last);
  Value loss = c.make<SubOp>(c.make<LogOp>(sum), c.make<SubOp>(picked, maximum));
  SmallVector<OpFoldResult> rows = tensor::getMixedSizes(b, getLoc(), x);
  rows.pop_back();
  loss = c.reshape(loss, rows);
  return SmallVector<Value>{c.cast(loss, getElementTypeOrSelf(getType()))};
}

llvm::Error SoftmaxCrossEntropyOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                            MutableArrayRef<ref::Tensor> out) {
  return forEachLabelled(in, [&](int64_t row, const ref::Line &line, int64_t label) {
    ref::LogSum sum = ref::logSumExp(in[0], line);
    out[0].set(row, std::log(sum.sum) + (sum.maximum - in[0].floats[line.at(label)]));
  });
}

// ---- softmax_cross_entropy_backward ----

LogicalResult SoftmaxCrossEntropyBackwardOp::infer(InferContext &ctx, Adaptor op,
                                                   SmallVectorImpl<InferredType> &results) {
  Value floats[] = {op.getLogits(), op.getDy()};
  if (failed(checkLogits(ctx, op)))
    return failure();
  Dims shape = ctx.shape(op.getLogits());
  if (failed(expectShape(ctx, "dy", op.getDy(),
                         ArrayRef(shape).drop_back())) || // softmax_cross_entropy_backward_c3
      failed(expectSameElementType(ctx, floats)))         // softmax_cross_entropy_backward_c4
    return failure();
  results.push_back({shape, InferContext::elementType(op.getLogits())});
  return success();
}

FailureOr<SmallVector<Value>> SoftmaxCrossEntropyBackwardOp::decompose(OpBuilder &b,
                                                                       LoweringReason &) {
  OpComposer c(b, getLoc());
  Value x = c.widened(getLogits());
  Type element = getElementTypeOrSelf(x.getType());
  Value target =
      c.make<WhereOp>(isLabel(c, x, getLabels()), c.scalar(element, 1), c.scalar(element, 0));
  Value difference = c.make<SubOp>(c.make<SoftmaxOp>(x, int64_t(-1)), target);
  Value result = c.make<MulOp>(difference, column(c, x, c.widened(getDy())));
  return SmallVector<Value>{c.cast(result, getElementTypeOrSelf(getType()))};
}

llvm::Error SoftmaxCrossEntropyBackwardOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                                    MutableArrayRef<ref::Tensor> out) {
  return forEachLabelled(in, [&](int64_t row, const ref::Line &line, int64_t label) {
    ref::LogSum sum = ref::logSumExp(in[0], line);
    for (int64_t j = 0; j < line.size; ++j) {
      double weight = std::exp(in[0].floats[line.at(j)] - sum.maximum) / sum.sum;
      out[0].set(line.at(j), (weight - (j == label)) * in[2].floats[row]);
    }
  });
}
