// Maps freshly compiled object code into this process (ORC with JITLink).
#ifndef RLX_SESSION_JITKERNELS_H
#define RLX_SESSION_JITKERNELS_H

#include <memory>

#include "runtime/base/StatusOr.h"
#include "runtime/program/KernelTable.h"
#include "runtime/program/Program.h"
#include "llvm/Support/MemoryBuffer.h"

namespace rlx {

// The program's CPU kernels from `object`, which may be null if there are none. The code stays
// mapped as long as the table, or an executable made with it, lives. An error names a kernel for
// another target.
rt::StatusOr<rt::KernelTable> linkKernels(const rt::Program &program,
                                          std::unique_ptr<llvm::MemoryBuffer> object);

} // namespace rlx

#endif // RLX_SESSION_JITKERNELS_H
