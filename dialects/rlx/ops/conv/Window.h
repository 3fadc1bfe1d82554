// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Geometry of ops that slide a window over spatial dimensions (conv, conv_transpose, pool and their
// gradients): resolved attributes, checks, and the padding of an input. An empty attribute list
// means the neutral value in every dimension.
//
//   low pad | image ................................ | high pad
//   [k0  .  k1  .  k2]          window 0: kernel 3, dilation 2, extent 5
//        [k0  .  k1  .  k2]     window 1: starts `stride` elements later
#ifndef RLX_DIALECTS_RLX_OPS_CONV_WINDOW_H
#define RLX_DIALECTS_RLX_OPS_CONV_WINDOW_H

#include "dialects/rlx/interfaces/Inference.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "mlir/IR/Builders.h"

namespace rlx {

/// The largest stride, pad, dilation and number of window elements. It is far beyond any image, and
/// small enough that no product or sum of two such values overflows.
inline constexpr int64_t kMaxWindowValue = int64_t(1) << 31;

/// The largest stride of a transposed convolution: its product with kMaxElements fits into 64 bits.
inline constexpr int64_t kMaxTransposedStride = int64_t(1) << 18;

/// The window of an op, with all attributes resolved.
struct Window {
  bool channelsLast = false;
  llvm::SmallVector<int64_t, 3> kernel, strides, dilations, padLow, padHigh;

  /// Resolves verified attributes.
  Window(llvm::ArrayRef<int64_t> kernel, llvm::ArrayRef<int64_t> strides,
         llvm::ArrayRef<int64_t> pads, llvm::ArrayRef<int64_t> dilations, bool channelsLast);

  unsigned rank() const { return kernel.size(); } // number of spatial dimensions
  unsigned spatialDim(unsigned i) const { return channelsLast ? 1 + i : 2 + i; }
  unsigned channelDim() const { return channelsLast ? 1 + rank() : 1; }
  /// The number of input indices that a window spans in dimension i.
  int64_t extent(unsigned i) const { return dilations[i] * (kernel[i] - 1) + 1; }
  int64_t kernelSize() const; // product of kernel

  /// The row-major index of element (n, c, position..) in a tensor of `shape` in this data format.
  int64_t offset(llvm::ArrayRef<int64_t> shape, int64_t n, int64_t c,
                 llvm::ArrayRef<int64_t> position) const;

  /// The index in input dimension i (without padding) that window `out` reads for its element `k`.
  int64_t inputPosition(unsigned i, int64_t out, int64_t k) const {
    return out * strides[i] - padLow[i] + k * dilations[i];
  }
};

/// The window of an op, or of an adaptor, that has these attributes.
template <typename Op>
Window windowOf(Op op, llvm::ArrayRef<int64_t> kernel) {
  return Window(kernel, op.getStrides(), op.getPads(), op.getDilations(),
                op.getDataFormat() == DataFormat::ChannelsLast);
}

/// Fails unless the input, or the tensor that `what` names, has rank 3 to 5 (`_c1` of every window
/// op).
mlir::LogicalResult checkSpatialRank(InferContext &ctx, llvm::ArrayRef<Dim> input,
                                     llvm::StringRef what = "an input");

/// Fails unless the lists are empty, or have the right length and range (`_c3` of every window op).
mlir::LogicalResult checkWindowAttributes(InferContext &ctx, unsigned spatialRank,
                                          llvm::ArrayRef<int64_t> strides,
                                          llvm::ArrayRef<int64_t> pads,
                                          llvm::ArrayRef<int64_t> dilations);

/// Fails if a kernel of positive sizes has too many elements (conv_c2, conv_transpose_c2, pool_c2).
mlir::LogicalResult checkKernel(InferContext &ctx, llvm::ArrayRef<int64_t> kernel);

/// Fails unless the padded input holds the window (conv_c7, pool_c4). With `ceilMode` it may lack
/// less than a stride. Where the result has the input's size, the input may be empty.
mlir::LogicalResult checkWindowFits(InferContext &ctx, const Window &window,
                                    llvm::ArrayRef<Dim> input, bool ceilMode = false);

/// Fails unless rank and kernel of a filter fit an image and the attributes are valid (conv_c1 to
/// conv_c3 and the first half of conv_c5; also for conv_transpose and conv_backward_input). Returns
/// the filter's static sizes. `isGradient`: the image is the gradient of one.
mlir::FailureOr<llvm::SmallVector<int64_t>>
checkFilter(InferContext &ctx, llvm::ArrayRef<Dim> image, mlir::Value filter,
            llvm::ArrayRef<int64_t> strides, llvm::ArrayRef<int64_t> pads,
            llvm::ArrayRef<int64_t> dilations, int64_t groups, bool isGradient = false);

/// Fails unless `groups`, which is positive, divides the channels.
mlir::LogicalResult checkGroups(InferContext &ctx, llvm::StringRef what, int64_t channels,
                                int64_t groups);

/// Fails unless the kernel has one positive size per spatial dimension, and not too many elements
/// (pool_c2 and the rules of its gradients).
mlir::LogicalResult checkKernelSizes(InferContext &ctx, llvm::ArrayRef<int64_t> kernel,
                                     unsigned spatialRank);

/// Fails if a stride is above kMaxTransposedStride.
mlir::LogicalResult checkTransposedStrides(InferContext &ctx, const Window &window);

/// The number of windows of a convolution in dimension i of an image of this size.
Dim convolvedSize(const Window &window, unsigned i, Dim size);

/// The shape of an image [n, c, spatial..] or [n, spatial.., c].
Dims imageShape(const Window &window, Dim batch, Dim channels, llvm::ArrayRef<Dim> spatial);

/// The shape of an input after pooling; fails unless the attributes fit (pool_c1 to pool_c4).
mlir::FailureOr<Dims> pooledShape(InferContext &ctx, llvm::ArrayRef<Dim> input,
                                  llvm::ArrayRef<int64_t> kernel, llvm::ArrayRef<int64_t> strides,
                                  llvm::ArrayRef<int64_t> pads, llvm::ArrayRef<int64_t> dilations,
                                  bool ceilMode, bool channelsLast);

/// The static sizes of `dims`; fails with "expects a static <what>" if one is dynamic.
mlir::FailureOr<llvm::SmallVector<int64_t>> staticSizes(InferContext &ctx, llvm::StringRef what,
                                                        llvm::ArrayRef<Dim> dims);

/// Fails unless `actual` equals `expected`, with `what` in the message. Requires it if it is
/// unknown.
mlir::LogicalResult expectSize(InferContext &ctx, const llvm::Twine &what, Dim actual,
                               int64_t expected);

/// tensor.pad of the spatial dimensions with `value`. `extraHigh` is added to the high pads.
/// Returns `input` itself if there is nothing to pad.
mlir::Value padSpatial(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value input,
                       const Window &window, mlir::Value value,
                       llvm::ArrayRef<int64_t> extraHigh = {});

/// Splits dimension `dim` of static size into `groups` and the rest:
///   [.., c, ..] -> [.., g, c/g, ..]
mlir::Value splitDimension(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value tensor,
                           unsigned dim, int64_t groups);

/// The inverse of splitDimension: joins dimensions `dim` and `dim + 1`.
mlir::Value joinDimensions(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value tensor,
                           unsigned dim);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_CONV_WINDOW_H
