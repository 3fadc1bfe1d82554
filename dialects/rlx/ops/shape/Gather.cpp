// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of gather and gather_elements. Each lowers to one parallel linalg.generic that checks an
// index and reads the element there. A failed check fails the run, and the index is clamped, so the
// read is always in bounds.
#include "dialects/rlx/ir/GatherOps.h"
#include "dialects/rlx/support/IndexChecks.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace rlx;

// ---- gather ----

LogicalResult GatherOp::infer(InferContext &ctx, Adaptor op,
                              SmallVectorImpl<InferredType> &results) {
  Dims data = ctx.shape(op.getData()), indices = ctx.shape(op.getIndices());
  int64_t axis = op.getAxis();
  if (failed(normalizeAxis(ctx, axis, data.size())) ||  // gather_c1
      failed(expectNotEmpty(ctx, data, axis, indices))) // gather_c2
    return failure();
  Dims shape(data.begin(), data.begin() + axis);
  llvm::append_range(shape, indices);
  shape.append(data.begin() + axis + 1, data.end());
  results.push_back({shape, InferContext::elementType(op.getData())});
  return success();
}

FailureOr<SmallVector<Value>> GatherOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                      LoweringReason &) {
  Location loc = getLoc();
  Value data = operands[0], indices = operands[1];
  int64_t rank = cast<ShapedType>(data.getType()).getRank();
  int64_t axis = normalizedAxis(getAxis(), rank);
  int64_t inner = cast<ShapedType>(indices.getType()).getRank();
  int64_t resultRank = getType().getRank();
  Type element = operandElement(*this, 1);
  Value size = sizeOf(b, loc, data, axis);
  AffineMap map = b.getMultiDimIdentityMap(resultRank).getSliceMap(axis, inner);
  return SmallVector<Value>{
      parallelGeneric(b, loc, emptyResult(b, *this, operands), indices, map,
                      [&](OpBuilder &nested, Location l, ValueRange at, ValueRange v) {
                        SmallVector<Value> position(at.take_front(axis));
                        position.push_back(indexOf(nested, l, *this, v[0], element, size));
                        llvm::append_range(position, at.drop_front(axis + inner));
                        return tensor::ExtractOp::create(nested, l, data, position).getResult();
                      })};
}

llvm::Error GatherOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                               MutableArrayRef<ref::Tensor> out) {
  return forEachGathered(
      in[0].shape, in[1], normalizedAxis(getAxis(), in[0].rank()),
      [&](int64_t result, int64_t data) { out[0].copyElement(result, in[0], data); });
}

// ---- gather_elements ----

LogicalResult GatherElementsOp::infer(InferContext &ctx, Adaptor op,
                                      SmallVectorImpl<InferredType> &results) {
  Dims data = ctx.shape(op.getData()), indices = ctx.shape(op.getIndices());
  // gather_elements_c1, gather_elements_c2, gather_elements_c3, gather_elements_c4
  if (failed(expectIndicesAlong(ctx, data, indices, op.getAxis())))
    return failure();
  results.push_back({indices, InferContext::elementType(op.getData())});
  return success();
}

FailureOr<SmallVector<Value>> GatherElementsOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                              LoweringReason &) {
  Location loc = getLoc();
  Value data = operands[0];
  int64_t rank = getType().getRank(), axis = normalizedAxis(getAxis(), rank);
  Type element = operandElement(*this, 1);
  Value size = sizeOf(b, loc, data, axis);
  return SmallVector<Value>{parallelGeneric(
      b, loc, emptyResult(b, *this, operands), operands[1], b.getMultiDimIdentityMap(rank),
      [&](OpBuilder &nested, Location l, ValueRange at, ValueRange v) {
        SmallVector<Value> position(at);
        position[axis] = indexOf(nested, l, *this, v[0], element, size);
        return tensor::ExtractOp::create(nested, l, data, position).getResult();
      })};
}

llvm::Error GatherElementsOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                       MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor &data = in[0], &indices = in[1];
  int64_t axis = normalizedAxis(getAxis(), data.rank());
  return forEachAlong(data.shape, indices, axis,
                      [&](int64_t i, int64_t from) { out[0].copyElement(i, data, from); });
}
