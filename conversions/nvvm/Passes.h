// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes of the CUDA target that know NVVM. They are declared in Passes.td. Passes that other GPU
// targets could share are in gpu/Passes.h.
#ifndef RLX_CONVERSIONS_NVVM_PASSES_H
#define RLX_CONVERSIONS_NVVM_PASSES_H

#include <memory>

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace rlx {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "conversions/nvvm/Passes.h.inc"

} // namespace rlx

#endif // RLX_CONVERSIONS_NVVM_PASSES_H
