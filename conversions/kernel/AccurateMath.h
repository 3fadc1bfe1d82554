// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Formulas for math functions whose usual lowerings miss the tolerances of
// docs/reference/numerics.md.
//
// Formulas are straight-line code on scalars or vectors, so LLVM can vectorize them. For example,
// `math.erf` of f32 becomes two polynomials and a select.
#ifndef RLX_CONVERSIONS_KERNEL_ACCURATEMATH_H
#define RLX_CONVERSIONS_KERNEL_ACCURATEMATH_H

#include "mlir/IR/Operation.h"

namespace rlx {

// Replaces each math op below `root` that has a better formula here. The remaining functions, and
// those that the formulas use, are left to MLIR's approximations (f32) and to libm (f64).
void expandAccurateMath(mlir::Operation *root);

// Formulas of f32 for targets whose fused multiply-add may round twice, or that lack one. `exp`:
// MLIR's relies on a single rounding. `powf`: computed in f64. `log1p`: MLIR's divides by numbers
// too large for Vulkan.
void populateMathWithoutFma(mlir::RewritePatternSet &patterns);

} // namespace rlx

#endif // RLX_CONVERSIONS_KERNEL_ACCURATEMATH_H
