// The check dialect and its ops; see CheckDialect.td.
#ifndef RLX_DIALECTS_CHECK_CHECKDIALECT_H
#define RLX_DIALECTS_CHECK_CHECKDIALECT_H

#include "dialects/rlx/ir/RLXDialect.h"
#include "dialects/rlx/reference/RefTensor.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/check/CheckDialect.h.inc"
#include "dialects/check/CheckEnums.h.inc"

#define GET_OP_CLASSES
#include "dialects/check/CheckOps.h.inc"

namespace rlx::check {

bool isExpectation(mlir::Operation *op);

// Judges `actual` by the expectation `op`, whose other operand, if it has one, is `expected`.
// `flushed`: what the reference computes for `actual` without subnormal numbers, where a device
// need not keep these (dialects/rlx/reference/Compare.h).
llvm::Error judge(mlir::Operation *op, const ref::Tensor &actual,
                  llvm::ArrayRef<ref::Tensor> expected, const ref::Tensor *flushed);

} // namespace rlx::check

#endif // RLX_DIALECTS_CHECK_CHECKDIALECT_H
