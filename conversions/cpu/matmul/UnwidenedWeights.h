// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Weights of f16 and bf16 that a model widens to f32 before it multiplies them. For example,
//
//   %wide = rlx.cast %w to f32        // %w: f16
//   %t = rlx.transpose %wide perm = [1, 0]
//
// The unwidened form of %t is a transpose of %w itself.
#ifndef RLX_CONVERSIONS_CPU_MATMUL_UNWIDENEDWEIGHTS_H
#define RLX_CONVERSIONS_CPU_MATMUL_UNWIDENEDWEIGHTS_H

#include "mlir/IR/Builders.h"

namespace rlx::cpu {

// The f16 or bf16 tensor that f32 `weights` are cast from, with the transposes, reshapes, slices
// and concatenations behind the casts. Null if something else computes them. `made` gets each op
// that this creates, operands first.
mlir::Value unwidened(mlir::OpBuilder &b, mlir::Value weights,
                      llvm::function_ref<void(mlir::Operation *)> made);

} // namespace rlx::cpu

#endif // RLX_CONVERSIONS_CPU_MATMUL_UNWIDENEDWEIGHTS_H
