// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The list of targets, the checks of their options, and names of routes and precisions (Target.h).
//
// The names are those of options and reports, for example "f16" and "native". Targets.cpp adds the
// targets of this build to the list: passes that look targets up stand below them.
#include "conversions/Target.h"

#include "mlir/IR/Diagnostics.h"
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
  case Precision::Exact:
    return "exact";
  case Precision::High:
    return "high";
  case Precision::Fast:
    return "fast";
  }
  return "";
}

static constexpr Precision kPrecisions[] = {Precision::F32,   Precision::F16,  Precision::BF16,
                                            Precision::Exact, Precision::High, Precision::Fast};

std::optional<Precision> findPrecision(llvm::StringRef name) {
  const auto *found = llvm::find_if(
      kPrecisions, [&](Precision precision) { return precisionName(precision) == name; });
  return found == std::end(kPrecisions) ? std::nullopt : std::optional(*found);
}

std::string precisionNames() {
  return llvm::join(llvm::map_range(kPrecisions, precisionName), ", ");
}

bool isRowPrecision(Precision precision) {
  return precision >= Precision::Exact;
}

static llvm::SmallVectorImpl<const Target *> &allTargets() {
  static llvm::SmallVector<const Target *> all;
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

mlir::FailureOr<const Target *> findTargetFor(mlir::Operation *op, llvm::StringRef name) {
  if (const Target *found = findTarget(name))
    return found;
  return op->emitError() << noSuchTarget(name);
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
