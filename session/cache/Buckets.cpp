// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks and ladders of buckets.
//
// Buckets may come in any order; they are sorted for the check only.
#include "session/cache/Buckets.h"

#include <algorithm>
#include <bit>

#include "runtime/base/StrCat.h"

namespace rlx {

static std::string text(const Bucket &bucket) {
  return rt::strCat(bucket.first, "-", bucket.last);
}

rt::Status checkBuckets(const std::vector<Bucket> &buckets) {
  if (buckets.empty())
    return rt::invalidArgument("expected at least one bucket, got none");
  std::vector<Bucket> sorted = buckets;
  std::ranges::sort(sorted);
  for (size_t i = 0; i < sorted.size(); ++i) {
    if (sorted[i].first < 1 || sorted[i].last < sorted[i].first)
      return rt::invalidArgument(rt::strCat("expected buckets from 1 on whose end is not before "
                                            "their begin, got ",
                                            text(sorted[i])));
    if (i > 0 && sorted[i].first <= sorted[i - 1].last)
      return rt::invalidArgument(rt::strCat("expected buckets that do not overlap, got ",
                                            text(sorted[i - 1]), " and ", text(sorted[i])));
  }
  return rt::okStatus();
}

rt::StatusOr<std::vector<Bucket>> powerOfTwoLadder(int64_t min, int64_t max) {
  constexpr int64_t kMax = int64_t(1) << 62;
  if (min < 1 || max < min || max > kMax)
    return rt::invalidArgument(
        rt::strCat("expected 1 <= min <= max <= 2^62, got min ", min, " and max ", max));
  std::vector<Bucket> buckets;
  int64_t first = 1;
  for (auto last = static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(min)));; last *= 2) {
    buckets.push_back({first, last});
    if (last >= max)
      return buckets;
    first = last + 1;
  }
}

std::optional<size_t> bucketFor(const std::vector<Bucket> &buckets, int64_t size) {
  for (size_t i = 0; i < buckets.size(); ++i)
    if (size >= buckets[i].first && size <= buckets[i].last)
      return i;
  return std::nullopt;
}

} // namespace rlx
