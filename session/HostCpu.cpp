// Comparing a CPU's features with the host's; see HostCpu.h.
#include "session/HostCpu.h"

#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

namespace rlx {

rt::Status checkRunsHere(const CpuCodegenOptions &options) {
  if (options.cpu.empty() && options.features.empty())
    return rt::okStatus();
  auto host = createTargetMachine({});
  if (!host)
    return rt::internalError(llvm::toString(host.takeError()));
  const llvm::Triple &triple = (*host)->getTargetTriple();
  // LLVM prints a warning about a name that it does not know, and goes on: ask first.
  if (!options.cpu.empty() && !(*host)->getMCSubtargetInfo()->isCPUStringValid(options.cpu))
    return rt::notFound("there is no CPU '" + options.cpu + "' of kind " +
                        triple.getArchName().str());
  std::unique_ptr<llvm::MCSubtargetInfo> wanted(
      (*host)->getTarget().createMCSubtargetInfo(triple, options.cpu, options.features));
  if (!wanted)
    return rt::internalError("LLVM does not describe CPUs of kind " + triple.getArchName().str());
  for (const auto &feature : llvm::sys::getHostCPUFeatures())
    if (!feature.second && wanted->checkFeatures(("+" + feature.first()).str()))
      return rt::unsupported("code for '" + (options.cpu.empty() ? options.features : options.cpu) +
                             "' needs " + feature.first().str() + ", which this machine lacks");
  return rt::okStatus();
}

} // namespace rlx
