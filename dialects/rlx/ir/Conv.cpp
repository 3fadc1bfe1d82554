// Bodies of the convolutions. Both lower to one linalg.generic over an input that has its padding
// (and for the transpose, its inserted zeros) written out; groups become a dimension of their own.
#include "dialects/rlx/ir/ConvOps.h"
#include "dialects/rlx/ir/InferUtils.h"
#include "dialects/rlx/ir/LinalgBuilders.h"
#include "dialects/rlx/ir/Window.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace rlx;

namespace {

// The checks that conv and conv_transpose share; the filter's sizes, if all is well.
template <typename Adaptor>
FailureOr<SmallVector<int64_t>> checkConvolution(InferContext &ctx, Adaptor op) {
  if (failed(expectSameElementType(ctx, op.getOperands()))) // conv_c8, conv_transpose_c8
    return failure();
  // conv_c1 to conv_c3 and conv_c5, conv_transpose_c1 to conv_transpose_c3 and conv_transpose_c5
  return checkFilter(ctx, ctx.shape(op.getInput()), op.getFilter(), op.getStrides(), op.getPads(),
                     op.getDilations(), op.getGroups());
}

LogicalResult checkBias(InferContext &ctx, Value bias, int64_t channels) {
  if (!bias)
    return success();
  Dims shape = ctx.shape(bias);
  if (shape.size() != 1)
    return ctx.fail("expects a bias of rank 1, but got rank " + Twine(shape.size()));
  return expectSize(ctx, "a bias", shape[0], channels);
}

// The iteration space of a convolution: n, [g,] o, y.., c, k... `g` only if groups > 1.
struct ConvLoops {
  ConvLoops(MLIRContext *context, const Window &window, bool grouped)
      : context(context), window(window), grouped(grouped), spatial(window.rank()) {}

  unsigned count() const { return 3 + grouped + 2 * spatial; }
  AffineExpr dim(unsigned i) const { return getAffineDimExpr(i, context); }
  AffineExpr output() const { return dim(1 + grouped); }
  AffineExpr position(unsigned i) const { return dim(2 + grouped + i); }
  AffineExpr channel() const { return dim(2 + grouped + spatial); }
  AffineExpr tap(unsigned i) const { return dim(3 + grouped + spatial + i); }

  AffineMap map(ArrayRef<AffineExpr> exprs) const {
    return AffineMap::get(count(), 0, exprs, context);
  }

  // A tensor in the op's data format: n, [g,] channel, spatial.. or n, spatial.., [g,] channel.
  AffineMap image(AffineExpr channel, ArrayRef<AffineExpr> positions) const {
    SmallVector<AffineExpr> exprs = {dim(0)};
    if (window.channelsLast)
      llvm::append_range(exprs, positions);
    if (grouped)
      exprs.push_back(dim(1));
    exprs.push_back(channel);
    if (!window.channelsLast)
      llvm::append_range(exprs, positions);
    return map(exprs);
  }

  AffineMap filter(AffineExpr first, AffineExpr second) const {
    SmallVector<AffineExpr> exprs;
    if (grouped)
      exprs.push_back(dim(1));
    llvm::append_values(exprs, first, second);
    for (unsigned i = 0; i < spatial; ++i)
      exprs.push_back(tap(i));
    return map(exprs);
  }

  SmallVector<utils::IteratorType> iterators() const {
    SmallVector<utils::IteratorType> types(count(), utils::IteratorType::reduction);
    std::fill_n(types.begin(), 2 + grouped + spatial, utils::IteratorType::parallel);
    return types;
  }

  MLIRContext *context;
  const Window &window;
  bool grouped;
  unsigned spatial;
};

// The accumulator's start: zero, or the bias at every position.
Value convolutionInit(OpBuilder &b, Operation *op, ValueRange operands, Value bias,
                      const Window &window, Type accumulator) {
  Location loc = op->getLoc();
  Value empty = emptyResult(b, op, operands, 0, accumulator);
  if (!bias)
    return filled(b, loc, empty, 0.0);
  unsigned rank = window.rank() + 2;
  SmallVector<AffineMap> maps = {
      AffineMap::get(rank, 0, b.getAffineDimExpr(window.channelDim()), b.getContext()),
      b.getMultiDimIdentityMap(rank)};
  SmallVector<utils::IteratorType> iterators(rank, utils::IteratorType::parallel);
  return linalg::GenericOp::create(b, loc, TypeRange{empty.getType()}, ValueRange{bias},
                                   ValueRange{empty}, maps, iterators,
                                   [&](OpBuilder &nested, Location l, ValueRange v) {
                                     linalg::YieldOp::create(
                                         nested, l, convertFloat(nested, l, v[0], accumulator));
                                   })
      .getResult(0);
}

// Makes the channel dimension's size static, as the filter's sizes say it is.
Value withChannels(OpBuilder &b, Location loc, Value image, const Window &window,
                   int64_t channels) {
  auto type = cast<RankedTensorType>(image.getType());
  if (type.getDimSize(window.channelDim()) == channels)
    return image;
  SmallVector<int64_t> shape(type.getShape());
  shape[window.channelDim()] = channels;
  return tensor::CastOp::create(b, loc, type.clone(shape), image);
}

// The contraction of a padded image with a filter, accumulated on `init`; `strides` and
// `dilations` of the window apply. `transposed` filters are [c, o, k..], others [o, c, k..].
Value contract(OpBuilder &b, Location loc, Value image, Value filter, Value init,
               const Window &window, ArrayRef<int64_t> strides, int64_t groups, bool transposed) {
  ConvLoops loops(b.getContext(), window, groups > 1);
  if (groups > 1) {
    image = splitDimension(b, loc, image, window.channelDim(), groups);
    filter = splitDimension(b, loc, filter, 0, groups);
    init = splitDimension(b, loc, init, window.channelDim(), groups);
  }
  SmallVector<AffineExpr> read, write;
  for (unsigned i = 0; i < window.rank(); ++i) {
    read.push_back(loops.position(i) * strides[i] + loops.tap(i) * window.dilations[i]);
    write.push_back(loops.position(i));
  }
  SmallVector<AffineMap> maps = {loops.image(loops.channel(), read),
                                 transposed ? loops.filter(loops.channel(), loops.output())
                                            : loops.filter(loops.output(), loops.channel()),
                                 loops.image(loops.output(), write)};
  Value sum =
      linalg::GenericOp::create(b, loc, TypeRange{init.getType()}, ValueRange{image, filter},
                                ValueRange{init}, maps, loops.iterators(),
                                [&](OpBuilder &nested, Location l, ValueRange v) {
                                  linalg::YieldOp::create(
                                      nested, l, multiplyAccumulate(nested, l, v[0], v[1], v[2]));
                                })
          .getResult(0);
  return groups > 1 ? joinDimensions(b, loc, sum, window.channelDim()) : sum;
}

// Sums in double or in wrapping int64, whatever the tensors hold.
struct RefSum {
  double real = 0;
  uint64_t integer = 0;
  void add(const ref::Tensor &a, int64_t i, const ref::Tensor &b, int64_t j) {
    if (a.isFloat())
      real += a.floats[i] * b.floats[j];
    else
      integer += uint64_t(a.ints[i]) * uint64_t(b.ints[j]);
  }
  // What an element outside the image adds: 0 times the weight.
  void addPadding(const ref::Tensor &b, int64_t j) {
    if (b.isFloat())
      real += 0.0 * b.floats[j];
  }
  void store(ref::Tensor &out, int64_t i) const {
    out.isFloat() ? out.set(i, real) : out.setInt(i, int64_t(integer));
  }
};

RefSum startAt(const ref::Tensor *bias, int64_t channel) {
  RefSum sum;
  if (bias)
    bias->isFloat() ? void(sum.real = bias->floats[channel])
                    : void(sum.integer = uint64_t(bias->ints[channel]));
  return sum;
}

// Splits the index of an image element into channel and spatial position.
int64_t channelAndPosition(const Window &window, ArrayRef<int64_t> index,
                           SmallVectorImpl<int64_t> &position) {
  position.assign(index.begin() + window.spatialDim(0),
                  index.begin() + window.spatialDim(0) + window.rank());
  return index[window.channelDim()];
}

} // namespace

// ---- conv ----

LogicalResult ConvOp::infer(InferContext &ctx, Adaptor op, SmallVectorImpl<InferredType> &results) {
  FailureOr<SmallVector<int64_t>> filter = checkConvolution(ctx, op);
  if (failed(filter))
    return failure();
  Dims input = ctx.shape(op.getInput());
  Window window = windowOf(op, ArrayRef(*filter).drop_front(2));
  int64_t groups = op.getGroups(), outputs = (*filter)[0];
  if (failed(expectSize(ctx, "input channels", input[window.channelDim()],
                        (*filter)[1] * groups)) ||           // conv_c4
      failed(checkGroups(ctx, "output", outputs, groups)) || // conv_c5
      failed(checkBias(ctx, op.getBias(), outputs)) ||       // conv_c6
      failed(checkWindowFits(ctx, window, input)))           // conv_c7
    return failure();
  Dims spatial;
  for (unsigned i = 0; i < window.rank(); ++i)
    spatial.push_back(convolvedSize(window, i, input[window.spatialDim(i)]));
  results.push_back({imageShape(window, input[0], ctx.constant(outputs), spatial),
                     InferContext::elementType(op.getInput())});
  return success();
}

FailureOr<SmallVector<Value>> ConvOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                    LoweringReason &) {
  Location loc = getLoc();
  auto filterType = cast<RankedTensorType>(operands[1].getType());
  Type element = filterType.getElementType(), accumulator = accumulatorType(element);
  Window window = windowOf(*this, filterType.getShape().drop_front(2));
  int64_t groups = getGroups();
  Value zero = scalarConstant(b, loc, element, 0.0);
  Value image = withChannels(b, loc, operands[0], window, groups * filterType.getDimSize(1));
  Value padded = padSpatial(b, loc, image, window, zero);
  Value init = convolutionInit(b, *this, operands, operands.size() > 2 ? operands[2] : Value(),
                               window, accumulator);
  Value sum = contract(b, loc, padded, operands[1], init, window, window.strides, groups,
                       /*transposed=*/false);
  return SmallVector<Value>{convertElements(b, loc, sum, element)};
}

llvm::Error ConvOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                             MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor &x = in[0], &w = in[1];
  Window window = windowOf(*this, ArrayRef(w.shape).drop_front(2));
  int64_t channels = w.shape[1], perGroup = w.shape[0] / int64_t(getGroups());
  int64_t taps = window.kernelSize();
  SmallVector<int64_t> position, read(window.rank());
  ref::forEachIndex(out[0].shape, [&](ArrayRef<int64_t> index, int64_t i) {
    int64_t o = channelAndPosition(window, index, position);
    RefSum sum = startAt(in.size() > 2 ? &in[2] : nullptr, o);
    ref::forEachIndex(window.kernel, [&](ArrayRef<int64_t> tap, int64_t t) {
      bool isInside = true;
      for (unsigned d = 0; d < window.rank(); ++d) {
        read[d] = window.inputPosition(d, position[d], tap[d]);
        isInside &= read[d] >= 0 && read[d] < x.shape[window.spatialDim(d)];
      }
      for (int64_t c = 0; c < channels; ++c) {
        int64_t weight = (o * channels + c) * taps + t;
        if (isInside)
          sum.add(x, window.offset(x.shape, index[0], o / perGroup * channels + c, read), w,
                  weight);
        else
          sum.addPadding(w, weight);
      }
    });
    sum.store(out[0], i);
  });
  return llvm::Error::success();
}

// ---- conv_transpose ----

LogicalResult ConvTransposeOp::infer(InferContext &ctx, Adaptor op,
                                     SmallVectorImpl<InferredType> &results) {
  FailureOr<SmallVector<int64_t>> filter = checkConvolution(ctx, op);
  if (failed(filter))
    return failure();
  Dims input = ctx.shape(op.getInput());
  Window window = windowOf(op, ArrayRef(*filter).drop_front(2));
  int64_t groups = op.getGroups(), inputs = (*filter)[0], outputs = (*filter)[1] * groups;
  if (failed(expectSize(ctx, "input channels", input[window.channelDim()],
                        inputs)) ||                        // conv_transpose_c4
      failed(checkGroups(ctx, "input", inputs, groups)) || // conv_transpose_c5
      failed(checkBias(ctx, op.getBias(), outputs)))       // conv_transpose_c6
    return failure();
  ArrayRef<int64_t> extra = op.getOutputPadding();
  if (!extra.empty() && extra.size() != window.rank()) // conv_transpose_c7
    return ctx.fail("expects " + Twine(window.rank()) + " output paddings or none, but got " +
                    Twine(extra.size()));
  Dims spatial;
  for (unsigned i = 0; i < window.rank(); ++i) {
    int64_t more = extra.empty() ? 0 : extra[i];
    int64_t limit = std::max(window.strides[i], window.dilations[i]);
    if (more < 0 || more >= limit) // conv_transpose_c7
      return ctx.fail("expects an output padding in [0, " + Twine(limit) +
                      "), below stride or dilation, but got " + Twine(more));
    Dim size = (input[window.spatialDim(i)] - 1) * window.strides[i] +
               (window.extent(i) + more - window.padLow[i] - window.padHigh[i]);
    std::optional<int64_t> known = InferContext::staticValue(size);
    if (known && *known < 1) // conv_transpose_c9
      return ctx.fail("expects a result of at least size 1 in spatial dimension " + Twine(i) +
                      ", but got " + Twine(*known));
    spatial.push_back(size);
  }
  results.push_back({imageShape(window, input[0], ctx.constant(outputs), spatial),
                     InferContext::elementType(op.getInput())});
  return success();
}

namespace {

// A tensor of `sizes` whose element at `index` is `pick(index)`.
Value generate(OpBuilder &b, Location loc, ArrayRef<OpFoldResult> sizes, Type element,
               llvm::function_ref<Value(OpBuilder &, Location, ArrayRef<Value>)> pick) {
  Value empty = tensor::EmptyOp::create(b, loc, sizes, element);
  SmallVector<AffineMap> maps = {b.getMultiDimIdentityMap(sizes.size())};
  SmallVector<utils::IteratorType> iterators(sizes.size(), utils::IteratorType::parallel);
  return linalg::GenericOp::create(b, loc, TypeRange{empty.getType()}, ValueRange{},
                                   ValueRange{empty}, maps, iterators,
                                   [&](OpBuilder &nested, Location l, ValueRange) {
                                     SmallVector<Value> index;
                                     for (size_t i = 0; i < sizes.size(); ++i)
                                       index.push_back(linalg::IndexOp::create(nested, l, i));
                                     linalg::YieldOp::create(nested, l, pick(nested, l, index));
                                   })
      .getResult(0);
}

Value flipTaps(OpBuilder &b, Location loc, Value filter, const Window &window) {
  auto type = cast<RankedTensorType>(filter.getType());
  if (window.kernelSize() == 1)
    return filter;
  return generate(b, loc, getAsIndexOpFoldResult(b.getContext(), type.getShape()),
                  type.getElementType(), [&](OpBuilder &nested, Location l, ArrayRef<Value> at) {
                    SmallVector<Value> index(at);
                    for (unsigned i = 0; i < window.rank(); ++i) {
                      Value last = arith::ConstantIndexOp::create(nested, l, window.kernel[i] - 1);
                      index[2 + i] = arith::SubIOp::create(nested, l, last, index[2 + i]);
                    }
                    return Value(tensor::ExtractOp::create(nested, l, filter, index));
                  });
}

// The image with stride-1 zeros between neighbours and cropped or padded with zeros so that a
// stride-1 convolution with the flipped filter gives the transposed convolution: element u holds
// image[(u - shift) / stride] where that is an integer inside the image, shift = extent - 1 - low.
Value spreadImage(OpBuilder &b, Location loc, Value image, Value result, const Window &window) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, image);
  SmallVector<OpFoldResult> resultSizes = tensor::getMixedSizes(b, loc, result);
  SmallVector<Value> imageSizes;
  AffineExpr s0 = b.getAffineSymbolExpr(0);
  for (unsigned i = 0; i < window.rank(); ++i) {
    OpFoldResult &size = sizes[window.spatialDim(i)];
    imageSizes.push_back(getValueOrCreateConstantIndexOp(b, loc, size));
    size = affine::makeComposedFoldedAffineApply(b, loc, s0 + (window.extent(i) - 1),
                                                 {resultSizes[window.spatialDim(i)]});
  }
  Type element = getElementTypeOrSelf(image.getType());
  return generate(b, loc, sizes, element, [&](OpBuilder &nested, Location l, ArrayRef<Value> at) {
    auto constant = [&](int64_t value) {
      return Value(arith::ConstantIndexOp::create(nested, l, value));
    };
    SmallVector<Value> index(at);
    Value zero = constant(0), inside;
    auto require = [&](arith::CmpIPredicate predicate, Value lhs, Value rhs) {
      Value ok = arith::CmpIOp::create(nested, l, predicate, lhs, rhs);
      inside = inside ? Value(arith::AndIOp::create(nested, l, inside, ok)) : ok;
    };
    for (unsigned i = 0; i < window.rank(); ++i) {
      Value &position = index[window.spatialDim(i)];
      Value shift = constant(window.extent(i) - 1 - window.padLow[i]);
      Value shifted = arith::SubIOp::create(nested, l, position, shift);
      Value stride = constant(window.strides[i]);
      position = arith::DivSIOp::create(nested, l, shifted, stride);
      Value remainder = arith::RemSIOp::create(nested, l, shifted, stride);
      require(arith::CmpIPredicate::sge, shifted, zero);
      require(arith::CmpIPredicate::eq, remainder, zero);
      require(arith::CmpIPredicate::slt, position, imageSizes[i]);
      position = arith::SelectOp::create(nested, l, inside, position, zero);
    }
    Value read = tensor::ExtractOp::create(nested, l, image, index);
    return Value(
        arith::SelectOp::create(nested, l, inside, read, scalarConstant(nested, l, element, 0.0)));
  });
}

} // namespace

FailureOr<SmallVector<Value>> ConvTransposeOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                             LoweringReason &) {
  Location loc = getLoc();
  auto filterType = cast<RankedTensorType>(operands[1].getType());
  Type element = filterType.getElementType(), accumulator = accumulatorType(element);
  Window window = windowOf(*this, filterType.getShape().drop_front(2));
  Value image = withChannels(b, loc, operands[0], window, filterType.getDimSize(0));
  Value init = convolutionInit(b, *this, operands, operands.size() > 2 ? operands[2] : Value(),
                               window, accumulator);
  Value spread = spreadImage(b, loc, image, init, window);
  Value filter = flipTaps(b, loc, operands[1], window);
  SmallVector<int64_t> unitStrides(window.rank(), 1);
  Value sum = contract(b, loc, spread, filter, init, window, unitStrides, getGroups(),
                       /*transposed=*/true);
  return SmallVector<Value>{convertElements(b, loc, sum, element)};
}

// Scatters, as the definition does.
llvm::Error ConvTransposeOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                      MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor &x = in[0], &w = in[1];
  ref::Tensor &y = out[0];
  Window window = windowOf(*this, ArrayRef(w.shape).drop_front(2));
  int64_t inputsPerGroup = w.shape[0] / int64_t(getGroups()), outputs = w.shape[1];
  int64_t taps = window.kernelSize();
  std::vector<RefSum> sums(y.numElements());
  ref::forEachIndex(y.shape, [&](ArrayRef<int64_t> index, int64_t i) {
    sums[i] = startAt(in.size() > 2 ? &in[2] : nullptr, index[window.channelDim()]);
  });
  SmallVector<int64_t> position, write(window.rank());
  ref::forEachIndex(x.shape, [&](ArrayRef<int64_t> index, int64_t i) {
    int64_t c = channelAndPosition(window, index, position);
    ref::forEachIndex(window.kernel, [&](ArrayRef<int64_t> tap, int64_t t) {
      for (unsigned d = 0; d < window.rank(); ++d) {
        write[d] = window.inputPosition(d, position[d], tap[d]);
        if (write[d] < 0 || write[d] >= y.shape[window.spatialDim(d)])
          return;
      }
      for (int64_t o = 0; o < outputs; ++o)
        sums[window.offset(y.shape, index[0], c / inputsPerGroup * outputs + o, write)].add(
            x, i, w, (c * outputs + o) * taps + t);
    });
  });
  for (auto [i, sum] : llvm::enumerate(sums))
    sum.store(y, i);
  return llvm::Error::success();
}
