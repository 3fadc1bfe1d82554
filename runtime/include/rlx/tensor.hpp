// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Part of rlx.hpp: tensors and the argument types of runs. Include rlx.hpp.
//
// Tensor owns host memory or wraps yours. OutputView shows a tensor that belongs to an executable
// or a commit. Named, NamedF32, Slot and Arguments are the inputs and outputs of Executable's runs.
#ifndef RLX_TENSOR_HPP
#define RLX_TENSOR_HPP

#include <complex>
#include <cstddef>
#include <cstdint>
#include <list>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "rlx/status.hpp"

namespace rlx {

/// The sizes of a row-major tensor, outermost first. An empty shape is a scalar.
using Shape = std::vector<int64_t>;

/// The element type of the C++ type T, for example RLX_F32 for float and RLX_STRING for
/// rlx_string_t. RLX_INVALID_DTYPE for all others. f16 and bf16 have no C++ type.
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
  else if constexpr (std::is_same_v<T, rlx_string_t>)
    return RLX_STRING;
  else
    return RLX_INVALID_DTYPE;
}

/// The bytes of an element of a tensor of strings. Valid as long as the element's.
inline std::string_view stringView(const rlx_string_t &element) {
  return {element.data, element.size};
}
/// An element of a tensor of strings: the bytes of `text`, which must outlive its use.
inline rlx_string_t stringElement(std::string_view text) {
  return {text.data(), text.size()};
}

/// A tensor that belongs to another object: an output of an executable or a commit, or a handle's
/// content. Its source says how long it is valid. Copies are cheap and show the same tensor.
/// Threads: a value; reads may overlap.
class OutputView {
public:
  /// An empty view: no elements, RLX_INVALID_DTYPE.
  OutputView() = default;
  /// A view of `borrowed`, which must outlive it.
  explicit OutputView(const rlx_tensor_t *borrowed) : handle(borrowed) {}
  /// The element type; RLX_INVALID_DTYPE if empty.
  rlx_dtype_t dtype() const { return rlx_tensor_get_dtype(handle); }
  /// The sizes, outermost first, without a copy. Valid as long as the tensor.
  std::span<const int64_t> dims() const {
    return {rlx_tensor_get_dims(handle), rlx_tensor_get_rank(handle)};
  }
  /// A copy of the sizes.
  Shape shape() const { return Shape(dims().begin(), dims().end()); }
  /// The number of elements.
  size_t elementCount() const { return rlx_tensor_get_element_count(handle); }
  /// The bytes of all elements.
  size_t byteSize() const { return rlx_tensor_get_byte_size(handle); }
  /// The address of the first element. T must be the C++ type of dtype(); this is not checked.
  template <typename T>
  const T *data() const {
    return static_cast<const T *>(rlx_tensor_get_const_data(handle));
  }
  /// All elements in row-major order. Empty if T is not the C++ type of dtype().
  template <typename T>
  std::span<const T> values() const {
    if (dtype() != dtypeOf<T>())
      return {};
    return {data<T>(), elementCount()};
  }
  /// Writes a .npy file; see rlx_tensor_save_npy.
  Status saveNpy(detail::Name path) const {
    return Status(rlx_tensor_save_npy(handle, path.get()));
  }
  /// The C object. It still belongs to its owner.
  const rlx_tensor_t *get() const { return handle; }

private:
  const rlx_tensor_t *handle = nullptr;
};

/// A dense row-major tensor in host memory. It owns the memory or wraps yours. Move-only; a
/// moved-from tensor has no elements.
/// Threads: reads may overlap. Nobody may write while a call uses the tensor.
class Tensor {
public:
  /// Takes ownership of `owned`.
  explicit Tensor(rlx_tensor_t *owned) : handle(owned) {}

  /// Allocates a tensor of zeros, aligned to 64 bytes. Errors as rlx_tensor_create.
  static StatusOr<Tensor> create(rlx_dtype_t dtype, const Shape &shape) {
    rlx_tensor_t *made = nullptr;
    rlx_status_t *status = rlx_tensor_create(dtype, shape.size(), shape.data(), &made);
    return take(status, made);
  }
  /// Wraps `data` without a copy. `release(context)` is called once, from any thread, when nothing
  /// uses the memory any more, and also if this fails. With a null `release`, `data` must outlive
  /// the tensor and every executable that adopted it.
  static StatusOr<Tensor> wrap(rlx_dtype_t dtype, const Shape &shape, void *data,
                               void (*release)(void *context) = nullptr, void *context = nullptr) {
    rlx_tensor_t *made = nullptr;
    rlx_status_t *status =
        rlx_tensor_wrap(dtype, shape.size(), shape.data(), data, release, context, &made);
    return take(status, made);
  }
  /// Wraps the elements of a container, whose number must be the shape's. The container must
  /// outlive the tensor and every executable that adopted it. RLX_INVALID_ARGUMENT for another
  /// number of elements or a type without a dtype.
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
  /// Reads a .npy file; see rlx_tensor_load_npy.
  static StatusOr<Tensor> loadNpy(detail::Name path) {
    rlx_tensor_t *made = nullptr;
    rlx_status_t *status = rlx_tensor_load_npy(path.get(), &made);
    return take(status, made);
  }
  /// Writes a .npy file; see rlx_tensor_save_npy.
  Status saveNpy(detail::Name path) const { return view().saveNpy(path); }

  /// A view of this tensor. Valid as long as the tensor.
  OutputView view() const { return OutputView(handle.get()); }
  /// The element type.
  rlx_dtype_t dtype() const { return view().dtype(); }
  /// The sizes, outermost first, without a copy. Valid as long as the tensor.
  std::span<const int64_t> dims() const { return view().dims(); }
  /// A copy of the sizes.
  Shape shape() const { return view().shape(); }
  /// The number of elements.
  size_t elementCount() const { return view().elementCount(); }
  /// The bytes of all elements.
  size_t byteSize() const { return view().byteSize(); }
  /// The address of the first element. T must be the C++ type of dtype(); this is not checked.
  template <typename T>
  T *data() {
    return static_cast<T *>(rlx_tensor_get_data(handle.get()));
  }
  /// The address of the first element, to read.
  template <typename T>
  const T *data() const {
    return view().data<T>();
  }
  /// All elements in row-major order. Empty if T is not the C++ type of dtype().
  template <typename T>
  std::span<T> values() {
    if (dtype() != dtypeOf<T>())
      return {};
    return {data<T>(), elementCount()};
  }
  /// All elements, to read.
  template <typename T>
  std::span<const T> values() const {
    return view().values<T>();
  }
  /// The C object. It still belongs to this tensor.
  rlx_tensor_t *get() const { return handle.get(); }

private:
  static StatusOr<Tensor> take(rlx_status_t *status, rlx_tensor_t *made) {
    if (status)
      return Status(status);
    return Tensor(made);
  }
  detail::Owned<rlx_tensor_t, rlx_tensor_free> handle;
};

/// An input or output of a run, by name. Name and tensor must stay during the call. For a commit,
/// the elements of inputs must stay until it is done.
class Named {
public:
  /// An input, or an output that the run writes into `tensor`.
  Named(detail::Name name, const Tensor &tensor) : c{name.get(), tensor.get()} {}
  /// An input in the memory of another executable or commit. Not for outputs: the run would write
  /// there.
  Named(detail::Name name, OutputView tensor)
      : c{name.get(), const_cast<rlx_tensor_t *>(tensor.get())} {}
  /// The C form. Valid as long as this object.
  operator const rlx_named_tensor_t &() const { return c; }

private:
  rlx_named_tensor_t c;
};

/// An input of Executable::runF32, by name: floats in row-major order. Name and values must stay
/// during the call.
class NamedF32 {
public:
  /// `values` has one float per element.
  NamedF32(detail::Name name, std::span<const float> values)
      : c{name.get(), values.data(), values.size()} {}
  /// The C form. Valid as long as this object.
  operator const rlx_named_f32_t &() const { return c; }

private:
  rlx_named_f32_t c;
};

/// An input of Executable::runSlots, by index: values with an element type. The values must stay
/// during the call.
class Slot {
public:
  /// The content of the input's handle.
  Slot() : c{RLX_F32, nullptr, 0} {}
  /// Values of a C++ type that has a dtype, in row-major order. An empty span is a tensor without
  /// elements.
  template <typename T, size_t Extent>
  Slot(std::span<T, Extent> values)
      : c{dtypeOf<std::remove_const_t<T>>(), given(values.data(), values.size()), values.size()} {
    static_assert(dtypeOf<std::remove_const_t<T>>() != RLX_INVALID_DTYPE);
  }
  /// The values of a vector, as above.
  template <typename T>
  Slot(const std::vector<T> &values) : Slot(std::span(values)) {}
  /// The values of a tensor.
  Slot(OutputView tensor)
      : c{tensor.dtype(), given(tensor.data<void>(), tensor.elementCount()),
          tensor.elementCount()} {}
  /// The values of a tensor.
  Slot(const Tensor &tensor) : Slot(tensor.view()) {}
  /// `count` elements of `dtype` from `data`. Null `data` is the content of the input's handle.
  Slot(rlx_dtype_t dtype, const void *data, size_t count) : c{dtype, data, count} {}
  /// The C form. Valid as long as this object.
  operator const rlx_slot_input_t &() const { return c; }

private:
  // A tensor without elements may have a null address, which would mean the handle.
  static const void *given(const void *data, size_t count) {
    static constexpr char none = 0;
    return data || count != 0 ? data : &none;
  }
  rlx_slot_input_t c;
};

/// A list of inputs or outputs that your program builds at run time or uses several times. Adding
/// may allocate; passing the list to a run does not. Names are copied. The tensors must outlive the
/// list's use.
class Arguments {
public:
  /// An empty list.
  Arguments() = default;
  Arguments(Arguments &&) noexcept = default;
  Arguments &operator=(Arguments &&) noexcept = default;

  /// Appends a tensor.
  Arguments &add(std::string name, const Tensor &tensor) {
    list.push_back(Named(names.emplace_back(std::move(name)), tensor));
    return *this;
  }
  /// Appends a view, as an input.
  Arguments &add(std::string name, OutputView tensor) {
    list.push_back(Named(names.emplace_back(std::move(name)), tensor));
    return *this;
  }
  /// Removes all entries.
  void clear() {
    list.clear();
    names.clear();
  }
  /// The number of entries.
  size_t size() const { return list.size(); }
  /// The C form. Valid until the list changes.
  operator std::span<const rlx_named_tensor_t>() const { return list; }
  /// The inputs of one run of Executable::runPipelined. Valid until the list changes.
  operator rlx_input_set_t() const { return {list.data(), list.size()}; }

private:
  std::list<std::string> names; // a list, so that names keep their addresses
  std::vector<rlx_named_tensor_t> list;
};

} // namespace rlx

#endif // RLX_TENSOR_HPP
