// Code for rlx.conv_packed: register tiles of neighbouring output pixels x one panel of output
// channels. The image is read in place (or from rows padded in the workspace) as the runs of
// window columns x channels that lie together in memory; there is no im2col matrix.
//
//   workgroup (x, y, z): output rows [x * rowBlock, ..), panels [y * panelGroup, ..), image z
//   for panel: for row: for tile of pixels: acc = bias
//     for window row: for (window column, channel): acc += pixel * panel row; epilogue
#include <map>

#include "conversions/fastpaths/cpu/CpuPaths.h"
#include "conversions/fastpaths/cpu/PaddedRows.h"
#include "conversions/fastpaths/cpu/PanelTile.h"
#include "dialects/rlx/ir/PackedOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace rlx::cpu {
namespace {

// Floating-point operations a workgroup should have.
constexpr int64_t kFlopsPerWorkgroup = 8'000'000;
// Output rows that share a panel while it is in the caches, and panels that share a padded copy of
// their input, at least.
constexpr int64_t kMinRows = 8, kMinPanelsPerCopy = 2;
// Wider windows would make the code of tiles at the borders long.
constexpr int64_t kMaxClipped = 7;
// More columns at a border than this would make the code long, too.
constexpr int64_t kMaxBorder = 16;
// Bytes of a column of that copy, at most.
constexpr int64_t kMaxCopiedColumn = int64_t(1) << 30;
// What to expect of a width that is not known.
constexpr int64_t kAssumedWidth = 64;

// The columns of a window that lie inside the image, [first, second).
using TapRange = std::pair<int64_t, int64_t>;

struct ConvPlan {
  PanelShape panel;
  Window2D window;
  int64_t channels; // of the input, in a group
  int64_t imageChannels() const { return channels * panel.columnGroups; }
  int64_t width;      // of the output; kDynamic if unknown
  int64_t tilePixels; // output pixels of a register tile
  int64_t rowBlock, panelGroup;
  // Tiles at the borders have code of their own, which leaves out what lies outside the image;
  // otherwise rows are copied with zeros around them.
  bool clipsColumns;
  int64_t imageWidth;

  // Output columns [first, end) whose windows lie inside the image, of a known width.
  int64_t firstInner() const {
    return std::min<int64_t>(llvm::divideCeil(window.low[1], window.strides[1]), width);
  }
  int64_t endInner() const {
    int64_t reach = (window.kernel[1] - 1) * window.dilations[1] + 1;
    int64_t room = std::max<int64_t>(imageWidth + window.low[1] - reach + window.strides[1], 0);
    return std::min(room / window.strides[1], width);
  }
  bool hasNarrowBorders() const {
    return firstInner() < endInner() && firstInner() <= kMaxBorder &&
           width - endInner() <= kMaxBorder;
  }

  bool leavesTapsOut() const { return clipsColumns || window.padsRows(); }
  TapRange allTaps() const { return {0, window.kernel[1]}; }
  // Of the windows of `count` output columns.
  SmallVector<TapRange> tapsOf(int64_t column, int64_t count) const {
    SmallVector<TapRange> taps;
    for (int64_t i = column; i < column + count; ++i) {
      int64_t start = i * window.strides[1] - window.low[1], dilation = window.dilations[1];
      int64_t first =
          std::clamp<int64_t>(llvm::divideCeilSigned(-start, dilation), 0, window.kernel[1]);
      int64_t end = llvm::divideCeilSigned(imageWidth - start, dilation);
      taps.emplace_back(first, std::clamp<int64_t>(end, first, window.kernel[1]));
    }
    return taps;
  }

  bool pixelsFillTiles() const { return !ShapedType::isDynamic(width) && width % tilePixels == 0; }
};

class ConvEmitter {
public:
  ConvEmitter(KernelBuilder &k, ConvPackedOp op, const ConvPlan &p, const CpuModel &target,
              Epilogue &epilogue)
      : k(k), p(p), epilogue(epilogue),
        rows(k, k.argument(op.getInput()), p.imageChannels(), p.window, p.rowBlock, target.lanes,
             p.window.padsColumns() && !p.clipsColumns),
        tile(k, epilogue, p.panel, target, k.argument(op.getFilter()),
             {.start = op.getBias() ? k.argument(op.getBias()) : Value()}, joinOutputRows()) {
    epilogue.bind(k, epilogue.canJoinRows());
  }

  AffineExpr workspaceBytes(AffineExpr width) const { return rows.workspaceBytes(width); }

  void emit() {
    height = k.size(k.output(), 1);
    width = k.size(k.output(), 2);
    rowBegin = k.mul(k.workgroup(0), p.rowBlock);
    rowEnd = k.min(k.add(rowBegin, p.rowBlock), height);
    Value firstPanel = k.mul(k.workgroup(1), p.panelGroup);
    Value lastPanel = k.min(k.add(firstPanel, p.panelGroup), k.c(p.panel.panels));
    rows.prepare(k.workgroup(2), rowBegin, rowEnd);
    k.loop(firstPanel, lastPanel, 1, [&](Value each) {
      panel = each;
      if (p.panel.columnGroups > 1)
        firstChannel = k.mul(k.div(panel, k.c(p.panel.groupPanels())), p.channels);
      columns = tile.columnsOf(panel);
      init = tile.initialValues(columns);
      if (p.leavesTapsOut())
        emitRowsInPasses();
      else
        k.loop(rowBegin, rowEnd, 1, [&](Value row) { emitRow(row); });
    });
  }

private:
  // Taps outside the image, which the loops leave out, add weights times zero: nothing, but NaN
  // where a weight is infinite or NaN. To know whether there is such a weight it need not be read:
  // the sums of a pixel with all taps inside are finite only if all weights are. So the first pass
  // adds nothing, and only if those sums are not finite, or there are none, a second one computes
  // the rows with what was left out.
  void emitRowsInPasses() {
    checks = k.stack({p.panel.vectors, p.panel.lanes}, k.b.getF32Type());
    Value hasWholeRow = k.less(rows.firstWholeRow(rowBegin), rows.endOfWholeRows(rowEnd));
    Value firstPass = k.select(hasWholeRow, k.c(0), k.c(1));
    k.loop(firstPass, k.c(2), 1, k.c(1), [&](Value pass, ValueRange isWanted) {
      exact = pass;
      for (int64_t j = 0; j < p.panel.vectors; ++j)
        vector::StoreOp::create(k.b, k.loc, k.splat(tile.vectorType(), 0.0), checks,
                                ValueRange{k.c(j), k.c(0)});
      if (p.clipsColumns)
        findBorders();
      Value end = k.select(k.less(k.c(0), isWanted[0]), rowEnd, rowBegin);
      k.loop(rowBegin, end, 1, [&](Value row) { emitRow(row); });
      return Vectors{k.select(hasUnusualSums(), k.c(1), k.c(0))};
    });
  }

  // Zero times the sums of a pixel that has all taps inside if its row has: 0 if they are finite.
  void check(ArrayRef<Value> sums) {
    for (auto [j, sum] : llvm::enumerate(sums)) {
      SmallVector<Value> at = {k.c(j), k.c(0)};
      Value before = vector::LoadOp::create(k.b, k.loc, tile.vectorType(), checks, at);
      Value after = vector::FMAOp::create(k.b, k.loc, sum, k.splat(tile.vectorType(), 0.0), before);
      vector::StoreOp::create(k.b, k.loc, after, checks, at);
    }
  }

  Value hasUnusualSums() {
    Value total = k.splat(tile.vectorType(), 0.0);
    for (int64_t j = 0; j < p.panel.vectors; ++j) {
      Value one =
          vector::LoadOp::create(k.b, k.loc, tile.vectorType(), checks, ValueRange{k.c(j), k.c(0)});
      total = arith::AddFOp::create(k.b, k.loc, total, one);
    }
    Value sum = vector::ReductionOp::create(k.b, k.loc, vector::CombiningKind::ADD, total);
    return arith::CmpFOp::create(k.b, k.loc, arith::CmpFPredicate::UNO, sum, sum);
  }

  Value joinOutputRows() {
    Value output = k.output();
    auto type = cast<MemRefType>(output.getType());
    ArrayRef<int64_t> leading = type.getShape().drop_back();
    if (!ShapedType::isDynamicShape(leading))
      return k.recast(output, {ShapedType::getNumElements(leading), p.panel.n}, {});
    return k.recast(output, {ShapedType::kDynamic, p.panel.n}, k.sizeProduct(output, 0, 3));
  }

  RowPosition position(Value column) {
    Value image = k.workgroup(2);
    Value line = k.add(k.mul(image, height), outputRow);
    return {k.add(k.mul(line, width), column), {image, outputRow, column}};
  }

  void emitRow(Value row) {
    outputRow = row;
    std::tie(firstTap, lastTap) = rows.clippedTaps(row);
    rowInit = p.window.padsRows() ? addClippedRows() : init;
    if (p.clipsColumns)
      return emitTilesAndBorders();
    Value end = width;
    if (!p.pixelsFillTiles())
      end = k.sub(width, k.rem(width, k.c(p.tilePixels)));
    k.loop(k.c(0), end, p.tilePixels, [&](Value column) {
      emitTile(column, SmallVector<TapRange>(p.tilePixels, p.allTaps()));
    });
    if (!p.pixelsFillTiles())
      emitTail(end);
  }

  // Computes and stores neighbouring pixels, of whose windows the columns `taps` are inside.
  void emitTile(Value column, ArrayRef<TapRange> taps) {
    auto count = static_cast<int64_t>(taps.size());
    Vectors pixels = tileColumns(column, count, Value());
    for (Value pixel : pixels)
      tile.prefetchRow(position(pixel), columns);
    Vectors sums = accumulate(pixels, taps);
    if (epilogue.isHeavy()) {
      tile.toScratch(sums, p.panel.vectors);
      return storeScratch(column, k.c(count));
    }
    auto sum = sums.begin();
    for (Value pixel : pixels) {
      RowPosition at = position(pixel);
      for (int64_t j = 0; j < p.panel.vectors; ++j)
        tile.store(*sum++, at, columns, j);
    }
  }

  // A loop over the tiles inside the image, and code for each of the others.
  void emitTilesAndBorders() {
    auto emitBorder = [&](int64_t begin, int64_t end) {
      for (int64_t column = begin; column < end; column += p.tilePixels)
        emitTile(k.c(column), p.tapsOf(column, std::min(p.tilePixels, p.width - column)));
    };
    int64_t begin = llvm::alignTo(p.firstInner(), p.tilePixels);
    int64_t end = std::max(begin, p.endInner() / p.tilePixels * p.tilePixels);
    emitBorder(0, std::min(begin, p.width));
    k.loop(k.c(begin), k.c(end), p.tilePixels, [&](Value column) {
      emitTile(column, SmallVector<TapRange>(p.tilePixels, p.allTaps()));
    });
    emitBorder(end, p.width);
  }

  // The last pixels of a row: exactly as many if their number is known, otherwise the next of a
  // few sizes with the last pixel repeated.
  void emitTail(Value end) {
    Value count = k.sub(width, end);
    if (!ShapedType::isDynamic(p.width)) {
      int64_t left = p.width % p.tilePixels;
      SmallVector<TapRange> taps(left, p.allTaps());
      tile.toScratch(accumulate(tileColumns(end, left, Value()), taps), p.panel.vectors);
      return storeScratch(end, count);
    }
    SmallVector<int64_t> sizes;
    for (int64_t size : {2, 4, 8})
      if (size < p.tilePixels)
        sizes.push_back(size);
    sizes.push_back(p.tilePixels);
    k.when(k.less(end, width), [&] {
      tile.forTailSize(sizes, count, [&](int64_t size) {
        SmallVector<TapRange> taps(size, p.allTaps());
        tile.toScratch(accumulate(tileColumns(end, size, width), taps), p.panel.vectors);
      });
      storeScratch(end, count);
    });
  }

  void storeScratch(Value first, Value count) {
    tile.storeScratch(count, k.c(0), columns, [&](Value i) { return position(k.add(first, i)); });
  }

  // Output columns of a tile, clamped to the last one if a limit is given.
  Vectors tileColumns(Value first, int64_t count, Value limit) {
    Vectors result;
    Value last = limit ? k.sub(limit, k.c(1)) : Value();
    for (int64_t i = 0; i < count; ++i) {
      Value column = k.add(first, i);
      result.push_back(limit && i > 0 ? k.min(column, last) : column);
    }
    return result;
  }

  // What the window's rows outside the image add.
  Vectors addClippedRows() {
    Value all = k.c(p.window.kernel[0]), columns = k.c(p.window.kernel[1]);
    Value before = k.min(firstTap, all), after = k.max(lastTap, before);
    Vectors sums = addZeros(k.c(0), k.mul(before, columns), init);
    return addZeros(k.mul(after, columns), k.mul(k.sub(all, after), columns), sums);
  }

  // What the window's columns outside the image add.
  void findBorders() {
    borders.clear();
    for (auto [begin, end] : {TapRange(0, p.firstInner()), TapRange(p.endInner(), p.width)})
      for (TapRange taps : p.tapsOf(begin, end - begin))
        borders.try_emplace(taps, Vectors());
    for (auto &[taps, sums] : borders) {
      sums.assign(p.panel.vectors, k.splat(tile.vectorType(), 0.0));
      sums = k.loop(k.c(0), k.c(p.window.kernel[0]), 1, sums, [&](Value row, ValueRange carried) {
        Value first = k.mul(row, p.window.kernel[1]);
        Vectors before = addZeros(first, k.c(taps.first), Vectors(carried));
        return addZeros(k.add(first, taps.second), k.c(p.window.kernel[1] - taps.second), before);
      });
    }
  }

  // Zero times the weights of `count` taps, numbered row by row; not in the first pass.
  Vectors addZeros(Value from, Value count, Vectors sums) {
    Value zero = k.splat(tile.vectorType(), 0.0);
    Value to = k.add(from, k.mul(count, exact));
    return k.loop(k.mul(from, p.channels), k.mul(to, p.channels), 1, sums,
                  [&](Value weightRow, ValueRange carried) {
                    Vectors weights, next;
                    tile.loadWeights(panel, weightRow, weights);
                    for (auto [weight, sum] : llvm::zip(weights, carried))
                      next.push_back(vector::FMAOp::create(k.b, k.loc, zero, weight, sum));
                    return next;
                  });
  }

  Vectors initialSums(TapRange taps) {
    Vectors sums = rowInit;
    if (auto border = borders.find(taps); border != borders.end())
      for (auto [sum, nothing] : llvm::zip(sums, border->second))
        sum = arith::AddFOp::create(k.b, k.loc, sum, nothing);
    return sums;
  }

  // Sums of a tile: pixels x vectors, pixel by pixel.
  Vectors accumulate(ArrayRef<Value> pixels, ArrayRef<TapRange> taps) {
    Vectors sums = accumulateRows(pixels, taps);
    if (auto whole = llvm::find(taps, p.allTaps()); p.leavesTapsOut() && whole != taps.end())
      check(ArrayRef(sums).slice((whole - taps.begin()) * p.panel.vectors, p.panel.vectors));
    return sums;
  }

  Vectors accumulateRows(ArrayRef<Value> pixels, ArrayRef<TapRange> taps) {
    Vectors start, offsets;
    for (auto [pixel, inside] : llvm::zip(pixels, taps)) {
      llvm::append_range(start, initialSums(inside));
      Value offset = rows.columnOffset(pixel);
      offsets.push_back(firstChannel ? k.add(offset, firstChannel) : offset);
    }
    if (p.window.kernel[0] == 1 && !p.window.padsRows())
      return accumulateRow(k.c(0), offsets, taps, start);
    return k.loop(firstTap, lastTap, 1, start, [&](Value tap, ValueRange sums) {
      return accumulateRow(tap, offsets, taps, Vectors(sums));
    });
  }

  // One row of the windows, as runs of columns that are inside the image for the same pixels.
  Vectors accumulateRow(Value tap, ArrayRef<Value> offsets, ArrayRef<TapRange> taps, Vectors sums) {
    Value row = rows.rowIndex(outputRow, tap);
    int64_t kernel = p.window.kernel[1];
    Value weightRow = k.mul(tap, kernel * p.channels);
    auto isInside = [](TapRange range, int64_t column) {
      return range.first <= column && column < range.second;
    };
    for (int64_t begin = 0, end; begin < kernel; begin = end) {
      auto isLikeFirst = [&](int64_t column) {
        return llvm::all_of(taps,
                            [&](TapRange r) { return isInside(r, begin) == isInside(r, column); });
      };
      for (end = begin + 1; end < kernel && isLikeFirst(end);)
        ++end;
      Vectors used, carried;
      for (size_t i = 0; i < offsets.size(); ++i)
        if (isInside(taps[i], begin)) {
          used.push_back(offsets[i]);
          carried.append(sums.begin() + i * p.panel.vectors,
                         sums.begin() + (i + 1) * p.panel.vectors);
        }
      if (used.empty())
        continue;
      carried = accumulateColumns(row, used, weightRow, begin, end, carried);
      auto next = carried.begin();
      for (size_t i = 0; i < offsets.size(); ++i)
        if (isInside(taps[i], begin))
          for (int64_t j = 0; j < p.panel.vectors; ++j)
            sums[i * p.panel.vectors + j] = *next++;
    }
    return sums;
  }

  // Columns [begin, end) of a row of the windows, all inside the image.
  Vectors accumulateColumns(Value row, ArrayRef<Value> offsets, Value weightRow, int64_t begin,
                            int64_t end, Vectors sums) {
    int64_t distance = p.window.dilations[1] * p.imageChannels();
    auto moved = [&](Value by) {
      return llvm::map_to_vector(offsets, [&](Value offset) { return k.add(offset, by); });
    };
    if (distance == p.channels || end == begin + 1)
      return accumulateRun(row, moved(k.c(begin * distance)), k.add(weightRow, begin * p.channels),
                           (end - begin) * p.channels, sums);
    return k.loop(k.c(begin), k.c(end), 1, sums, [&](Value column, ValueRange carried) {
      Value weights = k.add(weightRow, k.mul(column, p.channels));
      return accumulateRun(row, moved(k.mul(column, distance)), weights, p.channels,
                           Vectors(carried));
    });
  }

  // `length` elements that lie together in the image and in the panel.
  Vectors accumulateRun(Value row, ArrayRef<Value> offsets, Value weightRow, int64_t length,
                        Vectors sums) {
    return k.loop(k.c(0), k.c(length), 1, sums, [&](Value step, ValueRange carried) {
      Vectors weights, next;
      tile.loadWeights(panel, k.add(weightRow, step), weights);
      auto sum = carried.begin();
      for (Value offset : offsets) {
        Value element =
            memref::LoadOp::create(k.b, k.loc, rows.buffer(), ValueRange{row, k.add(offset, step)});
        Value left = vector::BroadcastOp::create(k.b, k.loc, tile.vectorType(), element);
        for (Value weight : weights)
          next.push_back(vector::FMAOp::create(k.b, k.loc, left, weight, *sum++));
      }
      return next;
    });
  }

  KernelBuilder &k;
  const ConvPlan &p;
  Epilogue &epilogue;
  PaddedRows rows;
  PanelTile tile;
  Value height, width; // of the output
  Value rowBegin, rowEnd;
  Value panel, outputRow, firstTap, lastTap; // where the loops stand
  Value firstChannel;                        // of the panel's group; null if there is one group
  Value exact, checks;                       // see emitRowsInPasses()
  Columns columns;
  std::map<TapRange, Vectors> borders; // what is outside adds to pixels with these columns inside
  Vectors init, rowInit; // of the sums of a pixel: the bias, and with what clipped rows add
};

// Even shares: the smallest size with which as few pieces as with `most` cover `total`.
int64_t balanced(int64_t total, int64_t most) {
  return llvm::divideCeil(total, llvm::divideCeil(total, most));
}

int64_t planTile(const ConvPlan &p, const CpuModel &target) {
  int64_t most = std::min(target.tileRows, p.panel.tileRows);
  if (ShapedType::isDynamic(p.width))
    return most;
  // Long sums keep more accumulators busy.
  if (p.panel.tileRows >= 14 && p.width % 14 == 0 && p.width % 8 != 0 && p.window.kernel[0] > 1 &&
      p.channels >= 128)
    return 14;
  return balanced(p.width, most);
}

FailureOr<ConvPlan> planConv(ConvPackedOp op, const CpuModel &target, LoweringReason &why) {
  auto filter = cast<RankedTensorType>(op.getFilter().getType());
  FailureOr<PanelShape> panel =
      planPanels(filter, filter.getDimSize(1), op.getOutChannels(), target, why);
  if (failed(panel))
    return failure();
  ConvPlan p;
  p.panel = *panel;
  p.window = Window2D::get(op.getKernelShape(), op.getStrides(), op.getPads(), op.getDilations());
  p.panel.columnGroups = op.getGroups();
  p.channels = panel->k / (p.window.kernel[0] * p.window.kernel[1]);
  auto result = cast<RankedTensorType>(op.getType());
  p.width = result.getDimSize(2);
  p.imageWidth = cast<RankedTensorType>(op.getInput().getType()).getDimSize(2);
  p.clipsColumns = p.window.padsColumns() && !ShapedType::isDynamic(p.width) &&
                   !ShapedType::isDynamic(p.imageWidth) && p.window.kernel[1] <= kMaxClipped &&
                   p.hasNarrowBorders();
  p.tilePixels = planTile(p, target);

  int64_t width = ShapedType::isDynamic(p.width) ? kAssumedWidth : p.width;
  int64_t rowFlops =
      std::max<int64_t>(saturatingProduct({2, width, panel->k, panel->panelWidth}), 1);
  bool copies = p.window.padsColumns() && !p.clipsColumns;
  int64_t block = std::max(kFlopsPerWorkgroup / rowFlops, kMinRows);
  int64_t rowBytes = saturatingProduct({width, p.window.strides[1], p.imageChannels(), 4});
  while (block > 1 && saturatingProduct({p.window.imageRows(block), rowBytes}) > target.l2Bytes / 2)
    block = (block + 1) / 2;
  int64_t height = result.getDimSize(1);
  p.rowBlock = ShapedType::isDynamic(height) || height == 0
                   ? std::min<int64_t>(block, 16)
                   : balanced(height, std::min(block, height));
  int64_t perCopy = p.panel.columnGroups == 1 ? kMinPanelsPerCopy : panel->panels;
  int64_t group = std::max(kFlopsPerWorkgroup / saturatingProduct({rowFlops, p.rowBlock}),
                           copies ? perCopy : int64_t(1));
  if (copies &&
      saturatingProduct({p.window.imageRows(p.rowBlock), p.imageChannels(), 4}) > kMaxCopiedColumn)
    return why.because("the windows reach too far for a copy of their rows");
  p.panelGroup = balanced(panel->panels, std::min(group, panel->panels));
  return p;
}

} // namespace

LogicalResult emitConvPacked(func::FuncOp kernel, const CpuModel &target, LoweringReason &why) {
  FailureOr<FusedKernel> fused = matchFusedKernel(kernel, why);
  if (failed(fused))
    return failure();
  auto op = dyn_cast<ConvPackedOp>(fused->root);
  if (!op)
    return why.because("the root op is " + fused->root->getName().getStringRef());
  if (failed(expectF32(op->getOperands(), why)))
    return failure();
  FailureOr<ConvPlan> plan = planConv(op, target, why);
  if (failed(plan))
    return failure();
  if (plan->window.isPointwise() && op.getGroups() == 1)
    return emitPointwiseConv(*fused, target, why);
  FailureOr<Epilogue> epilogue = Epilogue::plan(*fused, target.lanes, why);
  if (failed(epilogue))
    return failure();

  KernelBuilder builder(*fused);
  ConvEmitter emitter(builder, op, *plan, target, *epilogue);
  emitter.emit();
  if (!plan->leavesTapsOut()) // two passes would add a residual twice
    epilogue->allowInPlace();
  AffineExpr batch = builder.outputSizeExpr(0), height = builder.outputSizeExpr(1),
             width = builder.outputSizeExpr(2), one = builder.constantExpr(1);
  const PanelShape &panel = plan->panel;
  int64_t perPixel = target.nanoseconds(2.0 * panel.k * panel.n);
  builder.finish({height.ceilDiv(plan->rowBlock),
                  one * llvm::divideCeil(panel.panels, plan->panelGroup), batch},
                 emitter.workspaceBytes(builder.sizeExpr(op.getInput(), 2)),
                 batch * height * width * perPixel);
  return success();
}

} // namespace rlx::cpu
