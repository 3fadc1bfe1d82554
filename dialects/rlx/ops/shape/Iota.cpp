// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Body of iota: one linalg.generic over linalg.index, which fuses into its consumers. Sizes may be
// dynamic, and so may the start, which is an operand. Elements are i64; decompositions that need
// another type add an rlx.cast, which fuses too.
#include "dialects/rlx/ir/IotaOps.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace rlx;

// ---- iota ----

LogicalResult IotaOp::infer(InferContext &ctx, Adaptor op, SmallVectorImpl<InferredType> &results) {
  FailureOr<Dims> dims = ctx.mixed(op.getStaticSizes(), op.getSizes());
  if (failed(dims))
    return failure();
  int64_t axis = op.getAxis();
  if (failed(normalizeAxis(ctx, axis, dims->size()))) // iota_c1
    return failure();
  if (failed(expectSizes(ctx, *dims))) // iota_c2
    return failure();
  results.push_back({*dims, IntegerType::get(ctx.getContext(), 64)});
  return success();
}

FailureOr<SmallVector<Value>> IotaOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                    LoweringReason &) {
  Location loc = getLoc();
  Value empty = emptyResult(b, *this, operands);
  auto type = cast<RankedTensorType>(empty.getType());
  SmallVector<AffineMap> maps = {b.getMultiDimIdentityMap(type.getRank())};
  SmallVector<utils::IteratorType> iterators(type.getRank(), utils::IteratorType::parallel);
  int64_t axis = normalizedAxis(getAxis(), type.getRank());
  Value start = operands[0];
  auto generic = linalg::GenericOp::create(
      b, loc, TypeRange{type}, ValueRange{}, ValueRange{empty}, maps, iterators,
      [&](OpBuilder &nested, Location l, ValueRange) {
        Value index = linalg::IndexOp::create(nested, l, axis);
        Value position = arith::AddIOp::create(nested, l, start, index);
        linalg::YieldOp::create(
            nested, l,
            ValueRange{arith::IndexCastOp::create(nested, l, type.getElementType(), position)});
      });
  return SmallVector<Value>{generic.getResult(0)};
}

llvm::Error IotaOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                             MutableArrayRef<ref::Tensor> out) {
  int64_t axis = normalizedAxis(getAxis(), out[0].rank());
  ref::forEachIndex(out[0].shape, [&](ArrayRef<int64_t> index, int64_t i) {
    out[0].setInt(i, int64_t(uint64_t(in[0].ints[0]) + uint64_t(index[axis])));
  });
  return llvm::Error::success();
}
