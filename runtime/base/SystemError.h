// What a call of the system that failed becomes: one code for each kind of reason, whoever asked.
#ifndef RLX_RUNTIME_BASE_SYSTEMERROR_H
#define RLX_RUNTIME_BASE_SYSTEMERROR_H

#include <source_location>
#include <string_view>

#include "runtime/base/Status.h"

namespace rlx::rt {

// "<what>: <the system's text for `number`>". `number` is an errno: NotFound for a path that there
// is not; FailedPrecondition for what may work later or elsewhere: no permission, a file system
// that is full or read-only, too many open files; InvalidArgument for a path that cannot be one of
// a file; OutOfMemory; DataLoss for everything else, a device that fails, say.
Status systemError(int number, std::string_view what,
                   std::source_location where = std::source_location::current());

} // namespace rlx::rt

#endif // RLX_RUNTIME_BASE_SYSTEMERROR_H
