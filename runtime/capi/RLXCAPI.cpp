// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C API: status, tensors and devices. Checks pointers, catches exceptions, and forwards to the
// runtime.
//
// Static assertions keep the enums of both sides equal.
#include "runtime/base/DType.h"
#include "runtime/base/NoThrow.h"
#include "runtime/base/StatusText.h"
#include "runtime/base/StrCat.h"
#include "runtime/base/Version.h"
#include "runtime/capi/Handles.h"
#include "runtime/device/DeviceRegistry.h"
#include "runtime/tensor/Npy.h"

#include <cstddef>
#include <cstring>
#include <span>

using namespace rlx;

// The enums of rlx.h repeat the runtime's numbers, so that C needs no other header.
static_assert(int(rt::DType::Bool) == RLX_BOOL && int(rt::DType::F64) == RLX_F64 &&
              int(rt::DType::C64) == RLX_C64 && int(rt::DType::C128) == RLX_C128 &&
              int(rt::DType::BF16) == RLX_BF16 && int(rt::DType::U64) == RLX_U64 &&
              int(rt::DType::F8E4M3FN) == RLX_F8E4M3FN && int(rt::DType::U2) == RLX_U2 &&
              int(rt::DType::String) == RLX_STRING);
static_assert(sizeof(rt::StringElement) == sizeof(rlx_string_t) &&
              offsetof(rt::StringElement, data) == offsetof(rlx_string_t, data) &&
              offsetof(rt::StringElement, size) == offsetof(rlx_string_t, size));
static_assert(int(rt::StatusCode::Internal) == RLX_INTERNAL &&
              int(rt::StatusCode::Unavailable) == RLX_UNAVAILABLE &&
              int(rt::StatusCode::Unsupported) == RLX_UNSUPPORTED &&
              int(rt::StatusCode::FailedPrecondition) == RLX_FAILED_PRECONDITION);

// Returned if there is no memory for a status. Its text is short enough not to allocate; it is
// never freed.
static rlx_status *outOfMemoryHandle() noexcept {
  static rlx_status status{RLX_OUT_OF_MEMORY, "out of memory", 0, {}};
  return &status;
}

namespace rlx::capi {

rlx_status_t *wrap(rt::Status status) noexcept {
  if (status.ok())
    return nullptr;
  try {
    std::string message = status.toString();
    const size_t textBegin = message.size() - rt::statusText(status).size();
    return new rlx_status{static_cast<rlx_status_code_t>(status.code()), std::move(message),
                          textBegin, std::string(status.place())};
  } catch (const std::bad_alloc &) {
    return outOfMemoryHandle();
  }
}

rlx_status_t *wrap(rt::Tensor tensor, rlx_tensor_t **handle) noexcept {
  auto *made = new (std::nothrow) rlx_tensor{std::move(tensor)};
  if (!made)
    return outOfMemoryHandle();
  *handle = made;
  return nullptr;
}

rt::Tensor &unwrap(rlx_tensor_t *handle) noexcept {
  return handle->tensor;
}
const rt::Tensor &unwrap(const rlx_tensor_t *handle) noexcept {
  return handle->tensor;
}

} // namespace rlx::capi

static rlx_status_t *wrapTensor(rt::StatusOr<rt::Tensor> tensor, rlx_tensor_t **handle) {
  if (!tensor.ok())
    return capi::wrap(std::move(tensor).status());
  return capi::wrap(std::move(*tensor), handle);
}

extern "C" {

const char *rlx_version(void) {
  return rlx::rt::versionText();
}

rlx_status_code_t rlx_status_get_code(const rlx_status_t *status) {
  return status ? status->code : RLX_OK;
}

const char *rlx_status_get_message(const rlx_status_t *status) {
  return status ? status->message.c_str() : "ok";
}

const char *rlx_status_get_text(const rlx_status_t *status) {
  return status ? status->message.c_str() + status->textBegin : "ok";
}

const char *rlx_status_get_place(const rlx_status_t *status) {
  return status && !status->place.empty() ? status->place.c_str() : nullptr;
}

rlx_status_t *rlx_status_create(rlx_status_code_t code, const char *message) {
  const int number = capi::numberOf(code);
  if (number == RLX_OK)
    return nullptr;
  const bool known = number > RLX_OK && number <= RLX_UNAVAILABLE;
  return capi::wrap(rt::catchAllocFailure([&] {
    return rt::Status(known ? static_cast<rt::StatusCode>(number) : rt::StatusCode::Internal,
                      message ? message : "");
  }));
}

void rlx_status_free(rlx_status_t *status) {
  if (status != outOfMemoryHandle())
    delete status;
}

size_t rlx_dtype_size(rlx_dtype_t dtype) {
  return rt::byteSize(capi::toDType(capi::numberOf(dtype)));
}

const char *rlx_dtype_name(rlx_dtype_t dtype) {
  // The views are of string literals, which end in NUL.
  return rt::name(capi::toDType(capi::numberOf(dtype))).data();
}

rlx_status_t *rlx_tensor_create(rlx_dtype_t dtype, size_t rank, const int64_t *dims,
                                rlx_tensor_t **tensor) {
  if (!tensor || (!dims && rank))
    return capi::nullArgument(tensor ? "dims" : "tensor");
  const int number = capi::numberOf(dtype);
  if (!capi::isDType(number))
    return capi::wrap(rt::catchAllocFailure([&] { return capi::checkDType(number); }));
  auto made = rt::Tensor::allocate(capi::toDType(number), {dims, rank});
  if (made.ok() && made->bytes())
    std::memset(made->data(), 0, made->bytes());
  return wrapTensor(std::move(made), tensor);
}

rlx_status_t *rlx_tensor_wrap(rlx_dtype_t dtype, size_t rank, const int64_t *dims, void *data,
                              void (*release)(void *), void *context, rlx_tensor_t **tensor) {
  std::shared_ptr<void> keepAlive;
  if (release) {
    // Calls release(context) in every case, also if allocating the owner fails.
    rt::Status status = rt::catchAllocFailure([&]() -> rt::Status {
      keepAlive = std::shared_ptr<void>(context, [release](void *owned) { release(owned); });
      return rt::okStatus();
    });
    if (!status.ok())
      return capi::wrap(std::move(status));
  }
  if (!tensor || (!dims && rank))
    return capi::nullArgument(tensor ? "dims" : "tensor");
  const int number = capi::numberOf(dtype);
  if (!capi::isDType(number))
    return capi::wrap(rt::catchAllocFailure([&] { return capi::checkDType(number); }));
  return wrapTensor(
      rt::Tensor::wrap(capi::toDType(number), {dims, rank}, data, std::move(keepAlive)), tensor);
}

rlx_status_t *rlx_tensor_load_npy(const char *path, rlx_tensor_t **tensor) {
  if (!path || !tensor)
    return capi::nullArgument(path ? "tensor" : "path");
  return wrapTensor(rt::catchAllocFailure([&] { return rt::readNpy(path); }), tensor);
}

rlx_status_t *rlx_tensor_save_npy(const rlx_tensor_t *tensor, const char *path) {
  if (!path || !tensor)
    return capi::nullArgument(path ? "tensor" : "path");
  return capi::wrap(
      rt::catchAllocFailure([&] { return rt::writeNpy(path, tensor->tensor.view()); }));
}

void rlx_tensor_free(rlx_tensor_t *tensor) {
  delete tensor;
}

rlx_dtype_t rlx_tensor_get_dtype(const rlx_tensor_t *tensor) {
  return tensor ? static_cast<rlx_dtype_t>(tensor->tensor.dtype()) : RLX_INVALID_DTYPE;
}
size_t rlx_tensor_get_rank(const rlx_tensor_t *tensor) {
  return tensor ? tensor->tensor.rank() : 0;
}
const int64_t *rlx_tensor_get_dims(const rlx_tensor_t *tensor) {
  return tensor ? tensor->tensor.shape().data() : nullptr;
}
size_t rlx_tensor_get_element_count(const rlx_tensor_t *tensor) {
  return tensor ? static_cast<size_t>(tensor->tensor.elements()) : 0;
}
size_t rlx_tensor_get_byte_size(const rlx_tensor_t *tensor) {
  return tensor ? tensor->tensor.bytes() : 0;
}
void *rlx_tensor_get_data(rlx_tensor_t *tensor) {
  return tensor ? tensor->tensor.data() : nullptr;
}
const void *rlx_tensor_get_const_data(const rlx_tensor_t *tensor) {
  return tensor ? tensor->tensor.data() : nullptr;
}

rlx_status_t *rlx_device_list_create(rlx_device_list_t **list) {
  if (!list)
    return capi::nullArgument("list");
  return capi::wrap(rt::catchAllocFailure([&]() -> rt::Status {
    auto made = std::make_unique<rlx_device_list>();
    for (const rt::Device *device : rt::DeviceRegistry::get().all())
      made->entries.push_back({std::string(device->name()), device->description()});
    *list = made.release();
    return rt::okStatus();
  }));
}

size_t rlx_device_list_get_size(const rlx_device_list_t *list) {
  return list ? list->entries.size() : 0;
}
const char *rlx_device_list_get_name(const rlx_device_list_t *list, size_t index) {
  return list && index < list->entries.size() ? list->entries[index].name.c_str() : nullptr;
}
const char *rlx_device_list_get_description(const rlx_device_list_t *list, size_t index) {
  return list && index < list->entries.size() ? list->entries[index].description.c_str() : nullptr;
}
void rlx_device_list_free(rlx_device_list_t *list) {
  delete list;
}

rlx_status_t *rlx_set_pipeline_cache(const char *folder) {
  return capi::wrap(rt::catchAllocFailure([&]() -> rt::Status {
    if (folder && !*folder)
      return rt::invalidArgument("the name of the folder for pipelines is empty");
    rt::DeviceRegistry::get().setCacheFolder(folder ? folder : "");
    return rt::okStatus();
  }));
}

} // extern "C"
