// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compares the features of a CPU with this machine's.
//
// LLVM gives the features of the CPU that is compiled for, and the runtime those of this machine.
#include "session/HostCpu.h"

#include "conversions/cpu/model/CpuMachine.h"
#include "runtime/cpu/CpuFeatures.h"
#include "llvm/Target/TargetMachine.h"

namespace rlx {

rt::Status checkRunsHere(const TargetOptions &options) {
  if (options.chip.empty() && options.features.empty())
    return rt::okStatus();
  auto wanted = createTargetMachine(options);
  if (!wanted)
    return rt::notFound(llvm::toString(wanted.takeError()));
  // The loader of packages checks the same features, so both agree on which code runs.
  for (const std::string &feature : neededFeatures(**wanted))
    if (!rt::hostHasCpuFeature(feature))
      return rt::unsupported("code for '" +
                             (options.chip.empty() ? options.features : options.chip) + "' needs " +
                             feature + ", which this machine lacks");
  return rt::okStatus();
}

rt::StatusOr<std::string> processorName(const TargetOptions &options) {
  auto machine = createTargetMachine(options);
  if (!machine)
    return rt::notFound(llvm::toString(machine.takeError()));
  return options.chip.empty() ? (*machine)->getTargetCPU().str() : options.chip;
}

rt::StatusOr<std::string> processorText(const TargetOptions &options) {
  auto machine = createTargetMachine(options);
  if (!machine)
    return rt::notFound(llvm::toString(machine.takeError()));
  return (*machine)->getTargetTriple().str() + " " + (*machine)->getTargetCPU().str() + " " +
         (*machine)->getTargetFeatureString().str();
}

} // namespace rlx
