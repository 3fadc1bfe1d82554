// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Argument and result types of Executable's runs.
//
// All are views. The functions that use them say whose memory they show.
#ifndef RLX_RUNTIME_PROGRAM_EXECUTABLE_RUNTYPES_H
#define RLX_RUNTIME_PROGRAM_EXECUTABLE_RUNTYPES_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "runtime/tensor/Tensor.h"

namespace rlx::rt {

struct NamedTensor {
  std::string_view name;
  TensorView tensor;
};
struct NamedOutput {
  std::string_view name;
  MutableTensorView tensor;
};

// Elements without a shape, for callers who leave shapes to the signature.
struct FlatView {
  FlatView() = default;
  FlatView(DType dtype, const void *data, int64_t elements)
      : dtype(dtype), data(data), elements(elements) {}
  // An empty span, whose pointer may be null, is a tensor without elements.
  FlatView(std::span<const float> values)
      : data(values.data() ? static_cast<const void *>(values.data()) : &kNoElements),
        elements(static_cast<int64_t>(values.size())) {}

  DType dtype = DType::F32;
  const void *data = nullptr;
  int64_t elements = 0;

private:
  static constexpr std::byte kNoElements{};
};
struct NamedF32 {
  std::string_view name;
  std::span<const float> values;
};

struct RawOutput {
  const void *data;
  size_t bytes;
};
// The position of an output in Executable::arena().
struct OutputSlot {
  int64_t offset;   // bytes from the base, a multiple of 64
  int64_t elements; // in the output's own type
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_EXECUTABLE_RUNTYPES_H
