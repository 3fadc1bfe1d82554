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
#ifndef RLX_CONVERSIONS_CPU_CONV_PADDEDROWS_H
#define RLX_CONVERSIONS_CPU_CONV_PADDEDROWS_H

#include "conversions/cpu/builder/KernelBuilder.h"

namespace rlx::cpu {

// The width of an image to assume if it is dynamic.
constexpr int64_t kAssumedWidth = 64;

// A window over the two spatial dimensions of an image [batch, height, width, channels].
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

// How rows are copied.
struct RowCopies {
  mlir::Type element;            // element type of the copies
  bool hasAllRows = false;       // also rows above and below the image
  mlir::Value around = nullptr;  // the padding value; zero if null
  mlir::Value flipped = nullptr; // bits to invert in every element of the image, or null
};

class PaddedRows {
public:
  // `image` is the image's buffer, `channels` its static number of channels. Copies are stored in
  // the workspace from byte `begin` on. Without copies the caller must not read outside the image.
  PaddedRows(KernelBuilder &builder, mlir::Value image, int64_t channels, const Window2D &window,
             int64_t blockRows, int64_t lanes, std::optional<RowCopies> copies, mlir::Value begin);

  // Bytes of workspace, as an expression of the image's width.
  mlir::AffineExpr workspaceBytes(mlir::AffineExpr width) const;

  // Makes the rows for output rows [first, end) of image `batch` readable.
  void prepare(mlir::Value batch, mlir::Value first, mlir::Value end);
  // The window rows [first, end) inside the image, for output row `row`.
  std::pair<mlir::Value, mlir::Value> clippedTaps(mlir::Value row);
  // The first output row at or after `row` whose window has all its rows inside the image, and the
  // end of such rows, at most `end`.
  mlir::Value firstWholeRow(mlir::Value row);
  mlir::Value endOfWholeRows(mlir::Value end);
  // The index in `buffer` of window row `tap` of output row `row`.
  mlir::Value rowIndex(mlir::Value row, mlir::Value tap);
  // The offset within a row at which the window of output column `column` starts.
  mlir::Value columnOffset(mlir::Value column);
  // The rows as [rows, width * channels].
  mlir::Value buffer() const { return rows; }

private:
  mlir::Value imageRow(mlir::Value row, mlir::Value tap);
  bool clipsRows() const { return w.padsRows() && !(copies && copies->hasAllRows); }
  void prepareRow(mlir::Value row);
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
  int64_t channels, blockRows, lanes;
  std::optional<RowCopies> copies;
  mlir::Value height, source, rows; // `source`: the image as [batch * height, width * channels]
  mlir::Value imageBase, firstRow;  // set by `prepare`
};

} // namespace rlx::cpu

#endif // RLX_CONVERSIONS_CPU_CONV_PADDEDROWS_H
