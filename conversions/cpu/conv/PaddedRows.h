// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rows of a channels-last image that a workgroup's windows read.
//
// Rows are read in place, or first copied into the workspace with padding around them. Copies let
// inner loops run without border cases, and can convert elements:
//
//     image row           a b c d
//     copy       0 0 | a b c d | 0 0      low[1] and high[1] columns of padding
//
// Rows above and below the image are not copied: loops over window rows are clipped instead. Copies
// with `hasAllRows` contain them, too.
//
// A volume [batch, depth, height, width, channels] is read as one image per slice. The slices under
// a window are read, or copied, one after the other; those outside the volume are clipped.
#ifndef RLX_CONVERSIONS_CPU_CONV_PADDEDROWS_H
#define RLX_CONVERSIONS_CPU_CONV_PADDEDROWS_H

#include "conversions/cpu/builder/KernelBuilder.h"

namespace rlx::cpu {

// The width of an image to assume if it is dynamic.
constexpr int64_t kAssumedWidth = 64;

// A window over the last two spatial dimensions of an image [batch, height, width, channels] or of
// a volume [batch, depth, height, width, channels].
struct Window2D {
  int64_t kernel[2], strides[2], low[2], high[2], dilations[2];

  static Window2D get(llvm::ArrayRef<int64_t> kernel, llvm::ArrayRef<int64_t> strides,
                      llvm::ArrayRef<int64_t> pads, llvm::ArrayRef<int64_t> dilations);
  bool isPointwise() const;
  bool padsColumns() const { return low[1] > 0 || high[1] > 0; }
  bool padsRows() const { return low[0] > 0 || high[0] > 0; }
  // The number of image rows under `outputRows` adjacent output rows.
  int64_t imageRows(int64_t outputRows) const {
    return (outputRows - 1) * strides[0] + (kernel[0] - 1) * dilations[0] + 1;
  }
};

// The slices of a window over a volume. An image has one.
struct WindowDepth {
  int64_t kernel = 1, stride = 1, low = 0, high = 0, dilation = 1;

  static WindowDepth get(llvm::ArrayRef<int64_t> kernel, llvm::ArrayRef<int64_t> strides,
                         llvm::ArrayRef<int64_t> pads, llvm::ArrayRef<int64_t> dilations);
  bool pads() const { return low > 0 || high > 0; }
  bool isOneSlice() const { return kernel == 1 && !pads(); }
};

// A range of taps, not empty only if `first` < `end`.
struct Taps {
  mlir::Value first, end;
};

// How rows are copied.
struct RowCopies {
  mlir::Type element;            // element type of the copies
  bool hasAllRows = false;       // also rows above and below the image
  mlir::Value around = nullptr;  // the padding value; zero if null
  mlir::Value flipped = nullptr; // bits to invert in every element of the image, or null
};

class PaddedRows {
public:
  // `image` is the buffer of an image or a volume, `channels` its static number of channels. Copies
  // are stored in the workspace from byte `begin` on. Without copies the caller must not read
  // outside the image.
  PaddedRows(KernelBuilder &builder, mlir::Value image, int64_t channels, const Window2D &window,
             const WindowDepth &depth, int64_t blockRows, int64_t lanes,
             std::optional<RowCopies> copies, mlir::Value begin);

  // Bytes of workspace, as an expression of the image's width.
  mlir::AffineExpr workspaceBytes(mlir::AffineExpr width) const;

  // Makes the rows for output rows [first, end) of image `batch` readable, or for those of output
  // slice `slice` of a volume. `slice` is null for an image.
  void prepare(mlir::Value batch, mlir::Value slice, mlir::Value first, mlir::Value end);
  // The window slices inside the volume. Requires `prepare`.
  Taps clippedSlices() const { return slices; }
  // The window rows inside the image, for output row `row`.
  Taps clippedTaps(mlir::Value row);
  // The first output row at or after `row` whose window has all its rows inside the image, and the
  // end of such rows, at most `end`.
  mlir::Value firstWholeRow(mlir::Value row);
  mlir::Value endOfWholeRows(mlir::Value end);
  // The index in `buffer` of window row `tap` of output row `row`, in window slice `slice`.
  mlir::Value rowIndex(mlir::Value row, mlir::Value tap, mlir::Value slice);
  // The offset within a row at which the window of output column `column` starts.
  mlir::Value columnOffset(mlir::Value column);
  // The rows as [rows, width * channels].
  mlir::Value buffer() const { return rows; }

private:
  mlir::Value imageRow(mlir::Value row, mlir::Value tap);
  bool clipsRows() const { return w.padsRows() && !(copies && copies->hasAllRows); }
  // The taps inside [0, size) of a window that starts at `start` - low.
  Taps clipped(mlir::Value start, int64_t low, int64_t dilation, int64_t kernel, mlir::Value size);
  // The first row in `source` of a window slice.
  mlir::Value sliceBase(mlir::Value slice);
  void prepareRow(mlir::Value row, mlir::Value slice);
  void copyRow(mlir::Value from, mlir::Value to);
  void fill(mlir::Value row, mlir::Value begin, mlir::Value end);
  mlir::Value copied(mlir::Value elements);
  // Calls `body(position, count)` for vectors or single elements that cover [begin, end). Vectors
  // may overlap.
  void forVectors(mlir::Value begin, mlir::Value end,
                  llvm::function_ref<void(mlir::Value, int64_t)> body);
  mlir::Value load(mlir::Value buffer, mlir::Value row, mlir::Value at, int64_t count);
  void store(mlir::Value value, mlir::Value row, mlir::Value at);

  KernelBuilder &k;
  const Window2D &w;
  const WindowDepth &d;
  int64_t channels, blockRows, lanes;
  std::optional<RowCopies> copies;
  mlir::Value depth;                // null for an image
  mlir::Value height, source, rows; // `source`: all rows, as [rows, width * channels]
  mlir::Value imageBase, firstRow;  // set by `prepare`
  Taps slices;                      // also
};

} // namespace rlx::cpu

#endif // RLX_CONVERSIONS_CPU_CONV_PADDEDROWS_H
