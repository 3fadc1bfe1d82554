// See CooperativeAttention.h. Each subgroup has 16 queries, whose matrices and sums it holds while
// keys and values pass by in shared memory, one after the other in the same place.
#include "conversions/linalg_to_spirv/CooperativeAttention.h"

#include "conversions/linalg_to_spirv/AttentionTile.h"
#include "conversions/linalg_to_spirv/CooperativeProduct.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;

namespace rlx {
namespace {

constexpr int64_t kSide = 16; // of a matrix, in all directions
constexpr int64_t kSubgroup = 32;
constexpr int64_t kPadding = 8;       // of rows in shared memory, against conflicts of banks
constexpr int64_t kQueryColumns = 32; // that pass through shared memory together
constexpr int64_t kKeys = AttentionPlan::kKeys;
constexpr int64_t kWeightPitch = kKeys + kPadding;
constexpr int64_t kLanes = 4; // of sums, that are written together
static_assert(AttentionPlan::kQueries == AttentionPlan::kInvocations / kSubgroup * kSide);

class CooperativeAttention {
public:
  CooperativeAttention(func::FuncOp kernel, AttentionOp op, const AttentionPlan &plan)
      : tile(kernel, op, plan), k(tile.k), plan(plan) {}

  void write() {
    share();
    loadQueries();
    Type real = k.b.getF32Type();
    zeros = gpu::SubgroupMmaConstantMatrixOp::create(
        k.b, k.loc, matrixOf(real, "COp"),
        arith::ConstantOp::create(k.b, k.loc, k.b.getZeroAttr(real)));
    SmallVector<Value> carried(static_cast<size_t>(plan.valueSize / kSide), zeros);
    AttentionTile::Softmax softmax = tile.begin();
    carried.append({softmax.maximum, softmax.total});
    llvm::append_range(carried, bringFirstKeys());
    SmallVector<Value> results =
        k.loop(tile.firstKey, tile.endOfKeys, k.constant(kKeys), carried,
               [&](Value key, ValueRange values) { return addKeys(key, values); });
    finish(results);
    k.finish("attention (" + Twine(AttentionPlan::kQueries) +
             " queries a workgroup, by matrix units)");
  }

private:
  static gpu::MMAMatrixType matrixOf(Type element, StringRef use) {
    return gpu::MMAMatrixType::get({kSide, kSide}, element, use);
  }

  // MLIR has no matrices of bf16: they are f16 until the module is made (useBF16Matrices).
  void share() {
    Type bits = k.b.getF16Type();
    const int64_t rows = std::max(plan.headSize, plan.valueSize) + kPadding;
    const int64_t ofQueries = AttentionPlan::kQueries * (kQueryColumns + kPadding);
    pieces = k.shared(bits, std::max(kKeys * rows, ofQueries));
    weights = k.shared(bits, AttentionPlan::kQueries * kWeightPitch);
    Value subgroup = gpu::SubgroupIdOp::create(k.b, k.loc, k.b.getIndexType(), IntegerAttr());
    lane = gpu::LaneIdOp::create(k.b, k.loc, IntegerAttr());
    ownRow = k.mul(subgroup, k.constant(kSide));
    stage = k.mul(ownRow, k.constant(AttentionTile::kPitch));
    tile.share(k.add(k.mul(subgroup, k.constant(kSubgroup)), lane),
               [this] { k.subgroupBarrier(); });
  }

  Value loadMatrix(Value memory, Value at, int64_t pitch, StringRef use,
                   bool isTransposed = false) {
    Type element = cast<MemRefType>(memory.getType()).getElementType();
    return gpu::SubgroupMmaLoadMatrixOp::create(k.b, k.loc, matrixOf(element, use), memory, at,
                                                k.b.getIndexAttr(pitch),
                                                isTransposed ? k.b.getUnitAttr() : UnitAttr());
  }

  Value addProduct(Value left, Value right, Value sum) {
    return gpu::SubgroupMmaComputeOp::create(k.b, k.loc, sum.getType(), left, right, sum,
                                             UnitAttr(), UnitAttr());
  }

  void loadQueries() {
    constexpr int64_t kPitch = kQueryColumns + kPadding;
    for (int64_t column = 0; column < plan.headSize; column += kQueryColumns) {
      const int64_t columns = std::min(kQueryColumns, plan.headSize - column);
      AttentionTile::Piece rows = tile.queryPiece(columns);
      tile.keep(rows, tile.bring(rows, tile.firstQuery(), column), pieces, kPitch);
      k.barrier();
      for (int64_t i = 0; i < columns; i += kSide)
        queries.push_back(loadMatrix(
            pieces, k.add(k.mul(ownRow, k.constant(kPitch)), k.constant(i)), kPitch, "AOp"));
      k.barrier();
    }
  }

  // Where there may be no keys, there may be nothing to read.
  SmallVector<Value> bringFirstKeys() {
    AttentionTile::Piece rows = tile.keyPiece(plan.headSize);
    if (tile.hasKeys())
      return tile.bring(rows, tile.firstKey);
    SmallVector<Type> types(static_cast<size_t>(tile.countOf(rows)), tile.element);
    Value zero = arith::ConstantOp::create(k.b, k.loc, k.b.getZeroAttr(tile.element));
    return k.either(
        k.less(tile.firstKey, tile.endOfKeys), types,
        [&] { return tile.bring(rows, tile.firstKey); },
        [&] { return SmallVector<Value>(types.size(), zero); });
  }

  SmallVector<Value> addKeys(Value key, ValueRange values) {
    const size_t numSums = static_cast<size_t>(plan.valueSize / kSide);
    SmallVector<Value> sums(values.take_front(numSums));
    AttentionTile::Softmax softmax = {values[numSums], values[numSums + 1]};
    AttentionTile::Piece keyRows = tile.keyPiece(plan.headSize),
                         valueRows = tile.valuePiece(plan.valueSize);
    const int64_t keyPitch = plan.headSize + kPadding, valuePitch = plan.valueSize + kPadding;
    tile.keep(keyRows, values.drop_front(numSums + 2), pieces, keyPitch);
    k.barrier();
    SmallVector<Value> brought = tile.bring(valueRows, key);
    storeScores(keyPitch);
    weigh(softmax, key);
    k.barrier(); // nobody reads keys any more
    tile.keep(valueRows, brought, pieces, valuePitch);
    k.barrier();
    SmallVector<Value> next = tile.bring(keyRows, k.add(key, k.constant(kKeys)));
    addValues(sums, valuePitch);
    k.barrier();
    sums.append({softmax.maximum, softmax.total});
    llvm::append_range(sums, next);
    return sums;
  }

  void storeScores(int64_t pitch) {
    for (int64_t column = 0; column < kKeys; column += kSide) {
      Value sum = zeros;
      for (auto [i, query] : llvm::enumerate(queries)) {
        Value at = k.constant(column * pitch + static_cast<int64_t>(i) * kSide);
        sum = addProduct(query, loadMatrix(pieces, at, pitch, "BOp", /*isTransposed=*/true), sum);
      }
      storeMatrix(sum, column);
    }
    k.subgroupBarrier();
  }

  // Into the subgroup's rows of scores.
  void storeMatrix(Value matrix, int64_t column) {
    gpu::SubgroupMmaStoreMatrixOp::create(k.b, k.loc, matrix, tile.scores,
                                          k.add(stage, k.constant(column)),
                                          k.b.getIndexAttr(AttentionTile::kPitch), UnitAttr());
  }

  // Makes weights of scores, and puts in the place of these what earlier sums of their rows are to
  // be multiplied with: all columns of a matrix are the same.
  void weigh(AttentionTile::Softmax &softmax, Value key) {
    auto [own, factor] = tile.add(softmax, key);
    Value row = k.add(ownRow, k.div(lane, k.constant(2)));
    Value at = k.add(k.mul(row, k.constant(kWeightPitch)),
                     k.mul(k.rem(lane, k.constant(2)), k.constant(AttentionTile::kOwn)));
    for (auto [i, weight] : llvm::enumerate(own)) {
      Value narrow = arith::TruncFOp::create(k.b, k.loc, tile.element, weight);
      if (tile.element.isBF16())
        narrow = arith::BitcastOp::create(k.b, k.loc, k.b.getF16Type(), narrow);
      k.store(narrow, weights, k.add(at, k.constant(static_cast<int64_t>(i))));
    }
    Value scores = tile.ownScores();
    for (int64_t i = 0; i < AttentionTile::kOwn; ++i)
      k.store(factor, tile.scores, k.add(scores, k.constant(i)));
  }

  void addValues(MutableArrayRef<Value> sums, int64_t pitch) {
    Value factors = loadMatrix(tile.scores, stage, AttentionTile::kPitch, "COp");
    SmallVector<Value> left;
    for (int64_t down = 0; down < kKeys; down += kSide)
      left.push_back(loadMatrix(weights,
                                k.add(k.mul(ownRow, k.constant(kWeightPitch)), k.constant(down)),
                                kWeightPitch, "AOp"));
    for (auto [j, sum] : llvm::enumerate(sums)) {
      sum = gpu::SubgroupMmaElementwiseOp::create(
          k.b, k.loc, sum.getType(), ValueRange{sum, factors}, gpu::MMAElementwiseOp::MULF);
      for (auto [i, weight] : llvm::enumerate(left)) {
        const int64_t at =
            static_cast<int64_t>(i) * kSide * pitch + static_cast<int64_t>(j) * kSide;
        sum = addProduct(weight, loadMatrix(pieces, k.constant(at), pitch, "BOp"), sum);
      }
    }
  }

  // Each subgroup takes its sums matrix by matrix through the place of its scores, where elements
  // can be told from one another.
  void finish(ValueRange results) {
    const size_t numSums = static_cast<size_t>(plan.valueSize / kSide);
    tile.finishRows({results[numSums], results[numSums + 1]});
    for (auto [j, sum] : llvm::enumerate(results.take_front(numSums))) {
      const int64_t column = static_cast<int64_t>(j) * kSide;
      storeMatrix(sum, 0);
      k.subgroupBarrier();
      k.loop(lane, k.constant(kSide * kSide / kLanes), k.constant(kSubgroup), {},
             [&](Value group, ValueRange) {
               storeGroup(group, column);
               return SmallVector<Value>();
             });
      k.subgroupBarrier();
    }
  }

  void storeGroup(Value group, int64_t column) {
    Value inRow = k.constant(kSide / kLanes);
    Value row = k.add(ownRow, k.div(group, inRow));
    Value first = k.mul(k.rem(group, inRow), k.constant(kLanes));
    Value at = k.add(k.mul(row, k.constant(AttentionTile::kPitch)), first);
    Value factor = tile.factorOf(row);
    SmallVector<Value> values;
    for (int64_t i = 0; i < kLanes; ++i)
      values.push_back(
          arith::MulFOp::create(k.b, k.loc, k.load(tile.scores, k.add(at, k.constant(i))), factor));
    tile.store(row, k.add(first, k.constant(column)), values);
  }

  AttentionTile tile;
  WorkgroupKernel &k;
  const AttentionPlan &plan;
  Value pieces, weights; // in shared memory: of an operand; of scores, narrow
  Value lane, ownRow;    // in the subgroup; of the tile, the first of the subgroup
  Value stage;           // the subgroup's part of the scores
  Value zeros;
  SmallVector<Value> queries; // matrices
};

} // namespace

void writeCooperativeAttention(func::FuncOp kernel, AttentionOp op, const AttentionPlan &plan) {
  if (op.getType().getElementType().isBF16())
    kernel->setAttr(kBF16MatricesAttr, UnitAttr::get(kernel.getContext()));
  CooperativeAttention(kernel, op, plan).write();
}

} // namespace rlx
