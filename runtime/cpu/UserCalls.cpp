// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Describes the operands of a user kernel as tensors and calls it.
//
// Shapes are taken from the dims of the dispatch.
#include "runtime/cpu/UserCalls.h"

#include <algorithm>

#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"

namespace rlx::rt {

UserCalls::UserCalls(const Program &loaded, std::vector<UserKernel> functions)
    : program(loaded), kernels(std::move(functions)) {
  size_t most = 0;
  for (const Kernel &kernel : program.kernels)
    if (kernel.user)
      most = std::max(most, kernel.user->operands.size());
  inputs.reserve(most);
  outputs.reserve(most);
}

Status UserCalls::call(const Command &command, void *const *memory, const int64_t *dims) {
  const UserKernelSpec &spec = *program.kernels[command.kernel].user;
  inputs.clear();
  outputs.clear();
  const size_t numInputs = command.buffers.size() - command.numOutputs;
  for (size_t i = 0; i < command.buffers.size(); ++i) {
    const UserKernelSpec::Operand &operand = spec.operands[i];
    const std::span<const int64_t> shape(dims, operand.rank);
    dims += operand.rank;
    if (i < numInputs)
      inputs.push_back({operand.dtype, shape, memory[i]});
    else
      outputs.push_back({operand.dtype, shape, memory[i]});
  }
  Status status = catchAllocFailure(
      [&] { return kernels[command.kernel]({spec.name, spec.config, inputs, outputs, strings}); });
  if (!status.ok())
    return std::move(status).withContext(
        strCat("command '", command.label, "', user kernel '", spec.name, "'"));
  return status;
}

} // namespace rlx::rt
