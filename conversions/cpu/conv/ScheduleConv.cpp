// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The schedules of conv_packed and conv_integer_packed: direct convolution without an im2col
// matrix.
//
//   workgroup (x, y, z): output rows [x * rowBlock, ..), panels [y * panelGroup, ..), image z
//   for panel: for row: for tile of pixels:
//     acc = bias
//     for window slice: for window row: for (window column, channel): acc += pixel * panel row
//     store epilogue(acc)
//
// An image is one slice. For a volume, z counts the output slices of all batch entries.
//
// A register tile holds adjacent output pixels x one panel of output channels. The k loop follows
// the contiguous runs of window columns x channels in the image, or in rows padded in the
// workspace.
#include <map>

#include "conversions/cpu/builder/CpuSchedule.h"
#include "conversions/cpu/conv/ConvPlan.h"
#include "conversions/cpu/matmul/PointwiseConv.h"
#include "conversions/cpu/matmul/ZeroPointTerms.h"
#include "dialects/rlx/ir/PackedOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace rlx::cpu {
namespace {

class ConvEmitter {
public:
  ConvEmitter(KernelBuilder &k, const ConvOperands &in, const ConvPlan &p, const CpuModel &target,
              Epilogue &epilogue)
      : k(k), p(p), epilogue(epilogue), height(k.size(k.output(), outputRank() - 3)),
        width(k.size(k.output(), outputRank() - 2)), rowBegin(k.mul(k.workgroup(0), p.rowBlock)),
        rowEnd(k.min(k.add(rowBegin, p.rowBlock), height)),
        integers(p.isInteger() ? std::make_unique<ZeroPointTerms>(k, p.panel.lanes, in.isSigned(),
                                                                  in.imageZero, p.flipsBytes)
                               : nullptr),
        hasPixelSums(in.filterZero),
        rows(k, k.argument(in.image), p.imageChannels(), p.window, p.depth, p.rowBlock,
             target.lanes, rowCopies(),
             hasPixelSums ? k.mul(width, p.rowBlock * kSumBytes) : k.c(0)),
        tile(k, epilogue, p.panel, target, k.argument(in.filter), columnTerms(in),
             joinOutputRows()),
        product(k, p.panel.kind, p.panel.lanes, in.isSigned() && !p.flipsBytes) {
    epilogue.bind(k, epilogue.canJoinRows());
    batch = k.workgroup(2);
    if (outputRank() == 4)
      return;
    Value depth = k.size(k.output(), 1);
    outputSlice = k.rem(batch, depth);
    batch = k.div(batch, depth);
  }

  AffineExpr workspaceBytes(AffineExpr imageWidth) const {
    AffineExpr sums = k.constantExpr(0);
    if (hasPixelSums)
      sums = k.outputSizeExpr(outputRank() - 2) * (p.rowBlock * kSumBytes);
    return sums + rows.workspaceBytes(imageWidth);
  }

  void emit() {
    Value firstPanel = k.mul(k.workgroup(1), p.panelGroup);
    Value lastPanel = k.min(k.add(firstPanel, p.panelGroup), k.c(p.panel.panels));
    rows.prepare(batch, outputSlice, rowBegin, rowEnd);
    if (hasPixelSums && p.panel.columnGroups == 1)
      emitPixelSums();
    k.loop(firstPanel, lastPanel, 1, [&](Value each) {
      panel = each;
      if (p.panel.columnGroups > 1)
        firstChannel = k.mul(k.div(panel, k.c(p.panel.groupPanels())), p.channels);
      if (hasPixelSums && firstChannel)
        emitPixelSums();
      columns = tile.columnsOf(panel);
      exact = k.c(1);
      init = addClippedSlices(tile.initialValues(columns));
      if (p.leavesTapsOut())
        emitRowsInPasses();
      else
        k.loop(rowBegin, rowEnd, 1, [&](Value row) { emitRow(row); });
    });
  }

private:
  static constexpr int64_t kSumBytes = 4;

  unsigned outputRank() const { return cast<MemRefType>(k.output().getType()).getRank(); }

  std::optional<RowCopies> rowCopies() {
    if (!p.copies)
      return std::nullopt;
    RowCopies how;
    how.element = p.rowElement();
    how.hasAllRows = p.isInteger();
    if (p.isInteger())
      how.around = integers->zeroByte();
    if (p.flipsBytes)
      how.flipped = k.splat(how.element, -128);
    return how;
  }

  ColumnTerms columnTerms(const ConvOperands &in) {
    if (!p.isInteger())
      return {.start = in.bias ? k.argument(in.bias) : Value()};
    ColumnTerms terms = integers->start(k.argument(in.columnSums));
    if (!hasPixelSums)
      return terms;
    auto type = MemRefType::get({ShapedType::kDynamic}, k.b.getI32Type());
    pixelSums = memref::ViewOp::create(k.b, k.loc, type, k.workspace(), k.c(0),
                                       ValueRange{k.mul(width, p.rowBlock)});
    terms.zeroPoints = k.argument(in.filterZero);
    terms.rowSums = pixelSums;
    terms.firstRow = k.mul(k.add(k.mul(k.workgroup(2), height), rowBegin), width);
    return terms;
  }

  // The sums of (image - zero point) under the windows of the workgroup's pixels.
  void emitPixelSums() {
    int64_t kernel = p.window.kernel[1], run = p.rowIsRun() ? kernel : 1;
    k.loop(rowBegin, rowEnd, 1, [&](Value row) {
      Value first = k.mul(k.sub(row, rowBegin), width);
      k.loop(k.c(0), width, 1, [&](Value column) {
        Value offset = pixelOffset(column);
        Value start = integers->rowStart(p.window.kernel[0] * kernel * p.channels);
        Vectors sum =
            k.loop(k.c(0), k.c(p.window.kernel[0]), 1, start, [&](Value tap, ValueRange outer) {
              Value line = rows.rowIndex(row, tap, k.c(0));
              return k.loop(k.c(0), k.c(kernel), run, outer, [&](Value x, ValueRange inner) {
                Value at = k.add(offset, k.mul(x, p.window.dilations[1] * p.imageChannels()));
                return Vectors{
                    integers->addRun(rows.buffer(), line, at, run * p.channels, inner[0])};
              });
            });
        memref::StoreOp::create(k.b, k.loc, sum[0], pixelSums, ValueRange{k.add(first, column)});
      });
    });
  }

  // The offset in a row at which the window of an output column starts, for the panel's channel
  // group.
  Value pixelOffset(Value column) {
    Value offset = rows.columnOffset(column);
    return firstChannel ? k.add(offset, firstChannel) : offset;
  }

  // Taps outside the image are skipped, although they add weight * 0: NaN if a weight is infinite
  // or NaN. Finding such a weight needs no extra read: the accumulators of a pixel with all its
  // taps inside are finite only if all weights are. The first pass therefore skips these taps. If
  // the accumulators of such a pixel are not finite, or there is no such pixel, a second pass
  // recomputes the rows with the skipped terms.
  void emitRowsInPasses() {
    checks = k.stack({p.panel.vectors, p.panel.lanes}, tile.vectorType().getElementType());
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
      return Vectors{k.select(hasNonFiniteAccumulators(), k.c(1), k.c(0))};
    });
  }

  // Adds 0 * accumulators to `checks`, which stays 0 if they are finite. All window columns of the
  // pixel are inside; its window rows are, too, if its output row is a whole one.
  void check(ArrayRef<Value> accumulators) {
    for (auto [j, sum] : llvm::enumerate(accumulators)) {
      SmallVector<Value> at = {k.c(j), k.c(0)};
      Value before = vector::LoadOp::create(k.b, k.loc, tile.vectorType(), checks, at);
      Value after = vector::FMAOp::create(k.b, k.loc, sum, k.splat(tile.vectorType(), 0.0), before);
      vector::StoreOp::create(k.b, k.loc, after, checks, at);
    }
  }

  Value hasNonFiniteAccumulators() {
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
    return k.recast(output, {ShapedType::kDynamic, p.panel.n},
                    k.sizeProduct(output, 0, type.getRank() - 1));
  }

  RowPosition position(Value column) {
    Value line = k.add(k.mul(k.workgroup(2), height), outputRow);
    RowPosition at{k.add(k.mul(line, width), column), {batch, outputRow, column}};
    if (outputSlice)
      at.indices.insert(at.indices.begin() + 1, outputSlice);
    return at;
  }

  void emitRow(Value row) {
    outputRow = row;
    rowTaps = rows.clippedTaps(row);
    rowInit = p.clipsRows() ? addClippedRows() : init;
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

  // Computes and stores adjacent pixels. `taps` are the window columns inside the image, per pixel.
  void emitTile(Value column, ArrayRef<TapRange> taps) {
    auto count = static_cast<int64_t>(taps.size());
    Vectors pixels = tileColumns(column, count, Value());
    for (Value pixel : pixels)
      tile.prefetchRow(position(pixel), columns);
    Vectors accumulators = accumulate(pixels, taps);
    if (epilogue.isHeavy()) {
      tile.toScratch(accumulators, p.panel.vectors);
      return storeScratch(column, k.c(count));
    }
    auto sum = accumulators.begin();
    for (Value pixel : pixels) {
      RowPosition at = position(pixel);
      for (int64_t j = 0; j < p.panel.vectors; ++j)
        tile.store(*sum++, at, columns, j);
    }
  }

  // A loop over the tiles inside the image, and separate code for each of the others.
  void emitTilesAndBorders() {
    auto emitBorder = [&](int64_t begin, int64_t end) {
      for (int64_t column = begin; column < end; column += p.tilePixels)
        emitTile(k.c(column), p.tapsOf(column, std::min(p.tilePixels, p.width - column)));
    };
    int64_t begin = p.firstInnerTile(), end = p.endInnerTiles();
    emitBorder(0, std::min(begin, p.width));
    k.loop(k.c(begin), k.c(end), p.tilePixels, [&](Value column) {
      emitTile(column, SmallVector<TapRange>(p.tilePixels, p.allTaps()));
    });
    emitBorder(end, p.width);
  }

  // The last pixels of a row: the exact number if it is static, otherwise the next larger of a few
  // sizes, with the last pixel repeated.
  void emitTail(Value end) {
    Value count = k.sub(width, end);
    if (!ShapedType::isDynamic(p.width)) {
      int64_t left = p.width % p.tilePixels;
      SmallVector<TapRange> taps(left, p.allTaps());
      tile.toScratch(accumulate(tileColumns(end, left, Value()), taps), p.panel.vectors);
      return storeScratch(end, count);
    }
    k.when(k.less(end, width), [&] {
      tile.forTailSize(p.tailSizes(), count, [&](int64_t size) {
        SmallVector<TapRange> taps(size, p.allTaps());
        tile.toScratch(accumulate(tileColumns(end, size, width), taps), p.panel.vectors);
      });
      storeScratch(end, count);
    });
  }

  void storeScratch(Value first, Value count) {
    tile.storeScratch(count, k.c(0), columns, [&](Value i) { return position(k.add(first, i)); });
  }

  // The output columns of a tile, clamped to the last one if a limit is given.
  Vectors tileColumns(Value first, int64_t count, Value limit) {
    Vectors result;
    Value last = limit ? k.sub(limit, k.c(1)) : Value();
    for (int64_t i = 0; i < count; ++i) {
      Value column = k.add(first, i);
      result.push_back(limit && i > 0 ? k.min(column, last) : column);
    }
    return result;
  }

  // The accumulators plus the terms of window rows outside the image.
  Vectors addClippedRows() {
    return forSlices(init, [&](Value slice, const Vectors &accumulators) {
      return addZerosAround(rowTaps, p.window.kernel[0], 1, k.mul(slice, p.window.kernel[0]),
                            accumulators);
    });
  }
  // The accumulators plus the terms of window slices outside the volume. Once per panel, they are
  // few, and need no second pass.
  Vectors addClippedSlices(const Vectors &accumulators) {
    if (!p.depth.pads())
      return accumulators;
    return addZerosAround(rows.clippedSlices(), p.depth.kernel, p.window.kernel[0], k.c(0),
                          accumulators);
  }
  // The accumulators plus the terms of the taps that are not inside. Each of the `count` taps has
  // `size` window rows, the first one begins with row `base`.
  Vectors addZerosAround(Taps inside, int64_t count, int64_t size, Value base,
                         const Vectors &accumulators) {
    Value all = k.c(count);
    Value before = k.min(inside.first, all), after = k.max(inside.end, before);
    auto rowOf = [&](Value tap) { return k.add(k.mul(tap, size), base); };
    Vectors some = addZeroRows(base, rowOf(before), accumulators);
    return addZeroRows(rowOf(after), rowOf(all), some);
  }
  Vectors addZeroRows(Value from, Value to, const Vectors &accumulators) {
    int64_t elements = p.window.kernel[1] * p.channels, left = elements % p.panel.group;
    int64_t steps = p.rowSteps();
    if (left == 0)
      return addZeros(k.mul(from, steps), k.mul(k.sub(to, from), steps), accumulators);
    return k.loop(from, to, 1, accumulators, [&](Value row, ValueRange carried) {
      Value first = k.mul(row, steps);
      Vectors whole = addZeros(first, k.c(steps - 1), Vectors(carried));
      return addZeros(k.add(first, steps - 1), k.c(1), whole, left);
    });
  }

  // Computes the terms of window columns outside the image.
  void findBorders() {
    borders.clear();
    for (auto [begin, end] : {TapRange(0, p.firstInner()), TapRange(p.endInner(), p.width)})
      for (TapRange taps : p.tapsOf(begin, end - begin))
        borders.try_emplace(taps, Vectors());
    int64_t column = p.columnSteps();
    for (auto &[taps, accumulators] : borders) {
      accumulators.assign(p.panel.vectors, k.splat(tile.vectorType(), 0.0));
      accumulators =
          k.loop(k.c(0), k.c(p.windowRows()), 1, accumulators, [&](Value row, ValueRange carried) {
            Value first = k.mul(row, p.rowSteps());
            Vectors before = addZeros(first, k.c(taps.first * column), Vectors(carried));
            return addZeros(k.add(first, taps.second * column),
                            k.c((p.window.kernel[1] - taps.second) * column), before);
          });
    }
  }

  // Adds 0 * the weights of `count` steps. Only the first `group` rows of the panel count if
  // `group` is given. Adds nothing in the first pass.
  Vectors addZeros(Value from, Value count, const Vectors &accumulators, int64_t group = 0) {
    Value to = k.add(from, k.mul(count, exact));
    return k.loop(from, to, 1, accumulators, [&](Value step, ValueRange carried) {
      Vectors weights, next, zeros = product.zeros();
      tile.loadWeights(panel, step, weights);
      for (auto [weight, sum] : llvm::zip(weights, carried)) {
        Vectors right = product.right(weight, group ? group : p.panel.group);
        next.push_back(product.add(ArrayRef(zeros).take_front(right.size()), right, sum));
      }
      return next;
    });
  }

  Vectors initialAccumulators(TapRange taps) {
    Vectors accumulators = rowInit;
    if (auto border = borders.find(taps); border != borders.end())
      for (auto [sum, nothing] : llvm::zip(accumulators, border->second))
        sum = arith::AddFOp::create(k.b, k.loc, sum, nothing);
    return accumulators;
  }

  // The accumulators of a tile, in the order pixels x vectors.
  Vectors accumulate(ArrayRef<Value> pixels, ArrayRef<TapRange> taps) {
    Vectors accumulators = accumulateRows(pixels, taps);
    if (auto whole = llvm::find(taps, p.allTaps()); p.leavesTapsOut() && whole != taps.end())
      check(
          ArrayRef(accumulators).slice((whole - taps.begin()) * p.panel.vectors, p.panel.vectors));
    return accumulators;
  }

  Vectors accumulateRows(ArrayRef<Value> pixels, ArrayRef<TapRange> taps) {
    Vectors start, offsets;
    for (auto [pixel, inside] : llvm::zip(pixels, taps)) {
      llvm::append_range(start, initialAccumulators(inside));
      offsets.push_back(pixelOffset(pixel));
    }
    return forSlices(start, [&](Value slice, const Vectors &before) {
      if (p.window.kernel[0] == 1 && !p.clipsRows())
        return accumulateRow(slice, k.c(0), offsets, taps, before);
      return k.loop(rowTaps.first, rowTaps.end, 1, before, [&](Value tap, ValueRange accumulators) {
        return accumulateRow(slice, tap, offsets, taps, Vectors(accumulators));
      });
    });
  }

  // The accumulators after all window slices inside the volume.
  Vectors forSlices(const Vectors &start,
                    function_ref<Vectors(Value slice, const Vectors &accumulators)> body) {
    if (p.depth.isOneSlice())
      return body(k.c(0), start);
    auto [first, end] = rows.clippedSlices();
    return k.loop(first, end, 1, start, [&](Value slice, ValueRange accumulators) {
      return body(slice, Vectors(accumulators));
    });
  }

  // One row of the windows, split into ranges of columns that are inside the image for the same
  // pixels.
  Vectors accumulateRow(Value slice, Value tap, ArrayRef<Value> offsets, ArrayRef<TapRange> taps,
                        Vectors accumulators) {
    Value row = rows.rowIndex(outputRow, tap, slice);
    int64_t kernel = p.window.kernel[1];
    Value firstStep = k.mul(k.add(tap, k.mul(slice, p.window.kernel[0])), p.rowSteps());
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
          carried.append(accumulators.begin() + i * p.panel.vectors,
                         accumulators.begin() + (i + 1) * p.panel.vectors);
        }
      if (used.empty())
        continue;
      carried = accumulateColumns(row, used, firstStep, begin, end, carried);
      auto next = carried.begin();
      for (size_t i = 0; i < offsets.size(); ++i)
        if (isInside(taps[i], begin))
          for (int64_t j = 0; j < p.panel.vectors; ++j)
            accumulators[i * p.panel.vectors + j] = *next++;
    }
    return accumulators;
  }

  // Columns [begin, end) of a window row, all inside the image.
  Vectors accumulateColumns(Value row, ArrayRef<Value> offsets, Value firstStep, int64_t begin,
                            int64_t end, const Vectors &accumulators) {
    int64_t distance = p.window.dilations[1] * p.imageChannels();
    auto moved = [&](Value by) {
      return llvm::map_to_vector(offsets, [&](Value offset) { return k.add(offset, by); });
    };
    if (p.rowIsRun() || end == begin + 1)
      return accumulateRun(row, moved(k.c(begin * distance)),
                           k.add(firstStep, begin * p.columnSteps()), (end - begin) * p.channels,
                           accumulators);
    return k.loop(k.c(begin), k.c(end), 1, accumulators, [&](Value column, ValueRange carried) {
      Value step = k.add(firstStep, k.mul(column, p.columnSteps()));
      return accumulateRun(row, moved(k.mul(column, distance)), step, p.channels, Vectors(carried));
    });
  }

  // `length` elements that are contiguous in the image and in the panel.
  Vectors accumulateRun(Value row, ArrayRef<Value> offsets, Value firstStep, int64_t length,
                        Vectors accumulators) {
    int64_t group = p.panel.group, whole = length / group;
    accumulators = k.loop(k.c(0), k.c(whole), 1, accumulators, [&](Value step, ValueRange carried) {
      return addStep(row, offsets, k.mul(step, group), k.add(firstStep, step), Vectors(carried),
                     group);
    });
    if (int64_t left = length % group)
      accumulators =
          addStep(row, offsets, k.c(whole * group), k.add(firstStep, whole), accumulators, left);
    return accumulators;
  }

  // The accumulators after one more k-step: `count` elements that start at `offset` + `element`.
  Vectors addStep(Value row, ArrayRef<Value> offsets, Value element, Value step,
                  Vectors accumulators, int64_t count) {
    Vectors weights, next;
    tile.loadWeights(panel, step, weights);
    SmallVector<Vectors> right;
    for (Value weight : weights)
      right.push_back(product.right(weight, count));
    auto sum = accumulators.begin();
    for (Value offset : offsets) {
      Vectors left = product.left(rows.buffer(), row, k.add(offset, element), count);
      for (const Vectors &factors : right)
        next.push_back(product.add(left, factors, *sum++));
    }
    return next;
  }

  KernelBuilder &k;
  const ConvPlan &p;
  Epilogue &epilogue;
  Value height, width;      // of the output
  Value batch, outputSlice; // of the workgroup; no slice for images
  Value rowBegin, rowEnd;
  std::unique_ptr<ZeroPointTerms> integers; // null for floating point
  bool hasPixelSums;                        // for zero points of the filter
  Value pixelSums;
  PaddedRows rows;
  RegisterTile tile;
  Microkernel product;
  Value panel, outputRow; // current values of the loops
  Taps rowTaps;           // the window rows inside the image
  Value firstChannel;     // of the panel's group; null if there is only one
  Value exact, checks;    // see emitRowsInPasses()
  Columns columns;
  std::map<TapRange, Vectors> borders; // terms of taps outside, by the columns inside
  Vectors init, rowInit; // initial accumulators: the bias, and with clipped rows added
};

template <typename Op>
ConvOperands operandsOf(Op op) {
  ConvOperands in{.image = op.getInput(),
                  .filter = op.getFilter(),
                  .window = Window2D::get(op.getKernelShape(), op.getStrides(), op.getPads(),
                                          op.getDilations()),
                  .depth = WindowDepth::get(op.getKernelShape(), op.getStrides(), op.getPads(),
                                            op.getDilations()),
                  .outChannels = static_cast<int64_t>(op.getOutChannels()),
                  .groups = static_cast<int64_t>(op.getGroups())};
  if constexpr (std::is_same_v<Op, ConvPackedOp>) {
    in.bias = op.getBias();
  } else {
    in.columnSums = op.getColumnSums();
    in.imageZero = op.getInputZeroPoint();
    in.filterZero = op.getFilterZeroPoint();
  }
  return in;
}

class PlannedConv : public KernelPlan {
public:
  PlannedConv(const FusedKernel &fused, const ConvOperands &in, const ConvPlan &plan,
              const CpuModel &target, const Epilogue &epilogue)
      : fused(fused), in(in), plan(plan), target(target), epilogue(epilogue) {}

  LogicalResult emit(func::FuncOp) override {
    KernelBuilder builder(fused);
    ConvEmitter emitter(builder, in, plan, target, epilogue);
    emitter.emit();
    if (!plan.leavesTapsOut()) // two passes would add a residual twice
      epilogue.allowInPlace();
    unsigned width = cast<RankedTensorType>(in.image.getType()).getRank() - 2;
    finish(builder, emitter.workspaceBytes(builder.sizeExpr(in.image, width)));
    return success();
  }

private:
  void finish(KernelBuilder &builder, AffineExpr workspaceBytes) const {
    unsigned y = fused.resultType.getRank() - 3;
    AffineExpr one = builder.constantExpr(1), images = one, height = builder.outputSizeExpr(y),
               width = builder.outputSizeExpr(y + 1);
    for (unsigned i = 0; i < y; ++i)
      images = images * builder.outputSizeExpr(i);
    const PanelShape &panel = plan.panel;
    int64_t perPixel = target.nanoseconds(2.0 * panel.k * panel.n / speedOf(panel.kind));
    builder.finish({height.ceilDiv(plan.rowBlock),
                    one * llvm::divideCeil(panel.panels, plan.panelGroup), images},
                   workspaceBytes, images * height * width * perPixel);
  }

  FusedKernel fused;
  ConvOperands in;
  ConvPlan plan;
  CpuModel target;
  Epilogue epilogue;
};

std::unique_ptr<KernelPlan> planDirectConv(const FusedKernel &fused, const ConvOperands &in,
                                           const ConvPlan &plan, const CpuModel &target,
                                           LoweringReason &why) {
  FailureOr<Epilogue> epilogue = Epilogue::plan(fused, plan.panel.lanes, why);
  if (failed(epilogue))
    return nullptr;
  return std::make_unique<PlannedConv>(fused, in, plan, target, *epilogue);
}

std::unique_ptr<KernelPlan> planConvPacked(func::FuncOp kernel, const CpuModel &target,
                                           LoweringReason &why) {
  FailureOr<FusedKernel> fused = matchRoot<ConvPackedOp>(kernel, why);
  if (failed(fused) || failed(expectContractionTypes(fused->root->getOperands(), why)))
    return nullptr;
  auto op = cast<ConvPackedOp>(fused->root);
  ConvOperands in = operandsOf(op);
  FailureOr<ConvPlan> plan = planConv(in, op.getType(), target, why);
  if (failed(plan))
    return nullptr;
  if (plan->isPointwise() && in.groups == 1)
    return planPointwiseConv(*fused, target, why);
  return planDirectConv(*fused, in, *plan, target, why);
}

std::unique_ptr<KernelPlan> planConvIntegerPacked(func::FuncOp kernel, const CpuModel &target,
                                                  LoweringReason &why) {
  FailureOr<FusedKernel> fused = matchRoot<ConvIntegerPackedOp>(kernel, why, isInputZeroPoint);
  if (failed(fused))
    return nullptr;
  auto op = cast<ConvIntegerPackedOp>(fused->root);
  ConvOperands in = operandsOf(op);
  FailureOr<ConvPlan> plan = planConv(in, op.getType(), target, why);
  return succeeded(plan) ? planDirectConv(*fused, in, *plan, target, why) : nullptr;
}

} // namespace

extern const CpuSchedule kConvPacked, kConvIntegerPacked;
const CpuSchedule kConvPacked = {"conv_packed", "rlx.conv_packed", expectContractionTypes,
                                 planConvPacked};
const CpuSchedule kConvIntegerPacked = {"conv_integer_packed", "rlx.conv_integer_packed",
                                        takesAnyTypes, planConvIntegerPacked};

} // namespace rlx::cpu
