// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values of the floats of 8 and 4 bits, to and from double.
//
// For data on the host. Kernels convert by arithmetic on the byte.
#ifndef RLX_RUNTIME_BASE_NARROWFLOAT_H
#define RLX_RUNTIME_BASE_NARROWFLOAT_H

#include <cstdint>

#include "runtime/base/DType.h"

namespace rlx::rt {

// The value of the byte `bits`, for a type from F8E4M3FN to F4E2M1. High bits that the type does
// not have are ignored.
double narrowToDouble(DType type, uint8_t bits) noexcept;

// Rounds once, to nearest even; F8E8M0 to the nearest power of two, ties up. Finite values out of
// range become the largest one of their sign. Infinity stays if the type has it, and is out of
// range otherwise. NaN stays, but becomes 0 in F4E2M1, which has none. In F8E8M0, negative values
// become NaN, and 0 the smallest value.
uint8_t doubleToNarrow(DType type, double value) noexcept;

} // namespace rlx::rt

#endif // RLX_RUNTIME_BASE_NARROWFLOAT_H
