// Computes single elements of a kernel's tensors from its buffers. What elementwise ops, fills,
// casts, slices and reshapes make is computed where it is read, and so is a reduction of few steps
// if a schedule allows it; what schedules compute together (sums, products) they make known.
#ifndef RLX_CONVERSIONS_GPU_BUILDER_ELEMENTEMITTER_H
#define RLX_CONVERSIONS_GPU_BUILDER_ELEMENTEMITTER_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallBitVector.h"

namespace rlx {

// Whether elements of tensors can be computed so, with an effort that is not too great: what is
// read in several places is computed there again.
class ElementCheck {
public:
  void setKnown(mlir::Value tensor) { costs[tensor] = 1; }
  // A reduction that `fewSteps` has steps of.
  void allow(mlir::linalg::LinalgOp reduction) { allowed = reduction; }
  bool canEmit(mlir::Value tensor) { return cost(tensor) <= kMax; }
  // The same of what the body of an op computes from its inputs.
  bool canEmitBody(mlir::linalg::LinalgOp op) { return bodyCost(op) <= kMax; }

private:
  static constexpr int64_t kMax = 64; // elements of all tensors for one
  static constexpr int64_t kNever = kMax + 1;
  int64_t cost(mlir::Value tensor);
  int64_t costOfOp(mlir::OpResult tensor);
  int64_t bodyCost(mlir::linalg::LinalgOp op);

  llvm::DenseMap<mlir::Value, int64_t> costs;
  mlir::linalg::LinalgOp allowed;
};

// How many steps a reduction takes for an element, where these are so few that an invocation may
// take them all; 0 otherwise.
int64_t fewSteps(mlir::linalg::LinalgOp op);

// The values of an op's body that one of them is computed from, itself first unless a region in the
// body is entered with it. Of a value in such a region those of the region are among them.
llvm::SetVector<mlir::Value> valuesBehind(mlir::linalg::LinalgOp op, mlir::Value value);
// The loops of an op on which a value of its body depends.
llvm::SmallBitVector loopsBehind(mlir::linalg::LinalgOp op, mlir::Value value);

// Whether neighbours along the loop are neighbours in all that a value of the body is computed
// from, or the same element.
bool readsRows(mlir::linalg::LinalgOp op, mlir::Value value, unsigned loop);

class ElementEmitter {
public:
  // Elements of this tensor are the scalar, wherever they are asked for from now on.
  void setKnown(mlir::Value tensor, mlir::Value scalar) { known[tensor] = scalar; }

  mlir::Value element(mlir::OpBuilder &b, mlir::Value tensor, mlir::ValueRange indices);
  // A value of the op's body where its loops are at these steps.
  mlir::Value inBody(mlir::OpBuilder &b, mlir::linalg::LinalgOp op, mlir::Value value,
                     mlir::ValueRange loops);

private:
  // The values of a body at one step of the loops.
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

// The value of a map's result at these dims, of which those that it does not read may be null.
mlir::Value applyToIndices(mlir::OpBuilder &b, mlir::Location loc, mlir::AffineExpr expr,
                           mlir::ValueRange dims);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_BUILDER_ELEMENTEMITTER_H
