// Maths functions of kernels whose usual lowerings miss the tolerances of
// docs/reference/numerics.md.
#ifndef RLX_CONVERSIONS_KERNEL_ACCURATEMATH_H
#define RLX_CONVERSIONS_KERNEL_ACCURATEMATH_H

#include "mlir/IR/Operation.h"

namespace rlx {

// Replaces every math op below `root` for which there is a better formula by straight-line code
// that LLVM can vectorise. The functions that remain, and those that the formulas call, are for
// MLIR's approximations (f32) and for libm (f64).
void expandAccurateMath(mlir::Operation *root);

// Functions of f32 for machines whose multiply-add may round twice: the exponential function, where
// MLIR's relies on one rounding, and powers, which are computed in f64; and ln(1 + x), where MLIR
// divides by numbers that are too large for Vulkan.
void populateMathWithoutFma(mlir::RewritePatternSet &patterns);

} // namespace rlx

#endif // RLX_CONVERSIONS_KERNEL_ACCURATEMATH_H
