// Bodies of the reductions.
#include "dialects/rlx/ir/InferUtils.h"
#include "dialects/rlx/ir/LinalgBuilders.h"
#include "dialects/rlx/ir/RLXOps.h"
#include "dialects/rlx/ir/ScalarBuilders.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace rlx;

namespace {

LogicalResult inferReduction(InferContext &ctx, Value input, ArrayRef<int64_t> axes, bool keepDims,
                             SmallVectorImpl<InferredType> &results) {
  Dims shape = ctx.shape(input), kept;
  SmallVector<int64_t> normalized;
  if (failed(normalizeAxes(ctx, axes, shape.size(), /*emptyMeansAll=*/true, normalized)))
    return failure();
  for (auto [i, dim] : llvm::enumerate(shape)) {
    if (!llvm::is_contained(normalized, int64_t(i)))
      kept.push_back(dim);
    else if (keepDims)
      kept.push_back(ctx.constant(1));
  }
  results.push_back({kept, InferContext::elementType(input)});
  return success();
}

// Reduces with `combine` from `init`, in the accumulator type.
Value buildReduction(OpBuilder &b, Operation *op, Value input, ArrayRef<int64_t> axes,
                     bool keepDims, double init,
                     llvm::function_ref<Value(OpBuilder &, Location, Value, Value)> combine) {
  Location loc = op->getLoc();
  auto inputType = cast<RankedTensorType>(input.getType());
  int64_t rank = inputType.getRank();
  Type accumulator = accumulatorType(inputType.getElementType());
  Value start = filled(b, loc, emptyResult(b, op, {input}, 0, accumulator), init);
  SmallVector<AffineExpr> kept;
  SmallVector<utils::IteratorType> iterators;
  for (int64_t i = 0; i < rank; ++i) {
    bool reduced = llvm::is_contained(axes, i);
    iterators.push_back(reduced ? utils::IteratorType::reduction : utils::IteratorType::parallel);
    if (!reduced)
      kept.push_back(b.getAffineDimExpr(i));
    else if (keepDims)
      kept.push_back(b.getAffineConstantExpr(0));
  }
  SmallVector<AffineMap> maps = {b.getMultiDimIdentityMap(rank),
                                 AffineMap::get(rank, 0, kept, b.getContext())};
  auto generic = linalg::GenericOp::create(
      b, loc, TypeRange{start.getType()}, ValueRange{input}, ValueRange{start}, maps, iterators,
      [&](OpBuilder &nested, Location l, ValueRange v) {
        Value element = convertFloat(nested, l, v[0], accumulator);
        linalg::YieldOp::create(nested, l, combine(nested, l, v[1], element));
      });
  return convertElements(b, loc, generic.getResult(0), inputType.getElementType());
}

// Calls `body(outputIndex, inputIndex)` for every input element.
void forEachReduced(const ref::Tensor &input, const ref::Tensor &output, ArrayRef<int64_t> axes,
                    llvm::function_ref<void(int64_t, int64_t)> body) {
  ref::forEachIndex(input.shape, [&](ArrayRef<int64_t> index, int64_t i) {
    int64_t position = 0;
    for (auto [axis, size] : llvm::enumerate(input.shape))
      if (!llvm::is_contained(axes, int64_t(axis)))
        position = position * size + index[axis];
    body(position, i);
  });
}

} // namespace

// ---- reduce_sum ----

LogicalResult ReduceSumOp::infer(InferContext &ctx, Adaptor op,
                                 SmallVectorImpl<InferredType> &results) {
  return inferReduction(ctx, op.getInput(), op.getAxes(), op.getKeepDims(), results);
}

FailureOr<SmallVector<Value>> ReduceSumOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                         LoweringReason &) {
  int64_t rank = cast<ShapedType>(operands[0].getType()).getRank();
  return SmallVector<Value>{buildReduction(
      b, *this, operands[0], normalizedAxes(getAxes(), rank, true), getKeepDims(), 0.0,
      [](OpBuilder &nested, Location l, Value acc, Value x) {
        return createArith<arith::AddFOp, arith::AddIOp>(nested, l, x.getType(), acc, x);
      })};
}

llvm::Error ReduceSumOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                  MutableArrayRef<ref::Tensor> out) {
  SmallVector<int64_t> axes = normalizedAxes(getAxes(), in[0].rank(), true);
  forEachReduced(in[0], out[0], axes, [&](int64_t to, int64_t from) {
    if (in[0].isFloat())
      out[0].floats[to] += in[0].floats[from];
    else
      out[0].ints[to] = int64_t(uint64_t(out[0].ints[to]) + uint64_t(in[0].ints[from]));
  });
  return llvm::Error::success();
}
