// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits single elements of a kernel's tensors from its buffers, where they are needed.
//
// Elementwise ops, fills, casts, slices and reshapes are computed at each read. So is a reduction
// of few iterations, if the schedule allows it. A schedule registers the values that it computes
// itself (accumulators, totals of rows) by setKnown(). For example, with %acc known for %c:
//
// %c = linalg.matmul ...
// %r = linalg.generic { max(%c + %bias, 0) }
// element(%r, [i, j])   emits   max(%acc + load %bias[j], 0)
#ifndef RLX_CONVERSIONS_GPU_BUILDER_ELEMENTEMITTER_H
#define RLX_CONVERSIONS_GPU_BUILDER_ELEMENTEMITTER_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallBitVector.h"

namespace rlx {

// Whether elements of a tensor can be emitted this way at an acceptable cost. An element that is
// read in several places is computed in each of them.
class ElementCheck {
public:
  void setKnown(mlir::Value tensor) { costs[tensor] = 1; }
  // The one reduction that may be unrolled; see fewSteps().
  void allow(mlir::linalg::LinalgOp reduction) { allowed = reduction; }
  bool canEmit(mlir::Value tensor) { return cost(tensor) <= kMax; }
  // The same for the values that the body of an op computes.
  bool canEmitBody(mlir::linalg::LinalgOp op) { return bodyCost(op) <= kMax; }

private:
  static constexpr int64_t kMax = 64; // elements read for one
  static constexpr int64_t kNever = kMax + 1;
  int64_t cost(mlir::Value tensor);
  int64_t costOfOp(mlir::OpResult tensor);
  int64_t bodyCost(mlir::linalg::LinalgOp op);

  llvm::DenseMap<mlir::Value, int64_t> costs;
  mlir::linalg::LinalgOp allowed;
};

// Trip count of a reduction for one element, if it is small enough to be unrolled (at most 8); 0
// otherwise.
int64_t fewSteps(mlir::linalg::LinalgOp op);

// The values of an op's body, and of regions in it, from which `value` is computed; `value` is the
// first. An argument of a region in the body is replaced by the values that enter the region.
llvm::SetVector<mlir::Value> valuesBehind(mlir::linalg::LinalgOp op, mlir::Value value);
// The loops of an op on which a value of its body depends.
llvm::SmallBitVector loopsBehind(mlir::linalg::LinalgOp op, mlir::Value value);

// Whether adjacent iterations of the loop read contiguous elements, or the same element, of every
// tensor from which the value is computed.
bool readsRows(mlir::linalg::LinalgOp op, mlir::Value value, unsigned loop);

// Emits elements at the insertion point of a builder. Indices are values of type index.
class ElementEmitter {
public:
  // From now on every element of this tensor is the scalar.
  void setKnown(mlir::Value tensor, mlir::Value scalar) { known[tensor] = scalar; }

  mlir::Value element(mlir::OpBuilder &b, mlir::Value tensor, mlir::ValueRange indices);
  // A value of the op's body at one iteration of its loops.
  mlir::Value inBody(mlir::OpBuilder &b, mlir::linalg::LinalgOp op, mlir::Value value,
                     mlir::ValueRange loops);

private:
  // The values of a body that one iteration has computed so far.
  struct Step {
    mlir::linalg::LinalgOp op;
    llvm::SmallVector<mlir::Value> loops;
    mlir::IRMapping values;
  };
  mlir::Value inBody(mlir::OpBuilder &b, Step &step, mlir::Value value);
  mlir::Value argument(mlir::OpBuilder &b, Step &step, mlir::BlockArgument argument);
  mlir::Value cloned(mlir::OpBuilder &b, Step &step, mlir::OpResult result);
  mlir::Value elementOfOp(mlir::OpBuilder &b, mlir::OpResult tensor, mlir::ValueRange indices);
  mlir::Value reduced(mlir::OpBuilder &b, mlir::linalg::LinalgOp op,
                      llvm::MutableArrayRef<mlir::Value> loops, mlir::ValueRange indices);

  llvm::DenseMap<mlir::Value, mlir::Value> known;
};

// The value of a map's result at these dims. Dims that it does not read may be null.
mlir::Value applyToIndices(mlir::OpBuilder &b, mlir::Location loc, mlir::AffineExpr expr,
                           mlir::ValueRange dims);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_BUILDER_ELEMENTEMITTER_H
