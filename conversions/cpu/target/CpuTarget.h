// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The CPU as a target: machine code through LLVM, for the host or another processor.
//
// Target.h documents the interface; Targets.cpp adds this target first.
#ifndef RLX_CONVERSIONS_CPU_TARGET_CPUTARGET_H
#define RLX_CONVERSIONS_CPU_TARGET_CPUTARGET_H

#include "conversions/Target.h"

namespace rlx {

const Target &cpuTarget();

} // namespace rlx

#endif // RLX_CONVERSIONS_CPU_TARGET_CPUTARGET_H
