// Where a Program's kernels get their code from: names to entry points, and whatever must stay
// alive for the code to stay mapped (a code image).
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

// Threads: not synchronised while it is filled; read-only afterwards.
class KernelTable {
public:
  // AlreadyExists when the name is taken, InvalidArgument when `function` is null.
  Status addCPU(std::string_view name, rlx_kernel_fn function);
  // Null when there is none.
  rlx_kernel_fn findCPU(std::string_view name) const;

  // AlreadyExists when the name is taken.
  Status addSpirv(SpirvKernel kernel);
  // Null when there is none.
  const SpirvKernel *findSpirv(std::string_view name) const;

  // Code of the user for ops that name it; one for each name.
  Status addUser(std::string_view name, UserKernel kernel);
  // Null when there is none.
  const UserKernel *findUser(std::string_view name) const;

  // Held as long as this table or any executable made with it lives. `bytes` of code are its.
  Status keepAlive(std::shared_ptr<void> owner, size_t bytes = 0);
  const std::vector<std::shared_ptr<void>> &owners() const { return kept; }
  int64_t codeBytes() const { return keptBytes; }

private:
  struct Hash {
    using is_transparent = void;
    size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  // Kernels of other targets become further maps beside these.
  std::unordered_map<std::string, rlx_kernel_fn, Hash, std::equal_to<>> cpu;
  std::unordered_map<std::string, SpirvKernel, Hash, std::equal_to<>> spirv;
  std::unordered_map<std::string, UserKernel, Hash, std::equal_to<>> user;
  std::vector<std::shared_ptr<void>> kept;
  int64_t keptBytes = 0;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_MODEL_KERNELTABLE_H
