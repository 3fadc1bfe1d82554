// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The code of a program's kernels: names to entry points, and the objects that keep the code
// mapped.
//
// Filled by the loaders of code images (CPU) and SPIR-V images (Vulkan), and by users of
// rlx.custom. Devices look their kernels up when they make an executor.
#ifndef RLX_RUNTIME_PROGRAM_MODEL_KERNELTABLE_H
#define RLX_RUNTIME_PROGRAM_MODEL_KERNELTABLE_H

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "runtime/base/Status.h"
#include "runtime/cpu/KernelABI.h"
#include "runtime/program/model/UserKernel.h"
#include "runtime/vulkan/pipeline/SpirvKernel.h"

namespace rlx::rt {

// Threads: not synchronized while it is filled; read-only afterwards.
class KernelTable {
public:
  // Adds a CPU kernel. AlreadyExists if the name is taken, InvalidArgument for a null `function`.
  Status addCPU(std::string_view name, rlx_kernel_fn function);
  // Null if there is none.
  rlx_kernel_fn findCPU(std::string_view name) const;

  // Adds a Vulkan kernel. AlreadyExists if the name is taken.
  Status addSpirv(SpirvKernel kernel);
  // Null if there is none.
  const SpirvKernel *findSpirv(std::string_view name) const;

  // Adds a user kernel, for the ops that name it. AlreadyExists if the name is taken.
  Status addUser(std::string_view name, UserKernel kernel);
  // Null if there is none.
  const UserKernel *findUser(std::string_view name) const;

  // Keeps `owner` alive as long as this table and all executables made with it. `bytes` is the size
  // of its code.
  Status keepAlive(std::shared_ptr<void> owner, size_t bytes = 0);
  const std::vector<std::shared_ptr<void>> &owners() const { return kept; }
  int64_t codeBytes() const { return keptBytes; }

private:
  struct Hash {
    using is_transparent = void;
    size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  // Kernels of another target would be another map.
  std::unordered_map<std::string, rlx_kernel_fn, Hash, std::equal_to<>> cpu;
  std::unordered_map<std::string, SpirvKernel, Hash, std::equal_to<>> spirv;
  std::unordered_map<std::string, UserKernel, Hash, std::equal_to<>> user;
  std::vector<std::shared_ptr<void>> kept;
  int64_t keptBytes = 0;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_MODEL_KERNELTABLE_H
