// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Body of cumsum. The lowering adds the terms in order, slice by slice (SequentialLoops.h). GPUs
// take the op through PrefixScanOpInterface instead, as a parallel prefix scan, if its rows are few
// and long.
#include "dialects/rlx/ir/CumulativeOps.h"
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "dialects/rlx/support/SequentialLoops.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace rlx;

// ---- cumsum ----

LogicalResult CumsumOp::infer(InferContext &ctx, Adaptor op,
                              SmallVectorImpl<InferredType> &results) {
  Dims shape = ctx.shape(op.getInput());
  int64_t axis = op.getAxis();
  if (failed(normalizeAxis(ctx, axis, shape.size()))) // cumsum_c1
    return failure();
  results.push_back({shape, InferContext::elementType(op.getInput())});
  return success();
}

Type CumsumOp::getScanType() {
  return accumulatorType(signless(operandElement(*this)));
}

TypedAttr CumsumOp::getStart() {
  return cast<TypedAttr>(Builder(getContext()).getZeroAttr(getScanType()));
}

Value CumsumOp::combineScan(OpBuilder &b, Location loc, Value lhs, Value rhs) {
  return createArith<arith::AddFOp, arith::AddIOp>(b, loc, getScanType(), lhs, rhs);
}

Value CumsumOp::combineTensors(OpBuilder &b, Location loc, Value lhs, Value rhs) {
  return AddOp::create(b, loc, lhs, rhs);
}

void CumsumOp::runAlong(Value input, int64_t axis) {
  getInputMutable().set(input);
  setAxis(axis);
  getResult().setType(cast<RankedTensorType>(input.getType()));
}

namespace {

// The cumulative sums along `axis` of one slice. There is one accumulator per inner index, so the
// innermost loop has unit stride if there are inner dimensions.
Value runningSums(OpBuilder &b, Location loc, CumsumOp op, Value input, int64_t axis,
                  const ResultSlice &slice) {
  Type element = signless(operandElement(op)), sumType = op.getScanType();
  Value size = getValueOrCreateConstantIndexOp(b, loc, slice.sizes[axis]);
  Value zero = arith::ConstantOp::create(b, loc, op.getStart()), start = indexConstant(b, loc, 0);
  Value last = arith::SubIOp::create(b, loc, size, indexConstant(b, loc, 1));
  Value sums = tensor::EmptyOp::create(b, loc, ArrayRef(slice.sizes).drop_front(axis + 1), sumType);
  auto step = [&](OpBuilder &n, Location l, ValueRange at, ValueRange carried) {
    SmallVector<Value> position(at), inner(at.drop_front(axis + 1));
    Value isFirst =
        arith::CmpIOp::create(n, l, arith::CmpIPredicate::eq, at[axis], start).getResult();
    if (op.getReverse())
      position[axis] = arith::SubIOp::create(n, l, last, at[axis]);
    Value x = tensor::ExtractOp::create(n, l, input, shifted(n, l, position, slice.offsets));
    Value before = tensor::ExtractOp::create(n, l, carried[1], inner);
    before = arith::SelectOp::create(n, l, isFirst, zero, before);
    Value after = op.combineScan(n, l, before, convertFloat(n, l, x, sumType));
    Value y = convertFloat(n, l, op.getExclusive() ? before : after, element);
    return SmallVector<Value>{tensor::InsertOp::create(n, l, y, carried[0], position),
                              tensor::InsertOp::create(n, l, after, carried[1], inner)};
  };
  return inOrder(b, loc, slice.sizes, {slice.tensors[0], sums}, step)[0];
}

} // namespace

FailureOr<SmallVector<Value>> CumsumOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                      LoweringReason &) {
  int64_t rank = getType().getRank(), axis = normalizedAxis(getAxis(), rank);
  SmallVector<int64_t> others = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  others.erase(others.begin() + axis);
  Value init = emptyResult(b, *this, operands);
  return forEachSlice(b, getLoc(), init, others, getType().getDimSize(axis),
                      [&](OpBuilder &nested, Location l, const ResultSlice &slice) {
                        return SmallVector<Value>{
                            runningSums(nested, l, *this, operands[0], axis, slice)};
                      });
}

llvm::Error CumsumOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                               MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor &input = in[0];
  int64_t axis = normalizedAxis(getAxis(), input.rank()), size = input.shape[axis];
  int64_t stride = ref::strides(input.shape)[axis];
  SmallVector<int64_t> starts(input.shape);
  starts[axis] = std::min<int64_t>(size, 1);
  ref::forEachIndex(starts, [&](ArrayRef<int64_t> index, int64_t) {
    int64_t start = 0;
    for (auto [at, step] : llvm::zip(index, ref::strides(input.shape)))
      start += at * step;
    double sum = 0;
    uint64_t wrapped = 0;
    for (int64_t j = 0; j < size; ++j) {
      int64_t i = start + (getReverse() ? size - 1 - j : j) * stride;
      if (getExclusive())
        input.isFloat() ? out[0].set(i, sum) : out[0].setInt(i, int64_t(wrapped));
      input.isFloat() ? void(sum += input.floats[i]) : void(wrapped += uint64_t(input.ints[i]));
      if (!getExclusive())
        input.isFloat() ? out[0].set(i, sum) : out[0].setInt(i, int64_t(wrapped));
    }
  });
  return llvm::Error::success();
}
