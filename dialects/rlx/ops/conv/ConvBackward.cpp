// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of the gradients of convolution. The gradient of the input is a transposed convolution,
// whose result is cut to the input's sizes. The gradient of the filter is a contraction over batch
// and spatial dimensions of the padded input.
#include "dialects/rlx/ir/ConvBackwardOps.h"
#include "dialects/rlx/ir/ConvOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "dialects/rlx/ops/conv/Window.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/OpComposer.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace rlx;

// ---- conv_backward_input ----

LogicalResult ConvBackwardInputOp::infer(InferContext &ctx, Adaptor op,
                                         SmallVectorImpl<InferredType> &results) {
  Value floats[] = {op.getGrad(), op.getFilter()};
  if (failed(expectSameElementType(ctx, floats))) // conv_backward_input_c9
    return failure();
  Dims grad = ctx.shape(op.getGrad());
  int64_t groups = op.getGroups();
  FailureOr<SmallVector<int64_t>> filter = // conv_backward_input_c1, _c2, _c3, _c5
      checkFilter(ctx, grad, op.getFilter(), op.getStrides(), op.getPads(), op.getDilations(),
                  groups, /*isGradient=*/true);
  if (failed(filter))
    return failure();
  Window window = windowOf(op, ArrayRef(*filter).drop_front(2));
  if (failed(checkTransposedStrides(ctx, window)) || // conv_backward_input_c3
      failed(expectSize(ctx, "gradient channels", grad[window.channelDim()],
                        (*filter)[0])) ||                       // conv_backward_input_c4
      failed(checkGroups(ctx, "output", (*filter)[0], groups))) // conv_backward_input_c5
    return failure();
  FailureOr<Dims> sizes = ctx.mixed(op.getStaticSizes(), op.getSizes());
  if (failed(sizes))
    return failure();
  if (sizes->size() != window.rank()) // conv_backward_input_c6
    return ctx.fail("expects " + Twine(window.rank()) + " sizes, but got " + Twine(sizes->size()));
  Dims input = imageShape(window, grad[0], ctx.constant((*filter)[1] * groups), *sizes);
  if (failed(expectSizes(ctx, *sizes)) ||          // conv_backward_input_c6
      failed(checkWindowFits(ctx, window, input))) // conv_backward_input_c7
    return failure();
  Dims expected = grad;
  for (unsigned i = 0; i < window.rank(); ++i)
    expected[window.spatialDim(i)] = convolvedSize(window, i, (*sizes)[i]);
  if (failed(expectShape(ctx, "a gradient", op.getGrad(), expected))) // conv_backward_input_c8
    return failure();
  results.push_back({input, InferContext::elementType(op.getGrad())});
  return success();
}

namespace {

// The size of a transposed convolution's result for a gradient of static size.
int64_t transposedSize(const Window &window, unsigned i, int64_t size) {
  int64_t pads = window.padLow[i] + window.padHigh[i];
  return (size - 1) * window.strides[i] + window.extent(i) - pads;
}

// The first `sizes` elements of every dimension.
Value firstOf(OpComposer &c, Value tensor, ArrayRef<OpFoldResult> sizes) {
  SmallVector<Value> dynamic;
  SmallVector<int64_t> constant, starts(sizes.size(), 0);
  dispatchIndexOpFoldResults(sizes, dynamic, constant);
  return c.make<SliceOp>(tensor, ValueRange(), dynamic, starts, constant, ArrayRef<int64_t>());
}

} // namespace

// Rewrites the op as rlx.conv_transpose. Input elements behind the convolution's last window become
// its output padding. If their number is dynamic, the largest possible padding is used and the
// result is sliced:
//   rlx.conv_backward_input %dy, %w to [%h, 32]
//     ->  %0 = rlx.conv_transpose %dy, %w output_padding = ..;  rlx.slice %0
FailureOr<SmallVector<Value>> ConvBackwardInputOp::decompose(OpBuilder &b, LoweringReason &why) {
  OpComposer c(b, getLoc());
  auto gradType = cast<RankedTensorType>(getGrad().getType());
  auto filterType = cast<RankedTensorType>(getFilter().getType());
  Window window = windowOf(*this, filterType.getShape().drop_front(2));
  SmallVector<OpFoldResult> sizes = reifyResultShapes(b, *this, getOperands())[0];
  SmallVector<int64_t> extra(window.rank(), 0);
  bool isCut = false;
  for (unsigned i = 0; i < window.rank(); ++i) {
    std::optional<int64_t> size = getConstantIntValue(sizes[window.spatialDim(i)]);
    int64_t gradSize = gradType.getDimSize(window.spatialDim(i)), most = window.strides[i] - 1;
    if (ShapedType::isDynamic(gradSize)) {
      extra[i] = most;
    } else {
      int64_t transposed = transposedSize(window, i, gradSize);
      extra[i] = size ? *size - transposed : most;
      if (extra[i] < 0 || extra[i] > most || transposed + extra[i] < 0)
        return why.because("no image has a gradient of the size of dimension " +
                           Twine(window.spatialDim(i)));
      if (size)
        continue;
    }
    isCut |= extra[i] > 0;
  }
  Value result = c.make<ConvTransposeOp>(getGrad(), getFilter(), Value(), getStrides(), getPads(),
                                         getDilations(), extra, getGroups(), getDataFormat());
  return SmallVector<Value>{isCut ? firstOf(c, result, sizes) : result};
}

// Gathers: for every element of the input, finds the windows that read it.
llvm::Error ConvBackwardInputOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                          MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor &dy = in[0], &w = in[1];
  Window window = windowOf(*this, ArrayRef(w.shape).drop_front(2));
  int64_t outputs = w.shape[0] / int64_t(getGroups()), inputs = w.shape[1]; // per group
  int64_t taps = window.kernelSize();
  SmallVector<int64_t> at(window.rank());
  ref::forEachIndex(out[0].shape, [&](ArrayRef<int64_t> index, int64_t i) {
    int64_t channel = index[window.channelDim()], group = channel / inputs;
    double sum = 0;
    ref::forEachIndex(window.kernel, [&](ArrayRef<int64_t> tap, int64_t t) {
      for (unsigned d = 0; d < window.rank(); ++d) {
        int64_t distance =
            index[window.spatialDim(d)] + window.padLow[d] - tap[d] * window.dilations[d];
        at[d] = distance / window.strides[d];
        if (distance < 0 || distance % window.strides[d] || at[d] >= dy.shape[window.spatialDim(d)])
          return;
      }
      for (int64_t o = group * outputs; o < (group + 1) * outputs; ++o)
        sum += dy.floats[window.offset(dy.shape, index[0], o, at)] *
               w.floats[(o * inputs + channel % inputs) * taps + t];
    });
    out[0].set(i, sum);
  });
  return llvm::Error::success();
}

// ---- conv_backward_weight ----

namespace {

// The window, if the attributes and the input fit: conv_backward_weight_c1 to _c6.
FailureOr<Window> checkWeightGradient(InferContext &ctx, ConvBackwardWeightOp::Adaptor op) {
  Dims input = ctx.shape(op.getInput()), grad = ctx.shape(op.getGrad());
  if (failed(checkSpatialRank(ctx, input))) // conv_backward_weight_c1
    return failure();
  if (grad.size() != input.size()) // conv_backward_weight_c7
    return ctx.fail("expects a gradient of rank " + Twine(input.size()) +
                    " like the input, but got rank " + Twine(grad.size()));
  if (failed(checkKernelSizes(ctx, op.getKernel(), input.size() - 2)) || // conv_backward_weight_c2
      failed(checkWindowAttributes(ctx, input.size() - 2, op.getStrides(), op.getPads(),
                                   op.getDilations()))) // conv_backward_weight_c3
    return failure();
  Window window = windowOf(op, op.getKernel());
  int64_t groups = op.getGroups();
  if (groups < 1) // conv_backward_weight_c5
    return ctx.fail("expects a positive number of groups, but got " + Twine(groups));
  unsigned channel = window.channelDim();
  FailureOr<SmallVector<int64_t>> inputs =
                                      staticSizes(ctx, "number of input channels", input[channel]),
                                  outputs = failure();
  if (succeeded(inputs)) // conv_backward_weight_c4
    outputs = staticSizes(ctx, "number of gradient channels", grad[channel]);
  if (failed(inputs) || failed(outputs) ||                            // conv_backward_weight_c4
      failed(checkGroups(ctx, "input", inputs->front(), groups)) ||   // conv_backward_weight_c5
      failed(checkGroups(ctx, "output", outputs->front(), groups)) || // conv_backward_weight_c5
      failed(checkWindowFits(ctx, window, input)))                    // conv_backward_weight_c6
    return failure();
  return window;
}

// The iteration space: [g,] o, k.., i, n, y... `g` exists only with several groups.
struct WeightLoops {
  WeightLoops(MLIRContext *context, const Window &window, bool grouped)
      : context(context), window(window), grouped(grouped), spatial(window.rank()) {}

  unsigned numParallel() const { return 2 + grouped + spatial; }
  unsigned count() const { return numParallel() + 1 + spatial; }
  AffineExpr dim(unsigned i) const { return getAffineDimExpr(i, context); }
  AffineExpr output() const { return dim(grouped); }
  AffineExpr tap(unsigned i) const { return dim(1 + grouped + i); }
  AffineExpr channel() const { return dim(1 + grouped + spatial); }
  AffineExpr batch() const { return dim(numParallel()); }
  AffineExpr position(unsigned i) const { return dim(numParallel() + 1 + i); }

  AffineMap map(ArrayRef<AffineExpr> exprs) const {
    return AffineMap::get(count(), 0, exprs, context);
  }

  // The map of an image: n, [g,] channel, spatial.. or n, spatial.., [g,] channel.
  AffineMap image(AffineExpr channel, ArrayRef<AffineExpr> positions) const {
    SmallVector<AffineExpr> exprs(positions), channels = {channel};
    if (grouped)
      channels.insert(channels.begin(), dim(0));
    exprs.insert(window.channelsLast ? exprs.end() : exprs.begin(), channels.begin(),
                 channels.end());
    exprs.insert(exprs.begin(), batch());
    return map(exprs);
  }

  SmallVector<AffineMap> maps() const {
    SmallVector<AffineExpr> read, positions, result;
    for (unsigned i = 0; i < spatial; ++i) {
      read.push_back(position(i) * window.strides[i] + tap(i) * window.dilations[i]);
      positions.push_back(position(i));
    }
    for (unsigned i = 0; i < numParallel(); ++i)
      result.push_back(dim(i));
    return {image(channel(), read), image(output(), positions), map(result)};
  }

  SmallVector<utils::IteratorType> iterators() const {
    SmallVector<utils::IteratorType> types(count(), utils::IteratorType::reduction);
    std::fill_n(types.begin(), numParallel(), utils::IteratorType::parallel);
    return types;
  }

  MLIRContext *context;
  const Window &window;
  bool grouped;
  unsigned spatial;
};

// Transposes the accumulator [O, k.., I/groups] to [O, I/groups, k..], the layout of `init`.
Value channelsBeforeTaps(OpBuilder &b, Location loc, Value sum, Value init) {
  auto type = cast<RankedTensorType>(init.getType());
  SmallVector<AffineExpr> exprs = {b.getAffineDimExpr(0)};
  for (int64_t i = 2; i < type.getRank(); ++i)
    exprs.push_back(b.getAffineDimExpr(i));
  exprs.push_back(b.getAffineDimExpr(1));
  return parallelGeneric(
      b, loc, init, sum, AffineMap::get(type.getRank(), 0, exprs, b.getContext()),
      [&](OpBuilder &nested, Location l, ValueRange, ValueRange v) {
        return convertFloat(nested, l, v[0], type.getElementType());
      },
      /*needsIndices=*/false);
}

} // namespace

LogicalResult ConvBackwardWeightOp::infer(InferContext &ctx, Adaptor op,
                                          SmallVectorImpl<InferredType> &results) {
  if (failed(expectSameElementType(ctx, op.getOperands()))) // conv_backward_weight_c8
    return failure();
  FailureOr<Window> window = checkWeightGradient(ctx, op);
  if (failed(window))
    return failure();
  Dims input = ctx.shape(op.getInput()), expected = ctx.shape(op.getGrad());
  Dims result = {expected[window->channelDim()],
                 input[window->channelDim()].floorDiv(int64_t(op.getGroups()))};
  expected[0] = input[0];
  for (unsigned i = 0; i < window->rank(); ++i) {
    unsigned dim = window->spatialDim(i);
    expected[dim] = convolvedSize(*window, i, input[dim]);
    result.push_back(ctx.constant(window->kernel[i]));
  }
  if (failed(expectShape(ctx, "a gradient", op.getGrad(), expected))) // conv_backward_weight_c7
    return failure();
  results.push_back({result, InferContext::elementType(op.getInput())});
  return success();
}

FailureOr<SmallVector<Value>> ConvBackwardWeightOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                                  LoweringReason &) {
  Location loc = getLoc();
  Value init = emptyResult(b, *this, operands), grad = operands[1];
  auto type = cast<RankedTensorType>(init.getType());
  Type element = type.getElementType(), accumulator = accumulatorType(element);
  Window window = windowOf(*this, getKernel());
  int64_t groups = getGroups();
  Value image = padSpatial(b, loc, operands[0], window, scalarConstant(b, loc, element, 0.0));
  SmallVector<int64_t> shape = {type.getDimSize(0)};
  llvm::append_range(shape, window.kernel);
  shape.push_back(type.getDimSize(1));
  Value sum = filled(b, loc, tensor::EmptyOp::create(b, loc, shape, accumulator), 0.0);
  if (groups > 1) {
    image = splitDimension(b, loc, image, window.channelDim(), groups);
    grad = splitDimension(b, loc, grad, window.channelDim(), groups);
    sum = splitDimension(b, loc, sum, 0, groups);
  }
  WeightLoops loops(b.getContext(), window, groups > 1);
  sum = linalg::GenericOp::create(b, loc, TypeRange{sum.getType()}, ValueRange{image, grad},
                                  ValueRange{sum}, loops.maps(), loops.iterators(),
                                  [&](OpBuilder &nested, Location l, ValueRange v) {
                                    linalg::YieldOp::create(
                                        nested, l, multiplyAccumulate(nested, l, v[0], v[1], v[2]));
                                  })
            .getResult(0);
  if (groups > 1)
    sum = joinDimensions(b, loc, sum, 0);
  return SmallVector<Value>{channelsBeforeTaps(b, loc, sum, init)};
}

llvm::Error ConvBackwardWeightOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                           MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor &x = in[0], &dy = in[1];
  Window window = windowOf(*this, getKernel());
  int64_t outputs = out[0].shape[0] / int64_t(getGroups()), inputs = out[0].shape[1]; // per group
  SmallVector<int64_t> read(window.rank()), at(window.rank());
  ref::forEachIndex(out[0].shape, [&](ArrayRef<int64_t> index, int64_t i) {
    int64_t o = index[0], c = o / outputs * inputs + index[1];
    double sum = 0;
    for (int64_t n = 0; n < x.shape[0]; ++n) {
      SmallVector<int64_t> positions;
      for (unsigned d = 0; d < window.rank(); ++d)
        positions.push_back(dy.shape[window.spatialDim(d)]);
      ref::forEachIndex(positions, [&](ArrayRef<int64_t> y, int64_t) {
        bool isInside = true;
        for (unsigned d = 0; d < window.rank(); ++d) {
          read[d] = window.inputPosition(d, y[d], index[2 + d]);
          isInside &= read[d] >= 0 && read[d] < x.shape[window.spatialDim(d)];
        }
        double value = isInside ? x.floats[window.offset(x.shape, n, c, read)] : 0;
        sum += value * dy.floats[window.offset(dy.shape, n, o, y)];
      });
    }
    out[0].set(i, sum);
  });
  return llvm::Error::success();
}
