// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of ConvLoops.h. The loops of a convolution are n, [g,] o, y.., c, k..; its padding
// has been written out before. Strides and dilations are in the indexing map of the image, and
// groups are a separate loop. So it is a contraction for every target.
#include "dialects/rlx/ops/conv/ConvLoops.h"

#include "dialects/rlx/reference/RefTensor.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace rlx {
namespace {

// The iteration space of a convolution: n, [g,] o, y.., c, k... `g` exists only if groups > 1.
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

  // The map of a tensor in the op's data format: n, [g,] channel, spatial.. or n, spatial.., [g,]
  // channel.
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

  // The map of a tensor with one element per output channel.
  AffineMap channels() const { return grouped ? map({dim(1), output()}) : map(output()); }

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

} // namespace

LogicalResult checkBias(InferContext &ctx, Value bias, int64_t channels) {
  if (!bias)
    return success();
  Dims shape = ctx.shape(bias);
  if (shape.size() != 1)
    return ctx.fail("expects a bias of rank 1, but got rank " + Twine(shape.size()));
  return expectSize(ctx, "a bias", shape[0], channels);
}

Value withChannels(OpBuilder &b, Location loc, Value image, const Window &window,
                   int64_t channels) {
  auto type = cast<RankedTensorType>(image.getType());
  if (type.getDimSize(window.channelDim()) == channels)
    return image;
  SmallVector<int64_t> shape(type.getShape());
  shape[window.channelDim()] = channels;
  return tensor::CastOp::create(b, loc, type.clone(shape), image);
}

Value contractWindows(OpBuilder &b, Location loc, Value image, Value filter, ValueRange parameters,
                      Value init, const Window &window, ArrayRef<int64_t> strides, int64_t groups,
                      bool transposed, TapBuilder tap) {
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
  SmallVector<Value> inputs = {image, filter};
  SmallVector<AffineMap> maps = {loops.image(loops.channel(), read),
                                 transposed ? loops.filter(loops.channel(), loops.output())
                                            : loops.filter(loops.output(), loops.channel())};
  for (Value parameter : parameters) {
    bool isVector = cast<ShapedType>(parameter.getType()).getRank() == 1;
    inputs.push_back(isVector && groups > 1 ? splitDimension(b, loc, parameter, 0, groups)
                                            : parameter);
    maps.push_back(isVector ? loops.channels() : loops.map({}));
  }
  maps.push_back(loops.image(loops.output(), write));
  Value sum =
      linalg::GenericOp::create(
          b, loc, TypeRange{init.getType()}, inputs, ValueRange{init}, maps, loops.iterators(),
          [&](OpBuilder &nested, Location l, ValueRange v) {
            linalg::YieldOp::create(nested, l, tap(nested, l, v.drop_back(), v.back()));
          })
          .getResult(0);
  return groups > 1 ? joinDimensions(b, loc, sum, window.channelDim()) : sum;
}

int64_t channelAndPosition(const Window &window, ArrayRef<int64_t> index,
                           SmallVectorImpl<int64_t> &position) {
  position.assign(index.begin() + window.spatialDim(0),
                  index.begin() + window.spatialDim(0) + window.rank());
  return index[window.channelDim()];
}

void forEachTap(const Window &window, int64_t groups, ArrayRef<int64_t> inputShape,
                ArrayRef<int64_t> filterShape, ArrayRef<int64_t> index,
                llvm::function_ref<void(int64_t, int64_t)> body) {
  int64_t channels = filterShape[1], perGroup = filterShape[0] / groups;
  int64_t taps = window.kernelSize();
  SmallVector<int64_t> position, read(window.rank());
  int64_t o = channelAndPosition(window, index, position);
  ref::forEachIndex(window.kernel, [&](ArrayRef<int64_t> tap, int64_t t) {
    bool isInside = true;
    for (unsigned d = 0; d < window.rank(); ++d) {
      read[d] = window.inputPosition(d, position[d], tap[d]);
      isInside &= read[d] >= 0 && read[d] < inputShape[window.spatialDim(d)];
    }
    for (int64_t c = 0; c < channels; ++c) {
      int64_t from =
          isInside ? window.offset(inputShape, index[0], o / perGroup * channels + c, read) : -1;
      body(from, (o * channels + c) * taps + t);
    }
  });
}

} // namespace rlx
