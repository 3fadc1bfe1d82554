// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Follows loops from readers to producers; see ProducerLoops.h.
//
// An op that several others read is visited once for each way in which they follow the loops.
#include "conversions/kernel/ProducerLoops.h"

using namespace mlir;

namespace rlx {

SmallVector<AffineExpr> loopsOfProducer(OpOperand &operand, ArrayRef<AffineExpr> loops) {
  auto reader = cast<linalg::LinalgOp>(operand.getOwner());
  auto producer = operand.get().getDefiningOp<linalg::LinalgOp>();
  AffineMap use = reader.getMatchingIndexingMap(&operand);
  AffineMap made = producer.getIndexingMapMatchingResult(cast<OpResult>(operand.get()));
  SmallVector<AffineExpr> followed(producer.getNumLoops());
  for (auto [read, written] : llvm::zip(use.getResults(), made.getResults())) {
    auto to = dyn_cast<AffineDimExpr>(written);
    auto from = dyn_cast<AffineDimExpr>(read);
    if (to && from)
      followed[to.getPosition()] = loops[from.getPosition()];
    else if (to && isa<AffineConstantExpr>(read))
      followed[to.getPosition()] = read;
  }
  return followed;
}

SmallVector<AffineExpr> ownLoops(linalg::LinalgOp op) {
  SmallVector<AffineExpr> loops;
  for (unsigned i = 0; i < op.getNumLoops(); ++i)
    loops.push_back(getAffineDimExpr(i, op.getContext()));
  return loops;
}

namespace {
using Visit = function_ref<void(linalg::LinalgOp, ArrayRef<AffineExpr>)>;

class ProducerVisitor {
public:
  explicit ProducerVisitor(Visit visit) : visit(visit) {}

  void run(linalg::LinalgOp op, const SmallVector<AffineExpr> &loops) {
    SmallVector<SmallVector<AffineExpr>> &before = visited[op];
    if (llvm::is_contained(before, loops))
      return;
    before.push_back(loops);
    visit(op, loops);
    for (OpOperand &operand : op->getOpOperands())
      if (auto producer = operand.get().getDefiningOp<linalg::LinalgOp>())
        run(producer, loopsOfProducer(operand, loops));
  }

private:
  Visit visit;
  DenseMap<Operation *, SmallVector<SmallVector<AffineExpr>>> visited;
};
} // namespace

void forEachProducer(linalg::LinalgOp root, Visit visit) {
  ProducerVisitor(visit).run(root, ownLoops(root));
}

llvm::SmallBitVector sharedLoops(linalg::LinalgOp root) {
  llvm::SmallBitVector shared(root.getNumLoops());
  forEachProducer(root, [&](linalg::LinalgOp op, ArrayRef<AffineExpr> loops) {
    if (op == root || op.getNumReductionLoops() == 0)
      return;
    for (unsigned loop = 0; loop < shared.size(); ++loop)
      if (!llvm::is_contained(loops, getAffineDimExpr(loop, op.getContext())))
        shared.set(loop);
  });
  return shared;
}

} // namespace rlx
