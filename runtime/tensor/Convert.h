// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversion between element types.
//
// Params, inputs and outputs of other types than the model's all go through this one function, so
// that the same value converts the same way everywhere.
#ifndef RLX_RUNTIME_TENSOR_CONVERT_H
#define RLX_RUNTIME_TENSOR_CONVERT_H

#include <cstdint>

#include "runtime/base/DType.h"

namespace rlx::rt {

// Converts `count` elements from type `from` to type `to`. Both types must be valid. The memory may
// have any alignment and must not overlap. Allocates nothing. Threads: any.
//
// - Equal types: a copy of the bytes.
// - To an integer: truncates toward zero, saturates; NaN becomes 0. Integer to integer is exact if
//   the value fits, never by way of a float.
// - To a float: rounds once, to nearest even.
// - To bool: true if the value is not 0; NaN is true. From bool: 0 or 1.
// - Complex to real takes the real part; real to complex sets the imaginary part to 0.
void convertElements(DType to, void *target, DType from, const void *source, int64_t count);

} // namespace rlx::rt

#endif // RLX_RUNTIME_TENSOR_CONVERT_H
