// The CPU as a device: kernels are functions of this process, threads come from libomp.
#ifndef RLX_RUNTIME_CPU_CPUDEVICE_H
#define RLX_RUNTIME_CPU_CPUDEVICE_H

#include "runtime/device/Device.h"

namespace rlx::rt {

// Threads: immutable, any thread. All executors share libomp's threads. libomp keeps a team for
// every thread that starts parallel work: clones that run at the same time should be loaded with
// as many threads each as leaves the machine not oversubscribed.
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
