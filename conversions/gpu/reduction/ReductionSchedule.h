// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses how many rows a workgroup reduces, and which of its invocations share a row.
//
// contiguous elements: parts = 4, numRows = 2     contiguous rows: parts = 2, numRows = 4
//
//   row 0: | 0 1 2 3 | 0 1 2 3 | ..                 rows ->   0 1 2 3
//   row 1: | 4 5 6 7 | 4 5 6 7 | ..                           4 5 6 7
//            elements ->                                      0 1 2 3
//
// The numbers are invocations. They read contiguous memory in both cases.
#ifndef RLX_CONVERSIONS_GPU_REDUCTION_REDUCTIONSCHEDULE_H
#define RLX_CONVERSIONS_GPU_REDUCTION_REDUCTIONSCHEDULE_H

#include <algorithm>

#include "conversions/gpu/reduction/RowReduction.h"
#include "runtime/device/DeviceProfile.h"

namespace rlx {

// Elements of its row that an invocation keeps in registers from one reduction to the next, at
// most.
inline constexpr int64_t kMaxKept = 16;

// Whether the body of the first reduction computes indices itself, as for block-quantized weights.
bool readsByIndex(const RowReductions &rows);

// The invocations of a workgroup: `parts` for each of `numRows` rows. Consecutive invocations share
// a row, or have consecutive rows if these are contiguous (`contiguousRows`).
struct ReductionSchedule {
  int64_t parts, numRows;
  bool contiguousRows = false;
  // Contiguous rows that an invocation reduces. `numRows` counts groups of these.
  int64_t lanes = 1;
  // Invocations that exchange values by shuffles. They divide the workgroup; 1 without shuffles.
  int64_t subgroup = 1;

  static ReductionSchedule of(const RowReductions &rows, const rt::DeviceProfile &profile);

  int64_t invocations() const { return parts * numRows; }
  int64_t rowsOfWorkgroup() const { return numRows * lanes; }
  // Distance between consecutive invocations of a row.
  int64_t partStride() const { return contiguousRows ? numRows : 1; }
  // Invocations of a row in one subgroup, and the number of such groups in a row.
  int64_t partsInSubgroup() const { return std::clamp<int64_t>(subgroup / partStride(), 1, parts); }
  int64_t groups() const { return parts / partsInSubgroup(); }
};

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_REDUCTION_REDUCTIONSCHEDULE_H
