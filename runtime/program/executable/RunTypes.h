// What goes into the runs of an Executable and what comes out of them. All of these are views:
// whose memory they show is said where they are used.
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
  // An empty span, which may have a null pointer, is a tensor without elements.
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
// An output as a place in Executable::arena().
struct OutputSlot {
  int64_t offset;   // bytes from the base, a multiple of 64
  int64_t elements; // of the output's own type
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_EXECUTABLE_RUNTYPES_H
