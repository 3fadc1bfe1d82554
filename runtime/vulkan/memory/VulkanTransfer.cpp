// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Uploads and downloads through two halves of a staging buffer. While one half is copied by the
// device, the host fills or reads the other.
//
// Uploads are batched: a half is submitted when it is full or when its data is needed.
#include "runtime/vulkan/memory/VulkanTransfer.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace rlx::rt {

// Large enough for the copy to take longer than its submission.
static constexpr uint64_t kHalfBytes = uint64_t(4) << 20;

VulkanTransfer::~VulkanTransfer() {
  for (Half &half : halves)
    wait(half).ignore();
}

Status VulkanTransfer::make() {
  if (staging)
    return okStatus();
  if (!commands) {
    RLX_ASSIGN_OR_RETURN(auto made, VulkanCommands::create(context));
    for (Half &half : halves) {
      RLX_ASSIGN_OR_RETURN(half.commands, made->allocate());
      RLX_ASSIGN_OR_RETURN(half.fence, made->makeFence());
    }
    commands = std::move(made);
  }
  RLX_ASSIGN_OR_RETURN(
      staging, VulkanBlock::allocate(context, 2 * kHalfBytes, MemoryKind::Readback, "transfers"));
  return okStatus();
}

uint64_t VulkanTransfer::offsetOf(const Half &half) const {
  return &half == &halves[0] ? 0 : kHalfBytes;
}

Status VulkanTransfer::begin(Half &half) {
  RLX_RETURN_IF_ERROR(wait(half));
  return half.used == 0 ? commands->begin(half.commands) : okStatus();
}

Status VulkanTransfer::arrived() const {
  return isBroken ? unavailable("data for the device did not arrive; load the model again to go on")
                  : okStatus();
}

Status VulkanTransfer::submit(Half &half) {
  const bool hasUploads = std::exchange(half.used, 0) != 0;
  Status given = commands->end(half.commands);
  if (given.ok())
    given = context->submit(half.commands, half.fence);
  half.isSubmitted = given.ok();
  isBroken |= hasUploads && !given.ok();
  return given;
}

Status VulkanTransfer::wait(Half &half) {
  if (!half.isSubmitted)
    return okStatus();
  half.isSubmitted = false;
  Status done = context->wait(half.fence);
  half.kept.clear();
  return done;
}

void VulkanTransfer::recordCopy(const Half &half, VkBuffer from, uint64_t fromOffset, VkBuffer to,
                                uint64_t toOffset, uint64_t size) const {
  const VkBufferCopy region{fromOffset, toOffset, size};
  context->functions().vkCmdCopyBuffer(half.commands, from, to, 1, &region);
}

static bool overlap(const BufferSlice &a, const BufferSlice &b) {
  return a.block == b.block && a.offset < b.offset + b.size && b.offset < a.offset + a.size;
}

Status VulkanTransfer::upload(const BufferSlice &to, const void *data) {
  RLX_RETURN_IF_ERROR(arrived());
  if (to.size == 0)
    return okStatus();
  RLX_RETURN_IF_ERROR(make());
  for (uint64_t done = 0; done < to.size;) {
    Half &half = halves[current];
    RLX_RETURN_IF_ERROR(begin(half));
    const uint64_t size = std::min(to.size - done, kHalfBytes - half.used);
    // Copies in one half are unordered, so overlapping ones need a submission in between.
    const BufferSlice slice = {to.block, to.offset + done, size};
    if (std::ranges::any_of(half.kept, [&](const auto &kept) { return overlap(kept, slice); })) {
      RLX_RETURN_IF_ERROR(submit(half));
      current = 1 - current;
      continue;
    }
    const uint64_t offset = offsetOf(half) + half.used;
    std::memcpy(staging->mapped() + offset, static_cast<const std::byte *>(data) + done, size);
    half.kept.push_back(slice);
    recordCopy(half, staging->buffer(), offset, slice.block->buffer(), slice.offset, size);
    half.used += size;
    done += size;
    if (half.used == kHalfBytes) {
      RLX_RETURN_IF_ERROR(submit(half));
      current = 1 - current;
    }
  }
  return okStatus();
}

Status VulkanTransfer::send() {
  RLX_RETURN_IF_ERROR(arrived());
  return halves[current].used != 0 ? submit(halves[current]) : okStatus();
}

Status VulkanTransfer::flush() {
  RLX_RETURN_IF_ERROR(send());
  for (Half &half : halves)
    RLX_RETURN_IF_ERROR(wait(half));
  return okStatus();
}

Status VulkanTransfer::copy(const BufferSlice &from, const BufferSlice &to) {
  if (to.size == 0)
    return flush();
  RLX_RETURN_IF_ERROR(make());
  RLX_RETURN_IF_ERROR(flush());
  Half &half = halves[current];
  RLX_RETURN_IF_ERROR(begin(half));
  recordCopy(half, from.block->buffer(), from.offset, to.block->buffer(), to.offset, to.size);
  RLX_RETURN_IF_ERROR(submit(half));
  return wait(half);
}

Status VulkanTransfer::download(const BufferSlice &from, void *data) {
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
      std::memcpy(to + started[i], staging->mapped() + offsetOf(half), sizes[i]);
    }
    started[i] = next;
    sizes[i] = std::min(from.size - next, kHalfBytes);
    if (sizes[i] == 0)
      continue;
    RLX_RETURN_IF_ERROR(begin(half));
    recordCopy(half, from.block->buffer(), from.offset + next, staging->buffer(), offsetOf(half),
               sizes[i]);
    RLX_RETURN_IF_ERROR(submit(half));
    next += sizes[i];
  }
  return okStatus();
}

} // namespace rlx::rt
