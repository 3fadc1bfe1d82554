// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ranges of a size of a model; one compilation serves each range.
//
// Larger buckets need fewer compilations, smaller ones less padding.
#ifndef RLX_SESSION_CACHE_BUCKETS_H
#define RLX_SESSION_CACHE_BUCKETS_H

#include <cstdint>
#include <optional>
#include <vector>

#include "runtime/base/StatusOr.h"

namespace rlx {

// The sizes first to last, inclusive. Compiled for `last`.
struct Bucket {
  int64_t first = 0, last = 0;
  auto operator<=>(const Bucket &) const = default;
};

// There must be at least one bucket, each with 1 <= first <= last, without overlaps; any order,
// gaps allowed. InvalidArgument names the wrong buckets.
rt::Status checkBuckets(const std::vector<Bucket> &buckets);

// Buckets that end at powers of two, without gaps from 1 on. `min` is rounded up to a power of two,
// then doubled up to at least `max`. For example, (3, 16) gives 1..4, 5..8, 9..16. Sizes from `min`
// on are padded to less than twice their size. Needs 1 <= min <= max <= 2^62.
rt::StatusOr<std::vector<Bucket>> powerOfTwoLadder(int64_t min, int64_t max);

// The index of the bucket that contains `size`.
std::optional<size_t> bucketFor(const std::vector<Bucket> &buckets, int64_t size);

} // namespace rlx

#endif // RLX_SESSION_CACHE_BUCKETS_H
