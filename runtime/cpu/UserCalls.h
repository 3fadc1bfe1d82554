// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of user kernels (rlx.custom) from an executor.
//
// The descriptions of their tensors are allocated before the run, so a call allocates nothing.
#ifndef RLX_RUNTIME_CPU_USERCALLS_H
#define RLX_RUNTIME_CPU_USERCALLS_H

#include <vector>

#include "runtime/program/model/KernelTable.h"
#include "runtime/program/model/Program.h"

namespace rlx::rt {

// Threads: confined to one executor.
class UserCalls {
public:
  // `kernels` has one entry per kernel of the program, null unless it is a user kernel.
  UserCalls(const Program &program, std::vector<UserKernel> kernels);

  // Calls the kernel of `command`. `memory` has the addresses of its buffers, `dims` the sizes of
  // all of them.
  Status call(const Command &command, void *const *memory, const int64_t *dims);
  // The strings of later calls.
  void useStrings(StringTable *table) { strings = table; }

private:
  const Program &program;
  std::vector<UserKernel> kernels;
  StringTable *strings = nullptr;
  std::vector<TensorView> inputs;
  std::vector<MutableTensorView> outputs;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_CPU_USERCALLS_H
