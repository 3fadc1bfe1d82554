// Code for rlx.conv_packed: register tiles of neighbouring output pixels x one panel of output
// channels. The image is read in place (or from rows padded in the workspace) as the runs of
// window columns x channels that lie together in memory; there is no im2col matrix.
//
//   workgroup (x, y, z): output rows [x * rowBlock, ..), panels [y * panelGroup, ..), image z
//   for panel: for row: for tile of pixels: acc = bias
//     for window row: for (window column, channel): acc += pixel * panel row; epilogue
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
// Output rows and panels that share one padded copy of their input, at least.
constexpr int64_t kMinRowsPerCopy = 4, kMinPanelsPerCopy = 2;
// What to expect of a width that is not known.
constexpr int64_t kAssumedWidth = 64;

struct ConvPlan {
  PanelShape panel;
  Window2D window;
  int64_t channels;   // of the input
  int64_t width;      // of the output; kDynamic if unknown
  int64_t tilePixels; // output pixels of a register tile
  int64_t rowBlock, panelGroup;

  bool pixelsFillTiles() const { return !ShapedType::isDynamic(width) && width % tilePixels == 0; }
};

class ConvEmitter {
public:
  ConvEmitter(KernelBuilder &k, ConvPackedOp op, const ConvPlan &p, const CpuModel &target,
              Epilogue &epilogue)
      : k(k), p(p), epilogue(epilogue),
        rows(k, k.argument(op.getInput()), p.channels, p.window, p.rowBlock, target.lanes),
        tile(k, epilogue, p.panel, target, k.argument(op.getFilter()),
             op.getBias() ? k.argument(op.getBias()) : Value(), joinOutputRows()) {
    epilogue.bind(k, epilogue.canJoinRows());
  }

  AffineExpr workspaceBytes(AffineExpr width) const { return rows.workspaceBytes(width); }

  void emit() {
    height = k.size(k.output(), 1);
    width = k.size(k.output(), 2);
    Value rowBegin = k.mul(k.workgroup(0), p.rowBlock);
    Value rowEnd = k.min(k.add(rowBegin, p.rowBlock), height);
    Value firstPanel = k.mul(k.workgroup(1), p.panelGroup);
    Value lastPanel = k.min(k.add(firstPanel, p.panelGroup), k.c(p.panel.panels));
    rows.prepare(k.workgroup(2), rowBegin, rowEnd);
    k.loop(firstPanel, lastPanel, 1, [&](Value each) {
      panel = each;
      columns = tile.columnsOf(panel);
      init = tile.initialValues(columns);
      k.loop(rowBegin, rowEnd, 1, [&](Value row) { emitRow(row); });
    });
  }

private:
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
    Value end = width;
    if (!p.pixelsFillTiles())
      end = k.sub(width, k.rem(width, k.c(p.tilePixels)));
    k.loop(k.c(0), end, p.tilePixels, [&](Value column) {
      Vectors pixels = tileColumns(column, p.tilePixels, Value());
      Vectors sums = accumulate(pixels);
      if (epilogue.isHeavy()) {
        tile.toScratch(sums, p.panel.vectors);
        return storeScratch(column, k.c(p.tilePixels));
      }
      auto sum = sums.begin();
      for (Value pixel : pixels) {
        RowPosition at = position(pixel);
        for (auto [begin, mask] : llvm::zip(columns.begin, columns.masks))
          tile.store(*sum++, at, begin, mask);
      }
    });
    if (!p.pixelsFillTiles())
      emitTail(end);
  }

  // The last pixels of a row: exactly as many if their number is known, otherwise the next of a
  // few sizes with the last pixel repeated.
  void emitTail(Value end) {
    Value count = k.sub(width, end);
    if (!ShapedType::isDynamic(p.width)) {
      tile.toScratch(accumulate(tileColumns(end, p.width % p.tilePixels, Value())),
                     p.panel.vectors);
      return storeScratch(end, count);
    }
    SmallVector<int64_t> sizes;
    for (int64_t size : {2, 4, 8})
      if (size < p.tilePixels)
        sizes.push_back(size);
    sizes.push_back(p.tilePixels);
    k.when(k.less(end, width), [&] {
      tile.forTailSize(sizes, count, [&](int64_t size) {
        tile.toScratch(accumulate(tileColumns(end, size, width)), p.panel.vectors);
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

  // Window rows outside the image, which the loops leave out, add weights times zero: nothing, but
  // NaN where a weight is infinite. Once a row, so that it costs little.
  Vectors addClippedRows() {
    Value all = k.c(p.window.kernel[0]);
    Value before = k.min(firstTap, all), after = k.max(lastTap, before);
    return addZeroRows(after, all, addZeroRows(k.c(0), before, init));
  }

  Vectors addZeroRows(Value from, Value to, Vectors sums) {
    int64_t length = p.window.kernel[1] * p.channels;
    Value zero = k.splat(tile.vectorType(), 0.0);
    return k.loop(k.mul(from, length), k.mul(to, length), 1, sums,
                  [&](Value weightRow, ValueRange carried) {
                    Vectors weights, next;
                    tile.loadWeights(panel, weightRow, weights);
                    for (auto [weight, sum] : llvm::zip(weights, carried))
                      next.push_back(vector::FMAOp::create(k.b, k.loc, zero, weight, sum));
                    return next;
                  });
  }

  // Sums of a tile: pixels x vectors, pixel by pixel.
  Vectors accumulate(ArrayRef<Value> pixels) {
    Vectors start, offsets;
    for (Value pixel : pixels) {
      llvm::append_range(start, rowInit);
      offsets.push_back(rows.columnOffset(pixel));
    }
    if (p.window.kernel[0] == 1 && !p.window.padsRows())
      return accumulateRow(k.c(0), offsets, start);
    return k.loop(firstTap, lastTap, 1, start, [&](Value tap, ValueRange sums) {
      return accumulateRow(tap, offsets, Vectors(sums));
    });
  }

  Vectors accumulateRow(Value tap, ArrayRef<Value> offsets, Vectors sums) {
    Value row = rows.rowIndex(outputRow, tap);
    int64_t kernel = p.window.kernel[1];
    Value weightRow = k.mul(tap, kernel * p.channels);
    if (p.window.dilations[1] == 1 || kernel == 1)
      return accumulateRun(row, offsets, weightRow, kernel * p.channels, sums);
    return k.loop(k.c(0), k.c(kernel), 1, sums, [&](Value column, ValueRange carried) {
      Vectors moved;
      Value distance = k.mul(column, p.window.dilations[1] * p.channels);
      for (Value offset : offsets)
        moved.push_back(k.add(offset, distance));
      Value weights = k.add(weightRow, k.mul(column, p.channels));
      return accumulateRun(row, moved, weights, p.channels, Vectors(carried));
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
  Value height, width;                       // of the output
  Value panel, outputRow, firstTap, lastTap; // where the loops stand
  Columns columns;
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
  FailureOr<PanelShape> panel = planPanels(cast<RankedTensorType>(op.getFilter().getType()),
                                           op.getOutChannels(), target, why);
  if (failed(panel))
    return failure();
  ConvPlan p;
  p.panel = *panel;
  p.window = Window2D::get(op.getKernelShape(), op.getStrides(), op.getPads(), op.getDilations());
  p.channels = panel->k / (p.window.kernel[0] * p.window.kernel[1]);
  auto result = cast<RankedTensorType>(op.getType());
  p.width = result.getDimSize(2);
  p.tilePixels = planTile(p, target);

  int64_t width = ShapedType::isDynamic(p.width) ? kAssumedWidth : p.width;
  int64_t rowFlops = std::max<int64_t>(2 * width * panel->k * panel->panelWidth, 1);
  bool copies = p.window.padsColumns();
  int64_t together = std::min<int64_t>(panel->panels, 4);
  int64_t block =
      std::max(kFlopsPerWorkgroup / (rowFlops * together), copies ? kMinRowsPerCopy : int64_t(1));
  int64_t rowBytes = width * p.window.strides[1] * p.channels * 4;
  while (block > 1 && p.window.imageRows(block) * rowBytes > target.l2Bytes / 2)
    block = (block + 1) / 2;
  int64_t height = result.getDimSize(1);
  p.rowBlock = ShapedType::isDynamic(height) || height == 0
                   ? std::min<int64_t>(block, 16)
                   : balanced(height, std::min(block, height));
  int64_t group = std::max(kFlopsPerWorkgroup / (rowFlops * p.rowBlock),
                           copies ? kMinPanelsPerCopy : int64_t(1));
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
  if (plan->window.isPointwise())
    return emitPointwiseConv(*fused, target, why);
  FailureOr<Epilogue> epilogue = Epilogue::plan(*fused, target.lanes, why);
  if (failed(epilogue))
    return failure();

  KernelBuilder builder(*fused);
  ConvEmitter emitter(builder, op, *plan, target, *epilogue);
  emitter.emit();
  AffineExpr batch = builder.outputSizeExpr(0), height = builder.outputSizeExpr(1),
             width = builder.outputSizeExpr(2), one = builder.constantExpr(1);
  const PanelShape &panel = plan->panel;
  int64_t perPixel = int64_t(2.0 * panel.k * panel.n / target.gflops) + 1;
  builder.finish({height.ceilDiv(plan->rowBlock),
                  one * llvm::divideCeil(panel.panels, plan->panelGroup), batch},
                 emitter.workspaceBytes(builder.sizeExpr(op.getInput(), 2)),
                 batch * height * width * perPixel);
  return success();
}

} // namespace rlx::cpu
