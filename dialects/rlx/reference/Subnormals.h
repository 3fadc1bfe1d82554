// Devices that may take subnormal numbers for zeros, and what the reference computes for them: the
// rule of docs/reference/numerics.md ("Subnormal numbers"), which Compare.h applies.
#ifndef RLX_DIALECTS_RLX_REFERENCE_SUBNORMALS_H
#define RLX_DIALECTS_RLX_REFERENCE_SUBNORMALS_H

#include "dialects/rlx/reference/RefTensor.h"

namespace rlx::ref {

// The types whose subnormal numbers a device need not keep.
struct LostSubnormals {
  bool f16 = false, f32 = false, f64 = false;

  bool any() const { return f16 || f32 || f64; }
  // bf16 has the exponents of f32, in which it is computed.
  bool contains(mlir::FloatType type) const;
};

// Whether the number, which is one of the type, is not zero and has no digit before the point.
bool isSubnormal(double value, mlir::FloatType type);

// Makes zeros of the same sign of the tensor's subnormal numbers, if they may be lost.
void flushSubnormals(Tensor &tensor, const LostSubnormals &lost);

} // namespace rlx::ref

#endif // RLX_DIALECTS_RLX_REFERENCE_SUBNORMALS_H
