// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starting of a device, waiting for it, and errors.
//
// Contexts are per thread in the driver, so activate() precedes every other call.
#include "runtime/cuda/device/CudaContext.h"

#include <chrono>
#include <thread>

#include "runtime/base/StrCat.h"
#include "runtime/cuda/device/CudaBlock.h"
#include "runtime/cuda/device/CudaCommandPool.h"
#include "runtime/cuda/device/CudaModules.h"

namespace rlx::rt {

CudaContext::CudaContext(const CudaAPI &cuda, CudaOrdinal device, const DeviceProfile &profile)
    : GpuContext(profile), cuda(cuda), device(device) {
  // A copy takes longer than kernels take to read or write so little of the host's memory.
  constexpr uint64_t kMaxDirectInput = 4096, kMaxDirectResult = 65536;
  maxDirectInput = kMaxDirectInput;
  maxDirectResult = kMaxDirectResult;
  maxBytes = uint64_t(1) << 32; // indices of kernels have 32 bits
}

StatusOr<std::shared_ptr<CudaContext>> CudaContext::create(const CudaAPI &api, CudaOrdinal device,
                                                           const DeviceProfile &profile,
                                                           bool wasLost) {
  std::shared_ptr<CudaContext> result(new CudaContext(api, device, profile));
  RLX_RETURN_IF_ERROR(result->make(wasLost));
  return result;
}

Status CudaContext::make(bool wasLost) {
  const std::string doing = strCat("starting the device '", knownProfile.name, "'");
  // Errors of the reset are those of the context that is lost.
  if (wasLost)
    (void)cuda.cuDevicePrimaryCtxReset(device);
  RLX_CUDA_RETURN_IF_ERROR(cuda, cuda.cuDevicePrimaryCtxRetain(&context, device), doing);
  RLX_RETURN_IF_ERROR(activate());
  RLX_CUDA_RETURN_IF_ERROR(cuda, cuda.cuStreamCreate(&workStream, kCudaStreamNonBlocking), doing);
  return okStatus();
}

// The reset by the next start frees what a lost context has. The same handle is then that of the
// new context, so nothing may be released through it.
CudaContext::~CudaContext() {
  if (!context || isLost())
    return;
  if (workStream && cuda.cuCtxSetCurrent(context) == kCudaSuccess)
    (void)cuda.cuStreamDestroy(workStream);
  (void)cuda.cuDevicePrimaryCtxRelease(device);
}

Status CudaContext::activate() {
  RLX_RETURN_IF_ERROR(checkUsable());
  if (const CudaResult result = cuda.cuCtxSetCurrent(context); result != kCudaSuccess)
    return failure(result, "using");
  return okStatus();
}

Status CudaContext::failure(CudaResult result, std::string_view doing) {
  if (CudaAPI::losesContext(result))
    lost = true;
  return cuda.error(result, strCat(doing, " the device '", knownProfile.name, "'"));
}

Status CudaContext::waitFor(CudaHandle event) {
  using Clock = std::chrono::steady_clock;
  if (isHung()) // another wait has timed out already
    return notFinished();
  RLX_RETURN_IF_ERROR(activate());
  // To wake up takes tens of microseconds: much for short work, little for work longer than this.
  constexpr std::chrono::microseconds kSpin(2000), kSleep(50);
  const Clock::time_point begin = Clock::now();
  Clock::time_point end = begin + std::chrono::nanoseconds(kRunTimeoutNs);
  uint64_t before = waits.load(std::memory_order_relaxed);
  for (;;) {
    const CudaResult result = cuda.cuEventQuery(event);
    if (result == kCudaSuccess)
      break;
    if (result != kCudaNotReady)
      return failure(result, "waiting for");
    const Clock::time_point now = Clock::now();
    if (now - begin > kSpin)
      std::this_thread::sleep_for(kSleep);
    if (now < end)
      continue;
    // The stream runs work in order, also that of other executables. As long as other waits end,
    // this work is not hung.
    const uint64_t ended = waits.load(std::memory_order_relaxed);
    if (ended == before || isHung()) {
      lost = hung = true;
      return notFinished();
    }
    before = ended;
    end = now + std::chrono::nanoseconds(kRunTimeoutNs);
  }
  waits.fetch_add(1, std::memory_order_relaxed);
  return okStatus();
}

static std::shared_ptr<CudaContext> sharedOf(CudaContext &context) {
  return std::static_pointer_cast<CudaContext>(context.shared_from_this());
}

StatusOr<std::shared_ptr<GpuBlock>> CudaContext::allocateBlock(uint64_t bytes, MemoryKind kind) {
  RLX_ASSIGN_OR_RETURN(auto block, CudaBlock::create(sharedOf(*this), bytes, kind));
  return std::shared_ptr<GpuBlock>(std::move(block));
}

StatusOr<std::shared_ptr<const GpuKernels>> CudaContext::makeKernels(const Program &program,
                                                                     const KernelTable &table) {
  RLX_ASSIGN_OR_RETURN(auto made, CudaModules::create(sharedOf(*this), program, table));
  return std::shared_ptr<const GpuKernels>(std::move(made));
}

StatusOr<std::unique_ptr<GpuCommandPool>> CudaContext::makeCommandPool() {
  return std::unique_ptr<GpuCommandPool>(std::make_unique<CudaCommandPool>(sharedOf(*this)));
}

} // namespace rlx::rt
