// The rows of a channels-last image that a workgroup's windows read.
//
// Where windows reach beyond the left or right border, the workgroup can first copy its rows into
// the workspace with zeros around them, so that inner loops need no border cases; otherwise rows
// are read in place. Rows above and below the image are not touched then: loops over window rows
// are clipped instead. Copies can have another form of the elements, and rows above and below.
#ifndef RLX_CONVERSIONS_CPU_CONV_PADDEDROWS_H
#define RLX_CONVERSIONS_CPU_CONV_PADDEDROWS_H

#include "conversions/cpu/builder/KernelBuilder.h"

namespace rlx::cpu {

// A window over the two spatial dimensions of an image [batch, height, width, channels].
struct Window2D {
  int64_t kernel[2], strides[2], low[2], high[2], dilations[2];

  static Window2D get(llvm::ArrayRef<int64_t> kernel, llvm::ArrayRef<int64_t> strides,
                      llvm::ArrayRef<int64_t> pads, llvm::ArrayRef<int64_t> dilations);
  bool isPointwise() const;
  bool padsColumns() const { return low[1] > 0 || high[1] > 0; }
  bool padsRows() const { return low[0] > 0 || high[0] > 0; }
  // Image rows under `outputRows` neighbouring rows of windows.
  int64_t imageRows(int64_t outputRows) const {
    return (outputRows - 1) * strides[0] + (kernel[0] - 1) * dilations[0] + 1;
  }
};

// How rows are copied.
struct RowCopies {
  mlir::Type element;            // of the copies
  bool hasAllRows = false;       // also those above and below the image
  mlir::Value around = nullptr;  // what stands outside the image; zeros if null
  mlir::Value flipped = nullptr; // bits that are inverted in every element of the image, or null
};

class PaddedRows {
public:
  // `image` is the image's buffer; `channels` its static number of channels. Copies lie in the
  // workspace from byte `begin` on. Without copies it is up to the caller that nothing outside the
  // image is read.
  PaddedRows(KernelBuilder &builder, mlir::Value image, int64_t channels, const Window2D &window,
             int64_t blockRows, int64_t lanes, std::optional<RowCopies> copies, mlir::Value begin);

  // Bytes of workspace; the image's width as the cost maps see it.
  mlir::AffineExpr workspaceBytes(mlir::AffineExpr width) const;

  // Makes the rows for output rows [first, end) of image `batch` readable.
  void prepare(mlir::Value batch, mlir::Value first, mlir::Value end);
  // [first, end) of the window's rows that lie inside the image, for output row `row`.
  std::pair<mlir::Value, mlir::Value> clippedTaps(mlir::Value row);
  // The first of the output rows from `row` on whose windows lie inside the image with all their
  // rows, and the end of such rows before `end`.
  mlir::Value firstWholeRow(mlir::Value row);
  mlir::Value endOfWholeRows(mlir::Value end);
  // Where window row `tap` of output row `row` lies in `buffer`.
  mlir::Value rowIndex(mlir::Value row, mlir::Value tap);
  // Where the window of output column `column` starts within a row.
  mlir::Value columnOffset(mlir::Value column);
  // [rows, width * channels].
  mlir::Value buffer() const { return rows; }

private:
  mlir::Value imageRow(mlir::Value row, mlir::Value tap);
  bool clipsRows() const { return w.padsRows() && !(copies && copies->hasAllRows); }
  void prepareRow(mlir::Value row);
  void copyRow(mlir::Value from, mlir::Value to);
  void fill(mlir::Value row, mlir::Value begin, mlir::Value end);
  mlir::Value copied(mlir::Value elements);
  // Calls `body(position, count)` for pieces of one or more elements that cover [begin, end); they
  // may overlap.
  void forVectors(mlir::Value begin, mlir::Value end,
                  llvm::function_ref<void(mlir::Value, int64_t)> body);
  mlir::Value load(mlir::Value buffer, mlir::Value row, mlir::Value at, int64_t count);
  void store(mlir::Value value, mlir::Value row, mlir::Value at);

  KernelBuilder &k;
  const Window2D &w;
  int64_t channels, blockRows, lanes;
  std::optional<RowCopies> copies;
  mlir::Value height, source, rows; // source: the image as [batch * height, width * channels]
  mlir::Value imageBase, firstRow;  // set by `prepare`
};

} // namespace rlx::cpu

#endif // RLX_CONVERSIONS_CPU_CONV_PADDEDROWS_H
