// Geometry of the ops that slide a window over spatial dimensions (conv, conv_transpose, pool):
// resolved attributes, shared checks, and the padding of an input. Attribute lists may be empty,
// which stands for the neutral value in every dimension.
#ifndef RLX_DIALECTS_RLX_IR_WINDOW_H
#define RLX_DIALECTS_RLX_IR_WINDOW_H

#include "dialects/rlx/interfaces/Inference.h"
#include "mlir/IR/Builders.h"

namespace rlx {

// The largest stride, pad, dilation and number of positions of a kernel: far beyond any image, and
// small enough that no product or sum of two of them overflows.
inline constexpr int64_t kMaxWindowValue = int64_t(1) << 31;

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

// Fails unless the input has rank 3 to 5 (`_c1` of every window op).
mlir::LogicalResult checkSpatialRank(InferContext &ctx, llvm::ArrayRef<Dim> input);

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

#endif // RLX_DIALECTS_RLX_IR_WINDOW_H
