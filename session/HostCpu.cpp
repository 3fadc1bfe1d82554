// Comparing a CPU's features with the host's; see HostCpu.h.
#include "session/HostCpu.h"

#include "conversions/linalg_to_cpu/EmitObject.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

namespace rlx {

rt::Status checkRunsHere(const TargetOptions &options) {
  if (options.chip.empty() && options.features.empty())
    return rt::okStatus();
  auto wanted = createTargetMachine(options);
  if (!wanted)
    return rt::notFound(llvm::toString(wanted.takeError()));
  for (const auto &feature : llvm::sys::getHostCPUFeatures())
    if (!feature.second &&
        (*wanted)->getMCSubtargetInfo()->checkFeatures(("+" + feature.first()).str()))
      return rt::unsupported("code for '" +
                             (options.chip.empty() ? options.features : options.chip) + "' needs " +
                             feature.first().str() + ", which this machine lacks");
  return rt::okStatus();
}

} // namespace rlx
