// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loading of kernels, on several threads.
//
// The driver takes about 30 ms for one that it has not compiled before. An error of the driver's
// compiler is passed on with its log.
#include "runtime/cuda/device/CudaModules.h"

#include <bit>

#include "runtime/base/StrCat.h"
#include "runtime/cuda/kernel/CudaImage.h"

namespace rlx::rt {

StatusOr<std::shared_ptr<const CudaModules>>
CudaModules::create(std::shared_ptr<CudaContext> context, const Program &program,
                    const KernelTable &table) {
  std::shared_ptr<CudaModules> result(new CudaModules(std::move(context)));
  result->functions.resize(program.kernels.size());
  result->modules.resize(program.kernels.size());
  RLX_RETURN_IF_ERROR(forEachKernel(program, result->context->profile(), [&](uint32_t i) {
    return result->load(*findCudaKernel(table, program.kernels[i].name), result->functions[i],
                        result->modules[i]);
  }));
  return std::shared_ptr<const CudaModules>(std::move(result));
}

CudaModules::~CudaModules() {
  const CudaAPI &cuda = context->api();
  if (context->isLost() || cuda.cuCtxSetCurrent(context->handle()) != kCudaSuccess)
    return;
  for (const CudaHandle module : modules)
    if (module)
      (void)cuda.cuModuleUnload(module);
}

Status CudaModules::load(const CudaKernel &kernel, CudaFunction &into, CudaHandle &module) {
  const CudaAPI &cuda = context->api();
  RLX_RETURN_IF_ERROR(context->activate());
  char log[1024] = "";
  int options[] = {kCudaJitErrorLog, kCudaJitErrorLogBytes};
  void *values[] = {log, std::bit_cast<void *>(sizeof(log))};
  const std::string_view what = "loading code for";
  if (const CudaResult result =
          cuda.cuModuleLoadDataEx(&module, kernel.ptx.c_str(), 2, options, values);
      result != kCudaSuccess) {
    log[sizeof(log) - 1] = '\0';
    Status status = context->failure(result, what);
    if (log[0])
      return std::move(status).withContext(log);
    return status;
  }
  CudaHandle function = nullptr;
  if (const CudaResult result = cuda.cuModuleGetFunction(&function, module, kCudaEntry);
      result != kCudaSuccess)
    return context->failure(result, what);
  int threads = 0;
  if (const CudaResult result =
          cuda.cuFuncGetAttribute(&threads, kCudaFunctionMaxThreads, function);
      result != kCudaSuccess)
    return context->failure(result, what);
  if (static_cast<unsigned>(threads) < kernel.threads)
    return unsupported(strCat("kernel '", kernel.name, "' has blocks of ", kernel.threads,
                              " threads, but '", context->profile().name, "' runs at most ",
                              threads, " of it"));
  if (kernel.sharedBytes)
    if (const CudaResult result = cuda.cuFuncSetAttribute(function, kCudaFunctionDynamicShared,
                                                          static_cast<int>(kernel.sharedBytes));
        result != kCudaSuccess)
      return context->failure(result, what);
  static_cast<KernelBindings &>(into) = kernel;
  into.name = kernel.name;
  into.readsOperand = kernel.reads;
  into.threads = kernel.threads;
  into.sharedBytes = kernel.sharedBytes;
  into.maps = kernel.maps;
  into.function = function;
  return okStatus();
}

} // namespace rlx::rt
