// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes that all GPU targets share: rewrites of models (graph/), schedules (matmul/, attention/,
// reduction/, elementwise/), lowering of scheduled kernels (lowering/), and passes on whole
// programs (program/). They are declared in Passes.td; those that need SPIR-V are in
// spirv/Passes.h.
#ifndef RLX_CONVERSIONS_GPU_PASSES_H
#define RLX_CONVERSIONS_GPU_PASSES_H

#include <memory>

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "passes/FunctionPass.h"

namespace rlx {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "conversions/gpu/Passes.h.inc"

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_PASSES_H
