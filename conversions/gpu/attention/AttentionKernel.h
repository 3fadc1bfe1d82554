// A kernel of attention whose workgroups see one head of keys each: where operands are, which keys
// a query sees, what scores come to, and where results go. How queries and keys are shared out is
// left to schedules.
#ifndef RLX_CONVERSIONS_GPU_ATTENTION_ATTENTIONKERNEL_H
#define RLX_CONVERSIONS_GPU_ATTENTION_ATTENTIONKERNEL_H

#include "conversions/gpu/attention/AttentionPlan.h"
#include "conversions/gpu/builder/WorkgroupBuilder.h"

namespace rlx {

class AttentionKernel {
public:
  WorkgroupBuilder k;
  AttentionPlan plan;
  mlir::Type element; // of the operands

  // Scores are products that are scaled, and masked for a query of `head` and a key. The larger of
  // two.
  mlir::Value scaled(mlir::Value product);
  mlir::Value larger(mlir::Value lhs, mlir::Value rhs);

protected:
  AttentionKernel(mlir::func::FuncOp kernel, AttentionOp op, const AttentionPlan &plan);

  // Loops over the kernel's dims, known before it begins.
  struct Sizes {
    mlir::AffineExpr batches, heads, keyHeads, queries, keys;
  };
  Sizes sizes() const { return dimSizes; }
  // Takes in sizes where the kernel has begun.
  void begin();

  // The keys that the query at `row` sees lie before it; with a window, none before
  // `firstKeyOf`.
  mlir::Value limitOf(mlir::Value row);
  mlir::Value firstKeyOf(mlir::Value row);
  mlir::Value window();
  mlir::Value masked(mlir::Value score, mlir::Value row, mlir::Value limit, mlir::Value key);
  mlir::Value capped(mlir::Value score);
  // What a weight is relative to, given the largest score: where nothing was seen so far any finite
  // number makes weights of zero.
  mlir::Value referenceOf(mlir::Value maximum);
  mlir::Value weight(mlir::Value score, mlir::Value reference);
  mlir::Value reciprocal(mlir::Value total); // of a query that sees no key 0
  // Writes neighbours in a row of the result, given in f32.
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
  mlir::Value batch, head, keyHead; // which schedules set
  mlir::Value queries, keys, shift;

private:
  mlir::Value maskAt(mlir::Value row, mlir::Value key);

  mlir::Value root; // what the kernel's result is, before reshapes
  Sizes dimSizes;
};

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_ATTENTION_ATTENTIONKERNEL_H
