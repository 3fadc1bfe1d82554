// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Body of lora_matmul: a matmul with the weight, and two small ones with the adapter, which never
// form a * b. The weight stays a plain operand of a matmul. All three have results in the
// accumulator type, which are scaled and added before the only rounding.
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/ir/LoraOps.h"
#include "dialects/rlx/ir/MatmulOps.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/OpComposer.h"

using namespace mlir;
using namespace rlx;

// ---- lora_matmul ----

LogicalResult LoraMatmulOp::infer(InferContext &ctx, Adaptor op,
                                  SmallVectorImpl<InferredType> &results) {
  if (failed(expectSameElementType(ctx, op.getOperands()))) // lora_matmul_c5
    return failure();
  Dims x = ctx.shape(op.getX()), weight = ctx.shape(op.getWeight()), a = ctx.shape(op.getA());
  if (x.size() < 2) // lora_matmul_c1
    return ctx.fail("expects x of rank 2 or more, but got rank " + Twine(x.size()));
  if (weight.size() != 2 || a.size() != 2) // lora_matmul_c2, lora_matmul_c3
    return ctx.fail("expects weight and a of rank 2, but got ranks " + Twine(weight.size()) +
                    " and " + Twine(a.size()));
  if (failed(expectShape(ctx, "weight", op.getWeight(), {x.back(), weight[1]})) || // lora_matmul_c2
      failed(expectShape(ctx, "a", op.getA(), {x.back(), a[1]})) ||                // lora_matmul_c3
      failed(expectShape(ctx, "b", op.getB(), {a[1], weight[1]})))                 // lora_matmul_c4
    return failure();
  x.back() = weight[1];
  results.push_back({x, InferContext::elementType(op.getX())});
  return success();
}

// f16 and bf16 products stay in f32 until the end. The weights are read in their own type.
FailureOr<SmallVector<Value>> LoraMatmulOp::decompose(OpBuilder &b, LoweringReason &) {
  OpComposer c(b, getLoc());
  Type element = getElementTypeOrSelf(getType()), compute = accumulatorType(element);
  int64_t rank = getX().getType().getRank();
  auto times = [&](Value x, Value matrix) -> Value {
    if (getElementTypeOrSelf(x.getType()) == compute)
      return c.make<MatmulOp>(x, c.cast(matrix, compute));
    return c.make<DotGeneralOp>(x, matrix, ArrayRef<int64_t>(), ArrayRef<int64_t>(),
                                ArrayRef<int64_t>{rank - 1}, ArrayRef<int64_t>{0},
                                TypeAttr::get(compute));
  };
  Value update = times(times(getX(), getA()), getB());
  update = c.make<MulOp>(update, c.scalar(compute, getScale().convertToDouble()));
  Value sum = c.make<AddOp>(times(getX(), getWeight()), update);
  return SmallVector<Value>{c.cast(sum, element)};
}

llvm::Error LoraMatmulOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                   MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor &x = in[0], &weight = in[1], &a = in[2], &b = in[3];
  int64_t k = weight.shape[0], n = weight.shape[1], r = a.shape[1];
  double scale = getScale().convertToDouble();
  if (k == 0) // empty sums
    return llvm::Error::success();
  int64_t rows = x.numElements() / k;
  std::vector<double> low(r); // a row of x * a
  for (int64_t row = 0; row < rows; ++row) {
    const double *values = &x.floats[row * k];
    for (int64_t m = 0; m < r; ++m) {
      low[m] = 0;
      for (int64_t j = 0; j < k; ++j)
        low[m] += values[j] * a.floats[j * r + m];
    }
    for (int64_t column = 0; column < n; ++column) {
      double sum = 0, update = 0;
      for (int64_t j = 0; j < k; ++j)
        sum += values[j] * weight.floats[j * n + column];
      for (int64_t m = 0; m < r; ++m)
        update += low[m] * b.floats[m * n + column];
      out[0].floats[row * n + column] = sum + scale * update;
    }
  }
  return llvm::Error::success();
}
