// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See BlockGemv.h.
#include "conversions/cpu/quant/BlockGemv.h"
#include "dialects/rlx/ops/quant/RowDigits.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace rlx::cpu {
namespace {

// Bytes of weights per workgroup: enough to hide its start, few enough that large matmuls still
// give every thread several workgroups.
constexpr int64_t kWeightBytesPerWorkgroup = 2 << 20;
// Converting a row takes half as long as multiplying it with one panel.
constexpr int64_t kMinPanelsPerWorkgroup = 16;
// The number of workgroups is a multiple of the first of these that leaves each so many panels, to
// divide evenly among any small number of threads.
constexpr std::pair<int64_t, int64_t> kWorkgroups[] = {{8, kMinPanelsPerWorkgroup}, {4, 8}, {2, 3}};
// Multiplications of digits and bytes per nanosecond of one core, for cost estimates.
constexpr int64_t kProductsPerNanosecond = 180, kWeightBytesPerNanosecond = 30;
constexpr int64_t kTileProductsPerNanosecond = 220;
// Rows of a tile whose accumulators share the registers: of AMX's, and of dot products.
constexpr int64_t kScaledRows = 4, kManyRows = 8;

// Beyond it sums of sizes might overflow.
constexpr int64_t kMaxWorkspace = int64_t{1} << 56;

// A tile has an accumulator for each vector, row and digit, and one in f32 for each vector and row.
// Weights are unpacked once for all rows, so with 32 registers a tile has many rows of one vector
// of a panel, if there are so many. Tiles for the rest, and for weights of whole bytes, have few
// rows and all vectors, which share the rows' digits.
void planTile(BlockGemvPlan &p, const CpuModel &target) {
  const bool hasMany = target.registers >= 32;
  p.vectorsAtOnce = hasMany ? kPanelVectors : 1;
  p.fewRows = hasMany && p.numDigits == 1 ? 4 : 2;
  const bool hasUnpacking = p.scheme != BlockScheme::Q8_0;
  const bool takesMany = hasMany && hasUnpacking && p.numDigits < FixedPointRows::kMaxDigits &&
                         (p.isDynamic() || p.rows >= kManyRows);
  p.tileRows = takesMany ? kManyRows : p.fewRows;
  p.tileVectors = takesMany ? 1 : p.vectorsAtOnce;
}

// Rows whose digits stay in the second-level cache while all panels are read. Fails if not even a
// few rows can be counted.
FailureOr<int64_t> planRowBlock(const BlockGemvPlan &p, const CpuModel &target,
                                LoweringReason &why) {
  const int64_t atOnce = p.usesTiles ? BlockTiles::kRows : p.tileRows;
  int64_t rowBytes = FixedPointRows::workspaceBytes(1, p.k, p.numDigits);
  int64_t rows = std::clamp<int64_t>(target.l2Bytes / 2 / rowBytes, 1, 64);
  int64_t block = std::max(rows - rows % atOnce, atOnce);
  if (!p.isDynamic())
    block = std::min(block, p.rows);
  if (p.digitBytes(block) > kMaxWorkspace)
    return why.because("the rows of lhs are too long");
  return block;
}

int64_t planPanelGroup(const BlockGemvPlan &p) {
  int64_t tiles = llvm::divideCeil(p.rowBlock, p.usesTiles ? BlockTiles::kRows : p.tileRows);
  int64_t group = std::max(kWeightBytesPerWorkgroup / saturatingProduct({p.panelBytes, tiles}),
                           kMinPanelsPerWorkgroup);
  int64_t groups = llvm::divideCeil(p.panels, group);
  for (auto [multiple, minPanels] : kWorkgroups)
    if (int64_t more = llvm::alignTo(groups, multiple); p.panels / more >= minPanels) {
      groups = more;
      break;
    }
  return llvm::divideCeil(p.panels, groups);
}

} // namespace

LogicalResult planBlockGemv(BlockGemvPlan &p, std::optional<RowPrecision> precision,
                            const CpuModel &target, LoweringReason &why) {
  const BlockPanels &panels = *blockPanels(p.scheme);
  if (!target.multipliesBytes())
    return why.because("the CPU has no dot-product instructions for these bytes");
  if (p.k == 0 || p.rows == 0)
    return why.because("lhs is empty");
  p.panelBytes = saturatingProduct({p.blocks, panels.bytes, kPanelRows});
  p.numDigits = digitsOf(precision.value_or(RowPrecision::Exact));
  planTile(p, target);
  p.usesTiles = target.hasTileDot && (p.isDynamic() || p.rows >= BlockTiles::kRows);
  FailureOr<int64_t> rowBlock = planRowBlock(p, target, why);
  if (failed(rowBlock))
    return failure();
  p.rowBlock = *rowBlock;
  p.panelGroup = planPanelGroup(p);
  p.target = target;
  return success();
}

int64_t BlockGemvPlan::rowNanoseconds() const {
  const int64_t rate = usesTiles ? kTileProductsPerNanosecond : kProductsPerNanosecond;
  return saturatingProduct({k, n, numDigits}) / rate + 1;
}

int64_t BlockGemvPlan::workspaceBytes() const {
  return usesTiles ? tilesAt() + BlockTiles::workspaceBytes(numDigits) : digitBytes(rowBlock);
}

int64_t BlockGemvPlan::weightNanoseconds() const {
  return saturatingProduct({panels, panelBytes}) / kWeightBytesPerNanosecond;
}

BlockGemvEmitter::BlockGemvEmitter(KernelBuilder &builder, const BlockGemvPlan &plan, Value lhs,
                                   Value weights, Value output)
    : k(builder), p(plan), type(VectorType::get(kPanelLanes, builder.b.getF32Type())), lhs(lhs),
      output(output), digits(builder, p.rowBlock, p.k, p.numDigits, p.digitRows()),
      dot(BlockDot::create(ByteDots(builder, p.target), p.scheme, weights)) {
  if (p.usesTiles)
    tiles.emplace(k, p.tilesAt(), p.blocks, p.numDigits, dot->decodedLayout());
  const int64_t ofTiles = llvm::alignTo(p.rowBlock, BlockTiles::kRows);
  const int64_t rows = p.usesTiles ? std::max(p.tileRows, ofTiles) : p.tileRows;
  scratch = k.stack({rows, kPanelRows}, type.getElementType());
}

void BlockGemvEmitter::emit(Value count, RowOf rowOf, Value firstPanel, Value lastPanel,
                            Value panelOffset) {
  digits.compute(lhs, count, rowOf, dot->wantsHalves(),
                 [&](const FixedPointRows::Sums &sums, Value scale) {
                   return dot->words(sums, scale, p.numDigits);
                 });
  Value ofTiles = tiles ? rowsOfTiles(count) : k.c(0);
  auto whenTiles = [&](function_ref<void()> body) {
    if (tiles)
      k.when(k.less(k.c(0), ofTiles), body);
  };
  whenTiles([&] { tiles->configure(); });
  k.loop(firstPanel, lastPanel, 1, [&](Value panel) {
    Value weights = k.add(panel, panelOffset);
    const Rows all = {panel, panelOffset, rowOf};
    whenTiles([&] { computeTileRows(weights, ofTiles); });
    auto computeRows = [&](Value row) {
      Value rows = k.min(k.sub(count, row), k.c(p.tileRows));
      prefetchBeside(row, count);
      emitTile(weights, row, rows, tiles ? row : k.c(0));
      if (!tiles)
        storeTile(all, row, rows);
    };
    if (!tilesTakeAllRows())
      k.loop(ofTiles, count, p.tileRows, computeRows);
    if (tiles) // the code to store is large, and so is there once
      storeTile(all, k.c(0), count);
  });
  whenTiles([&] { tiles->release(); });
}

// The first tile prefetches the next panel. If there are many, each of the first ones prefetches at
// one place, since a single tile may take less time than the read.
void BlockGemvEmitter::prefetchBeside(Value row, Value count) {
  if (p.vectorsAtOnce < kPanelVectors)
    return;
  const int64_t many = BlockDot::kStreams * p.tileRows;
  Value hasMany = k.less(k.c(many - 1), count), tile = k.div(row, k.c(p.tileRows));
  Value last = k.select(k.less(tile, k.c(1)), k.c(BlockDot::kStreams), k.c(0));
  dot->prefetchNextPanel(k.select(hasMany, tile, k.c(0)), k.select(hasMany, k.add(tile, 1), last));
}

// As BlockTiles::rowsOf.
Value BlockGemvEmitter::rowsOfTiles(Value count) {
  Value rest = k.rem(count, k.c(BlockTiles::kRows)), whole = k.sub(count, rest);
  Value more = k.select(k.less(rest, k.c(BlockTiles::kMinRest)), whole, count);
  return k.select(k.less(k.c(0), whole), more, k.c(0));
}

// Workgroups have rowBlock rows, but for the last one.
bool BlockGemvEmitter::tilesTakeAllRows() const {
  if (!p.usesTiles || p.isDynamic())
    return false;
  const int64_t last = p.rows % p.rowBlock;
  return BlockTiles::rowsOf(p.rowBlock) == p.rowBlock && BlockTiles::rowsOf(last) == last;
}

// Computes the results of the first `count` rows into the scratch tile, with tiles of 16 rows.
void BlockGemvEmitter::computeTileRows(Value panel, Value count) {
  dot->use(&*tiles);
  k.loop(k.c(0), count, 1, [&](Value row) {
    for (int64_t column = 0; column < kPanelRows; column += kPanelLanes)
      store(k.splat(type, 0), row, k.c(column));
  });
  k.loop(k.c(0), k.c(p.blocks), tiles->blocksAtOnce(), [&](Value begin) {
    Value end = k.min(k.add(begin, tiles->blocksAtOnce()), k.c(p.blocks));
    tiles->beginChunk(begin);
    k.loop(begin, end, 1, [&](Value block) { dot->decode(panel, block); });
    k.loop(k.c(0), count, BlockTiles::kRows,
           [&](Value row) { addChunk(panel, row, count, begin, end); });
  });
  dot->use(nullptr);
}

// Adds the blocks [begin, end) of 16 rows, or of those below `count`.
void BlockGemvEmitter::addChunk(Value panel, Value firstRow, Value count, Value begin, Value end) {
  const int64_t numVectors = tiles->vectorsAtOnce();
  Value groups = k.mul(k.sub(end, begin), p.k / p.blocks / FixedPointRows::kGroup);
  Value lastRow = k.min(k.add(firstRow, BlockTiles::kRows), count);
  for (int64_t first = 0; first < kPanelVectors; first += numVectors) {
    const auto vectors = llvm::to_vector(llvm::seq<int64_t>(first, first + numVectors));
    tiles->multiply(digits, firstRow, first, groups);
    k.loop(firstRow, lastRow, kScaledRows, [&](Value row) {
      SmallVector<Value> rows, accumulators;
      for (int64_t i = 0; i < kScaledRows; ++i) {
        rows.push_back(k.add(row, i));
        for (int64_t vector : vectors)
          accumulators.push_back(load(rows.back(), k.c(vector * kPanelLanes)));
      }
      accumulators = k.loop(begin, end, 1, accumulators, [&](Value block, ValueRange carried) {
        return dot->addBlock(digits, rows, panel, block, vectors, SmallVector<Value>(carried));
      });
      for (auto [i, sum] : llvm::enumerate(accumulators))
        store(sum, rows[i / vectors.size()], k.c(vectors[i % vectors.size()] * kPanelLanes));
    });
  }
}

// Rows that fill no tile are computed few at a time, and the last ones one by one.
void BlockGemvEmitter::emitTile(Value panel, Value row, Value rows, Value at) {
  if (p.rows == 1)
    return computeTile(1, panel, row, at);
  if (p.rowsFillTiles())
    return computeTile(p.tileRows, panel, row, at);
  k.when(
      k.less(rows, k.c(p.tileRows)), [&] { computeRest(panel, row, rows, at); },
      [&] { computeTile(p.tileRows, panel, row, at); });
}

void BlockGemvEmitter::computeRest(Value panel, Value row, Value rows, Value at) {
  auto compute = [&](int64_t count, Value i) {
    computeTile(count, panel, k.add(row, i), k.add(at, i));
  };
  auto oneByOne = [&](Value begin) { k.loop(begin, rows, 1, [&](Value i) { compute(1, i); }); };
  if (p.fewRows == p.tileRows)
    return oneByOne(k.c(0));
  k.loop(k.c(0), rows, p.fewRows, [&](Value i) {
    k.when(
        k.less(k.sub(rows, i), k.c(p.fewRows)), [&] { oneByOne(i); },
        [&] { compute(p.fewRows, i); });
  });
}

// Computes the results of rows from `row` on into those of the scratch tile from `at` on.
void BlockGemvEmitter::computeTile(int64_t numRows, Value panel, Value row, Value at) {
  SmallVector<Value> rows;
  for (int64_t i = 0; i < numRows; ++i)
    rows.push_back(k.add(row, i));
  const int64_t atOnce = numRows == p.tileRows ? p.tileVectors : p.vectorsAtOnce;
  for (int64_t first = 0; first < kPanelVectors; first += atOnce) {
    const auto vectors = llvm::to_vector(llvm::seq<int64_t>(first, first + atOnce));
    SmallVector<Value> start(numRows * atOnce, k.splat(type, 0));
    SmallVector<Value> accumulators =
        k.loop(k.c(0), k.c(p.blocks), 1, start, [&](Value block, ValueRange carried) {
          return dot->addBlock(digits, rows, panel, block, vectors, SmallVector<Value>(carried));
        });
    for (auto [i, sum] : llvm::enumerate(accumulators))
      store(sum, k.add(at, i / vectors.size()), k.c(vectors[i % vectors.size()] * kPanelLanes));
  }
}

void BlockGemvEmitter::store(Value sum, Value row, Value column) {
  vector::StoreOp::create(k.b, k.loc, sum, scratch, ValueRange{row, column});
}
Value BlockGemvEmitter::load(Value row, Value column) {
  return vector::LoadOp::create(k.b, k.loc, type, scratch, ValueRange{row, column});
}

void BlockGemvEmitter::storeTile(const Rows &all, Value firstRow, Value rows) {
  k.loop(k.c(0), rows, 1, [&](Value i) {
    k.loop(k.c(0), k.c(kPanelVectors), 1, [&](Value vector) {
      Value column = k.mul(vector, kPanelLanes), row = all.rowOf(k.add(firstRow, i));
      Value sum = load(i, column), lanes = notFinite(sum);
      k.when(vector::ReductionOp::create(k.b, k.loc, vector::CombiningKind::OR, lanes), [&] {
        Value exact = exactSum(k.add(all.panel, all.offset), vector, row);
        store(arith::SelectOp::create(k.b, k.loc, lanes, exact, sum), i, column);
      });
      storeResult(load(i, column), row, k.add(k.mul(all.panel, kPanelRows), column));
    });
  });
}

// Lanes past the last column, possibly all of them, are padding.
void BlockGemvEmitter::storeResult(Value sum, Value row, Value column) {
  if (p.n % kPanelRows == 0) {
    vector::StoreOp::create(k.b, k.loc, sum, output, ValueRange{row, column});
    return;
  }
  Value mask = vector::CreateMaskOp::create(k.b, k.loc, type.clone(k.b.getI1Type()),
                                            ValueRange{k.sub(k.c(p.n), column)});
  vector::MaskedStoreOp::create(k.b, k.loc, output, ValueRange{row, column}, mask, sum);
}

// The lanes that hold an infinity or a NaN.
Value BlockGemvEmitter::notFinite(Value sum) {
  Value zero = arith::SubFOp::create(k.b, k.loc, sum, sum);
  return arith::CmpFOp::create(k.b, k.loc, arith::CmpFPredicate::UNO, zero, zero);
}

Value BlockGemvEmitter::exactSum(Value panel, Value vector, Value row) {
  int64_t elements = p.k / p.blocks;
  return k.loop(k.c(0), k.c(p.blocks), 1, k.splat(type, 0), [&](Value block, ValueRange carried) {
    auto element = [&](Value index) -> Value {
      Value column = k.add(k.mul(block, elements), index);
      Value scalar = memref::LoadOp::create(k.b, k.loc, lhs, ValueRange{row, column});
      return vector::BroadcastOp::create(k.b, k.loc, type, scalar);
    };
    return SmallVector<Value>{dot->addExactly({panel, block, vector}, carried[0], element)};
  })[0];
}

} // namespace rlx::cpu
