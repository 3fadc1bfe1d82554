// Bodies of the contractions with packed weights: infer, lowerToLinalg, evaluate, op by op.
#include "dialects/rlx/ir/InferUtils.h"
#include "dialects/rlx/ir/LinalgBuilders.h"
#include "dialects/rlx/ir/MatmulLoops.h"
#include "dialects/rlx/ir/PackedOps.h"
#include "dialects/rlx/ir/QuantParameters.h"
#include "dialects/rlx/ir/ScalarBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace rlx;

namespace {

// Fails unless two sizes may be equal; records the requirement when that cannot be proved.
LogicalResult expectEqual(InferContext &ctx, Dim actual, Dim expected, const Twine &what) {
  std::optional<int64_t> a = InferContext::staticValue(actual),
                         e = InferContext::staticValue(expected);
  if (a && e && *a != *e)
    return ctx.fail("expects " + what + " to be " + Twine(*e) + ", but got " + Twine(*a));
  if (actual != expected)
    ctx.requireEqual(actual, expected, what);
  return success();
}

// Rows of panels [_, rows, _] or [_, groups of rows, _, rows of a group] must hold `k` rows.
LogicalResult expectPanelRows(InferContext &ctx, ArrayRef<Dim> panels, Dim k) {
  if (panels.size() != 3 && panels.size() != 4)
    return ctx.fail("expects rhs of rank 3 or 4, but got rank " + Twine(panels.size()));
  if (panels.size() == 3)
    return expectEqual(ctx, panels[1], k, "the number of rows of rhs");
  std::optional<int64_t> group = InferContext::staticValue(panels[3]);
  if (!group || *group < 1)
    return ctx.fail("expects the last size of rhs to be static and positive");
  return expectEqual(ctx, panels[1], (k + (*group - 1)).floorDiv(*group),
                     "the number of groups of rows of rhs");
}

// The panels must hold `n` columns, called `what`, and no panel may be all padding. Columns of each
// group have panels of their own.
LogicalResult expectPanelsHold(InferContext &ctx, ArrayRef<Dim> panels, int64_t n, StringRef what,
                               int64_t groups = 1) {
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

struct Window {
  ArrayRef<int64_t> kernel, strides, pads, dilations;
};

LogicalResult expectWindow(InferContext &ctx, const Window &window) {
  auto positive = [&](ArrayRef<int64_t> values, StringRef name) -> LogicalResult {
    if (values.size() != 2 || llvm::any_of(values, [](int64_t v) { return v <= 0; }))
      return ctx.fail("expects " + name + " to have 2 positive entries");
    return success();
  };
  if (failed(positive(window.kernel, "kernel_shape")) ||
      failed(positive(window.strides, "strides")) ||
      failed(positive(window.dilations, "dilations")))
    return failure();
  if (window.pads.size() != 4 || llvm::any_of(window.pads, [](int64_t v) { return v < 0; }))
    return ctx.fail("expects pads to have 4 non-negative entries");
  int64_t largest = 1; // beyond any image; no product of two of these overflows
  for (ArrayRef<int64_t> values : {window.kernel, window.strides, window.dilations, window.pads})
    largest = std::max(largest, *llvm::max_element(values));
  if (largest > (int64_t(1) << 31))
    return ctx.fail("expects kernel_shape, strides, dilations and pads of at most " +
                    Twine(int64_t(1) << 31) + ", but got " + Twine(largest));
  return success();
}

// [batch, output height, output width, channels] for an input [batch, height, width, _].
LogicalResult inferWindowResult(InferContext &ctx, ArrayRef<Dim> input, const Window &window,
                                Dim channels, Type elementType,
                                SmallVectorImpl<InferredType> &results) {
  Dims shape = {input[0]};
  for (unsigned i = 0; i < 2; ++i) {
    int64_t span = window.dilations[i] * (window.kernel[i] - 1) + 1;
    Dim padded = input[i + 1] + (window.pads[i] + window.pads[i + 2]);
    if (std::optional<int64_t> size = InferContext::staticValue(padded); size && *size < span)
      return ctx.fail("expects a window that fits the padded input, but a window of " +
                      Twine(span) + " meets a padded size of " + Twine(*size));
    if (failed(expectNonNegative(ctx, padded - span,
                                 "expects the padded input to hold the window in spatial "
                                 "dimension " +
                                     Twine(i))))
      return failure();
    shape.push_back((padded - span).floorDiv(window.strides[i]) + 1);
  }
  shape.push_back(channels);
  results.push_back({shape, elementType});
  return success();
}

// A generic that adds the products of lhs and rhs at the positions given by the maps (lhs, rhs,
// result) into a zero-filled accumulator.
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

// [.., NB, NR] -> [.., n]: joins the panels and drops the padding.
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

// Where the elements of a matrix lie in panels.
struct Panels {
  explicit Panels(ArrayRef<int64_t> shape)
      : groups(shape[1]), width(shape[2]), group(shape.size() == 4 ? shape[3] : 1) {}
  int64_t groups, width, group;

  int64_t position(int64_t row, int64_t column) const {
    int64_t step = column / width * groups + row / group;
    return (step * width + column % width) * group + row % group;
  }
};

// The matrix [k, n] that lies in panels.
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

// [NB, ceil(k / G), NR, G] -> [NB, k, NR]; panels of rank 3 as they are.
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

// sum + bias along the last dimension (if there is a bias), then rounded to the element type.
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

// The input with zeros around its two spatial dimensions.
Value padSpatial(OpBuilder &b, Location loc, Value input, ArrayRef<int64_t> pads) {
  if (llvm::all_of(pads, [](int64_t pad) { return pad == 0; }))
    return input;
  auto type = cast<RankedTensorType>(input.getType());
  SmallVector<OpFoldResult> low = {b.getIndexAttr(0), b.getIndexAttr(pads[0]),
                                   b.getIndexAttr(pads[1]), b.getIndexAttr(0)};
  SmallVector<OpFoldResult> high = {b.getIndexAttr(0), b.getIndexAttr(pads[2]),
                                    b.getIndexAttr(pads[3]), b.getIndexAttr(0)};
  Value zero = scalarConstant(b, loc, type.getElementType(), 0.0);
  return tensor::PadOp::create(b, loc, Type(), input, low, high, zero);
}

// A size that a lowering needs as a number.
bool isStatic(RankedTensorType type) {
  return type.hasStaticShape();
}

// Calls `body(output position, input position, kernel position)` for every tap; positions are of
// pixels (channel 0), and the input's is negative outside the image.
void forEachTap(ArrayRef<int64_t> inputShape, ArrayRef<int64_t> outputShape, const Window &window,
                llvm::function_ref<void(int64_t, int64_t, int64_t)> body) {
  ref::forEachIndex(outputShape.drop_back(), [&](ArrayRef<int64_t> index, int64_t output) {
    for (int64_t ky = 0; ky < window.kernel[0]; ++ky) {
      for (int64_t kx = 0; kx < window.kernel[1]; ++kx) {
        int64_t y = index[1] * window.strides[0] + ky * window.dilations[0] - window.pads[0];
        int64_t x = index[2] * window.strides[1] + kx * window.dilations[1] - window.pads[1];
        bool isInside = y >= 0 && y < inputShape[1] && x >= 0 && x < inputShape[2];
        int64_t input = (index[0] * inputShape[1] + y) * inputShape[2] + x;
        body(output, isInside ? input : -1, ky * window.kernel[1] + kx);
      }
    }
  });
}

// Starts every pixel of a result [.., channels] from the bias (zero if there is none).
void fillWithBias(ref::Tensor &result, ArrayRef<ref::Tensor> inputs) {
  int64_t channels = result.shape.back();
  for (int64_t i = 0, e = result.numElements(); i < e; ++i)
    result.floats[i] = inputs.size() > 2 ? inputs[2].floats[i % channels] : 0.0;
}

} // namespace

// ---- matmul_packed ----

LogicalResult MatmulPackedOp::infer(InferContext &ctx, Adaptor op,
                                    SmallVectorImpl<InferredType> &results) {
  if (failed(expectSameElementType(ctx, op.getOperands()))) // matmul_packed_c5
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
  if (!isStatic(rhs))
    return why.because("packed weights need static sizes", "rlx.matmul");
  Value weights = ungrouped(b, loc, operands[1], tensor::getMixedSizes(b, loc, operands[0]).back());
  Type element = lhs.getElementType(), accumulator = accumulatorType(element);
  // Dimensions: batch.., m, panel, column, k.
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
  if (!isStatic(cast<RankedTensorType>(operands[1].getType())))
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

// ---- conv_packed ----

LogicalResult ConvPackedOp::infer(InferContext &ctx, Adaptor op,
                                  SmallVectorImpl<InferredType> &results) {
  if (failed(expectSameElementType(ctx, op.getOperands()))) // conv_packed_c6
    return failure();
  Dims input = ctx.shape(op.getInput()), filter = ctx.shape(op.getFilter());
  if (input.size() != 4 || filter.size() != 3) // conv_packed_c1
    return ctx.fail("expects an input of rank 4 and a filter of rank 3, but got ranks " +
                    Twine(input.size()) + " and " + Twine(filter.size()));
  Window window = {op.getKernelShape(), op.getStrides(), op.getPads(), op.getDilations()};
  if (failed(expectWindow(ctx, window))) // conv_packed_c2
    return failure();
  int64_t groups = op.getGroups();
  if (groups <= 0 || op.getOutChannels() % groups != 0) // conv_packed_c8
    return ctx.fail("expects groups to be positive and to divide " + Twine(op.getOutChannels()) +
                    " out_channels, but got " + Twine(groups));
  int64_t positions = window.kernel[0] * window.kernel[1];
  Dim taps = input[3] * positions;
  Dim channels = ctx.constant(op.getOutChannels());
  if (failed(expectEqual(ctx, filter[1] * groups, taps, // conv_packed_c3
                         groups == 1 ? "the number of rows of filter"
                                     : "groups times the number of rows of filter")) ||
      failed(expectPanelsHold(ctx, filter, op.getOutChannels(), "out_channels",
                              groups)) ||              // conv_packed_c4
      failed(expectBias(ctx, op.getBias(), channels))) // conv_packed_c5
    return failure();
  std::optional<int64_t> rows = InferContext::staticValue(filter[1]);
  if (rows && *rows % positions != 0) // conv_packed_c3
    return ctx.fail("expects the number of rows of filter to be a multiple of the " +
                    Twine(positions) + " positions of the window, but got " + Twine(*rows));
  return inferWindowResult(ctx, input, window, channels, // conv_packed_c7
                           InferContext::elementType(op.getInput()), results);
}

FailureOr<SmallVector<Value>> ConvPackedOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                          LoweringReason &why) {
  Location loc = getLoc();
  auto filter = cast<RankedTensorType>(operands[1].getType());
  int64_t inputChannels = cast<RankedTensorType>(operands[0].getType()).getDimSize(3);
  if (!isStatic(filter) || ShapedType::isDynamic(inputChannels))
    return why.because("packed weights and their channels need static sizes", "rlx.conv");
  Type element = filter.getElementType(), accumulator = accumulatorType(element);
  int64_t kh = getKernelShape()[0], kw = getKernelShape()[1], groups = getGroups();
  int64_t perGroup = inputChannels / groups, panels = filter.getDimSize(0) / groups;
  auto taps =
      RankedTensorType::get({groups, panels, kh, kw, perGroup, filter.getDimSize(2)}, element);
  Value weights = tensor::ExpandShapeOp::create(
      b, loc, taps, operands[1], SmallVector<ReassociationIndices>{{0, 1}, {2, 3, 4}, {5}});
  Value input = padSpatial(b, loc, operands[0], getPads());
  // Dimensions: batch, y, x, group, panel, channel, ky, kx, input channel.
  SmallVector<AffineExpr> d;
  for (unsigned i = 0; i < 9; ++i)
    d.push_back(b.getAffineDimExpr(i));
  auto map = [&](ArrayRef<AffineExpr> exprs) {
    return AffineMap::get(9, 0, exprs, b.getContext());
  };
  AffineExpr y = d[1] * getStrides()[0] + d[6] * getDilations()[0];
  AffineExpr x = d[2] * getStrides()[1] + d[7] * getDilations()[1];
  SmallVector<OpFoldResult> sizes = reifyResultShapes(b, *this, operands)[0];
  sizes.back() = b.getIndexAttr(groups);
  sizes.push_back(b.getIndexAttr(panels));
  sizes.push_back(b.getIndexAttr(filter.getDimSize(2)));
  Value sum = buildContraction(b, loc, input, weights, sizes, accumulator,
                               {map({d[0], y, x, d[3] * perGroup + d[8]}),
                                map({d[3], d[4], d[6], d[7], d[8], d[5]}),
                                map({d[0], d[1], d[2], d[3], d[4], d[5]})},
                               3);
  Value bias = operands.size() > 2 ? operands[2] : Value();
  Value channels = joinPanels(b, loc, sum, getOutChannels() / groups);
  return SmallVector<Value>{
      addBiasAndRound(b, loc, joinPanels(b, loc, channels, getOutChannels()), bias, element)};
}

llvm::Error ConvPackedOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                   MutableArrayRef<ref::Tensor> out) {
  int64_t inputChannels = in[0].shape[3], channels = out[0].shape[3], groups = getGroups();
  int64_t panels = in[1].shape[0] / groups, rows = in[1].shape[1], width = in[1].shape[2];
  int64_t inputs = inputChannels / groups, outputs = channels / groups; // of a group
  fillWithBias(out[0], in);
  Window window = {getKernelShape(), getStrides(), getPads(), getDilations()};
  forEachTap(in[0].shape, out[0].shape, window, [&](int64_t to, int64_t from, int64_t tap) {
    for (int64_t c = 0; c < channels; ++c) {
      int64_t group = c / outputs, j = c % outputs, panel = group * panels + j / width;
      double sum = 0;
      for (int64_t i = 0; i < inputs; ++i)
        sum += (from < 0 ? 0.0 : in[0].floats[from * inputChannels + group * inputs + i]) *
               in[1].floats[(panel * rows + tap * inputs + i) * width + j % width];
      out[0].floats[to * channels + c] += sum;
    }
  });
  return llvm::Error::success();
}

// ---- depthwise_conv ----

LogicalResult DepthwiseConvOp::infer(InferContext &ctx, Adaptor op,
                                     SmallVectorImpl<InferredType> &results) {
  if (failed(expectSameElementType(ctx, op.getOperands()))) // depthwise_conv_c5
    return failure();
  Dims input = ctx.shape(op.getInput()), filter = ctx.shape(op.getFilter());
  if (input.size() != 4 || filter.size() != 2) // depthwise_conv_c1
    return ctx.fail("expects an input of rank 4 and a filter of rank 2, but got ranks " +
                    Twine(input.size()) + " and " + Twine(filter.size()));
  Window window = {op.getKernelShape(), op.getStrides(), op.getPads(), op.getDilations()};
  if (failed(expectWindow(ctx, window))) // depthwise_conv_c2
    return failure();
  Dim taps = ctx.constant(window.kernel[0] * window.kernel[1]);
  if (failed(expectEqual(ctx, filter[0], taps, "the number of rows of filter")) ||
      failed(
          expectEqual(ctx, filter[1], input[3], "the channels of filter")) || // depthwise_conv_c3
      failed(expectBias(ctx, op.getBias(), input[3])))                        // depthwise_conv_c4
    return failure();
  return inferWindowResult(ctx, input, window, input[3], // depthwise_conv_c6
                           InferContext::elementType(op.getInput()), results);
}

FailureOr<SmallVector<Value>> DepthwiseConvOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                             LoweringReason &why) {
  Location loc = getLoc();
  auto filter = cast<RankedTensorType>(operands[1].getType());
  if (!isStatic(filter))
    return why.because("the filter of a depthwise convolution needs static sizes", "rlx.conv");
  Type element = filter.getElementType(), accumulator = accumulatorType(element);
  auto taps = RankedTensorType::get(
      {getKernelShape()[0], getKernelShape()[1], filter.getDimSize(1)}, element);
  Value weights = tensor::ExpandShapeOp::create(b, loc, taps, operands[1],
                                                SmallVector<ReassociationIndices>{{0, 1}, {2}});
  Value input = padSpatial(b, loc, operands[0], getPads());
  // Dimensions: batch, y, x, channel, ky, kx.
  SmallVector<AffineExpr> d;
  for (unsigned i = 0; i < 6; ++i)
    d.push_back(b.getAffineDimExpr(i));
  auto map = [&](ArrayRef<AffineExpr> exprs) {
    return AffineMap::get(6, 0, exprs, b.getContext());
  };
  AffineExpr y = d[1] * getStrides()[0] + d[4] * getDilations()[0];
  AffineExpr x = d[2] * getStrides()[1] + d[5] * getDilations()[1];
  Value sum = buildContraction(
      b, loc, input, weights, reifyResultShapes(b, *this, operands)[0], accumulator,
      {map({d[0], y, x, d[3]}), map({d[4], d[5], d[3]}), map({d[0], d[1], d[2], d[3]})}, 2);
  Value bias = operands.size() > 2 ? operands[2] : Value();
  return SmallVector<Value>{addBiasAndRound(b, loc, sum, bias, element)};
}

llvm::Error DepthwiseConvOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                      MutableArrayRef<ref::Tensor> out) {
  int64_t channels = in[0].shape[3];
  fillWithBias(out[0], in);
  Window window = {getKernelShape(), getStrides(), getPads(), getDilations()};
  forEachTap(in[0].shape, out[0].shape, window, [&](int64_t to, int64_t from, int64_t tap) {
    for (int64_t c = 0; c < channels; ++c)
      out[0].floats[to * channels + c] +=
          (from < 0 ? 0.0 : in[0].floats[from * channels + c]) * in[1].floats[tap * channels + c];
  });
  return llvm::Error::success();
}
