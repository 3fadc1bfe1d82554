// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes of the Vulkan target that know SPIR-V: emulated cooperative matrices, flat buffers, index
// casts, division, and the conversion itself. They are declared in Passes.td. Passes that other GPU
// targets could share are in gpu/Passes.h.
#ifndef RLX_CONVERSIONS_SPIRV_PASSES_H
#define RLX_CONVERSIONS_SPIRV_PASSES_H

#include <memory>

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "passes/FunctionPass.h"

namespace rlx {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "conversions/spirv/Passes.h.inc"

} // namespace rlx

#endif // RLX_CONVERSIONS_SPIRV_PASSES_H
