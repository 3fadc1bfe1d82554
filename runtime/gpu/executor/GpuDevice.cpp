// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starting of a GPU, again after a loss.
//
// One context is shared by all executors until the device is lost.
#include "runtime/gpu/executor/GpuDevice.h"

#include "runtime/base/NoThrow.h"
#include "runtime/cpu/CpuFeatures.h"
#include "runtime/device/ProfileJson.h"
#include "runtime/gpu/executor/GpuExecutor.h"

namespace rlx::rt {

bool GpuDevice::hasFeature(std::string_view feature) const {
  constexpr std::string_view kHost = "cpu:";
  return feature.starts_with(kHost) ? hostHasCpuFeature(feature.substr(kHost.size()))
                                    : profile().meets(feature);
}

std::string GpuDevice::codegenProfile() const {
  return profileJson(profile());
}

StatusOr<std::shared_ptr<GpuContext>> GpuDevice::start() {
  std::lock_guard lock(mutex);
  if (context && !context->isLost())
    return context;
  RLX_ASSIGN_OR_RETURN(context, createContext(cacheFolder));
  return context;
}

void GpuDevice::setCacheFolder(const std::string &folder) {
  std::lock_guard lock(mutex);
  cacheFolder = folder;
}

std::shared_ptr<GpuContext> GpuDevice::current() {
  std::lock_guard lock(mutex);
  return context && !context->isLost() ? context : nullptr;
}

void GpuDevice::giveUp() {
  std::lock_guard lock(mutex);
  if (context)
    context->giveUp();
}

StatusOr<std::unique_ptr<Executor>>
GpuDevice::createExecutor(std::shared_ptr<const Program> program, const KernelTable &kernels,
                          int64_t persistentBytes, const ExecutorOptions &options) {
  return catchAllocFailure([&]() -> StatusOr<std::unique_ptr<Executor>> {
    RLX_ASSIGN_OR_RETURN(std::shared_ptr<GpuContext> running, start());
    return GpuExecutor::create(std::move(running), std::move(program), kernels, persistentBytes,
                               options);
  });
}

} // namespace rlx::rt
