// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of ReductionLoops.h. There is one loop per dimension of the input, in its order.
// Dimensions that are kept with size 1 get extra loops with one iteration, which come first; the
// comment below says why.
#include "dialects/rlx/ops/reduction/ReductionLoops.h"

using namespace mlir;

namespace rlx {

Dims reducedShape(InferContext &ctx, ArrayRef<Dim> shape, ArrayRef<int64_t> axes, bool keepDims) {
  Dims kept;
  for (auto [i, dim] : llvm::enumerate(shape)) {
    if (!llvm::is_contained(axes, int64_t(i)))
      kept.push_back(dim);
    else if (keepDims)
      kept.push_back(ctx.constant(1));
  }
  return kept;
}

// A kept dimension gets a separate outer loop with one iteration. A constant 0 in the map would
// give the same values, but such a reduction cannot be tiled by its result. It could then neither
// be fused into its consumer nor distributed among threads.
ReductionLoops::ReductionLoops(MLIRContext *context, int64_t rank, ArrayRef<int64_t> axes,
                               bool keepDims) {
  unsigned numUnit = keepDims ? axes.size() : 0, unit = 0;
  iterators.assign(numUnit, utils::IteratorType::parallel);
  SmallVector<AffineExpr> read, written;
  for (int64_t i = 0; i < rank; ++i) {
    bool isReduced = llvm::is_contained(axes, i);
    iterators.push_back(isReduced ? utils::IteratorType::reduction : utils::IteratorType::parallel);
    read.push_back(getAffineDimExpr(numUnit + i, context));
    if (!isReduced)
      written.push_back(read.back());
    else if (keepDims)
      written.push_back(getAffineDimExpr(unit++, context));
  }
  input = AffineMap::get(iterators.size(), 0, read, context);
  result = AffineMap::get(iterators.size(), 0, written, context);
}

unsigned ReductionLoops::loopOf(int64_t inputDim) const {
  return input.getDimPosition(inputDim);
}

} // namespace rlx
