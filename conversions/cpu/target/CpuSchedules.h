// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The schedules of CPU kernels, in the order in which they are tried (builder/CpuSchedule.h).
#ifndef RLX_CONVERSIONS_CPU_TARGET_CPUSCHEDULES_H
#define RLX_CONVERSIONS_CPU_TARGET_CPUSCHEDULES_H

#include "conversions/cpu/builder/CpuSchedule.h"

namespace rlx {

// All schedules. The first one that has a plan writes the kernel.
llvm::ArrayRef<const CpuSchedule *> cpuSchedules();

// The first schedule for this root op; null if there is none.
const CpuSchedule *findCpuSchedule(llvm::StringRef rootOp);

} // namespace rlx

#endif // RLX_CONVERSIONS_CPU_TARGET_CPUSCHEDULES_H
