// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-assert-equal-sizes`: asserts what the symbolic shape analysis takes for equal.
//
// The analysis knows two sizes to be equal if an op requires it. Passes that make use of it may
// remove that op, or replace its operands. The assertion stays.
#include "passes/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "passes/SizeBuilder.h"
#include "passes/SymbolicShapes.h"

namespace rlx {
#define GEN_PASS_DEF_ASSERTEQUALSIZESPASS
#include "passes/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

struct AssertEqualSizes : rlx::impl::AssertEqualSizesPassBase<AssertEqualSizes> {
  void runOnBody() override {
    FailureOr<rlx::SymbolicShapes> shapes = rlx::SymbolicShapes::compute(getOperation());
    if (failed(shapes))
      return signalPassFailure();
    rlx::SizeBuilder sizes(getOperation(), *shapes);
    for (const rlx::SymbolicShapes::Guard &guard : shapes->guards()) {
      if (!guard.isUsed)
        continue;
      Value lhs = sizes.valueOf(guard.lhs, guard.loc), rhs = sizes.valueOf(guard.rhs, guard.loc);
      if (!lhs || !rhs)
        continue;
      Value holds = arith::CmpIOp::create(sizes.b, guard.loc, arith::CmpIPredicate::eq, lhs, rhs);
      cf::AssertOp::create(sizes.b, guard.loc, holds, guard.reason);
    }
  }
};

} // namespace
