// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host tensors: dense, row-major, contiguous.
//
// A view never owns its elements. A Tensor owns its memory, shares it with a keep-alive object, or
// borrows it from a caller who guarantees to outlive it.
#ifndef RLX_RUNTIME_TENSOR_TENSOR_H
#define RLX_RUNTIME_TENSOR_TENSOR_H

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "runtime/base/DType.h"
#include "runtime/base/StatusOr.h"

namespace rlx::rt {

// A read-only tensor whose `shape` and `data` belong to another object.
// Threads: a value. Reading shared data is safe as long as nobody writes it.
struct TensorView {
  DType dtype = DType::F32;
  std::span<const int64_t> shape;
  const void *data = nullptr;

  template <typename T>
  const T *as() const {
    return static_cast<const T *>(data);
  }
};

// A tensor whose elements its holder may write. `shape` and `data` belong to another object.
// Threads: as TensorView.
struct MutableTensorView {
  DType dtype = DType::F32;
  std::span<const int64_t> shape;
  void *data = nullptr;

  template <typename T>
  T *as() const {
    return static_cast<T *>(data);
  }
  operator TensorView() const { return {dtype, shape, data}; }
};

// The product of the dimensions, 1 for rank 0. InvalidArgument for a negative dimension, OutOfRange
// if the elements or bytes do not fit int64.
StatusOr<int64_t> numElements(std::span<const int64_t> shape);
StatusOr<int64_t> numBytes(DType dtype, std::span<const int64_t> shape);

// The type as text: "f32[2,3]".
std::string typeText(DType dtype, std::span<const int64_t> shape);

// Reads element `index` as a double; 64-bit integers beyond 2^53 round. For a complex element it
// is the real part; the parts are elements 2 * index and 2 * index + 1 of type partType(dtype).
double loadElement(DType dtype, const void *data, int64_t index);
// Writes a double as element `index`. Integers truncate and saturate; NaN becomes 0. Bool is
// `value != 0`. f16 and bf16 round to nearest even. A complex element gets the imaginary part 0.
void storeElement(DType dtype, void *data, int64_t index, double value);

// A host tensor. Move-only; share() makes a second one over the same memory.
// Threads: not synchronized; one thread writes at a time.
class Tensor {
public:
  Tensor() = default; // f32, rank 1, no elements
  Tensor(Tensor &&) = default;
  Tensor &operator=(Tensor &&) = default;

  // Uninitialized elements, aligned to 64 bytes.
  static StatusOr<Tensor> allocate(DType dtype, std::span<const int64_t> shape);
  // A copy of the elements, and of the bytes of strings.
  static StatusOr<Tensor> copyOf(const TensorView &view);
  // Uses `data` in place. `keepAlive` is held as long as this tensor or another one that shares its
  // memory lives. If it is null, the caller must keep `data` longer.
  static StatusOr<Tensor> wrap(DType dtype, std::span<const int64_t> shape, void *data,
                               std::shared_ptr<void> keepAlive = nullptr);

  // Makes this tensor wrap other memory, without a keep-alive. Allocates nothing unless the rank
  // grows. On failure it keeps its old value.
  Status rewrap(DType dtype, std::span<const int64_t> shape, void *data);

  // A second tensor over the same memory.
  Tensor share() const;
  // Whether it owns its memory, and no other tensor shares it. Then what others read there before
  // they let go of it has been read.
  bool isSoleOwner() const;

  DType dtype() const { return type; }
  std::span<const int64_t> shape() const { return dims; }
  size_t rank() const { return dims.size(); }
  int64_t elements() const { return count; }
  size_t bytes() const { return static_cast<size_t>(count) * byteSize(type); }
  void *data() { return memory; }
  const void *data() const { return memory; }
  template <typename T>
  T *as() {
    return static_cast<T *>(memory);
  }
  template <typename T>
  const T *as() const {
    return static_cast<const T *>(memory);
  }

  TensorView view() const { return {type, dims, memory}; }
  MutableTensorView mutableView() { return {type, dims, memory}; }

private:
  DType type = DType::F32;
  std::vector<int64_t> dims{0};
  int64_t count = 0;
  void *memory = nullptr;
  std::shared_ptr<void> owner;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_TENSOR_TENSOR_H
