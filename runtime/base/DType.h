// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The element types of tensors, with their sizes and names.
//
// The runtime stores and converts elements of all these types. Which types an op allows is the
// compiler's business.
#ifndef RLX_RUNTIME_BASE_DTYPE_H
#define RLX_RUNTIME_BASE_DTYPE_H

#include <cstddef>
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
  // Types for storage, of 8 bits and fewer: one byte per element, with the value in the low bits,
  // as NumPy's ml_dtypes have them.
  F8E4M3FN = 15,
  F8E4M3FNUZ = 16,
  F8E5M2 = 17,
  F8E5M2FNUZ = 18,
  F8E8M0 = 19, // powers of two, without a sign and without zero
  F4E2M1 = 20,
  I4 = 21,
  U4 = 22,
  I2 = 23,
  U2 = 24,
  // UTF-8 text, at the inputs and outputs of programs only. Far behind the numbers, which loops
  // over all types of elements that can be computed with visit.
  String = 64,
};
inline constexpr unsigned kNumDTypes = 25; // of numbers: all but String

// One element of a tensor of strings: bytes that belong to another object. They do not end in NUL.
// rlx_string_t of the C API has the same layout.
struct StringElement {
  const char *data;
  size_t size;

  std::string_view view() const { return {data, size}; }
};

// Bytes of one element; 0 for a value outside the enum.
constexpr unsigned byteSize(DType type) {
  constexpr uint8_t sizes[kNumDTypes] = {1, 1,  2, 4, 8, 1, 2, 4, 8, 2, 2, 4, 8,
                                         8, 16, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  if (type == DType::String)
    return sizeof(StringElement);
  return static_cast<unsigned>(type) < kNumDTypes ? sizes[static_cast<unsigned>(type)] : 0;
}

// The type of the elements in a program's buffers: strings are numbers of a StringTable there.
constexpr DType bufferType(DType type) {
  return type == DType::String ? DType::I64 : type;
}

// Whether the type is one of those for storage: float8, float4, and integers of 4 and 2 bits.
constexpr bool isNarrow(DType type) {
  return type >= DType::F8E4M3FN && type <= DType::U2;
}
// Whether values are whole numbers: the integers and bool.
constexpr bool isIntegral(DType type) {
  return type <= DType::U64 || (type >= DType::I4 && type <= DType::U2);
}
constexpr bool isUnsigned(DType type) {
  return (type >= DType::U8 && type <= DType::U64) || type == DType::U4 || type == DType::U2;
}
// Bits of one value; fewer than those of its bytes for the types of 4 and 2 bits.
constexpr unsigned bitWidth(DType type) {
  return type == DType::F4E2M1 || type == DType::I4 || type == DType::U4 ? 4
         : type == DType::I2 || type == DType::U2                        ? 2
                                                                         : 8 * byteSize(type);
}

constexpr bool isComplex(DType type) {
  return type == DType::C64 || type == DType::C128;
}
// The type of the real and imaginary parts of a complex type. Any other type is returned as it is.
constexpr DType partType(DType type) {
  return type == DType::C64 ? DType::F32 : type == DType::C128 ? DType::F64 : type;
}

// "f32", "i64", "bool", "c64", "string", …; "invalid" for a value outside the enum.
std::string_view name(DType type);

// "float32", "int64", "str", …: the names in NumPy, and in its package ml_dtypes.
std::string_view numPyName(DType type);

// The inverse of name(), for numbers. Also accepts NumPy's spellings, such as "float32" and
// "int64". False if unknown.
bool parseDType(std::string_view text, DType &type);

} // namespace rlx::rt

#endif // RLX_RUNTIME_BASE_DTYPE_H
