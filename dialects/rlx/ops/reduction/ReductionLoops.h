// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Helpers of ops that reduce along axes: the shape of the result, and the maps and iterators of the
// loops over the input. The reductions, argmax and argmin use them, with bodies of their own.
// Softmax and the norms decompose into such reductions.
#ifndef RLX_DIALECTS_RLX_OPS_REDUCTION_REDUCTIONLOOPS_H
#define RLX_DIALECTS_RLX_OPS_REDUCTION_REDUCTIONLOOPS_H

#include "dialects/rlx/interfaces/Inference.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/AffineMap.h"

namespace rlx {

/// `shape` without the dimensions `axes` or, with `keepDims`, with size 1 there.
Dims reducedShape(InferContext &ctx, llvm::ArrayRef<Dim> shape, llvm::ArrayRef<int64_t> axes,
                  bool keepDims);

/// The maps and iterators of a linalg.generic that reads an input of `rank` dimensions once and
/// reduces `axes`. For example, axes [1] of rank 2: (d0, d1) -> (d0, d1) and (d0, d1) -> (d0).
struct ReductionLoops {
  ReductionLoops(mlir::MLIRContext *context, int64_t rank, llvm::ArrayRef<int64_t> axes,
                 bool keepDims);

  /// The loop over a dimension of the input.
  unsigned loopOf(int64_t inputDim) const;

  mlir::AffineMap input, result;
  llvm::SmallVector<mlir::utils::IteratorType> iterators;
};

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_REDUCTION_REDUCTIONLOOPS_H
