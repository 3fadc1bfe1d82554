// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of the convolutions with packed weights: infer, lowerToLinalg and evaluate, op by op.
// Without a fast path, filters are unpacked, and the convolutions are ordinary ones. The layout of
// filter panels is `FilterPanels`, used by lowering and reference.
#include "dialects/rlx/ir/PackedOps.h"
#include "dialects/rlx/ops/packed/PackedPanels.h"
#include "dialects/rlx/ops/quant/IntegerConv.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace rlx;

namespace {

// A window over `rank` spatial dimensions.
template <typename Op>
LogicalResult expectWindow(InferContext &ctx, Op op, size_t rank) {
  auto positive = [&](ArrayRef<int64_t> values, StringRef name) -> LogicalResult {
    if (values.size() != rank || llvm::any_of(values, [](int64_t v) { return v <= 0; }))
      return ctx.fail("expects " + name + " to have " + Twine(rank) + " positive entries");
    return success();
  };
  if (failed(positive(op.getKernelShape(), "kernel_shape")) ||
      failed(positive(op.getStrides(), "strides")) ||
      failed(positive(op.getDilations(), "dilations")))
    return failure();
  if (rank > 2 && failed(checkKernel(ctx, op.getKernelShape())))
    return failure();
  ArrayRef<int64_t> pads = op.getPads();
  if (pads.size() != 2 * rank || llvm::any_of(pads, [](int64_t v) { return v < 0; }))
    return ctx.fail("expects pads to have " + Twine(2 * rank) + " non-negative entries");
  int64_t largest = 1; // the limit is beyond any image, and no product of two values overflows
  for (ArrayRef<int64_t> values : {op.getKernelShape(), op.getStrides(), op.getDilations(), pads})
    largest = std::max(largest, *llvm::max_element(values));
  if (largest > (int64_t(1) << 31))
    return ctx.fail("expects kernel_shape, strides, dilations and pads of at most " +
                    Twine(int64_t(1) << 31) + ", but got " + Twine(largest));
  return success();
}

template <typename Op>
Window packedWindow(Op op) {
  return Window(op.getKernelShape(), op.getStrides(), op.getPads(), op.getDilations(),
                /*channelsLast=*/true);
}

// Infers [batch, output sizes.., channels] for an input [batch, spatial sizes.., _].
LogicalResult inferWindowResult(InferContext &ctx, ArrayRef<Dim> input, const Window &window,
                                Dim channels, Type elementType,
                                SmallVectorImpl<InferredType> &results) {
  if (failed(checkWindowFits(ctx, window, input)))
    return failure();
  Dims shape = {input[0]};
  for (unsigned i = 0; i < window.rank(); ++i)
    shape.push_back(convolvedSize(window, i, input[i + 1]));
  shape.push_back(channels);
  results.push_back({shape, elementType});
  return success();
}

// The number of rows of a window: of all its slices, if it has a depth.
int64_t windowRowsOf(ArrayRef<int64_t> kernel) {
  return ShapedType::getNumElements(kernel.drop_back());
}

// Checks the rows of panels [_, rows, _] or [_, groups of rows, _, rows of a group]. There is one
// row per window element and input channel of a group. The rows of a row of the window fill whole
// groups.
LogicalResult expectFilterRows(InferContext &ctx, ArrayRef<Dim> filter, Dim inputChannels,
                               ArrayRef<int64_t> kernel, int64_t groups) {
  int64_t windowRows = windowRowsOf(kernel), positions = windowRows * kernel.back();
  FailureOr<int64_t> group = panelGroupOf(ctx, filter, "filter");
  if (failed(group))
    return failure();
  if (filter.size() == 4) {
    Dim row = inputChannels.floorDiv(groups) * kernel.back();
    return expectEqual(ctx, filter[1], (row + (*group - 1)).floorDiv(*group) * windowRows,
                       "the number of groups of rows of filter");
  }
  if (failed(expectEqual(ctx, filter[1] * groups, inputChannels * positions,
                         groups == 1 ? "the number of rows of filter"
                                     : "groups times the number of rows of filter")))
    return failure();
  std::optional<int64_t> rows = InferContext::staticValue(filter[1]);
  if (rows && *rows % positions != 0)
    return ctx.fail("expects the number of rows of filter to be a multiple of the " +
                    Twine(positions) + " positions of the window, but got " + Twine(*rows));
  return success();
}

// The checks _c1 to _c4, _c7 and _c8 of both convolutions with panels. Only some take volumes.
template <typename Adaptor>
LogicalResult inferPanelConv(InferContext &ctx, Adaptor op, bool takesVolumes, Type element,
                             SmallVectorImpl<InferredType> &results) {
  Dims input = ctx.shape(op.getInput()), filter = ctx.shape(op.getFilter());
  bool isInput = input.size() == 4 || (takesVolumes && input.size() == 5);
  if (!isInput || (filter.size() != 3 && filter.size() != 4))
    return ctx.fail(Twine("expects an input of rank 4") + (takesVolumes ? " or 5" : "") +
                    " and a filter of rank 3 or 4, but got ranks " + Twine(input.size()) + " and " +
                    Twine(filter.size()));
  if (failed(expectWindow(ctx, op, input.size() - 2)))
    return failure();
  int64_t groups = op.getGroups(), channels = op.getOutChannels();
  if (groups <= 0 || channels % groups != 0)
    return ctx.fail("expects groups to be positive and to divide " + Twine(channels) +
                    " out_channels, but got " + Twine(groups));
  if (failed(expectFilterRows(ctx, filter, input.back(), op.getKernelShape(), groups)) ||
      failed(expectPanelsHold(ctx, filter, channels, "out_channels", groups)))
    return failure();
  return inferWindowResult(ctx, input, packedWindow(op), ctx.constant(channels), element, results);
}

// The checks _c1 to _c3 and _c6 of both depthwise convolutions.
template <typename Adaptor>
LogicalResult inferDepthwiseConv(InferContext &ctx, Adaptor op, Type element,
                                 SmallVectorImpl<InferredType> &results) {
  Dims input = ctx.shape(op.getInput()), filter = ctx.shape(op.getFilter());
  if (input.size() != 4 || filter.size() != 2)
    return ctx.fail("expects an input of rank 4 and a filter of rank 2, but got ranks " +
                    Twine(input.size()) + " and " + Twine(filter.size()));
  if (failed(expectWindow(ctx, op, 2)))
    return failure();
  Window window = packedWindow(op);
  Dim taps = ctx.constant(window.kernelSize());
  if (failed(expectEqual(ctx, filter[0], taps, "the number of rows of filter")) ||
      failed(expectEqual(ctx, filter[1], input[3], "the channels of filter")))
    return failure();
  return inferWindowResult(ctx, input, window, input[3], element, results);
}

// The indices of the elements of a filter [o, c, ky, kx] or [o, c, kz, ky, kx] in panels.
struct FilterPanels {
  template <typename Op>
  FilterPanels(Op op, ArrayRef<int64_t> panels, int64_t inputChannels)
      : shape({static_cast<int64_t>(op.getOutChannels()), inputChannels / int64_t(op.getGroups())}),
        outputs(shape[0] / op.getGroups()), groupPanels(panels[0] / op.getGroups()),
        steps(panels[1]), rowSteps(panels[1] / windowRowsOf(op.getKernelShape())), width(panels[2]),
        group(panels.size() == 4 ? panels[3] : 1) {
    llvm::append_range(shape, op.getKernelShape());
  }

  SmallVector<int64_t, 5> shape;
  int64_t outputs, groupPanels; // per group of channels
  int64_t steps, rowSteps;      // per panel, and per window row in it
  int64_t width, group;

  int64_t position(ArrayRef<int64_t> at) const {
    int64_t j = at[0] % outputs, panel = at[0] / outputs * groupPanels + j / width;
    int64_t windowRow = 0;
    for (size_t i = 2; i + 1 < at.size(); ++i)
      windowRow = windowRow * shape[i] + at[i];
    int64_t row = at.back() * shape[1] + at[1], step = windowRow * rowSteps + row / group;
    return ((panel * steps + step) * width + j % width) * group + row % group;
  }

  ref::Tensor unpacked(const ref::Tensor &panels) const {
    ref::Tensor filter(shape, panels.elementType);
    ref::forEachIndex(shape, [&](ArrayRef<int64_t> at, int64_t i) {
      int64_t from = position(at);
      if (filter.floats.empty())
        filter.ints[i] = panels.ints[from];
      else
        filter.floats[i] = panels.floats[from];
    });
    return filter;
  }

  Value unpacked(OpBuilder &b, Location loc, Value panels) const {
    auto type = cast<RankedTensorType>(panels.getType());
    Value init = tensor::EmptyOp::create(b, loc, shape, type.getElementType());
    return parallelGeneric(
        b, loc, init, {}, {}, [&](OpBuilder &nested, Location l, ValueRange at, ValueRange) {
          auto number = [&](int64_t value) { return indexConstant(nested, l, value); };
          auto divided = [&](Value value, int64_t by) -> std::pair<Value, Value> {
            return {arith::DivUIOp::create(nested, l, value, number(by)),
                    arith::RemUIOp::create(nested, l, value, number(by))};
          };
          auto sum = [&](Value value, int64_t times, Value more) -> Value {
            Value product = arith::MulIOp::create(nested, l, value, number(times));
            return arith::AddIOp::create(nested, l, product, more);
          };
          auto [outer, j] = divided(at[0], outputs);
          auto [panel, column] = divided(j, width);
          auto [step, inside] = divided(sum(at.back(), shape[1], at[1]), group);
          Value windowRow = at[2];
          for (size_t i = 3; i + 1 < at.size(); ++i)
            windowRow = sum(windowRow, shape[i], at[i]);
          SmallVector<Value> from = {sum(outer, groupPanels, panel), sum(windowRow, rowSteps, step),
                                     column};
          if (type.getRank() == 4)
            from.push_back(inside);
          return tensor::ExtractOp::create(nested, l, panels, from).getResult();
        });
  }
};

// The filter [o, c, k..] of an op with panels; fails if sizes are dynamic.
template <typename Op>
FailureOr<Value> unpackedFilter(OpBuilder &b, Op op, ValueRange operands, LoweringReason &why,
                                StringRef instead) {
  auto panels = cast<RankedTensorType>(operands[1].getType());
  int64_t channels = cast<RankedTensorType>(operands[0].getType()).getShape().back();
  if (!panels.hasStaticShape() || ShapedType::isDynamic(channels))
    return why.because("packed weights and their channels need static sizes", instead);
  return FilterPanels(op, panels.getShape(), channels).unpacked(b, op.getLoc(), operands[1]);
}

} // namespace

// ---- conv_packed ----

LogicalResult ConvPackedOp::infer(InferContext &ctx, Adaptor op,
                                  SmallVectorImpl<InferredType> &results) {
  if (failed(expectSameElementType(ctx, op.getOperands()))) // conv_packed_c6
    return failure();
  // conv_packed_c1, conv_packed_c2, conv_packed_c3, conv_packed_c4, conv_packed_c7, conv_packed_c8
  if (failed(inferPanelConv(ctx, op, /*takesVolumes=*/true,
                            InferContext::elementType(op.getInput()), results)))
    return failure();
  return expectBias(ctx, op.getBias(), ctx.constant(op.getOutChannels())); // conv_packed_c5
}

FailureOr<SmallVector<Value>> ConvPackedOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                          LoweringReason &why) {
  Location loc = getLoc();
  FailureOr<Value> filter = unpackedFilter(b, *this, operands, why, "rlx.conv");
  if (failed(filter))
    return failure();
  Type element = getElementTypeOrSelf(operands[0].getType());
  Window window = packedWindow(*this);
  Value zero = scalarConstant(b, loc, element, 0.0);
  SmallVector<OpFoldResult> sizes = reifyResultShapes(b, *this, operands)[0];
  Value init =
      filled(b, loc, tensor::EmptyOp::create(b, loc, sizes, accumulatorType(element)), 0.0);
  Value sum = contractWindows(b, loc, padSpatial(b, loc, operands[0], window, zero), *filter, {},
                              init, window, window.strides, getGroups(), /*transposed=*/false,
                              [](OpBuilder &nested, Location l, ValueRange v, Value accumulator) {
                                return multiplyAccumulate(nested, l, v[0], v[1], accumulator);
                              });
  Value bias = operands.size() > 2 ? operands[2] : Value();
  return SmallVector<Value>{addBiasAndRound(b, loc, sum, bias, element)};
}

llvm::Error ConvPackedOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                   MutableArrayRef<ref::Tensor> out) {
  ref::Tensor filter = FilterPanels(*this, in[1].shape, in[0].shape.back()).unpacked(in[1]);
  fillWithBias(out[0], in);
  ref::forEachIndex(out[0].shape, [&](ArrayRef<int64_t> index, int64_t i) {
    double sum = 0;
    forEachTap(packedWindow(*this), getGroups(), in[0].shape, filter.shape, index,
               [&](int64_t from, int64_t weight) {
                 sum += (from < 0 ? 0.0 : in[0].floats[from]) * filter.floats[weight];
               });
    out[0].floats[i] += sum;
  });
  return llvm::Error::success();
}

// ---- conv_integer_packed ----

LogicalResult ConvIntegerPackedOp::infer(InferContext &ctx, Adaptor op,
                                         SmallVectorImpl<InferredType> &results) {
  // conv_integer_packed_c1, conv_integer_packed_c2, conv_integer_packed_c3, conv_integer_packed_c4,
  // conv_integer_packed_c7, conv_integer_packed_c8
  if (failed(inferPanelConv(ctx, op, /*takesVolumes=*/false, IntegerType::get(ctx.getContext(), 32),
                            results)))
    return failure();
  Dim channels = ctx.constant(op.getOutChannels());
  if (failed(expectShape(ctx, "column_sums", op.getColumnSums(), channels)) ||
      failed(expectShape(ctx, "input_zero_point", op.getInputZeroPoint(), {})) ||
      failed(expectShape(ctx, "filter_zero_point", op.getFilterZeroPoint(),
                         channels))) // conv_integer_packed_c5
    return failure();
  return expectElement(ctx, "input_zero_point", op.getInputZeroPoint(),
                       InferContext::elementType(op.getInput())); // conv_integer_packed_c6
}

FailureOr<SmallVector<Value>> ConvIntegerPackedOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                                 LoweringReason &why) {
  Location loc = getLoc();
  FailureOr<Value> filter = unpackedFilter(b, *this, operands, why, "rlx.conv_integer");
  if (failed(filter))
    return failure();
  IntegerConvOperands in{.image = operands[0],
                         .filter = *filter,
                         .imageZero = getInputZeroPoint() ? operands[3] : Value(),
                         .filterZero = getFilterZeroPoint() ? operands.back() : Value(),
                         .imageElement = operandElement(*this, 0),
                         .filterElement = operandElement(*this, 1)};
  Value init = filled(b, loc, emptyResult(b, *this, operands), 0.0);
  return SmallVector<Value>{buildIntegerConv(b, loc, in, init, packedWindow(*this), getGroups())};
}

llvm::Error ConvIntegerPackedOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                          MutableArrayRef<ref::Tensor> out) {
  ref::Tensor filter = FilterPanels(*this, in[1].shape, in[0].shape[3]).unpacked(in[1]);
  ZeroPoints zero;
  if (getInputZeroPoint())
    zero.image = in[3].ints[0];
  if (getFilterZeroPoint())
    zero.filter = &in.back();
  Window window = packedWindow(*this);
  ref::forEachIndex(out[0].shape, [&](ArrayRef<int64_t> index, int64_t i) {
    out[0].setInt(i, integerConvSum(in[0], filter, zero, window, getGroups(), index));
  });
  return llvm::Error::success();
}

// ---- depthwise_conv ----

LogicalResult DepthwiseConvOp::infer(InferContext &ctx, Adaptor op,
                                     SmallVectorImpl<InferredType> &results) {
  if (failed(expectSameElementType(ctx, op.getOperands()))) // depthwise_conv_c5
    return failure();
  // depthwise_conv_c1, depthwise_conv_c2, depthwise_conv_c3, depthwise_conv_c6
  if (failed(inferDepthwiseConv(ctx, op, InferContext::elementType(op.getInput()), results)))
    return failure();
  return expectBias(ctx, op.getBias(), ctx.shape(op.getInput())[3]); // depthwise_conv_c4
}

FailureOr<SmallVector<Value>> DepthwiseConvOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                             LoweringReason &why) {
  Location loc = getLoc();
  auto filter = cast<RankedTensorType>(operands[1].getType());
  if (!filter.hasStaticShape())
    return why.because("the filter of a depthwise convolution needs static sizes", "rlx.conv");
  Type element = filter.getElementType(), accumulator = accumulatorType(element);
  auto taps = RankedTensorType::get(
      {getKernelShape()[0], getKernelShape()[1], filter.getDimSize(1)}, element);
  Value weights = tensor::ExpandShapeOp::create(b, loc, taps, operands[1],
                                                SmallVector<ReassociationIndices>{{0, 1}, {2}});
  Value input =
      padSpatial(b, loc, operands[0], packedWindow(*this), scalarConstant(b, loc, element, 0.0));
  // The loops are batch, y, x, channel, ky, kx.
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
  int64_t channels = in[0].shape[3], taps = in[1].shape[0];
  int64_t each[] = {channels, 1, getKernelShape()[0], getKernelShape()[1]};
  fillWithBias(out[0], in);
  Window window = packedWindow(*this);
  ref::forEachIndex(out[0].shape, [&](ArrayRef<int64_t> index, int64_t i) {
    forEachTap(window, channels, in[0].shape, each, index, [&](int64_t from, int64_t weight) {
      double w = in[1].floats[weight % taps * channels + index[3]];
      out[0].floats[i] += (from < 0 ? 0.0 : in[0].floats[from]) * w;
    });
  });
  return llvm::Error::success();
}

// ---- depthwise_conv_integer ----

LogicalResult DepthwiseConvIntegerOp::infer(InferContext &ctx, Adaptor op,
                                            SmallVectorImpl<InferredType> &results) {
  // depthwise_conv_integer_c1, depthwise_conv_integer_c2, depthwise_conv_integer_c3,
  // depthwise_conv_integer_c6
  if (failed(inferDepthwiseConv(ctx, op, IntegerType::get(ctx.getContext(), 32), results)) ||
      failed(expectShape(ctx, "input_zero_point", op.getInputZeroPoint(), {})) ||
      failed(expectShape(ctx, "filter_zero_point", op.getFilterZeroPoint(),
                         ctx.shape(op.getInput())[3]))) // depthwise_conv_integer_c4
    return failure();
  return expectElement(ctx, "input_zero_point", op.getInputZeroPoint(),
                       InferContext::elementType(op.getInput())); // depthwise_conv_integer_c5
}

FailureOr<SmallVector<Value>>
DepthwiseConvIntegerOp::lowerToLinalg(OpBuilder &b, ValueRange operands, LoweringReason &why) {
  Location loc = getLoc();
  auto matrix = cast<RankedTensorType>(operands[1].getType());
  if (!matrix.hasStaticShape())
    return why.because("the filter of a depthwise convolution needs static sizes",
                       "rlx.conv_integer");
  int64_t channels = matrix.getDimSize(1);
  Window window = packedWindow(*this);
  int64_t shape[] = {channels, 1, window.kernel[0], window.kernel[1]};
  Value filter = parallelGeneric(
      b, loc, tensor::EmptyOp::create(b, loc, shape, matrix.getElementType()), {}, {},
      [&](OpBuilder &nested, Location l, ValueRange at, ValueRange) {
        Value width = indexConstant(nested, l, window.kernel[1]);
        Value tap =
            arith::AddIOp::create(nested, l, arith::MulIOp::create(nested, l, at[2], width), at[3]);
        return tensor::ExtractOp::create(nested, l, operands[1], ValueRange{tap, at[0]})
            .getResult();
      });
  IntegerConvOperands in{.image = operands[0],
                         .filter = filter,
                         .imageZero = getInputZeroPoint() ? operands[2] : Value(),
                         .filterZero = getFilterZeroPoint() ? operands.back() : Value(),
                         .imageElement = operandElement(*this, 0),
                         .filterElement = operandElement(*this, 1)};
  Value init = filled(b, loc, emptyResult(b, *this, operands), 0.0);
  return SmallVector<Value>{buildIntegerConv(b, loc, in, init, window, channels)};
}

llvm::Error DepthwiseConvIntegerOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                             MutableArrayRef<ref::Tensor> out) {
  int64_t channels = in[0].shape[3], taps = in[1].shape[0];
  Window window = packedWindow(*this);
  int64_t shape[] = {channels, 1, window.kernel[0], window.kernel[1]};
  ref::Tensor filter(shape, in[1].elementType);
  for (int64_t i = 0; i < channels * taps; ++i)
    filter.ints[i] = in[1].ints[i % taps * channels + i / taps];
  ZeroPoints zero;
  if (getInputZeroPoint())
    zero.image = in[2].ints[0];
  if (getFilterZeroPoint())
    zero.filter = &in.back();
  ref::forEachIndex(out[0].shape, [&](ArrayRef<int64_t> index, int64_t i) {
    out[0].setInt(i, integerConvSum(in[0], filter, zero, window, channels, index));
  });
  return llvm::Error::success();
}
