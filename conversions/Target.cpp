// The list of targets; see Target.h.
#include "conversions/Target.h"

#include "conversions/linalg_to_cpu/CpuTarget.h"
#include "conversions/linalg_to_spirv/VulkanTarget.h"
#include "llvm/ADT/StringExtras.h"

namespace rlx {

llvm::StringRef routeName(Route route) {
  switch (route) {
  case Route::Native:
    return "native";
  case Route::Common:
    return "common";
  case Route::Host:
    return "on the CPU";
  case Route::Rewritten:
    return "rewritten";
  case Route::Unsupported:
    return "unsupported";
  }
  return "";
}

llvm::StringRef precisionName(Precision precision) {
  switch (precision) {
  case Precision::F32:
    return "f32";
  case Precision::F16:
    return "f16";
  case Precision::BF16:
    return "bf16";
  }
  return "";
}

std::optional<Precision> findPrecision(llvm::StringRef name) {
  for (Precision precision : {Precision::F32, Precision::F16, Precision::BF16})
    if (precisionName(precision) == name)
      return precision;
  return std::nullopt;
}

llvm::ArrayRef<const Target *> targets() {
  static const Target *const all[] = {&cpuTarget(), &vulkanTarget()};
  return all;
}

const Target *findTarget(llvm::StringRef name) {
  for (const Target *target : targets())
    if (target->name() == name)
      return target;
  return nullptr;
}

llvm::Error checkOptions(const Target &target, const TargetOptions &options) {
  if (!options.device.empty() && !target.host())
    return llvm::createStringError("target '" + target.name() +
                                   "' makes code for no device, but the option device is '" +
                                   options.device + "'; it goes with target=vulkan");
  return target.check(options);
}

std::string noSuchTarget(llvm::StringRef name) {
  std::string text = ("there is no target called '" + name + "'; this build has: ").str();
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(targets(), os, [&](const Target *target) { os << target->name(); });
  return text;
}

} // namespace rlx
