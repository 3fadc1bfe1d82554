// Whether this machine can run code compiled for a CPU: code with instructions that it lacks would
// end the process.
#ifndef RLX_SESSION_HOSTCPU_H
#define RLX_SESSION_HOSTCPU_H

#include "conversions/Target.h"
#include "runtime/base/StatusOr.h"

namespace rlx {

// Fails for a CPU that LLVM does not know, and for one with features that this machine lacks. What
// the options leave to the host is fine.
rt::Status checkRunsHere(const TargetOptions &options);

// The name of the processor that code is made for, as the options have it or else as LLVM names
// this machine's. Fails for one that LLVM does not know.
rt::StatusOr<std::string> processorName(const TargetOptions &options);

// Machine, processor and its features as LLVM is told them: what the options leave to the host is
// filled in. Fails for a processor that LLVM does not know.
rt::StatusOr<std::string> processorText(const TargetOptions &options);

} // namespace rlx

#endif // RLX_SESSION_HOSTCPU_H
