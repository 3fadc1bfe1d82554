// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The schedules of matmul_packed and matmul_integer_packed, and the plan of a pointwise
// conv_packed.
//
//   workgroup (x, y): rows [x * rowBlock, ..), panels [y * panelGroup, ..)
//   for panel:
//     for tile of rows:
//       acc = bias
//       for k: acc += lhs[row, k] * panel[k, :]
//       store epilogue(acc)
//
// Weights of f16 and bf16 for rows of f32: few rows widen them as they read them. Many rows widen
// each panel once, in the workspace, unless it would crowd the second-level cache.
//
// Leftover rows form a tail tile. It joins the last full tile if both fit the registers. With a
// dynamic number of rows there is code for a few tail sizes: rows past the end repeat the last row
// and are not stored. For one to three rows (GEMV) several panels are read at once.
#include "conversions/cpu/builder/CpuSchedule.h"
#include "conversions/cpu/matmul/PointwiseConv.h"
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
constexpr int64_t kMatmulFlopsPerWorkgroup = 4'000'000;
// The minimum per workgroup, some microseconds.
constexpr int64_t kMinFlopsPerWorkgroup = 1'000'000;
// The most weights that a workgroup reads. Limits workgroups for the same reason if few rows make
// the matmul memory-bound.
constexpr int64_t kMatmulBytesPerWorkgroup = 1 << 20;
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

struct MatmulPlan {
  PanelShape panel;  // that many rows read
  PanelShape stored; // the same, or the panels before they are widened
  Type element;      // of lhs
  int64_t rows;      // of lhs; kDynamic if unknown
  int64_t tileRows, rowBlock, panelGroup;
  int64_t streams;   // the most panels that one to three rows read at once
  int64_t registers; // of the target
  // The rows are pixels of an image of unknown size: many, so leftover rows matter little.
  bool arePixels;

  bool isDynamic() const { return ShapedType::isDynamic(rows); }
  bool rowsFillTiles() const { return tileRows == 1 || (!isDynamic() && rows % tileRows == 0); }
  bool mayHaveFewRows() const { return isDynamic() ? !arePixels : rows <= kFewRows; }
  bool mayHaveManyRows() const { return isDynamic() || rows > kFewRows; }
  // For a matmul that may have few rows: the numbers that have code.
  int64_t maxFewRows() const { return isDynamic() ? kFewRows : rows; }
  SmallVector<int64_t> fewRowCounts() const;
  int64_t panelsAtOnce(int64_t count) const;

  // Whether a tail of this size is computed in one tile with the last full tile.
  bool joinsTail(int64_t tail) const {
    return tail > 0 && tail + tileRows <= panel.tileRows && !arePixels;
  }
  int64_t largestTail() const;
  // The rows of the last workgroup's tail, for a static number of rows.
  int64_t staticTail() const;
  // The sizes of tails that have code, for a dynamic number of rows.
  SmallVector<int64_t> tailSizes() const;

  bool widensRows() const { return widensLeft(panel.kind) && !element.isF32(); }
  bool widensPanels() const { return panel.element != stored.element; }
  int64_t lhsBytes() const { return widensRows() ? 4 : element.getIntOrFloatBitWidth() / 8; }
  int64_t workspaceBytes() const {
    if (widensPanels())
      return panel.panelBytes();
    return widensRows() ? saturatingProduct({rowBlock, panel.k, lhsBytes()}) : 0;
  }
};

SmallVector<int64_t> MatmulPlan::fewRowCounts() const {
  SmallVector<int64_t> counts;
  for (int64_t count = isDynamic() ? 1 : rows; count <= maxFewRows(); ++count)
    counts.push_back(count);
  return counts;
}

// The panels that so few rows read at once. Their accumulators, and the weights and elements of a
// step, fit the registers. One row reads more panels than three: its sums would wait for each
// other. The numbers divide that of the fewest rows, whose panels share a scratch tile.
int64_t MatmulPlan::panelsAtOnce(int64_t count) const {
  auto fit = [&](int64_t rows) {
    int64_t factors = factorsOf(stored.kind);
    return std::max<int64_t>((registers - 2 * factors) / (stored.vectors * (rows + factors)), 1);
  };
  int64_t most = std::min({streams, panelGroup, fit(fewRowCounts().front())});
  int64_t atOnce = std::min(most, fit(count));
  while (most % atOnce != 0)
    --atOnce;
  return atOnce;
}

int64_t MatmulPlan::largestTail() const {
  int64_t joined = panel.tileRows - tileRows; // most tail rows that can join a full tile
  return joinsTail(1) && joined > 0 ? std::min(panel.tileRows, 2 * tileRows - 1) : tileRows - 1;
}

int64_t MatmulPlan::staticTail() const {
  int64_t block = rows % rowBlock, tail = block % tileRows;
  return joinsTail(tail) && block > tileRows ? tail + tileRows : tail;
}

SmallVector<int64_t> MatmulPlan::tailSizes() const {
  ArrayRef<int64_t> known = arePixels                   ? ArrayRef(kPixelTails)
                            : tileRows == kHighTileRows ? ArrayRef(kHighTails)
                            : joinsTail(1)              ? ArrayRef(kJoinedTails)
                                                        : ArrayRef(kTails);
  SmallVector<int64_t> sizes;
  for (int64_t size : known)
    if (size < largestTail())
      sizes.push_back(size);
  sizes.push_back(largestTail());
  return sizes;
}

// The operands of the matmul: tensors of the old kernel. lhs and weights are never null.
struct Operands {
  Value lhs, weights, bias = nullptr;
  Value columnSums = nullptr, lhsZero = nullptr, rhsZero = nullptr; // for integers

  bool isSigned() const { return !getElementTypeOrSelf(lhs.getType()).isUnsignedInteger(); }
};

class MatmulEmitter {
public:
  MatmulEmitter(KernelBuilder &k, const Operands &operands, const MatmulPlan &p,
                const CpuModel &target, Epilogue &epilogue)
      : k(k), p(p), epilogue(epilogue), input(joinRows(operands.lhs)),
        rowBegin(k.mul(k.workgroup(0), p.rowBlock)),
        rowEnd(k.min(k.add(rowBegin, p.rowBlock), k.size(input, 0))),
        wide(p.widensPanels() ? widePanel() : Value()),
        tile(k, epilogue, p.panel, target, wide ? wide : k.argument(operands.weights),
             columnTerms(operands), joinOutputRows()),
        product(k, p.panel.kind, p.panel.lanes, operands.isSigned()),
        storedProduct(k, p.stored.kind, p.stored.lanes, operands.isSigned()),
        many{p.panel, tile, product}, few(many) {
    if (p.widensPanels()) {
      storedTile.emplace(k, epilogue, p.stored, target, k.argument(operands.weights), ColumnTerms(),
                         Value());
      few.emplace(WeightReader{p.stored, *storedTile, storedProduct});
    }
    epilogue.bind(k, epilogue.canJoinRows());
    lhs = p.widensRows() ? widenedRows() : input;
  }

  void emit() {
    Value firstPanel = k.mul(k.workgroup(1), p.panelGroup);
    Value lastPanel = k.min(k.add(firstPanel, p.panelGroup), k.c(p.stored.panels));
    if (!p.mayHaveManyRows())
      return emitFewRows(firstPanel, lastPanel);
    auto emitMany = [&] {
      k.loop(firstPanel, lastPanel, 1, [&](Value panel) {
        if (p.widensPanels())
          widen(panel);
        emitPanel(panel);
      });
    };
    if (!p.mayHaveFewRows())
      return emitMany();
    k.when(
        k.less(k.sub(rowEnd, rowBegin), k.c(kFewRows + 1)),
        [&] { emitFewRows(firstPanel, lastPanel); }, emitMany);
  }

private:
  Value joinRows(Value operand) {
    Value buffer = k.argument(operand);
    unsigned rank = cast<MemRefType>(buffer.getType()).getRank();
    rowCount = k.sizeProduct(buffer, 0, rank - 1);
    return k.recast(buffer, {p.rows, p.panel.k}, dynamicRows());
  }
  Value joinOutputRows() { return k.recast(k.output(), {p.rows, p.panel.n}, dynamicRows()); }
  ValueRange dynamicRows() { return p.isDynamic() ? ValueRange(rowCount) : ValueRange(); }

  ColumnTerms columnTerms(const Operands &operands) {
    if (!operands.columnSums)
      return {.start = operands.bias ? k.argument(operands.bias) : Value()};
    ZeroPointTerms integers(k, p.panel.lanes, operands.isSigned(), operands.lhsZero);
    ColumnTerms terms = integers.start(k.argument(operands.columnSums));
    if (!operands.rhsZero)
      return terms;
    terms.zeroPoints = k.argument(operands.rhsZero);
    terms.rowSums = k.stack({p.rowBlock}, k.b.getI32Type());
    terms.firstRow = rowBegin;
    k.loop(rowBegin, rowEnd, 1, [&](Value row) {
      Value sum = integers.addRun(input, row, k.c(0), p.panel.k, integers.rowStart(p.panel.k));
      memref::StoreOp::create(k.b, k.loc, sum, terms.rowSums, ValueRange{k.sub(row, rowBegin)});
    });
    return terms;
  }

  // How a tile reads weights: the panels, and the code of a k-step.
  struct WeightReader {
    const PanelShape &shape;
    RegisterTile &tile;
    Microkernel &product;
  };

  // A panel in f32, in the workspace.
  Value widePanel() {
    auto type = MemRefType::get({1, p.panel.k, p.panel.panelWidth}, p.panel.element);
    return memref::ViewOp::create(k.b, k.loc, type, k.workspace(), k.c(0), ValueRange());
  }

  // Widens a panel to the workspace. A vector of a group has adjacent columns of `group` rows; the
  // factors of the microkernel are these rows.
  void widen(Value panel) {
    auto step = [&](Value at, int64_t count) {
      Vectors weights;
      storedTile->loadWeights(panel, at, weights);
      for (auto [j, weight] : llvm::enumerate(weights))
        for (auto [i, row] : llvm::enumerate(storedProduct.right(weight, count)))
          vector::StoreOp::create(k.b, k.loc, row, wide,
                                  ValueRange{k.c(0), k.add(k.mul(at, p.stored.group), i),
                                             k.c(static_cast<int64_t>(j) * p.panel.lanes)});
    };
    k.loop(k.c(0), k.c(p.stored.fullSteps()), 1, [&](Value at) { step(at, p.stored.group); });
    if (p.stored.hasPartialStep())
      step(k.c(p.stored.fullSteps()), p.stored.k % p.stored.group);
  }

  // Converts the workgroup's rows to f32, once for all its panels.
  Value widenedRows() {
    Type f32 = k.b.getF32Type();
    auto type = MemRefType::get({p.rowBlock, p.panel.k}, f32);
    Value wide = memref::ViewOp::create(k.b, k.loc, type, k.workspace(), k.c(0), ValueRange());
    auto some = VectorType::get({p.panel.lanes}, p.panel.element);
    int64_t whole = p.panel.k - p.panel.k % p.panel.lanes;
    k.loop(rowBegin, rowEnd, 1, [&](Value row) {
      Value to = k.sub(row, rowBegin);
      k.loop(k.c(0), k.c(whole), p.panel.lanes, [&](Value at) {
        Value read = vector::LoadOp::create(k.b, k.loc, some, input, ValueRange{row, at});
        vector::StoreOp::create(k.b, k.loc, convertFloat(k.b, k.loc, read, f32), wide,
                                ValueRange{to, at});
      });
      k.loop(k.c(whole), k.c(p.panel.k), 1, [&](Value at) {
        Value read = memref::LoadOp::create(k.b, k.loc, input, ValueRange{row, at});
        memref::StoreOp::create(k.b, k.loc, convertFloat(k.b, k.loc, read, f32), wide,
                                ValueRange{to, at});
      });
    });
    return wide;
  }

  // The accumulators of a tile, in the order rows x panels x vectors.
  Vectors accumulate(ArrayRef<Value> rows, ArrayRef<Value> panels, ArrayRef<Value> init,
                     const WeightReader &from) {
    Vectors start, left;
    for (Value row : rows) {
      llvm::append_range(start, init);
      left.push_back(p.widensRows() ? k.sub(row, rowBegin) : row);
    }
    Vectors accumulators =
        k.loop(k.c(0), k.c(from.shape.fullSteps()), 1, start, [&](Value step, ValueRange carried) {
          return addStep(left, panels, step, carried, from.shape.group, from);
        });
    if (from.shape.hasPartialStep())
      accumulators = addStep(left, panels, k.c(from.shape.fullSteps()), accumulators,
                             from.shape.k % from.shape.group, from);
    return accumulators;
  }

  // The accumulators after one more k-step of `count` elements per lhs row: a whole group or the
  // rest.
  Vectors addStep(ArrayRef<Value> rows, ArrayRef<Value> panels, Value step, ValueRange accumulators,
                  int64_t count, const WeightReader &from) {
    Vectors weights, next;
    for (Value panel : panels)
      from.tile.loadWeights(panel, step, weights, panels.size());
    SmallVector<Vectors> right;
    for (Value weight : weights)
      right.push_back(from.product.right(weight, count));
    auto sum = accumulators.begin();
    Value first = k.mul(step, from.shape.group);
    for (Value row : rows) {
      Vectors left = from.product.left(lhs, row, first, count);
      for (const Vectors &factors : right)
        next.push_back(from.product.add(left, factors, *sum++));
    }
    return next;
  }

  void storeRows(Value first, Value count, Value offset, const Columns &columns) {
    tile.storeScratch(count, offset, columns,
                      [&](Value i) { return tile.positionOf(k.add(first, i)); });
  }

  void emitPanel(Value panel) {
    Columns columns = tile.columnsOf(panel);
    Vectors init = tile.initialValues(columns);
    Value end = endOfFullTiles();
    if (epilogue.isHeavy())
      return emitTilesInOneLoop(end, panel, columns, init);
    k.loop(rowBegin, end, p.tileRows, [&](Value row) {
      Vectors rows = tileRows(row, p.tileRows, Value());
      for (Value each : rows)
        tile.prefetchRow(tile.positionOf(each), columns);
      Vectors accumulators = accumulate(rows, weightsOf(panel), init, many);
      auto sum = accumulators.begin();
      for (Value each : rows) {
        RowPosition at = tile.positionOf(each);
        for (int64_t j = 0; j < p.panel.vectors; ++j)
          tile.store(*sum++, at, columns, j);
      }
    });
    if (p.rowsFillTiles())
      return;
    k.when(k.less(end, rowEnd), [&] {
      Value count = k.sub(rowEnd, end);
      emitTailTile(end, count, panel, init);
      storeRows(end, count, k.c(0), columns);
    });
  }

  // The row at which the tail begins; `rowEnd` if there is none.
  Value endOfFullTiles() {
    if (p.rowsFillTiles())
      return rowEnd;
    Value rows = k.sub(rowEnd, rowBegin), tail = k.rem(rows, k.c(p.tileRows));
    Value end = k.sub(rowEnd, tail);
    if (!p.joinsTail(1))
      return end;
    Value isShort = k.less(tail, k.c(p.panel.tileRows - p.tileRows + 1));
    Value hasTail = k.less(k.c(0), tail);
    Value joins = arith::AndIOp::create(k.b, k.loc, isShort, hasTail);
    Value less = k.max(k.sub(end, k.c(p.tileRows)), rowBegin);
    return k.select(joins, less, end);
  }

  // For a heavy epilogue, whose code exists once: full tiles and the tail share one loop.
  void emitTilesInOneLoop(Value end, Value panel, const Columns &columns, ArrayRef<Value> init) {
    Value hasTail = k.select(k.less(end, rowEnd), k.c(1), k.c(0));
    Value full = k.div(k.sub(end, rowBegin), k.c(p.tileRows));
    k.loop(k.c(0), k.add(full, hasTail), 1, [&](Value i) {
      Value row = k.add(rowBegin, k.mul(i, p.tileRows));
      Value isFull = k.less(i, full);
      Value count = k.select(isFull, k.c(p.tileRows), k.sub(rowEnd, row));
      if (p.rowsFillTiles())
        tileToScratch(row, p.tileRows, Value(), panel, init);
      else
        k.when(
            isFull, [&] { tileToScratch(row, p.tileRows, Value(), panel, init); },
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

  // The index of a panel's weights for many rows.
  Value weightsOf(Value panel) { return p.widensPanels() ? k.c(0) : panel; }

  // Computes a tile into the scratch tile, with exact or clamped rows.
  void tileToScratch(Value first, int64_t count, Value limit, Value panel, ArrayRef<Value> init) {
    Vectors accumulators = accumulate(tileRows(first, count, limit), weightsOf(panel), init, many);
    tile.toScratch(accumulators, p.panel.vectors);
  }

  // The exact number of rows if it is static, otherwise the next larger of a few sizes.
  void emitTailTile(Value first, Value count, Value panel, ArrayRef<Value> init) {
    if (!p.isDynamic())
      return tileToScratch(first, p.staticTail(), Value(), panel, init);
    tile.forTailSize(p.tailSizes(), count,
                     [&](int64_t size) { tileToScratch(first, size, rowEnd, panel, init); });
  }

  // GEMV, one to three rows. The panels that one row reads at once wait in the scratch tile for the
  // epilogue, whose code exists once.
  void emitFewRows(Value firstPanel, Value lastPanel) {
    const SmallVector<int64_t> counts = p.fewRowCounts();
    const int64_t most = p.panelsAtOnce(counts.front());
    Value rows = k.sub(rowEnd, rowBegin);
    k.loop(firstPanel, lastPanel, most, [&](Value panel) {
      Value left = k.min(k.sub(lastPanel, panel), k.c(most));
      tile.forTailSize(counts, rows, [&](int64_t count) {
        const int64_t atOnce = p.panelsAtOnce(count);
        if (atOnce == most)
          return panelsToScratch(count, atOnce, panel, lastPanel, k.c(0));
        k.loop(k.c(0), left, atOnce, [&](Value i) {
          panelsToScratch(count, atOnce, k.add(panel, i), lastPanel, k.mul(i, p.panel.panelWidth));
        });
      });
      k.loop(k.c(0), left, 1, [&](Value i) {
        storeRows(rowBegin, rows, k.mul(i, p.panel.panelWidth), tile.columnsOf(k.add(panel, i)));
      });
    });
  }

  // Computes `count` rows and panels from `first` on into the scratch tile, from column `offset`
  // on. The last panels repeat if fewer are left.
  void panelsToScratch(int64_t count, int64_t atOnce, Value first, Value lastPanel, Value offset) {
    Vectors panels, init;
    for (int64_t i = 0; i < atOnce; ++i) {
      panels.push_back(k.min(k.add(first, i), k.sub(lastPanel, k.c(1))));
      llvm::append_range(init, tile.initialValues(tile.columnsOf(panels.back())));
    }
    Vectors accumulators = accumulate(tileRows(rowBegin, count, Value()), panels, init, *few);
    tile.toScratch(accumulators, p.panel.vectors * atOnce, offset);
  }

  KernelBuilder &k;
  const MatmulPlan &p;
  Epilogue &epilogue;
  Value rowCount, input, rowBegin, rowEnd;
  Value lhs;  // the input, or its rows from rowBegin on in f32
  Value wide; // the panel that is widened for many rows, or null
  RegisterTile tile;
  std::optional<RegisterTile> storedTile; // of panels that are widened
  Microkernel product, storedProduct;
  WeightReader many;
  std::optional<WeightReader> few; // the same, or panels before they are widened
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

// The number of rows of a tile of f32 or f64. A tile of one to three rows takes as long as one of
// four.
int64_t tileRowsFor(int64_t rows, const PanelShape &panel, const CpuModel &target) {
  int64_t usual = std::min(target.tileRows, panel.tileRows);
  int64_t most = std::min(kHighTileRows, panel.tileRows);
  if (panel.kind != MicrokernelKind::F32 && panel.kind != MicrokernelKind::F64)
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

// The rows of a workgroup. Their part of lhs should stay in the second-level cache while all panels
// are read. Rows with little work are taken in larger blocks.
int64_t planRowBlock(const MatmulPlan &p, const CpuModel &target) {
  const PanelShape &panel = p.panel;
  // More rows for each panel that is widened.
  int64_t block = p.isDynamic() && !p.widensPanels() ? 32 : 64;
  int64_t rowFlops = std::max<int64_t>(2 * panel.k * panel.n, 1), rowBytes = panel.k * p.lhsBytes();
  while (block < 512 && block * rowFlops < kMatmulFlopsPerWorkgroup / 4 &&
         2 * block * rowBytes <= target.l2Bytes / 2)
    block *= 2;
  while (block > 16 && block * rowBytes > target.l2Bytes / 2)
    block /= 2;
  int64_t tiles = std::max<int64_t>(block / p.tileRows, 1);
  if (!p.isDynamic()) { // blocks of equal size
    int64_t all = std::max<int64_t>(llvm::divideCeil(p.rows, p.tileRows), 1);
    tiles = llvm::divideCeil(all, llvm::divideCeil(all, tiles));
  }
  return tiles * p.tileRows;
}

// The panels of a workgroup. `streams` panels are read at once if there are few rows.
int64_t planPanelGroup(const MatmulPlan &p, int64_t streams) {
  const PanelShape &panel = p.stored;
  int64_t rows = p.isDynamic() ? p.rowBlock : std::min(p.rows, p.rowBlock);
  int64_t flops = std::max<int64_t>(2 * rows * panel.k * panel.panelWidth, 1);
  int64_t step = std::max(p.mayHaveFewRows() ? streams : int64_t(1),
                          std::min<int64_t>(kMinFlopsPerWorkgroup / flops, 64));
  int64_t most =
      std::min(kMatmulFlopsPerWorkgroup / flops, kMatmulBytesPerWorkgroup / panel.panelBytes());
  most = std::min(std::clamp<int64_t>(most, step, 64), panel.panels);
  int64_t rowBlocks =
      p.isDynamic() ? 1 : std::max<int64_t>(llvm::divideCeil(p.rows, p.rowBlock), 1);
  return panelsPerWorkgroup(std::min<int64_t>(rowBlocks, 1024), panel.panels, step, most);
}

// The panels that many rows of f32 read: those that are stored, or their f32 form.
PanelShape manyRowsPanel(const MatmulPlan &p, const CpuModel &target) {
  constexpr int64_t kPartOfCache = 4; // beside rows, results and the stored panel
  PanelShape wide = p.stored;
  wide.element = p.element;
  if (!p.element.isF32() || p.element == p.stored.element || !p.mayHaveManyRows() ||
      wide.panelBytes() > target.l2Bytes / kPartOfCache)
    return p.stored;
  wide.kind = MicrokernelKind::F32;
  wide.group = 1;
  wide.panels = 1;
  wide.tileRows = std::min(kMaxTileRows, (target.registers - wide.vectors - 1) / wide.vectors);
  return wide;
}

FailureOr<MatmulPlan> planMatmul(const Operands &operands, int64_t n, const CpuModel &target,
                                 LoweringReason &why) {
  auto lhs = cast<RankedTensorType>(operands.lhs.getType());
  auto weights = cast<RankedTensorType>(operands.weights.getType());
  // Panels of single rows know k even if lhs has a dynamic last dimension.
  int64_t k = weights.getRank() == 3 ? weights.getDimSize(1) : lhs.getShape().back();
  FailureOr<PanelShape> panel = planPanels(weights, lhs.getElementType(), k, n, target, why);
  if (failed(panel))
    return failure();
  MatmulPlan p;
  p.element = lhs.getElementType();
  p.stored = *panel;
  ArrayRef<int64_t> leading = lhs.getShape().drop_back();
  p.rows = ShapedType::isDynamicShape(leading) ? ShapedType::kDynamic
                                               : ShapedType::getNumElements(leading);
  p.arePixels = p.isDynamic() && lhs.getRank() == 4;
  p.panel = manyRowsPanel(p, target);
  p.tileRows = p.arePixels ? std::min(target.tileRows, p.panel.tileRows)
                           : tileRowsFor(p.rows, p.panel, target);
  p.rowBlock = planRowBlock(p, target);
  // Weights that fit the second-level cache need fewer streams.
  bool areNear = saturatingProduct({panel->panels, panel->panelBytes()}) <= target.l2Bytes;
  p.streams = areNear ? kMaxPanelsAtOnce / 2 : kMaxPanelsAtOnce;
  p.registers = target.registers;
  p.panelGroup = planPanelGroup(p, p.streams);
  return p;
}

class PlannedMatmul : public KernelPlan {
public:
  PlannedMatmul(const FusedKernel &fused, const Operands &operands, const MatmulPlan &plan,
                const CpuModel &target, const Epilogue &epilogue)
      : fused(fused), operands(operands), plan(plan), target(target), epilogue(epilogue) {}

  LogicalResult emit(func::FuncOp) override {
    KernelBuilder builder(fused);
    MatmulEmitter(builder, operands, plan, target, epilogue).emit();
    epilogue.allowInPlace(); // leftover rows are computed twice but stored once
    finish(builder);
    return success();
  }

private:
  void finish(KernelBuilder &builder) const {
    AffineExpr one = builder.constantExpr(1), rows = one;
    unsigned rank = cast<RankedTensorType>(operands.lhs.getType()).getRank();
    for (unsigned i = 0; i + 1 < rank; ++i)
      rows = rows * builder.sizeExpr(operands.lhs, i);
    const PanelShape &panel = plan.stored;
    int64_t perRow = target.nanoseconds(2.0 * panel.k * panel.n / speedOf(panel.kind));
    int64_t weights = panel.k * panel.n * panel.elementBytes() / kBytesPerNanosecond;
    builder.finish(
        {rows.ceilDiv(plan.rowBlock), one * llvm::divideCeil(panel.panels, plan.panelGroup), one},
        builder.constantExpr(plan.workspaceBytes()), rows * perRow + weights);
  }

  FusedKernel fused;
  Operands operands;
  MatmulPlan plan;
  CpuModel target;
  Epilogue epilogue;
};

// `n` is the number of columns of the weights.
std::unique_ptr<KernelPlan> planPanelMatmul(const FusedKernel &fused, const Operands &operands,
                                            int64_t n, const CpuModel &target,
                                            LoweringReason &why) {
  FailureOr<MatmulPlan> plan = planMatmul(operands, n, target, why);
  if (failed(plan))
    return nullptr;
  FailureOr<Epilogue> epilogue = Epilogue::plan(fused, plan->panel.lanes, why);
  if (failed(epilogue))
    return nullptr;
  return std::make_unique<PlannedMatmul>(fused, operands, *plan, target, *epilogue);
}

std::unique_ptr<KernelPlan> planMatmulPacked(func::FuncOp kernel, const CpuModel &target,
                                             LoweringReason &why) {
  FailureOr<FusedKernel> fused = matchRoot<MatmulPackedOp>(kernel, why);
  if (failed(fused) || failed(expectContractionTypes(fused->root->getOperands(), why)))
    return nullptr;
  auto op = cast<MatmulPackedOp>(fused->root);
  return planPanelMatmul(*fused, {.lhs = op.getLhs(), .weights = op.getRhs(), .bias = op.getBias()},
                         op.getN(), target, why);
}

std::unique_ptr<KernelPlan> planMatmulIntegerPacked(func::FuncOp kernel, const CpuModel &target,
                                                    LoweringReason &why) {
  FailureOr<FusedKernel> fused = matchRoot<MatmulIntegerPackedOp>(kernel, why, isInputZeroPoint);
  if (failed(fused))
    return nullptr;
  auto op = cast<MatmulIntegerPackedOp>(fused->root);
  return planPanelMatmul(*fused,
                         {.lhs = op.getLhs(),
                          .weights = op.getRhs(),
                          .columnSums = op.getColumnSums(),
                          .lhsZero = op.getLhsZeroPoint(),
                          .rhsZero = op.getRhsZeroPoint()},
                         op.getN(), target, why);
}

} // namespace

std::unique_ptr<KernelPlan> planPointwiseConv(const FusedKernel &fused, const CpuModel &target,
                                              LoweringReason &why) {
  auto op = cast<ConvPackedOp>(fused.root);
  return planPanelMatmul(fused,
                         {.lhs = op.getInput(), .weights = op.getFilter(), .bias = op.getBias()},
                         op.getOutChannels(), target, why);
}

extern const CpuSchedule kMatmulPacked, kMatmulIntegerPacked;
const CpuSchedule kMatmulPacked = {"matmul_packed", "rlx.matmul_packed", expectContractionTypes,
                                   planMatmulPacked};
const CpuSchedule kMatmulIntegerPacked = {"matmul_integer_packed", "rlx.matmul_integer_packed",
                                          takesAnyTypes, planMatmulIntegerPacked};

} // namespace rlx::cpu
