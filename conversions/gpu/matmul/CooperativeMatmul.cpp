// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the kernel of a contraction on cooperative matrices (see CooperativeMatmul.h).
//
// A workgroup of four subgroups computes one tile. For the largest one, with K-slices of 32:
//
//     <---- 128 ---->
//   +--------+--------+
//   | sub-   | sub-   |   each subgroup: 64 x 64 accumulators,
//   | group 0| group 1|   4 x 4 fragments of 16 x 16
//   +--------+--------+
//   |   2    |   3    |
//   +--------+--------+
#include "conversions/gpu/matmul/CooperativeMatmul.h"

#include "conversions/Target.h"
#include "conversions/gpu/matmul/MatmulTile.h"
#include "conversions/gpu/matmul/MmaShape.h"
#include "dialects/bridge/ElementTypes.h"
#include "dialects/rlx/ops/matmul/OperandPrecision.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;

namespace rlx {
namespace {

using matrix::kRowPadding, matrix::kSide, matrix::kStoredAtOnce, matrix::kSubgroup;

// A workgroup's tile, which four subgroups share. Each holds `matrices` x `matrices` accumulator
// fragments.
struct TileConfig {
  Tiles tiles;
  int64_t matrices;
};
// Two workgroups with the largest tiles fit into the shared memory of a multiprocessor. Smaller
// tiles are slower, but more of them run in parallel. Their K-slices are as deep as fits, as each
// slice is waited for.
constexpr TileConfig kLarge = {{128, 128, 32, 4 * kSubgroup}, 4},
                     kMiddle = {{64, 64, 64, 4 * kSubgroup}, 2},
                     kSmall = {{32, 32, 128, 4 * kSubgroup}, 1};
constexpr int64_t kSubgroupsAcross = 2;

bool isNarrow(Type type) {
  return type.isF16() || type.isBF16();
}

// The narrow value from which the operand was widened; null if there is none.
Value beforeWidening(const Operand &operand) {
  auto widened = operand.value.getDefiningOp<arith::ExtFOp>();
  return widened && isNarrow(widened.getIn().getType()) ? widened.getIn() : Value();
}

// The narrow type of the operand, or to which it may be rounded; null if there is none.
Type narrowType(linalg::LinalgOp op, const Operand &operand) {
  if (Value narrow = beforeWidening(operand))
    return narrow.getType();
  auto allowed = op->getAttrOfType<TypeAttr>(kOperandPrecisionAttr);
  return allowed && isNarrow(allowed.getValue()) ? allowed.getValue() : Type();
}

Value narrowed(linalg::LinalgOp op, const Operand &operand) {
  if (Value narrow = beforeWidening(operand))
    return narrow;
  OpBuilder b(op.getContext());
  b.setInsertionPointAfterValue(operand.value);
  return arith::TruncFOp::create(b, operand.value.getLoc(), narrowType(op, operand), operand.value);
}

// The largest tiles that give at least three quarters of the compute units a workgroup.
const TileConfig &configOf(const Contraction &contraction, int64_t computeUnits) {
  constexpr int64_t kMany = 1024; // dynamic rows or columns count as this
  auto isEnough = [&](const TileConfig &config) {
    return contraction.known(contraction.batch, 1) *
               llvm::divideCeil(contraction.known(contraction.rows.own, kMany), config.tiles.rows) *
               llvm::divideCeil(contraction.known(contraction.columns.own, kMany),
                                config.tiles.columns) >=
           static_cast<uint64_t>(computeUnits * 3 / 4);
  };
  return isEnough(kLarge) ? kLarge : isEnough(kMiddle) ? kMiddle : kSmall;
}

class CooperativeMatmul {
public:
  CooperativeMatmul(func::FuncOp kernel, Contraction &contraction, const TileConfig &config)
      : tiles(config.tiles), matrices(config.matrices),
        rows(areInterleaved(contraction) ? interleavedRows(contraction.rows)
                                         : layoutOf(contraction.rows, tiles.rows)),
        columns(areInterleaved(contraction) ? interleavedColumns(rows)
                                            : layoutOf(contraction.columns, tiles.columns)),
        tile(kernel, contraction, tiles, rows, columns), k(tile.k) {}

  void write() {
    Value subgroup = gpu::SubgroupIdOp::create(k.b, k.loc, k.b.getIndexType(), IntegerAttr());
    Value across = k.constant(kSubgroupsAcross);
    ownRow = k.mul(k.div(subgroup, across), k.constant(matrices * kSide));
    ownColumn = k.mul(k.rem(subgroup, across), k.constant(matrices * kSide));
    Type real = k.b.getF32Type();
    Value zero = arith::ConstantOp::create(k.b, k.loc, k.b.getZeroAttr(real));
    auto type = gpu::MMAMatrixType::get({kSide, kSide}, real, "COp");
    Value zeros = gpu::SubgroupMmaConstantMatrixOp::create(k.b, k.loc, type, zero);
    SmallVector<Value> accumulators(matrices * matrices, zeros);
    storeTile(tile.multiply(accumulators, [&](ValueRange sofar) { return accumulateSlice(sofar); }),
              subgroup);
    k.finish("tiles of " + Twine(tiles.rows) + " x " + Twine(tiles.columns));
  }

private:
  // The layout of global memory, so that vectors stay contiguous. MLIR has no matrices of bf16:
  // they are f16 until the module is SPIR-V (useBF16Matrices).
  MatmulTile::Layout layoutOf(const Operand &operand, int64_t extent) const {
    Type bits = Float16Type::get(operand.value.getContext());
    const int64_t pitch = (operand.alongSum ? tiles.depth : extent) + kRowPadding;
    return operand.alongSum ? MatmulTile::Layout{pitch, 1, pitch * extent, bits}
                            : MatmulTile::Layout{1, pitch, pitch * tiles.depth, bits};
  }

  // Two operands that are both contiguous along K share rows of shared memory, and their padding:
  //
  //   | lhs, 32 elements | rhs, 32 elements | 8 |   one row of 72 elements
  //
  // The largest tile takes 22,528 bytes in all, instead of 24,576.
  bool areInterleaved(const Contraction &contraction) const {
    return contraction.rows.alongSum && contraction.columns.alongSum &&
           tiles.rows == tiles.columns &&
           MatmulTile::lanesOf(contraction, contraction.rows) ==
               MatmulTile::lanesOf(contraction, contraction.columns);
  }
  MatmulTile::Layout interleavedRows(const Operand &operand) const {
    const int64_t pitch = 2 * tiles.depth + kRowPadding;
    return {pitch, 1, pitch * tiles.rows, Float16Type::get(operand.value.getContext())};
  }
  MatmulTile::Layout interleavedColumns(const MatmulTile::Layout &rows) const {
    return {rows.outerStride, rows.kStride, 0, rows.bits, tiles.depth};
  }

  // The fragment that begins at `outer` of the tile and `kOffset` of the K-slice. Fragments of the
  // lhs have rows along the tile, those of the rhs rows along K; other layouts are loaded
  // transposed.
  Value loadMatrix(Value memory, const MatmulTile::Layout &layout, Value outer, int64_t kOffset,
                   bool isRows) {
    auto type = gpu::MMAMatrixType::get({kSide, kSide}, k.b.getF16Type(), isRows ? "AOp" : "BOp");
    Value at = k.add(k.mul(outer, k.constant(layout.outerStride)),
                     k.constant(layout.begin + kOffset * layout.kStride));
    const bool isTransposed = (layout.kStride == 1) != isRows;
    return gpu::SubgroupMmaLoadMatrixOp::create(
        k.b, k.loc, type, memory, at,
        k.b.getIndexAttr(std::max(layout.outerStride, layout.kStride)),
        isTransposed ? k.b.getUnitAttr() : UnitAttr());
  }

  SmallVector<Value> accumulateSlice(ValueRange sofar) {
    SmallVector<Value> accumulators(sofar);
    for (int64_t kOffset = 0; kOffset < tiles.depth; kOffset += kSide) {
      SmallVector<Value> left;
      for (int64_t i = 0; i < matrices; ++i)
        left.push_back(loadMatrix(tile.rowsMemory, rows, k.add(ownRow, k.constant(i * kSide)),
                                  kOffset,
                                  /*isRows=*/true));
      for (int64_t j = 0; j < matrices; ++j) {
        Value right =
            loadMatrix(tile.columnsMemory, columns, k.add(ownColumn, k.constant(j * kSide)),
                       kOffset, /*isRows=*/false);
        for (int64_t i = 0; i < matrices; ++i) {
          Value &sum = accumulators[static_cast<size_t>(i * matrices + j)];
          sum = gpu::SubgroupMmaComputeOp::create(k.b, k.loc, sum.getType(),
                                                  left[static_cast<size_t>(i)], right, sum,
                                                  UnitAttr(), UnitAttr());
        }
      }
    }
    return accumulators;
  }

  // The epilogue. Each subgroup stores its fragments one by one to a part of shared memory, as the
  // mapping of elements to invocations is opaque in a fragment.
  void storeTile(ArrayRef<Value> accumulators, Value subgroup) {
    constexpr int64_t kElements = kSide * kSide;
    Value stage = k.shared(k.b.getF32Type(), tiles.invocations / kSubgroup * kElements);
    Value begin = k.mul(subgroup, k.constant(kElements));
    Value lane = gpu::LaneIdOp::create(k.b, k.loc, IntegerAttr());
    for (auto [number, sum] : llvm::enumerate(accumulators)) {
      const auto matrix = static_cast<int64_t>(number);
      gpu::SubgroupMmaStoreMatrixOp::create(k.b, k.loc, sum, stage, begin, k.b.getIndexAttr(kSide),
                                            UnitAttr());
      k.subgroupBarrier();
      k.loop(lane, k.constant(kElements / kStoredAtOnce), k.constant(kSubgroup), {},
             [&](Value group, ValueRange) {
               storeGroup(stage, begin, group, matrix / matrices, matrix % matrices);
               return SmallVector<Value>();
             });
      k.subgroupBarrier();
    }
  }

  // Contiguous elements in a row of the subgroup's fragment (i, j).
  void storeGroup(Value stage, Value begin, Value group, int64_t i, int64_t j) {
    Value inRow = k.constant(kSide / kStoredAtOnce);
    Value row = k.add(ownRow, k.add(k.constant(i * kSide), k.div(group, inRow)));
    Value column = k.add(k.add(ownColumn, k.constant(j * kSide)),
                         k.mul(k.rem(group, inRow), k.constant(kStoredAtOnce)));
    Value at = k.add(begin, k.mul(group, k.constant(kStoredAtOnce)));
    SmallVector<Value> accumulators;
    for (int64_t lane = 0; lane < kStoredAtOnce; ++lane)
      accumulators.push_back(k.load(stage, k.add(at, k.constant(lane))));
    tile.storeElements(row, column, accumulators);
  }

  const Tiles tiles;
  const int64_t matrices;
  MatmulTile::Layout rows, columns;
  MatmulTile tile;
  WorkgroupBuilder &k;
  Value ownRow, ownColumn;
};

} // namespace

Type roundedType(linalg::LinalgOp op, const Operand &operand) {
  return beforeWidening(operand) ? Type() : narrowType(op, operand);
}

static bool hasMicrokernel(rt::DType type, const rt::DeviceProfile &profile) {
  return llvm::any_of(profile.cooperativeMatrices, [&](const auto &matrix) {
    return matrix.m == kSide && matrix.n == kSide && matrix.k == kSide && matrix.a == type &&
           matrix.b == type && matrix.c == rt::DType::F32 && matrix.result == rt::DType::F32;
  });
}

bool hasMatricesOf(Type element, const rt::DeviceProfile &profile) {
  const rt::DType type = *dtypeOf(element);
  const bool known = hasMicrokernel(type, profile);
  // gpu.mma_matrix has no bf16: such matrices are f16 until the kernel is SPIR-V
  // (kBF16MatricesAttr).
  const bool hasType = profile.has("shaderFloat16") &&
                       (type == rt::DType::F16 || (profile.has("shaderBFloat16Type") &&
                                                   profile.has("shaderBFloat16CooperativeMatrix")));
  const Target *target = findTarget(profile.target);
  return known && hasType && target && target->canCompileMatrices(profile) &&
         profile.has("cooperativeMatrix") && profile.has("subgroupArithmetic") &&
         profile.subgroupSize == kSubgroup;
}

bool hasCooperativeMatricesOf(Type element, const rt::DeviceProfile &profile) {
  constexpr uint32_t kMaxShared = 24576; // for the largest layout above, with the staging buffer
  return hasMatricesOf(element, profile) && profile.sharedMemoryBytes >= kMaxShared;
}

bool takesCooperativeMatrices(const Contraction &contraction, const rt::DeviceProfile &profile,
                              LoweringReason *why) {
  constexpr int64_t kMany = 1024;
  auto because = [&](const Twine &reason) { return why && succeeded(why->because(reason)); };
  Type narrow = narrowType(contraction.reduction.op, contraction.rows);
  if (!narrow || narrow != narrowType(contraction.reduction.op, contraction.columns) ||
      !contraction.reduction.neutral.getType().isF32())
    return false; // of no type that cooperative matrices have
  if (!hasCooperativeMatricesOf(narrow, profile))
    return because(
        "the device has no cooperative matrices of 16 x 16 x 16 with f16 or bf16 operands "
        "and f32 accumulators, or too little shared memory for them");
  if (contraction.known(contraction.rows, kMany) < kSide ||
      contraction.known(contraction.columns, kMany) < kSide)
    return because("it has fewer than 16 rows or columns");
  return true;
}

AffineExpr cooperativeMatmulIterations(const Contraction &contraction,
                                       const rt::DeviceProfile &profile) {
  const TileConfig &config = configOf(contraction, profile.computeUnits);
  // The main loop, and the loops that store each fragment.
  return contraction.count(contraction.sum).ceilDiv(config.tiles.depth) +
         config.matrices * config.matrices * (kSide * kSide / kStoredAtOnce / kSubgroup);
}

void writeCooperativeMatmul(func::FuncOp kernel, Contraction &contraction,
                            const rt::DeviceProfile &profile) {
  contraction.rows.value = narrowed(contraction.reduction.op, contraction.rows);
  contraction.columns.value = narrowed(contraction.reduction.op, contraction.columns);
  if (contraction.rows.value.getType().isBF16())
    kernel->setAttr(kBF16MatricesAttr, UnitAttr::get(kernel.getContext()));
  CooperativeMatmul(kernel, contraction, configOf(contraction, profile.computeUnits)).write();
}

} // namespace rlx
