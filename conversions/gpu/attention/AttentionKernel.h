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
  mlir::Type element; // type of the queries and the result

  // The score of a dot product: scaled, and capped if the op says so. The larger of two scores.
  mlir::Value scaled(mlir::Value dotProduct);
  mlir::Value larger(mlir::Value lhs, mlir::Value rhs);

protected:
  AttentionKernel(mlir::func::FuncOp kernel, const AttentionForm &form, const AttentionPlan &plan);

  // Sizes over the kernel's dims, known before it begins. Of paged attention: the sequences, the
  // rows of all of them, and the most keys of one.
  struct Sizes {
    mlir::AffineExpr batches, heads, keyHeads, queries, keys;
  };
  Sizes sizes() const { return dimSizes; }
  // The parts of `rows` queries of all sequences of paged attention: as many workgroups find one
  // at most.
  mlir::AffineExpr parts(int64_t rows) const;
  // Sets `queries`, `keys` and `shift` to the sizes. Call it after k.begin().
  void begin();
  // For paged attention, in place of begin(): sets these and `batch` to those of the sequence with
  // this part. Returns the part's number in the sequence. Code behind it is for workgroups that
  // have a part.
  mlir::Value beginSequence(mlir::Value part, int64_t rows);

  // For paged attention, at the end: fails a run if a block that holds one of these keys does not
  // exist.
  void checkKeys(mlir::Value fromKey, mlir::Value endOfKeys, int64_t invocations);

  // Whether a mask operand, the same for all heads, says which keys are read: showKeys() then
  // limits `keys` to those before the end of the last one that some of the `numRows` queries from
  // `fromRow` on sees. `numRows` needs a constant bound, for the planned iterations. If
  // `fromFirst`, firstKeyOf() is the first key that some query sees. All invocations call it.
  bool findsShownKeys();
  void showKeys(int64_t invocations, mlir::Value fromRow, mlir::Value numRows, bool fromFirst);

public:
  // The keys of a run, or the most of a sequence.
  static mlir::AffineExpr keysOf(const AttentionForm &form, const KernelDims &dims);
  // The most iterations of beginSequence() and checkKeys(), for blocks in a row of the table.
  static mlir::AffineExpr pagedIterations(mlir::AffineExpr sequences, mlir::AffineExpr blocks);
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

  // The position of a row of query and result, or of key and value: indices before the column's.
  // A key is looked up in the block table.
  using Position = llvm::SmallVector<mlir::Value>;
  Position positionOfQuery(mlir::Value head, mlir::Value row);
  Position positionOfKey(mlir::Value head, mlir::Value key);
  mlir::Value elementAt(mlir::Value tensor, const Position &row, mlir::Value column);
  mlir::Value real(double value);
  mlir::Value signedLess(mlir::Value lhs, mlir::Value rhs); // of indices
  mlir::Value select(mlir::Value condition, mlir::Value lhs, mlir::Value rhs);
  template <typename Op>
  mlir::Value binary(mlir::Value lhs, mlir::Value rhs) {
    return Op::create(k.b, k.loc, lhs, rhs);
  }

  AttentionForm form;
  mlir::Value batch, head, keyHead; // set by schedules; `batch`: the sequence, of paged attention
  // `shift` is keys - queries: query i is at key i + shift.
  mlir::Value queries, keys, shift;

private:
  mlir::Value maskAt(mlir::Value row, mlir::Value key);
  Position positionInBlocks(mlir::Value head, mlir::Value key);
  mlir::Value blockOf(mlir::Value number);
  mlir::Value integerAt(mlir::Value tensor, mlir::Value index);
  mlir::Value clamped(mlir::Value value, mlir::Value least, mlir::Value most);
  mlir::Value isEqual(mlir::Value lhs, mlir::Value rhs);
  void expect(mlir::Value condition, mlir::Value index);
  // A sequence: its first part, its number, its first row, and how many rows and keys it has. All
  // are 0 if none has the part. And whether starts and lengths of all sequences are in order.
  struct Sequence {
    mlir::Value firstPart, number, begin, rows, keys, isValid;
  };
  Sequence findSequence(mlir::Value part, int64_t rows);
  llvm::SmallVector<mlir::Value> largestOf(llvm::ArrayRef<mlir::Value> own, int64_t invocations);

  mlir::Value root;       // the kernel's result, before reshapes
  mlir::AffineMap toRoot; // its indices, from those of the attention
  mlir::Value firstShown; // of showKeys(); null without
  mlir::Value firstRow;   // of the sequence, in paged attention
  Sizes dimSizes;
  mlir::AffineExpr cacheBlocks; // in paged attention
};

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_ATTENTION_ATTENTIONKERNEL_H
