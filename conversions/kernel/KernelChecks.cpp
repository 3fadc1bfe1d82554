// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Error words: a code and a detail, such as the index that is out of range; see KernelChecks.h.
//
// Details that do not fit are clamped to the largest detail, so the code is never corrupted.
#include "conversions/kernel/KernelChecks.h"

#include "dialects/lir/LIRDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace rlx {
namespace {

constexpr int64_t kDetailShift = 8, kMaxDetail = 0x7FFFFF;

Value atMost(OpBuilder &b, Location loc, Value value, int64_t most) {
  return arith::MinUIOp::create(b, loc, value, arith::ConstantIndexOp::create(b, loc, most));
}

// RLX_KERNEL_INDEX_DETAIL: the sign is in the lowest bit, and 0 means no detail.
Value indexDetail(OpBuilder &b, Location loc, Value index) {
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  Value negative = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, index, zero);
  Value minusOne = arith::ConstantIndexOp::create(b, loc, -1);
  // All ones for a negative number. An index may have any number of bits.
  Value sign = arith::SelectOp::create(b, loc, negative, minusOne, zero);
  Value folded = arith::XOrIOp::create(b, loc, arith::ShLIOp::create(b, loc, index, one), sign);
  return arith::AddIOp::create(b, loc, atMost(b, loc, folded, kMaxDetail - 1), one);
}

// The error word of a failed check. An assert counts as a check of an index.
Value errorWord(OpBuilder &b, Operation *op) {
  Location loc = op->getLoc();
  auto check = dyn_cast<lir::CheckOp>(op);
  lir::KernelError error = check ? check.getError() : lir::KernelError::IndexOutOfRange;
  Value code = arith::ConstantIntOp::create(b, loc, static_cast<int64_t>(error), 32);
  if (!check || getConstantIntValue(check.getDetail()) == 0)
    return code;
  Value detail = error == lir::KernelError::IndexOutOfRange
                     ? indexDetail(b, loc, check.getDetail())
                     : atMost(b, loc, check.getDetail(), kMaxDetail);
  detail = arith::IndexCastOp::create(b, loc, b.getI32Type(), detail);
  Value shift = arith::ConstantIntOp::create(b, loc, kDetailShift, 32);
  return arith::OrIOp::create(b, loc, code, arith::ShLIOp::create(b, loc, detail, shift));
}

} // namespace

void lowerKernelChecks(func::FuncOp kernel, function_ref<void(OpBuilder &, Location, Value)> fail) {
  SmallVector<Operation *> checks;
  kernel.walk([&](Operation *op) {
    if (isa<cf::AssertOp, lir::CheckOp>(op))
      checks.push_back(op);
  });
  for (Operation *op : checks) {
    OpBuilder builder(op);
    Location loc = op->getLoc();
    Value word = errorWord(builder, op);
    Value yes = arith::ConstantIntOp::create(builder, loc, 1, 1);
    Value fails = arith::XOrIOp::create(builder, loc, op->getOperand(0), yes);
    scf::IfOp::create(builder, loc, fails, [&](OpBuilder &then, Location l) {
      fail(then, l, word);
      scf::YieldOp::create(then, l);
    });
    op->erase();
  }
}

} // namespace rlx
