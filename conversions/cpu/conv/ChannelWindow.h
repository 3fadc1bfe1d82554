// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sliding windows over a channels-last image, with each channel on its own: depthwise convolution
// and pooling. Subclasses define how values are combined.
//
//   workgroup (x, y, z): output rows [x * rowBlock, ..), channels [y * channelGroup, ..), image z
//   for row: for tile of inner pixels: for channels: acc = start; for window row: ...; epilogue
//            for other pixels (at the borders, or too few for a tile): one by one, clipped
//
// Vectors hold channels, and a tile holds the accumulators of adjacent output pixels. An input
// vector is loaded once for all windows of the tile that contain it. For example, with a 3-wide
// window and stride 1, input column x2 feeds three pixels:
//
//     input columns   x0  x1  x2  x3  x4  x5
//     pixel 0         [----------]
//     pixel 1             [----------]
//     pixel 2                 [----------]
//
// If the width is static and few tiles touch the borders, a row consists of tiles only. Border
// tiles have separate code, which omits columns outside the image. Other element types are
// converted to f32 on load, and results are rounded to the root's element type.
#ifndef RLX_CONVERSIONS_CPU_CONV_CHANNELWINDOW_H
#define RLX_CONVERSIONS_CPU_CONV_CHANNELWINDOW_H

#include <functional>
#include <memory>
#include <set>

#include "conversions/cpu/builder/Epilogue.h"
#include "conversions/cpu/conv/PaddedRows.h"
#include "conversions/cpu/model/CpuModel.h"
#include "conversions/kernel/KernelPlan.h"

namespace rlx::cpu {

struct ChannelPlan {
  Window2D window;
  int64_t channels, lanes;
  int64_t tilePixels, rowBlock, channelGroup;
  bool prefetches;           // for images larger than the second-level cache
  int64_t imageWidth, width; // of the image and the result; kDynamic if unknown
  bool hasTilesOnly;

  // For a static width: the output columns [first, end) whose windows lie inside the image, and the
  // whole tiles among them.
  int64_t firstInner() const;
  int64_t endInner() const;
  int64_t firstInnerTile() const { return llvm::alignTo(firstInner(), tilePixels); }
  int64_t endInnerTiles() const {
    return std::max(firstInnerTile(), endInner() / tilePixels * tilePixels);
  }

  bool hasPartialVector() const { return channels % lanes != 0; }
};

class ChannelWindow {
public:
  ChannelWindow(KernelBuilder &builder, mlir::Value image, const ChannelPlan &plan,
                Epilogue &epilogue);
  virtual ~ChannelWindow() = default;

  void emit();
  // Replaces the old kernel by the new one.
  void finish(const CpuModel &target);

protected:
  using Vectors = llvm::SmallVector<mlir::Value>;

  // The initial accumulator of a pixel; `firstTap` and `lastTap` are set.
  virtual mlir::Value start(mlir::Value channel, mlir::Value mask) = 0;
  // Called at the start of window row `tap`, for all pixels of a tile.
  virtual void beginRow(mlir::Value tap, mlir::Value channel, mlir::Value mask) {}
  // Adds the input under window column `column` of that row.
  virtual mlir::Value combine(mlir::Value sum, mlir::Value value, int64_t column) = 0;
  // The same for a column outside the image.
  virtual mlir::Value combineOutside(mlir::Value sum, int64_t column) { return sum; }
  // The variants of `combine` for a single pixel: window columns [first, last) are inside the
  // image.
  virtual mlir::Value beginClippedRow(mlir::Value sum, mlir::Value tap, mlir::Value first,
                                      mlir::Value last, mlir::Value channel, mlir::Value mask) {
    return sum;
  }
  virtual mlir::Value combineAt(mlir::Value sum, mlir::Value value, mlir::Value tap,
                                mlir::Value column, mlir::Value channel, mlir::Value mask) = 0;
  // The final value of an accumulator that combined `columns` columns of the window.
  virtual mlir::Value end(mlir::Value sum, mlir::Value columns) { return sum; }

  // The buffer in one dimension. Adjacent pixels are then at constant distances, which keeps
  // address arithmetic, and the time that LLVM spends on it, small.
  mlir::Value flatten(mlir::Value buffer);
  // Loads elements as f32, the type of all values. Bytes are signed unless `isUnsigned`.
  mlir::Value load(mlir::Value buffer, mlir::Value at, mlir::Value mask, bool isUnsigned = false);
  // Loads elements of the image.
  virtual mlir::Value loadInput(mlir::Value at, mlir::Value mask) { return load(input, at, mask); }

  KernelBuilder &k;
  const ChannelPlan &p;
  const Window2D &w;
  mlir::VectorType type;
  mlir::Value firstTap, lastTap; // window rows inside the image, for the current output row
  mlir::Value input;

private:
  mlir::Value firstInner();
  mlir::Value lastInner();
  std::pair<mlir::Value, mlir::Value> clippedTaps(unsigned axis, mlir::Value position,
                                                  mlir::Value size);
  void emitRow(mlir::Value row);
  void emitTiles();
  void forChannels(llvm::function_ref<void(mlir::Value, mlir::Value)> body);
  mlir::Value pixelOffset(mlir::Value tap, mlir::Value column, mlir::Value channel);
  // `pixels` adjacent output pixels that start at `column`. Their windows cover input columns,
  // counted from the first one; [firstInside, endInside) of these are inside the image.
  struct Tile {
    mlir::Value column;
    int64_t pixels, firstInside, endInside;
  };
  Tile innerTile(mlir::Value column) const;
  Tile tileAt(int64_t column) const;
  void emitTile(const Tile &tile);
  void emitTile(const Tile &tile, mlir::Value channel, mlir::Value mask);
  void prefetchBelow(const Tile &tile, mlir::Value channel);
  std::set<int64_t> columnsOf(const Tile &tile) const;
  void accumulateColumn(const Tile &tile, int64_t x, mlir::Value pixel, mlir::Value mask,
                        Vectors &accumulators);
  mlir::Value columnsInside(const Tile &tile, int64_t pixel);
  void storeTile(llvm::ArrayRef<mlir::Value> accumulators, mlir::Value column, mlir::Value channel,
                 mlir::Value mask);
  void emitPixel(mlir::Value column, mlir::Value channel, mlir::Value mask, mlir::Value first,
                 mlir::Value last);
  mlir::Value rounded(mlir::Value value);
  void store(mlir::Value value, mlir::Value column, mlir::Value channel, mlir::Value mask);

  Epilogue &epilogue;
  mlir::Value output, scratch;
  mlir::Value imageHeight, imageWidth, height, width;
  mlir::Value firstChannel, lastChannel, innerBegin, tilesEnd;
  mlir::Value outputRow;
};

// Creates the subclass that combines the values of a kernel. It is called after planning, so it
// must not refer to local variables.
using MakeChannelWindow =
    std::function<std::unique_ptr<ChannelWindow>(KernelBuilder &, const ChannelPlan &, Epilogue &)>;

// The plan of a root op that slides `window` over `image`. Image and result are [batch, height,
// width, channels]. Null with a reason if the window is too wide to unroll its columns, or for an
// epilogue that vectors cannot compute.
std::unique_ptr<KernelPlan> planChannelWindow(const FusedKernel &kernel, const Window2D &window,
                                              mlir::Value image, int64_t channels,
                                              const CpuModel &target, LoweringReason &why,
                                              MakeChannelWindow make);

} // namespace rlx::cpu

#endif // RLX_CONVERSIONS_CPU_CONV_CHANNELWINDOW_H
