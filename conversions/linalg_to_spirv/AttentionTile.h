// A kernel whose workgroups make the result of a tile of one head's queries each: where operands
// are, the keys that a tile sees, and the softmax along them, which is kept up to date as scores
// come in. How products are computed is left to schedules.
#ifndef RLX_CONVERSIONS_LINALG_TO_SPIRV_ATTENTIONTILE_H
#define RLX_CONVERSIONS_LINALG_TO_SPIRV_ATTENTIONTILE_H

#include <functional>

#include "conversions/linalg_to_spirv/AttentionPlan.h"
#include "conversions/linalg_to_spirv/WorkgroupKernel.h"

namespace rlx {

class AttentionTile {
public:
  AttentionTile(mlir::func::FuncOp kernel, AttentionOp op, const AttentionPlan &plan);

  static constexpr int64_t kQueries = AttentionPlan::kQueries, kKeys = AttentionPlan::kKeys;
  // Rows of scores lie this much apart, so that those that are read together are in different
  // banks.
  static constexpr int64_t kPitch = kKeys + 4;
  // An invocation takes so many scores of a row, its neighbour the others.
  static constexpr int64_t kOwn = kKeys * kQueries / AttentionPlan::kInvocations;

  WorkgroupKernel k;
  AttentionPlan plan;
  mlir::Value scores;   // in shared memory: kQueries rows of kPitch
  mlir::Type element;   // of the operands
  mlir::Value firstKey; // of those that some query of the tile sees
  mlir::Value endOfKeys;

  // Rows of an operand from which a piece of so many rows and columns is taken.
  struct Rows {
    mlir::Value tensor, head, count;
    int64_t rows, columns, size; // `size`: of the operand's rows
    bool zeroOutside;            // behind the last row; otherwise any of them
  };
  Rows queryRows(int64_t columns);
  Rows keyRows(), valueRows();
  // The elements that the invocation brings of the piece that begins there, and puts into shared
  // memory, whose rows are `pitch` apart.
  llvm::SmallVector<mlir::Value> bring(const Rows &piece, mlir::Value row, int64_t column = 0);
  int64_t countOf(const Rows &piece); // of the elements that an invocation brings
  void keep(const Rows &piece, mlir::ValueRange brought, mlir::Value memory, int64_t pitch);
  mlir::Value firstQuery() const { return queryBegin; }
  bool hasKeys() const; // in every run

  // The softmax of a row so far, as one of its two invocations knows it: the largest score, and the
  // sum of its own weights, relative to that.
  struct Softmax {
    mlir::Value maximum, total;
  };
  Softmax begin();
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

  // Writes neighbours in a row of the tile, given in f32, if it is inside.
  void store(mlir::Value row, mlir::Value column, mlir::ValueRange values);

private:
  llvm::SmallVector<mlir::Value> indicesOf(mlir::Value head, mlir::Value row, mlir::Value column);
  void place(mlir::AffineExpr batches, mlir::AffineExpr heads, mlir::AffineExpr tiles);
  void findKeys();
  template <typename Op>
  mlir::Value binary(mlir::Value lhs, mlir::Value rhs) {
    return Op::create(k.b, k.loc, lhs, rhs);
  }
  mlir::Value real(double value);
  mlir::Value larger(mlir::Value lhs, mlir::Value rhs);
  mlir::Value signedLess(mlir::Value lhs, mlir::Value rhs); // of indices
  mlir::Value select(mlir::Value condition, mlir::Value lhs, mlir::Value rhs);
  mlir::Value scoreAt(mlir::Value at, mlir::Value key);
  mlir::Value masked(mlir::Value score, mlir::Value key);
  mlir::Value maskAt(mlir::Value key);
  mlir::Value window();
  int64_t lanesOf(const Rows &piece);

  AttentionOp op;
  mlir::Value root; // what the kernel's result is, before reshapes
  mlir::Value batch, head, keyHead, queryBegin, queries, keys, shift;
  mlir::Value exchange; // in shared memory: an element for each invocation
  mlir::Value number, row, limit;
  std::function<void()> wait;
};

} // namespace rlx

#endif // RLX_CONVERSIONS_LINALG_TO_SPIRV_ATTENTIONTILE_H
