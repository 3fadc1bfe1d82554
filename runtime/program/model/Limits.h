// Limits of programs and executables that those who make them keep to as well.
#ifndef RLX_RUNTIME_PROGRAM_MODEL_LIMITS_H
#define RLX_RUNTIME_PROGRAM_MODEL_LIMITS_H

#include <cstddef>
#include <cstdint>

namespace rlx::rt {

// Experts of all layers of a program together.
inline constexpr uint64_t kMaxExperts = uint64_t(1) << 24;

// An executable keeps plans, and code for single sizes, for this many recent sets of sizes; a plan
// is a few kilobytes a hundred commands.
inline constexpr size_t kMaxBoundShapes = 8;

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_MODEL_LIMITS_H
