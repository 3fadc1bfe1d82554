// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loop annotations on scf.for and llvm.br; see UnrollHints.h.
//
// A nest is marked from the innermost loop outwards, as long as its bodies stay within a limit.
#include "conversions/kernel/UnrollHints.h"

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

Attribute fullUnroll(MLIRContext *context) {
  auto unroll =
      LLVM::LoopUnrollAttr::get(context, {}, {}, {}, BoolAttr::get(context, true), {}, {}, {});
  return LLVM::LoopAnnotationAttr::get(context, {}, {}, {}, unroll, {}, {}, {}, {}, {}, {}, {}, {},
                                       {}, {}, {});
}

} // namespace

void unrollSmallLoops(ArrayRef<Operation *> nest) {
  int64_t bodies = 1;
  for (Operation *op : llvm::reverse(nest)) {
    auto loop = dyn_cast<scf::ForOp>(op);
    std::optional<APInt> trips = loop ? loop.getStaticTripCount() : std::nullopt;
    if (!trips || trips->sgt(kMaxBodies / bodies))
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
