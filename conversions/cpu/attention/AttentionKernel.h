// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The frame of the attention schedules: operands, masks, vector helpers, scratch memory, and the
// store of results.
//
// FlashAttention and DecodeAttention derive from it and emit the loops over keys.
#ifndef RLX_CONVERSIONS_CPU_ATTENTION_ATTENTIONKERNEL_H
#define RLX_CONVERSIONS_CPU_ATTENTION_ATTENTIONKERNEL_H

#include "conversions/cpu/builder/Epilogue.h"
#include "conversions/kernel/AttentionForm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace rlx::cpu {

constexpr int64_t kKeyBlock = 64; // keys that a loop takes at once

struct AttentionPlan {
  int64_t lanes, vectors, tileRows; // a panel is `vectors` vectors of queries
  int64_t headSize, valueSize;
  int64_t group;    // query heads that share a key head (grouped-query attention)
  int64_t queries;  // kDynamic if unknown
  int64_t keyBlock; // keys that a loop takes at once; in paged attention they are in one block
  double scale;
  // Whether the queries may be a part of a text whose other parts take another kernel. Sums have
  // the same order in both kernels then. Caches are paged, or have a mask of the keys in use.
  bool isPart = false;

  int64_t panel() const { return lanes * vectors; }
  int64_t paddedHeadSize() const { return llvm::alignTo(headSize, lanes); }
  int64_t paddedValueSize() const { return llvm::alignTo(valueSize, lanes); }
  // The largest number of queries per head that DecodeAttention takes, row by row. FlashAttention
  // takes more, in panels.
  int64_t fewQueries() const;
  // Whether DecodeAttention and FlashAttention are needed.
  bool mayBeFew() const;
  bool mayBeMany() const;
};

// Binds the operands for workgroup (_, head, batch entry or sequence). A schedule is constructed
// from a bound frame and counts its own scratch memory from zero.
class AttentionKernel {
public:
  AttentionKernel(KernelBuilder &k, const AttentionForm &form, const AttentionPlan &p,
                  Epilogue &epilogue);

  mlir::Value queryCount() const { return queries; }
  int64_t workspaceBytes() const { return workspaceElements * 4; }

protected:
  using Vectors = llvm::SmallVector<mlir::Value>;
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();

  // An operand in one dimension. `base` is the offset of the workgroup's batch entry or sequence.
  // For a cache in blocks, enterBlock() sets it, and it is that of the keys of one block.
  struct Operand {
    mlir::Value flat, base, headStride, rowStride;
    mlir::Value blockStride, ahead; // of a cache; from the keys to those to prefetch
    mlir::Value at(KernelBuilder &k, mlir::Value head, mlir::Value row) const {
      return k.add(k.add(base, k.mul(head, headStride)), k.mul(row, rowStride));
    }
    int64_t elementBytes() const {
      return mlir::getElementTypeOrSelf(flat.getType()).getIntOrFloatBitWidth() / 8;
    }
    bool isNarrow() const { return elementBytes() < 4; } // f16 or bf16
  };

  // Makes keyRows and valueRows address the keys [begin, begin + keyBlock). Call it in the loop
  // over them. `prefetchBytes` is how far ahead `Operand::ahead` is, for contiguous keys and
  // values.
  void enterBlock(mlir::Value begin, int64_t prefetchBytes = 0);
  // The last key that the rows of a block reach.
  mlir::Value lastKeyOf(mlir::Value block);
  // Allocates a [rows, columns] buffer in the workspace.
  mlir::Value scratch(int64_t rows, int64_t columns);
  // A vector, and a single element, of a buffer. Those of f16 and bf16 are widened to f32.
  mlir::Value load(mlir::Value buffer, mlir::ValueRange at, mlir::Value mask = {});
  void store(mlir::Value value, mlir::Value buffer, mlir::ValueRange at);
  // Scratch memory for the rows of a block of keys or values in f32. Its rows are padded to whole
  // vectors.
  Operand wideBlock(int64_t columns);
  // Widens `count` rows of a head, from `first` on, to `block`.
  void widen(const Operand &rows, mlir::Value head, mlir::Value first, mlir::Value count,
             int64_t columns, const Operand &block);
  mlir::Value scalarAt(mlir::Value buffer, mlir::Value at);
  mlir::Value splat(mlir::Value scalar);
  template <typename Op>
  mlir::Value binary(mlir::Value lhs, mlir::Value rhs) {
    return Op::create(k.b, k.loc, lhs, rhs);
  }
  // The larger one; `lhs` if either is NaN. One instruction.
  mlir::Value larger(mlir::Value lhs, mlir::Value rhs);
  mlir::Value exp(mlir::Value value);
  // The value that scores are subtracted from: the maximum, or 0 if no key was seen so far. Any
  // finite value then gives weights of zero.
  mlir::Value finiteMaximum(mlir::Value maximum);
  // 1 / total, or 0 for queries that see no key.
  mlir::Value inverse(mlir::Value total);
  // A mask of lanes [0, size - begin); null if it would always be full.
  mlir::Value tailMask(int64_t size, mlir::Value begin);
  // The lanes whose index compares with `bound` as `predicate` says.
  mlir::Value compareLanes(mlir::arith::CmpIPredicate predicate, mlir::Value bound);

  // The range of keys that at least one of the queries [first, end) may see. For a custom mask the
  // keys before the first visible one and behind the last one are left out, for example those
  // before a window, and the unused rows of a cache. For a bias those behind the last one that is
  // not -infinity are left out.
  std::pair<mlir::Value, mlir::Value> visibleKeys(mlir::Value first, mlir::Value end);
  // Distances are compared as i32. A wider window would show no more keys.
  int64_t window() const { return std::min<int64_t>(*form.window, int64_t(1) << 30); }
  mlir::Value softCapped(mlir::Value score);
  bool hasMaskOperand() const { return bool(form.mask); }
  bool maskDependsOnQuery() const { return form.maskDependsOnQuery(); }
  // The value that the mask operand adds to a score: the bias, or 0 or -infinity.
  mlir::Value maskValue(mlir::Value head, mlir::Value query, mlir::Value key);
  // The same for a vector of keys from `key` on, if the mask's keys are contiguous.
  bool hasContiguousKeys();
  mlir::Value maskValues(mlir::Value head, mlir::Value query, mlir::Value key);
  // The number of keys among `count` that fill whole vectors.
  mlir::Value keysInVectors(mlir::Value count);
  // 1 if a mask operand shows all keys, or with `any` at least one, in [from, to) to the queries
  // [first, end), else 0.
  mlir::Value showsAll(mlir::Value from, mlir::Value to, mlir::Value first, mlir::Value end);
  mlir::Value showsAny(mlir::Value from, mlir::Value to, mlir::Value first, mlir::Value end);
  // Stores a vector of a query's result that starts at `column`.
  void storeResult(mlir::Value value, mlir::Value head, mlir::Value query, mlir::Value column);

  KernelBuilder &k;
  const AttentionForm &form;
  const AttentionPlan &p;
  Epilogue &epilogue;
  mlir::VectorType type;
  Operand query, keyRows, valueRows, output;
  mlir::Value head;                 // of the workgroup
  mlir::Value queries, keys, shift; // sequence lengths, and keys - queries
  mlir::Value firstRow;             // of the sequence's queries, in paged attention

private:
  void bindBatch();
  void bindSequence();
  Operand cache(mlir::Value buffer, int64_t columns);
  mlir::Value blockBegin(mlir::Value key, const Operand &operand);
  bool maskDependsOnHead();
  llvm::SmallVector<mlir::Value> maskPosition(mlir::Value head, mlir::Value query, mlir::Value key);
  mlir::Value maskElement(mlir::Value head, mlir::Value query, mlir::Value key);
  mlir::Value maskBytes(mlir::Value head, mlir::Value query, mlir::Value key);
  // Of a vector of keys, bytes that are not 0 for those that the mask operand shows; and one key.
  mlir::Value shownBytes(mlir::Value query, mlir::Value key);
  mlir::Value isShown(mlir::Value query, mlir::Value key);
  // The conjunction or disjunction of what the mask operand shows.
  template <typename Op>
  mlir::Value combineMask(mlir::Value from, mlir::Value to, mlir::Value first, mlir::Value end,
                          int64_t start);
  mlir::Value isBlockVisible(mlir::Value block, mlir::Value first, mlir::Value end);
  // The end of the keys that a mask operand shows to the queries [first, end), and the begin of
  // those before `to`.
  mlir::Value endOfVisibleKeys(mlir::Value first, mlir::Value end);
  mlir::Value beginOfVisibleKeys(mlir::Value first, mlir::Value end, mlir::Value to);
  Operand operand(mlir::Value buffer, int64_t columns);
  Operand rows(mlir::Value buffer, int64_t columns);

  int64_t workspaceElements = 0;
};

} // namespace rlx::cpu

#endif // RLX_CONVERSIONS_CPU_ATTENTION_ATTENTIONKERNEL_H
