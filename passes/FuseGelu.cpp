// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matches the product in any order of its factors; see FuseGelu.h.
//
// The root of 2 matches to the precision of f32, since exporters round it differently.
#include "passes/FuseGelu.h"

#include "dialects/rlx/ir/ActivationOps.h"
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "mlir/IR/Remarks.h"
#include "passes/PatternUtils.h"

using namespace mlir;
using namespace rlx;

namespace {

bool isExactly(Value value, double expected) {
  return splatValue(value) == expected;
}

// Whether the value is this root: rounded to f32, whatever the element type, or to the last digits
// of f64.
bool isRoot(Value value, double expected) {
  std::optional<double> found = splatValue(value);
  return found && (*found == static_cast<float>(expected) ||
                   std::abs(*found - expected) <= 0x1p-50 * expected);
}

// The factors of a product, including those of operands that are products without another user.
SmallVector<Value> factorsOf(MulOp op) {
  SmallVector<Value> factors;
  for (Value operand : op->getOperands()) {
    auto inner = operand.getDefiningOp<MulOp>();
    if (inner && isOnlyUseInBlock(operand, op))
      llvm::append_range(factors, inner->getOperands());
    else
      factors.push_back(operand);
  }
  return factors;
}

// Removes and returns the first factor that `test` accepts.
template <typename Test>
Value take(SmallVectorImpl<Value> &factors, Test test) {
  auto *found = llvm::find_if(factors, test);
  if (found == factors.end())
    return {};
  Value factor = *found;
  factors.erase(found);
  return factor;
}

// The x in 1 + erf(x / sqrt(2)).
Value argumentOfErf(Value value) {
  auto add = value.getDefiningOp<AddOp>();
  if (!add)
    return {};
  for (Value operand : add->getOperands()) {
    auto erf = operand.getDefiningOp<ErfOp>();
    if (!erf || !isExactly(otherOperand(add, operand), 1.0))
      continue;
    Operation *scale = erf->getOperand(0).getDefiningOp();
    if (auto div = dyn_cast_if_present<DivOp>(scale); div && isRoot(div.getRhs(), M_SQRT2))
      return div.getLhs();
    if (auto mul = dyn_cast_if_present<MulOp>(scale))
      for (Value x : mul->getOperands())
        if (isRoot(otherOperand(mul, x), M_SQRT1_2))
          return x;
  }
  return {};
}

struct FuseGelu : OpRewritePattern<MulOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MulOp op, PatternRewriter &rewriter) const override {
    SmallVector<Value> factors = factorsOf(op);
    Value x;
    take(factors, [&](Value factor) { return bool(x = argumentOfErf(factor)); });
    // In f16 and bf16 the op rounds once, while each of the original ops would round.
    if (!x || factors.size() != 2 || x.getType() != op.getType() ||
        tensorType(x).getElementTypeBitWidth() < 32 ||
        !take(factors, [](Value factor) { return isExactly(factor, 0.5); }) || factors[0] != x)
      return failure();
    remark::passed(op->getLoc(), remark::RemarkOpts::name("FuseEpilogue").category("rlx-fuse"))
        << "gelu written as erf";
    rewriter.replaceOpWithNewOp<GeluOp>(op, op.getType(), x);
    return success();
  }
};

} // namespace

void rlx::addGeluPattern(RewritePatternSet &patterns) {
  patterns.add<FuseGelu>(patterns.getContext());
}
