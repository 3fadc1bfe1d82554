// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the contiguous loop and interchanges loops; see LoopOrder.h.
//
// Only reductions are reordered. Short ones and ops that compute indices in their body stay.
#include "conversions/kernel/LoopOrder.h"

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace rlx {
namespace {

// Shorter reductions, such as windows, are unrolled instead; see UnrollHints.h.
constexpr int64_t kShortReduction = 64;

// The loop over the last dimension of the result, if it is parallel.
std::optional<unsigned> contiguousLoop(linalg::LinalgOp op) {
  AffineMap map = op.getIndexingMapsArray().back();
  if (op.getNumDpsInits() != 1 || map.getNumResults() == 0)
    return std::nullopt;
  auto dim = dyn_cast<AffineDimExpr>(map.getResults().back());
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  if (!dim || iterators[dim.getPosition()] != utils::IteratorType::parallel)
    return std::nullopt;
  return dim.getPosition();
}

bool isShort(linalg::LinalgOp op) {
  int64_t steps = 1;
  SmallVector<unsigned> reductions;
  op.getReductionDims(reductions);
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  for (unsigned loop : reductions)
    if (ShapedType::isDynamic(ranges[loop]) || (steps *= ranges[loop]) > kShortReduction)
      return false;
  return true;
}

} // namespace

bool readsAlong(linalg::LinalgOp op, unsigned loop) {
  AffineExpr here = getAffineDimExpr(loop, op->getContext());
  return llvm::any_of(ArrayRef(op.getIndexingMapsArray()).drop_back(), [&](AffineMap map) {
    if (map.getNumResults() == 0)
      return false;
    AffineExpr last = map.getResults().back();
    AffineExpr rest = simplifyAffineExpr(last - here, map.getNumDims(), 0);
    return last.isFunctionOfDim(loop) && !rest.isFunctionOfDim(loop);
  });
}

linalg::LinalgOp orderLoops(RewriterBase &rewriter, linalg::LinalgOp op) {
  std::optional<unsigned> inner = contiguousLoop(op);
  // An op that computes indices in its body may read elsewhere than its maps say.
  if (op.hasIndexSemantics())
    return op;
  if (op.getNumReductionLoops() == 0 || !inner || *inner + 1 == op.getNumLoops() || isShort(op) ||
      op.getStaticLoopRanges()[*inner] == 1 || !readsAlong(op, *inner))
    return op;
  auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
  if (!generic) {
    FailureOr<linalg::GenericOp> generalized = linalg::generalizeNamedOp(rewriter, op);
    if (failed(generalized))
      return op;
    generic = *generalized;
  }
  SmallVector<unsigned> order;
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
    if (loop != *inner)
      order.push_back(loop);
  order.push_back(*inner);
  FailureOr<linalg::GenericOp> ordered = linalg::interchangeGenericOp(rewriter, generic, order);
  return succeeded(ordered) ? *ordered : generic;
}

} // namespace rlx
