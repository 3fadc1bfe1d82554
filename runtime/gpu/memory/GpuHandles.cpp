// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Allocation and copies of handle contents, with counters of the transfers.
//
// Transfers go through the executor's staging buffer.
#include "runtime/gpu/memory/GpuHandles.h"

#include <cstring>

#include "runtime/base/NoThrow.h"

namespace rlx::rt {

static void add(std::atomic<uint64_t> &counter, uint64_t by) {
  counter.fetch_add(by, std::memory_order_relaxed);
}

void GpuCounts::upload(uint64_t bytes) {
  add(uploads, 1);
  add(uploadedBytes, bytes);
}

void GpuCounts::read(uint64_t bytes) {
  add(reads, 1);
  add(readBytes, bytes);
}

void GpuCounts::start() {
  add(submissions, 1);
  const uint64_t now = inFlight.fetch_add(1, std::memory_order_relaxed) + 1;
  uint64_t most = maxInFlight.load(std::memory_order_relaxed);
  while (now > most && !maxInFlight.compare_exchange_weak(most, now, std::memory_order_relaxed)) {
  }
}

DeviceUse GpuCounts::values() const {
  const auto get = [](const std::atomic<uint64_t> &counter) {
    return counter.load(std::memory_order_relaxed);
  };
  return {get(uploads),     get(uploadedBytes), get(reads),      get(readBytes),
          get(submissions), get(recordings),    get(maxInFlight)};
}

StatusOr<std::unique_ptr<DeviceBuffer>> GpuHandleMemory::allocate(int64_t bytes) {
  return catchAllocFailure([&]() -> StatusOr<std::unique_ptr<DeviceBuffer>> {
    RLX_ASSIGN_OR_RETURN(auto block, context->allocate(static_cast<uint64_t>(bytes),
                                                       context->sharesMemory() ? MemoryKind::Shared
                                                                               : MemoryKind::Device,
                                                       "the content of a handle"));
    return std::unique_ptr<DeviceBuffer>(
        std::make_unique<GpuBuffer>(context.get(), std::move(block)));
  });
}

static BufferSlice sliceOf(const DeviceBuffer &buffer, int64_t bytes) {
  return static_cast<const GpuBuffer &>(buffer).slice(bytes);
}

Status GpuHandleMemory::write(DeviceBuffer &to, const void *data, int64_t bytes) {
  if (bytes == 0)
    return okStatus();
  const BufferSlice slice = sliceOf(to, bytes);
  counts.upload(slice.size);
  if (std::byte *const mapped = slice.block->mapped()) {
    std::memcpy(mapped, data, slice.size);
    return okStatus();
  }
  return catchAllocFailure([&] { return transfer.upload(slice, data); });
}

Status GpuHandleMemory::read(const DeviceBuffer &from, void *data, int64_t bytes) {
  if (bytes == 0)
    return okStatus();
  const BufferSlice slice = sliceOf(from, bytes);
  counts.read(slice.size);
  if (const std::byte *const mapped = slice.block->mapped()) {
    std::memcpy(data, mapped, slice.size);
    return okStatus();
  }
  return catchAllocFailure([&] { return transfer.download(slice, data); });
}

Status GpuHandleMemory::copy(const DeviceBuffer &from, DeviceBuffer &to, int64_t bytes) {
  return catchAllocFailure([&] { return transfer.copy(sliceOf(from, bytes), sliceOf(to, bytes)); });
}

} // namespace rlx::rt
