// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How keys and values of a language model lie in the caches of its step.
#ifndef RLX_FORMATS_LANGUAGE_MODEL_CACHELAYOUT_H
#define RLX_FORMATS_LANGUAGE_MODEL_CACHELAYOUT_H

#include <cstdint>
#include <optional>
#include <string_view>

namespace rlx {

// The tokens of a block of paged caches: those that one loop of the CPU's attention kernels reads.
constexpr int64_t kBlockTokens = 64;

enum class CacheLayout : uint8_t {
  Contiguous, // a cache for one text: [heads, capacity, size]
  Paged,      // blocks for several texts: [blocks, heads, kBlockTokens, size]
};

// "contiguous" or "paged"; none for another name.
inline std::optional<CacheLayout> findCacheLayout(std::string_view name) {
  if (name == "contiguous")
    return CacheLayout::Contiguous;
  return name == "paged" ? std::optional(CacheLayout::Paged) : std::nullopt;
}

} // namespace rlx

#endif // RLX_FORMATS_LANGUAGE_MODEL_CACHELAYOUT_H
