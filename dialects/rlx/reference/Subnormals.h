// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Flushing of subnormal numbers, for devices that may treat them as zeros. The interpreter
// simulates such a device with it, and Compare.h accepts either result. The rule is in
// docs/reference/numerics.md ("Subnormal numbers").
#ifndef RLX_DIALECTS_RLX_REFERENCE_SUBNORMALS_H
#define RLX_DIALECTS_RLX_REFERENCE_SUBNORMALS_H

#include "dialects/rlx/reference/RefTensor.h"

namespace rlx::ref {

/// The types whose subnormals a device need not preserve.
struct LostSubnormals {
  bool f16 = false, f32 = false, f64 = false;

  bool any() const { return f16 || f32 || f64; }
  /// bf16 counts as f32: it has the same exponents, and is computed in f32.
  bool contains(mlir::FloatType type) const;
};

/// Whether `value`, a value of `type`, is nonzero and below the smallest normal number of the type.
bool isSubnormal(double value, mlir::FloatType type);

/// Replaces the tensor's subnormals by zeros of the same sign, if they may be lost.
void flushSubnormals(Tensor &tensor, const LostSubnormals &lost);

} // namespace rlx::ref

#endif // RLX_DIALECTS_RLX_REFERENCE_SUBNORMALS_H
