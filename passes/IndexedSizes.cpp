// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See IndexedSizes.h.
#include "passes/IndexedSizes.h"

#include "dialects/rlx/ir/GatherOps.h"
#include "dialects/rlx/ir/GroupedMatmulOps.h"
#include "dialects/rlx/ir/PackedOps.h"
#include "dialects/rlx/ir/ScatterOps.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace rlx {

// The dimensions of `data` that a list of indices of type `indices` selects from, behind `first`.
static Dims sizesOfTuples(const SymbolicShapes &shapes, Value data, Value indices, int64_t first) {
  std::optional<int64_t> count = InferContext::staticValue(shapes.shape(indices).back());
  return count ? Dims(shapes.shape(data).slice(first, *count)) : Dims();
}

Dims indexedSizes(Operation *op, const SymbolicShapes &shapes) {
  auto alongAxis = [&](auto indexing) -> Dims {
    ArrayRef<Dim> data = shapes.shape(indexing.getData());
    return {data[normalizedAxis(indexing.getAxis(), data.size())]};
  };
  Dims all = llvm::TypeSwitch<Operation *, Dims>(op)
                 .Case<GatherOp, GatherElementsOp, ScatterElementsOp>(alongAxis)
                 .Case([&](GatherNDOp gather) {
                   return sizesOfTuples(shapes, gather.getData(), gather.getIndices(),
                                        gather.getBatchDims());
                 })
                 .Case([&](ScatterNDOp scatter) {
                   return sizesOfTuples(shapes, scatter.getData(), scatter.getIndices(), 0);
                 })
                 .Case([&](GatherPackedOp gather) {
                   return Dims{getAffineConstantExpr(gather.getN(), op->getContext())};
                 })
                 .Case([&](GroupedMatmulOp matmul) {
                   return Dims{shapes.shape(matmul.getWeights()).front()};
                 })
                 .Default([](Operation *) { return Dims(); });
  Dims sizes;
  for (Dim size : all)
    if (!llvm::is_contained(sizes, size))
      sizes.push_back(size);
  return sizes;
}

} // namespace rlx
