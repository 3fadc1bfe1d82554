// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registration and look-up of kernels by name.
//
// One map per target, so the same name may exist for several targets.
#include "runtime/program/model/KernelTable.h"

#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"

namespace rlx::rt {

Status KernelTable::addCPU(std::string_view name, rlx_kernel_fn function) {
  return catchAllocFailure([&]() -> Status {
    if (!function)
      return invalidArgument(strCat("kernel '", name, "' has a null function"));
    if (!cpu.emplace(name, function).second)
      return alreadyExists(strCat("kernel '", name, "' was added twice"));
    return okStatus();
  });
}

rlx_kernel_fn KernelTable::findCPU(std::string_view name) const {
  auto found = cpu.find(name);
  return found == cpu.end() ? nullptr : found->second;
}

Status KernelTable::addCode(std::string_view target, std::string_view name,
                            std::shared_ptr<const void> code, size_t bytes) {
  return catchAllocFailure([&]() -> Status {
    if (!code)
      return invalidArgument(strCat("kernel '", name, "' has no code"));
    if (!devices[std::string(target)].emplace(name, std::move(code)).second)
      return alreadyExists(strCat("kernel '", name, "' was added twice"));
    keptBytes += static_cast<int64_t>(bytes);
    return okStatus();
  });
}

const void *KernelTable::findCode(std::string_view target, std::string_view name) const {
  auto kernels = devices.find(target);
  if (kernels == devices.end())
    return nullptr;
  auto found = kernels->second.find(name);
  return found == kernels->second.end() ? nullptr : found->second.get();
}

Status KernelTable::addUser(std::string_view name, UserKernel kernel) {
  return catchAllocFailure([&]() -> Status {
    if (name.empty() || !kernel)
      return invalidArgument(strCat("user kernel '", name, "' has no name or a null function"));
    if (name.starts_with(kBuiltInPrefix))
      return invalidArgument(strCat("user kernel '", name, "': names that start with '",
                                    kBuiltInPrefix, "' belong to kernels of RLX"));
    if (!user.emplace(name, std::move(kernel)).second)
      return alreadyExists(strCat("user kernel '", name, "' was added twice"));
    return okStatus();
  });
}

const UserKernel *KernelTable::findUser(std::string_view name) const {
  auto found = user.find(name);
  return found == user.end() ? nullptr : &found->second;
}

Status KernelTable::keepAlive(std::shared_ptr<void> owner, size_t bytes) {
  return catchAllocFailure([&]() -> Status {
    kept.push_back(std::move(owner));
    keptBytes += static_cast<int64_t>(bytes);
    return okStatus();
  });
}

} // namespace rlx::rt
