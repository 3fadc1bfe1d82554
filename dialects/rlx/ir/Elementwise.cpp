// Bodies of the elementwise arithmetic ops: infer, buildScalar, evaluate, op by op.
#include "dialects/rlx/ir/InferUtils.h"
#include "dialects/rlx/ir/RLXOps.h"
#include "dialects/rlx/ir/ScalarBuilders.h"
#include "dialects/rlx/reference/RefMath.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace rlx;

// ---- add ----

LogicalResult AddOp::infer(InferContext &ctx, Adaptor op, SmallVectorImpl<InferredType> &results) {
  return inferElementwise(ctx, op.getOperands(), results);
}
FailureOr<Value> AddOp::buildScalar(OpBuilder &b, Location loc, ValueRange v, LoweringReason &) {
  return createArith<arith::AddFOp, arith::AddIOp>(b, loc, operandElement(*this), v[0], v[1]);
}
llvm::Error AddOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                            MutableArrayRef<ref::Tensor> out) {
  return ref::mapBinary(
      in, out, [](double a, double b) { return a + b; },
      [](int64_t a, int64_t b) { return int64_t(uint64_t(a) + uint64_t(b)); });
}

// ---- mul ----

LogicalResult MulOp::infer(InferContext &ctx, Adaptor op, SmallVectorImpl<InferredType> &results) {
  return inferElementwise(ctx, op.getOperands(), results);
}
FailureOr<Value> MulOp::buildScalar(OpBuilder &b, Location loc, ValueRange v, LoweringReason &) {
  return createArith<arith::MulFOp, arith::MulIOp>(b, loc, operandElement(*this), v[0], v[1]);
}
llvm::Error MulOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                            MutableArrayRef<ref::Tensor> out) {
  return ref::mapBinary(
      in, out, [](double a, double b) { return a * b; },
      [](int64_t a, int64_t b) { return int64_t(uint64_t(a) * uint64_t(b)); });
}

// ---- exp ----

LogicalResult ExpOp::infer(InferContext &ctx, Adaptor op, SmallVectorImpl<InferredType> &results) {
  return inferElementwise(ctx, op.getOperands(), results);
}
FailureOr<Value> ExpOp::buildScalar(OpBuilder &b, Location loc, ValueRange v, LoweringReason &) {
  return math::ExpOp::create(b, loc, v[0]).getResult();
}
llvm::Error ExpOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                            MutableArrayRef<ref::Tensor> out) {
  return ref::mapUnary(in, out, [](double x) { return std::exp(x); });
}
