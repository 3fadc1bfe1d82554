// Geometry of the ops that slide a window over spatial dimensions (conv, conv_transpose, pool and
// their gradients): resolved attributes, shared checks, and the padding of an input. Attribute
// lists may be empty, which stands for the neutral value in every dimension.
#ifndef RLX_DIALECTS_RLX_OPS_CONV_WINDOW_H
#define RLX_DIALECTS_RLX_OPS_CONV_WINDOW_H

#include "dialects/rlx/interfaces/Inference.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "mlir/IR/Builders.h"

namespace rlx {

// The largest stride, pad, dilation and number of positions of a kernel: far beyond any image, and
// small enough that no product or sum of two of them overflows.
inline constexpr int64_t kMaxWindowValue = int64_t(1) << 31;

// The largest stride of a convolution that goes backwards: its product with kMaxElements fits.
inline constexpr int64_t kMaxTransposedStride = int64_t(1) << 18;

struct Window {
  bool channelsLast = false;
  llvm::SmallVector<int64_t, 3> kernel, strides, dilations, padLow, padHigh;

  // Resolves verified attributes.
  Window(llvm::ArrayRef<int64_t> kernel, llvm::ArrayRef<int64_t> strides,
         llvm::ArrayRef<int64_t> pads, llvm::ArrayRef<int64_t> dilations, bool channelsLast);

  unsigned rank() const { return kernel.size(); } // number of spatial dimensions
  unsigned spatialDim(unsigned i) const { return channelsLast ? 1 + i : 2 + i; }
  unsigned channelDim() const { return channelsLast ? 1 + rank() : 1; }
  // Input positions that a window spans in dimension i.
  int64_t extent(unsigned i) const { return dilations[i] * (kernel[i] - 1) + 1; }
  bool hasPadding() const;
  int64_t kernelSize() const; // product of kernel

  // Row-major position of element (n, c, position..) in a tensor of `shape` in this data format.
  int64_t offset(llvm::ArrayRef<int64_t> shape, int64_t n, int64_t c,
                 llvm::ArrayRef<int64_t> position) const;

  // The position in input dimension i (without padding) that window `out` reads at `k`.
  int64_t inputPosition(unsigned i, int64_t out, int64_t k) const {
    return out * strides[i] - padLow[i] + k * dilations[i];
  }
};

// The window of an op or adaptor that has these attributes.
template <typename Op>
Window windowOf(Op op, llvm::ArrayRef<int64_t> kernel) {
  return Window(kernel, op.getStrides(), op.getPads(), op.getDilations(),
                op.getDataFormat() == DataFormat::ChannelsLast);
}

// Fails unless the input, or what `what` names, has rank 3 to 5 (`_c1` of every window op).
mlir::LogicalResult checkSpatialRank(InferContext &ctx, llvm::ArrayRef<Dim> input,
                                     llvm::StringRef what = "an input");

// Fails unless the lists are empty or have the right length and range (`_c3` of every window op).
mlir::LogicalResult checkWindowAttributes(InferContext &ctx, unsigned spatialRank,
                                          llvm::ArrayRef<int64_t> strides,
                                          llvm::ArrayRef<int64_t> pads,
                                          llvm::ArrayRef<int64_t> dilations);

// Fails if the kernel, of positive sizes, has too many positions (conv_c2, conv_transpose_c2,
// pool_c2).
mlir::LogicalResult checkKernel(InferContext &ctx, llvm::ArrayRef<int64_t> kernel);

// Fails unless the padded input holds the window wherever sizes are static (conv_c7, pool_c4).
mlir::LogicalResult checkWindowFits(InferContext &ctx, const Window &window,
                                    llvm::ArrayRef<Dim> input);

// Fails unless a filter fits an image in rank and kernel and the attributes are right (conv_c1 to
// conv_c3 and the first half of conv_c5; conv_transpose and conv_backward_input have them too).
// The filter's static sizes, if all is well. The image may be the gradient of one.
mlir::FailureOr<llvm::SmallVector<int64_t>>
checkFilter(InferContext &ctx, llvm::ArrayRef<Dim> image, mlir::Value filter,
            llvm::ArrayRef<int64_t> strides, llvm::ArrayRef<int64_t> pads,
            llvm::ArrayRef<int64_t> dilations, int64_t groups, bool isGradient = false);

// Fails unless `groups`, which is positive, divides the channels.
mlir::LogicalResult checkGroups(InferContext &ctx, llvm::StringRef what, int64_t channels,
                                int64_t groups);

// Fails unless the kernel has one positive size a spatial dimension and not too many positions
// (pool_c2 and its gradients' rules).
mlir::LogicalResult checkKernelSizes(InferContext &ctx, llvm::ArrayRef<int64_t> kernel,
                                     unsigned spatialRank);

mlir::LogicalResult checkTransposedStrides(InferContext &ctx, const Window &window);

// The number of windows that a convolution places in dimension i of an image of this size.
Dim convolvedSize(const Window &window, unsigned i, Dim size);

// The shape of an image [n, c, spatial..] or [n, spatial.., c].
Dims imageShape(const Window &window, Dim batch, Dim channels, llvm::ArrayRef<Dim> spatial);

// The shape of an input after pooling; fails unless its attributes fit (pool_c1 to pool_c4).
mlir::FailureOr<Dims> pooledShape(InferContext &ctx, llvm::ArrayRef<Dim> input,
                                  llvm::ArrayRef<int64_t> kernel, llvm::ArrayRef<int64_t> strides,
                                  llvm::ArrayRef<int64_t> pads, llvm::ArrayRef<int64_t> dilations,
                                  bool ceilMode, bool channelsLast);

// The static sizes of `dims`; fails with "expects a static <what>" if there are dynamic ones.
mlir::FailureOr<llvm::SmallVector<int64_t>> staticSizes(InferContext &ctx, llvm::StringRef what,
                                                        llvm::ArrayRef<Dim> dims);

// Fails unless `actual` equals `expected`, with `what` in the message; requires it where unknown.
mlir::LogicalResult expectSize(InferContext &ctx, const llvm::Twine &what, Dim actual,
                               int64_t expected);

// tensor.pad of the spatial dimensions with `value`; `extraHigh` is added to every high pad.
// Returns `input` itself when there is nothing to add.
mlir::Value padSpatial(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value input,
                       const Window &window, mlir::Value value,
                       llvm::ArrayRef<int64_t> extraHigh = {});

// Splits dimension `dim` of static size into `groups` and the rest: [.., c, ..] -> [.., g, c/g,
// ..].
mlir::Value splitDimension(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value tensor,
                           unsigned dim, int64_t groups);

// The reverse: joins dimensions `dim` and `dim + 1`.
mlir::Value joinDimensions(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value tensor,
                           unsigned dim);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_CONV_WINDOW_H
