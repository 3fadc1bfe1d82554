// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declaration of the conversion of rlx ops to linalg; its documentation is in Passes.td.
//
// The pass and its options are defined in conversions/rlx_to_linalg/Passes.td.
#ifndef RLX_CONVERSIONS_RLXTOLINALG_PASSES_H
#define RLX_CONVERSIONS_RLXTOLINALG_PASSES_H

#include <memory>

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "passes/FunctionPass.h"

namespace rlx {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "conversions/rlx_to_linalg/Passes.h.inc"

} // namespace rlx

#endif // RLX_CONVERSIONS_RLXTOLINALG_PASSES_H
