// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A binary heap of candidates, elements of a row with their positions, in the rows of two result
// tensors. The candidate that comes last in the order of elements is at the top, or the first. Ops
// that select or sort along an axis emit it (top_k, sort, non_max_suppression).
//
//   RowHeap heap(b, loc, {largest, element}, row, axis, size);
//   Heap h = heap.takeApart(heap.order({values, positions}), size);   // heapsort
#ifndef RLX_DIALECTS_RLX_OPS_REDUCTION_HEAPSELECTION_H
#define RLX_DIALECTS_RLX_OPS_REDUCTION_HEAPSELECTION_H

#include "dialects/rlx/ir/RLXDialect.h"

namespace rlx {

/// The order of elements: NaN is larger than every number, and equal to NaN.
struct ElementOrder {
  bool largestFirst;
  mlir::Type element; // as the op declares it; it may be unsigned

  mlir::Value comesBefore(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value lhs,
                          mlir::Value rhs) const;
};

/// A number of candidates: a constant, or a value of the run.
class HeapSize {
public:
  HeapSize(mlir::OpBuilder &builder, mlir::Location loc, int64_t constant);
  explicit HeapSize(mlir::Value value) : value(value) {}

  mlir::Value get() const { return value; }
  /// Half of it, rounded down, minus `less`.
  mlir::Value half(mlir::OpBuilder &builder, mlir::Location loc, int64_t less = 0) const;
  /// max(size - 1, 0)
  mlir::Value lessOne(mlir::OpBuilder &builder, mlir::Location loc) const;
  /// The largest number of steps from the top of a heap to its end, and one more.
  int64_t maxDepth() const;

private:
  mlir::Value value;
  std::optional<int64_t> known;
};

struct HeapForm {
  enum class Top { Last, First };
  int64_t maxDepth; // as HeapSize has it
  Top top = Top::Last;
  bool isLong = false; // kLongLoopAttr
};

struct Candidate {
  mlir::Value value, position; // position: i64
};

struct Heap {
  mlir::Value values, positions;
};

/// Emits code where the builder is at the time of construction, and inside of loops that it makes.
class RowHeap {
public:
  /// `row` is the index of the row in both tensors.
  RowHeap(mlir::OpBuilder &builder, mlir::Location loc, ElementOrder order, mlir::ValueRange row,
          int64_t axis, HeapForm form)
      : b(builder), loc(loc), elementOrder(order), row(row), axis(axis), form(form) {}

  using Step = llvm::function_ref<Heap(mlir::Value i, Heap heap)>;

  mlir::OpBuilder &builder() { return b; }
  Candidate read(Heap heap, mlir::Value i);
  Heap write(Candidate x, Heap heap, mlir::Value i);
  /// Whether x comes before y. No two candidates are equal, because of their positions.
  mlir::Value precedes(Candidate x, Candidate y);
  /// step(i) for i = 0 to count - 1.
  Heap loop(mlir::Value count, Heap heap, Step step);
  /// Makes a heap of the first `size` candidates, starting with the last parent.
  Heap order(Heap heap, HeapSize size);
  /// Moves the candidate at the top to the end of the rest, size - 1 times.
  Heap takeApart(Heap heap, HeapSize size);
  /// Sift-down: puts `x` at `hole` of the first `size` candidates, at least one, or further down,
  /// while a child belongs above x.
  Heap sink(Candidate x, Heap heap, mlir::Value hole, mlir::Value size);

private:
  llvm::SmallVector<mlir::Value> at(mlir::Value i);
  mlir::Value precedes(mlir::Value x, mlir::Value y);
  mlir::Value belongsAbove(Candidate x, Candidate y);
  Candidate select(mlir::Value condition, Candidate yes, Candidate no);
  std::pair<mlir::Value, mlir::Value> childAbove(Candidate x, Heap heap, mlir::Value hole,
                                                 mlir::Value size);

  mlir::OpBuilder b;
  mlir::Location loc;
  ElementOrder elementOrder;
  mlir::ValueRange row;
  int64_t axis;
  HeapForm form;
};

/// For the interpreter: the first `k` elements of each row in the order, and their positions.
void evaluateSelection(const ref::Tensor &input, int64_t axis, int64_t k, bool largestFirst,
                       ref::Tensor &values, ref::Tensor &positions);

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_REDUCTION_HEAPSELECTION_H
