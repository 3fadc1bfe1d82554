// Resolves kernels to functions and makes executors.
#include "runtime/cpu/CPUDevice.h"

#include <fstream>

#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/cpu/CPUExecutor.h"
#include "runtime/cpu/Dispatch.h"

namespace rlx::rt {

std::string CPUDevice::description() const {
  std::string model = "CPU";
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    const size_t colon = line.find(": ");
    if (line.rfind("model name", 0) == 0 && colon != std::string::npos) {
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
    if (options.threads > kMaxThreads)
      return invalidArgument(
          strCat("thread count ", options.threads, " is more than the limit ", kMaxThreads));
    std::vector<rlx_kernel_fn> functions;
    std::string missing;
    for (const Kernel &kernel : program->kernels) {
      functions.push_back(kernels.findCPU(kernel.name));
      if (!functions.back())
        missing += strCat(missing.empty() ? "'" : ", '", kernel.name, "'");
    }
    if (!missing.empty())
      return notFound(strCat("the kernel table has no code for ", missing));
    const unsigned threads = options.threads ? options.threads : defaultThreads();
    return std::unique_ptr<Executor>(new CPUExecutor(std::move(program), std::move(functions),
                                                     kernels.owners(), persistentBytes, threads));
  });
}

} // namespace rlx::rt
