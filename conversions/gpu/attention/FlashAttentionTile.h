// A kernel whose workgroups make the result of a tile of one head's queries each: the keys that a
// tile sees, and the softmax along them, which is kept up to date as scores come in. How products
// are computed is left to schedules.
#ifndef RLX_CONVERSIONS_GPU_ATTENTION_FLASHATTENTIONTILE_H
#define RLX_CONVERSIONS_GPU_ATTENTION_FLASHATTENTIONTILE_H

#include <functional>

#include "conversions/gpu/attention/AttentionKernel.h"

namespace rlx {

class FlashAttentionTile : public AttentionKernel {
public:
  FlashAttentionTile(mlir::func::FuncOp kernel, AttentionOp op, const AttentionPlan &plan);

  static constexpr int64_t kQueries = AttentionPlan::kQueries, kKeys = AttentionPlan::kKeys;
  // Rows of scores lie this much apart, so that those that are read together are in different
  // banks.
  static constexpr int64_t kPitch = kKeys + 4;
  // An invocation takes so many scores of a row, its neighbour the others.
  static constexpr int64_t kOwn = kKeys * kQueries / AttentionPlan::kInvocations;

  mlir::Value scores;   // in shared memory: kQueries rows of kPitch; see `shareScores`
  mlir::Value firstKey; // of those that some query of the tile sees
  mlir::Value endOfKeys;

  // A piece of an operand: so many rows of a head, and columns of these.
  struct Piece {
    mlir::Value tensor, head, count; // `count`: of the operand's rows
    int64_t rows, columns;
    // Behind the last row are zeros; otherwise any of them.
    bool zeroOutside = false;
    // Row `number` of the piece is that at number % spread * (rows / spread) + number / spread.
    int64_t spread = 1;
  };
  Piece queryPiece(int64_t columns), keyPiece(int64_t columns), valuePiece(int64_t columns);
  // The elements that the invocation brings of the piece that begins there, and puts into shared
  // memory from `begin` on, with rows `pitch` apart. What is wider there is widened.
  llvm::SmallVector<mlir::Value> bring(const Piece &piece, mlir::Value row, int64_t column = 0);
  int64_t countOf(const Piece &piece); // of the elements that an invocation brings
  void keep(const Piece &piece, mlir::ValueRange brought, mlir::Value memory, int64_t pitch,
            int64_t begin = 0);
  mlir::Value firstQuery() const { return queryBegin; }
  bool hasKeys() const; // in every run

  // The softmax of a row so far, as one of its two invocations knows it: the largest score, and the
  // sum of its own weights, relative to that.
  struct Softmax {
    mlir::Value maximum, total;
  };
  Softmax beginRow();
  void shareScores(); // gives `scores` its memory
  // Takes this invocation as number `number` in the tile: rows belong to its `number / 2`. `wait`
  // is a barrier for the invocations whose scores are in their places at the same time.
  void share(mlir::Value number, std::function<void()> wait);
  // Takes in the scores of keys from this one on. Returns the weights of the invocation's scores,
  // and what earlier sums are to be multiplied with.
  std::pair<llvm::SmallVector<mlir::Value>, mlir::Value> add(Softmax &softmax, mlir::Value key);
  // Where the scores of the invocation begin.
  mlir::Value ownScores();
  // Makes what the sums of each row are to be multiplied with known to all that wait: 1 / total, or
  // 0 for a query that sees no key.
  void finishRows(const Softmax &softmax);
  mlir::Value factorOf(mlir::Value row);

  // Of the two invocations of a row, to each: the larger value.
  mlir::Value largerOfPair(mlir::Value value);
  // Whether some query of the tile may not see all of so many keys from this one on; null if every
  // query sees all keys. Other masks have to be asked about each key.
  mlir::Value isMasked(mlir::Value key, int64_t count);
  bool isAlwaysMasked();
  // Whether a positive scale may be left to later. Otherwise scores are products that are scaled,
  // and masked: for query number `ownRow` of the tile and this key.
  bool isRaw();
  mlir::Value score(mlir::Value scaled, mlir::Value ownRow, mlir::Value key);

  // Writes neighbours in a row of the tile, given in f32, if it is inside.
  void store(mlir::Value row, mlir::Value column, mlir::ValueRange values);

private:
  void place(mlir::AffineExpr tiles);
  void findKeys();
  mlir::Value scoreAt(mlir::Value at, mlir::Value key);
  mlir::Value converted(mlir::Value value, mlir::Type type);
  int64_t lanesOf(const Piece &piece);

  mlir::Value queryBegin;
  mlir::Value exchange; // in shared memory: an element for each invocation
  mlir::Value number, row, limit;
  std::function<void()> wait;
};

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_ATTENTION_FLASHATTENTIONTILE_H
