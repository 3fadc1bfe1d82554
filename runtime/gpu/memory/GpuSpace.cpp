// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The layout of address spaces over several blocks, and their allocation.
//
// Blocks are reused when a space is laid out again.
#include "runtime/gpu/memory/GpuSpace.h"

#include <algorithm>
#include <atomic>

#include "runtime/base/ByteStream.h"

namespace rlx::rt {

SpaceLayout SpaceLayout::of(std::vector<Range> ranges, uint64_t most) {
  std::ranges::sort(ranges, {}, &Range::offset);
  SpaceLayout result;
  for (const Range &range : ranges) {
    if (range.size == 0)
      continue;
    const int64_t end = range.offset + range.size;
    if (!result.parts.empty() && range.offset < result.parts.back().end)
      result.parts.back().end = std::max(result.parts.back().end, end);
    else
      result.parts.push_back({range.offset, end, 0, 0});
  }
  for (Part &part : result.parts) {
    const auto size = static_cast<uint64_t>(part.end - part.begin);
    part.blockOffset = result.blocks.empty() ? 0 : alignUp(result.blocks.back(), kBlockUnit);
    if (result.blocks.empty() || part.blockOffset + size > most) {
      part.blockOffset = 0;
      result.blocks.push_back(0);
    }
    result.blocks.back() = part.blockOffset + size;
    part.block = result.blocks.size() - 1;
  }
  return result;
}

const SpaceLayout::Part *SpaceLayout::find(int64_t offset) const {
  const auto after = std::ranges::upper_bound(parts, offset, {}, &Part::begin);
  return after == parts.begin() ? nullptr : &*std::prev(after);
}

Status GpuSpace::reserve(const std::shared_ptr<GpuContext> &context, std::vector<Range> ranges,
                         MemoryKind kind, std::string_view purpose) {
  SpaceLayout wanted = SpaceLayout::of(std::move(ranges), context->maxBlockBytes());
  layout = {};
  blocks.resize(std::max(blocks.size(), wanted.blocks.size()));
  for (size_t i = 0; i < wanted.blocks.size(); ++i) {
    if (blocks[i] && blocks[i]->size() >= wanted.blocks[i])
      continue;
    blocks[i].reset(); // free it before allocating more
    StatusOr<std::shared_ptr<GpuBlock>> block = context->allocate(wanted.blocks[i], kind, purpose);
    if (!block.ok()) {
      blocks.clear();
      return std::move(block).status();
    }
    blocks[i] = std::move(*block);
    ++allocations;
  }
  layout = std::move(wanted);
  return okStatus();
}

BufferSlice GpuSpace::at(int64_t offset, int64_t size) const {
  const SpaceLayout::Part *const part = size ? layout.find(offset) : nullptr;
  if (!part)
    return {};
  return {blocks[part->block], part->blockOffset + static_cast<uint64_t>(offset - part->begin),
          static_cast<uint64_t>(size)};
}

bool GpuSpace::isSoleOwner() const {
  const bool isSole = std::ranges::none_of(
      blocks, [](const std::shared_ptr<GpuBlock> &block) { return block.use_count() > 1; });
  std::atomic_thread_fence(std::memory_order_acquire); // behind the other owners' releases
  return isSole;
}

uint64_t GpuSpace::bytes() const {
  uint64_t total = 0;
  for (const auto &block : blocks)
    total += block->size();
  return total;
}

} // namespace rlx::rt
