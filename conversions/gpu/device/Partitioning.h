// Rows that a GPU cuts into parts: a workgroup takes each, and few of them that are very long would
// leave most of the device without work.
#ifndef RLX_CONVERSIONS_GPU_DEVICE_PARTITIONING_H
#define RLX_CONVERSIONS_GPU_DEVICE_PARTITIONING_H

#include "runtime/vulkan/api/DeviceProfile.h"

namespace rlx {

// Shorter rows stay whole.
inline constexpr int64_t kLongRow = 1 << 16;
// Parts of all rows that a processor gets.
inline constexpr int64_t kPartsPerComputeUnit = 8;
// Parts have a multiple of so many elements, which keeps memory's pieces whole.
inline constexpr int64_t kPieceOfPart = 8;

// Whether so many workgroups are enough: one for every second processor.
inline bool keepsBusy(int64_t workgroups, const rt::DeviceProfile &profile) {
  return workgroups * 2 >= profile.computeUnits;
}

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_DEVICE_PARTITIONING_H
