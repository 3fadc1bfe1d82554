// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Flash attention on cooperative matrices (see CooperativeFlashAttention.h).
//
//   shared memory: 32 keys and 32 values; the next ones are loaded to registers meanwhile
//
//   each subgroup:  16 x d    queries, as fragments
//                   16 x 32   S = Q K^T   ->   P = exp2(S - reference), in the same registers
//                   16 x d    O += P V
//
// P becomes the lhs operand where it is, which needs the feature `accumulatorLayoutMatchesOperand`.
// Accumulators are rescaled only if a weight would exceed 2^8.
#include "conversions/gpu/attention/CooperativeFlashAttention.h"

#include "conversions/gpu/attention/FlashAttentionTile.h"
#include "conversions/gpu/builder/VectorWidth.h"
#include "conversions/gpu/matmul/CooperativeMatmul.h"
#include "conversions/gpu/matmul/MmaShape.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <limits>

using namespace mlir;

namespace rlx {
namespace {

using matrix::kRowPadding, matrix::kSide, matrix::kStoredAtOnce, matrix::kSubgroup;

constexpr int64_t kQueryColumns = 32; // columns of queries that pass through shared memory at once
constexpr size_t kHeld = matrix::kHeld;
constexpr int64_t kHalf = kSide / 2; // of a row
static_assert(AttentionPlan::kQueries == AttentionPlan::kInvocations / kSubgroup * kSide);
constexpr double kLog2E = 1.4426950408889634;
// A weight may be 2 to this power before accumulators are rescaled.
constexpr double kMaxPower = 8;

class CooperativeFlashAttention {
public:
  CooperativeFlashAttention(func::FuncOp kernel, const AttentionForm &form,
                            const AttentionPlan &plan)
      : tile(kernel, form, plan), k(tile.k), plan(plan), keyPitch(plan.headSize + kRowPadding),
        valuePitch(plan.valueSize + kRowPadding) {}

  void write() {
    allocateShared();
    loadQueries();
    zeros = constantMatrix(k.b.getF32Type());
    State start;
    start.accumulators.assign(numAccumulators(), zeros);
    start.totals.assign(kHeld, real(0));
    // Finite, even when scaled. The logarithm of a smaller score's weight would not be finite.
    start.maximum = real(std::numeric_limits<float>::lowest() / std::max(unit(), 1.0));
    start.references.assign(kHeld, referenceOf(start.maximum));
    SmallVector<Value> carried = flat(start);
    llvm::append_range(carried, loadFirst());
    SmallVector<Value> results =
        k.loop(tile.firstKey, tile.endOfKeys, k.constant(AttentionPlan::kKeys), carried,
               [&](Value key, ValueRange values) { return addKeys(key, values); });
    finish(results);
    tile.finish();
  }

private:
  // Loop-carried state of the subgroup's 16 rows:
  // - accumulators: of values, as fragments;
  // - totals: for the rows of the held elements, the sum of the invocation's own weights;
  // - references: for these rows, the negative, scaled score to which weights are relative;
  // - maximum: that score, for the row that the invocation shares with the adjacent one.
  struct State {
    SmallVector<Value> accumulators, totals, references;
    Value maximum;
  };
  static SmallVector<Value> flat(const State &state) {
    SmallVector<Value> values(state.accumulators);
    llvm::append_range(values, state.totals);
    llvm::append_range(values, state.references);
    values.push_back(state.maximum);
    return values;
  }
  size_t numAccumulators() const { return static_cast<size_t>(plan.valueSize / kSide); }
  size_t numCarried() const { return numAccumulators() + 2 * kHeld + 1; }
  State stateOf(ValueRange values) const {
    ValueRange own = values.drop_front(numAccumulators());
    return {values.take_front(numAccumulators()), own.take_front(kHeld), own.slice(kHeld, kHeld),
            own[2 * kHeld]};
  }

  static gpu::MMAMatrixType matrixOf(Type element, StringRef use) {
    return gpu::MMAMatrixType::get({kSide, kSide}, element, use);
  }
  Value real(double value) {
    return arith::ConstantOp::create(k.b, k.loc, k.b.getF32FloatAttr(static_cast<float>(value)));
  }
  Value constantMatrix(Type element, StringRef use = "COp") {
    return gpu::SubgroupMmaConstantMatrixOp::create(
        k.b, k.loc, matrixOf(element, use),
        arith::ConstantOp::create(k.b, k.loc, k.b.getZeroAttr(element)));
  }
  Value mul(Value lhs, Value rhs) { return arith::MulFOp::create(k.b, k.loc, lhs, rhs); }
  Value add(Value lhs, Value rhs) { return arith::AddFOp::create(k.b, k.loc, lhs, rhs); }

  // MLIR has no matrices of bf16: they are f16 until the module is SPIR-V (useBF16Matrices).
  void allocateShared() {
    Type bits = k.b.getF16Type();
    const int64_t ofQueries = AttentionPlan::kQueries * (kQueryColumns + kRowPadding);
    keyMemory = k.shared(bits, std::max(AttentionPlan::kKeys * keyPitch, ofQueries));
    valueMemory = k.shared(bits, AttentionPlan::kKeys * valuePitch);
    exchanged = k.shared(k.b.getF32Type(), AttentionPlan::kInvocations * kHalf);
    flags = k.shared(k.b.getI32Type(),
                     plan.workgroupWideRescale ? 1 : AttentionPlan::kInvocations / kSubgroup);
    storeElementIndices();
    Value subgroup = gpu::SubgroupIdOp::create(k.b, k.loc, k.b.getIndexType(), IntegerAttr());
    lane = gpu::LaneIdOp::create(k.b, k.loc, IntegerAttr());
    ownRow = k.mul(subgroup, k.constant(kSide));
    stage = k.mul(subgroup, k.constant(kSide * kSide));
    ownHalf = k.add(stage, k.mul(lane, k.constant(kHalf)));
    ownFlag = plan.workgroupWideRescale ? k.constant(0) : subgroup;
    k.store(arith::ConstantOp::create(k.b, k.loc, k.b.getI32IntegerAttr(0)), flags, ownFlag);
    tile.setInvocation(k.add(k.mul(subgroup, k.constant(kSubgroup)), lane),
                       [this] { k.subgroupBarrier(); });
  }

  Value loadMatrix(Value memory, Value at, int64_t pitch, StringRef use,
                   bool isTransposed = false) {
    Type element = cast<MemRefType>(memory.getType()).getElementType();
    return gpu::SubgroupMmaLoadMatrixOp::create(k.b, k.loc, matrixOf(element, use), memory, at,
                                                k.b.getIndexAttr(pitch),
                                                isTransposed ? k.b.getUnitAttr() : UnitAttr());
  }
  void storeMatrix(Value matrix, Value memory, Value at, int64_t pitch) {
    gpu::SubgroupMmaStoreMatrixOp::create(k.b, k.loc, matrix, memory, at, k.b.getIndexAttr(pitch),
                                          UnitAttr());
  }

  Value mma(Value left, Value right, Value sum) {
    return gpu::SubgroupMmaComputeOp::create(k.b, k.loc, sum.getType(), left, right, sum,
                                             UnitAttr(), UnitAttr());
  }

  // The elements of a matrix that the invocation holds. Their rows and columns are unknown, but the
  // same for all accumulators and lhs operands.
  SmallVector<Value> held(Value matrix) {
    Type element = cast<gpu::MMAMatrixType>(matrix.getType()).getElementType();
    SmallVector<Value> values;
    for (size_t i = 0; i < kHeld; ++i)
      values.push_back(gpu::SubgroupMmaExtractThreadLocalOp::create(
          k.b, k.loc, element, matrix, k.constant(static_cast<int64_t>(i))));
    return values;
  }
  Value matrixWith(ArrayRef<Value> values, StringRef use = "COp") {
    Value matrix = constantMatrix(values.front().getType(), use);
    for (auto [i, value] : llvm::enumerate(values))
      matrix = gpu::SubgroupMmaInsertThreadLocalOp::create(
          k.b, k.loc, matrix.getType(), value, matrix, k.constant(static_cast<int64_t>(i)));
    return matrix;
  }

  void loadQueries() {
    constexpr int64_t kPitch = kQueryColumns + kRowPadding;
    for (int64_t column = 0; column < plan.headSize; column += kQueryColumns) {
      const int64_t columns = std::min(kQueryColumns, plan.headSize - column);
      FlashAttentionTile::OperandTile rows = tile.queryTile(columns);
      tile.storeToShared(rows, tile.loadToRegisters(rows, tile.firstQuery(), column), keyMemory,
                         kPitch);
      k.barrier();
      for (int64_t i = 0; i < columns; i += kSide)
        queries.push_back(loadMatrix(
            keyMemory, k.add(k.mul(ownRow, k.constant(kPitch)), k.constant(i)), kPitch, "AOp"));
      k.barrier();
    }
  }

  FlashAttentionTile::OperandTile keyRows() { return tile.keyTile(plan.headSize); }
  FlashAttentionTile::OperandTile valueRows() { return tile.valueTile(plan.valueSize); }

  // Loads keys and values from `key` on.
  SmallVector<Value> loadBoth(Value key) {
    SmallVector<Value> both = tile.loadToRegisters(keyRows(), key);
    llvm::append_range(both, tile.loadToRegisters(valueRows(), key));
    return both;
  }
  // If there may be no keys, there may be nothing to load.
  SmallVector<Value> loadFirst() {
    if (tile.hasKeys())
      return loadBoth(tile.firstKey);
    SmallVector<Type> types(
        static_cast<size_t>(tile.countOf(keyRows()) + tile.countOf(valueRows())), tile.element);
    Value zero = arith::ConstantOp::create(k.b, k.loc, k.b.getZeroAttr(tile.element));
    return k.either(
        k.less(tile.firstKey, tile.endOfKeys), types, [&] { return loadBoth(tile.firstKey); },
        [&] { return SmallVector<Value>(types.size(), zero); });
  }

  // The next keys and values are loaded while these are multiplied.
  SmallVector<Value> addKeys(Value key, ValueRange values) {
    State state = stateOf(values);
    ValueRange loaded = values.drop_front(numCarried());
    const auto ofKeys = static_cast<size_t>(tile.countOf(keyRows()));
    tile.storeToShared(keyRows(), loaded.take_front(ofKeys), keyMemory, keyPitch);
    tile.storeToShared(valueRows(), loaded.drop_front(ofKeys), valueMemory, valuePitch);
    k.barrier();
    SmallVector<Value> next = loadBoth(k.add(key, k.constant(AttentionPlan::kKeys)));
    SmallVector<Value> scores = scoresOf(key), largest = largestOf(scores);
    raiseFlag(largest, state, key);
    k.subgroupBarrier();
    state = rescaled(state, largest, key);
    addValues(weigh(scores, state), state.accumulators);
    k.barrier(); // all have read these keys and values
    SmallVector<Value> carried = flat(state);
    llvm::append_range(carried, next);
    return carried;
  }

  // Scores that the invocation holds, fragment by fragment.
  SmallVector<Value> scoresOf(Value key) {
    SmallVector<Value> scores;
    for (int64_t column = 0; column < AttentionPlan::kKeys; column += kSide) {
      Value sum = zeros;
      for (auto [i, query] : llvm::enumerate(queries)) {
        Value at = k.constant(column * keyPitch + static_cast<int64_t>(i) * kSide);
        sum = mma(query, loadMatrix(keyMemory, at, keyPitch, "BOp", /*isTransposed=*/true), sum);
      }
      llvm::append_range(scores, held(sum));
    }
    if (!tile.canDeferScale())
      for (Value &score : scores)
        score = tile.scaled(score);
    if (tile.isAlwaysMasked())
      return masked(scores, key);
    Value isMasked = tile.isMasked(key, AttentionPlan::kKeys);
    if (!isMasked)
      return scores;
    return k.either(
        isMasked, TypeRange(ValueRange(scores)), [&] { return masked(scores, key); },
        [&] { return scores; });
  }

  // A matrix with the values 0, 1, 2, .. shows which row and column each held element has.
  void storeElementIndices() {
    elementIndices = k.shared(k.b.getF32Type(), kSide * kSide);
    k.when(k.less(k.local, k.constant(kSide * kSide / kStoredAtOnce)), [&] {
      Value first = k.mul(k.local, k.constant(kStoredAtOnce));
      Value whole = arith::IndexCastUIOp::create(k.b, k.loc, k.b.getI32Type(), first);
      Value number = arith::UIToFPOp::create(k.b, k.loc, k.b.getF32Type(), whole);
      for (int64_t i = 0; i < kStoredAtOnce; ++i)
        k.store(add(number, real(static_cast<double>(i))), elementIndices,
                k.add(first, k.constant(i)));
    });
  }

  SmallVector<Value> masked(ArrayRef<Value> scores, Value key) {
    SmallVector<Value> rows, columns, result;
    for (Value index : held(loadMatrix(elementIndices, k.constant(0), kSide, "COp"))) {
      Value whole = arith::FPToUIOp::create(k.b, k.loc, k.b.getI32Type(), index);
      Value number = arith::IndexCastUIOp::create(k.b, k.loc, k.b.getIndexType(), whole);
      rows.push_back(k.add(ownRow, k.div(number, k.constant(kSide))));
      columns.push_back(k.add(key, k.rem(number, k.constant(kSide))));
    }
    for (auto [number, score] : llvm::enumerate(scores)) {
      const auto column = static_cast<int64_t>(number / kHeld) * kSide;
      result.push_back(tile.score(score, rows[number % kHeld],
                                  k.add(columns[number % kHeld], k.constant(column))));
    }
    return result;
  }

  // The largest score of each row among the invocation's elements. A NaN makes weights NaN,
  // whatever this returns, hence `nnan`.
  SmallVector<Value> largestOf(ArrayRef<Value> scores) {
    SmallVector<Value> largest(scores.take_front(kHeld));
    for (auto [number, score] : llvm::enumerate(scores.drop_front(kHeld))) {
      Value &of = largest[number % kHeld];
      of = arith::MaxNumFOp::create(k.b, k.loc, of, score, arith::FastMathFlags::nnan);
    }
    return largest;
  }

  // Factor that makes a score the base-2 logarithm of its weight.
  double unit() { return tile.canDeferScale() ? plan.scale * kLog2E : kLog2E; }
  // Raw dot products are scaled here. Other scores may be as large as any float.
  Value referenceOf(Value score) { return mul(score, real(tile.canDeferScale() ? -unit() : -1.0)); }
  // The logarithm of a score's weight. For the largest score it is 0. An fma, which rounds once,
  // would miss that by the reference's rounding error, and references are as large as scores.
  Value powerOf(Value score, Value reference) {
    if (tile.canDeferScale())
      return add(mul(score, real(unit())), reference);
    return mul(add(score, reference), real(unit()));
  }
  Value exp2(Value power) { return math::Exp2Op::create(k.b, k.loc, power); }

  Value flagOf(Value key) {
    return arith::IndexCastUIOp::create(k.b, k.loc, k.b.getI32Type(), k.add(key, k.constant(1)));
  }

  // Raises the subgroup's flag if a weight would be too large. All that do so store the same value.
  void raiseFlag(ArrayRef<Value> largest, const State &state, Value key) {
    Value any;
    for (auto [score, reference] : llvm::zip_equal(largest, state.references)) {
      Value above = arith::CmpFOp::create(k.b, k.loc, arith::CmpFPredicate::OGT,
                                          powerOf(score, reference), real(kMaxPower));
      any = any ? Value(arith::OrIOp::create(k.b, k.loc, any, above)) : above;
    }
    k.when(any, [&] { k.store(flagOf(key), flags, ownFlag); });
  }

  // The invocation's half of a row of the matrix, by way of shared memory.
  SmallVector<Value> halfRowOf(ArrayRef<Value> values) {
    storeMatrix(matrixWith(values), exchanged, stage, kSide);
    k.subgroupBarrier();
    SmallVector<Value> half;
    for (int64_t i = 0; i < kHalf; ++i)
      half.push_back(k.load(exchanged, k.add(ownHalf, k.constant(i))));
    return half;
  }
  // A matrix whose rows have the values that the invocations have for them.
  Value ofRows(Value value) {
    for (int64_t i = 0; i < kHalf; ++i)
      k.store(value, exchanged, k.add(ownHalf, k.constant(i)));
    k.subgroupBarrier();
    Value matrix = loadMatrix(exchanged, stage, kSide, "COp");
    k.subgroupBarrier();
    return matrix;
  }

  // If the flag is up, weights become relative to the largest scores so far.
  State rescaled(const State &state, ArrayRef<Value> largest, Value key) {
    Value isUp = arith::CmpIOp::create(k.b, k.loc, arith::CmpIPredicate::eq, k.load(flags, ownFlag),
                                       flagOf(key));
    SmallVector<Value> before = flat(state);
    return stateOf(k.either(
        isUp, TypeRange(ValueRange(before)), [&] { return flat(rescaledTo(largest, state)); },
        [&] { return before; }));
  }

  State rescaledTo(ArrayRef<Value> largest, State state) {
    SmallVector<Value> half = halfRowOf(largest);
    Value maximum = half.front();
    for (Value value : llvm::drop_begin(half))
      maximum = tile.larger(maximum, value);
    maximum = tile.larger(state.maximum, tile.pairMaximum(maximum));
    // Exactly 1 where nothing changes, even for huge scores.
    Value change = arith::SubFOp::create(k.b, k.loc, state.maximum, maximum);
    Value factors = ofRows(exp2(mul(change, real(unit()))));
    for (Value &sum : state.accumulators)
      sum = gpu::SubgroupMmaElementwiseOp::create(
          k.b, k.loc, sum.getType(), ValueRange{sum, factors}, gpu::MMAElementwiseOp::MULF);
    for (auto [total, factor] : llvm::zip_equal(state.totals, held(factors)))
      total = mul(total, factor);
    state.references = held(ofRows(referenceOf(maximum)));
    state.maximum = maximum;
    return state;
  }

  // Weights of the scores, as lhs operands.
  SmallVector<Value> weigh(ArrayRef<Value> scores, State &state) {
    SmallVector<Value> matrices;
    for (; !scores.empty(); scores = scores.drop_front(kHeld)) {
      SmallVector<Value> narrow;
      for (size_t i = 0; i < kHeld; ++i) {
        Value weight = exp2(powerOf(scores[i], state.references[i]));
        state.totals[i] = add(state.totals[i], weight);
        weight = arith::TruncFOp::create(k.b, k.loc, tile.element, weight);
        if (tile.element.isBF16())
          weight = arith::BitcastOp::create(k.b, k.loc, k.b.getF16Type(), weight);
        narrow.push_back(weight);
      }
      matrices.push_back(matrixWith(narrow, "AOp"));
    }
    return matrices;
  }

  void addValues(ArrayRef<Value> weights, MutableArrayRef<Value> accumulators) {
    for (auto [j, sum] : llvm::enumerate(accumulators))
      for (auto [i, weight] : llvm::enumerate(weights)) {
        const int64_t at =
            static_cast<int64_t>(i) * kSide * valuePitch + static_cast<int64_t>(j) * kSide;
        sum = mma(weight, loadMatrix(valueMemory, k.constant(at), valuePitch, "BOp"), sum);
      }
  }

  // Fragments of the accumulators pass through shared memory one by one, as the mapping of their
  // elements is opaque.
  void finish(ValueRange results) {
    State state = stateOf(results);
    SmallVector<Value> half = halfRowOf(state.totals);
    Value total = half.front();
    for (Value value : llvm::drop_begin(half))
      total = add(total, value);
    tile.finishRows({state.maximum, total});
    for (auto [j, sum] : llvm::enumerate(state.accumulators)) {
      const int64_t column = static_cast<int64_t>(j) * kSide;
      storeMatrix(sum, exchanged, stage, kSide);
      k.subgroupBarrier();
      k.loop(lane, k.constant(kSide * kSide / kStoredAtOnce), k.constant(kSubgroup), {},
             [&](Value group, ValueRange) {
               storeGroup(group, column);
               return SmallVector<Value>();
             });
      k.subgroupBarrier();
    }
  }

  void storeGroup(Value group, int64_t column) {
    Value inRow = k.constant(kSide / kStoredAtOnce);
    Value row = k.add(ownRow, k.div(group, inRow));
    Value first = k.mul(k.rem(group, inRow), k.constant(kStoredAtOnce));
    Value at = k.add(stage, k.mul(group, k.constant(kStoredAtOnce)));
    Value factor = tile.factorOf(row);
    SmallVector<Value> values;
    for (int64_t i = 0; i < kStoredAtOnce; ++i)
      values.push_back(mul(k.load(exchanged, k.add(at, k.constant(i))), factor));
    tile.store(row, k.add(first, k.constant(column)), values);
  }

  FlashAttentionTile tile;
  WorkgroupBuilder &k;
  const AttentionPlan &plan;
  int64_t keyPitch, valuePitch;
  // In shared memory: keys (and queries before them), values, a matrix of each subgroup, flags (see
  // `flagOf`), and the matrix of `storeElementIndices`.
  Value keyMemory, valueMemory, exchanged, flags, elementIndices;
  Value ownFlag;        // of the subgroup
  Value lane, ownRow;   // index in the subgroup; first row of the subgroup in the tile
  Value stage, ownHalf; // the subgroup's matrix in `exchanged`; the invocation's part of it
  Value zeros;
  SmallVector<Value> queries; // fragments
};

} // namespace

// Tiles of keys, and the loops that store each fragment of the result.
AffineExpr cooperativeFlashAttentionIterations(const AttentionPlan &plan, AffineExpr keys) {
  return keys.ceilDiv(AttentionPlan::kKeys) +
         plan.valueSize / kSide * (kSide * kSide / kStoredAtOnce / kSubgroup);
}

void writeCooperativeFlashAttention(func::FuncOp kernel, const AttentionForm &form,
                                    const AttentionPlan &plan) {
  if (getElementTypeOrSelf(form.result.getType()).isBF16())
    kernel->setAttr(kBF16MatricesAttr, UnitAttr::get(kernel.getContext()));
  CooperativeFlashAttention(kernel, form, plan).write();
}

} // namespace rlx
