// Bodies of the ops that move elements without changing them.
#include "dialects/rlx/ir/InferUtils.h"
#include "dialects/rlx/ir/LinalgBuilders.h"
#include "dialects/rlx/ir/RLXOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace rlx;

// ---- reshape ----

LogicalResult ReshapeOp::infer(InferContext &ctx, Adaptor op,
                               SmallVectorImpl<InferredType> &results) {
  Dims from = ctx.shape(op.getInput());
  Dims to = ctx.mixed(op.getStaticSizes(), op.getSizes());
  Dim before = product(ctx, from), after = product(ctx, to);
  std::optional<int64_t> b = InferContext::staticValue(before),
                         a = InferContext::staticValue(after);
  if (b && a && *b != *a) // reshape_c1
    return ctx.fail("expects as many elements as the input has, " + Twine(*b) + ", but got " +
                    toString(to) + " with " + Twine(*a));
  if (before != after)
    ctx.requireEqual(before, after, "the numbers of elements of a reshape");
  results.push_back({to, InferContext::elementType(op.getInput())});
  return success();
}

FailureOr<SmallVector<Value>> ReshapeOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                       LoweringReason &) {
  Location loc = getLoc();
  SmallVector<OpFoldResult> sizes = reifyResultShapes(b, *this, operands)[0];
  SmallVector<Value> values = getValueOrCreateConstantIndexOp(b, loc, sizes);
  Value shape = tensor::FromElementsOp::create(
      b, loc, RankedTensorType::get({int64_t(values.size())}, b.getIndexType()), values);
  return SmallVector<Value>{
      tensor::ReshapeOp::create(b, loc, signless(getType()), operands[0], shape)};
}

llvm::Error ReshapeOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                MutableArrayRef<ref::Tensor> out) {
  if (in[0].numElements() != out[0].numElements())
    return llvm::createStringError("the numbers of elements differ");
  out[0].floats = in[0].floats;
  out[0].ints = in[0].ints;
  return llvm::Error::success();
}
