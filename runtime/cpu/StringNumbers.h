// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers as text: the conversions of ONNX's Cast.
//
// Decimal, with "NaN" and "INF" in any case.
#ifndef RLX_RUNTIME_CPU_STRINGNUMBERS_H
#define RLX_RUNTIME_CPU_STRINGNUMBERS_H

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/base/DType.h"
#include "runtime/base/Status.h"

namespace rlx::rt {

// Writes the number that `text` is as element `index` of a type that is not complex. Spaces around
// it do not count. Integers truncate numbers with a fraction or an exponent; bool means "not 0".
// InvalidArgument for text that is no number, and for integers that the type does not have: NaN and
// numbers out of its range.
Status parseNumber(std::string_view text, DType dtype, void *data, int64_t index);

// Element `index` as NumPy writes it: the fewest digits that give the same value, such as "0.1" and
// "1e-07"; "True" and "False". NaN and infinities as ONNX spells them: "NaN", "INF" and "-INF". Not
// for complex types.
std::string numberText(DType dtype, const void *data, int64_t index);

} // namespace rlx::rt

#endif // RLX_RUNTIME_CPU_STRINGNUMBERS_H
