// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The schedule of dequant_matmul_packed, a matmul with block-quantized weights, on CPUs with dot
// products of bytes.
//
//   workgroup (x, y): rows [x * rowBlock, ..), panels [y * panelGroup, ..)
//   convert rows to fixed point in the workspace
//   for panel: for tile of rows: for block: acc += scale * dot product; store
//
// Infinities and NaNs in weights or rows, and scales that overflow on the way, give results that
// are not finite. Each such result is recomputed element by element in f32.
#include "conversions/cpu/builder/CpuSchedule.h"
#include "conversions/cpu/quant/BlockDot.h"
#include "dialects/rlx/ir/PackedOps.h"
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
// The number of workgroups is a multiple of this if it is large enough, to divide evenly among any
// small number of threads.
constexpr int64_t kWorkgroups = 8;
// Multiplications of digits and bytes per nanosecond of one core, for cost estimates.
constexpr int64_t kProductsPerNanosecond = 180, kWeightBytesPerNanosecond = 30;

struct BlockGemvPlan {
  BlockScheme scheme;
  int64_t rows; // rows of lhs; kDynamic if unknown
  int64_t k, n, panels, blocks, panelBytes;
  int64_t rowBlock, panelGroup;
  int64_t numDigits; // of a row's elements
  int64_t tileRows;  // whose accumulators share the registers: each weight is loaded once for all
  int64_t vectorsAtOnce; // of a panel, whose accumulators share the registers
  CpuModel target;

  bool isDynamic() const { return ShapedType::isDynamic(rows); }
  bool rowsFillTiles() const { return !isDynamic() && rows % tileRows == 0; }
  int64_t workspaceBytes(int64_t numRows) const {
    return FixedPointRows::workspaceBytes(numRows, k, numDigits);
  }
};

class BlockGemvEmitter {
public:
  BlockGemvEmitter(KernelBuilder &builder, DequantMatmulPackedOp op, const BlockGemvPlan &plan)
      : k(builder), p(plan), type(VectorType::get(kPanelLanes, builder.b.getF32Type())),
        lhs(joinRows(k.argument(op.getLhs()), p.k)), output(joinRows(k.output(), p.n)),
        digits(builder, p.rowBlock, p.k, p.numDigits),
        dot(BlockDot::create(ByteDots(builder, p.target), p.scheme, k.argument(op.getWeights()))),
        scratch(k.stack({p.tileRows, kPanelRows}, type.getElementType())) {}

  void emit() {
    rowBegin = k.mul(k.workgroup(0), p.rowBlock);
    Value count = k.min(k.sub(k.size(lhs, 0), rowBegin), k.c(p.rowBlock));
    digits.compute(lhs, rowBegin, count, [&](const FixedPointRows::Sums &sums, Value scale) {
      return dot->words(sums, scale, p.numDigits);
    });
    Value firstPanel = k.mul(k.workgroup(1), p.panelGroup);
    Value lastPanel = k.min(k.add(firstPanel, p.panelGroup), k.c(p.panels));
    k.loop(firstPanel, lastPanel, 1, [&](Value panel) {
      k.loop(k.c(0), count, p.tileRows, [&](Value row) {
        Value rows = k.min(k.sub(count, row), k.c(p.tileRows));
        emitTile(panel, row, rows);
        storeTile(panel, row, rows);
      });
    });
  }

private:
  // [.., columns] as [rows, columns].
  Value joinRows(Value buffer, int64_t columns) {
    Value rows = k.sizeProduct(buffer, 0, cast<MemRefType>(buffer.getType()).getRank() - 1);
    return k.recast(buffer, {p.rows, columns}, p.isDynamic() ? ValueRange(rows) : ValueRange());
  }

  // Rows that fill no tile are computed one by one.
  void emitTile(Value panel, Value row, Value rows) {
    if (p.rows == 1)
      return computeTile(1, panel, row, k.c(0));
    if (p.rowsFillTiles())
      return computeTile(p.tileRows, panel, row, k.c(0));
    k.when(
        k.less(rows, k.c(p.tileRows)),
        [&] {
          k.loop(k.c(0), rows, 1,
                 [&](Value single) { computeTile(1, panel, k.add(row, single), single); });
        },
        [&] { computeTile(p.tileRows, panel, row, k.c(0)); });
  }

  // Computes the results of rows from `row` on into those of the scratch tile from `at` on.
  void computeTile(int64_t numRows, Value panel, Value row, Value at) {
    SmallVector<Value> rows;
    for (int64_t i = 0; i < numRows; ++i)
      rows.push_back(k.add(row, i));
    for (int64_t first = 0; first < kPanelVectors; first += p.vectorsAtOnce) {
      const auto vectors = llvm::to_vector(llvm::seq<int64_t>(first, first + p.vectorsAtOnce));
      SmallVector<Value> start(numRows * p.vectorsAtOnce, k.splat(type, 0));
      SmallVector<Value> accumulators =
          k.loop(k.c(0), k.c(p.blocks), 1, start, [&](Value block, ValueRange carried) {
            return dot->addBlock(digits, rows, panel, block, vectors, SmallVector<Value>(carried));
          });
      for (auto [i, sum] : llvm::enumerate(accumulators))
        store(sum, k.add(at, i / vectors.size()), k.c(vectors[i % vectors.size()] * kPanelLanes));
    }
  }

  void store(Value sum, Value row, Value column) {
    vector::StoreOp::create(k.b, k.loc, sum, scratch, ValueRange{row, column});
  }
  Value load(Value row, Value column) {
    return vector::LoadOp::create(k.b, k.loc, type, scratch, ValueRange{row, column});
  }

  void storeTile(Value panel, Value firstRow, Value rows) {
    k.loop(k.c(0), rows, 1, [&](Value i) {
      k.loop(k.c(0), k.c(kPanelVectors), 1, [&](Value vector) {
        Value column = k.mul(vector, kPanelLanes), row = k.add(rowBegin, k.add(firstRow, i));
        Value sum = load(i, column), lanes = notFinite(sum);
        k.when(vector::ReductionOp::create(k.b, k.loc, vector::CombiningKind::OR, lanes), [&] {
          Value exact = exactSum(panel, vector, row);
          store(arith::SelectOp::create(k.b, k.loc, lanes, exact, sum), i, column);
        });
        storeResult(load(i, column), row, k.add(k.mul(panel, kPanelRows), column));
      });
    });
  }

  // Lanes past the last column, possibly all of them, are padding.
  void storeResult(Value sum, Value row, Value column) {
    if (p.n % kPanelRows == 0) {
      vector::StoreOp::create(k.b, k.loc, sum, output, ValueRange{row, column});
      return;
    }
    Value mask = vector::CreateMaskOp::create(k.b, k.loc, type.clone(k.b.getI1Type()),
                                              ValueRange{k.sub(k.c(p.n), column)});
    vector::MaskedStoreOp::create(k.b, k.loc, output, ValueRange{row, column}, mask, sum);
  }

  // The lanes that hold an infinity or a NaN.
  Value notFinite(Value sum) {
    Value zero = arith::SubFOp::create(k.b, k.loc, sum, sum);
    return arith::CmpFOp::create(k.b, k.loc, arith::CmpFPredicate::UNO, zero, zero);
  }

  Value exactSum(Value panel, Value vector, Value row) {
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

  KernelBuilder &k;
  const BlockGemvPlan &p;
  VectorType type;
  Value lhs, output;
  FixedPointRows digits;
  std::unique_ptr<BlockDot> dot;
  Value scratch, rowBegin;
};

int64_t digitsOf(RowPrecision precision) {
  switch (precision) {
  case RowPrecision::Exact:
    return 3;
  case RowPrecision::High:
    return 2;
  case RowPrecision::Fast:
    return 1;
  }
  llvm_unreachable("a precision of rows");
}

// A tile has an accumulator for each vector of a panel, row and digit, and one in f32.
int64_t tileRowsFor(int64_t numDigits, const CpuModel &target) {
  return numDigits == 1 && target.registers >= 32 ? 4 : 2;
}

// Rows whose digits stay in the second-level cache while all panels are read. Fails if not even a
// few rows can be counted.
FailureOr<int64_t> planRowBlock(const BlockGemvPlan &p, const CpuModel &target,
                                LoweringReason &why) {
  int64_t rowBytes = p.workspaceBytes(1);
  int64_t rows = std::clamp<int64_t>(target.l2Bytes / 2 / rowBytes, 1, 64);
  int64_t block = std::max(rows - rows % p.tileRows, p.tileRows);
  if (!p.isDynamic())
    block = std::min(block, p.rows);
  if (p.workspaceBytes(block) == INT64_MAX)
    return why.because("the rows of lhs are too long");
  return block;
}

int64_t planPanelGroup(const BlockGemvPlan &p) {
  int64_t tiles = llvm::divideCeil(p.rowBlock, p.tileRows);
  int64_t group = std::max(kWeightBytesPerWorkgroup / saturatingProduct({p.panelBytes, tiles}),
                           kMinPanelsPerWorkgroup);
  int64_t groups = llvm::divideCeil(p.panels, group);
  if (p.panels / llvm::alignTo(groups, kWorkgroups) >= kMinPanelsPerWorkgroup)
    groups = llvm::alignTo(groups, kWorkgroups);
  return llvm::divideCeil(p.panels, groups);
}

FailureOr<BlockGemvPlan> planBlockGemv(DequantMatmulPackedOp op, const CpuModel &target,
                                       LoweringReason &why) {
  auto lhs = op.getLhs().getType(), weights = op.getWeights().getType();
  if (!target.multipliesBytes(blockPanels(op.getScheme())->bits))
    return why.because("the CPU has no dot-product instructions for these bytes");
  if (!weights.hasStaticShape() || lhs.isDynamicDim(lhs.getRank() - 1))
    return why.because("the weights, or the rows of lhs, have a dynamic size");
  BlockGemvPlan p;
  p.scheme = op.getScheme();
  ArrayRef<int64_t> leading = lhs.getShape().drop_back();
  p.rows = ShapedType::isDynamicShape(leading) ? ShapedType::kDynamic
                                               : ShapedType::getNumElements(leading);
  p.k = lhs.getShape().back();
  p.n = op.getN();
  p.panels = weights.getDimSize(0);
  p.blocks = weights.getDimSize(1);
  if (p.k == 0 || p.rows == 0)
    return why.because("lhs is empty");
  p.panelBytes = saturatingProduct({p.blocks, weights.getDimSize(2)});
  p.numDigits = digitsOf(op.getRowPrecision().value_or(RowPrecision::Exact));
  p.tileRows = tileRowsFor(p.numDigits, target);
  FailureOr<int64_t> rowBlock = planRowBlock(p, target, why);
  if (failed(rowBlock))
    return failure();
  p.rowBlock = *rowBlock;
  p.panelGroup = planPanelGroup(p);
  p.vectorsAtOnce = target.registers >= 32 ? kPanelVectors : 1;
  p.target = target;
  return p;
}

class PlannedBlockGemv : public KernelPlan {
public:
  PlannedBlockGemv(const FusedKernel &fused, const BlockGemvPlan &plan)
      : fused(fused), op(cast<DequantMatmulPackedOp>(fused.root)), plan(plan) {}

  LogicalResult emit(func::FuncOp) override {
    KernelBuilder builder(fused);
    BlockGemvEmitter(builder, op, plan).emit();
    finish(builder);
    return success();
  }

private:
  void finish(KernelBuilder &builder) {
    AffineExpr one = builder.constantExpr(1), rows = one;
    for (unsigned i = 0, e = op.getLhs().getType().getRank(); i + 1 < e; ++i)
      rows = rows * builder.sizeExpr(op.getLhs(), i);
    int64_t perRow =
        saturatingProduct({plan.k, plan.n, plan.numDigits}) / kProductsPerNanosecond + 1;
    int64_t weights = saturatingProduct({plan.panels, plan.panelBytes}) / kWeightBytesPerNanosecond;
    builder.finish(
        {rows.ceilDiv(plan.rowBlock), one * llvm::divideCeil(plan.panels, plan.panelGroup), one},
        builder.constantExpr(plan.workspaceBytes(plan.rowBlock)), rows * perRow + weights);
  }

  FusedKernel fused;
  DequantMatmulPackedOp op;
  BlockGemvPlan plan;
};

// Fails unless the first operand has element type f32.
LogicalResult expectF32Rows(ValueRange operands, LoweringReason &why) {
  return expectF32(operands.front(), why);
}

std::unique_ptr<KernelPlan> planDequantMatmulPacked(func::FuncOp kernel, const CpuModel &target,
                                                    LoweringReason &why) {
  FailureOr<FusedKernel> fused = matchFusedKernel(kernel, why);
  if (failed(fused))
    return nullptr;
  auto op = dyn_cast<DequantMatmulPackedOp>(fused->root);
  if (!op || !fused->consumers.empty()) {
    (void)why.because("the kernel has more than the root op");
    return nullptr;
  }
  if (failed(expectF32Rows(op->getOperands(), why)))
    return nullptr;
  FailureOr<BlockGemvPlan> plan = planBlockGemv(op, target, why);
  return succeeded(plan) ? std::make_unique<PlannedBlockGemv>(*fused, *plan) : nullptr;
}

} // namespace

extern const CpuSchedule kDequantMatmulPacked;
const CpuSchedule kDequantMatmulPacked = {"dequant_matmul_packed", "rlx.dequant_matmul_packed",
                                          expectF32Rows, planDequantMatmulPacked};

} // namespace rlx::cpu
