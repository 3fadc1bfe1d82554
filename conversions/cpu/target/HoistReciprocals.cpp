// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-hoist-reciprocals`: x / y becomes x * (1 / y) where y is the same for a whole row.
//
//   softmax: exp(x - maximum) / sum    ->    exp(x - maximum) * (1 / sum)
//
// LLVM moves the reciprocal out of the innermost loop. A division takes as long as ten
// multiplications. The result may differ by a unit in the last place, so divisions of the model
// itself stay (CorrectlyRoundedOps.h), and only those inside of ops such as softmax are replaced.
#include "conversions/cpu/Passes.h"

#include "dialects/rlx/ops/elementwise/CorrectlyRoundedOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace rlx {
#define GEN_PASS_DEF_HOISTRECIPROCALSPASS
#include "conversions/cpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

struct HoistReciprocals : rlx::impl::HoistReciprocalsPassBase<HoistReciprocals> {
  void runOnBody() override {
    getOperation()->walk([](linalg::GenericOp op) {
      if (op.getNumLoops() == 0 || op.getNumReductionLoops() != 0)
        return;
      for (arith::DivFOp division : llvm::to_vector(op.getBody()->getOps<arith::DivFOp>()))
        if (division.getType().isF32() && !division->hasAttr(rlx::kRoundedAttr) &&
            varies(op, division.getLhs()) && !varies(op, division.getRhs()))
          multiply(division);
    });
  }

  // Whether a value of the body may differ between iterations of the innermost loop.
  static bool varies(linalg::GenericOp op, Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value);
        argument && argument.getOwner() == op.getBody())
      return op.getMatchingIndexingMap(op.getMatchingOpOperand(argument))
          .isFunctionOfDim(op.getNumLoops() - 1);
    Operation *maker = value.getDefiningOp();
    if (!maker || maker->getBlock() != op.getBody())
      return false;
    return !isPure(maker) || maker->getNumRegions() != 0 || isa<linalg::IndexOp>(maker) ||
           llvm::any_of(maker->getOperands(), [&](Value operand) { return varies(op, operand); });
  }

  static void multiply(arith::DivFOp division) {
    OpBuilder b(division);
    Location loc = division.getLoc();
    Value one = arith::ConstantOp::create(b, loc, b.getF32FloatAttr(1));
    Value reciprocal = arith::DivFOp::create(b, loc, one, division.getRhs());
    Value product = arith::MulFOp::create(b, loc, division.getLhs(), reciprocal);
    division.replaceAllUsesWith(product);
    division.erase();
  }
};

} // namespace
