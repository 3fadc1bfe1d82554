// The error words of kernels as statuses, whichever device they ran on.
#ifndef RLX_RUNTIME_PROGRAM_MODEL_KERNELERROR_H
#define RLX_RUNTIME_PROGRAM_MODEL_KERNELERROR_H

#include "runtime/base/Status.h"
#include "runtime/program/model/Program.h"

namespace rlx::rt {

// `error` is an error word of KernelABI.h, not 0, that the kernel of `command` gave.
Status kernelError(const Program &program, const Command &command, int32_t error);

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_MODEL_KERNELERROR_H
