// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declarations of the kernel passes that every target shares; their documentation is in Passes.td.
//
// The passes and their options are defined in conversions/kernel/Passes.td.
#ifndef RLX_CONVERSIONS_KERNEL_PASSES_H
#define RLX_CONVERSIONS_KERNEL_PASSES_H

#include <memory>

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "passes/FunctionPass.h"

namespace rlx {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "conversions/kernel/Passes.h.inc"

} // namespace rlx

#endif // RLX_CONVERSIONS_KERNEL_PASSES_H
