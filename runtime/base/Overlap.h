// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests whether two memory ranges overlap.
//
// Runs use it to refuse outputs that overlap inputs or each other.
#ifndef RLX_RUNTIME_BASE_OVERLAP_H
#define RLX_RUNTIME_BASE_OVERLAP_H

#include <cstdint>

namespace rlx::rt {

// Null pointers and empty ranges overlap nothing.
inline bool overlap(const void *a, int64_t aBytes, const void *b, int64_t bBytes) noexcept {
  const auto aBegin = reinterpret_cast<uintptr_t>(a), bBegin = reinterpret_cast<uintptr_t>(b);
  return a && b && aBytes && bBytes && aBegin < bBegin + static_cast<uintptr_t>(bBytes) &&
         bBegin < aBegin + static_cast<uintptr_t>(aBytes);
}

} // namespace rlx::rt

#endif // RLX_RUNTIME_BASE_OVERLAP_H
