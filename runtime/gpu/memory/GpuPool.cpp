// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Slices from the newest block, one after another; large ones get a block of their own.
//
// Nothing is reused inside a block, except after rewind().
#include "runtime/gpu/memory/GpuPool.h"

#include <algorithm>

#include "runtime/base/ByteStream.h"

namespace rlx::rt {

StatusOr<BufferSlice> GpuPool::allocate(uint64_t bytes, uint64_t alignment,
                                        std::string_view purpose) {
  // A slice of at least kLarge gets a dedicated block.
  constexpr uint64_t kLarge = uint64_t(4) << 20, kBlock = uint64_t(16) << 20;
  if (bytes == 0)
    return BufferSlice();
  if (bytes >= kLarge) {
    RLX_ASSIGN_OR_RETURN(auto block, context->allocate(bytes, kind, purpose));
    return BufferSlice{std::move(block), 0, bytes};
  }
  uint64_t offset = alignUp(used, alignment);
  if (!open || offset + bytes > open->size()) {
    // The first block is small: many programs need no more.
    RLX_ASSIGN_OR_RETURN(
        open, context->allocate(std::max(open ? kBlock : uint64_t(1) << 16, bytes), kind, purpose));
    offset = 0;
  }
  used = offset + bytes;
  return BufferSlice{open, offset, bytes};
}

void GpuPool::trim() {
  if (open.use_count() == 1)
    open.reset();
}

} // namespace rlx::rt
