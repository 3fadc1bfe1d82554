// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The fast path of matmul_packed, matmul_integer_packed and 1x1 conv_packed (stride 1, no padding).
//
//   workgroup (x, y): rows [x * rowBlock, ..), panels [y * panelGroup, ..)
//   for panel:
//     for tile of rows:
//       acc = bias
//       for k: acc += lhs[row, k] * panel[k, :]
//       store epilogue(acc)
//
// Leftover rows form a tail tile. It joins the last full tile if both fit the registers. With a
// dynamic number of rows there is code for a few tail sizes: rows past the end repeat the last row
// and are not stored. For one to three rows (GEMV) several panels are read at once.
#include "conversions/cpu/builder/CpuSchedules.h"
#include "conversions/cpu/matmul/RegisterTile.h"
#include "conversions/cpu/matmul/ZeroPointTerms.h"
#include "dialects/rlx/ir/PackedOps.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace rlx::cpu {
namespace {

// Floating-point operations per workgroup: enough to hide its start, few enough that large matmuls
// still give every thread several workgroups.
constexpr int64_t kFlopsPerWorkgroup = 4'000'000;
// The minimum per workgroup, some microseconds.
constexpr int64_t kMinFlopsPerWorkgroup = 1'000'000;
// The most weights that a workgroup reads. Limits workgroups for the same reason if few rows make
// the matmul memory-bound.
constexpr int64_t kBytesPerWorkgroup = 1 << 20;
// Bytes that one core reads from its outer caches per nanosecond, for cost estimates.
constexpr int64_t kBytesPerNanosecond = 40;
// Matmuls with at most this many rows read several panels at once: several streams from memory.
constexpr int64_t kFewRows = 3;
// Tail sizes with code, in addition to the largest. Compile time grows with the rows of each.
constexpr int64_t kTails[] = {1, 2, 4, 6, 8, 12}, kJoinedTails[] = {3, 5, 7, 10},
                  kHighTails[] = {4, 8, 11}, kPixelTails[] = {4};
// Taller tiles read the weights less often. They need more code for tails, which pays off only if a
// panel has more bytes than this.
constexpr int64_t kHighTileRows = 12, kHighTileBytes = 64 << 10;

struct Sizes {
  PanelShape panel;
  int64_t rows; // rows of lhs; kDynamic if unknown
  int64_t tileRows, rowBlock, panelGroup;
  int64_t streams; // panels read at once for one to three rows
  // The rows are pixels of an image of unknown size: many, so leftover rows matter little.
  bool arePixels;

  bool isDynamic() const { return ShapedType::isDynamic(rows); }
  bool rowsFillTiles() const { return tileRows == 1 || (!isDynamic() && rows % tileRows == 0); }
  // Whether a tail of this size is computed in one tile with the last full tile.
  bool joinsTail(int64_t tail) const {
    return tail > 0 && tail + tileRows <= panel.tileRows && !arePixels;
  }
  int64_t largestTail() const {
    int64_t joined = panel.tileRows - tileRows; // most tail rows that can join a full tile
    return joinsTail(1) && joined > 0 ? std::min(panel.tileRows, 2 * tileRows - 1) : tileRows - 1;
  }
  bool mayHaveFewRows() const { return isDynamic() ? !arePixels : rows <= kFewRows; }
  bool widensRows() const { return widensLeft(panel.kind); }
  int64_t lhsBytes() const { return widensRows() ? 4 : panel.elementBytes(); }
  int64_t workspaceBytes() const {
    return widensRows() ? saturatingProduct({rowBlock, panel.k, lhsBytes()}) : 0;
  }
  bool mayHaveManyRows() const { return isDynamic() || rows > kFewRows; }
};

// The operands of the matmul: tensors of the old kernel. lhs and weights are never null.
struct Operands {
  Value lhs, weights, bias;
  Value columnSums, lhsZero, rhsZero; // for integers

  bool isSigned() const { return !getElementTypeOrSelf(lhs.getType()).isUnsignedInteger(); }
};

class MatmulEmitter {
public:
  MatmulEmitter(KernelBuilder &k, Operands operands, const Sizes &s, const CpuModel &target,
                Epilogue &epilogue)
      : k(k), s(s), target(target), epilogue(epilogue), input(joinRows(operands.lhs)),
        rowBegin(k.mul(k.workgroup(0), s.rowBlock)),
        rowEnd(k.min(k.add(rowBegin, s.rowBlock), k.size(input, 0))),
        tile(k, epilogue, s.panel, target, k.argument(operands.weights), columnTerms(operands),
             joinOutputRows()),
        product(k, s.panel.kind, s.panel.lanes, operands.isSigned()) {
    epilogue.bind(k, epilogue.canJoinRows());
    lhs = s.widensRows() ? widenedRows() : input;
  }

  void emit() {
    Value firstPanel = k.mul(k.workgroup(1), s.panelGroup);
    Value lastPanel = k.min(k.add(firstPanel, s.panelGroup), k.c(s.panel.panels));
    if (!s.mayHaveManyRows())
      return emitFewRows(firstPanel, lastPanel);
    auto many = [&] { k.loop(firstPanel, lastPanel, 1, [&](Value panel) { emitPanel(panel); }); };
    if (!s.mayHaveFewRows())
      return many();
    k.when(
        k.less(k.sub(rowEnd, rowBegin), k.c(kFewRows + 1)),
        [&] { emitFewRows(firstPanel, lastPanel); }, many);
  }

private:
  Value joinRows(Value operand) {
    Value buffer = k.argument(operand);
    unsigned rank = cast<MemRefType>(buffer.getType()).getRank();
    rowCount = k.sizeProduct(buffer, 0, rank - 1);
    return k.recast(buffer, {s.rows, s.panel.k}, dynamicRows());
  }
  Value joinOutputRows() { return k.recast(k.output(), {s.rows, s.panel.n}, dynamicRows()); }
  ValueRange dynamicRows() { return s.isDynamic() ? ValueRange(rowCount) : ValueRange(); }

  ColumnTerms columnTerms(const Operands &operands) {
    if (!operands.columnSums)
      return {.start = operands.bias ? k.argument(operands.bias) : Value()};
    ZeroPointTerms integers(k, s.panel.lanes, operands.isSigned(), operands.lhsZero);
    ColumnTerms terms = integers.start(k.argument(operands.columnSums));
    if (!operands.rhsZero)
      return terms;
    terms.zeroPoints = k.argument(operands.rhsZero);
    terms.rowSums = k.stack({s.rowBlock}, k.b.getI32Type());
    terms.firstRow = rowBegin;
    k.loop(rowBegin, rowEnd, 1, [&](Value row) {
      Value sum = integers.addRun(input, row, k.c(0), s.panel.k, integers.rowStart(s.panel.k));
      memref::StoreOp::create(k.b, k.loc, sum, terms.rowSums, ValueRange{k.sub(row, rowBegin)});
    });
    return terms;
  }

  // Converts the workgroup's rows to f32, once for all its panels.
  Value widenedRows() {
    Type f32 = k.b.getF32Type();
    auto type = MemRefType::get({s.rowBlock, s.panel.k}, f32);
    Value wide = memref::ViewOp::create(k.b, k.loc, type, k.workspace(), k.c(0), ValueRange());
    auto some = VectorType::get({s.panel.lanes}, s.panel.element);
    int64_t whole = s.panel.k - s.panel.k % s.panel.lanes;
    k.loop(rowBegin, rowEnd, 1, [&](Value row) {
      Value to = k.sub(row, rowBegin);
      k.loop(k.c(0), k.c(whole), s.panel.lanes, [&](Value at) {
        Value read = vector::LoadOp::create(k.b, k.loc, some, input, ValueRange{row, at});
        vector::StoreOp::create(k.b, k.loc, convertFloat(k.b, k.loc, read, f32), wide,
                                ValueRange{to, at});
      });
      k.loop(k.c(whole), k.c(s.panel.k), 1, [&](Value at) {
        Value read = memref::LoadOp::create(k.b, k.loc, input, ValueRange{row, at});
        memref::StoreOp::create(k.b, k.loc, convertFloat(k.b, k.loc, read, f32), wide,
                                ValueRange{to, at});
      });
    });
    return wide;
  }

  // The accumulators of a tile, in the order rows x panels x vectors.
  Vectors accumulate(ArrayRef<Value> rows, ArrayRef<Value> panels, ArrayRef<Value> init) {
    Vectors start, left;
    for (Value row : rows) {
      llvm::append_range(start, init);
      left.push_back(s.widensRows() ? k.sub(row, rowBegin) : row);
    }
    Vectors sums =
        k.loop(k.c(0), k.c(s.panel.fullSteps()), 1, start, [&](Value step, ValueRange carried) {
          return addStep(left, panels, step, carried, s.panel.group);
        });
    if (s.panel.hasPartialStep())
      sums = addStep(left, panels, k.c(s.panel.fullSteps()), sums, s.panel.k % s.panel.group);
    return sums;
  }

  // The accumulators after one more k-step of `count` elements per lhs row: a whole group or the
  // rest.
  Vectors addStep(ArrayRef<Value> rows, ArrayRef<Value> panels, Value step, ValueRange sums,
                  int64_t count) {
    Vectors weights, next;
    for (Value panel : panels)
      tile.loadWeights(panel, step, weights, panels.size());
    SmallVector<Vectors> right;
    for (Value weight : weights)
      right.push_back(product.right(weight, count));
    auto sum = sums.begin();
    Value first = k.mul(step, s.panel.group);
    for (Value row : rows) {
      Vectors left = product.left(lhs, row, first, count);
      for (const Vectors &factors : right)
        next.push_back(product.add(left, factors, *sum++));
    }
    return next;
  }

  // All indices of a row, needed if the epilogue broadcasts along some of the row dimensions.
  RowPosition position(Value row) {
    RowPosition result{row, {}};
    if (epilogue.canJoinRows())
      return result;
    unsigned rank = cast<MemRefType>(k.output().getType()).getRank();
    for (unsigned i = rank - 1; i-- > 0;) {
      Value size = k.size(k.output(), i);
      result.indices.insert(result.indices.begin(), i == 0 ? row : k.rem(row, size));
      row = k.div(row, size);
    }
    return result;
  }

  void storeRows(Value first, Value count, Value offset, const Columns &columns) {
    tile.storeScratch(count, offset, columns, [&](Value i) { return position(k.add(first, i)); });
  }

  void emitPanel(Value panel) {
    Columns columns = tile.columnsOf(panel);
    Vectors init = tile.initialValues(columns);
    Value end = endOfFullTiles();
    if (epilogue.isHeavy())
      return emitTilesInOneLoop(end, panel, columns, init);
    k.loop(rowBegin, end, s.tileRows, [&](Value row) {
      Vectors rows = tileRows(row, s.tileRows, Value());
      for (Value each : rows)
        tile.prefetchRow(position(each), columns);
      Vectors sums = accumulate(rows, panel, init);
      auto sum = sums.begin();
      for (Value each : rows) {
        RowPosition at = position(each);
        for (int64_t j = 0; j < s.panel.vectors; ++j)
          tile.store(*sum++, at, columns, j);
      }
    });
    if (s.rowsFillTiles())
      return;
    k.when(k.less(end, rowEnd), [&] {
      Value count = k.sub(rowEnd, end);
      emitTailTile(end, count, panel, init);
      storeRows(end, count, k.c(0), columns);
    });
  }

  // The row at which the tail begins; `rowEnd` if there is none.
  Value endOfFullTiles() {
    if (s.rowsFillTiles())
      return rowEnd;
    Value rows = k.sub(rowEnd, rowBegin), tail = k.rem(rows, k.c(s.tileRows));
    Value end = k.sub(rowEnd, tail);
    if (!s.joinsTail(1))
      return end;
    Value isShort = k.less(tail, k.c(s.panel.tileRows - s.tileRows + 1));
    Value hasTail = k.less(k.c(0), tail);
    Value joins = arith::AndIOp::create(k.b, k.loc, isShort, hasTail);
    Value less = k.max(k.sub(end, k.c(s.tileRows)), rowBegin);
    return k.select(joins, less, end);
  }

  // For a heavy epilogue, whose code exists once: full tiles and the tail share one loop.
  void emitTilesInOneLoop(Value end, Value panel, const Columns &columns, ArrayRef<Value> init) {
    Value hasTail = k.select(k.less(end, rowEnd), k.c(1), k.c(0));
    Value full = k.div(k.sub(end, rowBegin), k.c(s.tileRows));
    k.loop(k.c(0), k.add(full, hasTail), 1, [&](Value i) {
      Value row = k.add(rowBegin, k.mul(i, s.tileRows));
      Value isFull = k.less(i, full);
      Value count = k.select(isFull, k.c(s.tileRows), k.sub(rowEnd, row));
      if (s.rowsFillTiles())
        tileToScratch(row, s.tileRows, Value(), panel, init);
      else
        k.when(
            isFull, [&] { tileToScratch(row, s.tileRows, Value(), panel, init); },
            [&] { emitTailTile(row, count, panel, init); });
      storeRows(row, count, k.c(0), columns);
    });
  }

  // The row indices of a tile, clamped to the last row if a limit is given.
  Vectors tileRows(Value first, int64_t count, Value limit) {
    Vectors rows;
    Value last = limit ? k.sub(limit, k.c(1)) : Value();
    for (int64_t i = 0; i < count; ++i) {
      Value row = k.add(first, i);
      rows.push_back(limit && i > 0 ? k.min(row, last) : row);
    }
    return rows;
  }

  // Computes a tile into the scratch tile, with exact or clamped rows.
  void tileToScratch(Value first, int64_t count, Value limit, ArrayRef<Value> panels,
                     ArrayRef<Value> init) {
    Vectors sums = accumulate(tileRows(first, count, limit), panels, init);
    tile.toScratch(sums, s.panel.vectors * panels.size());
  }

  // The exact number of rows if it is static, otherwise the next larger of a few sizes.
  void emitTailTile(Value first, Value count, Value panel, ArrayRef<Value> init) {
    if (!s.isDynamic())
      return tileToScratch(first, staticTail(), Value(), panel, init);
    ArrayRef<int64_t> known = s.arePixels                   ? ArrayRef(kPixelTails)
                              : s.tileRows == kHighTileRows ? ArrayRef(kHighTails)
                              : s.joinsTail(1)              ? ArrayRef(kJoinedTails)
                                                            : ArrayRef(kTails);
    SmallVector<int64_t> sizes;
    for (int64_t size : known)
      if (size < s.largestTail())
        sizes.push_back(size);
    sizes.push_back(s.largestTail());
    tile.forTailSize(sizes, count,
                     [&](int64_t size) { tileToScratch(first, size, rowEnd, panel, init); });
  }

  // The rows of the last workgroup's tail.
  int64_t staticTail() const {
    int64_t rows = s.rows % s.rowBlock, tail = rows % s.tileRows;
    return s.joinsTail(tail) && rows > s.tileRows ? tail + s.tileRows : tail;
  }

  // GEMV, one to three rows: several panels at once; the last panels repeat if fewer are left.
  void emitFewRows(Value firstPanel, Value lastPanel) {
    int64_t most = s.isDynamic() ? kFewRows : s.rows;
    int64_t factors = factorsOf(s.panel.kind);
    int64_t fit = (target.registers - 2 * factors) / (s.panel.vectors * (most + factors));
    int64_t atOnce = std::min({s.streams, s.panelGroup, std::max<int64_t>(fit, 1)});
    SmallVector<int64_t> counts;
    for (int64_t count = s.isDynamic() ? 1 : s.rows; count <= most; ++count)
      counts.push_back(count);
    Value rows = k.sub(rowEnd, rowBegin);
    k.loop(firstPanel, lastPanel, atOnce, [&](Value panel) {
      Vectors panels, init;
      for (int64_t i = 0; i < atOnce; ++i) {
        panels.push_back(k.min(k.add(panel, i), k.sub(lastPanel, k.c(1))));
        llvm::append_range(init, tile.initialValues(tile.columnsOf(panels.back())));
      }
      tile.forTailSize(counts, rows, [&](int64_t count) {
        tileToScratch(rowBegin, count, Value(), panels, init);
      });
      Value left = k.min(k.sub(lastPanel, panel), k.c(atOnce));
      k.loop(k.c(0), left, 1, [&](Value i) {
        storeRows(rowBegin, rows, k.mul(i, s.panel.panelWidth), tile.columnsOf(k.add(panel, i)));
      });
    });
  }

  KernelBuilder &k;
  const Sizes &s;
  const CpuModel &target;
  Epilogue &epilogue;
  Value rowCount, input, rowBegin, rowEnd;
  Value lhs; // the input, or its rows from rowBegin on in f32
  RegisterTile tile;
  Microkernel product;
};

// The number of panels per workgroup: a multiple of `step`, at most `most` if possible. Panels of a
// workgroup share the rows, so more are better. But two, four and eight threads, which take
// adjacent workgroups, should get nearly equal work.
int64_t panelsPerWorkgroup(int64_t rowBlocks, int64_t panels, int64_t step, int64_t most) {
  auto costOf = [&](int64_t group) {
    int64_t groups = rowBlocks * llvm::divideCeil(panels, group), cost = 0;
    for (int64_t threads : {2, 4, 8})
      cost += llvm::divideCeil(groups, threads) * group * threads;
    return cost;
  };
  int64_t first = most - most % step, least = INT64_MAX;
  for (int64_t group = first; group > 0; group -= step)
    least = std::min(least, costOf(group));
  for (int64_t group = first; group > 0; group -= step)
    if (costOf(group) <= least + least / 16)
      return group;
  return most;
}

// The number of rows of an f32 tile. A tile of one to three rows takes as long as one of four.
int64_t tileRowsFor(int64_t rows, const PanelShape &panel, const CpuModel &target) {
  int64_t usual = std::min(target.tileRows, panel.tileRows);
  int64_t most = std::min(kHighTileRows, panel.tileRows);
  if (panel.kind != MicrokernelKind::F32)
    return usual;
  if (ShapedType::isDynamic(rows))
    return panel.panelBytes() > kHighTileBytes ? most : usual;
  int64_t best = usual, minQuarters = INT64_MAX;
  for (int64_t size = usual; size <= most; ++size) {
    int64_t tail = rows % size, tiles = rows / size + (tail > 0);
    int64_t quarters = 4 * (rows - tail + (tail ? std::max<int64_t>(tail, 4) : 0)) + tiles;
    if (quarters < minQuarters)
      best = size, minQuarters = quarters;
  }
  return best;
}

FailureOr<Sizes> planSizes(Operands operands, int64_t n, const CpuModel &target,
                           LoweringReason &why) {
  auto lhs = cast<RankedTensorType>(operands.lhs.getType());
  auto weights = cast<RankedTensorType>(operands.weights.getType());
  // Panels of single rows know k even if lhs has a dynamic last dimension.
  int64_t k = weights.getRank() == 3 ? weights.getDimSize(1) : lhs.getShape().back();
  FailureOr<PanelShape> panel = planPanels(weights, k, n, target, why);
  if (failed(panel))
    return failure();
  Sizes s;
  s.panel = *panel;
  ArrayRef<int64_t> leading = lhs.getShape().drop_back();
  s.rows = ShapedType::isDynamicShape(leading) ? ShapedType::kDynamic
                                               : ShapedType::getNumElements(leading);
  s.arePixels = s.isDynamic() && lhs.getRank() == 4;
  s.tileRows = s.arePixels ? std::min(target.tileRows, panel->tileRows)
                           : tileRowsFor(s.rows, *panel, target);
  // The rows of lhs should stay in the second-level cache while all panels are read. Rows with
  // little work are taken in larger blocks.
  int64_t block = s.isDynamic() ? 32 : 64;
  int64_t rowFlops = std::max<int64_t>(2 * panel->k * n, 1), rowBytes = panel->k * s.lhsBytes();
  while (block < 512 && block * rowFlops < kFlopsPerWorkgroup / 4 &&
         2 * block * rowBytes <= target.l2Bytes / 2)
    block *= 2;
  while (block > 16 && block * rowBytes > target.l2Bytes / 2)
    block /= 2;
  int64_t tiles = std::max<int64_t>(block / s.tileRows, 1);
  if (!s.isDynamic()) { // blocks of equal size
    int64_t all = std::max<int64_t>(llvm::divideCeil(s.rows, s.tileRows), 1);
    tiles = llvm::divideCeil(all, llvm::divideCeil(all, tiles));
  }
  s.rowBlock = tiles * s.tileRows;
  int64_t rows = s.isDynamic() ? s.rowBlock : std::min(s.rows, s.rowBlock);
  int64_t flops = std::max<int64_t>(2 * rows * panel->k * panel->panelWidth, 1);
  // Weights that fit the second-level cache need fewer streams.
  bool areNear = saturatingProduct({panel->panels, panel->panelBytes()}) <= target.l2Bytes;
  s.streams = areNear ? kMaxPanelsAtOnce / 2 : kMaxPanelsAtOnce;
  int64_t step = std::max(s.mayHaveFewRows() ? s.streams : int64_t(1),
                          std::min<int64_t>(kMinFlopsPerWorkgroup / flops, 64));
  int64_t most = std::min(kFlopsPerWorkgroup / flops, kBytesPerWorkgroup / panel->panelBytes());
  most = std::min(std::clamp<int64_t>(most, step, 64), panel->panels);
  int64_t rowBlocks =
      s.isDynamic() ? 1 : std::max<int64_t>(llvm::divideCeil(s.rows, s.rowBlock), 1);
  s.panelGroup = panelsPerWorkgroup(std::min<int64_t>(rowBlocks, 1024), panel->panels, step, most);
  return s;
}

LogicalResult emitMatmulPanels(const FusedKernel &fused, Operands operands, int64_t n,
                               const CpuModel &target, LoweringReason &why) {
  FailureOr<Sizes> sizes = planSizes(operands, n, target, why);
  if (failed(sizes))
    return failure();
  FailureOr<Epilogue> epilogue = Epilogue::plan(fused, target.lanes, why);
  if (failed(epilogue))
    return failure();
  KernelBuilder builder(fused);
  MatmulEmitter(builder, operands, *sizes, target, *epilogue).emit();
  epilogue->allowInPlace(); // leftover rows are computed twice but stored once

  AffineExpr one = builder.constantExpr(1), rows = one;
  unsigned rank = cast<RankedTensorType>(operands.lhs.getType()).getRank();
  for (unsigned i = 0; i + 1 < rank; ++i)
    rows = rows * builder.sizeExpr(operands.lhs, i);
  const PanelShape &panel = sizes->panel;
  int64_t perRow = target.nanoseconds(2.0 * panel.k * panel.n / speedOf(panel.kind));
  int64_t weights = panel.k * panel.n * panel.elementBytes() / kBytesPerNanosecond;
  builder.finish(
      {rows.ceilDiv(sizes->rowBlock), one * llvm::divideCeil(panel.panels, sizes->panelGroup), one},
      builder.constantExpr(sizes->workspaceBytes()), rows * perRow + weights);
  return success();
}

} // namespace

LogicalResult emitMatmulPacked(func::FuncOp kernel, const CpuModel &target, LoweringReason &why) {
  FailureOr<FusedKernel> fused = matchFusedKernel(kernel, why);
  if (failed(fused))
    return failure();
  auto op = dyn_cast<MatmulPackedOp>(fused->root);
  if (!op)
    return why.because("the root op is " + fused->root->getName().getStringRef());
  if (failed(expectPanelTypes(op->getOperands(), why)))
    return failure();
  return emitMatmulPanels(*fused,
                          {.lhs = op.getLhs(), .weights = op.getRhs(), .bias = op.getBias()},
                          op.getN(), target, why);
}

LogicalResult emitMatmulIntegerPacked(func::FuncOp kernel, const CpuModel &target,
                                      LoweringReason &why) {
  FailureOr<FusedKernel> fused = matchFusedKernel(kernel, why, isInputZeroPoint);
  if (failed(fused))
    return failure();
  auto op = dyn_cast<MatmulIntegerPackedOp>(fused->root);
  if (!op)
    return why.because("the root op is " + fused->root->getName().getStringRef());
  return emitMatmulPanels(*fused,
                          {.lhs = op.getLhs(),
                           .weights = op.getRhs(),
                           .columnSums = op.getColumnSums(),
                           .lhsZero = op.getLhsZeroPoint(),
                           .rhsZero = op.getRhsZeroPoint()},
                          op.getN(), target, why);
}

LogicalResult emitPointwiseConv(const FusedKernel &fused, const CpuModel &target,
                                LoweringReason &why) {
  auto op = cast<ConvPackedOp>(fused.root);
  return emitMatmulPanels(fused,
                          {.lhs = op.getInput(), .weights = op.getFilter(), .bias = op.getBias()},
                          op.getOutChannels(), target, why);
}

} // namespace rlx::cpu
