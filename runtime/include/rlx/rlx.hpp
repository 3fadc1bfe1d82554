// RLX runtime: C++17 over the C API. Header only; owns handles, returns errors as values, throws
// nothing of its own. Ownership, threads and shapes are as in rlx.h.
//
//   rlx::StatusOr<rlx::Tensor> x = rlx::Tensor::create(RLX_F32, {1, 3});
//   if (!x.ok()) return report(x.status().message());
//   rlx::Status status = executable.run({{"x", *x}});
#ifndef RLX_RLX_HPP
#define RLX_RLX_HPP

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rlx/rlx.h"

namespace rlx {

namespace detail {
template <typename Handle, void (*Free)(Handle *)>
struct Deleter {
  void operator()(Handle *handle) const { Free(handle); }
};
template <typename Handle, void (*Free)(Handle *)>
using Owned = std::unique_ptr<Handle, Deleter<Handle, Free>>;
} // namespace detail

class [[nodiscard]] Status {
public:
  Status() = default;
  // Takes over `handle`; null is success.
  explicit Status(rlx_status_t *handle) : handle(handle) {}
  bool ok() const { return !handle; }
  rlx_status_code_t code() const { return rlx_status_get_code(handle.get()); }
  // "ok" on success. Lives as long as this object.
  const char *message() const { return rlx_status_get_message(handle.get()); }

private:
  detail::Owned<rlx_status_t, rlx_status_free> handle;
};

// A value, or the status that says why there is none. Dereference only after ok().
template <typename T>
class [[nodiscard]] StatusOr {
public:
  StatusOr(Status error) : error(std::move(error)) {}
  StatusOr(T value) : held(std::move(value)) {}
  bool ok() const { return held.has_value(); }
  const Status &status() const { return error; }
  T &operator*() & { return *held; }
  const T &operator*() const & { return *held; }
  T &&operator*() && { return std::move(*held); }
  T *operator->() { return &*held; }
  const T *operator->() const { return &*held; }

private:
  Status error;
  std::optional<T> held;
};

inline const char *version() {
  return rlx_version();
}

using Shape = std::vector<int64_t>;

class Tensor {
public:
  explicit Tensor(rlx_tensor_t *owned) : handle(owned) {}

  // Zeroed memory.
  static StatusOr<Tensor> create(rlx_dtype_t dtype, const Shape &shape) {
    rlx_tensor_t *made = nullptr;
    return take(rlx_tensor_create(dtype, shape.size(), shape.data(), &made), made);
  }
  // Uses `data`, which must outlive the tensor and every executable that adopted it.
  static StatusOr<Tensor> wrap(rlx_dtype_t dtype, const Shape &shape, void *data) {
    rlx_tensor_t *made = nullptr;
    return take(rlx_tensor_wrap(dtype, shape.size(), shape.data(), data, nullptr, nullptr, &made),
                made);
  }
  static StatusOr<Tensor> loadNpy(const std::string &path) {
    rlx_tensor_t *made = nullptr;
    return take(rlx_tensor_load_npy(path.c_str(), &made), made);
  }
  Status saveNpy(const std::string &path) const {
    return Status(rlx_tensor_save_npy(handle.get(), path.c_str()));
  }

  rlx_dtype_t dtype() const { return rlx_tensor_get_dtype(handle.get()); }
  Shape shape() const {
    const int64_t *dims = rlx_tensor_get_dims(handle.get());
    return Shape(dims, dims + rlx_tensor_get_rank(handle.get()));
  }
  size_t elementCount() const { return rlx_tensor_get_element_count(handle.get()); }
  size_t byteSize() const { return rlx_tensor_get_byte_size(handle.get()); }
  // T must be the C++ type of dtype().
  template <typename T>
  T *data() {
    return static_cast<T *>(rlx_tensor_get_data(handle.get()));
  }
  template <typename T>
  const T *data() const {
    return static_cast<const T *>(rlx_tensor_get_const_data(handle.get()));
  }
  rlx_tensor_t *get() const { return handle.get(); }

private:
  // By reference: the call that fills `made` is an argument too, and may be evaluated after it.
  static StatusOr<Tensor> take(rlx_status_t *status, rlx_tensor_t *&made) {
    if (status)
      return Status(status);
    return Tensor(made);
  }
  detail::Owned<rlx_tensor_t, rlx_tensor_free> handle;
};

// An output that lives in an executable: valid until its next run.
class OutputView {
public:
  explicit OutputView(const rlx_tensor_t *borrowed) : handle(borrowed) {}
  rlx_dtype_t dtype() const { return rlx_tensor_get_dtype(handle); }
  Shape shape() const {
    const int64_t *dims = rlx_tensor_get_dims(handle);
    return Shape(dims, dims + rlx_tensor_get_rank(handle));
  }
  size_t elementCount() const { return rlx_tensor_get_element_count(handle); }
  size_t byteSize() const { return rlx_tensor_get_byte_size(handle); }
  template <typename T>
  const T *data() const {
    return static_cast<const T *>(rlx_tensor_get_const_data(handle));
  }
  Status saveNpy(const std::string &path) const {
    return Status(rlx_tensor_save_npy(handle, path.c_str()));
  }

private:
  const rlx_tensor_t *handle;
};

struct Device {
  std::string name, description;
};

inline StatusOr<std::vector<Device>> listDevices() {
  rlx_device_list_t *list = nullptr;
  if (rlx_status_t *status = rlx_device_list_create(&list))
    return Status(status);
  detail::Owned<rlx_device_list_t, rlx_device_list_free> owned(list);
  std::vector<Device> devices;
  for (size_t i = 0; i < rlx_device_list_get_size(list); ++i)
    devices.push_back(
        {rlx_device_list_get_name(list, i), rlx_device_list_get_description(list, i)});
  return devices;
}

// One tensor of the signature. A dimension is -1 where `symbols` has its name or formula.
struct TensorInfo {
  std::string name;
  rlx_dtype_t dtype;
  Shape shape;
  std::vector<std::string> symbols; // empty text for static dimensions
};

class Executable {
public:
  explicit Executable(rlx_executable_t *owned) : handle(owned) {}
  // A package. `options` may be null.
  static StatusOr<Executable> load(const std::string &path,
                                   const rlx_load_options_t *options = nullptr) {
    rlx_executable_t *loaded = nullptr;
    if (rlx_status_t *status = rlx_executable_load(path.c_str(), options, &loaded))
      return Status(status);
    return Executable(loaded);
  }

  std::string name() const { return rlx_executable_get_name(handle.get()); }
  std::string device() const { return rlx_executable_get_device(handle.get()); }
  std::vector<TensorInfo> inputs() const { return signature(RLX_INPUT); }
  std::vector<TensorInfo> params() const { return signature(RLX_PARAM); }
  std::vector<TensorInfo> outputs() const { return signature(RLX_OUTPUT); }

  Status setParam(const std::string &name, const Tensor &value) {
    return Status(rlx_executable_set_param(handle.get(), name.c_str(), value.get()));
  }
  // From any element type, and from floats.
  Status setParamTyped(const std::string &name, const Tensor &value) {
    return Status(rlx_executable_set_param_typed(handle.get(), name.c_str(), value.get()));
  }
  Status setParamF32(const std::string &name, const std::vector<float> &values) {
    return Status(
        rlx_executable_set_param_f32(handle.get(), name.c_str(), values.data(), values.size()));
  }
  Status adoptParam(const std::string &name, Tensor value) {
    return Status(rlx_executable_adopt_param(handle.get(), name.c_str(), value.get()));
  }
  Status prepare() { return Status(rlx_executable_prepare(handle.get())); }

  struct Named {
    const char *name;
    const Tensor &tensor;
  };
  Status run(std::initializer_list<Named> inputs, std::initializer_list<Named> outputs = {}) {
    return run(handles(inputs), handles(outputs));
  }
  Status run(const std::vector<rlx_named_tensor_t> &inputs,
             const std::vector<rlx_named_tensor_t> &outputs = {}) {
    return Status(rlx_executable_run(handle.get(), inputs.data(), inputs.size(), outputs.data(),
                                     outputs.size()));
  }
  // With any element types on either side.
  Status runTyped(std::initializer_list<Named> inputs, std::initializer_list<Named> outputs = {}) {
    const std::vector<rlx_named_tensor_t> in = handles(inputs), out = handles(outputs);
    return Status(
        rlx_executable_run_typed(handle.get(), in.data(), in.size(), out.data(), out.size()));
  }
  struct NamedF32 {
    const char *name;
    const std::vector<float> &values;
  };
  // Floats in and out; one entry an output, in memory of the executable until its next run.
  StatusOr<std::vector<rlx_f32_values_t>> runF32(std::initializer_list<NamedF32> inputs) {
    std::vector<rlx_named_f32_t> list;
    for (const NamedF32 &named : inputs)
      list.push_back({named.name, named.values.data(), named.values.size()});
    const rlx_f32_values_t *results = nullptr;
    if (rlx_status_t *status =
            rlx_executable_run_f32(handle.get(), list.data(), list.size(), &results))
      return Status(status);
    return std::vector<rlx_f32_values_t>(
        results, results + rlx_executable_get_count(handle.get(), RLX_OUTPUT));
  }

  // Inputs that stay, and outputs that become them.
  Status bindHandle(const std::string &input, const Tensor &value) {
    return Status(rlx_executable_bind_handle(handle.get(), input.c_str(), value.get()));
  }
  Status unbindHandle(const std::string &input) {
    return Status(rlx_executable_unbind_handle(handle.get(), input.c_str()));
  }
  StatusOr<OutputView> readHandle(const std::string &input) {
    const rlx_tensor_t *content = nullptr;
    if (rlx_status_t *status = rlx_executable_read_handle(handle.get(), input.c_str(), &content))
      return Status(status);
    return OutputView(content);
  }
  Status setHandleFeed(const std::string &input, size_t output) {
    return Status(rlx_executable_set_handle_feed(handle.get(), input.c_str(), output));
  }
  Status clearHandleFeed(const std::string &input) {
    return Status(rlx_executable_clear_handle_feed(handle.get(), input.c_str()));
  }

  StatusOr<OutputView> output(size_t index) {
    const rlx_tensor_t *tensor = nullptr;
    if (rlx_status_t *status = rlx_executable_get_output(handle.get(), index, &tensor))
      return Status(status);
    return OutputView(tensor);
  }
  StatusOr<Executable> clone() {
    rlx_executable_t *copy = nullptr;
    if (rlx_status_t *status = rlx_executable_clone(handle.get(), &copy))
      return Status(status);
    return Executable(copy);
  }
  rlx_executable_t *get() const { return handle.get(); }

private:
  static std::vector<rlx_named_tensor_t> handles(std::initializer_list<Named> tensors) {
    std::vector<rlx_named_tensor_t> result;
    for (const Named &named : tensors)
      result.push_back({named.name, named.tensor.get()});
    return result;
  }
  std::vector<TensorInfo> signature(rlx_role_t role) const {
    std::vector<TensorInfo> result;
    for (size_t i = 0; i < rlx_executable_get_count(handle.get(), role); ++i) {
      TensorInfo info{rlx_executable_get_tensor_name(handle.get(), role, i),
                      rlx_executable_get_tensor_dtype(handle.get(), role, i),
                      {},
                      {}};
      for (size_t d = 0; d < rlx_executable_get_tensor_rank(handle.get(), role, i); ++d) {
        const char *symbol = rlx_executable_get_tensor_dim_symbol(handle.get(), role, i, d);
        info.shape.push_back(rlx_executable_get_tensor_dim(handle.get(), role, i, d));
        info.symbols.push_back(symbol ? symbol : "");
      }
      result.push_back(std::move(info));
    }
    return result;
  }
  detail::Owned<rlx_executable_t, rlx_executable_free> handle;
};

} // namespace rlx

#endif // RLX_RLX_HPP
