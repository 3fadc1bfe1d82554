// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Placement of temporaries in one arena: largest first, each into the smallest gap that is free
// over its whole lifetime (best fit by decreasing size).
//
//   offset
//     ^  +-----------+     +---------+
//     |  |     b     |     |    d    |      a and b are alive together, so are c and d:
//     |  +-----------+--+  +---------+--+   they get different offsets.
//     |  |      a       |  |     c      |   b and d are not: they share memory.
//     +--+--------------+--+------------+--> command
#include <algorithm>
#include <limits>
#include <vector>

#include "runtime/base/Allocator.h"
#include "runtime/base/StrCat.h"
#include "runtime/program/model/Plan.h"

namespace rlx::rt {

namespace {
struct PlacedBlock {
  int64_t begin, end;
  int32_t first, last;
};

// The first offset >= `from` at which `size` bytes lie within one allocation of `most` bytes.
// `size` may be larger than `most`; then `from` itself.
int64_t inOneAllocation(int64_t from, int64_t size, int64_t most) {
  const int64_t room = most - from % most;
  return size <= room || size > most || room > std::numeric_limits<int64_t>::max() - from
             ? from
             : from + room;
}

// `placed` is sorted by begin. Returns the best offset, or the end of the last block that overlaps.
int64_t findOffset(const std::vector<PlacedBlock> &placed, const ArenaRequest &request,
                   int64_t size, int64_t most) {
  int64_t cursor = 0, best = -1, bestGap = std::numeric_limits<int64_t>::max();
  for (const PlacedBlock &block : placed) {
    if (block.last < request.first || block.first > request.last)
      continue;
    const int64_t offset = inOneAllocation(cursor, size, most), gap = block.begin - cursor;
    if (block.begin - offset >= size && gap < bestGap) {
      best = offset;
      bestGap = gap;
    }
    cursor = std::max(cursor, block.end);
  }
  return best >= 0 ? best : inOneAllocation(cursor, size, most);
}
} // namespace

StatusOr<int64_t> planArena(std::span<ArenaRequest> requests, int64_t maxAllocationSize) {
  // Sizes are rounded up to the alignment, so the largest allocation is rounded down.
  const int64_t most = std::max(maxAllocationSize - maxAllocationSize % int64_t(kBufferAlignment),
                                int64_t(kBufferAlignment));
  std::vector<uint32_t> order;
  order.reserve(requests.size());
  for (uint32_t i = 0; i < requests.size(); ++i) {
    requests[i].offset = 0;
    if (requests[i].size < 0 || requests[i].first > requests[i].last)
      return internalError(strCat("arena request ", i, " is malformed"));
    if (requests[i].size > 0)
      order.push_back(i);
  }
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    if (requests[a].size != requests[b].size)
      return requests[a].size > requests[b].size;
    return requests[a].first != requests[b].first ? requests[a].first < requests[b].first : a < b;
  });
  std::vector<PlacedBlock> placed;
  placed.reserve(order.size());
  int64_t total = 0;
  for (uint32_t index : order) {
    ArenaRequest &request = requests[index];
    int64_t size, end;
    if (__builtin_add_overflow(request.size, int64_t(kBufferAlignment - 1), &size))
      return outOfRange("arena would need more than 2^63 - 1 bytes");
    size -= size % int64_t(kBufferAlignment);
    request.offset = findOffset(placed, request, size, most);
    if (__builtin_add_overflow(request.offset, size, &end))
      return outOfRange("arena would need more than 2^63 - 1 bytes");
    total = std::max(total, end);
    const PlacedBlock block{request.offset, end, request.first, request.last};
    placed.insert(std::upper_bound(
                      placed.begin(), placed.end(), block,
                      [](const PlacedBlock &a, const PlacedBlock &b) { return a.begin < b.begin; }),
                  block);
  }
  return total;
}

} // namespace rlx::rt
