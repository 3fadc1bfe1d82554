// Resolves kernels to functions and makes executors.
#include "runtime/cpu/CPUDevice.h"

#include <fstream>

#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/cpu/CPUExecutor.h"
#include "runtime/cpu/CpuFeatures.h"
#include "runtime/cpu/Dispatch.h"

namespace rlx::rt {

bool CPUDevice::hasFeature(std::string_view feature) const {
  return hostHasCpuFeature(feature);
}

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
    std::vector<UserKernel> userKernels;
    std::string missing, missingUser;
    auto append = [](std::string &list, std::string_view name) {
      list += strCat(list.empty() ? "'" : ", '", name, "'");
    };
    for (const Kernel &kernel : program->kernels) {
      const UserKernel *user = kernel.user ? kernels.findUser(kernel.user->name) : nullptr;
      functions.push_back(kernel.user ? nullptr : kernels.findCPU(kernel.name));
      userKernels.push_back(user ? *user : UserKernel());
      if (kernel.user && !user)
        append(missingUser, kernel.user->name);
      else if (!kernel.user && !functions.back())
        append(missing, kernel.name);
    }
    if (!missing.empty())
      return notFound(strCat("the kernel table has no code for ", missing));
    if (!missingUser.empty())
      return notFound(strCat("rlx.custom needs kernels that the user has not registered for the ",
                             "device '", name(), "': ", missingUser));
    const unsigned threads = options.threads ? options.threads : defaultThreads();
    return std::unique_ptr<Executor>(
        new CPUExecutor(std::move(program), std::move(functions), std::move(userKernels),
                        kernels.owners(), kernels.codeBytes(), persistentBytes, threads));
  });
}

} // namespace rlx::rt
