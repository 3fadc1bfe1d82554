// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads libcuda.so.1 and looks its functions up.
//
// A missing function is NotFound, and the message names it.
#include "runtime/cuda/api/CudaAPI.h"

#include <algorithm>
#include <dlfcn.h>
#include <iterator>

#include "runtime/base/StrCat.h"

namespace rlx::rt {

namespace {

// Drivers from CUDA 12.1 on read the PTX that is generated.
constexpr int kMinVersion = 12010;

std::string versionText(int version) {
  return strCat(version / 1000, ".", version % 1000 / 10);
}

StatusOr<CudaAPI> load() {
  // Never closed: the driver's threads would run unmapped code.
  void *const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return notFound(strCat("NVIDIA's driver cannot be loaded: ", dlerror()));
  CudaAPI api;
#define RLX_CUDA_FIND(NAME, SYMBOL, PARAMETERS)                                                    \
  api.NAME = reinterpret_cast<decltype(api.NAME)>(dlsym(library, SYMBOL));                         \
  if (!api.NAME)                                                                                   \
    return notFound("libcuda.so.1 has no function " SYMBOL "; a driver of CUDA 12.1 or later is "  \
                    "needed");
  RLX_CUDA_FUNCTIONS(RLX_CUDA_FIND)
#undef RLX_CUDA_FIND
  if (const CudaResult result = api.cuInit(0); result != kCudaSuccess)
    return notFound(api.error(result, "NVIDIA's driver does not start").message());
  int version = 0;
  if (api.cuDriverGetVersion(&version) != kCudaSuccess || version < kMinVersion)
    return notFound(strCat("NVIDIA's driver is of CUDA ", versionText(version), ", at least ",
                           versionText(kMinVersion), " is needed"));
  return api;
}

} // namespace

StatusOr<const CudaAPI *> CudaAPI::get() {
  static const auto *const loaded = new StatusOr<CudaAPI>(load());
  if (!loaded->ok())
    return loaded->status().copy();
  return &**loaded;
}

// Errors of the context itself. Other errors, of one launch or call, leave it usable.
bool CudaAPI::losesContext(CudaResult result) {
  // No driver, no device, memory faults of the hardware, faults and time-outs of kernels.
  constexpr CudaResult kLosses[] = {4,   46,  214, 220, 226, 700, 702, 709,
                                    710, 714, 715, 716, 717, 718, 719};
  return std::ranges::find(kLosses, result) != std::end(kLosses);
}

Status CudaAPI::error(CudaResult result, std::string_view what, std::source_location where) const {
  const char *name = nullptr, *text = nullptr;
  if (cuGetErrorName(result, &name) != kCudaSuccess || !name)
    name = "an unknown error";
  if (cuGetErrorString(result, &text) != kCudaSuccess || !text)
    text = "no description";
  const std::string message = strCat(what, ": ", name, " (", text, ")");
  if (result == kCudaOutOfMemory)
    return outOfMemory(message, where);
  if (losesContext(result))
    return unavailable(strCat(message, "; load the model again to go on"), where);
  return internalError(message, where);
}

} // namespace rlx::rt
