// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C API: load options, and loading of packages.
//
// User kernels are copied into each executable's table, so options may be freed after loading.
#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/capi/Handles.h"
#include "runtime/capi/UserKernels.h"
#include "runtime/cpu/Processors.h"
#include "runtime/device/DeviceRegistry.h"
#include "runtime/package/Package.h"

using namespace rlx;

struct rlx_load_options {
  rt::LoadOptions load;
  capi::UserKernels kernels;
};

namespace {

// Runs `body`, which returns a Status, and catches its exceptions.
template <typename Body>
rlx_status_t *guarded(Body &&body) noexcept {
  return capi::wrap(rt::catchAllocFailure(std::forward<Body>(body)));
}

rt::StatusOr<std::unique_ptr<rt::Executable>> load(const char *path,
                                                   const rlx_load_options_t *options) {
  rt::KernelTable kernels;
  if (options)
    for (const auto &[name, kernel] : options->kernels)
      RLX_RETURN_IF_ERROR(kernels.addUser(name, kernel));
  return rt::loadPackage(path, options ? options->load : rt::LoadOptions(), std::move(kernels));
}

} // namespace

extern "C" {

rlx_status_t *rlx_load_options_create(rlx_load_options_t **options) {
  if (!options)
    return capi::nullArgument("options");
  return guarded([&]() -> rt::Status {
    *options = new rlx_load_options();
    return rt::okStatus();
  });
}

void rlx_load_options_free(rlx_load_options_t *options) {
  delete options;
}

rlx_status_t *rlx_load_options_set_device(rlx_load_options_t *options, const char *device) {
  if (!options || !device)
    return capi::nullArgument(options ? "device" : "options");
  return guarded([&]() -> rt::Status {
    RLX_RETURN_IF_ERROR(rt::DeviceRegistry::get().find(device).status());
    options->load.device = device;
    return rt::okStatus();
  });
}

rlx_status_t *rlx_load_options_set_strict(rlx_load_options_t *options, int enabled) {
  if (!options)
    return capi::nullArgument("options");
  options->load.strict = enabled != 0;
  return nullptr;
}

rlx_status_t *rlx_load_options_set_threads(rlx_load_options_t *options, uint32_t threads) {
  if (!options)
    return capi::nullArgument("options");
  return guarded([&]() -> rt::Status {
    if (threads > rt::kMaxThreads)
      return rt::invalidArgument(
          rt::strCat("expected at most ", rt::kMaxThreads, " threads, got ", threads));
    options->load.threads = threads;
    return rt::okStatus();
  });
}

rlx_status_t *rlx_load_options_add_kernel(rlx_load_options_t *options, const char *name,
                                          rlx_kernel_fn_t function, void *context) {
  if (!options || !name || !function)
    return capi::nullArgument(!options ? "options" : name ? "function" : "name");
  return guarded([&] { return capi::addUserKernel(options->kernels, name, function, context); });
}

rlx_status_t *rlx_executable_load(const char *path, const rlx_load_options_t *options,
                                  rlx_executable_t **executable) {
  if (!path || !executable)
    return capi::nullArgument(path ? "executable" : "path");
  auto loaded = rt::catchAllocFailure([&] { return load(path, options); });
  if (!loaded.ok())
    return capi::wrap(std::move(loaded).status());
  return capi::wrap(std::move(*loaded), executable);
}

} // extern "C"
