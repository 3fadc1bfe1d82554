// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of host kernels: resolves names at load, and decides per dispatch whether threads are worth
// it.
//
// Scratch memory has one aligned part per thread.
#include "runtime/cpu/HostKernels.h"

#include <algorithm>
#include <cstring>

#include "runtime/base/MappedFile.h"
#include "runtime/base/Overlap.h"
#include "runtime/base/StrCat.h"
#include "runtime/cpu/Dispatch.h"
#include "runtime/cpu/ImageKernels.h"
#include "runtime/cpu/Processors.h"
#include "runtime/cpu/StringKernels.h"
#include "runtime/program/model/KernelError.h"

namespace rlx::rt {

StatusOr<HostCode> findHostCode(const Program &program, const KernelTable &kernels,
                                std::string_view device, unsigned threads) {
  if (threads > kMaxThreads)
    return invalidArgument(
        strCat("thread count ", threads, " is more than the limit ", kMaxThreads));
  HostCode code;
  std::string missing, missingUser;
  auto append = [](std::string &list, std::string_view name) {
    list += strCat(list.empty() ? "'" : ", '", name, "'");
  };
  for (const Kernel &kernel : program.kernels) {
    const bool isOurs = kernel.target == "cpu";
    UserKernel user;
    if (kernel.user && kernel.user->name.starts_with(kBuiltInPrefix)) {
      const bool isForImages = kernel.user->name.starts_with(kImagePrefix);
      RLX_ASSIGN_OR_RETURN(user, isForImages ? makeImageKernel(*kernel.user)
                                             : makeStringKernel(*kernel.user));
    } else if (const UserKernel *own =
                   kernel.user ? kernels.findUser(kernel.user->name) : nullptr) {
      user = *own;
    }
    code.functions.push_back(kernel.user || !isOurs ? nullptr : kernels.findCPU(kernel.name));
    code.userKernels.push_back(user);
    if (!isOurs)
      continue;
    if (kernel.user && !user)
      append(missingUser, kernel.user->name);
    else if (!kernel.user && !code.functions.back())
      append(missing, kernel.name);
  }
  if (!missing.empty())
    return notFound(strCat("the kernel table has no code for ", missing));
  if (!missingUser.empty())
    return notFound(strCat("rlx.custom needs kernels that the user has not registered for the ",
                           "device '", device, "': ", missingUser));
  code.owners = kernels.owners();
  code.bytes = kernels.codeBytes();
  code.threads = threads ? threads : defaultThreads();
  return code;
}

HostKernels::HostKernels(const Program &loaded, HostCode code)
    : program(loaded), hostCode(std::move(code)), userCalls(loaded, hostCode.userKernels) {}

// Bytes between the scratch of two threads, rounded up to the alignment.
static bool strideOf(const Plan &plan, int64_t &stride) {
  if (__builtin_add_overflow(plan.workspaceBytes, int64_t(kBufferAlignment - 1), &stride))
    return false;
  stride -= stride % int64_t(kBufferAlignment);
  return true;
}

Status HostKernels::reserve(const Plan &plan) {
  int64_t stride;
  const auto threads = int64_t(hostCode.threads);
  if (!strideOf(plan, stride) || stride > INT64_MAX / threads ||
      !workspace.reserve(static_cast<size_t>(stride * threads)))
    return outOfMemory(strCat("no memory for ", plan.workspaceBytes,
                              " bytes of scratch for each of ", threads, " threads"));
  return okStatus();
}

// Workgroups read one part of their operands after the other, as a rule. If they do not, pages that
// are needed again come from the system's cache of the file.
static uint64_t workgroupsBetweenDrops(uint64_t workgroups,
                                       std::span<const std::span<const uint8_t>> readLast) {
  constexpr uint64_t kBytesBetweenDrops = 4 << 20;
  uint64_t bytes = 0;
  for (const std::span<const uint8_t> memory : readLast)
    bytes += memory.size();
  return std::max<uint64_t>(workgroups / (bytes / kBytesBetweenDrops + 1), 1);
}

Status HostKernels::run(const Command &command, const BoundCommand &bound, const Plan &plan,
                        void *const *arguments, unsigned &threadsUsed,
                        std::span<const std::span<const uint8_t>> readLast) {
  // Below this estimate, one thread is faster than waking the others.
  constexpr int64_t kParallelCostNs = 3000;
  const int64_t *const dims = plan.dims.data() + bound.dimsBegin;
  threadsUsed = 1;
  if (program.kernels[command.kernel].user)
    return userCalls.call(command, arguments, dims);
  int64_t stride = 0;
  strideOf(plan, stride); // reserve() has checked for overflow
  DispatchWork work{hostCode.functions[command.kernel],
                    arguments,
                    dims,
                    bound.grid,
                    bound.workgroups,
                    command.workspace.code.empty() ? nullptr : workspace.data(),
                    static_cast<size_t>(stride)};
  if (hostCode.threads > 1 && bound.workgroups > 1 && bound.costNs >= kParallelCostNs)
    threadsUsed = hostCode.threads;
  const uint64_t each = workgroupsBetweenDrops(bound.workgroups, readLast);
  int32_t error = 0;
  for (; work.first < bound.workgroups && !error; work.first += each) {
    work.workgroups = std::min(each, bound.workgroups - work.first);
    error = threadsUsed > 1 ? runParallel(work, threadsUsed) : runSerial(work);
    for (const std::span<const uint8_t> memory : readLast)
      MappedFile::dropPages(memory);
  }
  return error ? kernelError(program, command, error, plan.values) : okStatus();
}

static constexpr size_t kCopyBytes = 256 << 10; // of a workgroup

static int32_t copyPart(const rlx_kernel_args *args, uint32_t x, uint32_t, uint32_t) {
  const auto begin = size_t(x) * kCopyBytes, size = static_cast<size_t>(args->dims[0]);
  std::memcpy(static_cast<std::byte *>(args->buffers[1]) + begin,
              static_cast<const std::byte *>(args->buffers[0]) + begin,
              std::min(kCopyBytes, size - begin));
  return RLX_KERNEL_OK;
}

unsigned HostKernels::copy(const void *from, void *to, size_t size) const {
  // One core does not reach the bandwidth of memory. Smaller copies are done before others wake.
  constexpr size_t kMinParallelBytes = 1 << 20;
  const uint64_t parts = (size + kCopyBytes - 1) / kCopyBytes;
  if (hostCode.threads == 1 || size < kMinParallelBytes || parts > UINT32_MAX ||
      overlap(from, static_cast<int64_t>(size), to, static_cast<int64_t>(size))) {
    if (size != 0)
      std::memmove(to, from, size);
    return 1;
  }
  void *const buffers[] = {const_cast<void *>(from), to};
  const auto bytes = static_cast<int64_t>(size);
  runParallel({copyPart, buffers, &bytes, {static_cast<uint32_t>(parts), 1, 1}, parts, nullptr, 0},
              hostCode.threads);
  return hostCode.threads;
}

} // namespace rlx::rt
