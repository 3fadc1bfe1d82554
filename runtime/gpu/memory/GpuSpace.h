// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Address spaces larger than one block.
//
// An arena may exceed the largest block; a GpuSpace then splits it into several.
#ifndef RLX_RUNTIME_GPU_MEMORY_GPUSPACE_H
#define RLX_RUNTIME_GPU_MEMORY_GPUSPACE_H

#include <memory>
#include <string_view>
#include <vector>

#include "runtime/gpu/api/GpuContext.h"

namespace rlx::rt {

// Maps ranges of an address space, such as a planned arena, to blocks. Ranges that overlap lie in
// one block, at the same distance. Others may lie in different blocks, so that the space may exceed
// the largest block.
//
//   ranges   |--a--|        |---c---|
//               |--b--|   |--d--|
//   parts    [--------]   [---------]     each part lies in one block
//
// Threads: a value.
struct SpaceLayout {
  struct Range {
    int64_t offset, size;
  };
  // A part of the space, [begin, end), that lies in one block at `blockOffset`.
  struct Part {
    int64_t begin, end;
    size_t block;
    uint64_t blockOffset;
  };
  std::vector<Part> parts;      // sorted by `begin`
  std::vector<uint64_t> blocks; // their sizes

  // Lays out the ranges. No block exceeds `most` bytes, unless a single part does.
  static SpaceLayout of(std::vector<Range> ranges, uint64_t most);
  // The part that contains `offset` or ends there; null if there is none.
  const Part *find(int64_t offset) const;
};

// The memory of such a space. Threads: confined to one executor while it is made.
class GpuSpace {
public:
  using Range = SpaceLayout::Range;
  // Allocates the space. Blocks that are large enough are reused; their content is undefined.
  // Blocks that are not needed are kept for the next layout. After a failure the space is empty.
  Status reserve(const std::shared_ptr<GpuContext> &context, std::vector<Range> ranges,
                 MemoryKind kind, std::string_view purpose);
  // The slice for a range at `offset`, which must be in a reserved range or at the end of one.
  BufferSlice at(int64_t offset, int64_t size) const;
  uint64_t bytes() const;
  // Whether nothing else holds one of the blocks.
  bool isSoleOwner() const;
  // The number of blocks ever allocated. While it is unchanged, equal ranges have equal slices;
  // other ranges may have moved within the same blocks.
  uint64_t numAllocations() const { return allocations; }

private:
  SpaceLayout layout;
  uint64_t allocations = 0;
  std::vector<std::shared_ptr<GpuBlock>> blocks;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_GPU_MEMORY_GPUSPACE_H
