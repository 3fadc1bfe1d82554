// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds combiners and neutral elements (see ReductionBody.h). The combiner has to use the
// accumulator, and nothing else may: a body that also compares it, for example, is no Reduction.
#include "conversions/gpu/builder/ReductionBody.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace rlx {

// Whether workgroups can share values of this type. Truth values have no layout in memory.
static bool isShareable(Type type) {
  return isa<FloatType>(type) || (type.isSignlessInteger() && !type.isInteger(1));
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

static bool mayContract(arith::ArithFastMathInterface op) {
  return op && arith::bitEnumContainsAll(op.getFastMathFlagsAttr().getValue(),
                                         arith::FastMathFlags::contract);
}

Value Reduction::accumulate(OpBuilder &b, Value sofar, Value element) const {
  auto product = element.getDefiningOp<arith::MulFOp>();
  if (!isa<arith::AddFOp>(combiner) || !product || !mayContract(product) ||
      !mayContract(dyn_cast<arith::ArithFastMathInterface>(combiner)))
    return combine(b, sofar, element);
  auto flags = cast<arith::ArithFastMathInterface>(combiner).getFastMathFlagsAttr();
  return math::FmaOp::create(b, product.getLoc(), product.getLhs(), product.getRhs(), sofar, flags);
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
