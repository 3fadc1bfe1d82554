// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tile of flash attention: 64 queries of one head per workgroup walk over the keys that they see.
//
//             keys, 32 at a time ->
//            +-----+-----+---
//   64       |  S  |     |      S = scale * Q K^T, masked
//   queries  |  P  |     |      m' = max(m, S),  P = exp(S - m')
//            +-----+-----+---
//               v               O = O * exp(m - m') + P V
//
// This class has loads, masks, the online softmax (Milakov and Gimelshein 2018) and stores. The
// matmuls are left to SimtFlashAttention and CooperativeFlashAttention.
#ifndef RLX_CONVERSIONS_GPU_ATTENTION_FLASHATTENTIONTILE_H
#define RLX_CONVERSIONS_GPU_ATTENTION_FLASHATTENTIONTILE_H

#include <functional>

#include "conversions/gpu/attention/AttentionKernel.h"

namespace rlx {

class FlashAttentionTile : public AttentionKernel {
public:
  FlashAttentionTile(mlir::func::FuncOp kernel, const AttentionForm &form,
                     const AttentionPlan &plan);

  static constexpr int64_t kQueries = AttentionPlan::kQueries, kKeys = AttentionPlan::kKeys;
  // Pitch of rows of scores in shared memory. The padding avoids bank conflicts.
  static constexpr int64_t kPitch = kKeys + 4;
  // Scores of a row that an invocation takes. The adjacent one takes the other half.
  static constexpr int64_t kOwn = kKeys * kQueries / AttentionPlan::kInvocations;

  mlir::Value scores;   // kQueries rows of kPitch in shared memory; see `allocateScores`
  mlir::Value firstKey; // the first key that some query of the tile sees
  mlir::Value endOfKeys;

  // A tile of an operand: `rows` of a head, and `columns` of these.
  struct OperandTile {
    mlir::Value tensor, head, count; // `count`: rows of the operand
    int64_t rows, columns;
    bool isOfKeys = true; // or of queries
    // Rows beyond the last one are zeros; otherwise they repeat others.
    bool zeroOutside = false;
    // Row `number` in shared memory is row number % spread * (rows / spread) + number / spread.
    int64_t spread = 1;
  };
  OperandTile queryTile(int64_t columns), keyTile(int64_t columns), valueTile(int64_t columns);
  // Loads the invocation's elements of the tile at (row, column), and stores them to shared memory
  // from `begin` on, with rows `pitch` apart. Elements are widened to the type of the memory.
  llvm::SmallVector<mlir::Value> loadToRegisters(const OperandTile &tile, mlir::Value row,
                                                 int64_t column = 0);
  int64_t countOf(const OperandTile &tile); // elements that loadToRegisters() returns
  void storeToShared(const OperandTile &tile, mlir::ValueRange loaded, mlir::Value memory,
                     int64_t pitch, int64_t begin = 0);
  mlir::Value firstQuery() const { return queryBegin; }
  bool hasKeys() const; // whether there are keys in every run

  // Online softmax of a row, as one of its two invocations knows it: the largest score, and the sum
  // of its own weights, relative to that.
  struct Softmax {
    mlir::Value maximum, total;
  };
  Softmax beginRow();
  void allocateScores(); // allocates `scores`
  // Sets the invocation's index in the tile: it has half of row `number / 2`. `wait` is a barrier
  // for the invocations whose scores are in shared memory at the same time.
  void setInvocation(mlir::Value number, std::function<void()> wait);
  // Adds the scores of keys from `key` on. Returns the weights of the invocation's scores, and the
  // factor for earlier accumulators.
  std::pair<llvm::SmallVector<mlir::Value>, mlir::Value> add(Softmax &softmax, mlir::Value key);
  // Offset of the invocation's scores.
  mlir::Value ownScores();
  // Publishes the final factor of each row's accumulators to all that wait: 1 / total, or 0 for a
  // query that sees no key.
  void finishRows(const Softmax &softmax);
  mlir::Value factorOf(mlir::Value row);

  // The larger value of the two invocations of a row, for both of them.
  mlir::Value pairMaximum(mlir::Value value);
  // Whether some query of the tile may not see all of `count` keys from `key` on; null if all
  // queries see all keys. Masks given as operands (isAlwaysMasked) say it for each key.
  mlir::Value isMasked(mlir::Value key, int64_t count);
  bool isAlwaysMasked();
  // Whether a positive scale may be applied later. Otherwise scores are scaled first, and then
  // masked by `score`, for row `ownRow` of the tile and this key.
  bool canDeferScale();
  mlir::Value score(mlir::Value scaled, mlir::Value ownRow, mlir::Value key);

  // Stores contiguous elements in a row of the tile, given in f32, if the row is inside.
  void store(mlir::Value row, mlir::Value column, mlir::ValueRange values);
  void finish(); // behind all stores

private:
  void assignTile();
  void findKeys();
  mlir::Value scoreAt(mlir::Value at, mlir::Value key);
  mlir::Value converted(mlir::Value value, mlir::Type type);
  int64_t lanesOf(const OperandTile &tile);

  mlir::Value queryBegin;
  mlir::Value exchange; // in shared memory: an element for each invocation
  mlir::Value number, row, limit;
  std::function<void()> wait;
};

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_ATTENTION_FLASHATTENTIONTILE_H
