// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Errors of system calls as Status: one code per kind of errno, for all callers.
//
// For example, ENOENT is always NotFound, and a full disk is always FailedPrecondition.
#ifndef RLX_RUNTIME_BASE_SYSTEMERROR_H
#define RLX_RUNTIME_BASE_SYSTEMERROR_H

#include <source_location>
#include <string_view>

#include "runtime/base/Status.h"

namespace rlx::rt {

// Returns "<what>: <strerror(number)>" for the errno `number`:
// - NotFound: the path does not exist.
// - FailedPrecondition: may work later or elsewhere. No permission, file system full or read-only,
//   too many open files.
// - AlreadyExists: the file exists.
// - InvalidArgument: the path cannot be a file.
// - OutOfMemory.
// - DataLoss: everything else, for example a failing device.
Status systemError(int number, std::string_view what,
                   std::source_location where = std::source_location::current());

} // namespace rlx::rt

#endif // RLX_RUNTIME_BASE_SYSTEMERROR_H
