// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A query, key or value of an attention as the model holds it: a tensor and the order of its
// dimensions.
//
// The pass that recognizes attention sees [batch, heads, positions, size], or [heads, positions,
// size]. The tensor behind transposes, scales, casts and repeated heads is often in the order that
// the kernel reads, so none of these ops is needed.
#ifndef RLX_PASSES_HEADSOPERAND_H
#define RLX_PASSES_HEADSOPERAND_H

#include "passes/SymbolicShapes.h"

namespace rlx {

struct HeadsOperand {
  mlir::Value tensor;
  // Dimension i of [batch, heads, positions, size] is dimension perm[i] of the tensor.
  llvm::SmallVector<int64_t, 4> perm;
  // Whether the heads' dimension of a tensor of rank 3 holds batch and heads.
  bool holdsBatch = false;

  int64_t rank() const { return perm.size(); }
  // A size by its number in [batch, heads, positions, size]; the tensor has rank 4.
  Dim size(const SymbolicShapes &shapes, unsigned i) const { return shapes.shape(tensor)[perm[i]]; }
  // Whether the tensor has its dimensions in this order.
  bool isInOrder(llvm::ArrayRef<int64_t> order) const;

  void skipTransposes();
  // Skips transposes, factors, which `scale` collects, and casts from `element`.
  void skipScales(double &scale, mlir::Type element);
  // Skips the repetition of each key head for the query heads that share it.
  void skipRepeatedHeads(const SymbolicShapes &shapes);
  // Skips a reshape that merged these sizes of batch and heads. False if there is none.
  bool skipMerge(const SymbolicShapes &shapes, Dim batch, Dim heads);
};

} // namespace rlx

#endif // RLX_PASSES_HEADSOPERAND_H
