// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of the fused ops: each decomposes into the plain ops that it stands for. f16 and bf16 are
// widened to f32 inside a norm and in fused_swiglu, and rounded once. Their references are written
// from the definitions, not from the decompositions.
#include "dialects/rlx/ir/ActivationOps.h"
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/ir/FusedOps.h"
#include "dialects/rlx/ir/MatmulOps.h"
#include "dialects/rlx/ops/attention/FusedActivations.h"
#include "dialects/rlx/ops/matmul/MatmulLoops.h"
#include "dialects/rlx/reference/RefNorm.h"
#include "dialects/rlx/support/AttributeChecks.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/OpComposer.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace rlx;

// ---- fused_matmul_bias_act ----

LogicalResult FusedMatmulBiasActOp::infer(InferContext &ctx, Adaptor op,
                                          SmallVectorImpl<InferredType> &results) {
  if (failed(expectSameElementType(ctx, op.getOperands()))) // fused_matmul_bias_act_c3
    return failure();
  Dims lhs = ctx.shape(op.getLhs()), rhs = ctx.shape(op.getRhs());
  if (lhs.size() < 2 || rhs.size() < 2) // fused_matmul_bias_act_c1
    return ctx.fail("expects operands of rank 2 or more, but got ranks " + Twine(lhs.size()) +
                    " and " + Twine(rhs.size()));
  MatmulOp::Adaptor matmul(ValueRange{op.getLhs(), op.getRhs()}, DictionaryAttr());
  if (failed(MatmulOp::infer(ctx, matmul, results))) // fused_matmul_bias_act_c1
    return failure();
  return expectShape(ctx, "a bias", op.getBias(),
                     results[0].dims.back()); // fused_matmul_bias_act_c2
}

FailureOr<SmallVector<Value>> FusedMatmulBiasActOp::decompose(OpBuilder &b, LoweringReason &) {
  OpComposer c(b, getLoc());
  Value result = c.make<MatmulOp>(getLhs(), getRhs());
  if (getBias())
    result = c.make<AddOp>(result, getBias());
  return SmallVector<Value>{composeActivation(c, getActivation(), result)};
}

llvm::Error FusedMatmulBiasActOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                           MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor &lhs = in[0], &rhs = in[1];
  int64_t k = lhs.shape.back(), columns = rhs.shape.back();
  forEachMatmulTerm(lhs, rhs, out[0], [&](int64_t i, int64_t column, int64_t l, int64_t r) {
    double sum = in.size() > 2 ? in[2].floats[column] : 0;
    for (int64_t j = 0; j < k; ++j)
      sum += lhs.floats[l + j] * rhs.floats[r + j * columns];
    out[0].set(i, ref::activation(getActivation(), sum));
  });
  return llvm::Error::success();
}

// ---- fused_residual_ln, fused_residual_rms_norm ----

namespace {

template <typename Adaptor>
LogicalResult inferResidualNorm(InferContext &ctx, Adaptor op,
                                SmallVectorImpl<InferredType> &results) {
  if (failed(expectSameElementType(ctx, op.getOperands()))) // _c4
    return failure();
  Dims shape = ctx.shape(op.getInput());
  int64_t axis = op.getAxis();
  if (failed(expectShape(ctx, "a residual", op.getResidual(), shape)) || // _c1
      failed(normalizeAxis(ctx, axis, shape.size())))                    // _c2
    return failure();
  ArrayRef<Dim> sizes = ArrayRef(shape).drop_front(axis);
  if (failed(expectShape(ctx, "a bias", op.getBias(), sizes)) || // _c3
      failed(expectShape(ctx, "gamma", op.getGamma(), sizes)) || // _c3
      failed(expectShape(ctx, "beta", op.getBeta(), sizes)) ||   // _c3
      failed(expectEps(ctx, op.getEps())))                       // _c5
    return failure();
  results.push_back({shape, InferContext::elementType(op.getInput())});
  return success();
}

template <typename Op, typename Compose>
SmallVector<Value> decomposeResidualNorm(Op op, OpBuilder &b, Compose compose) {
  OpComposer c(b, op.getLoc());
  Value sum = c.make<AddOp>(c.widened(op.getInput()), c.widened(op.getResidual()));
  if (op.getBias())
    sum = c.make<AddOp>(sum, c.widened(op.getBias()));
  Value result = compose(c, sum, c.widened(op.getGamma()), c.widened(op.getBeta()), op.getAxis(),
                         op.getEps().convertToDouble());
  return {c.cast(result, getElementTypeOrSelf(op.getType()))};
}

template <typename Op, typename Norm>
void evaluateResidualNorm(Op op, ArrayRef<ref::Tensor> in, ref::Tensor &out, Norm norm) {
  const ref::Tensor *next = in.data() + 2;
  const ref::Tensor *bias = op.getBias() ? next++ : nullptr;
  const ref::Tensor *gamma = op.getGamma() ? next++ : nullptr;
  const ref::Tensor *beta = op.getBeta() ? next++ : nullptr;
  ref::Tensor sum = in[0];
  int64_t period = bias ? bias->numElements() : 1;
  for (int64_t i = 0, e = sum.numElements(); i < e; ++i)
    sum.floats[i] += in[1].floats[i] + (bias ? bias->floats[i % period] : 0);
  norm(sum, gamma, beta, normalizedAxis(op.getAxis(), sum.rank()), op.getEps().convertToDouble(),
       out);
}

} // namespace

LogicalResult FusedResidualLNOp::infer(InferContext &ctx, Adaptor op,
                                       SmallVectorImpl<InferredType> &results) {
  return inferResidualNorm(ctx, op, results);
}

FailureOr<SmallVector<Value>> FusedResidualLNOp::decompose(OpBuilder &b, LoweringReason &) {
  return decomposeResidualNorm(*this, b, composeLayerNorm);
}

llvm::Error FusedResidualLNOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                        MutableArrayRef<ref::Tensor> out) {
  evaluateResidualNorm(*this, in, out[0], ref::layerNorm);
  return llvm::Error::success();
}

LogicalResult FusedResidualRmsNormOp::infer(InferContext &ctx, Adaptor op,
                                            SmallVectorImpl<InferredType> &results) {
  return inferResidualNorm(ctx, op, results);
}

FailureOr<SmallVector<Value>> FusedResidualRmsNormOp::decompose(OpBuilder &b, LoweringReason &) {
  return decomposeResidualNorm(*this, b, composeRmsNorm);
}

llvm::Error FusedResidualRmsNormOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                             MutableArrayRef<ref::Tensor> out) {
  evaluateResidualNorm(*this, in, out[0], ref::rmsNorm);
  return llvm::Error::success();
}

// ---- fused_swiglu ----

LogicalResult FusedSwiGLUOp::infer(InferContext &ctx, Adaptor op,
                                   SmallVectorImpl<InferredType> &results) {
  Dims shape = ctx.shape(op.getInput());
  if (shape.empty()) // fused_swiglu_c1
    return ctx.fail("expects an input of at least rank 1, but got rank 0");
  std::optional<int64_t> last = InferContext::staticValue(shape.back());
  if (last && *last % 2) // fused_swiglu_c2
    return ctx.fail("expects an even last size, but got " + Twine(*last));
  Dim half = shape.back().floorDiv(2);
  if (!last)
    ctx.requireEqual(half * 2, shape.back(), "the halves of a gated linear unit");
  shape.back() = half;
  Type element = op.getCastTo().value_or(InferContext::elementType(op.getInput()));
  results.push_back({shape, element});
  return success();
}

FailureOr<SmallVector<Value>> FusedSwiGLUOp::decompose(OpBuilder &b, LoweringReason &) {
  OpComposer c(b, getLoc());
  auto [first, second] = c.halves(getInput());
  Type element = getElementTypeOrSelf(getType());
  Type type = element.isF64() ? element : accumulatorType(getElementTypeOrSelf(getInput()));
  Value gate = c.cast(getGateFirst() ? first : second, type);
  Value up = c.cast(getGateFirst() ? second : first, type);
  Value result = c.make<MulOp>(c.make<SiluOp>(gate), up);
  return SmallVector<Value>{c.cast(result, element)};
}

llvm::Error FusedSwiGLUOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                    MutableArrayRef<ref::Tensor> out) {
  int64_t half = out[0].shape.back();
  for (int64_t i = 0, e = out[0].numElements(); i < e; ++i) {
    int64_t first = i / half * 2 * half + i % half;
    double gate = in[0].floats[getGateFirst() ? first : first + half];
    double up = in[0].floats[getGateFirst() ? first + half : first];
    out[0].set(i, ref::activation(FusedActivation::Silu, gate) * up);
  }
  return llvm::Error::success();
}
