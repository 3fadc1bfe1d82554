// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Philox4x32-10, a counter-based random number generator: J. K. Salmon, M. A. Moraes, R. O. Dror,
// D. E. Shaw, "Parallel Random Numbers: As Easy as 1, 2, 3" (SC 2011). This is the reference; the
// lowerings build the same function from rlx ops.
#ifndef RLX_DIALECTS_RLX_REFERENCE_PHILOX_H
#define RLX_DIALECTS_RLX_REFERENCE_PHILOX_H

#include <array>
#include <cstdint>

namespace rlx::ref {

inline constexpr unsigned kPhiloxRounds = 10;
inline constexpr std::array<uint32_t, 2> kPhiloxMultipliers = {0xD2511F53, 0xCD9E8D57};
inline constexpr std::array<uint32_t, 2> kPhiloxKeyBumps = {0x9E3779B9, 0xBB67AE85};

/// The four random words of `key` at `counter`.
inline std::array<uint32_t, 4> philox(std::array<uint32_t, 4> counter,
                                      std::array<uint32_t, 2> key) {
  for (unsigned round = 0; round < kPhiloxRounds; ++round) {
    uint64_t first = uint64_t(kPhiloxMultipliers[0]) * counter[0];
    uint64_t second = uint64_t(kPhiloxMultipliers[1]) * counter[2];
    counter = {uint32_t(second >> 32) ^ counter[1] ^ key[0], uint32_t(second),
               uint32_t(first >> 32) ^ counter[3] ^ key[1], uint32_t(first)};
    key = {key[0] + kPhiloxKeyBumps[0], key[1] + kPhiloxKeyBumps[1]};
  }
  return counter;
}

} // namespace rlx::ref

#endif // RLX_DIALECTS_RLX_REFERENCE_PHILOX_H
