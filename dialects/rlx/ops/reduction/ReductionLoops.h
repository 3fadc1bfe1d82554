// What the ops that reduce along axes share: the shape of the result and the loops over the input.
#ifndef RLX_DIALECTS_RLX_OPS_REDUCTION_REDUCTIONLOOPS_H
#define RLX_DIALECTS_RLX_OPS_REDUCTION_REDUCTIONLOOPS_H

#include "dialects/rlx/interfaces/Inference.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/AffineMap.h"

namespace rlx {

// `shape` without the dimensions `axes`, or with size 1 there.
Dims reducedShape(InferContext &ctx, llvm::ArrayRef<Dim> shape, llvm::ArrayRef<int64_t> axes,
                  bool keepDims);

// Of a linalg.generic that reads an input of `rank` dimensions once and reduces `axes` of it.
struct ReductionLoops {
  ReductionLoops(mlir::MLIRContext *context, int64_t rank, llvm::ArrayRef<int64_t> axes,
                 bool keepDims);

  // The loop that runs over a dimension of the input.
  unsigned loopOf(int64_t inputDim) const;

  mlir::AffineMap input, result;
  llvm::SmallVector<mlir::utils::IteratorType> iterators;
};

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_REDUCTION_REDUCTIONLOOPS_H
