// Ranges of one size of a model, each of which is served by one compilation.
#ifndef RLX_SESSION_CACHE_BUCKETS_H
#define RLX_SESSION_CACHE_BUCKETS_H

#include <cstdint>
#include <optional>
#include <vector>

#include "runtime/base/StatusOr.h"

namespace rlx {

// The sizes first … last, both included; compiled at `last`.
struct Bucket {
  int64_t first = 0, last = 0;
  auto operator<=>(const Bucket &) const = default;
};

// At least one bucket, each with 1 <= first <= last, none overlapping another; in any order, gaps
// are fine. Otherwise an error that names the buckets that are wrong.
rt::Status checkBuckets(const std::vector<Bucket> &buckets);

// Buckets whose ends are powers of two (min rounded up to one, then doubled until it is at least
// max), without gaps from 1 on: sizes from `min` on are padded to less than twice of what they are.
// 1 <= min <= max <= 2^62.
rt::StatusOr<std::vector<Bucket>> powerOfTwoLadder(int64_t min, int64_t max);

// Index of the bucket that has `size`.
std::optional<size_t> bucketFor(const std::vector<Bucket> &buckets, int64_t size);

} // namespace rlx

#endif // RLX_SESSION_CACHE_BUCKETS_H
