// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A 128-bit hash over a sequence of numbers, texts and byte ranges. Each part is framed, so that
// different sequences have different bytes.
//
// For example, the texts "ab", "c" and "a", "bc" have different hashes.
#ifndef RLX_SESSION_CACHE_HASHER_H
#define RLX_SESSION_CACHE_HASHER_H

#include <compare>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace rlx {

// XXH3 with 128 bits. Distinguishes contents, but does not withstand attacks. The same on all
// machines.
struct Hash128 {
  uint64_t high = 0, low = 0;

  auto operator<=>(const Hash128 &) const = default;
  // 32 lower-case digits.
  std::string hex() const;
};

// Threads: confined to one. The constructor may throw std::bad_alloc, nothing else does.
class Hasher {
public:
  Hasher();
  Hasher(Hasher &&) = default;

  void number(uint64_t value);
  void bytes(std::span<const uint8_t> value);
  void text(std::string_view value);
  void hash(const Hash128 &value);

  Hash128 result() const;

private:
  void raw(const void *data, size_t size);
  struct Free {
    void operator()(void *state) const;
  };
  std::unique_ptr<void, Free> state;
};

} // namespace rlx

#endif // RLX_SESSION_CACHE_HASHER_H
