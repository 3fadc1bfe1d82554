// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Uploads and downloads through two halves of a staging buffer. While one half is copied by the
// device, the host fills or reads the other.
//
// Uploads are batched: a half is submitted when it is full or when its data is needed.
#include "runtime/gpu/memory/GpuTransfer.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace rlx::rt {

// Large enough for the copy to take longer than its submission.
static constexpr uint64_t kHalfBytes = uint64_t(4) << 20;

GpuTransfer::~GpuTransfer() {
  for (Half &half : halves)
    wait(half).ignore();
}

Status GpuTransfer::make() {
  if (staging)
    return okStatus();
  if (!pool) {
    RLX_ASSIGN_OR_RETURN(auto made, context->makeCommandPool());
    for (Half &half : halves) {
      RLX_ASSIGN_OR_RETURN(half.commands, made->makeList(ListUse::Once));
      RLX_ASSIGN_OR_RETURN(half.fence, made->makeFence());
    }
    recorder = made->makeRecorder({});
    pool = std::move(made);
  }
  RLX_ASSIGN_OR_RETURN(staging,
                       context->allocate(2 * kHalfBytes, MemoryKind::Readback, "transfers"));
  for (Half &half : halves)
    half.staging = {staging, &half == &halves[0] ? 0 : kHalfBytes, kHalfBytes};
  return okStatus();
}

Status GpuTransfer::begin(Half &half) {
  RLX_RETURN_IF_ERROR(wait(half));
  return half.used == 0 ? recorder->begin(*half.commands) : okStatus();
}

Status GpuTransfer::arrived() const {
  return isBroken ? unavailable("data for the device did not arrive; load the model again to go on")
                  : okStatus();
}

Status GpuTransfer::submit(Half &half) {
  const bool hasUploads = std::exchange(half.used, 0) != 0;
  Status given = recorder->end();
  if (given.ok())
    given = pool->submit(*half.commands, *half.fence);
  half.isSubmitted = given.ok();
  isBroken |= hasUploads && !given.ok();
  return given;
}

Status GpuTransfer::wait(Half &half) {
  if (!half.isSubmitted)
    return okStatus();
  half.isSubmitted = false;
  Status done = pool->wait(*half.fence);
  half.kept.clear();
  return done;
}

Status GpuTransfer::upload(const BufferSlice &to, const void *data) {
  RLX_RETURN_IF_ERROR(arrived());
  if (to.size == 0)
    return okStatus();
  RLX_RETURN_IF_ERROR(make());
  for (uint64_t done = 0; done < to.size;) {
    Half &half = halves[current];
    RLX_RETURN_IF_ERROR(begin(half));
    const uint64_t size = std::min(to.size - done, kHalfBytes - half.used);
    const BufferSlice from = half.staging.part(half.used, size);
    std::memcpy(from.mapped(), static_cast<const std::byte *>(data) + done, size);
    half.kept.push_back(to.block);
    RLX_RETURN_IF_ERROR(recorder->copy(from, to.part(done, size)));
    half.used += size;
    done += size;
    if (half.used == kHalfBytes) {
      RLX_RETURN_IF_ERROR(submit(half));
      current = 1 - current;
    }
  }
  return okStatus();
}

Status GpuTransfer::send() {
  RLX_RETURN_IF_ERROR(arrived());
  return halves[current].used != 0 ? submit(halves[current]) : okStatus();
}

Status GpuTransfer::flush() {
  RLX_RETURN_IF_ERROR(send());
  for (Half &half : halves)
    RLX_RETURN_IF_ERROR(wait(half));
  return okStatus();
}

Status GpuTransfer::copy(const BufferSlice &from, const BufferSlice &to) {
  if (to.size == 0)
    return flush();
  RLX_RETURN_IF_ERROR(make());
  RLX_RETURN_IF_ERROR(flush());
  Half &half = halves[current];
  RLX_RETURN_IF_ERROR(begin(half));
  RLX_RETURN_IF_ERROR(recorder->copy(from, to));
  RLX_RETURN_IF_ERROR(submit(half));
  return wait(half);
}

Status GpuTransfer::download(const BufferSlice &from, void *data) {
  if (from.size == 0)
    return flush();
  RLX_RETURN_IF_ERROR(make());
  RLX_RETURN_IF_ERROR(flush());
  auto *const to = static_cast<std::byte *>(data);
  // The first byte of each chunk in flight, and of the next one.
  uint64_t started[2] = {}, sizes[2] = {}, next = 0;
  for (size_t i = 0; next < from.size || sizes[0] + sizes[1] != 0; i = 1 - i) {
    Half &half = halves[i];
    if (sizes[i] != 0) {
      RLX_RETURN_IF_ERROR(wait(half));
      std::memcpy(to + started[i], half.staging.mapped(), sizes[i]);
    }
    started[i] = next;
    sizes[i] = std::min(from.size - next, kHalfBytes);
    if (sizes[i] == 0)
      continue;
    RLX_RETURN_IF_ERROR(begin(half));
    RLX_RETURN_IF_ERROR(
        recorder->copy(from.part(next, sizes[i]), half.staging.part(uint64_t(0), sizes[i])));
    RLX_RETURN_IF_ERROR(submit(half));
    next += sizes[i];
  }
  return okStatus();
}

} // namespace rlx::rt
