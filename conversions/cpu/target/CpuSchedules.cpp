// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The list of CPU schedules (see CpuSchedules.h).
//
// This is the only file that names all schedules. A new one adds one line to the list.
#include "conversions/cpu/target/CpuSchedules.h"

using namespace mlir;

namespace rlx {

#define RLX_CPU_SCHEDULES(SCHEDULE)                                                                \
  SCHEDULE(kMatmulPacked)                                                                          \
  SCHEDULE(kMatmulInputs)                                                                          \
  SCHEDULE(kDotGeneral)                                                                            \
  SCHEDULE(kMatmulIntegerPacked)                                                                   \
  SCHEDULE(kMatmulInteger)                                                                         \
  SCHEDULE(kConvPacked)                                                                            \
  SCHEDULE(kConvIntegerPacked)                                                                     \
  SCHEDULE(kDepthwiseConv)                                                                         \
  SCHEDULE(kDepthwiseConvInteger)                                                                  \
  SCHEDULE(kPool)                                                                                  \
  SCHEDULE(kAttention)                                                                             \
  SCHEDULE(kPagedAttention)                                                                        \
  SCHEDULE(kDequantMatmulPacked)                                                                   \
  SCHEDULE(kDequantGroupedMatmulPacked)                                                            \
  SCHEDULE(kPackBlocks)                                                                            \
  SCHEDULE(kTreeLeaves)                                                                            \
  SCHEDULE(kTreeLeavesBitvector)                                                                   \
  SCHEDULE(kTranspose)

namespace cpu {
#define RLX_DECLARE(name) extern const CpuSchedule name;
RLX_CPU_SCHEDULES(RLX_DECLARE)
#undef RLX_DECLARE
} // namespace cpu

ArrayRef<const CpuSchedule *> cpuSchedules() {
#define RLX_ADDRESS(name) &cpu::name,
  static const CpuSchedule *const all[] = {RLX_CPU_SCHEDULES(RLX_ADDRESS)};
#undef RLX_ADDRESS
  return all;
}

const CpuSchedule *findCpuSchedule(StringRef rootOp) {
  for (const CpuSchedule *schedule : cpuSchedules())
    if (schedule->rootOp == rootOp)
      return schedule;
  return nullptr;
}

} // namespace rlx
