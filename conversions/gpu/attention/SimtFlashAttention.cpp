// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Flash attention in which each invocation multiplies (see SimtFlashAttention.h).
//
// Slices of queries and keys, and then of values, pass through the same shared memory. An
// invocation holds 4 x 4 scores, and later a tile of the result.
#include "conversions/gpu/attention/SimtFlashAttention.h"

#include "conversions/gpu/attention/FlashAttentionTile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace rlx {
namespace {

constexpr int64_t kLanes = 4; // elements that shared memory moves at once
constexpr int64_t kQueries = AttentionPlan::kQueries, kKeys = AttentionPlan::kKeys;
// Elements of a head that are multiplied at a time, and their pitch.
constexpr int64_t kDepth = 32, kDepthPitch = kDepth + kLanes;
// Columns of values in shared memory, at most.
constexpr int64_t kColumns = 64, kColumnPitch = kColumns + kLanes;
// Scores of an invocation: contiguous rows and contiguous keys.
constexpr int64_t kOwnQueries = 4, kOwnKeys = 4, kKeyGroups = kKeys / kOwnKeys;
static_assert(kQueries / kOwnQueries * kKeyGroups == AttentionPlan::kInvocations);

class SimtFlashAttention {
public:
  SimtFlashAttention(func::FuncOp kernel, const AttentionForm &form, const AttentionPlan &plan)
      : tile(kernel, form, plan), k(tile.k), plan(plan),
        across(std::min(plan.valueSize, kColumns) > kColumns / 2 ? kColumns / kLanes
                                                                 : kColumns / kLanes / 2),
        ownRows(kQueries * across / AttentionPlan::kInvocations) {}

  void write() {
    allocateShared();
    zero = arith::ConstantOp::create(k.b, k.loc, k.b.getF32FloatAttr(0));
    SmallVector<Value> carried(numAccumulators(), zero);
    FlashAttentionTile::Softmax softmax = tile.beginRow();
    carried.append({softmax.maximum, softmax.total});
    SmallVector<Value> results =
        k.loop(tile.firstKey, tile.endOfKeys, k.constant(kKeys), carried,
               [&](Value key, ValueRange values) { return addKeys(key, values); });
    tile.finishRows({results[numAccumulators()], results[numAccumulators() + 1]});
    storeAccumulators(ArrayRef(results).take_front(numAccumulators()));
    tile.finish();
  }

private:
  void allocateShared() {
    tile.allocateScores();
    operandMemory = k.shared(k.b.getF32Type(),
                             std::max((kQueries + kKeys) * kDepthPitch, kKeys * kColumnPitch));
    factors = k.shared(k.b.getF32Type(), kQueries);
    Value groups = k.constant(kKeyGroups), inRow = k.constant(across);
    ownQuery = k.mul(k.div(k.local, groups), k.constant(kOwnQueries));
    keyGroup = k.rem(k.local, groups);
    ownRow = k.mul(k.div(k.local, inRow), k.constant(ownRows));
    ownColumn = k.mul(k.rem(k.local, inRow), k.constant(kLanes));
    tile.setInvocation(k.local, [this] { k.barrier(); });
  }

  int64_t columnSlices() const { return llvm::divideCeil(plan.valueSize, kColumns); }
  size_t numAccumulators() const { return static_cast<size_t>(columnSlices() * ownRows * kLanes); }

  SmallVector<Value> addKeys(Value key, ValueRange values) {
    SmallVector<Value> accumulators(values.take_front(numAccumulators()));
    FlashAttentionTile::Softmax softmax = {values[numAccumulators()],
                                           values[numAccumulators() + 1]};
    addScores(key);
    SmallVector<Value> loaded = tile.loadToRegisters(valueTile(0), key);
    k.barrier();
    weigh(softmax, key);
    tile.storeToShared(valueTile(0), loaded, operandMemory, kColumnPitch);
    k.barrier();
    for (int64_t row = 0; row < ownRows; ++row) {
      Value factor = k.load(factors, k.add(ownRow, k.constant(row)));
      for (int64_t slice = 0; slice < columnSlices(); ++slice)
        for (int64_t lane = 0; lane < kLanes; ++lane) {
          Value &sum = accumulators[sumAt(slice, row, lane)];
          sum = arith::MulFOp::create(k.b, k.loc, sum, factor);
        }
    }
    for (int64_t slice = 0; slice < columnSlices(); ++slice) {
      const bool isLast = slice + 1 == columnSlices();
      if (!isLast)
        loaded = tile.loadToRegisters(valueTile(slice + 1), key, (slice + 1) * kColumns);
      addValues(MutableArrayRef(accumulators)
                    .slice(sumAt(slice, 0, 0), static_cast<size_t>(ownRows * kLanes)));
      k.barrier();
      if (isLast)
        break;
      tile.storeToShared(valueTile(slice + 1), loaded, operandMemory, kColumnPitch);
      k.barrier();
    }
    accumulators.append({softmax.maximum, softmax.total});
    return accumulators;
  }

  size_t sumAt(int64_t slice, int64_t row, int64_t lane) const {
    return static_cast<size_t>((slice * ownRows + row) * kLanes + lane);
  }

  FlashAttentionTile::OperandTile valueTile(int64_t number) {
    return tile.valueTile(std::min(kColumns, plan.valueSize - number * kColumns));
  }
  FlashAttentionTile::OperandTile queryTile(int64_t column) {
    return tile.queryTile(std::min(kDepth, plan.headSize - column));
  }
  // Keys that invocations read at the same time are adjacent in shared memory.
  FlashAttentionTile::OperandTile keyTile(int64_t column) {
    FlashAttentionTile::OperandTile keys = tile.keyTile(std::min(kDepth, plan.headSize - column));
    keys.spread = kKeyGroups;
    return keys;
  }

  // Computes the scores of the tile for keys from `key` on.
  void addScores(Value key) {
    SmallVector<Value> accumulators(kOwnQueries * kOwnKeys, zero);
    SmallVector<Value> queries = tile.loadToRegisters(queryTile(0), tile.firstQuery());
    SmallVector<Value> keys = tile.loadToRegisters(keyTile(0), key);
    for (int64_t column = 0; column < plan.headSize; column += kDepth) {
      FlashAttentionTile::OperandTile ofQueries = queryTile(column), ofKeys = keyTile(column);
      tile.storeToShared(ofQueries, queries, operandMemory, kDepthPitch);
      tile.storeToShared(ofKeys, keys, operandMemory, kDepthPitch, kQueries * kDepthPitch);
      k.barrier();
      if (const int64_t next = column + kDepth; next < plan.headSize) {
        queries = tile.loadToRegisters(queryTile(next), tile.firstQuery(), next);
        keys = tile.loadToRegisters(keyTile(next), key, next);
      }
      accumulators =
          k.loop(k.constant(0), k.constant(ofKeys.columns), k.constant(kLanes), accumulators,
                 [&](Value depth, ValueRange sofar) { return addDepth(depth, sofar); });
      if (column + kDepth < plan.headSize)
        k.barrier();
    }
    for (int64_t i = 0; i < kOwnQueries; ++i) {
      Value at =
          k.add(k.mul(k.add(ownQuery, k.constant(i)), k.constant(FlashAttentionTile::kPitch)),
                k.mul(keyGroup, k.constant(kOwnKeys)));
      for (int64_t j = 0; j < kOwnKeys; ++j)
        k.store(accumulators[static_cast<size_t>(i * kOwnKeys + j)], tile.scores,
                k.add(at, k.constant(j)));
    }
  }

  SmallVector<Value> addDepth(Value depth, ValueRange sofar) {
    SmallVector<Value> accumulators(sofar);
    Value query = k.add(k.mul(ownQuery, k.constant(kDepthPitch)), depth);
    Value key = k.add(k.mul(k.add(keyGroup, k.constant(kQueries)), k.constant(kDepthPitch)), depth);
    for (int64_t lane = 0; lane < kLanes; ++lane) {
      SmallVector<Value> left = column(query, kDepthPitch, lane, kOwnQueries);
      SmallVector<Value> right = column(key, kKeyGroups * kDepthPitch, lane, kOwnKeys);
      addOuter(left, right, accumulators);
    }
    return accumulators;
  }

  // An element of each of `count` rows.
  SmallVector<Value> column(Value first, int64_t pitch, int64_t lane, int64_t count) {
    SmallVector<Value> values;
    for (int64_t i = 0; i < count; ++i)
      values.push_back(k.load(operandMemory, k.add(first, k.constant(i * pitch + lane))));
    return values;
  }

  void addOuter(ArrayRef<Value> left, ArrayRef<Value> right, MutableArrayRef<Value> accumulators) {
    for (auto [i, sum] : llvm::enumerate(accumulators))
      sum = math::FmaOp::create(k.b, k.loc, left[i / right.size()], right[i % right.size()], sum);
  }

  // Weights replace the scores in shared memory.
  void weigh(FlashAttentionTile::Softmax &softmax, Value key) {
    auto [weights, factor] = tile.add(softmax, key);
    Value at = tile.ownScores();
    for (auto [i, weight] : llvm::enumerate(weights))
      k.store(weight, tile.scores, k.add(at, k.constant(static_cast<int64_t>(i))));
    Value ofRow = k.rem(k.local, k.constant(2));
    k.when(k.less(ofRow, k.constant(1)),
           [&] { k.store(factor, factors, k.div(k.local, k.constant(2))); });
  }

  // Adds weighted values of a slice to the accumulators of its columns.
  void addValues(MutableArrayRef<Value> accumulators) {
    SmallVector<Value> results = k.loop(
        k.constant(0), k.constant(kKeys), k.constant(kLanes), SmallVector<Value>(accumulators),
        [&](Value key, ValueRange sofar) {
          SmallVector<Value> next(sofar);
          Value weight = k.add(k.mul(ownRow, k.constant(FlashAttentionTile::kPitch)), key);
          Value value = k.add(k.mul(key, k.constant(kColumnPitch)), ownColumn);
          for (int64_t i = 0; i < kLanes; ++i) {
            SmallVector<Value> left, right;
            for (int64_t row = 0; row < ownRows; ++row)
              left.push_back(k.load(
                  tile.scores, k.add(weight, k.constant(row * FlashAttentionTile::kPitch + i))));
            for (int64_t lane = 0; lane < kLanes; ++lane)
              right.push_back(
                  k.load(operandMemory, k.add(value, k.constant(i * kColumnPitch + lane))));
            addOuter(left, right, next);
          }
          return next;
        });
    llvm::copy(results, accumulators.begin());
  }

  void storeAccumulators(ArrayRef<Value> accumulators) {
    for (int64_t slice = 0; slice < columnSlices(); ++slice) {
      const int64_t first = slice * kColumns;
      k.when(k.less(ownColumn, k.constant(plan.valueSize - first)), [&] {
        for (int64_t row = 0; row < ownRows; ++row) {
          Value at = k.add(ownRow, k.constant(row)), factor = tile.factorOf(at);
          SmallVector<Value> values;
          for (int64_t lane = 0; lane < kLanes; ++lane)
            values.push_back(
                arith::MulFOp::create(k.b, k.loc, accumulators[sumAt(slice, row, lane)], factor));
          tile.store(at, k.add(ownColumn, k.constant(first)), values);
        }
      });
    }
  }

  FlashAttentionTile tile;
  WorkgroupBuilder &k;
  const AttentionPlan &plan;
  int64_t across, ownRows;      // tile of the result: invocations in a row, and rows of each
  Value operandMemory, factors; // in shared memory: operands; factors of the accumulators
  Value ownQuery, keyGroup;     // first query, and group of keys, of the invocation's scores
  Value ownRow, ownColumn;      // of the result, in a slice of columns
  Value zero;
};

} // namespace

// For each tile of keys: the columns of a head, and the keys of each slice of values.
AffineExpr simtFlashAttentionIterations(const AttentionPlan &plan, AffineExpr keys) {
  const auto ofKeys = static_cast<int64_t>(llvm::divideCeil(plan.headSize, kLanes));
  const auto slices = static_cast<int64_t>(llvm::divideCeil(plan.valueSize, kColumns));
  return keys.ceilDiv(kKeys) * (ofKeys + slices * (kKeys / kLanes) + 1);
}

void writeSimtFlashAttention(func::FuncOp kernel, const AttentionForm &form,
                             const AttentionPlan &plan) {
  SimtFlashAttention(kernel, form, plan).write();
}

} // namespace rlx
