// The CPU as a target.
#ifndef RLX_CONVERSIONS_CPU_TARGET_CPUTARGET_H
#define RLX_CONVERSIONS_CPU_TARGET_CPUTARGET_H

#include "conversions/Target.h"

namespace rlx {

const Target &cpuTarget();

} // namespace rlx

#endif // RLX_CONVERSIONS_CPU_TARGET_CPUTARGET_H
