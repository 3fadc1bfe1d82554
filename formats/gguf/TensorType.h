// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The element types of GGUF's tensors: plain numbers, and blocks of quantized ones.
//
// A block holds a fixed number of contiguous elements of a row in a fixed number of bytes. For
// example, a block of Q4_0 holds 32 elements in 18 bytes.
#ifndef RLX_FORMATS_GGUF_TENSORTYPE_H
#define RLX_FORMATS_GGUF_TENSORTYPE_H

#include <cstdint>
#include <string_view>

namespace rlx::gguf {

// The numbers are those of the files (ggml_type of ggml.h). The gaps were types of old versions.
enum class TensorType : uint32_t {
  F32 = 0,
  F16 = 1,
  Q4_0 = 2,
  Q4_1 = 3,
  Q5_0 = 6,
  Q5_1 = 7,
  Q8_0 = 8,
  Q8_1 = 9,
  Q2_K = 10,
  Q3_K = 11,
  Q4_K = 12,
  Q5_K = 13,
  Q6_K = 14,
  Q8_K = 15,
  IQ2_XXS = 16,
  IQ2_XS = 17,
  IQ3_XXS = 18,
  IQ1_S = 19,
  IQ4_NL = 20,
  IQ3_S = 21,
  IQ2_S = 22,
  IQ4_XS = 23,
  I8 = 24,
  I16 = 25,
  I32 = 26,
  I64 = 27,
  F64 = 28,
  IQ1_M = 29,
  BF16 = 30,
  TQ1_0 = 34,
  TQ2_0 = 35,
  MXFP4 = 39,
  NVFP4 = 40,
  Q1_0 = 41,
  Q2_0 = 42,
};

struct TensorTypeInfo {
  TensorType type;
  std::string_view name; // as in llama.cpp: "F32", "Q4_K"
  int64_t elements;      // of a block; 1 for plain numbers
  int64_t bytes;         // of a block
};

// Null for a number that no type has.
const TensorTypeInfo *findTensorType(uint32_t number);
const TensorTypeInfo &info(TensorType type);

} // namespace rlx::gguf

#endif // RLX_FORMATS_GGUF_TENSORTYPE_H
