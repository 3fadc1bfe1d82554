// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replaces calls by the ops of their functions, in the source, before it is imported.
#ifndef RLX_IMPORTERS_STABLEHLO_INLINING_H
#define RLX_IMPORTERS_STABLEHLO_INLINING_H

#include "importers/stablehlo/Importing.h"

namespace rlx::shlo {

// The function that a func.call or a stablehlo.composite names; null if it names none.
mlir::func::FuncOp calleeOf(mlir::ModuleOp module, mlir::Operation *op);

// Inlines all calls and composites in `main`, also those in regions. An op of a function without a
// file gets the place of its call. Fails with an error at a call that does not fit its function,
// and at functions that call themselves.
mlir::LogicalResult inlineCalls(mlir::ModuleOp module, mlir::func::FuncOp main);

} // namespace rlx::shlo

#endif // RLX_IMPORTERS_STABLEHLO_INLINING_H
