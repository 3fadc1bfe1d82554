// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The CPU as a device: kernels are functions of this process, and threads come from the pool.
//
// It is always the first device of the registry, and the host of all others.
#ifndef RLX_RUNTIME_CPU_CPUDEVICE_H
#define RLX_RUNTIME_CPU_CPUDEVICE_H

#include "runtime/device/Device.h"

namespace rlx::rt {

// Threads: immutable; any thread. All executors share the pool. Clones that run at the same time
// take the threads that are idle.
class CPUDevice : public Device {
public:
  std::string_view name() const override { return "cpu"; }
  std::string_view target() const override { return "cpu"; }
  bool hasFeature(std::string_view feature) const override;
  std::string description() const override;
  StatusOr<std::unique_ptr<Executor>> createExecutor(std::shared_ptr<const Program> program,
                                                     const KernelTable &kernels,
                                                     int64_t persistentBytes,
                                                     const ExecutorOptions &options) override;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_CPU_CPUDEVICE_H
