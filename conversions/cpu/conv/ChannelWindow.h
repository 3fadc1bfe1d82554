// Windows that slide over an image whose channels lie together, every channel for itself: vectors
// of channels, tiles of neighbouring output pixels in registers, so that an input vector is loaded
// once for all windows of a tile that contain it. What is done with the values is the subclass's.
// Elements of other types are widened to f32 as they are loaded, and the values rounded to the
// root's result.
//
//   workgroup (x, y, z): output rows [x * rowBlock, ..), channels [y * channelGroup, ..), image z
//   for row: for tile of inner pixels: for channels: acc = start; for window row: ...; epilogue
//            for other pixels (at the borders, and too few for a tile): one by one, clipped
//
// In images of known width a row is tiles only: those at the borders have code of their own, which
// leaves out what lies outside the image.
#ifndef RLX_CONVERSIONS_CPU_CONV_CHANNELWINDOW_H
#define RLX_CONVERSIONS_CPU_CONV_CHANNELWINDOW_H

#include <memory>
#include <set>

#include "conversions/cpu/builder/Epilogue.h"
#include "conversions/cpu/conv/PaddedRows.h"
#include "conversions/cpu/model/CpuModel.h"

namespace rlx::cpu {

struct ChannelPlan {
  Window2D window;
  int64_t channels, lanes;
  int64_t tilePixels, rowBlock, channelGroup;
  bool prefetches;           // of images that are larger than the second-level cache
  int64_t imageWidth, width; // of the image and the result; kDynamic if unknown
  bool hasTilesOnly;

  // Of a known width: the output columns [first, end) whose windows lie inside the image, and what
  // of them is whole tiles.
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
  // Puts the kernel in place of the old one.
  void finish(const CpuModel &target);

protected:
  using Vectors = llvm::SmallVector<mlir::Value>;

  // What a pixel's value starts from; `firstTap` and `lastTap` are known.
  virtual mlir::Value start(mlir::Value channel, mlir::Value mask) = 0;
  // Row `tap` of the window begins, for all pixels of a tile.
  virtual void beginRow(mlir::Value tap, mlir::Value channel, mlir::Value mask) {}
  // Adds the input under column `column` of that row.
  virtual mlir::Value combine(mlir::Value sum, mlir::Value value, int64_t column) = 0;
  // Where that column lies outside the image.
  virtual mlir::Value combineOutside(mlir::Value sum, int64_t column) { return sum; }
  // As combine() for a single pixel, of whose window the columns [first, last) are in the image.
  virtual mlir::Value beginClippedRow(mlir::Value sum, mlir::Value tap, mlir::Value first,
                                      mlir::Value last, mlir::Value channel, mlir::Value mask) {
    return sum;
  }
  virtual mlir::Value combineAt(mlir::Value sum, mlir::Value value, mlir::Value tap,
                                mlir::Value column, mlir::Value channel, mlir::Value mask) = 0;
  // A pixel's value of what came together, from `columns` columns of the window.
  virtual mlir::Value end(mlir::Value sum, mlir::Value columns) { return sum; }

  // All elements in one dimension: neighbouring pixels then lie at constant distances, which
  // keeps address arithmetic (and the time LLVM spends on it) small.
  mlir::Value flatten(mlir::Value buffer);
  // Elements as f32, as all values are; bytes are signed unless said otherwise.
  mlir::Value load(mlir::Value buffer, mlir::Value at, mlir::Value mask, bool isUnsigned = false);
  // Of the image.
  virtual mlir::Value loadInput(mlir::Value at, mlir::Value mask) { return load(input, at, mask); }

  KernelBuilder &k;
  const ChannelPlan &p;
  const Window2D &w;
  mlir::VectorType type;
  mlir::Value firstTap, lastTap; // rows of the window inside the image, of the present output row
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
  // Neighbouring output pixels from `column` on, and which of the input columns that their windows
  // contain, counted from the first one, lie in the image.
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
                        Vectors &sums);
  mlir::Value columnsInside(const Tile &tile, int64_t pixel);
  void storeTile(llvm::ArrayRef<mlir::Value> sums, mlir::Value column, mlir::Value channel,
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

// Plans and emits the kernel of a root op that slides `window` over `image`; both it and the result
// are [batch, height, width, channels], with `channels` channels. `make` makes what is done with
// the values. Fails with a reason if the window is too wide for code without loops over its
// columns.
llvm::LogicalResult emitChannelWindow(const FusedKernel &kernel, const Window2D &window,
                                      mlir::Value image, int64_t channels, const CpuModel &target,
                                      LoweringReason &why,
                                      llvm::function_ref<std::unique_ptr<ChannelWindow>(
                                          KernelBuilder &, const ChannelPlan &, Epilogue &)>
                                          make);

} // namespace rlx::cpu

#endif // RLX_CONVERSIONS_CPU_CONV_CHANNELWINDOW_H
