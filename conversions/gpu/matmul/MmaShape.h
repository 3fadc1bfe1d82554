// The matrices that kernels for cooperative matrices compute with, whether the device has them or
// rlx-emulate-cooperative-matrices stands in for it.
#ifndef RLX_CONVERSIONS_GPU_MATMUL_MMASHAPE_H
#define RLX_CONVERSIONS_GPU_MATMUL_MMASHAPE_H

#include <cstdint>

namespace rlx::matrix {

inline constexpr int64_t kSide = 16; // in all directions
// So many invocations hold one together, and so many of its elements each.
inline constexpr int64_t kSubgroup = 32;
inline constexpr int64_t kHeld = kSide * kSide / kSubgroup;

} // namespace rlx::matrix

#endif // RLX_CONVERSIONS_GPU_MATMUL_MMASHAPE_H
