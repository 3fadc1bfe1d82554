// Part of rlx.hpp: tensors, and what runs take. Include that.
#ifndef RLX_TENSOR_HPP
#define RLX_TENSOR_HPP

#include <complex>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "rlx/status.hpp"

namespace rlx {

// Row-major, outermost first; no dimension is a scalar.
using Shape = std::vector<int64_t>;

// The element type that T is in C++; RLX_INVALID_DTYPE for others. f16 and bf16 have no C++ type.
template <typename T>
constexpr rlx_dtype_t dtypeOf() {
  if constexpr (std::is_same_v<T, bool>)
    return RLX_BOOL;
  else if constexpr (std::is_integral_v<T>)
    return static_cast<rlx_dtype_t>((std::is_signed_v<T> ? RLX_I8 : RLX_U8) + (sizeof(T) > 1) +
                                    (sizeof(T) > 2) + (sizeof(T) > 4));
  else if constexpr (std::is_same_v<T, float>)
    return RLX_F32;
  else if constexpr (std::is_same_v<T, double>)
    return RLX_F64;
  else if constexpr (std::is_same_v<T, std::complex<float>>)
    return RLX_C64;
  else if constexpr (std::is_same_v<T, std::complex<double>>)
    return RLX_C128;
  else
    return RLX_INVALID_DTYPE;
}

// A tensor in memory of somebody else: an output in an executable or a commit, a handle's content.
// Valid as long as where it came from says. Empty by default.
// Threads: a value; reads may overlap.
class OutputView {
public:
  OutputView() = default;
  explicit OutputView(const rlx_tensor_t *borrowed) : handle(borrowed) {}
  rlx_dtype_t dtype() const { return rlx_tensor_get_dtype(handle); }
  // As long as the tensor is valid; without a copy.
  std::span<const int64_t> dims() const {
    return {rlx_tensor_get_dims(handle), rlx_tensor_get_rank(handle)};
  }
  Shape shape() const { return Shape(dims().begin(), dims().end()); }
  size_t elementCount() const { return rlx_tensor_get_element_count(handle); }
  size_t byteSize() const { return rlx_tensor_get_byte_size(handle); }
  // T must be the C++ type of dtype().
  template <typename T>
  const T *data() const {
    return static_cast<const T *>(rlx_tensor_get_const_data(handle));
  }
  // All elements; none when T is not the C++ type of dtype().
  template <typename T>
  std::span<const T> values() const {
    if (dtype() != dtypeOf<T>())
      return {};
    return {data<T>(), elementCount()};
  }
  Status saveNpy(detail::Name path) const {
    return Status(rlx_tensor_save_npy(handle, path.get()));
  }
  const rlx_tensor_t *get() const { return handle; }

private:
  const rlx_tensor_t *handle = nullptr;
};

// Owns memory, or uses the caller's. Movable; one that was moved from has no elements.
// Threads: reads may overlap; nobody may write while a call uses it.
class Tensor {
public:
  // Takes over `owned`.
  explicit Tensor(rlx_tensor_t *owned) : handle(owned) {}

  // Zeroed memory.
  static StatusOr<Tensor> create(rlx_dtype_t dtype, const Shape &shape) {
    rlx_tensor_t *made = nullptr;
    rlx_status_t *status = rlx_tensor_create(dtype, shape.size(), shape.data(), &made);
    return take(status, made);
  }
  // Uses `data`. When nothing uses it any more, `release(context)` is called, once, from any
  // thread, and also when this fails; if it is null, `data` must outlive the tensor and every
  // executable that adopted it.
  static StatusOr<Tensor> wrap(rlx_dtype_t dtype, const Shape &shape, void *data,
                               void (*release)(void *context) = nullptr, void *context = nullptr) {
    rlx_tensor_t *made = nullptr;
    rlx_status_t *status =
        rlx_tensor_wrap(dtype, shape.size(), shape.data(), data, release, context, &made);
    return take(status, made);
  }
  // The same over a container's elements, as many as `shape` has.
  template <typename T, size_t Extent>
  static StatusOr<Tensor> wrap(const Shape &shape, std::span<T, Extent> values) {
    rlx_tensor_t *made = nullptr;
    rlx_status_t *status = rlx_tensor_wrap(dtypeOf<T>(), shape.size(), shape.data(), values.data(),
                                           nullptr, nullptr, &made);
    StatusOr<Tensor> tensor = take(status, made);
    if (tensor.ok() && tensor->elementCount() != values.size())
      return Status(RLX_INVALID_ARGUMENT,
                    "the shape has " + std::to_string(tensor->elementCount()) +
                        " elements, but there are " + std::to_string(values.size()));
    return tensor;
  }
  static StatusOr<Tensor> loadNpy(detail::Name path) {
    rlx_tensor_t *made = nullptr;
    rlx_status_t *status = rlx_tensor_load_npy(path.get(), &made);
    return take(status, made);
  }
  Status saveNpy(detail::Name path) const { return view().saveNpy(path); }

  // Valid as long as the tensor.
  OutputView view() const { return OutputView(handle.get()); }
  rlx_dtype_t dtype() const { return view().dtype(); }
  std::span<const int64_t> dims() const { return view().dims(); }
  Shape shape() const { return view().shape(); }
  size_t elementCount() const { return view().elementCount(); }
  size_t byteSize() const { return view().byteSize(); }
  // T must be the C++ type of dtype().
  template <typename T>
  T *data() {
    return static_cast<T *>(rlx_tensor_get_data(handle.get()));
  }
  template <typename T>
  const T *data() const {
    return view().data<T>();
  }
  // All elements; none when T is not the C++ type of dtype().
  template <typename T>
  std::span<T> values() {
    if (dtype() != dtypeOf<T>())
      return {};
    return {data<T>(), elementCount()};
  }
  template <typename T>
  std::span<const T> values() const {
    return view().values<T>();
  }
  rlx_tensor_t *get() const { return handle.get(); }

private:
  static StatusOr<Tensor> take(rlx_status_t *status, rlx_tensor_t *made) {
    if (status)
      return Status(status);
    return Tensor(made);
  }
  detail::Owned<rlx_tensor_t, rlx_tensor_free> handle;
};

// An input or output of a run by name. Name and tensor must stay for the call; for a commit the
// elements of inputs must stay until it is done.
class Named {
public:
  Named(detail::Name name, const Tensor &tensor) : c{name.get(), tensor.get()} {}
  // An input that lies in another executable or commit; as an output it would be written.
  Named(detail::Name name, OutputView tensor)
      : c{name.get(), const_cast<rlx_tensor_t *>(tensor.get())} {}
  operator const rlx_named_tensor_t &() const { return c; }

private:
  rlx_named_tensor_t c;
};

// The same as floats.
class NamedF32 {
public:
  NamedF32(detail::Name name, std::span<const float> values)
      : c{name.get(), values.data(), values.size()} {}
  operator const rlx_named_f32_t &() const { return c; }

private:
  rlx_named_f32_t c;
};

// An input of Executable::runSlots. Values of a type of C++, or of any with their type; as those of
// no elements at all, the content of the input's handle.
class Slot {
public:
  Slot() : c{RLX_F32, nullptr, 0} {}
  template <typename T, size_t Extent>
  Slot(std::span<T, Extent> values)
      : c{dtypeOf<std::remove_const_t<T>>(), given(values.data(), values.size()), values.size()} {
    static_assert(dtypeOf<std::remove_const_t<T>>() != RLX_INVALID_DTYPE);
  }
  template <typename T>
  Slot(const std::vector<T> &values) : Slot(std::span(values)) {}
  Slot(OutputView tensor)
      : c{tensor.dtype(), given(tensor.data<void>(), tensor.elementCount()),
          tensor.elementCount()} {}
  Slot(const Tensor &tensor) : Slot(tensor.view()) {}
  Slot(rlx_dtype_t dtype, const void *data, size_t count) : c{dtype, data, count} {}
  operator const rlx_slot_input_t &() const { return c; }

private:
  // What has no elements may have no address either, which would mean the handle.
  static const void *given(const void *data, size_t count) {
    static constexpr char none = 0;
    return data || count != 0 ? data : &none;
  }
  rlx_slot_input_t c;
};

// As many inputs or outputs as the program finds out, or a list to be used again: adding may
// allocate, passing it on does not. Keeps the names; the tensors must stay as long as it is used.
class Arguments {
public:
  Arguments() = default;
  Arguments(Arguments &&) = default;
  Arguments &operator=(Arguments &&) = default;

  Arguments &add(std::string name, const Tensor &tensor) {
    list.push_back(Named(names.emplace_back(std::move(name)), tensor));
    return *this;
  }
  Arguments &add(std::string name, OutputView tensor) {
    list.push_back(Named(names.emplace_back(std::move(name)), tensor));
    return *this;
  }
  void clear() {
    list.clear();
    names.clear();
  }
  size_t size() const { return list.size(); }
  operator std::span<const rlx_named_tensor_t>() const { return list; }
  // For Executable::runPipelined.
  operator rlx_input_set_t() const { return {list.data(), list.size()}; }

private:
  std::deque<std::string> names; // which stay in their places
  std::vector<rlx_named_tensor_t> list;
};

} // namespace rlx

#endif // RLX_TENSOR_HPP
