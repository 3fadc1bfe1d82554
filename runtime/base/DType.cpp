// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of element types: RLX's spellings and NumPy's.
//
// Two tables, in the order of the enum.
#include "runtime/base/DType.h"

namespace rlx::rt {

namespace {
constexpr std::string_view kNames[kNumDTypes] = {"bool", "i8",  "i16", "i32", "i64",
                                                 "u8",   "u16", "u32", "u64", "f16",
                                                 "bf16", "f32", "f64", "c64", "c128"};
constexpr std::string_view kNumPyNames[kNumDTypes] = {
    "bool",   "int8",    "int16",    "int32",   "int64",   "uint8",     "uint16",    "uint32",
    "uint64", "float16", "bfloat16", "float32", "float64", "complex64", "complex128"};
} // namespace

std::string_view name(DType type) {
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
