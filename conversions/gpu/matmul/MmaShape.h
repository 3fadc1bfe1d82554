// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The shape of cooperative matrices (MMA fragments) that schedules use: 16 x 16 x 16, held by a
// subgroup of 32.
//
// It is the same if the device has them or rlx-emulate-cooperative-matrices stands in for it.
#ifndef RLX_CONVERSIONS_GPU_MATMUL_MMASHAPE_H
#define RLX_CONVERSIONS_GPU_MATMUL_MMASHAPE_H

#include <cstdint>

namespace rlx::matrix {

inline constexpr int64_t kSide = 16; // m, n and k
// Invocations that hold a matrix together, and elements that each of them holds.
inline constexpr int64_t kSubgroup = 32;
inline constexpr int64_t kHeld = kSide * kSide / kSubgroup;
// Padding of rows in shared memory, in elements, against bank conflicts between rows that are read
// at the same time.
inline constexpr int64_t kRowPadding = 8;
inline constexpr int64_t kStoredAtOnce = 4; // accumulators

} // namespace rlx::matrix

#endif // RLX_CONVERSIONS_GPU_MATMUL_MMASHAPE_H
