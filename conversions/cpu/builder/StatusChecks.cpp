// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of StatusChecks.h.
#include "conversions/cpu/builder/StatusChecks.h"

#include "conversions/kernel/KernelChecks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace rlx::cpu {

void lowerStatusChecks(func::FuncOp kernel) {
  Value status = kernel.getArgument(kernel.getNumArguments() - 4);
  lowerKernelChecks(kernel, [&](OpBuilder &b, Location loc, Value word) {
    Value zero = arith::ConstantIndexOp::create(b, loc, 0);
    Value before = memref::LoadOp::create(b, loc, status, zero);
    Value none = arith::ConstantIntOp::create(b, loc, 0, 32);
    Value isFirst = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, before, none);
    Value kept = arith::SelectOp::create(b, loc, isFirst, word, before);
    memref::StoreOp::create(b, loc, kept, status, zero);
  });
}

} // namespace rlx::cpu
