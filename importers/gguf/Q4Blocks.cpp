// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Q4Blocks.h.
//
// A block is an f16 scale d and 16 bytes. Those of Q1_0 have 128 elements, a bit each from the
// lowest on: d for 1, -d for 0. Those of Q2_0 have 64 elements q of two bits: d * (q - 1). An
// element of Q4_0 is d * (q - 8); of its 32 elements the first 16 are low nibbles.
#include "importers/gguf/Q4Blocks.h"

namespace rlx::gguf {
namespace {

constexpr size_t kScaleBytes = 2, kQuantBytes = 16, kBlockBytes = kScaleBytes + kQuantBytes;
constexpr size_t kElements = 32; // of Q4_0's blocks

// The q of Q4_0.
uint8_t nibble(TensorType type, const uint8_t *quants, size_t element) {
  if (type == TensorType::Q1_0)
    return (quants[element / 8] >> (element % 8) & 1) != 0 ? 9 : 7;
  return static_cast<uint8_t>(7 + (quants[element / 4] >> (2 * (element % 4)) & 3));
}

void recode(TensorType type, const uint8_t *block, size_t parts, uint8_t *target) {
  const uint8_t *quants = block + kScaleBytes;
  for (size_t part = 0; part < parts; ++part, target += kBlockBytes) {
    target[0] = block[0];
    target[1] = block[1];
    for (size_t i = 0; i < kQuantBytes; ++i) {
      const size_t element = part * kElements + i;
      target[kScaleBytes + i] = static_cast<uint8_t>(
          nibble(type, quants, element) | nibble(type, quants, element + kQuantBytes) << 4);
    }
  }
}

} // namespace

bool becomesQ4_0(TensorType type) {
  return type == TensorType::Q1_0 || type == TensorType::Q2_0;
}

rt::StatusOr<rt::Tensor> q4_0Blocks(const TensorView &tensor) {
  const size_t parts = static_cast<size_t>(info(tensor.type).elements) / kElements;
  std::vector<int64_t> shape = tensor.shape;
  shape.back() = shape.back() / static_cast<int64_t>(kElements) * static_cast<int64_t>(kBlockBytes);
  RLX_ASSIGN_OR_RETURN(rt::Tensor made, rt::Tensor::allocate(rt::DType::U8, shape));
  uint8_t *target = made.as<uint8_t>();
  for (size_t at = 0; at < tensor.data.size(); at += kBlockBytes, target += parts * kBlockBytes)
    recode(tensor.type, tensor.data.data() + at, parts, target);
  return made;
}

} // namespace rlx::gguf
