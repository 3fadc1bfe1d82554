// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts the kernels of each target in a program.
//
// Copies and control flow have no target and are not counted.
#include "runtime/program/model/Target.h"

#include <algorithm>

#include "runtime/base/StrCat.h"

namespace rlx::rt {

StatusOr<std::string_view> targetOf(const Program &program) {
  const Kernel *first = nullptr;
  for (const Kernel &kernel : program.kernels) {
    if (kernel.target == "cpu")
      continue;
    if (!first)
      first = &kernel;
    if (kernel.target != first->target)
      return unsupported(strCat("kernel '", kernel.name, "' is for '", kernel.target, "', but '",
                                first->name, "' is for '", first->target,
                                "'; all kernels of a program must have one target, those for "
                                "'cpu' apart"));
  }
  return first ? std::string_view(first->target) : std::string_view("cpu");
}

size_t hostKernelCount(const Program &program) {
  return static_cast<size_t>(
      std::count_if(program.kernels.begin(), program.kernels.end(),
                    [](const Kernel &kernel) { return kernel.target == "cpu"; }));
}

std::string hostKernelsText(const Program &program) {
  const size_t onHost = hostKernelCount(program);
  if (onHost == 0)
    return "";
  return strCat(onHost, " of ", program.kernels.size(), " kernels run on the CPU");
}

std::string hostKernelNames(const Program &program) {
  constexpr size_t kMax = 4;
  std::string names;
  size_t count = 0;
  for (const Kernel &kernel : program.kernels) {
    if (kernel.target != "cpu" || ++count > kMax)
      continue;
    names += strCat(names.empty() ? "'" : ", '", kernel.name, "'");
  }
  return count > kMax ? strCat(names, " and ", count - kMax, " more") : names;
}

} // namespace rlx::rt
