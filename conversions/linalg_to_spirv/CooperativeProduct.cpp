// See CooperativeProduct.h.
#include "conversions/linalg_to_spirv/CooperativeProduct.h"

#include "conversions/linalg_to_spirv/ProductTile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;

namespace rlx {
namespace {

constexpr int64_t kSide = 16; // of a matrix, in all directions
constexpr int64_t kSubgroup = 32;
// Two of these workgroups fit into the shared memory that a multiprocessor gives them.
constexpr Tiles kTiles = {128, 128, 32, 4 * kSubgroup};
constexpr int64_t kSubgroupsAcross = 2;
// Rows of a piece lie this much apart beyond their length, so that those that are read together are
// in different banks.
constexpr int64_t kPadding = 8;
constexpr int64_t kRowPitch = kTiles.depth + kPadding, kColumnPitch = kTiles.columns + kPadding;
constexpr int64_t kMatrices = 4; // that a subgroup holds in each direction

// The f16 that the factor's value was before it was widened; null if there is none.
Value narrow(const Factor &factor) {
  auto widened = factor.value.getDefiningOp<arith::ExtFOp>();
  return widened && widened.getIn().getType().isF16() ? widened.getIn() : Value();
}

class CooperativeProduct {
public:
  CooperativeProduct(func::FuncOp kernel, Product &product)
      : tile(kernel, product, kTiles, {kRowPitch, 1, kRowPitch * kTiles.rows},
             {1, kColumnPitch, kColumnPitch * kTiles.depth}),
        k(tile.k) {}

  void write() {
    Value subgroup = gpu::SubgroupIdOp::create(k.b, k.loc, k.b.getIndexType(), IntegerAttr());
    Value across = k.constant(kSubgroupsAcross);
    ownRow = k.mul(k.div(subgroup, across), k.constant(kMatrices * kSide));
    ownColumn = k.mul(k.rem(subgroup, across), k.constant(kMatrices * kSide));
    Type real = k.b.getF32Type();
    Value zero = arith::ConstantOp::create(k.b, k.loc, k.b.getZeroAttr(real));
    auto type = gpu::MMAMatrixType::get({kSide, kSide}, real, "COp");
    Value zeros = gpu::SubgroupMmaConstantMatrixOp::create(k.b, k.loc, type, zero);
    SmallVector<Value> sums(kMatrices * kMatrices, zeros);
    storeTile(tile.multiply(sums, [&](ValueRange sofar) { return addPiece(sofar); }), subgroup);
    k.finish();
  }

private:
  Value loadMatrix(Value memory, Value at, int64_t pitch, StringRef operand) {
    auto type = gpu::MMAMatrixType::get({kSide, kSide}, k.b.getF16Type(), operand);
    return gpu::SubgroupMmaLoadMatrixOp::create(k.b, k.loc, type, memory, at,
                                                k.b.getIndexAttr(pitch), UnitAttr());
  }

  SmallVector<Value> addPiece(ValueRange sofar) {
    SmallVector<Value> sums(sofar);
    Value rowsAt = k.mul(ownRow, k.constant(kRowPitch));
    for (int64_t down = 0; down < kTiles.depth; down += kSide) {
      SmallVector<Value> rows;
      for (int64_t i = 0; i < kMatrices; ++i)
        rows.push_back(loadMatrix(tile.rowsMemory,
                                  k.add(rowsAt, k.constant(i * kSide * kRowPitch + down)),
                                  kRowPitch, "AOp"));
      for (int64_t j = 0; j < kMatrices; ++j) {
        Value column = loadMatrix(tile.columnsMemory,
                                  k.add(ownColumn, k.constant(down * kColumnPitch + j * kSide)),
                                  kColumnPitch, "BOp");
        for (int64_t i = 0; i < kMatrices; ++i) {
          Value &sum = sums[static_cast<size_t>(i * kMatrices + j)];
          sum = gpu::SubgroupMmaComputeOp::create(k.b, k.loc, sum.getType(),
                                                  rows[static_cast<size_t>(i)], column, sum,
                                                  UnitAttr(), UnitAttr());
        }
      }
    }
    return sums;
  }

  // A matrix of each subgroup after the other goes through shared memory, where elements can be
  // told from one another.
  void storeTile(ArrayRef<Value> sums, Value subgroup) {
    constexpr int64_t kElements = kSide * kSide;
    constexpr int64_t kSubgroups = kTiles.invocations / kSubgroup;
    Value stage = k.shared(k.b.getF32Type(), kSubgroups * kElements);
    Value begin = k.mul(subgroup, k.constant(kElements));
    for (auto [number, sum] : llvm::enumerate(sums)) {
      int64_t i = static_cast<int64_t>(number) / kMatrices,
              j = static_cast<int64_t>(number) % kMatrices;
      gpu::SubgroupMmaStoreMatrixOp::create(k.b, k.loc, sum, stage, begin, k.b.getIndexAttr(kSide),
                                            UnitAttr());
      k.barrier();
      k.loop(k.local, k.constant(kSubgroups * kElements), k.constant(kTiles.invocations), {},
             [&](Value at, ValueRange) {
               storeFrom(stage, at, i, j);
               return SmallVector<Value>();
             });
      k.barrier();
    }
  }

  // The element of the stage at `at`, of matrix (i, j) of some subgroup.
  void storeFrom(Value stage, Value at, int64_t i, int64_t j) {
    Value owner = k.div(at, k.constant(kSide * kSide));
    Value element = k.rem(at, k.constant(kSide * kSide));
    Value across = k.constant(kSubgroupsAcross);
    auto place = [&](Value subgroup, int64_t matrix, Value inside) {
      return k.add(k.mul(subgroup, k.constant(kMatrices * kSide)),
                   k.add(k.constant(matrix * kSide), inside));
    };
    Value row = place(k.div(owner, across), i, k.div(element, k.constant(kSide)));
    Value column = place(k.rem(owner, across), j, k.rem(element, k.constant(kSide)));
    tile.storeElement(row, column, k.load(stage, at));
  }

  ProductTile tile;
  WorkgroupKernel &k;
  Value ownRow, ownColumn;
};

} // namespace

bool takesCooperativeMatrices(const Product &product, const rt::DeviceProfile &profile) {
  constexpr int64_t kMany = 1024;
  bool known = llvm::any_of(profile.cooperativeMatrices, [](const auto &matrix) {
    return matrix.m == kSide && matrix.n == kSide && matrix.k == kSide &&
           matrix.a == rt::DType::F16 && matrix.b == rt::DType::F16 && matrix.c == rt::DType::F32 &&
           matrix.result == rt::DType::F32;
  });
  return known && profile.has("cooperativeMatrix") && profile.has("vulkanMemoryModel") &&
         profile.has("subgroupArithmetic") && profile.subgroupSize == kSubgroup &&
         product.reduction.neutral.getType().isF32() && narrow(product.rows) &&
         narrow(product.columns) && product.known(product.rows.own, kMany) >= kTiles.rows / 2 &&
         product.known(product.columns.own, kMany) >= kTiles.columns / 2;
}

void writeCooperativeProduct(func::FuncOp kernel, Product &product) {
  product.rows.value = narrow(product.rows);
  product.columns.value = narrow(product.columns);
  CooperativeProduct(kernel, product).write();
}

} // namespace rlx
