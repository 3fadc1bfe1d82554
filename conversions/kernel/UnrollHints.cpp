// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loop annotations on scf.for and llvm.br; see UnrollHints.h.
//
// A nest is marked from the innermost loop outwards, as long as its bodies stay within a limit. The
// marks end at a loop that fills vectors by itself: if that one is unrolled, LLVM vectorizes a loop
// around it, with accesses that are far apart and dozens of copies of the body.
#include "conversions/kernel/UnrollHints.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace rlx {
namespace {

// The attribute is on scf.for first, then on the back edge that it becomes.
constexpr StringLiteral kAnnotation = "llvm.loop_annotation";
// The most bodies that all unrolled loops of a nest make together.
constexpr int64_t kMaxBodies = 64;
// The number of f32 elements in the widest vector.
constexpr int64_t kMinVectorIterations = 16;

Attribute fullUnroll(MLIRContext *context) {
  auto unroll =
      LLVM::LoopUnrollAttr::get(context, {}, {}, {}, BoolAttr::get(context, true), {}, {}, {});
  return LLVM::LoopAnnotationAttr::get(context, {}, {}, {}, unroll, {}, {}, {}, {}, {}, {}, {}, {},
                                       {}, {}, {});
}

// Whether LLVM vectorizes a long enough loop, so that no loop around it has to be. A reduction to
// one element that adds is unrolled as ever: another loop would add in another order.
bool isVectorized(linalg::LinalgOp op, utils::IteratorType iterator) {
  if (iterator == utils::IteratorType::parallel)
    return true;
  return op.getNumParallelLoops() == 0 && llvm::none_of(*op.getBlock(), [](Operation &inner) {
           return isa<arith::AddFOp, arith::MulFOp>(inner);
         });
}

} // namespace

void unrollSmallLoops(ArrayRef<Operation *> nest, linalg::LinalgOp source) {
  int64_t bodies = 1;
  // llvm::reverse of a temporary range would refer to what is gone.
  const SmallVector<utils::IteratorType> iterators = source.getIteratorTypesArray();
  for (size_t i = nest.size(); i-- > 0;) {
    Operation *op = nest[i];
    auto loop = dyn_cast<scf::ForOp>(op);
    std::optional<APInt> trips = loop ? loop.getStaticTripCount() : std::nullopt;
    if (!trips || trips->sgt(kMaxBodies / bodies))
      return;
    if (trips->sge(kMinVectorIterations) && isVectorized(source, iterators[i]))
      return;
    bodies *= std::max<int64_t>(trips->getSExtValue(), 1);
    loop->setAttr(kAnnotation, fullUnroll(op->getContext()));
  }
}

void adoptUnrollHints(Operation *function) {
  function->walk([](LLVM::BrOp branch) {
    if (auto annotation = branch->getAttrOfType<LLVM::LoopAnnotationAttr>(kAnnotation)) {
      branch.setLoopAnnotationAttr(annotation);
      branch->removeDiscardableAttr(kAnnotation);
    }
  });
}

} // namespace rlx
