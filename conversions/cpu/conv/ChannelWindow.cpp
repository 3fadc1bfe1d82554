// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiling and border handling of channel windows; see ChannelWindow.h.
//
// Inner tiles run in a loop without bounds checks. Each border tile of a static width is unrolled
// with the input columns that it has. Without a static width, border pixels are computed one by
// one.
#include "conversions/cpu/conv/ChannelWindow.h"

#include "dialects/rlx/support/LinalgBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace rlx::cpu {
namespace {

// Approximate bytes that a workgroup writes: a few microseconds of work.
constexpr int64_t kBytesPerWorkgroup = 128 << 10;
// Input bytes of a channel group that should stay in the first-level cache from row to row.
constexpr int64_t kRowBytes = 24 << 10;
constexpr int64_t kMaxTile = 8; // pixels
// With larger strides much of the image is never read, so prefetching rows would waste bandwidth.
constexpr int64_t kMaxPrefetchedStride = 2;
// The most border tiles that get separate code.
constexpr int64_t kMaxBorderTiles = 4;
// The most unrolled multiplications of a tile.
constexpr int64_t kMaxUnrolled = 128;

int64_t maxPixels(const Window2D &w, const CpuModel &target) {
  int64_t free = target.registers - std::min<int64_t>(w.kernel[1], 9) - 2;
  return std::clamp<int64_t>(std::min(free, kMaxUnrolled / w.kernel[1]), 1, kMaxTile);
}

// Chooses equal tiles that cover a row, unless too many of them would need separate code.
void planTiles(ChannelPlan &p, const CpuModel &target) {
  int64_t most = maxPixels(p.window, target);
  p.tilePixels = most;
  p.hasTilesOnly = false;
  if (ShapedType::isDynamic(p.imageWidth) || ShapedType::isDynamic(p.width) || p.width == 0)
    return;
  p.tilePixels = llvm::divideCeil(p.width, llvm::divideCeil(p.width, most));
  int64_t others = p.firstInnerTile() + std::max<int64_t>(p.width - p.endInnerTiles(), 0);
  p.hasTilesOnly = others <= kMaxBorderTiles * p.tilePixels;
  if (!p.hasTilesOnly)
    p.tilePixels = std::clamp<int64_t>(p.endInner() - p.firstInner(), 1, most);
}

FailureOr<ChannelPlan> planWindows(const Window2D &window, int64_t channels, RankedTensorType image,
                                   RankedTensorType result, const CpuModel &target,
                                   LoweringReason &why) {
  if (channels == 0) // the weights say so even if the image's type does not
    return why.because("the result is empty");
  ChannelPlan p;
  p.window = window;
  p.channels = channels;
  p.lanes = target.lanes;
  if (p.window.kernel[1] > kMaxUnrolled / 2)
    return why.because("the window is wider than " + Twine(kMaxUnrolled / 2));
  int64_t reach = p.window.kernel[1] * std::max(p.window.strides[1], p.window.dilations[1]);
  if (saturatingProduct({reach, kMaxTile, channels}) == INT64_MAX)
    return why.because("the windows span more elements than 64 bits can count");
  p.imageWidth = image.getDimSize(2);
  p.width = result.getDimSize(2);
  planTiles(p, target);
  int64_t width = p.width, height = result.getDimSize(1);
  if (ShapedType::isDynamic(width))
    width = kAssumedWidth;
  int64_t rowBytes = std::max<int64_t>(saturatingProduct({width, p.channels, 4}), 1);
  int64_t vectors = llvm::divideCeil(p.channels, p.lanes);
  p.channelGroup = vectors * p.lanes;
  int64_t rows = std::max<int64_t>(kBytesPerWorkgroup / rowBytes, 1);
  bool small = !ShapedType::isDynamic(height) && height <= 16;
  if (small && saturatingProduct({height, rowBytes}) > kBytesPerWorkgroup) {
    // A small image with many channels: whole columns of the image, a few channels at a time.
    int64_t perVector =
        saturatingProduct({width, p.window.strides[1], p.lanes, 4, p.window.kernel[0]});
    p.channelGroup = std::clamp<int64_t>(kRowBytes / perVector, 1, vectors) * p.lanes;
    rows = std::max<int64_t>(kBytesPerWorkgroup / saturatingProduct({width, p.channelGroup, 4}), 1);
  }
  p.prefetches = image.hasStaticShape() && image.getNumElements() * 4 > target.l2Bytes &&
                 p.window.strides[0] <= kMaxPrefetchedStride &&
                 p.window.strides[1] <= kMaxPrefetchedStride;
  p.rowBlock = ShapedType::isDynamic(height) ? rows : std::min(rows, height);
  return p;
}

} // namespace

int64_t ChannelPlan::firstInner() const {
  return std::min<int64_t>(llvm::divideCeil(window.low[1], window.strides[1]), width);
}

int64_t ChannelPlan::endInner() const {
  int64_t reach = (window.kernel[1] - 1) * window.dilations[1] + 1;
  int64_t room = std::max<int64_t>(imageWidth + window.low[1] - reach + window.strides[1], 0);
  return std::min(room / window.strides[1], width);
}

ChannelWindow::ChannelWindow(KernelBuilder &builder, Value image, const ChannelPlan &plan,
                             Epilogue &epilogue)
    : k(builder), p(plan), w(plan.window),
      type(VectorType::get({plan.lanes}, builder.b.getF32Type())), epilogue(epilogue) {
  Value buffer = k.argument(image);
  imageHeight = k.size(buffer, 1);
  imageWidth = k.size(buffer, 2);
  height = k.size(k.output(), 1);
  width = k.size(k.output(), 2);
  input = flatten(buffer);
  output = flatten(k.output());
  epilogue.bind(k, epilogue.canJoinRows());
}

void ChannelWindow::emit() {
  Value rowBegin = k.mul(k.workgroup(0), p.rowBlock);
  Value rowEnd = k.min(k.add(rowBegin, p.rowBlock), height);
  firstChannel = k.mul(k.workgroup(1), p.channelGroup);
  lastChannel = k.min(k.add(firstChannel, p.channelGroup), k.c(p.channels));
  innerBegin = k.min(firstInner(), width);
  Value innerEnd = k.max(k.min(lastInner(), width), innerBegin);
  Value inner = k.sub(innerEnd, innerBegin);
  tilesEnd = k.sub(innerEnd, k.rem(inner, k.c(p.tilePixels)));
  k.loop(rowBegin, rowEnd, 1, [&](Value row) { emitRow(row); });
}

Value ChannelWindow::flatten(Value buffer) {
  auto buffers = cast<MemRefType>(buffer.getType());
  if (buffers.hasStaticShape())
    return k.recast(buffer, {buffers.getNumElements()}, {});
  return k.recast(buffer, {ShapedType::kDynamic}, k.sizeProduct(buffer, 0, buffers.getRank()));
}

// The output columns [first, last) whose windows lie inside the image.
Value ChannelWindow::firstInner() {
  return k.c(llvm::divideCeil(w.low[1], w.strides[1]));
}
Value ChannelWindow::lastInner() {
  int64_t reach = (w.kernel[1] - 1) * w.dilations[1] + 1;
  Value room = k.max(k.add(imageWidth, w.low[1] - reach + w.strides[1]), k.c(0));
  return k.div(room, k.c(w.strides[1]));
}

// The window's taps [first, end) inside the image, along one axis.
std::pair<Value, Value> ChannelWindow::clippedTaps(unsigned axis, Value position, Value size) {
  Value start = k.mul(position, w.strides[axis]);
  Value dilation = k.c(w.dilations[axis]);
  auto divideUp = [&](Value value) {
    return w.dilations[axis] == 1 ? value
                                  : k.b.createOrFold<arith::CeilDivSIOp>(k.loc, value, dilation);
  };
  Value first = k.max(divideUp(k.sub(k.c(w.low[axis]), start)), k.c(0));
  Value end = divideUp(k.sub(k.add(size, w.low[axis]), start));
  return {first, k.min(end, k.c(w.kernel[axis]))};
}

void ChannelWindow::emitRow(Value row) {
  outputRow = row;
  std::tie(firstTap, lastTap) = clippedTaps(0, row, imageHeight);
  if (p.hasTilesOnly)
    return emitTiles();
  k.loop(innerBegin, tilesEnd, p.tilePixels, [&](Value column) { emitTile(innerTile(column)); });
  Value others = k.sub(width, k.sub(tilesEnd, innerBegin));
  k.loop(k.c(0), others, 1, [&](Value i) {
    Value right = k.add(k.sub(i, innerBegin), tilesEnd);
    Value column = k.select(k.less(i, innerBegin), i, right);
    auto [first, last] = clippedTaps(1, column, imageWidth);
    forChannels([&](Value channel, Value mask) { emitPixel(column, channel, mask, first, last); });
  });
}

void ChannelWindow::forChannels(function_ref<void(Value, Value)> body) {
  k.loop(firstChannel, lastChannel, p.lanes, [&](Value channel) {
    Value mask;
    if (p.hasPartialVector())
      mask = vector::CreateMaskOp::create(k.b, k.loc, type.clone(k.b.getI1Type()),
                                          ValueRange{k.sub(k.c(p.channels), channel)});
    body(channel, mask);
  });
}

Value ChannelWindow::load(Value buffer, Value at, Value mask, bool isUnsigned) {
  VectorType stored = type.clone(cast<MemRefType>(buffer.getType()).getElementType());
  Value value;
  if (mask)
    value =
        vector::MaskedLoadOp::create(k.b, k.loc, stored, buffer, at, mask, k.splat(stored, 0.0));
  else
    value = vector::LoadOp::create(k.b, k.loc, stored, buffer, at);
  if (!isa<IntegerType>(stored.getElementType()))
    return convertFloat(k.b, k.loc, value, type.getElementType());
  VectorType words = type.clone(k.b.getI32Type());
  value = isUnsigned ? arith::ExtUIOp::create(k.b, k.loc, words, value).getResult()
                     : arith::ExtSIOp::create(k.b, k.loc, words, value).getResult();
  return arith::SIToFPOp::create(k.b, k.loc, type, value);
}

Value ChannelWindow::rounded(Value value) {
  Type element = epilogue.rootElement();
  if (isa<IntegerType>(element)) {
    Value words = arith::FPToSIOp::create(k.b, k.loc, type.clone(k.b.getI32Type()), value);
    if (element.isInteger(32))
      return words;
    return arith::TruncIOp::create(k.b, k.loc, type.clone(element), words);
  }
  return convertFloat(k.b, k.loc, value, element);
}

// The offset of the input pixel under tap (tap, 0) of output column `column`. It may lie outside.
Value ChannelWindow::pixelOffset(Value tap, Value column, Value channel) {
  Value y = k.add(k.mul(outputRow, w.strides[0]), -w.low[0]);
  y = k.add(y, k.mul(tap, w.dilations[0]));
  Value line = k.add(k.mul(k.workgroup(2), imageHeight), y);
  Value x = k.add(k.mul(column, w.strides[1]), -w.low[1]);
  return k.add(k.mul(k.add(k.mul(line, imageWidth), x), p.channels), channel);
}

// A loop over the tiles inside the image, and separate code for each of the others.
void ChannelWindow::emitTiles() {
  int64_t begin = p.firstInnerTile(), end = p.endInnerTiles();
  for (int64_t column = 0; column < std::min(begin, p.width); column += p.tilePixels)
    emitTile(tileAt(column));
  if (begin < end)
    k.loop(k.c(begin), k.c(end), p.tilePixels, [&](Value column) { emitTile(innerTile(column)); });
  for (int64_t column = end; column < p.width; column += p.tilePixels)
    emitTile(tileAt(column));
}

ChannelWindow::Tile ChannelWindow::innerTile(Value column) const {
  return {column, p.tilePixels, 0, INT64_MAX};
}

ChannelWindow::Tile ChannelWindow::tileAt(int64_t column) const {
  int64_t first = column * w.strides[1] - w.low[1];
  return {k.c(column), std::min(p.tilePixels, p.width - column), -first, p.imageWidth - first};
}

void ChannelWindow::emitTile(const Tile &tile) {
  forChannels([&](Value channel, Value mask) { emitTile(tile, channel, mask); });
}

void ChannelWindow::emitTile(const Tile &tile, Value channel, Value mask) {
  if (p.prefetches)
    prefetchBelow(tile, channel);
  Vectors begin(tile.pixels, start(channel, mask));
  Vectors accumulators = k.loop(firstTap, lastTap, 1, begin, [&](Value tap, ValueRange carried) {
    Value pixel = pixelOffset(tap, tile.column, channel);
    beginRow(tap, channel, mask);
    Vectors next(carried);
    for (int64_t x : columnsOf(tile))
      accumulateColumn(tile, x, pixel, mask, next);
    return next;
  });
  for (auto [i, sum] : llvm::enumerate(accumulators))
    sum = end(sum, columnsInside(tile, i));
  storeTile(accumulators, tile.column, channel, mask);
}

// Prefetches input that the tile below reads and this one does not.
void ChannelWindow::prefetchBelow(const Tile &tile, Value channel) {
  for (int64_t row = 0; row < std::min(w.strides[0], w.kernel[0]); ++row) {
    Value pixel = pixelOffset(k.c(w.kernel[0] + row), tile.column, channel);
    for (int64_t x = std::max<int64_t>(tile.firstInside, 0);
         x < std::min(tile.pixels * w.strides[1], tile.endInside); ++x)
      memref::PrefetchOp::create(k.b, k.loc, input, k.add(pixel, x * p.channels),
                                 /*isWrite=*/false, /*localityHint=*/2, /*isDataCache=*/true);
  }
}

// The input columns that some window of a tile contains. With large strides there are gaps between
// them.
std::set<int64_t> ChannelWindow::columnsOf(const Tile &tile) const {
  std::set<int64_t> columns;
  for (int64_t pixel = 0; pixel < tile.pixels; ++pixel)
    for (int64_t i = 0; i < w.kernel[1]; ++i)
      columns.insert(pixel * w.strides[1] + i * w.dilations[1]);
  return columns;
}

// Adds the input vector at column `x` of the tile to every accumulator whose window contains it.
void ChannelWindow::accumulateColumn(const Tile &tile, int64_t x, Value pixel, Value mask,
                                     Vectors &accumulators) {
  bool isInside = tile.firstInside <= x && x < tile.endInside;
  Value value;
  for (int64_t i = 0; i < w.kernel[1]; ++i) {
    int64_t from = x - i * w.dilations[1];
    if (from < 0 || from % w.strides[1] != 0 || from / w.strides[1] >= tile.pixels)
      continue;
    if (!value && isInside)
      value = loadInput(k.add(pixel, x * p.channels), mask);
    Value &sum = accumulators[from / w.strides[1]];
    sum = isInside ? combine(sum, value, i) : combineOutside(sum, i);
  }
}

// The number of columns of a pixel's window inside the image.
Value ChannelWindow::columnsInside(const Tile &tile, int64_t pixel) {
  int64_t count = 0;
  for (int64_t i = 0; i < w.kernel[1]; ++i) {
    int64_t x = pixel * w.strides[1] + i * w.dilations[1];
    count += tile.firstInside <= x && x < tile.endInside;
  }
  return k.c(count);
}

void ChannelWindow::storeTile(ArrayRef<Value> accumulators, Value column, Value channel,
                              Value mask) {
  if (!epilogue.isHeavy()) {
    for (auto [i, sum] : llvm::enumerate(accumulators))
      store(sum, k.add(column, i), channel, mask);
    return;
  }
  if (!scratch)
    scratch = k.stack({p.tilePixels, p.lanes}, k.b.getF32Type());
  for (auto [i, sum] : llvm::enumerate(accumulators))
    vector::StoreOp::create(k.b, k.loc, sum, scratch, ValueRange{k.c(i), k.c(0)});
  k.loop(k.c(0), k.c(accumulators.size()), 1, [&](Value i) {
    Value sum = vector::LoadOp::create(k.b, k.loc, type, scratch, ValueRange{i, k.c(0)});
    store(sum, k.add(column, i), channel, mask);
  });
}

void ChannelWindow::emitPixel(Value column, Value channel, Value mask, Value first, Value last) {
  Vectors sum =
      k.loop(firstTap, lastTap, 1, start(channel, mask), [&](Value tap, ValueRange outer) {
        Value pixel = pixelOffset(tap, column, channel);
        Value begun = beginClippedRow(outer[0], tap, first, last, channel, mask);
        return k.loop(first, last, 1, begun, [&](Value i, ValueRange inner) {
          Value value = loadInput(k.add(pixel, k.mul(i, w.dilations[1] * p.channels)), mask);
          return Vectors{combineAt(inner[0], value, tap, i, channel, mask)};
        });
      });
  store(end(sum[0], k.sub(last, first)), column, channel, mask);
}

void ChannelWindow::store(Value value, Value column, Value channel, Value mask) {
  Value image = k.workgroup(2);
  Value line = k.add(k.mul(image, height), outputRow);
  Value pixel = k.add(k.mul(line, width), column);
  SmallVector<Value> at = {pixel, channel};
  if (!epilogue.canJoinRows())
    at = {image, outputRow, column, channel};
  value = epilogue.apply(rounded(value), at, mask);
  Value to = k.add(k.mul(pixel, p.channels), channel);
  if (mask)
    vector::MaskedStoreOp::create(k.b, k.loc, output, to, mask, value);
  else
    vector::StoreOp::create(k.b, k.loc, value, output, to);
}

void ChannelWindow::finish(const CpuModel &target) {
  AffineExpr batch = k.outputSizeExpr(0), rows = k.outputSizeExpr(1), columns = k.outputSizeExpr(2),
             one = k.constantExpr(1);
  int64_t taps = w.kernel[0] * w.kernel[1];
  int64_t perPixel = target.nanoseconds(2.0 * (taps + 2) * p.channels);
  k.finish({rows.ceilDiv(p.rowBlock), one * llvm::divideCeil(p.channels, p.channelGroup), batch},
           k.constantExpr(0), batch * rows * columns * perPixel);
}

namespace {

class PlannedChannelWindow : public KernelPlan {
public:
  PlannedChannelWindow(const FusedKernel &fused, const ChannelPlan &plan, const CpuModel &target,
                       const Epilogue &epilogue, MakeChannelWindow make)
      : fused(fused), plan(plan), target(target), epilogue(epilogue), make(std::move(make)) {}

  LogicalResult emit(func::FuncOp) override {
    KernelBuilder builder(fused);
    std::unique_ptr<ChannelWindow> windows = make(builder, plan, epilogue);
    windows->emit();
    epilogue.allowInPlace();
    windows->finish(target);
    return success();
  }

private:
  FusedKernel fused;
  ChannelPlan plan;
  CpuModel target;
  Epilogue epilogue;
  MakeChannelWindow make;
};

} // namespace

std::unique_ptr<KernelPlan> planChannelWindow(const FusedKernel &kernel, const Window2D &window,
                                              Value image, int64_t channels, const CpuModel &target,
                                              LoweringReason &why, MakeChannelWindow make) {
  FailureOr<ChannelPlan> plan =
      planWindows(window, channels, cast<RankedTensorType>(image.getType()),
                  cast<RankedTensorType>(kernel.root->getResult(0).getType()), target, why);
  if (failed(plan))
    return nullptr;
  FailureOr<Epilogue> epilogue = Epilogue::plan(kernel, target.lanes, why);
  if (failed(epilogue))
    return nullptr;
  return std::make_unique<PlannedChannelWindow>(kernel, *plan, target, *epilogue, std::move(make));
}

} // namespace rlx::cpu
