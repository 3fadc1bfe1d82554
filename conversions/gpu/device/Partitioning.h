// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thresholds for partitioning long rows among workgroups. A schedule gives a workgroup to each row,
// so a few very long rows would leave most of a GPU idle. SplitReduction, SplitScan and SplitTopK
// cut such rows into parts.
#ifndef RLX_CONVERSIONS_GPU_DEVICE_PARTITIONING_H
#define RLX_CONVERSIONS_GPU_DEVICE_PARTITIONING_H

#include "runtime/device/DeviceProfile.h"

namespace rlx {

// Shorter rows are not partitioned.
inline constexpr int64_t kLongRow = 1 << 16;
// Parts of all rows for each compute unit.
inline constexpr int64_t kPartsPerComputeUnit = 8;
// Parts are multiples of this number of elements, so that vectors stay whole.
inline constexpr int64_t kPartGranularity = 8;

// Whether this number of workgroups fills the device: one for every second compute unit.
inline bool keepsBusy(int64_t workgroups, const rt::DeviceProfile &profile) {
  return workgroups * 2 >= profile.computeUnits;
}

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_DEVICE_PARTITIONING_H
