// Host tensors: dense, row-major, contiguous. A view never owns; a Tensor owns its memory, shares
// it with a keep-alive object, or borrows it from a caller who promises to outlive it.
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

// Threads: a value; reading shared data from several threads is safe while nobody writes.
// `shape` and `data` belong to someone else.
struct TensorView {
  DType dtype = DType::F32;
  std::span<const int64_t> shape;
  const void *data = nullptr;

  template <typename T>
  const T *as() const {
    return static_cast<const T *>(data);
  }
};

// Threads: as TensorView, but its holder may write the elements.
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

// Product of the dimensions; an error when one is negative or the product (or the size in bytes)
// does not fit int64.
StatusOr<int64_t> numElements(std::span<const int64_t> shape);
StatusOr<int64_t> numBytes(DType dtype, std::span<const int64_t> shape);

// "f32[2,3]"
std::string typeText(DType dtype, std::span<const int64_t> shape);

// Element `index` as a double (64-bit integers beyond 2^53 round), and its inverse: integers
// truncate and saturate, NaN gives 0, bool is `value != 0`, f16 and bf16 round to nearest even. Of
// complex elements the real part; stored ones have the imaginary part 0. (Their parts are elements
// 2 index and 2 index + 1 of type partType(dtype).)
double loadElement(DType dtype, const void *data, int64_t index);
void storeElement(DType dtype, void *data, int64_t index, double value);

// Threads: not synchronised; one thread writes at a time.
class Tensor {
public:
  Tensor() = default; // f32, rank 1, no elements
  Tensor(Tensor &&) = default;
  Tensor &operator=(Tensor &&) = default;

  // Uninitialised, 64-byte aligned.
  static StatusOr<Tensor> allocate(DType dtype, std::span<const int64_t> shape);
  // Allocates and copies.
  static StatusOr<Tensor> copyOf(const TensorView &view);
  // Uses `data` as it is; `keepAlive` (may be null: then the caller outlives the tensor) is held
  // as long as this tensor or anything sharing its memory lives.
  static StatusOr<Tensor> wrap(DType dtype, std::span<const int64_t> shape, void *data,
                               std::shared_ptr<void> keepAlive = nullptr);

  // Makes this tensor what wrap() without a keep-alive gives; allocates nothing when its rank was
  // as high before. After a failure it is what it was.
  Status rewrap(DType dtype, std::span<const int64_t> shape, void *data);

  // Another Tensor over the same memory.
  Tensor share() const;

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
