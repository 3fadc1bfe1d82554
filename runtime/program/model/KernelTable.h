// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The code of a program's kernels: names to entry points, and the objects that keep the code
// mapped.
//
// Filled by the loaders of each target's code (DeviceFactory::loadCode), and by users of
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
#include "runtime/program/model/KernelABI.h"
#include "runtime/program/model/UserKernel.h"

namespace rlx::rt {

// Threads: not synchronized while it is filled; read-only afterwards.
class KernelTable {
public:
  // Adds a CPU kernel. AlreadyExists if the name is taken, InvalidArgument for a null `function`.
  Status addCPU(std::string_view name, rlx_kernel_fn function);
  // Null if there is none.
  rlx_kernel_fn findCPU(std::string_view name) const;

  // Adds a kernel for a device target, as an object of the target's own type: only the target's
  // loader adds them. `bytes` is the size of its code. AlreadyExists if the target has a kernel of
  // this name, InvalidArgument for null.
  Status addCode(std::string_view target, std::string_view name, std::shared_ptr<const void> code,
                 size_t bytes);
  // The object; null if there is none. Only the target knows its type.
  const void *findCode(std::string_view target, std::string_view name) const;

  // Adds a user kernel, for the ops that name it. AlreadyExists if the name is taken,
  // InvalidArgument for one of RLX's (kBuiltInPrefix).
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
  template <typename Value>
  using Map = std::unordered_map<std::string, Value, Hash, std::equal_to<>>;
  Map<rlx_kernel_fn> cpu;
  Map<Map<std::shared_ptr<const void>>> devices; // by target, by name
  Map<UserKernel> user;
  std::vector<std::shared_ptr<void>> kept;
  int64_t keptBytes = 0;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_MODEL_KERNELTABLE_H
