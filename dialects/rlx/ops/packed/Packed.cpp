// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of the matmuls with packed weights: infer, lowerToLinalg and evaluate, op by op. Fast
// paths of the CPU take the ops as they are. The linalg form is for kernels that no fast path
// takes; it reads the panels through its indexing maps, or unpacks them.
#include "dialects/rlx/ir/PackedOps.h"
#include "dialects/rlx/ops/matmul/MatmulLoops.h"
#include "dialects/rlx/ops/packed/PackedPanels.h"
#include "dialects/rlx/ops/quant/QuantParameters.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace rlx;

namespace {

// Fails unless panels [_, rows, _] or [_, groups of rows, _, rows of a group] hold `k` rows.
LogicalResult expectPanelRows(InferContext &ctx, ArrayRef<Dim> panels, Dim k) {
  if (panels.size() != 3 && panels.size() != 4)
    return ctx.fail("expects rhs of rank 3 or 4, but got rank " + Twine(panels.size()));
  FailureOr<int64_t> group = panelGroupOf(ctx, panels, "rhs");
  if (failed(group))
    return failure();
  if (panels.size() == 3)
    return expectEqual(ctx, panels[1], k, "the number of rows of rhs");
  return expectEqual(ctx, panels[1], (k + (*group - 1)).floorDiv(*group),
                     "the number of groups of rows of rhs");
}

// Fails unless all operands have the element type of lhs. Weights of f16 and bf16 may be widened.
LogicalResult expectMatmulTypes(InferContext &ctx, MatmulPackedOp::Adaptor op) {
  Type rows = InferContext::elementType(op.getLhs()),
       weights = InferContext::elementType(op.getRhs());
  if (!rows.isF32() || !(weights.isF16() || weights.isBF16()))
    return expectSameElementType(ctx, op.getOperands());
  Type bias = op.getBias() ? InferContext::elementType(op.getBias()) : rows;
  if (bias == rows)
    return success();
  std::string text;
  llvm::raw_string_ostream(text) << rows << " like lhs, but got " << bias;
  return ctx.fail("expects bias to have element type " + text);
}

// The indices of a matrix's elements in panels.
struct Panels {
  explicit Panels(ArrayRef<int64_t> shape)
      : groups(shape[1]), width(shape[2]), group(shape.size() == 4 ? shape[3] : 1) {}
  int64_t groups, width, group;

  int64_t position(int64_t row, int64_t column) const {
    int64_t step = column / width * groups + row / group;
    return (step * width + column % width) * group + row % group;
  }
};

// The matrix [k, n] of these panels.
Value unpacked(OpBuilder &b, Location loc, Value panels, OpFoldResult k, int64_t n) {
  auto type = cast<RankedTensorType>(panels.getType());
  Panels layout(type.getShape());
  SmallVector<OpFoldResult> sizes = {k, b.getIndexAttr(n)};
  Value init = tensor::EmptyOp::create(b, loc, sizes, type.getElementType());
  return parallelGeneric(b, loc, init, {}, {},
                         [&](OpBuilder &nested, Location l, ValueRange at, ValueRange) {
                           auto split = [&](Value index, int64_t by, SmallVector<Value> &parts) {
                             Value size = indexConstant(nested, l, by);
                             parts.push_back(arith::DivUIOp::create(nested, l, index, size));
                             parts.push_back(arith::RemUIOp::create(nested, l, index, size));
                           };
                           SmallVector<Value> row, column;
                           split(at[0], layout.group, row);
                           split(at[1], layout.width, column);
                           SmallVector<Value> indices = {column[0], row[0], column[1]};
                           if (type.getRank() == 4)
                             indices.push_back(row[1]);
                           return tensor::ExtractOp::create(nested, l, panels, indices).getResult();
                         });
}

// Joins contiguous rows: [NB, ceil(k / G), NR, G] -> [NB, k, NR]. Panels of rank 3 are unchanged.
Value ungrouped(OpBuilder &b, Location loc, Value panels, OpFoldResult k) {
  auto type = cast<RankedTensorType>(panels.getType());
  if (type.getRank() == 3)
    return panels;
  SmallVector<OpFoldResult> sizes = {b.getIndexAttr(type.getDimSize(0)), k,
                                     b.getIndexAttr(type.getDimSize(2))};
  Value init = tensor::EmptyOp::create(b, loc, sizes, type.getElementType());
  return parallelGeneric(
      b, loc, init, {}, {}, [&](OpBuilder &nested, Location l, ValueRange at, ValueRange) {
        Value group = indexConstant(nested, l, type.getDimSize(3));
        Value step = arith::DivUIOp::create(nested, l, at[1], group);
        Value inside = arith::RemUIOp::create(nested, l, at[1], group);
        return tensor::ExtractOp::create(nested, l, panels, ValueRange{at[0], step, at[2], inside})
            .getResult();
      });
}

} // namespace

// ---- matmul_packed ----

LogicalResult MatmulPackedOp::infer(InferContext &ctx, Adaptor op,
                                    SmallVectorImpl<InferredType> &results) {
  if (failed(expectMatmulTypes(ctx, op))) // matmul_packed_c5
    return failure();
  Dims lhs = ctx.shape(op.getLhs()), rhs = ctx.shape(op.getRhs());
  if (lhs.size() < 2) // matmul_packed_c1
    return ctx.fail("expects lhs of rank 2 or more, but got rank " + Twine(lhs.size()));
  if (failed(expectPanelRows(ctx, rhs, lhs.back())) ||                // matmul_packed_c2
      failed(expectPanelsHold(ctx, rhs, op.getN(), "n")) ||           // matmul_packed_c3
      failed(expectBias(ctx, op.getBias(), ctx.constant(op.getN())))) // matmul_packed_c4
    return failure();
  lhs.back() = ctx.constant(op.getN());
  results.push_back({lhs, InferContext::elementType(op.getLhs())});
  return success();
}

FailureOr<SmallVector<Value>> MatmulPackedOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                            LoweringReason &why) {
  Location loc = getLoc();
  auto lhs = cast<RankedTensorType>(operands[0].getType());
  auto rhs = cast<RankedTensorType>(operands[1].getType());
  if (!rhs.hasStaticShape())
    return why.because("packed weights need static sizes", "rlx.matmul");
  Value weights = ungrouped(b, loc, operands[1], tensor::getMixedSizes(b, loc, operands[0]).back());
  Type element = lhs.getElementType(), accumulator = accumulatorType(element);
  // The loops are batch.., m, panel, column, k.
  unsigned rows = lhs.getRank() - 1;
  SmallVector<AffineExpr> lead;
  for (unsigned i = 0; i < rows; ++i)
    lead.push_back(b.getAffineDimExpr(i));
  AffineExpr panel = b.getAffineDimExpr(rows), column = b.getAffineDimExpr(rows + 1),
             k = b.getAffineDimExpr(rows + 2);
  SmallVector<AffineExpr> left(lead), out(lead);
  left.push_back(k);
  out.append({panel, column});
  auto map = [&](ArrayRef<AffineExpr> exprs) {
    return AffineMap::get(rows + 3, 0, exprs, b.getContext());
  };
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, operands[0]);
  sizes.back() = b.getIndexAttr(rhs.getDimSize(0));
  sizes.push_back(b.getIndexAttr(rhs.getDimSize(2)));
  Value sum = buildContraction(b, loc, operands[0], weights, sizes, accumulator,
                               {map(left), map({panel, k, column}), map(out)}, 1);
  Value bias = operands.size() > 2 ? operands[2] : Value();
  return SmallVector<Value>{
      addBiasAndRound(b, loc, joinPanels(b, loc, sum, getN()), bias, element)};
}

llvm::Error MatmulPackedOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                     MutableArrayRef<ref::Tensor> out) {
  int64_t k = in[0].shape.back(), n = out[0].shape.back();
  Panels panels(in[1].shape);
  fillWithBias(out[0], in);
  for (int64_t i = 0, e = out[0].numElements(); i < e; ++i) {
    int64_t row = i / n, column = i % n;
    for (int64_t j = 0; j < k; ++j)
      out[0].floats[i] += in[0].floats[row * k + j] * in[1].floats[panels.position(j, column)];
  }
  return llvm::Error::success();
}

// ---- matmul_integer_packed ----

LogicalResult MatmulIntegerPackedOp::infer(InferContext &ctx, Adaptor op,
                                           SmallVectorImpl<InferredType> &results) {
  Dims lhs = ctx.shape(op.getLhs()), rhs = ctx.shape(op.getRhs());
  if (lhs.size() < 2) // matmul_integer_packed_c1
    return ctx.fail("expects lhs of rank 2 or more, but got rank " + Twine(lhs.size()));
  Dim n = ctx.constant(op.getN());
  if (failed(expectPanelRows(ctx, rhs, lhs.back())) ||      // matmul_integer_packed_c2
      failed(expectPanelsHold(ctx, rhs, op.getN(), "n")) || // matmul_integer_packed_c3
      failed(expectShape(ctx, "column_sums", op.getColumnSums(), n)) ||
      failed(expectShape(ctx, "lhs_zero_point", op.getLhsZeroPoint(), {})) ||
      failed(expectShape(ctx, "rhs_zero_point", op.getRhsZeroPoint(),
                         n)) || // matmul_integer_packed_c4
      failed(expectElement(ctx, "lhs_zero_point", op.getLhsZeroPoint(),
                           InferContext::elementType(op.getLhs())))) // matmul_integer_packed_c5
    return failure();
  lhs.back() = n;
  results.push_back({lhs, IntegerType::get(ctx.getContext(), 32)});
  return success();
}

FailureOr<SmallVector<Value>>
MatmulIntegerPackedOp::lowerToLinalg(OpBuilder &b, ValueRange operands, LoweringReason &why) {
  Location loc = getLoc();
  if (!cast<RankedTensorType>(operands[1].getType()).hasStaticShape())
    return why.because("packed weights need static sizes", "rlx.matmul_integer");
  Value weights =
      unpacked(b, loc, operands[1], tensor::getMixedSizes(b, loc, operands[0]).back(), getN());
  Value init = filled(b, loc, emptyResult(b, *this, operands), 0.0);
  bool hasLhsZero = bool(getLhsZeroPoint()), hasRhsZero = bool(getRhsZeroPoint());
  IntegerProduct product{operandElement(*this, 0), operandElement(*this, 1)};
  return SmallVector<Value>{
      buildMatmul(b, loc, operands[0], weights, operands.drop_front(3), init,
                  [&](OpBuilder &nested, Location l, ValueRange v, Value accumulator) {
                    return product.build(nested, l, v[0], hasLhsZero ? v[2] : Value(), v[1],
                                         hasRhsZero ? v.back() : Value(), accumulator);
                  })};
}

llvm::Error MatmulIntegerPackedOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                            MutableArrayRef<ref::Tensor> out) {
  int64_t k = in[0].shape.back(), n = out[0].shape.back();
  Panels panels(in[1].shape);
  int64_t lhsZero = getLhsZeroPoint() ? in[3].ints[0] : 0;
  const ref::Tensor *rhsZero = getRhsZeroPoint() ? &in.back() : nullptr;
  for (int64_t i = 0, e = out[0].numElements(); i < e; ++i) {
    int64_t row = i / n, column = i % n, sum = 0;
    for (int64_t j = 0; j < k; ++j)
      sum += (in[0].ints[row * k + j] - lhsZero) *
             (in[1].ints[panels.position(j, column)] - (rhsZero ? rhsZero->ints[column] : 0));
    out[0].setInt(i, static_cast<int32_t>(sum));
  }
  return llvm::Error::success();
}
