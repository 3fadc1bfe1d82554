// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declarations of the passes over the lir program; their documentation is in Passes.td.
//
// The passes are defined in conversions/program/Passes.td. They run in the `lir` phase.
#ifndef RLX_CONVERSIONS_PROGRAM_PASSES_H
#define RLX_CONVERSIONS_PROGRAM_PASSES_H

#include <memory>

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "passes/FunctionPass.h"

namespace rlx {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "conversions/program/Passes.h.inc"

} // namespace rlx

#endif // RLX_CONVERSIONS_PROGRAM_PASSES_H
