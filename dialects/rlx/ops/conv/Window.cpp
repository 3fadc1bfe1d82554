// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of Window.h. All limits are checked here once, so that no later arithmetic on
// sizes overflows. Sizes that are dynamic become requirements, which are checked at the start of a
// run.
#include "dialects/rlx/ops/conv/Window.h"

#include "dialects/rlx/support/InferenceRules.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace rlx {
namespace {
void resolve(SmallVectorImpl<int64_t> &to, ArrayRef<int64_t> from, size_t count, int64_t neutral) {
  if (from.empty())
    to.assign(count, neutral);
  else
    to.assign(from.begin(), from.end());
}

std::string toString(ArrayRef<int64_t> values) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '[';
  llvm::interleaveComma(values, os);
  os << ']';
  return text;
}

LogicalResult checkList(InferContext &ctx, StringRef name, ArrayRef<int64_t> values, size_t count,
                        int64_t minimum) {
  if (values.empty())
    return success();
  if (values.size() != count)
    return ctx.fail("expects " + Twine(count) + " " + name + " or none, but got " +
                    Twine(values.size()));
  if (llvm::any_of(values, [&](int64_t value) { return value < minimum; }))
    return ctx.fail("expects " + name + " of at least " + Twine(minimum) + ", but got " +
                    toString(values));
  if (llvm::any_of(values, [](int64_t value) { return value > kMaxWindowValue; }))
    return ctx.fail("expects " + name + " of at most " + Twine(kMaxWindowValue) + ", but got " +
                    toString(values));
  return success();
}

// Groups the dimensions of the longer of two shapes so that `dim` and `dim + 1` are joined.
SmallVector<ReassociationIndices> joinAt(unsigned longRank, unsigned dim) {
  SmallVector<ReassociationIndices> groups;
  for (unsigned i = 0; i < longRank; ++i) {
    groups.push_back({int64_t(i)});
    if (i == dim)
      groups.back().push_back(++i);
  }
  return groups;
}
} // namespace

Window::Window(ArrayRef<int64_t> kernel, ArrayRef<int64_t> strides, ArrayRef<int64_t> pads,
               ArrayRef<int64_t> dilations, bool channelsLast)
    : channelsLast(channelsLast), kernel(kernel) {
  size_t count = kernel.size();
  resolve(this->strides, strides, count, 1);
  resolve(this->dilations, dilations, count, 1);
  resolve(padLow, pads.empty() ? pads : pads.take_front(count), count, 0);
  resolve(padHigh, pads.empty() ? pads : pads.drop_front(count), count, 0);
}

int64_t Window::kernelSize() const {
  int64_t size = 1;
  for (int64_t k : kernel)
    size *= k;
  return size;
}

int64_t Window::offset(ArrayRef<int64_t> shape, int64_t n, int64_t c,
                       ArrayRef<int64_t> position) const {
  int64_t linear = channelsLast ? n : n * shape[1] + c;
  for (unsigned i = 0; i < rank(); ++i)
    linear = linear * shape[spatialDim(i)] + position[i];
  return channelsLast ? linear * shape.back() + c : linear;
}

LogicalResult checkSpatialRank(InferContext &ctx, ArrayRef<Dim> input, StringRef what) {
  if (input.size() < 3 || input.size() > 5)
    return ctx.fail("expects " + what +
                    " of rank 3 to 5 (batch, channels and one to three spatial "
                    "dimensions), but got rank " +
                    Twine(input.size()));
  return success();
}

LogicalResult checkWindowAttributes(InferContext &ctx, unsigned spatialRank,
                                    ArrayRef<int64_t> strides, ArrayRef<int64_t> pads,
                                    ArrayRef<int64_t> dilations) {
  return success(succeeded(checkList(ctx, "strides", strides, spatialRank, 1)) &&
                 succeeded(checkList(ctx, "pads", pads, size_t(2) * spatialRank, 0)) &&
                 succeeded(checkList(ctx, "dilations", dilations, spatialRank, 1)));
}

LogicalResult checkKernel(InferContext &ctx, ArrayRef<int64_t> kernel) {
  int64_t positions = 1;
  for (int64_t size : kernel)
    if (llvm::MulOverflow(positions, size, positions) || positions > kMaxWindowValue)
      return ctx.fail("expects a kernel of at most " + Twine(kMaxWindowValue) +
                      " positions, but got " + toString(kernel));
  return success();
}

LogicalResult checkWindowFits(InferContext &ctx, const Window &window, ArrayRef<Dim> input,
                              bool ceilMode) {
  for (unsigned i = 0; i < window.rank(); ++i) {
    Dim dim = input[window.spatialDim(i)];
    std::optional<int64_t> size = InferContext::staticValue(dim);
    const int64_t pads = window.padLow[i] + window.padHigh[i], stride = window.strides[i];
    const int64_t overhang = ceilMode ? stride - 1 : 0;
    const int64_t needed = window.extent(i) - overhang;
    // A convolution that keeps the size keeps a size of 0 too.
    const bool keepsSize = stride == 1 && pads == window.extent(i) - 1;
    const int64_t smallest = keepsSize ? needed - 1 : needed;
    const std::string what =
        (Twine("expects the padded input to ") +
         (overhang == 0 ? "hold the window" : "lack less than a stride of the window") +
         " in spatial dimension " + Twine(i))
            .str();
    if (!size) {
      // Sizes of the result would be negative, and a product of two of them positive again.
      if (failed(expectNonNegative(ctx, dim + (pads - smallest), what)))
        return failure();
      continue;
    }
    if (*size < smallest - pads) // adding the pads to the size could overflow
      return ctx.fail(what + ", which needs size " + Twine(needed) + ", but got " +
                      Twine(*size + pads));
  }
  return success();
}

FailureOr<SmallVector<int64_t>> checkFilter(InferContext &ctx, ArrayRef<Dim> image, Value filter,
                                            ArrayRef<int64_t> strides, ArrayRef<int64_t> pads,
                                            ArrayRef<int64_t> dilations, int64_t groups,
                                            bool isGradient) {
  if (failed(checkSpatialRank(ctx, image, isGradient ? "a gradient" : "an input")))
    return failure();
  Dims shape = ctx.shape(filter);
  if (shape.size() != image.size())
    return ctx.fail("expects a filter of rank " + Twine(image.size()) +
                    (isGradient ? " like the gradient" : " like the input") + ", but got rank " +
                    Twine(shape.size()));
  if (failed(checkWindowAttributes(ctx, image.size() - 2, strides, pads, dilations)))
    return failure();
  if (groups < 1)
    return ctx.fail("expects a positive number of groups, but got " + Twine(groups));
  FailureOr<SmallVector<int64_t>> sizes = staticSizes(ctx, "filter", shape);
  if (failed(sizes) || failed(checkKernel(ctx, ArrayRef(*sizes).drop_front(2))))
    return failure();
  int64_t channels;
  if (llvm::MulOverflow((*sizes)[1], groups, channels))
    return ctx.fail("expects a smaller number of groups than " + Twine(groups));
  return sizes;
}

LogicalResult checkGroups(InferContext &ctx, StringRef what, int64_t channels, int64_t groups) {
  if (channels % groups)
    return ctx.fail("expects a number of " + what + " channels that " + Twine(groups) +
                    " groups divide, but got " + Twine(channels));
  return success();
}

LogicalResult checkKernelSizes(InferContext &ctx, ArrayRef<int64_t> kernel, unsigned spatialRank) {
  if (kernel.size() != spatialRank)
    return ctx.fail("expects " + Twine(spatialRank) + " kernel sizes, but got " +
                    Twine(kernel.size()));
  for (int64_t size : kernel)
    if (size < 1)
      return ctx.fail("expects kernel sizes of at least 1, but got " + Twine(size));
  return checkKernel(ctx, kernel);
}

LogicalResult checkTransposedStrides(InferContext &ctx, const Window &window) {
  for (int64_t stride : window.strides)
    if (stride > kMaxTransposedStride)
      return ctx.fail("expects strides of at most " + Twine(kMaxTransposedStride) + ", but got " +
                      Twine(stride));
  return success();
}

Dim convolvedSize(const Window &window, unsigned i, Dim size) {
  return (size + (window.padLow[i] + window.padHigh[i] - window.extent(i)))
             .floorDiv(window.strides[i]) +
         1;
}

Dims imageShape(const Window &window, Dim batch, Dim channels, ArrayRef<Dim> spatial) {
  Dims dims = {batch};
  llvm::append_range(dims, spatial);
  dims.insert(dims.begin() + window.channelDim(), channels);
  return dims;
}

FailureOr<Dims> pooledShape(InferContext &ctx, ArrayRef<Dim> input, ArrayRef<int64_t> kernel,
                            ArrayRef<int64_t> strides, ArrayRef<int64_t> pads,
                            ArrayRef<int64_t> dilations, bool ceilMode, bool channelsLast) {
  if (failed(checkSpatialRank(ctx, input))) // pool_c1
    return failure();
  unsigned spatial = input.size() - 2;
  if (failed(checkKernelSizes(ctx, kernel, spatial)) ||                      // pool_c2
      failed(checkWindowAttributes(ctx, spatial, strides, pads, dilations))) // pool_c3
    return failure();
  Window window(kernel, strides, pads, dilations, channelsLast);
  if (failed(checkWindowFits(ctx, window, input, ceilMode))) // pool_c4
    return failure();
  Dims result(input);
  for (unsigned i = 0; i < spatial; ++i) {
    Dim &size = result[window.spatialDim(i)];
    if (!ceilMode) {
      size = convolvedSize(window, i, size);
      continue;
    }
    // min(P ceildiv s + 1, (in + low) ceildiv s): no window starts beyond in + low.
    int64_t stride = window.strides[i], high = window.padHigh[i] - window.extent(i);
    size = (size + (window.padLow[i] + std::min<int64_t>(0, high + stride))).ceilDiv(stride);
  }
  return result;
}

FailureOr<SmallVector<int64_t>> staticSizes(InferContext &ctx, StringRef what, ArrayRef<Dim> dims) {
  SmallVector<int64_t> sizes;
  for (Dim dim : dims) {
    std::optional<int64_t> size = InferContext::staticValue(dim);
    if (!size || *size < 1)
      return ctx.fail("expects a " + what + " of static, positive sizes, but got " +
                      rlx::toString(dims));
    sizes.push_back(*size);
  }
  return sizes;
}

LogicalResult expectSize(InferContext &ctx, const Twine &what, Dim actual, int64_t expected) {
  std::optional<int64_t> known = InferContext::staticValue(actual);
  if (known && *known != expected)
    return ctx.fail("expects " + what + " of size " + Twine(expected) + ", but got " +
                    Twine(*known));
  if (!known)
    ctx.requireEqual(actual, ctx.constant(expected), what);
  return success();
}

Value padSpatial(OpBuilder &builder, Location loc, Value input, const Window &window, Value value,
                 ArrayRef<int64_t> extraHigh) {
  unsigned rank = cast<RankedTensorType>(input.getType()).getRank();
  SmallVector<int64_t> low(rank, 0), high(rank, 0);
  for (unsigned i = 0; i < window.rank(); ++i) {
    low[window.spatialDim(i)] = window.padLow[i];
    high[window.spatialDim(i)] = window.padHigh[i] + (extraHigh.empty() ? 0 : extraHigh[i]);
  }
  auto isZero = [](int64_t pad) { return pad == 0; };
  if (llvm::all_of(low, isZero) && llvm::all_of(high, isZero))
    return input;
  SmallVector<OpFoldResult> lowSizes = getAsIndexOpFoldResult(builder.getContext(), low);
  SmallVector<OpFoldResult> highSizes = getAsIndexOpFoldResult(builder.getContext(), high);
  return tensor::PadOp::create(builder, loc, Type(), input, lowSizes, highSizes, value);
}

Value splitDimension(OpBuilder &builder, Location loc, Value tensor, unsigned dim, int64_t groups) {
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<int64_t> shape(type.getShape());
  int64_t size = shape[dim];
  shape[dim] = groups;
  shape.insert(shape.begin() + dim + 1, size / groups);
  return tensor::ExpandShapeOp::create(builder, loc, type.clone(shape), tensor,
                                       joinAt(shape.size(), dim));
}

Value joinDimensions(OpBuilder &builder, Location loc, Value tensor, unsigned dim) {
  unsigned rank = cast<RankedTensorType>(tensor.getType()).getRank();
  return tensor::CollapseShapeOp::create(builder, loc, tensor, joinAt(rank, dim));
}

} // namespace rlx
