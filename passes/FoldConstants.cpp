// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-fold-constants`: evaluates ops on constants with the reference interpreter, and
// folds the index arithmetic around them; knows no op.
//
//   rlx.add dense<1.0>, dense<2.0>   =>   rlx.constant dense<3.0>
#include "passes/Passes.h"

#include "dialects/rlx/ir/RLXDialect.h"
#include "dialects/rlx/reference/Conversion.h"
#include "dialects/rlx/reference/Evaluate.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/FoldUtils.h"
#include "passes/RefineUses.h"

namespace rlx {
#define GEN_PASS_DEF_FOLDCONSTANTSPASS
#include "passes/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

struct FoldConstants : rlx::impl::FoldConstantsPassBase<FoldConstants> {
  using FoldConstantsPassBase::FoldConstantsPassBase;

  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op != getOperation())
        ops.push_back(op);
    });
    OperationFolder folder(&getContext());
    for (Operation *op : ops) // definitions come before uses
      if ((indicesOnly || !tryEvaluate(op)) && isIndexArithmetic(op))
        (void)folder.tryToFold(op);
  }

  static bool isIndexArithmetic(Operation *op) {
    return op->getNumRegions() == 0 && !op->hasTrait<mlir::OpTrait::ConstantLike>() &&
           op->getNumResults() == 1 && op->getResult(0).getType().isIntOrIndex();
  }

  // Replaces the op by constants if it is small and all its operands are constants.
  bool tryEvaluate(Operation *op) {
    if (!isa_and_nonnull<rlx::RLXDialect>(op->getDialect()) || !rlx::ref::isEvaluable(op) ||
        op->hasTrait<mlir::OpTrait::ConstantLike>())
      return false;
    SmallVector<Attribute> constants(op->getNumOperands());
    for (auto [operand, constant] : llvm::zip(op->getOperands(), constants))
      if (!matchPattern(operand, m_Constant(&constant)))
        return false;
    SmallVector<rlx::ref::Tensor> operands;
    for (Attribute constant : constants) {
      auto tensor = rlx::ref::fromConstant(constant, maxElements);
      if (!tensor)
        return missed(op, llvm::toString(tensor.takeError()));
      operands.push_back(std::move(*tensor));
    }
    auto results = rlx::ref::evaluate(op, std::move(operands), maxElements);
    if (!results)
      return missed(op, llvm::toString(results.takeError()));
    return replace(op, *results);
  }

  bool missed(Operation *op, const Twine &why) {
    remark::missed(op->getLoc(), remark::RemarkOpts::name("NotFolded").category("rlx-fold"))
        << (op->getName().getStringRef() + " not folded: " + why).str();
    return false;
  }

  // False if a user needs the declared type of a result and the value has another one.
  bool replace(Operation *op, ArrayRef<rlx::ref::Tensor> results) {
    OpBuilder builder(op);
    SmallVector<Operation *> constants;
    bool ok = true;
    for (auto [value, tensor] : llvm::zip(op->getResults(), results)) {
      ElementsAttr elements = rlx::ref::toElements(tensor);
      constants.push_back(op->getDialect()->materializeConstant(
          builder, elements, elements.getShapedType(), op->getLoc()));
      ok = ok && rlx::replaceByRefined(value, constants.back()->getResult(0));
    }
    if (!ok) {
      for (Operation *constant : constants)
        if (constant->use_empty())
          constant->erase();
      return missed(op, "a user of its result needs the declared type");
    }
    remark::passed(op->getLoc(), remark::RemarkOpts::name("Folded").category("rlx-fold"))
        << op->getName().getStringRef();
    op->erase();
    return true;
  }
};

} // namespace
