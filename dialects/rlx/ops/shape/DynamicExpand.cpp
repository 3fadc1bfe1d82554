// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Body of dynamic_expand. Each result element is read at the result's index, but at 0 in dimensions
// of size 1.
#include "dialects/rlx/ir/ShapeOps.h"
#include "dialects/rlx/reference/RefTensor.h"
#include "dialects/rlx/support/IndexChecks.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace rlx;

LogicalResult DynamicExpandOp::infer(InferContext &ctx, Adaptor op,
                                     SmallVectorImpl<InferredType> &results) {
  Dims result = ctx.shape(op.getInput());
  FailureOr<Dims> sizes = ctx.mixed(op.getStaticSizes(), op.getSizes());
  if (failed(sizes))
    return failure();
  if (failed(expectSizes(ctx, *sizes))) // dynamic_expand_c4
    return failure();
  ArrayRef<int64_t> dims = op.getDims();
  if (sizes->size() != dims.size()) // dynamic_expand_c2
    return ctx.fail("expects a size for each of " + Twine(dims.size()) + " dims, but got " +
                    Twine(sizes->size()));
  int64_t least = 0;
  for (auto [dim, size] : llvm::zip(dims, *sizes)) {
    if (dim < least || dim >= static_cast<int64_t>(result.size())) // dynamic_expand_c1
      return ctx.fail("expects dims in ascending order in [0, " + Twine(result.size()) +
                      "), but got " + Twine(dim));
    least = dim + 1;
    if (isClash(result[dim], size) &&
        InferContext::staticValue(result[dim]) != 1) // dynamic_expand_c3
      return ctx.fail("expects dimension " + Twine(dim) + " of the input to have size 1 or " +
                      toString(size) + ", but got " + toString(result[dim]));
    ctx.requireBroadcast(result[dim], size, "broadcast, in which sizes are equal or 1");
    result[dim] = size;
  }
  results.push_back({result, InferContext::elementType(op.getInput())});
  return success();
}

FailureOr<SmallVector<Value>> DynamicExpandOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                             LoweringReason &) {
  Location loc = getLoc();
  Value input = operands[0], zero = indexConstant(b, loc, 0);
  SmallVector<Value> last; // of each dim, the index of its last element
  for (int64_t dim : getDims())
    last.push_back(
        arith::SubIOp::create(b, loc, sizeOf(b, loc, input, dim), indexConstant(b, loc, 1)));
  return SmallVector<Value>{
      parallelGeneric(b, loc, emptyResult(b, *this, operands), {}, {},
                      [&](OpBuilder &nested, Location l, ValueRange at, ValueRange) {
                        SmallVector<Value> position(at);
                        for (auto [dim, end] : llvm::zip(getDims(), last))
                          position[dim] = arith::MaxSIOp::create(
                              nested, l, arith::MinSIOp::create(nested, l, at[dim], end), zero);
                        return tensor::ExtractOp::create(nested, l, input, position).getResult();
                      })};
}

llvm::Error DynamicExpandOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                      MutableArrayRef<ref::Tensor> out) {
  ref::forEachIndex(out[0].shape, [&](ArrayRef<int64_t> index, int64_t i) {
    out[0].copyElement(i, in[0], ref::broadcastOffset(in[0].shape, index));
  });
  return llvm::Error::success();
}
