// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A GPU as a device of the registry: its context is started when it is needed, and again after a
// loss.
//
// A lost device is started again when the next executable is loaded. Executables of the lost device
// stay unusable and return Unavailable.
#ifndef RLX_RUNTIME_GPU_EXECUTOR_GPUDEVICE_H
#define RLX_RUNTIME_GPU_EXECUTOR_GPUDEVICE_H

#include <memory>
#include <mutex>
#include <string>

#include "runtime/device/Device.h"
#include "runtime/gpu/api/GpuContext.h"

namespace rlx::rt {

// Threads: any. The device is started with the first executor. All executors share its context.
class GpuDevice : public Device {
public:
  std::string_view name() const override { return uniqueName; }
  std::string_view model() const override { return profile().name; }
  std::string_view target() const override { return profile().target; }
  // Features and limits as in DeviceProfile::meets, and "cpu:FEATURE" for this machine's CPU.
  bool hasFeature(std::string_view feature) const override;
  std::string codegenProfile() const override;
  bool runsHostKernels() const override { return true; }
  StatusOr<std::unique_ptr<Executor>> createExecutor(std::shared_ptr<const Program> program,
                                                     const KernelTable &kernels,
                                                     int64_t persistentBytes,
                                                     const ExecutorOptions &options) override;
  // Takes effect when the device is next started.
  void setCacheFolder(const std::string &folder) override;

  virtual const DeviceProfile &profile() const = 0;

  // Treats the device as lost: all its runs fail, and later loads start it again. For tests.
  void giveUp();
  // The context in use; null before the first executor and after the device was lost.
  std::shared_ptr<GpuContext> current();

protected:
  // `name` is unique, such as "vulkan:0".
  GpuDevice(std::string name, std::string folder)
      : uniqueName(std::move(name)), cacheFolder(std::move(folder)) {}
  // Starts the device, with compiled code in `cacheFolder` (empty: none). One call at a time.
  virtual StatusOr<std::shared_ptr<GpuContext>> createContext(const std::string &folder) = 0;

private:
  StatusOr<std::shared_ptr<GpuContext>> start();

  std::string uniqueName, cacheFolder;
  std::mutex mutex;
  std::shared_ptr<GpuContext> context; // null until needed; replaced after a loss
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_GPU_EXECUTOR_GPUDEVICE_H
