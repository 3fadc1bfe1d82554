// Calls of the user's kernels from an executor: their tensors, described in memory that is there
// before the run.
#ifndef RLX_RUNTIME_CPU_USERCALLS_H
#define RLX_RUNTIME_CPU_USERCALLS_H

#include <vector>

#include "runtime/program/model/KernelTable.h"
#include "runtime/program/model/Program.h"

namespace rlx::rt {

// Threads: confined to one executor.
class UserCalls {
public:
  // `kernels` has one entry a kernel of the program, null where it is none of the user's.
  UserCalls(const Program &program, std::vector<UserKernel> kernels);

  // Runs the kernel of `command` on the memory of its buffers; `dims` are the sizes of all of them.
  Status call(const Command &command, void *const *memory, const int64_t *dims);

private:
  const Program &program;
  std::vector<UserKernel> kernels;
  std::vector<TensorView> inputs;
  std::vector<MutableTensorView> outputs;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_CPU_USERCALLS_H
