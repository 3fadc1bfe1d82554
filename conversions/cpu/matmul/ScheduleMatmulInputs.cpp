// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The schedule of matmul, whose operands both change from run to run, and of the dot_general that
// is a matmul by a transposed matrix. It packs the right operand on the way, panel by panel, and
// multiplies as matmul_packed does.
//
//   workgroup (x, y, z): a block of rows, panels [y * kPanels, ..), batch entry z
//   for panel:
//     pack: packed[k, column] = rhs[k, column] or rhs[column, k], in f32 or f64, in the workspace
//     for tile of rows:
//       acc = 0
//       for k: acc += lhs[row, k] * packed[k, :]
//       store epilogue(acc)
//
// Each block of rows packs its panels again, which costs a few percent of its time. For a
// few rows packing would cost as much as it saves, so they read whole panels in place. Rows of f16
// and bf16 are widened to f32 in the workspace, once for all panels of a workgroup.
#include "conversions/cpu/builder/CpuSchedule.h"
#include "conversions/cpu/matmul/RegisterTile.h"
#include "dialects/rlx/ir/MatmulOps.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace rlx::cpu {
namespace {

RankedTensorType tensorType(Value tensor) {
  return cast<RankedTensorType>(tensor.getType());
}

// lhs [b.., m, k] times rhs [b.., k, n], or [b.., n, k] if it is transposed.
struct InputsOperands {
  Value lhs, rhs;
  bool transposesRight = false;

  int64_t inner(bool ofRight) const {
    auto type = tensorType(ofRight ? rhs : lhs);
    return type.getDimSize(type.getRank() - (ofRight && !transposesRight ? 2 : 1));
  }
};

struct InputsPlan {
  // The most rows of a block: enough that packing costs little. A multiple of every tile's rows.
  static constexpr int64_t kMaxRowBlock = 384;
  static constexpr int64_t kMaxTileRows = 12;
  // Panels of a workgroup.
  static constexpr int64_t kPanels = 4;
  // The most rows that read panels in place, and the numbers of rows with code.
  static constexpr int64_t kFewRows = 8, kFewRowCounts[] = {1, 2, 4};
  // Rows of rhs that are prefetched ahead where they are read in place.
  static constexpr int64_t kPrefetchRows = 24;
  // Sizes of tails with code, in addition to the largest.
  static constexpr int64_t kTails[] = {4, 6, 8};

  PanelShape panel; // k and n may be dynamic
  int64_t rows;     // of a batch entry; kDynamic if unknown
  int64_t tileRows, rowBlock;
  bool joinsBatches; // the rows of all batch entries are multiplied by the same matrix
  bool widensRows, transposesRight;

  bool isDynamic() const { return ShapedType::isDynamic(rows); }
  int64_t maxFewRows() const { return std::min(kFewRows, panel.tileRows); }
  bool mayHaveFewRows() const { return !transposesRight && (isDynamic() || rows <= maxFewRows()); }
  bool mayHaveManyRows() const { return transposesRight || isDynamic() || rows > maxFewRows(); }
  bool rowsFillTiles() const { return !isDynamic() && rows % tileRows == 0; }
  bool columnsFillPanels() const { return !panel.hasPartialPanel(); }

  SmallVector<int64_t> fewRowCounts() const {
    if (!isDynamic())
      return {rows};
    SmallVector<int64_t> counts(std::begin(kFewRowCounts), std::end(kFewRowCounts));
    counts.push_back(maxFewRows());
    return counts;
  }
  SmallVector<int64_t> tailSizes() const {
    if (!isDynamic())
      return {rows % tileRows};
    SmallVector<int64_t> sizes;
    for (int64_t size : kTails)
      if (size < tileRows - 1)
        sizes.push_back(size);
    sizes.push_back(tileRows - 1);
    return sizes;
  }
  // The panels that this number of rows reads at once: accumulators and weights fit the registers.
  int64_t panelsAtOnce(int64_t count, const CpuModel &target) const {
    int64_t fit = (target.registers - 2) / (panel.vectors * (count + 1));
    return std::clamp<int64_t>(fit, 1, std::min(kPanels, kMaxPanelsAtOnce));
  }
};

class InputsMatmul {
public:
  InputsMatmul(KernelBuilder &k, const InputsOperands &operands, const InputsPlan &p,
               const CpuModel &target, Epilogue &epilogue)
      : k(k), p(p), target(target), epilogue(epilogue), left(matrix(operands.lhs)),
        right(matrix(operands.rhs)), length(k.size(left.buffer, 1)),
        columns(k.size(k.output(), outputRank() - 1)),
        rows(p.joinsBatches ? k.sizeProduct(k.output(), 0, outputRank() - 1)
                            : k.size(k.output(), outputRank() - 2)),
        rowBegin(k.mul(k.workgroup(0), p.rowBlock)),
        rowEnd(k.min(k.add(rowBegin, p.rowBlock), rows)), packed(packedPanel()),
        tile(k, epilogue, p.panel, target, packed, {}, outputRows()),
        product(k, p.panel.kind, p.panel.lanes, /*isSigned=*/false) {
    epilogue.bind(k, epilogue.canJoinRows());
    if (p.widensRows)
      widenRows();
  }

  // Bytes of workspace for dot products of this length.
  static AffineExpr workspaceBytes(const InputsPlan &p, AffineExpr length) {
    AffineExpr panel = p.transposesRight ? length.ceilDiv(p.panel.lanes) * p.panel.lanes : length;
    int64_t bytes = p.panel.elementBytes();
    return panel * (bytes * p.panel.panelWidth) + length * (p.widensRows ? bytes * p.rowBlock : 0);
  }

  void emit() {
    Value panels = k.div(k.add(columns, p.panel.panelWidth - 1), k.c(p.panel.panelWidth));
    Value first = k.mul(k.workgroup(1), InputsPlan::kPanels),
          last = k.min(k.add(first, InputsPlan::kPanels), panels);
    if (p.mayHaveFewRows())
      first = emitFewRows(first, last);
    if (!p.mayHaveManyRows() && p.columnsFillPanels())
      return;
    k.loop(first, last, 1, [&](Value panel) {
      pack(panel);
      emitPanel(panel);
    });
  }

private:
  // An operand with all dimensions but the last joined, and the row at which the entry begins.
  struct Matrix {
    Value buffer, first;
  };
  Matrix matrix(Value tensor) {
    Value buffer = k.argument(tensor);
    auto type = cast<MemRefType>(buffer.getType());
    int64_t rank = type.getRank(), size = type.getShape().back();
    SmallVector<Value> dynamic = {k.sizeProduct(buffer, 0, rank - 1)};
    if (ShapedType::isDynamic(size))
      dynamic.push_back(k.size(buffer, rank - 1));
    Value first = k.mul(entryOf(type.getShape().drop_back(2)), k.size(buffer, rank - 2));
    return {k.recast(buffer, {ShapedType::kDynamic, size}, dynamic), first};
  }

  unsigned outputRank() const { return cast<MemRefType>(k.output().getType()).getRank(); }

  Value outputRows() {
    int64_t size = p.panel.n;
    SmallVector<Value> dynamic = {k.sizeProduct(k.output(), 0, outputRank() - 1)};
    if (ShapedType::isDynamic(size))
      dynamic.push_back(columns);
    return k.recast(k.output(), {ShapedType::kDynamic, size}, dynamic);
  }

  // The entry of an operand with these batch sizes that belongs to the workgroup's. Static sizes of
  // 1 are broadcast.
  Value entryOf(ArrayRef<int64_t> batch) {
    ArrayRef<int64_t> result =
        cast<MemRefType>(k.output().getType()).getShape().drop_back(2).take_back(batch.size());
    auto repeats = [&](size_t i) { return batch[i] == 1 && result[i] != 1; };
    if (p.joinsBatches || llvm::all_of(batch, [](int64_t size) { return size == 1; }))
      return k.c(0);
    bool isWhole = batch.size() + 2 == outputRank();
    if (isWhole && llvm::none_of(llvm::seq<size_t>(0, batch.size()), repeats))
      return k.workgroup(2);
    Value entry = k.c(0), rest = k.workgroup(2), stride = k.c(1);
    unsigned missing = outputRank() - 2 - batch.size();
    for (size_t i = batch.size(); i-- > 0;) {
      Value size = k.size(k.output(), missing + i);
      if (!repeats(i)) {
        entry = k.add(entry, k.mul(k.rem(rest, size), stride));
        stride = k.mul(stride, size);
      }
      rest = k.div(rest, size);
    }
    return entry;
  }

  // A panel in the workspace: [1, k, panel width]. Transposed squares are stored as a whole.
  Value packedPanel() {
    packedRows = length;
    if (p.transposesRight)
      packedRows =
          k.mul(k.div(k.add(length, p.panel.lanes - 1), k.c(p.panel.lanes)), p.panel.lanes);
    int64_t size = getConstantIntValue(packedRows).value_or(ShapedType::kDynamic);
    auto type = MemRefType::get({1, size, p.panel.panelWidth}, p.panel.element);
    return memref::ViewOp::create(k.b, k.loc, type, k.workspace(), k.c(0),
                                  dynamicSize(size, packedRows));
  }
  static SmallVector<Value> dynamicSize(int64_t size, Value value) {
    return ShapedType::isDynamic(size) ? SmallVector<Value>{value} : SmallVector<Value>();
  }

  Value wide(Value values) { return convertFloat(k.b, k.loc, values, p.panel.element); }

  // A vector of rhs in the panels' type. Only lanes set in `mask` (all if null) are read, others
  // are 0.
  Value loadRight(Value row, Value column, Value mask) {
    auto type =
        VectorType::get({p.panel.lanes}, cast<MemRefType>(right.buffer.getType()).getElementType());
    SmallVector<Value> at = {row, column};
    if (!mask)
      return wide(vector::LoadOp::create(k.b, k.loc, type, right.buffer, at));
    return wide(
        vector::MaskedLoadOp::create(k.b, k.loc, type, right.buffer, at, mask, k.splat(type, 0.0)));
  }

  // ---- packing ----

  // Copies the rows of the workgroup to the workspace, in f32.
  void widenRows() {
    auto type = MemRefType::get({p.rowBlock, p.panel.k}, p.panel.element);
    Value to =
        memref::ViewOp::create(k.b, k.loc, type, k.workspace(),
                               k.mul(packedRows, p.panel.elementBytes() * p.panel.panelWidth),
                               dynamicSize(p.panel.k, length));
    auto some =
        VectorType::get({p.panel.lanes}, cast<MemRefType>(left.buffer.getType()).getElementType());
    Value whole = k.mul(k.div(length, k.c(p.panel.lanes)), p.panel.lanes);
    k.loop(rowBegin, rowEnd, 1, [&](Value row) {
      Value from = k.add(left.first, row), each = k.sub(row, rowBegin);
      k.loop(k.c(0), whole, p.panel.lanes, [&](Value at) {
        Value read = vector::LoadOp::create(k.b, k.loc, some, left.buffer, ValueRange{from, at});
        vector::StoreOp::create(k.b, k.loc, wide(read), to, ValueRange{each, at});
      });
      k.loop(whole, length, 1, [&](Value at) {
        Value read = memref::LoadOp::create(k.b, k.loc, left.buffer, ValueRange{from, at});
        memref::StoreOp::create(k.b, k.loc, wide(read), to, ValueRange{each, at});
      });
    });
    left = {to, k.sub(k.c(0), rowBegin)};
  }

  void pack(Value panel) {
    Value begin = k.mul(panel, p.panel.panelWidth);
    if (p.transposesRight)
      return transposeColumns(begin);
    if (p.columnsFillPanels())
      return copyColumns(begin, {});
    k.when(
        k.less(k.add(begin, p.panel.panelWidth - 1), columns), [&] { copyColumns(begin, {}); },
        [&] { copyColumns(begin, tile.columnsOf(panel).masks); });
  }

  void copyColumns(Value begin, ArrayRef<Value> masks) {
    k.loop(k.c(0), length, 1, [&](Value step) {
      Value row = k.add(right.first, step);
      for (int64_t j = 0; j < p.panel.vectors; ++j) {
        Value column = k.c(j * p.panel.lanes);
        Value read = loadRight(row, k.add(begin, column), masks.empty() ? Value() : masks[j]);
        vector::StoreOp::create(k.b, k.loc, read, packed, ValueRange{k.c(0), step, column});
      }
    });
  }

  // Squares of rhs [columns, k] are transposed in registers. Columns past the end repeat the last.
  void transposeColumns(Value begin) {
    const int64_t lanes = p.panel.lanes;
    Value last = k.sub(columns, k.c(1)), whole = k.mul(k.div(length, k.c(lanes)), lanes);
    k.loop(k.c(0), k.c(p.panel.panelWidth), lanes, [&](Value offset) {
      Vectors from;
      for (int64_t i = 0; i < lanes; ++i)
        from.push_back(k.add(right.first, k.min(k.add(k.add(begin, offset), i), last)));
      auto square = [&](Value step, Value mask) {
        Vectors rows;
        for (Value column : from)
          rows.push_back(loadRight(column, step, mask));
        for (auto [i, row] : llvm::enumerate(k.transpose(rows)))
          vector::StoreOp::create(k.b, k.loc, row, packed,
                                  ValueRange{k.c(0), k.add(step, i), offset});
      };
      k.loop(k.c(0), whole, lanes, [&](Value step) { square(step, {}); });
      k.when(k.less(whole, length), [&] {
        auto bits = VectorType::get({lanes}, k.b.getI1Type());
        square(whole,
               vector::CreateMaskOp::create(k.b, k.loc, bits, ValueRange{k.sub(length, whole)}));
      });
    });
  }

  // ---- tiles ----

  // The row indices of a tile in lhs. Those from `limit` on, if it is given, repeat the last one.
  Vectors tileRows(Value first, int64_t count, Value limit) {
    Vectors rows;
    Value last = limit ? k.sub(limit, k.c(1)) : Value();
    for (int64_t i = 0; i < count; ++i) {
      Value row = k.add(first, i);
      rows.push_back(k.add(left.first, limit && i > 0 ? k.min(row, last) : row));
    }
    return rows;
  }

  // The accumulators of a tile, in the order rows x vectors. `load` appends the vectors of a step.
  Vectors accumulate(ArrayRef<Value> rows, int64_t vectors,
                     function_ref<void(Value step, Vectors &)> load) {
    Vectors start(rows.size() * vectors, k.splat(tile.vectorType(), 0.0));
    return k.loop(k.c(0), length, 1, start, [&](Value step, ValueRange carried) {
      Vectors weights, next;
      load(step, weights);
      auto sum = carried.begin();
      for (Value row : rows) {
        Vectors factor = product.left(left.buffer, row, step, 1);
        for (Value weight : weights)
          next.push_back(product.add(factor, weight, *sum++));
      }
      return next;
    });
  }
  Vectors accumulatePacked(ArrayRef<Value> rows) {
    return accumulate(rows, p.panel.vectors, [&](Value step, Vectors &weights) {
      tile.loadWeights(k.c(0), step, weights);
    });
  }

  RowPosition positionOf(Value row) {
    if (p.joinsBatches)
      return tile.positionOf(row);
    return tile.positionOf(k.add(k.mul(k.workgroup(2), rows), row));
  }

  void storeRows(Value first, Value count, Value offset, const Columns &columns) {
    tile.storeScratch(count, offset, columns, [&](Value i) { return positionOf(k.add(first, i)); });
  }

  void emitPanel(Value panel) {
    Columns columns = tile.columnsOf(panel);
    Value full = rowEnd;
    if (!p.rowsFillTiles())
      full = k.sub(rowEnd, k.rem(k.sub(rowEnd, rowBegin), k.c(p.tileRows)));
    k.loop(rowBegin, full, p.tileRows, [&](Value row) { emitTile(row, columns); });
    if (p.rowsFillTiles())
      return;
    k.when(k.less(full, rowEnd), [&] {
      Value count = k.sub(rowEnd, full);
      tile.forTailSize(p.tailSizes(), count, [&](int64_t size) {
        Value limit = p.isDynamic() ? rowEnd : Value();
        tile.toScratch(accumulatePacked(tileRows(full, size, limit)), p.panel.vectors);
      });
      storeRows(full, count, k.c(0), columns);
    });
  }

  void emitTile(Value row, const Columns &columns) {
    SmallVector<RowPosition> positions;
    if (!epilogue.isHeavy())
      for (int64_t i = 0; i < p.tileRows; ++i) {
        positions.push_back(positionOf(k.add(row, i)));
        tile.prefetchRow(positions.back(), columns);
      }
    Vectors accumulators = accumulatePacked(tileRows(row, p.tileRows, Value()));
    if (epilogue.isHeavy()) {
      tile.toScratch(accumulators, p.panel.vectors);
      return storeRows(row, k.c(p.tileRows), k.c(0), columns);
    }
    auto sum = accumulators.begin();
    for (const RowPosition &at : positions)
      for (int64_t j = 0; j < p.panel.vectors; ++j)
        tile.store(*sum++, at, columns, j);
  }

  // ---- few rows ----

  // The first panel that is left to do: those before it are whole, and there are few rows.
  Value emitFewRows(Value first, Value last) {
    Value whole = k.min(last, k.div(columns, k.c(p.panel.panelWidth)));
    auto all = [&] {
      tile.forTailSize(p.fewRowCounts(), k.sub(rowEnd, rowBegin), [&](int64_t count) {
        emitInPlace(count, first, whole, p.panelsAtOnce(count, target));
      });
    };
    if (!p.mayHaveManyRows()) {
      all();
      return whole;
    }
    Value hasFew = k.less(k.sub(rowEnd, rowBegin), k.c(p.maxFewRows() + 1));
    k.when(hasFew, all);
    return k.select(hasFew, whole, first);
  }

  // The vectors of a step from panels of rhs itself. Its rows lie far apart, so later ones are
  // prefetched: into the second-level cache, because rows whose distance is a power of two compete
  // for a few lines of the first. Prefetching past the end is harmless.
  void loadInPlace(ArrayRef<Value> begins, Value step, Vectors &weights) {
    Value row = k.add(right.first, step), ahead = k.add(row, InputsPlan::kPrefetchRows);
    for (Value begin : begins) {
      for (int64_t j = 0; j < p.panel.vectors; ++j)
        weights.push_back(loadRight(row, k.add(begin, j * p.panel.lanes), Value()));
      for (int64_t j = 0; j < p.panel.panelWidth; j += p.panel.lineElements())
        memref::PrefetchOp::create(k.b, k.loc, right.buffer, ValueRange{ahead, k.add(begin, j)},
                                   /*isWrite=*/false, /*localityHint=*/2, /*isDataCache=*/true);
    }
  }

  // `count` rows times panels of rhs itself, `atOnce` of them; the last ones repeat.
  void emitInPlace(int64_t count, Value firstPanel, Value lastPanel, int64_t atOnce) {
    Value limit = p.isDynamic() ? rowEnd : Value();
    k.loop(firstPanel, lastPanel, atOnce, [&](Value panel) {
      Vectors begins;
      for (int64_t i = 0; i < atOnce; ++i)
        begins.push_back(k.mul(k.min(k.add(panel, i), k.sub(lastPanel, k.c(1))), //
                               p.panel.panelWidth));
      Vectors accumulators =
          accumulate(tileRows(rowBegin, count, limit), atOnce * p.panel.vectors,
                     [&](Value step, Vectors &weights) { loadInPlace(begins, step, weights); });
      tile.toScratch(accumulators, atOnce * p.panel.vectors);
      Value left = k.min(k.sub(lastPanel, panel), k.c(atOnce));
      k.loop(k.c(0), left, 1, [&](Value i) {
        storeRows(rowBegin, k.sub(rowEnd, rowBegin), k.mul(i, p.panel.panelWidth),
                  tile.columnsOf(k.add(panel, i)));
      });
    });
  }

  KernelBuilder &k;
  const InputsPlan &p;
  const CpuModel &target;
  Epilogue &epilogue;
  Matrix left, right;
  Value length, columns, rows, rowBegin, rowEnd, packedRows, packed;
  RegisterTile tile;
  Microkernel product;
};

// ---- planning ----

// Tiles of equal height. Blocks of equal size.
void planRowBlocks(InputsPlan &p) {
  p.tileRows = std::min(InputsPlan::kMaxTileRows, p.panel.tileRows);
  p.rowBlock = InputsPlan::kMaxRowBlock / p.tileRows * p.tileRows;
  if (p.isDynamic() || p.rows == 0)
    return;
  p.tileRows = llvm::divideCeil(p.rows, llvm::divideCeil(p.rows, p.tileRows));
  int64_t tiles = llvm::divideCeil(p.rows, p.tileRows);
  p.rowBlock =
      llvm::divideCeil(tiles, llvm::divideCeil(p.rows, InputsPlan::kMaxRowBlock)) * p.tileRows;
}

bool sharesRight(const InputsOperands &in, RankedTensorType result) {
  auto lhs = tensorType(in.lhs), rhs = tensorType(in.rhs);
  auto isOne = [](int64_t size) { return size == 1; };
  auto repeats = [](auto sizes) { return std::get<0>(sizes) == 1 && std::get<1>(sizes) != 1; };
  return llvm::all_of(rhs.getShape().drop_back(2), isOne) && lhs.getRank() == result.getRank() &&
         llvm::none_of(llvm::zip(lhs.getShape().drop_back(2), result.getShape().drop_back(2)),
                       repeats);
}

// The operands of a dot_general [b.., m, k] x [b.., n, k].
FailureOr<InputsOperands> operandsOf(DotGeneralOp op, LoweringReason &why) {
  int64_t rank = tensorType(op.getLhs()).getRank(), batch = op.getLhsBatch().size();
  auto isLeading = [&](ArrayRef<int64_t> dims) {
    return llvm::equal(dims, llvm::seq<int64_t>(0, batch));
  };
  auto isLast = [&](ArrayRef<int64_t> dims) { return dims == ArrayRef<int64_t>(rank - 1); };
  if (rank != batch + 2 || tensorType(op.getRhs()).getRank() != rank ||
      !isLeading(op.getLhsBatch()) || !isLeading(op.getRhsBatch()) ||
      !isLast(op.getLhsContract()) || !isLast(op.getRhsContract()))
    return why.because("its operands are not [batch.., rows, k] and [batch.., columns, k]");
  return InputsOperands{op.getLhs(), op.getRhs(), /*transposesRight=*/true};
}

FailureOr<InputsOperands> operandsOf(Operation *op, LoweringReason &why) {
  if (auto dot = dyn_cast<DotGeneralOp>(op))
    return operandsOf(dot, why);
  auto matmul = cast<MatmulOp>(op);
  if (tensorType(matmul.getLhs()).getRank() < 2 || tensorType(matmul.getRhs()).getRank() < 2)
    return why.because("an operand is a vector");
  return InputsOperands{matmul.getLhs(), matmul.getRhs()};
}

FailureOr<InputsPlan> planInputs(const InputsOperands &in, RankedTensorType result,
                                 const CpuModel &target, LoweringReason &why) {
  Type element = tensorType(in.lhs).getElementType();
  if (element.isF16() && !target.convertsF16)
    return why.because("the CPU has no instructions that convert f16 to f32");
  if (result.getElementType().isF64() != element.isF64())
    return why.because("only the operands or the sums are f64");
  InputsPlan p;
  int64_t n = result.getShape().back();
  int64_t length = in.inner(/*ofRight=*/ShapedType::isDynamic(in.inner(/*ofRight=*/false)));
  FailureOr<PanelShape> panel = planPackedPanel(length, n, accumulatorOf(element), target, why);
  if (failed(panel))
    return failure();
  p.panel = *panel;
  p.transposesRight = in.transposesRight;
  p.joinsBatches = sharesRight(in, result);
  ArrayRef<int64_t> rows = result.getShape().drop_back();
  if (!p.joinsBatches)
    rows = rows.take_back();
  p.rows =
      ShapedType::isDynamicShape(rows) ? ShapedType::kDynamic : ShapedType::getNumElements(rows);
  p.widensRows = element != p.panel.element;
  auto isSmall = [](int64_t size, int64_t least) {
    return !ShapedType::isDynamic(size) && size < least;
  };
  if (isSmall(n, kMinPackedColumns))
    return why.because("the result has few columns");
  if (!ShapedType::isDynamic(length) && !p.isDynamic() && !ShapedType::isDynamic(n) &&
      saturatingProduct({2, p.rows, length, n}) < kMinPackedFlops)
    return why.because("the matmul is small");
  planRowBlocks(p);
  return p;
}

class PlannedInputsMatmul : public KernelPlan {
public:
  PlannedInputsMatmul(const FusedKernel &fused, const InputsOperands &operands,
                      const InputsPlan &plan, const CpuModel &target, const Epilogue &epilogue)
      : fused(fused), operands(operands), plan(plan), target(target), epilogue(epilogue) {}

  LogicalResult emit(func::FuncOp) override {
    KernelBuilder builder(fused);
    InputsMatmul(builder, operands, plan, target, epilogue).emit();
    epilogue.allowInPlace(); // leftover rows are computed twice but stored once
    unsigned rank = fused.resultType.getRank();
    AffineExpr columns = builder.outputSizeExpr(rank - 1), rows = builder.outputSizeExpr(rank - 2),
               batch = builder.constantExpr(1);
    for (unsigned i = 0; i + 2 < rank; ++i)
      batch = batch * builder.outputSizeExpr(i);
    if (plan.joinsBatches) {
      rows = batch * rows;
      batch = builder.constantExpr(1);
    }
    AffineExpr length = builder.sizeExpr(operands.lhs, tensorType(operands.lhs).getRank() - 1);
    AffineExpr perTerm =
        builder.constantExpr(target.nanoseconds(1024 * 2.0 / speedOf(plan.panel.kind)));
    builder.finish({rows.ceilDiv(plan.rowBlock),
                    columns.ceilDiv(plan.panel.panelWidth * InputsPlan::kPanels), batch},
                   InputsMatmul::workspaceBytes(plan, length),
                   (batch * rows * columns * length * perTerm).floorDiv(1024));
    return success();
  }

private:
  FusedKernel fused;
  InputsOperands operands;
  InputsPlan plan;
  CpuModel target;
  Epilogue epilogue;
};

std::unique_ptr<KernelPlan> planMatmulInputs(func::FuncOp kernel, const CpuModel &target,
                                             LoweringReason &why) {
  FailureOr<FusedKernel> fused = matchRoot<MatmulOp, DotGeneralOp>(kernel, why);
  if (failed(fused) || failed(expectContractionTypes(fused->root->getOperands(), why)))
    return nullptr;
  FailureOr<InputsOperands> operands = operandsOf(fused->root, why);
  if (failed(operands))
    return nullptr;
  FailureOr<InputsPlan> plan =
      planInputs(*operands, tensorType(fused->root->getResult(0)), target, why);
  if (failed(plan))
    return nullptr;
  FailureOr<Epilogue> epilogue = Epilogue::plan(*fused, plan->panel.lanes, why);
  if (failed(epilogue))
    return nullptr;
  return std::make_unique<PlannedInputsMatmul>(*fused, *operands, *plan, target, *epilogue);
}

} // namespace

extern const CpuSchedule kMatmulInputs, kDotGeneral;
const CpuSchedule kMatmulInputs = {"matmul", "rlx.matmul", expectContractionTypes,
                                   planMatmulInputs};
const CpuSchedule kDotGeneral = {"dot_general", "rlx.dot_general", expectContractionTypes,
                                 planMatmulInputs};

} // namespace rlx::cpu
