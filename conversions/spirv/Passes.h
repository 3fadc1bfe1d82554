// Passes of the Vulkan target that know SPIR-V; see Passes.td.
#ifndef RLX_CONVERSIONS_SPIRV_PASSES_H
#define RLX_CONVERSIONS_SPIRV_PASSES_H

#include <memory>

#include "conversions/PassDialects.h"
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
