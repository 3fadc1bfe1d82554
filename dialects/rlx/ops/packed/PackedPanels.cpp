// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of PackedPanels.h. Columns of the last panel that are padding are dropped by a
// slice of the result, so they may hold anything. Biases are added in the accumulator's type,
// before the only rounding.
#include "dialects/rlx/ops/packed/PackedPanels.h"

#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace rlx {

LogicalResult expectEqual(InferContext &ctx, Dim actual, Dim expected, const Twine &what) {
  std::optional<int64_t> a = InferContext::staticValue(actual),
                         e = InferContext::staticValue(expected);
  if (a && e && *a != *e)
    return ctx.fail("expects " + what + " to be " + Twine(*e) + ", but got " + Twine(*a));
  if (actual != expected)
    ctx.requireEqual(actual, expected, what);
  return success();
}

FailureOr<int64_t> panelGroupOf(InferContext &ctx, ArrayRef<Dim> panels, StringRef what) {
  if (panels.size() == 3)
    return 1;
  std::optional<int64_t> group = InferContext::staticValue(panels[3]);
  if (!group || *group < 1)
    return ctx.fail("expects the last size of " + what + " to be static and positive");
  return *group;
}

LogicalResult expectPanelsHold(InferContext &ctx, ArrayRef<Dim> panels, int64_t n, StringRef what,
                               int64_t groups) {
  std::optional<int64_t> blocks = InferContext::staticValue(panels[0]),
                         width = InferContext::staticValue(panels[2]);
  if (n <= 0)
    return ctx.fail("expects " + what + " to be positive, but got " + Twine(n));
  auto needed = [&] { return int64_t(llvm::divideCeil(n / groups, *width)) * groups; };
  if (blocks && width && (*width <= 0 || needed() != *blocks))
    return ctx.fail("expects " + what + " to need exactly " + Twine(*blocks) + " panels of " +
                    Twine(*width) + " columns, but got " + Twine(n) +
                    (groups == 1 ? "" : " in " + std::to_string(groups) + " groups"));
  return success();
}

LogicalResult expectBias(InferContext &ctx, Value bias, Dim size) {
  if (!bias)
    return success();
  Dims shape = ctx.shape(bias);
  if (shape.size() != 1)
    return ctx.fail("expects bias to have rank 1, but got rank " + Twine(shape.size()));
  return expectEqual(ctx, shape[0], size, "the size of bias");
}

Value buildContraction(OpBuilder &b, Location loc, Value lhs, Value rhs,
                       ArrayRef<OpFoldResult> sizes, Type accumulator, ArrayRef<AffineMap> maps,
                       unsigned reductions) {
  Value init = filled(b, loc, tensor::EmptyOp::create(b, loc, sizes, accumulator), 0.0);
  SmallVector<utils::IteratorType> iterators(maps[0].getNumDims() - reductions,
                                             utils::IteratorType::parallel);
  iterators.append(reductions, utils::IteratorType::reduction);
  return linalg::GenericOp::create(
             b, loc, TypeRange{init.getType()}, ValueRange{lhs, rhs}, ValueRange{init}, maps,
             iterators,
             [&](OpBuilder &nested, Location l, ValueRange v) {
               linalg::YieldOp::create(nested, l, multiplyAccumulate(nested, l, v[0], v[1], v[2]));
             })
      .getResult(0);
}

Value joinPanels(OpBuilder &b, Location loc, Value panels, int64_t n) {
  int64_t rank = cast<RankedTensorType>(panels.getType()).getRank();
  SmallVector<ReassociationIndices> groups;
  for (int64_t i = 0; i + 2 < rank; ++i)
    groups.push_back({i});
  groups.push_back({rank - 2, rank - 1});
  Value joined = tensor::CollapseShapeOp::create(b, loc, panels, groups);
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, joined);
  sizes.back() = b.getIndexAttr(n);
  SmallVector<OpFoldResult> offsets(rank - 1, b.getIndexAttr(0)),
      steps(rank - 1, b.getIndexAttr(1));
  return tensor::ExtractSliceOp::create(b, loc, joined, offsets, sizes, steps);
}

Value addBiasAndRound(OpBuilder &b, Location loc, Value sum, Value bias, Type element) {
  auto type = cast<RankedTensorType>(sum.getType());
  if (!bias)
    return convertElements(b, loc, sum, element);
  int64_t rank = type.getRank();
  Value init = tensor::EmptyOp::create(b, loc, tensor::getMixedSizes(b, loc, sum), element);
  AffineMap identity = b.getMultiDimIdentityMap(rank);
  AffineMap last = AffineMap::get(rank, 0, {b.getAffineDimExpr(rank - 1)}, b.getContext());
  SmallVector<utils::IteratorType> iterators(rank, utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             b, loc, TypeRange{init.getType()}, ValueRange{sum, bias}, ValueRange{init},
             ArrayRef<AffineMap>{identity, last, identity}, iterators,
             [&](OpBuilder &nested, Location l, ValueRange v) {
               Value wide = convertFloat(nested, l, v[1], type.getElementType());
               Value total = arith::AddFOp::create(nested, l, v[0], wide);
               linalg::YieldOp::create(nested, l, convertFloat(nested, l, total, element));
             })
      .getResult(0);
}

void fillWithBias(ref::Tensor &result, ArrayRef<ref::Tensor> inputs) {
  int64_t channels = result.shape.back();
  for (int64_t i = 0, e = result.numElements(); i < e; ++i)
    result.floats[i] = inputs.size() > 2 ? inputs[2].floats[i % channels] : 0.0;
}

} // namespace rlx
