// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The element types of tensors, with their sizes and names.
//
// The runtime stores and converts elements of all these types. Which types an op allows is the
// compiler's business.
#ifndef RLX_RUNTIME_BASE_DTYPE_H
#define RLX_RUNTIME_BASE_DTYPE_H

#include <cstdint>
#include <string_view>

namespace rlx::rt {

// The numbers are part of the program format and of the C API: append only.
enum class DType : uint8_t {
  Bool = 0, // one byte, 0 or 1
  I8 = 1,
  I16 = 2,
  I32 = 3,
  I64 = 4,
  U8 = 5,
  U16 = 6,
  U32 = 7,
  U64 = 8,
  F16 = 9,
  BF16 = 10,
  F32 = 11,
  F64 = 12,
  C64 = 13,  // complex: two f32, real part first
  C128 = 14, // complex: two f64, real part first
};
inline constexpr unsigned kNumDTypes = 15;

// Bytes of one element; 0 for a value outside the enum.
constexpr unsigned byteSize(DType type) {
  constexpr uint8_t sizes[kNumDTypes] = {1, 1, 2, 4, 8, 1, 2, 4, 8, 2, 2, 4, 8, 8, 16};
  return static_cast<unsigned>(type) < kNumDTypes ? sizes[static_cast<unsigned>(type)] : 0;
}

// Whether values are whole numbers: the integers and bool.
constexpr bool isIntegral(DType type) {
  return type <= DType::U64;
}

constexpr bool isComplex(DType type) {
  return type == DType::C64 || type == DType::C128;
}
// The type of the real and imaginary parts of a complex type. Any other type is returned as it is.
constexpr DType partType(DType type) {
  return type == DType::C64 ? DType::F32 : type == DType::C128 ? DType::F64 : type;
}

// "f32", "i64", "bool", "c64", …; "invalid" for a value outside the enum.
std::string_view name(DType type);

// The inverse of name(). Also accepts NumPy's spellings, such as "float32" and "int64". False if
// unknown.
bool parseDType(std::string_view text, DType &type);

} // namespace rlx::rt

#endif // RLX_RUNTIME_BASE_DTYPE_H
