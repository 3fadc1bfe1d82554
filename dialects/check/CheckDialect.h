// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The check dialect and its ops: inputs and expectations of conformance files, for tests only. The
// ops are documented in CheckOps.td; here is also the function that judges an expectation, which
// the interpreter and the compiled lanes of rlx-check share.
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

/// Whether `op` is one of the `check.expect_*` ops.
bool isExpectation(mlir::Operation *op);

/// Judges `actual` by the expectation `op`. `expected` is the op's other operand, if it has one.
/// `flushed` is the reference result for `actual` with subnormals flushed to zero, for devices that
/// need not preserve them (dialects/rlx/reference/Compare.h). May be null.
llvm::Error judge(mlir::Operation *op, const ref::Tensor &actual,
                  llvm::ArrayRef<ref::Tensor> expected, const ref::Tensor *flushed);

} // namespace rlx::check

#endif // RLX_DIALECTS_CHECK_CHECKDIALECT_H
