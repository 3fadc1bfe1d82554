// See Reduction.h.
#include "conversions/linalg_to_spirv/Reduction.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace rlx {

// Of which workgroups can share values.
static bool isShareable(Type type) {
  return type.isF16() || type.isF32() || type.isF64() || type.isInteger(32) || type.isInteger(64);
}

std::optional<Reduction> Reduction::find(linalg::LinalgOp op) {
  if (op.getNumReductionLoops() == 0 || op->getNumResults() != 1 || !op.hasPureTensorSemantics() ||
      !op.getIndexingMapMatchingResult(op->getResult(0)).isProjectedPermutation(true))
    return std::nullopt;
  Operation *combiner = op.getBlock()->getTerminator()->getOperand(0).getDefiningOp();
  BlockArgument sofar = op.getRegionOutputArgs().front();
  if (!combiner || combiner->getNumOperands() != 2 || combiner->getBlock() != op.getBlock() ||
      !sofar.hasOneUse() || *sofar.user_begin() != combiner || !isShareable(sofar.getType()))
    return std::nullopt;
  std::optional<TypedAttr> neutral = arith::getNeutralElement(combiner);
  if (!neutral)
    return std::nullopt;
  Value element = combiner->getOperand(combiner->getOperand(0) == sofar ? 1 : 0);
  return Reduction{op, combiner, element, *neutral};
}

Value Reduction::start(OpBuilder &b) const {
  return arith::ConstantOp::create(b, combiner->getLoc(), neutral);
}

Value Reduction::combine(OpBuilder &b, Value lhs, Value rhs) const {
  Operation *copy = b.clone(*combiner);
  copy->setOperands({lhs, rhs});
  return copy->getResult(0);
}

bool readsReduction(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  if (!op)
    return false;
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    if (structured.getNumReductionLoops() != 0 || bodyReadsReduction(structured))
      return true;
  return llvm::any_of(op->getOperands(), [](Value operand) {
    return isa<ShapedType>(operand.getType()) && readsReduction(operand);
  });
}

bool bodyReadsReduction(linalg::LinalgOp op) {
  return op.getBlock()
      ->walk([](tensor::ExtractOp read) {
        return readsReduction(read.getTensor()) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

} // namespace rlx
