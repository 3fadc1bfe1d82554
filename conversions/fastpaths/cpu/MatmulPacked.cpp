// Code for rlx.matmul_packed: register tiles of rows x one weight panel, the epilogue applied
// before the store.
//
//   workgroup (x, y): rows [x * rowBlock, ..), panels [y * panelGroup, ..)
//   for panel: for tile of rows: acc = bias; for k: acc += lhs[row, k] * panel[k, :]; epilogue
//
// Rows that do not fill a tile take a smaller one of a few sizes; rows beyond the end repeat the
// last row and are not stored. One or two rows in all take several panels at a time.
#include "conversions/fastpaths/cpu/CpuPaths.h"
#include "conversions/fastpaths/cpu/Epilogue.h"
#include "dialects/rlx/ir/RLXOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace rlx::cpu {
namespace {

// Floating-point operations a workgroup should have, so that its start costs nothing and large
// products still give every thread several.
constexpr int64_t kFlopsPerWorkgroup = 4'000'000;
// Weights it should read at most, for the same reason where few rows make memory the limit.
constexpr int64_t kBytesPerWorkgroup = 1 << 20;
// What one core reads from its outer caches per nanosecond, for cost estimates.
constexpr int64_t kBytesPerNanosecond = 40;
// Panels smaller than this stay in the first-level cache and are not prefetched.
constexpr int64_t kMinPrefetchBytes = 16 << 10;
// Products of at most this many rows read several panels at once, as many streams from memory.
constexpr int64_t kFewRows = 2;
constexpr int64_t kPanelsAtOnce = 4;

struct Sizes {
  int64_t k, n, panels, panelWidth, lanes, vectors; // vectors of a panel row
  int64_t rows;                                     // of lhs; kDynamic if unknown
  int64_t tileRows, rowBlock, panelGroup;

  bool hasPartialPanel() const { return n % panelWidth != 0; }
  bool rowsFillTiles() const { return !ShapedType::isDynamic(rows) && rows % tileRows == 0; }
  bool mayHaveFewRows() const { return ShapedType::isDynamic(rows) || rows <= kFewRows; }
  bool mayHaveManyRows() const { return ShapedType::isDynamic(rows) || rows > kFewRows; }
};

class MatmulEmitter {
public:
  MatmulEmitter(KernelBuilder &k, MatmulPackedOp op, const Sizes &s, const CpuTarget &target,
                Epilogue &epilogue)
      : k(k), op(op), s(s), target(target), epilogue(epilogue),
        vectorType(VectorType::get({s.lanes}, k.b.getF32Type())) {}

  void emit() {
    bindArguments();
    Value firstPanel = k.mul(k.workgroup(1), s.panelGroup);
    Value lastPanel = k.min(k.add(firstPanel, s.panelGroup), k.c(s.panels));
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
  using Vectors = SmallVector<Value>;

  void bindArguments() {
    Value buffer = k.argument(op.getLhs());
    unsigned rank = cast<MemRefType>(buffer.getType()).getRank();
    Value rowCount = k.sizeProduct(buffer, 0, rank - 1);
    bool isDynamic = ShapedType::isDynamic(s.rows);
    ValueRange dynamic = isDynamic ? ValueRange(rowCount) : ValueRange();
    lhs = k.recast(buffer, {s.rows, s.k}, dynamic);
    rhs = k.argument(op.getRhs());
    bias = op.getBias() ? k.argument(op.getBias()) : Value();
    out = k.recast(k.output(), {s.rows, s.n}, dynamic);
    epilogue.bind(k, epilogue.canJoinRows());
    rowBegin = k.mul(k.workgroup(0), s.rowBlock);
    rowEnd = k.min(k.add(rowBegin, s.rowBlock), rowCount);
  }

  // The columns of a panel's vectors and, if the last panel is partly padding, which lanes count.
  struct Columns {
    Vectors begin, masks; // masks are null where all lanes count
  };
  Columns columnsOf(Value panel) {
    Columns columns;
    Value first = k.mul(panel, s.panelWidth);
    for (int64_t j = 0; j < s.vectors; ++j) {
      Value begin = k.add(first, j * s.lanes);
      columns.begin.push_back(begin);
      Value mask;
      if (s.hasPartialPanel())
        mask = vector::CreateMaskOp::create(k.b, k.loc, vectorType.clone(k.b.getI1Type()),
                                            ValueRange{k.sub(k.c(s.n), begin)});
      columns.masks.push_back(mask);
    }
    return columns;
  }

  Vectors initialValues(const Columns &columns) {
    Vectors init;
    for (auto [begin, mask] : llvm::zip(columns.begin, columns.masks)) {
      Value zero = k.splat(vectorType, 0.0);
      if (!bias)
        init.push_back(zero);
      else if (!mask)
        init.push_back(vector::LoadOp::create(k.b, k.loc, vectorType, bias, begin));
      else
        init.push_back(
            vector::MaskedLoadOp::create(k.b, k.loc, vectorType, bias, begin, mask, zero));
    }
    return init;
  }

  // Sums of a tile: rows x panels x vectors, row by row.
  Vectors accumulate(ArrayRef<Value> rows, ArrayRef<Value> panels, ArrayRef<Value> init) {
    Vectors start;
    for (size_t i = 0; i < rows.size(); ++i)
      llvm::append_range(start, init);
    return k.loop(k.c(0), k.c(s.k), 1, start, [&](Value step, ValueRange sums) {
      Vectors weights, next;
      for (Value panel : panels)
        loadWeights(panel, step, weights);
      auto sum = sums.begin();
      for (Value row : rows) {
        Value element = memref::LoadOp::create(k.b, k.loc, lhs, ValueRange{row, step});
        Value left = vector::BroadcastOp::create(k.b, k.loc, vectorType, element);
        for (Value weight : weights)
          next.push_back(vector::FMAOp::create(k.b, k.loc, left, weight, *sum++));
      }
      return next;
    });
  }

  void loadWeights(Value panel, Value step, Vectors &weights) {
    for (int64_t j = 0; j < s.vectors; ++j)
      weights.push_back(vector::LoadOp::create(k.b, k.loc, vectorType, rhs,
                                               ValueRange{panel, step, k.c(j * s.lanes)}));
    if (s.k * s.panelWidth * 4 < kMinPrefetchBytes)
      return;
    // May run past the panel, which is harmless: it is the next one, or ignored.
    Value ahead = k.add(step, target.prefetchRows);
    for (int64_t column = 0; column < s.panelWidth; column += 16)
      memref::PrefetchOp::create(k.b, k.loc, rhs, ValueRange{panel, ahead, k.c(column)},
                                 /*isWrite=*/false, /*localityHint=*/3, /*isDataCache=*/true);
  }

  void store(Value value, Value row, Value column, Value mask) {
    value = epilogue.apply(value, position(row, column), mask);
    if (mask)
      vector::MaskedStoreOp::create(k.b, k.loc, out, ValueRange{row, column}, mask, value);
    else
      vector::StoreOp::create(k.b, k.loc, value, out, ValueRange{row, column});
  }

  // Where the epilogue reads: (row, column), or all indices of the result if some operand is
  // broadcast along part of the rows' dimensions.
  Vectors position(Value row, Value column) {
    if (epilogue.canJoinRows())
      return {row, column};
    Vectors indices = {column};
    unsigned rank = cast<MemRefType>(k.output().getType()).getRank();
    for (unsigned i = rank - 1; i-- > 0;) {
      Value size = k.size(k.output(), i);
      indices.insert(indices.begin(), i == 0 ? row : k.rem(row, size));
      row = k.div(row, size);
    }
    return indices;
  }

  void emitPanel(Value panel) {
    Columns columns = columnsOf(panel);
    Vectors init = initialValues(columns);
    if (epilogue.isHeavy()) {
      k.loop(rowBegin, rowEnd, s.tileRows, [&](Value row) {
        Value count = k.min(k.sub(rowEnd, row), k.c(s.tileRows));
        emitAnyTile(row, count, panel, init);
        storeScratch(row, count, k.c(0), columns);
      });
      return;
    }
    Value end = rowEnd;
    if (!s.rowsFillTiles()) {
      Value rows = k.sub(rowEnd, rowBegin);
      end = k.sub(rowEnd, k.rem(rows, k.c(s.tileRows)));
    }
    k.loop(rowBegin, end, s.tileRows, [&](Value row) {
      Vectors rows = tileRows(row, s.tileRows, Value());
      Vectors sums = accumulate(rows, panel, init);
      for (auto [i, sum] : llvm::enumerate(sums))
        store(sum, rows[i / s.vectors], columns.begin[i % s.vectors], columns.masks[i % s.vectors]);
    });
    if (s.rowsFillTiles())
      return;
    k.when(k.less(end, rowEnd), [&] {
      Value count = k.sub(rowEnd, end);
      emitTailTile(end, count, panel, init);
      storeScratch(end, count, k.c(0), columns);
    });
  }

  // Row indices of a tile, clamped to the last row if a limit is given.
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
    int64_t width = s.vectors * panels.size();
    for (auto [i, sum] : llvm::enumerate(sums))
      vector::StoreOp::create(k.b, k.loc, sum, scratch(),
                              ValueRange{k.c(i / width), k.c(i % width * s.lanes)});
  }

  void emitAnyTile(Value first, Value count, Value panel, ArrayRef<Value> init) {
    if (s.rowsFillTiles())
      return tileToScratch(first, s.tileRows, Value(), panel, init);
    Value full =
        arith::CmpIOp::create(k.b, k.loc, arith::CmpIPredicate::eq, count, k.c(s.tileRows));
    k.when(
        full, [&] { tileToScratch(first, s.tileRows, Value(), panel, init); },
        [&] { emitTailTile(first, count, panel, init); });
  }

  // Fewer rows than a tile has: exactly as many if the number is known, otherwise the next of a
  // few sizes.
  void emitTailTile(Value first, Value count, Value panel, ArrayRef<Value> init) {
    if (!ShapedType::isDynamic(s.rows))
      return tileToScratch(first, s.rows % s.tileRows, Value(), panel, init);
    SmallVector<int64_t> sizes;
    for (int64_t size : {1, 2, 4, 6, 8, 12})
      if (size < s.tileRows)
        sizes.push_back(size);
    sizes.push_back(s.tileRows);
    emitLadder(sizes, first, count, panel, init);
  }

  void emitLadder(ArrayRef<int64_t> sizes, Value first, Value count, Value panel,
                  ArrayRef<Value> init) {
    if (sizes.size() == 1)
      return tileToScratch(first, sizes[0], rowEnd, panel, init);
    k.when(
        k.less(count, k.c(sizes[0] + 1)),
        [&] { tileToScratch(first, sizes[0], rowEnd, panel, init); },
        [&] { emitLadder(sizes.drop_front(), first, count, panel, init); });
  }

  // Epilogue and store of `count` rows of the scratch tile, columns from `offset` on.
  void storeScratch(Value first, Value count, Value offset, const Columns &columns) {
    k.loop(k.c(0), count, 1, [&](Value i) {
      Value row = k.add(first, i);
      for (int64_t j = 0; j < s.vectors; ++j) {
        Value sum = vector::LoadOp::create(k.b, k.loc, vectorType, scratch(),
                                           ValueRange{i, k.add(offset, j * s.lanes)});
        store(sum, row, columns.begin[j], columns.masks[j]);
      }
    });
  }

  // One or two rows: several panels at once, the last ones repeated.
  void emitFewRows(Value firstPanel, Value lastPanel) {
    int64_t count = ShapedType::isDynamic(s.rows) ? kFewRows : s.rows;
    int64_t fit = (target.registers - 2) / (s.vectors * (count + 1));
    int64_t atOnce = std::min({kPanelsAtOnce, s.panelGroup, std::max<int64_t>(fit, 1)});
    Value limit = ShapedType::isDynamic(s.rows) ? rowEnd : Value();
    k.loop(firstPanel, lastPanel, atOnce, [&](Value panel) {
      Vectors panels, init;
      for (int64_t i = 0; i < atOnce; ++i) {
        panels.push_back(k.min(k.add(panel, i), k.sub(lastPanel, k.c(1))));
        llvm::append_range(init, initialValues(columnsOf(panels.back())));
      }
      tileToScratch(rowBegin, count, limit, panels, init);
      Value left = k.min(k.sub(lastPanel, panel), k.c(atOnce));
      k.loop(k.c(0), left, 1, [&](Value i) {
        storeScratch(rowBegin, k.sub(rowEnd, rowBegin), k.mul(i, s.panelWidth),
                     columnsOf(k.add(panel, i)));
      });
    });
  }

  Value scratch() {
    if (!scratchTile)
      scratchTile = k.stack({s.tileRows, kPanelsAtOnce * s.panelWidth}, k.b.getF32Type());
    return scratchTile;
  }

  KernelBuilder &k;
  MatmulPackedOp op;
  const Sizes &s;
  const CpuTarget &target;
  Epilogue &epilogue;
  VectorType vectorType;
  Value lhs, rhs, bias, out, rowBegin, rowEnd, scratchTile;
};

FailureOr<Sizes> planSizes(MatmulPackedOp op, const CpuTarget &target, LoweringReason &why) {
  auto lhs = cast<RankedTensorType>(op.getLhs().getType());
  auto rhs = cast<RankedTensorType>(op.getRhs().getType());
  if (!rhs.hasStaticShape())
    return why.because("the packed weights have a dynamic size");
  Sizes s;
  s.lanes = target.lanes;
  s.panels = rhs.getDimSize(0);
  s.k = rhs.getDimSize(1);
  s.panelWidth = rhs.getDimSize(2);
  s.n = op.getN();
  if (s.panelWidth % s.lanes != 0)
    return why.because("panels of " + Twine(s.panelWidth) + " columns do not fill vectors of " +
                       Twine(s.lanes) + " elements");
  s.vectors = s.panelWidth / s.lanes;
  // Accumulators, the weights of one step and one broadcast element must fit the registers.
  s.tileRows = std::min(target.tileRows, (target.registers - s.vectors - 1) / s.vectors);
  if (s.tileRows < 1)
    return why.because("panels of " + Twine(s.panelWidth) + " columns exceed the registers");
  ArrayRef<int64_t> leading = lhs.getShape().drop_back();
  s.rows = ShapedType::isDynamicShape(leading) ? ShapedType::kDynamic
                                               : ShapedType::getNumElements(leading);
  bool small = ShapedType::isDynamic(s.rows) || s.k * 4 * 64 > target.l2Bytes / 2;
  int64_t block = small ? 32 : 64;
  s.rowBlock = std::max<int64_t>(block / s.tileRows, 1) * s.tileRows;
  int64_t rows = ShapedType::isDynamic(s.rows) ? s.rowBlock : std::min(s.rows, s.rowBlock);
  int64_t flops = std::max<int64_t>(2 * rows * s.k * s.panelWidth, 1);
  int64_t least = s.mayHaveFewRows() ? kPanelsAtOnce : 1;
  int64_t panelBytes = std::max<int64_t>(s.k * s.panelWidth * 4, 1);
  int64_t group = std::min(kFlopsPerWorkgroup / flops, kBytesPerWorkgroup / panelBytes);
  s.panelGroup = std::min(std::clamp<int64_t>(group, least, 64), s.panels);
  return s;
}

} // namespace

LogicalResult emitMatmulPacked(func::FuncOp kernel, const CpuTarget &target, LoweringReason &why) {
  FailureOr<FusedKernel> fused = matchFusedKernel(kernel, why);
  if (failed(fused))
    return failure();
  auto op = dyn_cast<MatmulPackedOp>(fused->root);
  if (!op)
    return why.because("the root op is " + fused->root->getName().getStringRef());
  if (failed(expectF32(op->getOperands(), why)))
    return failure();
  FailureOr<Sizes> sizes = planSizes(op, target, why);
  if (failed(sizes))
    return failure();
  FailureOr<Epilogue> epilogue = Epilogue::plan(*fused, sizes->lanes, why);
  if (failed(epilogue))
    return failure();

  KernelBuilder builder(*fused);
  MatmulEmitter(builder, op, *sizes, target, *epilogue).emit();
  AffineExpr rows = builder.constantExpr(1);
  unsigned rank = cast<RankedTensorType>(op.getLhs().getType()).getRank();
  for (unsigned i = 0; i + 1 < rank; ++i)
    rows = rows * builder.sizeExpr(op.getLhs(), i);
  AffineExpr one = builder.constantExpr(1);
  int64_t perRow = int64_t(2.0 * sizes->k * sizes->n / target.gflops) + 1;
  int64_t weights = sizes->k * sizes->n * 4 / kBytesPerNanosecond;
  builder.finish({rows.ceilDiv(sizes->rowBlock),
                  one * llvm::divideCeil(sizes->panels, sizes->panelGroup), one},
                 builder.constantExpr(0), rows * perRow + weights);
  return success();
}

} // namespace rlx::cpu
