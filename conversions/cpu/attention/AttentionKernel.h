// What the schedules of rlx.attention share: the operands as the kernel sees them, masks, vectors,
// scratch memory, and how results are stored.
#ifndef RLX_CONVERSIONS_CPU_ATTENTION_ATTENTIONKERNEL_H
#define RLX_CONVERSIONS_CPU_ATTENTION_ATTENTIONKERNEL_H

#include "conversions/cpu/builder/Epilogue.h"
#include "dialects/rlx/ir/AttentionOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace rlx::cpu {

struct AttentionPlan {
  int64_t lanes, vectors, tileRows; // `vectors` of queries make a panel
  int64_t headSize, valueSize;
  int64_t group; // query heads that share a head of keys
  double scale;

  int64_t panel() const { return lanes * vectors; }
  int64_t paddedHeadSize() const { return llvm::alignTo(headSize, lanes); }
  int64_t paddedValueSize() const { return llvm::alignTo(valueSize, lanes); }
  // As many queries of a head go row by row (DecodeAttention.h), more go in panels
  // (FlashAttention.h).
  int64_t fewQueries() const;
};

// Binds the operands where it is made, for workgroup (_, head, batch entry). A schedule derives
// from it and is made of one that is bound already; its scratch memory starts anew.
class AttentionKernel {
public:
  AttentionKernel(KernelBuilder &k, AttentionOp op, const AttentionPlan &p, Epilogue &epilogue);

  mlir::Value queryCount() const { return queries; }
  int64_t workspaceBytes() const { return workspaceElements * 4; }

protected:
  using Vectors = llvm::SmallVector<mlir::Value>;
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  static constexpr int64_t kKeyBlock = 64;

  // A rank-4 operand as one dimension; `base` is where this workgroup's batch entry begins.
  struct Operand {
    mlir::Value flat, base, headStride, rowStride;
    mlir::Value at(KernelBuilder &k, mlir::Value head, mlir::Value row) const {
      return k.add(k.add(base, k.mul(head, headStride)), k.mul(row, rowStride));
    }
  };

  // A [rows, columns] piece of the workspace.
  mlir::Value scratch(int64_t rows, int64_t columns);
  mlir::Value load(mlir::Value buffer, mlir::ValueRange at, mlir::Value mask = {});
  void store(mlir::Value value, mlir::Value buffer, mlir::ValueRange at);
  mlir::Value splat(mlir::Value scalar);
  mlir::Value scalarAt(mlir::Value buffer, mlir::Value at);
  template <typename Op>
  mlir::Value binary(mlir::Value lhs, mlir::Value rhs) {
    return Op::create(k.b, k.loc, lhs, rhs);
  }
  // The larger one; `lhs` where either is NaN. One instruction.
  mlir::Value larger(mlir::Value lhs, mlir::Value rhs);
  mlir::Value exp(mlir::Value value);
  // What maxima are subtracted from scores: the maximum, or 0 where nothing was seen so far, since
  // any finite number then gives weights of zero.
  mlir::Value finiteMaximum(mlir::Value maximum);
  // 1 / total, or 0 for queries that see no key.
  mlir::Value inverse(mlir::Value total);
  // Lanes [0, size - begin); null if that is all of them for every begin.
  mlir::Value tailMask(int64_t size, mlir::Value begin);
  // Which lane numbers compare so with `bound`.
  mlir::Value compareLanes(mlir::arith::CmpIPredicate predicate, mlir::Value bound);

  // The keys that some of the queries [first, end) may see.
  std::pair<mlir::Value, mlir::Value> visibleKeys(mlir::Value first, mlir::Value end);
  // Distances are compared as i32. No key is so far away that a wider window would show more.
  int64_t window() { return std::min<int64_t>(*op.getWindow(), int64_t(1) << 30); }
  mlir::Value softCapped(mlir::Value score);
  bool hasMaskOperand() { return bool(op.getMask()); }
  // What the mask operand adds to a score: the bias, or 0 or -infinity.
  mlir::Value maskValue(mlir::Value head, mlir::Value query, mlir::Value key);
  // Stores a vector of the result of a query, from `column` on.
  void storeResult(mlir::Value value, mlir::Value head, mlir::Value query, mlir::Value column);

  KernelBuilder &k;
  AttentionOp op;
  const AttentionPlan &p;
  Epilogue &epilogue;
  mlir::VectorType type;
  Operand query, keyRows, valueRows, output;
  mlir::Value head;                 // of this workgroup
  mlir::Value queries, keys, shift; // sequence lengths, and keys - queries

private:
  Operand operand(mlir::Value buffer, int64_t columns);

  int64_t workspaceElements = 0;
};

} // namespace rlx::cpu

#endif // RLX_CONVERSIONS_CPU_ATTENTION_ATTENTIONKERNEL_H
