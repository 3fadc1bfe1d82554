// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declarations of the rlx -> rlx passes; their documentation is in Passes.td.
//
// The passes and their options are defined in passes/Passes.td.
#ifndef RLX_PASSES_PASSES_H
#define RLX_PASSES_PASSES_H

#include <memory>

#include "dialects/lir/LIRDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "passes/FunctionPass.h"

namespace rlx {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "passes/Passes.h.inc"

} // namespace rlx

#endif // RLX_PASSES_PASSES_H
