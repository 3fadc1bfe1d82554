// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The CPU device: its features, its description, and executors with resolved kernels.
//
// The description has the CPU's model and the default number of threads.
#include "runtime/cpu/CPUDevice.h"

#include <fstream>

#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/cpu/CPUExecutor.h"
#include "runtime/cpu/CpuFeatures.h"
#include "runtime/cpu/Processors.h"

namespace rlx::rt {

bool CPUDevice::hasFeature(std::string_view feature) const {
  return hostHasCpuFeature(feature);
}

std::string CPUDevice::description() const {
  std::string model = "CPU";
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    const size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) {
      model = line.substr(colon + 2);
      break;
    }
  }
  return strCat(model, ", ", defaultThreads(), " threads");
}

StatusOr<std::unique_ptr<Executor>>
CPUDevice::createExecutor(std::shared_ptr<const Program> program, const KernelTable &kernels,
                          int64_t persistentBytes, const ExecutorOptions &options) {
  return catchAllocFailure([&]() -> StatusOr<std::unique_ptr<Executor>> {
    RLX_ASSIGN_OR_RETURN(HostCode code, findHostCode(*program, kernels, name(), options.threads));
    return std::unique_ptr<Executor>(
        new CPUExecutor(std::move(program), std::move(code), persistentBytes));
  });
}

} // namespace rlx::rt
