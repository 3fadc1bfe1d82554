// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The generator behind check.fill. It must never change: expected values in files depend on it.
//
// Element i of seed s draws splitmix64(splitmix64(s * 0x9E3779B97F4A7C15 + lane) + i * K), K odd.
// Lane 0 gives the value, lane 1 the choice of special values. Elements are independent, so a
// prefix of a tensor does not depend on its size. splitmix64 is the finalizer of Steele, Lea and
// Flood, "Fast splittable pseudorandom number generators" (OOPSLA 2014).
#ifndef RLX_DIALECTS_CHECK_RANDOM_H
#define RLX_DIALECTS_CHECK_RANDOM_H

#include <cstdint>

namespace rlx::check {

inline uint64_t splitMix64(uint64_t x) {
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

inline uint64_t draw(uint64_t seed, uint64_t position, uint64_t lane) {
  return splitMix64(splitMix64(seed * 0x9E3779B97F4A7C15u + lane) + position * 0xD1342543DE82EF95u);
}

/// Maps random bits to a double, uniform in [0, 1), from the upper 53 bits.
inline double unitInterval(uint64_t bits) {
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

} // namespace rlx::check

#endif // RLX_DIALECTS_CHECK_RANDOM_H
