// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernels of a program that are functions of this process, and how to call them.
//
// For the CPU device, and for devices that leave some kernels to the host.
#ifndef RLX_RUNTIME_CPU_HOSTKERNELS_H
#define RLX_RUNTIME_CPU_HOSTKERNELS_H

#include <memory>
#include <vector>

#include "runtime/base/Allocator.h"
#include "runtime/cpu/UserCalls.h"
#include "runtime/program/model/Plan.h"

namespace rlx::rt {

// Shared by clones.
struct HostCode {
  // One entry per kernel. A kernel for the CPU is in one of the lists, a kernel for another target
  // in neither.
  std::vector<rlx_kernel_fn> functions;
  std::vector<UserKernel> userKernels;
  std::vector<std::shared_ptr<void>> owners;
  int64_t bytes = 0;
  unsigned threads = 1;
};

// Finds the kernels for "cpu" in `kernels`. NotFound lists all that are missing. `threads` as in
// ExecutorOptions. `device` is for messages.
StatusOr<HostCode> findHostCode(const Program &program, const KernelTable &kernels,
                                std::string_view device, unsigned threads);

// Threads: confined to one executor.
class HostKernels {
public:
  HostKernels(const Program &program, HostCode code);

  // Allocates the scratch memory that `plan` needs. Call it before run().
  Status reserve(const Plan &plan);
  // Copies bytes; both may overlap. Returns the number of threads.
  unsigned copy(const void *from, void *to, size_t size) const;
  // Runs a dispatch of a kernel for "cpu". `arguments` are the addresses of its buffers. Files'
  // memory that nothing reads afterwards is `readLast`: its pages go back to the system every few
  // MiB while the kernel runs.
  Status run(const Command &command, const BoundCommand &bound, const Plan &plan,
             void *const *arguments, unsigned &threadsUsed,
             std::span<const std::span<const uint8_t>> readLast = {});
  // The strings of later runs.
  void useStrings(StringTable *strings) { userCalls.useStrings(strings); }
  size_t workspaceBytes() const { return workspace.size(); }
  const HostCode &code() const { return hostCode; }

private:
  const Program &program;
  HostCode hostCode;
  UserCalls userCalls;
  AlignedBuffer workspace;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_CPU_HOSTKERNELS_H
