// The one table of conversions between element types: params, inputs and outputs all go through it.
#ifndef RLX_RUNTIME_TENSOR_CONVERT_H
#define RLX_RUNTIME_TENSOR_CONVERT_H

#include <cstdint>

#include "runtime/base/DType.h"

namespace rlx::rt {

// Writes `count` elements of type `to` made from as many of type `from`. Both types are valid, the
// memory may have any alignment and does not overlap. Any thread; allocates nothing.
//
// - Equal types: a copy of the bytes.
// - To an integer: truncated toward zero, saturated, NaN gives 0. Between integers exact where the
//   value fits, never by way of a float.
// - To a float: rounded once, to nearest even.
// - To bool: whether it is not 0 (NaN is not). From bool: 0 or 1.
// - Of a complex element the real part; a real one gets the imaginary part 0.
void convertElements(DType to, void *target, DType from, const void *source, int64_t count);

} // namespace rlx::rt

#endif // RLX_RUNTIME_TENSOR_CONVERT_H
