// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of the gradients of pooling. Windows may overlap, and the maximum of a window is known
// only after reading it. So the loops visit the windows in order and add the gradient of each to
// its elements. They are parallel over batch and channels.
#include "dialects/rlx/ir/ConvBackwardOps.h"
#include "dialects/rlx/ops/conv/Window.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/SequentialLoops.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace rlx;

// ---- max_pool_backward, mean_pool_backward: rules ----

LogicalResult MaxPoolBackwardOp::infer(InferContext &ctx, Adaptor op,
                                       SmallVectorImpl<InferredType> &results) {
  if (failed(expectSameElementType(ctx, op.getOperands()))) // max_pool_backward_c6
    return failure();
  Dims input = ctx.shape(op.getInput());
  FailureOr<Dims> pooled = // max_pool_backward_c1 to max_pool_backward_c4
      pooledShape(ctx, input, op.getKernel(), op.getStrides(), op.getPads(), op.getDilations(),
                  op.getCeilMode(), op.getDataFormat() == DataFormat::ChannelsLast);
  if (failed(pooled) ||
      failed(expectShape(ctx, "a gradient", op.getGrad(), *pooled))) // max_pool_backward_c5
    return failure();
  results.push_back({input, InferContext::elementType(op.getInput())});
  return success();
}

LogicalResult MeanPoolBackwardOp::infer(InferContext &ctx, Adaptor op,
                                        SmallVectorImpl<InferredType> &results) {
  Dims input = ctx.shape(op.getGrad());
  if (failed(checkSpatialRank(ctx, input, "a gradient"))) // mean_pool_backward_c1
    return failure();
  FailureOr<Dims> sizes = ctx.mixed(op.getStaticSizes(), op.getSizes());
  if (failed(sizes))
    return failure();
  if (sizes->size() + 2 != input.size()) // mean_pool_backward_c4
    return ctx.fail("expects " + Twine(input.size() - 2) + " sizes, but got " +
                    Twine(sizes->size()));
  if (failed(expectSizes(ctx, *sizes))) // mean_pool_backward_c4
    return failure();
  bool channelsLast = op.getDataFormat() == DataFormat::ChannelsLast;
  llvm::copy(*sizes, input.begin() + (channelsLast ? 1 : 2));
  FailureOr<Dims> pooled = // mean_pool_backward_c2, _c3, _c5
      pooledShape(ctx, input, op.getKernel(), op.getStrides(), op.getPads(), op.getDilations(),
                  op.getCeilMode(), channelsLast);
  if (failed(pooled) ||
      failed(expectShape(ctx, "a gradient", op.getGrad(), *pooled))) // mean_pool_backward_c6
    return failure();
  results.push_back({input, InferContext::elementType(op.getGrad())});
  return success();
}

// ---- lowering ----

namespace {

// The window elements of one dimension that are inside the image: `count` of them, from `origin`
// on.
struct TapRange {
  Value origin, count;
};

// One window of one image and channel.
struct WindowAt {
  SmallVector<Value> image; // its index in the slice, with the spatial entries free
  SmallVector<TapRange> taps;
  SmallVector<Value> start; // of the window in every spatial dimension; may be outside the image
};

class PoolGradient {
public:
  PoolGradient(Operation *op, const Window &window, Value grad)
      : op(op), window(window), grad(grad) {}

  // Adds the gradient of every window. `add` gets the window's gradient and the sums of its slice,
  // and returns the updated sums.
  using WindowBuilder = llvm::function_ref<Value(OpBuilder &, Location, const ResultSlice &,
                                                 const WindowAt &, Value gradient, Value sums)>;
  SmallVector<Value> build(OpBuilder &b, Value init, WindowBuilder add) {
    Location loc = op->getLoc();
    Type element = getElementTypeOrSelf(init.getType()), wide = accumulatorType(element);
    SmallVector<OpFoldResult> windows = tensor::getMixedSizes(b, loc, grad);
    SmallVector<Value> spatial;
    for (unsigned i = 0; i < window.rank(); ++i)
      spatial.push_back(getValueOrCreateConstantIndexOp(
          b, loc, tensor::getMixedSize(b, loc, init, window.spatialDim(i))));
    auto slices = [&](OpBuilder &nested, Location l, const ResultSlice &slice) {
      Value sums = slice.tensors[0];
      if (wide != element)
        sums = tensor::EmptyOp::create(nested, l, slice.sizes, wide);
      sums = filled(nested, l, sums, 0.0);
      SmallVector<OpFoldResult> mine(windows);
      for (unsigned dim : {0u, window.channelDim()})
        mine[dim] = slice.sizes[dim];
      auto step = [&](OpBuilder &n, Location at, ValueRange index, ValueRange carried) {
        Value gradient =
            tensor::ExtractOp::create(n, at, grad, shifted(n, at, index, slice.offsets));
        gradient = convertFloat(n, at, gradient, wide);
        return SmallVector<Value>{
            add(n, at, slice, locate(n, at, index, spatial), gradient, carried[0])};
      };
      sums = inOrder(nested, l, mine, sums, step)[0];
      return SmallVector<Value>{wide == element ? sums
                                                : convertInto(nested, l, sums, slice.tensors[0])};
    };
    int64_t steps = window.kernelSize();
    for (unsigned i = 0; i < window.rank() && !ShapedType::isDynamic(steps); ++i) {
      int64_t size = cast<RankedTensorType>(grad.getType()).getDimSize(window.spatialDim(i));
      steps = ShapedType::isDynamic(size) ? size : steps * size;
    }
    return forEachSlice(b, loc, init, {0, int64_t(window.channelDim())}, steps, slices);
  }

  // The index of the input element at element `tap` of the window.
  SmallVector<Value> element(OpBuilder &b, Location loc, const WindowAt &at, ValueRange tap) const {
    SmallVector<Value> index(at.image);
    for (unsigned i = 0; i < window.rank(); ++i) {
      Value distance =
          arith::MulIOp::create(b, loc, tap[i], indexConstant(b, loc, window.dilations[i]));
      index[window.spatialDim(i)] = arith::AddIOp::create(b, loc, at.taps[i].origin, distance);
    }
    return index;
  }

  // Emits `tensor[index] += value`.
  static Value addTo(OpBuilder &b, Location loc, Value tensor, ValueRange index, Value value) {
    Value old = tensor::ExtractOp::create(b, loc, tensor, index);
    Value sum = arith::AddFOp::create(b, loc, old, value);
    return tensor::InsertOp::create(b, loc, sum, tensor, index);
  }

  // The first window element p in [0, kernel] with start + p * dilation >= limit.
  Value tapsBelow(OpBuilder &b, Location loc, unsigned i, Value start, Value limit) const {
    Value distance = arith::SubIOp::create(b, loc, limit, start);
    Value taps =
        arith::CeilDivSIOp::create(b, loc, distance, indexConstant(b, loc, window.dilations[i]));
    taps = arith::MaxSIOp::create(b, loc, taps, indexConstant(b, loc, 0));
    return arith::MinSIOp::create(b, loc, taps, indexConstant(b, loc, window.kernel[i]));
  }

private:
  WindowAt locate(OpBuilder &b, Location loc, ValueRange index, ValueRange sizes) const {
    WindowAt at{SmallVector<Value>(index), {}, {}};
    for (unsigned i = 0; i < window.rank(); ++i) {
      Value stride = indexConstant(b, loc, window.strides[i]);
      Value start = arith::MulIOp::create(b, loc, index[window.spatialDim(i)], stride);
      start = arith::SubIOp::create(b, loc, start, indexConstant(b, loc, window.padLow[i]));
      Value first = tapsBelow(b, loc, i, start, indexConstant(b, loc, 0));
      Value last = tapsBelow(b, loc, i, start, sizes[i]);
      Value skipped =
          arith::MulIOp::create(b, loc, first, indexConstant(b, loc, window.dilations[i]));
      at.start.push_back(start);
      at.taps.push_back({arith::AddIOp::create(b, loc, start, skipped),
                         arith::SubIOp::create(b, loc, last, first)});
    }
    return at;
  }

  Operation *op;
  const Window &window;
  Value grad;
};

SmallVector<OpFoldResult> counts(const WindowAt &at) {
  return llvm::map_to_vector(at.taps, [](const TapRange &t) { return OpFoldResult(t.count); });
}

// The index of the first maximum of a window that has an element inside the image.
SmallVector<Value> firstMaximum(OpBuilder &b, Location loc, const PoolGradient &pool, Value input,
                                const ResultSlice &slice, const WindowAt &at, unsigned rank) {
  Type type = getElementTypeOrSelf(input.getType()), wide = accumulatorType(type);
  double infinity = std::numeric_limits<double>::infinity();
  SmallVector<Value> initial = {scalarConstant(b, loc, wide, -infinity)};
  SmallVector<Value> zeros(rank, indexConstant(b, loc, 0));
  llvm::append_range(initial, zeros); // the index
  auto step = [&](OpBuilder &n, Location l, ValueRange tap, ValueRange carried) {
    SmallVector<Value> index = shifted(n, l, pool.element(n, l, at, tap), slice.offsets);
    Value x = convertFloat(n, l, tensor::ExtractOp::create(n, l, input, index), wide);
    // Greater, or the first NaN: not (x <= best) is also true for NaN, and best must not be NaN.
    Value exceeds = arith::CmpFOp::create(n, l, arith::CmpFPredicate::UGT, x, carried[0]);
    Value isNumber = arith::CmpFOp::create(n, l, arith::CmpFPredicate::ORD, carried[0], carried[0]);
    Value takes = arith::AndIOp::create(n, l, exceeds, isNumber);
    SmallVector<Value> next = {arith::SelectOp::create(n, l, takes, x, carried[0])};
    for (auto [current, best] : llvm::zip(tap, carried.drop_front()))
      next.push_back(arith::SelectOp::create(n, l, takes, current, best));
    return next;
  };
  SmallVector<Value> found = inOrder(b, loc, counts(at), initial, step);
  return pool.element(b, loc, at, ArrayRef(found).drop_front());
}

} // namespace

FailureOr<SmallVector<Value>> MaxPoolBackwardOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                               LoweringReason &) {
  Window window = windowOf(*this, getKernel());
  PoolGradient pool(*this, window, operands[1]);
  auto add = [&](OpBuilder &n, Location l, const ResultSlice &slice, const WindowAt &at,
                 Value gradient, Value sums) {
    // The loop runs once, or not at all if the window is outside the image.
    Value times = indexConstant(n, l, 1);
    for (const TapRange &taps : at.taps)
      times = arith::MinSIOp::create(n, l, times, taps.count);
    return inOrder(n, l, OpFoldResult(times), sums,
                   [&](OpBuilder &m, Location k, ValueRange, ValueRange carried) {
                     SmallVector<Value> index =
                         firstMaximum(m, k, pool, operands[0], slice, at, window.rank());
                     return SmallVector<Value>{
                         PoolGradient::addTo(m, k, carried[0], index, gradient)};
                   })[0];
  };
  return pool.build(b, emptyResult(b, *this, operands), add);
}

FailureOr<SmallVector<Value>> MeanPoolBackwardOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                                LoweringReason &) {
  Window window = windowOf(*this, getKernel());
  PoolGradient pool(*this, window, operands[0]);
  Location loc = getLoc();
  Value init = emptyResult(b, *this, operands);
  SmallVector<Value> paddedEnds; // ends of image and padding
  for (unsigned i = 0; i < window.rank(); ++i) {
    Value size = getValueOrCreateConstantIndexOp(
        b, loc, tensor::getMixedSize(b, loc, init, window.spatialDim(i)));
    paddedEnds.push_back(
        arith::AddIOp::create(b, loc, size, indexConstant(b, loc, window.padHigh[i])));
  }
  auto add = [&](OpBuilder &n, Location l, const ResultSlice &, const WindowAt &at, Value gradient,
                 Value sums) {
    Value count = indexConstant(n, l, 1);
    for (unsigned i = 0; i < window.rank(); ++i)
      count = arith::MulIOp::create(n, l, count,
                                    getCountIncludePad()
                                        ? pool.tapsBelow(n, l, i, at.start[i], paddedEnds[i])
                                        : at.taps[i].count);
    Value integer = arith::IndexCastOp::create(n, l, n.getI64Type(), count);
    Value divisor = arith::SIToFPOp::create(n, l, gradient.getType(), integer);
    Value share = arith::DivFOp::create(n, l, gradient, divisor);
    return inOrder(n, l, counts(at), sums,
                   [&](OpBuilder &m, Location k, ValueRange tap, ValueRange carried) {
                     return SmallVector<Value>{
                         PoolGradient::addTo(m, k, carried[0], pool.element(m, k, at, tap), share)};
                   })[0];
  };
  return pool.build(b, init, add);
}

// ---- reference ----

namespace {

// Calls `body` for every element of the window at `index`, in row-major order: with its linear
// index in the image, and whether it is inside the image, and inside the image or its padding.
void forEachPoolTap(const Window &window, ArrayRef<int64_t> shape, ArrayRef<int64_t> index,
                    llvm::function_ref<void(int64_t position, bool inImage, bool inPadding)> body) {
  SmallVector<int64_t> read(window.rank());
  ref::forEachIndex(window.kernel, [&](ArrayRef<int64_t> tap, int64_t) {
    bool inImage = true, inPadding = true;
    for (unsigned d = 0; d < window.rank(); ++d) {
      int64_t size = shape[window.spatialDim(d)];
      read[d] = window.inputPosition(d, index[window.spatialDim(d)], tap[d]);
      inImage &= read[d] >= 0 && read[d] < size;
      inPadding &= read[d] < size + window.padHigh[d];
    }
    int64_t position =
        inImage ? window.offset(shape, index[0], index[window.channelDim()], read) : -1;
    body(position, inImage, inPadding);
  });
}

} // namespace

llvm::Error MaxPoolBackwardOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                        MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor &x = in[0], &dy = in[1];
  Window window = windowOf(*this, getKernel());
  ref::forEachIndex(dy.shape, [&](ArrayRef<int64_t> index, int64_t i) {
    int64_t best = -1;
    forEachPoolTap(window, x.shape, index, [&](int64_t position, bool inImage, bool) {
      if (!inImage || (best >= 0 && std::isnan(x.floats[best])))
        return;
      if (best < 0 || std::isnan(x.floats[position]) || x.floats[position] > x.floats[best])
        best = position;
    });
    if (best >= 0)
      out[0].floats[best] += dy.floats[i];
  });
  return llvm::Error::success();
}

llvm::Error MeanPoolBackwardOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                         MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor &dy = in[0];
  Window window = windowOf(*this, getKernel());
  ArrayRef<int64_t> shape = out[0].shape;
  ref::forEachIndex(dy.shape, [&](ArrayRef<int64_t> index, int64_t i) {
    int64_t count = 0;
    forEachPoolTap(window, shape, index, [&](int64_t, bool inImage, bool inPadding) {
      count += getCountIncludePad() ? inPadding : inImage;
    });
    forEachPoolTap(window, shape, index, [&](int64_t position, bool inImage, bool) {
      if (inImage)
        out[0].floats[position] += dy.floats[i] / double(count);
    });
  });
  return llvm::Error::success();
}
