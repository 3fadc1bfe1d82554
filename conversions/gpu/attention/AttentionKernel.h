// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts of an attention kernel that its schedules share: indices of operands, visible keys,
// scores, weights, and stores of the result with its epilogue.
//
// A workgroup sees one head of keys (KV head). FlashAttentionTile and DecodeAttention distribute
// the queries and keys.
#ifndef RLX_CONVERSIONS_GPU_ATTENTION_ATTENTIONKERNEL_H
#define RLX_CONVERSIONS_GPU_ATTENTION_ATTENTIONKERNEL_H

#include <limits>

#include "conversions/gpu/attention/AttentionPlan.h"
#include "conversions/gpu/builder/WorkgroupBuilder.h"

namespace rlx {

class AttentionKernel {
public:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();

  WorkgroupBuilder k;
  AttentionPlan plan;
  mlir::Type element; // type of the operands

  // The score of a dot product: scaled, and capped if the op says so. The larger of two scores.
  mlir::Value scaled(mlir::Value dotProduct);
  mlir::Value larger(mlir::Value lhs, mlir::Value rhs);

protected:
  AttentionKernel(mlir::func::FuncOp kernel, AttentionOp op, const AttentionPlan &plan);

  // Sizes over the kernel's dims, known before it begins.
  struct Sizes {
    mlir::AffineExpr batches, heads, keyHeads, queries, keys;
  };
  Sizes sizes() const { return dimSizes; }
  // Materializes the sizes. Call it after k.begin().
  void begin();

  // Whether a mask operand, the same for all heads, says which keys are read: showKeys() then
  // limits `keys` to those before the end of the last one that some of the `numRows` queries from
  // `fromRow` on sees. `numRows` needs a constant bound, for the planned iterations. If
  // `fromFirst`, firstKeyOf() is the first key that some query sees. All invocations call it.
  bool findsShownKeys();
  void showKeys(int64_t invocations, mlir::Value fromRow, mlir::Value numRows, bool fromFirst);

public:
  // The shared memory of showKeys(), and its iterations for this number of queries.
  static int64_t shownKeysBytes(int64_t invocations, bool fromFirst);
  static mlir::AffineExpr shownKeysIterations(mlir::AffineExpr keys, int64_t invocations,
                                              int64_t rows);

protected:
  // The query at `row` sees keys before limitOf(row); with a sliding window, from firstKeyOf(row)
  // on.
  mlir::Value limitOf(mlir::Value row);
  mlir::Value firstKeyOf(mlir::Value row);
  mlir::Value window();
  mlir::Value masked(mlir::Value score, mlir::Value row, mlir::Value limit, mlir::Value key);
  mlir::Value capped(mlir::Value score);
  // The score to which weights are relative: the largest one. If no key was seen so far, any finite
  // number makes the weights 0.
  mlir::Value referenceOf(mlir::Value maximum);
  mlir::Value weight(mlir::Value score, mlir::Value reference);
  mlir::Value reciprocal(mlir::Value total); // 1 / total; 0 for a query that sees no key
  // Stores contiguous elements of a row of the result, given in f32, through the epilogue.
  void storeRow(mlir::Value query, mlir::Value column, mlir::ValueRange values);

  llvm::SmallVector<mlir::Value> indicesOf(mlir::Value head, mlir::Value row, mlir::Value column);
  mlir::Value real(double value);
  mlir::Value signedLess(mlir::Value lhs, mlir::Value rhs); // of indices
  mlir::Value select(mlir::Value condition, mlir::Value lhs, mlir::Value rhs);
  template <typename Op>
  mlir::Value binary(mlir::Value lhs, mlir::Value rhs) {
    return Op::create(k.b, k.loc, lhs, rhs);
  }

  AttentionOp op;
  mlir::Value batch, head, keyHead; // set by schedules
  // `shift` is keys - queries: query i is at key i + shift.
  mlir::Value queries, keys, shift;

private:
  mlir::Value maskAt(mlir::Value row, mlir::Value key);
  llvm::SmallVector<mlir::Value> largestOf(llvm::ArrayRef<mlir::Value> own, int64_t invocations);

  mlir::Value root;       // the kernel's result, before reshapes
  mlir::AffineMap toRoot; // its indices, from those of the attention
  mlir::Value firstShown; // of showKeys(); null without
  Sizes dimSizes;
};

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_ATTENTION_ATTENTIONKERNEL_H
