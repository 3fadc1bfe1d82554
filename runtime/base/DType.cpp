// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of element types: RLX's spellings and NumPy's, with those of its package ml_dtypes.
//
// Two tables, in the order of the enum.
#include "runtime/base/DType.h"

namespace rlx::rt {

namespace {
constexpr std::string_view kNames[kNumDTypes] = {
    "bool",       "i8",     "i16",    "i32", "i64", "u8",   "u16",      "u32",        "u64",
    "f16",        "bf16",   "f32",    "f64", "c64", "c128", "f8e4m3fn", "f8e4m3fnuz", "f8e5m2",
    "f8e5m2fnuz", "f8e8m0", "f4e2m1", "i4",  "u4",  "i2",   "u2"};
constexpr std::string_view kNumPyNames[kNumDTypes] = {"bool",
                                                      "int8",
                                                      "int16",
                                                      "int32",
                                                      "int64",
                                                      "uint8",
                                                      "uint16",
                                                      "uint32",
                                                      "uint64",
                                                      "float16",
                                                      "bfloat16",
                                                      "float32",
                                                      "float64",
                                                      "complex64",
                                                      "complex128",
                                                      "float8_e4m3fn",
                                                      "float8_e4m3fnuz",
                                                      "float8_e5m2",
                                                      "float8_e5m2fnuz",
                                                      "float8_e8m0fnu",
                                                      "float4_e2m1fn",
                                                      "int4",
                                                      "uint4",
                                                      "int2",
                                                      "uint2"};
} // namespace

std::string_view numPyName(DType type) {
  if (type == DType::String)
    return "str";
  auto index = static_cast<unsigned>(type);
  return index < kNumDTypes ? kNumPyNames[index] : "invalid";
}

std::string_view name(DType type) {
  if (type == DType::String)
    return "string";
  auto index = static_cast<unsigned>(type);
  return index < kNumDTypes ? kNames[index] : "invalid";
}

bool parseDType(std::string_view text, DType &type) {
  if (text == "i1" || text == "bool_") {
    type = DType::Bool;
    return true;
  }
  for (unsigned index = 0; index < kNumDTypes; ++index) {
    if (text == kNames[index] || text == kNumPyNames[index]) {
      type = static_cast<DType>(index);
      return true;
    }
  }
  return false;
}

} // namespace rlx::rt
