// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Allocation of blocks, loading of kernels, and the errors of lost and hung devices.
//
// All blocks are numbered, in the order in which they are made.
#include "runtime/gpu/api/GpuContext.h"

#include <algorithm>

#include "runtime/base/ByteStream.h"
#include "runtime/base/StrCat.h"

namespace rlx::rt {

GpuBlock::GpuBlock(uint64_t size) : bytes(size) {
  static std::atomic<uint64_t> last{0};
  number = last.fetch_add(1, std::memory_order_relaxed) + 1;
}

StatusOr<std::shared_ptr<GpuBlock>> GpuContext::allocate(uint64_t bytes, MemoryKind kind,
                                                         std::string_view purpose) {
  if (bytes > maxBlockBytes())
    return outOfMemory(strCat("no memory for ", purpose, ": ", bytes, " bytes in one piece, but '",
                              profile().name, "' has at most ", maxBlockBytes()));
  const uint64_t rounded = alignUp(std::max<uint64_t>(bytes, 1), kBlockUnit);
  StatusOr<std::shared_ptr<GpuBlock>> block = allocateBlock(rounded, kind);
  if (!block.ok())
    return std::move(block).status().withContext(
        strCat("allocating ", rounded, " bytes for ", purpose));
  return block;
}

StatusOr<std::shared_ptr<const GpuKernels>> GpuContext::loadKernels(const Program &program,
                                                                    const KernelTable &table) {
  std::string missing;
  for (const Kernel &kernel : program.kernels)
    if (kernel.target == profile().target && !table.findCode(kernel.target, kernel.name))
      missing += strCat(missing.empty() ? "'" : ", '", kernel.name, "'");
  if (!missing.empty())
    return notFound(strCat("the kernel table has no code for ", missing));
  return makeKernels(program, table);
}

Status GpuContext::checkUsable() const {
  return isLost() ? unavailable(strCat("the device '", profile().name,
                                       "' was lost; load the model again to go on"))
                  : okStatus();
}

Status GpuContext::notFinished() const {
  return unavailable(strCat("the device '", profile().name, "' did not finish in ",
                            kRunTimeoutNs / 1'000'000'000,
                            " seconds; load the model again to go on"));
}

} // namespace rlx::rt
