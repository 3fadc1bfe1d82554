// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks whether this machine can run code compiled for a CPU.
//
// An instruction that the machine lacks would kill the process, so every compilation for this
// process is checked.
#ifndef RLX_SESSION_HOSTCPU_H
#define RLX_SESSION_HOSTCPU_H

#include "conversions/Target.h"
#include "runtime/base/StatusOr.h"

namespace rlx {

// NotFound for a CPU that LLVM does not know. Unsupported for one with features that this machine
// lacks. Options without a CPU always pass.
rt::Status checkRunsHere(const TargetOptions &options);

// The name of the CPU that code is made for: the options' CPU, otherwise LLVM's name of this
// machine's. NotFound for an unknown one.
rt::StatusOr<std::string> processorName(const TargetOptions &options);

// Architecture, CPU and features as LLVM gets them, with this machine's filled in. NotFound for an
// unknown CPU. Part of the fingerprint.
rt::StatusOr<std::string> processorText(const TargetOptions &options);

} // namespace rlx

#endif // RLX_SESSION_HOSTCPU_H
