// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Limits of programs and executables, which the compiler keeps to as well.
//
// The limit on experts holds when a program is loaded, and the compiler keeps to it. The limit on
// shapes bounds the memory of an executable that runs many sizes.
#ifndef RLX_RUNTIME_PROGRAM_MODEL_LIMITS_H
#define RLX_RUNTIME_PROGRAM_MODEL_LIMITS_H

#include <cstddef>
#include <cstdint>

namespace rlx::rt {

// The most experts in all layers of a program together.
inline constexpr uint64_t kMaxExperts = uint64_t(1) << 24;

// The most recent shapes for which an executable keeps plans and specialized code. A plan takes a
// few kilobytes per hundred commands.
inline constexpr size_t kMaxBoundShapes = 8;

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_MODEL_LIMITS_H
