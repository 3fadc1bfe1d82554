// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The list of targets and the checks of their options; see Target.h.
//
// This is the only list of targets. A new target adds one entry here.
#include "conversions/Target.h"

#include "conversions/cpu/target/CpuTarget.h"
#include "conversions/spirv/VulkanTarget.h"
#include "llvm/ADT/StringExtras.h"

namespace rlx {

static llvm::SmallVectorImpl<const Target *> &allTargets() {
  static llvm::SmallVector<const Target *> all = {&cpuTarget(), &vulkanTarget()};
  return all;
}

llvm::ArrayRef<const Target *> targets() {
  return allTargets();
}

void registerTarget(const Target &target) {
  if (!findTarget(target.name()))
    allTargets().push_back(&target);
}

const Target *findTarget(llvm::StringRef name) {
  for (const Target *target : targets())
    if (target->name() == name)
      return target;
  return nullptr;
}

llvm::Error checkOptions(const Target &target, const TargetOptions &options) {
  if (!options.device.empty() && !target.host())
    return llvm::createStringError("target '" + target.name() + "' expects no device, but got '" +
                                   options.device + "'; device profiles need the target of a GPU");
  return target.check(options);
}

std::string noSuchTarget(llvm::StringRef name) {
  std::string text = ("there is no target called '" + name + "'; this build has: ").str();
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(targets(), os, [&](const Target *target) { os << target->name(); });
  return text;
}

} // namespace rlx
