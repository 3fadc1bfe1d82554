// How a workgroup shares out rows that are reduced: how many it takes, and which of its invocations
// do what.
#ifndef RLX_CONVERSIONS_GPU_REDUCTION_REDUCTIONSCHEDULE_H
#define RLX_CONVERSIONS_GPU_REDUCTION_REDUCTIONSCHEDULE_H

#include <algorithm>

#include "conversions/gpu/reduction/RowReduction.h"
#include "runtime/vulkan/api/DeviceProfile.h"

namespace rlx {

// So many elements an invocation keeps at most from one reduction of its row to the next.
inline constexpr int64_t kMaxKept = 16;

// Whether what the first reduction takes lies at places that its body computes: in blocks.
bool readsByIndex(const RowReductions &rows);

// The invocations of a workgroup: so many for each of its rows. Those with neighbouring numbers are
// those of a row, or, where rows are neighbours, of one after the other.
struct ReductionSchedule {
  int64_t parts, numRows;
  bool together = false;
  // So many rows that are neighbours an invocation takes: `numRows` counts groups of these.
  int64_t lanes = 1;
  // So many invocations see each other's values without shared memory. They divide the workgroup.
  int64_t subgroup = 1;

  static ReductionSchedule of(const RowReductions &rows, const rt::DeviceProfile &profile);

  int64_t invocations() const { return parts * numRows; }
  int64_t rowsOfWorkgroup() const { return numRows * lanes; }
  // From one invocation of a row to the next.
  int64_t partStride() const { return together ? numRows : 1; }
  // Invocations of a row that are in one subgroup, and how many such groups a row has.
  int64_t partsInSubgroup() const { return std::clamp<int64_t>(subgroup / partStride(), 1, parts); }
  int64_t groups() const { return parts / partsInSubgroup(); }
};

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_REDUCTION_REDUCTIONSCHEDULE_H
